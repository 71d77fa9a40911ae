#!/bin/sh
# iss-32x4.t - all programs on the golden model: 32 warps, 4 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=32 -s core.threads=4
