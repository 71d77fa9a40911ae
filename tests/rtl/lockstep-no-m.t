#!/bin/sh
# lockstep-no-m.t - all programs in lockstep: 4 warps of 4 threads without multiplier
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict \
  --also=--mem-random --also=7 cosim -s isa.m=false -s simt.stack=5
