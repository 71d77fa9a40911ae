#!/bin/sh
# synth-xilinx.t - cores of synth.list go through yosys in silence, and keep within their limits
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/synth.sh" xilinx
