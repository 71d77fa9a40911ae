#!/bin/sh
# lockstep-smem.t - all programs in lockstep: shared memory of 2 banks, 4 warps of 8 threads on 4 lanes
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict \
  --also=--mem-random --also=13 cosim \
  -s core.threads=8 -s core.lanes=4 -s smem.size=4096 -s smem.banks=2 -s smem.latency=3
