#!/bin/sh
# iss-small.t - the programs with the smallest stack and one barrier
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s simt.stack=2 -s simt.barriers=1
