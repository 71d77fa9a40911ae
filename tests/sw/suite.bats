#!/usr/bin/env bats
# suite.bats - kernels of the suite that are wrong fail, and say where
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  mkdir -p tree/tests/sw tree/sw/kernels
  cp "$WW_SRCDIR"/tests/sw/{suite-run,runner}.sh tree/tests/sw
  cp "$WW_SRCDIR"/sw/kernels/{suite.h,saxpy.c} tree/sw/kernels
  run_suite=(env WW_SRCDIR="$PWD/tree" tree/tests/sw/suite-run.sh iss 4x4)
}

# A kernel that replaces the line of saxpy.c with $1 by $2, and a list with it.
kernel() {
  sed "s/$1/$2/" "$WW_SRCDIR/sw/kernels/saxpy.c" > tree/sw/kernels/saxpy.c
  ! cmp -s tree/sw/kernels/saxpy.c "$WW_SRCDIR/sw/kernels/saxpy.c"
  echo "saxpy ${3:--} -DN=9" > tree/tests/sw/suite.list
}

@test "the kernel as it is passes with both sizes" {
  echo "saxpy - -DN=9" > tree/tests/sw/suite.list
  run "${run_suite[@]}"
  echo "$output"
  [ "$status" -eq 0 ]
  [ "$output" = "ok 1 - 4x4 saxpy
ok 2 - 4x4 saxpy -DN=9
1..2" ]
}

@test "the first wrong word is named" {
  kernel 's->y\[i\] +=' 's->y[i] += (i == 5) + (i == 7) +'
  run "${run_suite[@]}"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 1 - 4x4 saxpy: exit status 1"*"# saxpy: word 5 is "*", not "* ]]
  [[ $output == *"not ok 2 - 4x4 saxpy -DN=9: exit status 1"* ]]
}

@test "a branch that threads do not share fails" {
  kernel '__if(i < s->n) {' '{ if (i < s->n) {'
  sed -i 's/} __endif/} }/' tree/sw/kernels/saxpy.c
  run "${run_suite[@]}"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 2 - 4x4 saxpy -DN=9"*diverg* ]]
}

@test "a kernel that gives warnings fails" {
  kernel 'uint32_t i = wid' 'uint32_t unused, i = wid'
  run "${run_suite[@]}"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 1 - 4x4 saxpy"*unused* ]]
}

@test "a kernel whose needs do not hold is left out" {
  kernel '__if(i < s->n)' '__if((i < s->n))' 'smem.size>=64'
  run "${run_suite[@]}" 8x2,smem.size=64
  echo "$output"
  [ "$status" -eq 0 ]
  [[ $output == *"# saxpy is not for 4x4: needs smem.size>=64"* ]]
  [[ $output == *"ok 2 - 8x2,smem.size=64 saxpy -DN=9"*1..2 ]]
}
