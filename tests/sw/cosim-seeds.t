#!/bin/sh
# cosim-seeds.t - all programs in lockstep, random memory, caches and AXI4; make check-seeds has more
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/seeds.sh" 1-1 back axi
