#!/bin/sh
# iss-1x8.t - all programs on the golden model: 1 warps, 8 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=1 -s core.threads=8
