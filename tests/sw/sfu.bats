#!/usr/bin/env bats
# sfu.bats - vx_sfu.h: every name of it, as near as it says
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

check() {
  "$WW" run --strict -s isa.sfu=true "$@" "$WW_SRCDIR/tests/sw/sfu_check.c"
}

@test "all names, by all threads, in registers f" {
  check -s isa.f=f -s core.warps=4 -s core.threads=4
  check -s isa.f=f -s core.warps=1 -s core.threads=32
}

@test "all names, in registers x" {
  "$cc" -march=rv32im_zfinx --print-flags > /dev/null || skip "no clang with Zfinx"
  check -s isa.f=zfinx -s core.warps=2 -s core.threads=8
}

@test "a wrong answer is found" {
  sed 's/0x1.62e43p-1f/0x1.62e53p-1f/' "$WW_SRCDIR/sw/include/vx_sfu.h" > vx_sfu.h
  cp "$WW_SRCDIR/tests/sw/sfu_check.c" .
  run "$WW" run -s isa.sfu=true -s isa.f=f sfu_check.c
  [ "$status" -eq 1 ]
}

@test "one instruction each" {
  cat > fast.c <<'END'
#include "vx_sfu.h"
float f(float x) { return __expf(x); }
float g(float x) { return __logf(x); }
END
  "$cc" -march=rv32imf_xsfu --object -c -o fast.o fast.c
  "$RISCV_OBJDUMP" -d --no-show-raw-insn fast.o | awk '/^ +[0-9a-f]+:/ { print $2 }' | sort | uniq -c |
    awk '{ print $2, $1 }' > got
  cat got
  grep -qx '.4byte 2' got
  grep -qx 'ret 2' got
  ! grep -E '^(call|jal|auipc)' got
}

@test "the machine that compiles is refused" {
  cp "$WW_SRCDIR"/sw/include/vx_sfu.h .
  printf '#include "vx_sfu.h"\n' > host.c
  run gcc -c -I"$WW_SRCDIR/sw/include" host.c
  [ "$status" -ne 0 ]
  [[ "$output" == *"vx_sfu.h is for a core with isa.sfu"* ]]
}
