#!/bin/sh
# iss-4x4.t - all programs on the golden model: 4 warps, 4 threads
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/sw/run-list.sh" --strict iss \
  -s core.warps=4 -s core.threads=4
