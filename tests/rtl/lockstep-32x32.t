#!/bin/sh
# lockstep-32x32.t - some programs in lockstep: 32 warps of 32 threads on one lane
# SPDX-License-Identifier: Apache-2.0
# Clearing the registers alone takes 32768 cycles here.
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict --only '[c-l]*' cosim \
  -s core.warps=32 -s core.threads=32 -s core.lanes=1 -s simt.barriers=32
