#!/usr/bin/env bats
# shuffle.bats - vx_shuffle.h: every name of it; what shuffles make of a constant width; kernels with it
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

check() {
  "$WW" run --strict -s isa.shfl=true "$@" "$WW_SRCDIR/tests/sw/shuffle_check.c"
}

@test "all names, by all threads of several shapes" {
  for shape in "4 4" "1 32" "2 16" "2 8" "16 2" "1 1"; do
    set -- $shape
    check -s core.warps="$1" -s core.threads="$2"
  done
  check -s core.threads=8 -s core.lanes=2
}

@test "floats, in registers f and elsewhere" {
  check -s isa.f=f -s core.threads=8
  [ "${RISCV_CLANG:-no}" != no ] || skip "no clang with Zfinx"
  check -s isa.f=zfinx -s core.threads=8
  "$WW" run --strict -s isa.f=zfinx "$WW_SRCDIR/tests/sw/cuda_check.c"
  "$WW" run --strict -s isa.f=zfinx -s isa.zbb=true -O3 "$WW_SRCDIR/tests/sw/cuda_check.c"
}

@test "a value that is no 32 bits does not compile" {
  for type in double "long long" uint64_t "struct { int a, b; }"; do
    for name in ww_shfl vx_shuffle_up __shfl_down_sync vx_shfl_bfly sub_group_broadcast vx_sum; do
      case $name in
        __*) call="$name(~0, x, 1)" ;;
        vx_shfl*) call="$name(x, 1, 63, 0)" ;;
        sub_*) call="$name(x, 1)" ;;
        *_sum) call="$name(x, 4)" ;;
        *) call="$name(x, 1, 32)" ;;
      esac
      printf '#include "vx_shuffle.h"\nint main(void) { %s x = { 0 }; %s; return 0; }\n' "$type" "$call" > bad.c
      echo "$type $call"
      run "$cc" -march=rv32im_xshfl -o bad.elf bad.c
      echo "$output"
      [ "$status" -eq 1 ]
      case $type$name in
        struct* | *_sum) [[ $output == *error:* ]] ;;
        *) [[ $output == *"a shuffle takes 32 bits: int, unsigned, long, unsigned long, float or a pointer"* ]] ;;
      esac
    done
  done
}

@test "the names of CUDA, on cores of all kinds; what a core does not have names the parameter" {
  check=$WW_SRCDIR/tests/sw/cuda_check.c
  for shape in "4 4" "2 32" "8 2" "1 1"; do
    set -- $shape
    "$WW" run --strict -Wextra -Werror -s core.warps="$1" -s core.threads="$2" "$check"
  done
  "$WW" run --strict -s isa.m=false -O1 "$check"
  "$WW" run --strict -s isa.zbb=true -s isa.a=true -s isa.shfl=true -s isa.f=f -s isa.sfu=true -O3 "$check"
  while IFS='|' read -r call message; do
    printf '#include "vx_cuda.h"\nstatic int x;\nint main(void) { return (int)(%s); }\n' "$call" > bad.c
    for level in 0 2; do
      echo "$call -O$level"
      run "$WW" run -O$level bad.c
      echo "$output"
      [ "$status" -eq 3 ]
      [[ $output == *"for cores with $message, as in run -s ${message% = *}=${message#* = }"* ]]
    done
  done <<'END'
atomicAdd(&x, 1)|isa.a = true
atomicCAS(&x, 1, 2)|isa.a = true
__shfl_sync(~0, x, 1)|isa.shfl = true
__shfl_down_sync(~0, x, 1, 4)|isa.shfl = true
__reduce_add_sync(~0, x)|isa.shfl = true
ww_shfl_xor(x, 1, 32)|isa.shfl = true
vx_shfl_idx(x, 1, 63, 0)|isa.shfl = true
vx_vote_any(x)|isa.vote = true
powf(x, 2)|isa.f = zfinx
END
  for name in shuffle atomic sfu; do
    printf '#include "vx_%s.h"\nint main(void) { return 0; }\n' $name > bad.c
    run "$WW" run -s isa.f=f bad.c
    [ "$status" -eq 3 ]
    [[ $output == *"vx_$name.h is for cores with isa."*" = true, as in run -s isa."*"=true"* ]]
  done
}

@test "a wrong answer is found" {
  sed 's/0u - (in != 0)/0u - (in != 1)/' "$WW_SRCDIR/sw/include/vx_shuffle.h" > vx_shuffle.h
  cp "$WW_SRCDIR/tests/sw/shuffle_check.c" .
  run "$WW" run -s isa.shfl=true shuffle_check.c
  [ "$status" -eq 1 ]
}

@test "a sum over 32 threads is five shuffles, five additions and what they are told, one instruction each" {
  cat > sum.c <<'END'
#include "vx_shuffle.h"
uint32_t sum(uint32_t v) { return vx_sum(v, 32); }
END
  "$cc" -march=rv32im_xshfl --object -c -o sum.o sum.c
  "$RISCV_OBJDUMP" -d --no-show-raw-insn sum.o | awk '/^ +[0-9a-f]+:/ { print $2 }' | sort | uniq -c |
    awk '{ print $2, $1 }' > got
  printf '.4byte 5\nadd 5\nli 5\nret 1\n' > want
  diff want got
}

@test "kernels with shuffles, on the golden model" {
  "$WW_SRCDIR/tests/sw/suite-run.sh" --only '*_shfl*' iss 4x4,isa.shfl=true 1x1,isa.shfl=true \
    2x8,isa.shfl=true,smem.size=16384 32x4,isa.shfl=true 8x2,isa.shfl=true 4x32,isa.shfl=true,isa.f=f
}
