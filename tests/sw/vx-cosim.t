#!/bin/sh
# vx-cosim.t - the programs of the runtime kernel in lockstep, with random memory timing
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/vx-run.sh" --also --mem-random --also 5 cosim \
  2x4,smem.size=4096,icache.size=1024,dcache.size=1024 4x4/2,core.timer=true,mem.requests=4
