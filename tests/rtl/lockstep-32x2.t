#!/bin/sh
# lockstep-32x2.t - all programs in lockstep: 32 warps of 2 threads on 1 lane, slow memory
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict \
  --also=--mem-latency --also=30 --also=--mem-bandwidth --also=3 cosim \
  -s core.warps=32 -s core.threads=2 -s core.lanes=1 -s simt.barriers=32
