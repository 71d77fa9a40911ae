#!/usr/bin/env bats
# suite.bats - the kernel suite with if for __if, while for __while: plain.h
# SPDX-License-Identifier: Apache-2.0

setup() {
  . "$WW_SRCDIR/tests/clc/plain.bash"
}

suite() { # PARAMETERS
  need_plain
  "$WW_SRCDIR/tests/sw/suite-run.sh" --plain --sizes default iss "1x1,$1" "4x4,$1" "2x32,$1"
}

@test "kernels of integers" {
  suite smem.size=16384,simt.stack=64,isa.a=true,isa.shfl=true
}

@test "kernels of floats in integer registers, choices by czero" {
  suite smem.size=16384,simt.stack=64,isa.a=true,isa.shfl=true,isa.f=zfinx,isa.zicond=true,isa.zba=true,isa.zbb=true
}

@test "kernels of floats in their own registers" {
  suite smem.size=16384,simt.stack=64,isa.a=true,isa.shfl=true,isa.f=f
}
