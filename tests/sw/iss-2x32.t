#!/bin/sh
# iss-2x32.t - all programs on the golden model: 2 warps, 32 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=2 -s core.threads=32
