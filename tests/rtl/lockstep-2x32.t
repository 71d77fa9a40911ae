#!/bin/sh
# lockstep-2x32.t - all programs in lockstep: 2 warps of 32 threads, each lane its own request
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict cosim \
  -s core.warps=2 -s core.threads=32 -s mem.bus_width=32 -s mem.coalesce=false \
  -s mem.requests=32
