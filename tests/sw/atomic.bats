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

@test "floats: added by all threads of several shapes, exchanged" {
  for shape in "4 4" "2 32" "1 1"; do
    set -- $shape
    "$WW" run --strict -s isa.a=true -s isa.f=f -s core.warps="$1" -s core.threads="$2" \
      "$WW_SRCDIR/tests/sw/atomic_check.c"
  done
  "$cc" -march=rv32im_zfinx --print-flags > /dev/null || skip "no clang with Zfinx"
  "$WW" run --strict -s isa.a=true -s isa.f=zfinx -s core.threads=8 "$WW_SRCDIR/tests/sw/atomic_check.c"
}

@test "a lost addition is found" {
  sed 's/^	} __enddo(vx_old_ != vx_seen_)/	} __enddo(0)/' "$WW_SRCDIR/sw/include/vx_atomic.h" > vx_atomic.h
  cp "$WW_SRCDIR/tests/sw/atomic_check.c" .
  run "$WW" run -s isa.a=true -s isa.f=f atomic_check.c
  [ "$status" -eq 1 ]
}

@test "a type without an operation does not compile, and the message has those with one" {
  while IFS='|' read -r type call message; do
    printf '#include "vx_atomic.h"\nint main(void) { static %s x; %s; return 0; }\n' "$type" "$call" > bad.c
    for march in rv32ima rv32imaf; do
      echo "$type $call $march"
      run "$cc" -march=$march -o bad.elf bad.c
      echo "$output"
      [ "$status" -eq 1 ]
      [[ $output == *'static assertion failed: "'"$message is for int, unsigned, long and unsigned long"* ]]
      [ ! -e bad.elf ]
    done
  done <<'END'
uint8_t|atomicAdd(&x, 1)|atomicAdd
int16_t|atomicMax(&x, 1)|atomicMax
uint64_t|atomicAdd(&x, 1)|atomicAdd
long long|atomicCAS(&x, 0, 1)|atomicCAS
double|atomicAdd(&x, 1)|atomicAdd
double|atomicExch(&x, 1)|atomicExch
_Bool|atomicExch(&x, 1)|atomicExch
float|atomicMin(&x, 1)|atomicMin
float|atomicSub(&x, 1)|atomicSub
float|atomicCAS(&x, 0, 1)|atomicCAS
float|atomic_inc(&x)|atomic_inc
uint8_t|atomic_or(&x, 1)|atomicOr
END
  printf '#include "vx_atomic.h"\nint main(void) { static float x; atomicAdd(&x, 1); return 0; }\n' > bad.c
  run "$cc" -march=rv32ima -o bad.elf bad.c
  [ "$status" -eq 1 ]
  [[ $output == *'"atomicAdd is for '*'; for float too, on a core with isa.f"'* ]]
}

@test "a word that is const does not compile" {
  compilers=gcc
  [ ! -x "$WW_BUILDDIR/clc/ww-clc" ] || ! command -v clang-19 > /dev/null || compilers="gcc plain"
  for call in $(grep -oP '^#define \K(atomic[A-Z_]|vx_atomic_|vx_store_)[A-Za-z_]*(?=\()' \
    "$WW_SRCDIR/sw/include/vx_atomic.h"); do
    case $call in
      *CAS | *cas | *cmpxchg) operands=", 1, 2" ;;
      *_inc | *_dec) operands= ;;
      *) operands=", 1" ;;
    esac
    word=unsigned
    case $call in *float) word=float ;; esac
    for compiler in $compilers; do
      printf '#include "vx_atomic.h"\nint main(void) { static %s x, *p = &x; %s(p%s); return 0; }\n' \
        "$word" "$call" "$operands" > a.c
      sed 's/static/static const/' a.c > bad.c
      flags=-march=rv32imaf
      [ $compiler = gcc ] || flags="$flags --plain"
      "$cc" $flags -w -o a.elf a.c
      run "$cc" $flags -o bad.elf bad.c
      echo "$call $output"
      [ "$status" -eq 1 ]
      [[ $output == *"bad.c:2:"*"an atomic function writes the word, which is const"* ]]
    done
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
  [ "$status" -eq 3 ]
  [[ $output == "a.elf: error: compiled for A, which this core lacks: set isa.a = true, or compile it"* ]]
  # Without attributes its first atomic instruction traps.
  "${RISCV_CC%gcc}strip" -R .riscv.attributes a.elf
  run "$WW" iss a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"is an instruction of machines with isa.a = true"* ]]
}
