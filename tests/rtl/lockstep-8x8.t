#!/bin/sh
# lockstep-8x8.t - all programs in lockstep: 8 warps of 8 threads on 2 lanes, slow multiplier
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict \
  --also=--mem-random --also=11 cosim \
  -s core.warps=8 -s core.threads=8 -s core.lanes=2 \
  -s exec.multiplier=iterative -s fetch.buffer=8
