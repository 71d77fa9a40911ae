#!/bin/sh
# suite-iss.t - the kernel suite on the golden model, with and without shared memory
# SPDX-License-Identifier: Apache-2.0
smem=smem.size=16384
exec "$WW_SRCDIR/tests/sw/suite-run.sh" iss \
  1x1,$smem 4x4,$smem 2x8,$smem 8x2,$smem 4x32,$smem 32x4,$smem 4x4/2,$smem \
  1x1 4x4 2x8 8x2 4x32 32x4 4x4/2 32x32 4x4,smem.size=1024
