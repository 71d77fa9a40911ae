#!/bin/sh
# lint-iverilog.t - iverilog has nothing to say about any pairwise configuration
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/rtl/lint.sh" iverilog
