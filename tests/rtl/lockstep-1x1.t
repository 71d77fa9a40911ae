#!/bin/sh
# lockstep-1x1.t - all programs in lockstep: 1 warp of 1 thread, the smallest buffers
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim \
  -s core.warps=1 -s core.threads=1 -s mem.requests=2 -s fetch.buffer=2 \
  -s mem.bus_width=64
