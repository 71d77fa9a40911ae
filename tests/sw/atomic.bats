#!/usr/bin/env bats
# atomic.bats - vx_atomic.h: every name of it, the flags for it, and a core without isa.a
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

@test "all names, by all threads of several shapes, in RAM and on the golden model" {
  for shape in "4 4" "4 32" "16 2" "1 1"; do
    set -- $shape
    "$WW" run --strict -s isa.a=true -s core.warps="$1" -s core.threads="$2" "$WW_SRCDIR/tests/sw/atomic_check.c"
  done
}

@test "run and ww-cc choose the flags; without isa.a it is said before anything is compiled" {
  run "$cc" -march=rv32ima_zba --print-flags
  [[ $output == "-march=rv32ima_zba_zicsr_zifencei -mabi=ilp32 -ffreestanding "* ]]
  run "$cc" -march=rv32ia --print-flags
  [[ $output == "-march=rv32ia_zicsr_zifencei -mabi=ilp32 "* ]]
  run "$WW" run "$WW_SRCDIR/tests/sw/atomic_check.c"
  [ "$status" -eq 3 ]
  [[ $output == *"vx_atomic.h is for cores with isa.a = true"* ]]
}

@test "an ELF that was compiled with it names the parameter on a core without" {
  "$cc" -march=rv32ima -o a.elf "$WW_SRCDIR/tests/sw/atomic_check.c"
  run "$WW" iss a.elf
  [ "$status" -ne 0 ]
  [[ $output == *"is an instruction of machines with isa.a = true"* ]]
}
