#!/bin/sh
# iss-1x1.t - all programs on the golden model: 1 warps, 1 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=1 -s core.threads=1
