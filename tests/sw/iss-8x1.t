#!/bin/sh
# iss-8x1.t - all programs on the golden model: 8 warps, 1 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=8 -s core.threads=1
