#!/bin/sh
# vx-iss.t - the programs of the runtime kernel on the golden model
# SPDX-License-Identifier: Apache-2.0
smem=smem.size=4096
exec "$WW_SRCDIR/tests/sw/vx-run.sh" iss 1x1,$smem 4x4,$smem 2x8,$smem 8x2,$smem 4x32,$smem \
  32x4,$smem 4x8/2,$smem 1x1,core.timer=true 4x4,core.timer=true,$smem \
  2x32/8,core.timer=true 32x4,core.timer=true 32x32 4x4,simt.stack=4
