#!/usr/bin/env bats
# matrix.bats - the matrix library against plain C: sizes, machines, amounts of shared memory
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  check=$WW_SRCDIR/tests/sw/matrix_check.c
}

# on PROGRAM "WARPS THREADS SMEM"...: exit code 0 on the golden model.
on() {
  local program=$1 shape
  shift
  for shape; do
    echo "$shape"
    set -- $shape
    "$WW" iss --strict --max-cycles 400000000 -s core.warps=$1 -s core.threads=$2 \
      -s smem.size=$3 "$program"
  done
}

# Shapes that only the full tier runs.
full() { [ -z "${WW_FULL:-}" ] || "$@"; }

@test "all functions, sizes up to 70, without shared memory" {
  "$cc" -Wall -Wextra -Werror -o p.elf "$check"
  on p.elf "4 4 0"
  full on p.elf "1 1 0" "4 32 0" "2 8 0" "8 2 0" "32 4 0"
}

@test "all functions, sizes up to 71, with shared memory: too little, little, enough" {
  "$cc" -DMOST=71 -DSEED=2 -o p.elf "$check"
  on p.elf "8 2 1024"
  full on p.elf "4 4 256" "4 32 16384" "1 1 4096" "4 4 4096" "2 8 2048" "4 32 4096" "32 4 16384" "32 4 131072"
}

# bats test_tags=full
@test "other seeds, other -O levels" {
  for level in 0 1 3 s; do
    "$cc" -O$level -DSEED=3 -DMOST=37 -DCASES=20 -o p.elf "$check" "$WW_SRCDIR/sw/matrix.c"
    on p.elf "4 4 4096" "4 32 0"
    on p.elf "1 1 0" "4 32 32768" "16 16 4096"
  done
}

# Over half of the elements of the product would come from the wrong column.
@test "the check notices a product that is wrong" {
  sed 's/c\[BESIDE\] = (int32_t)s1/c[BESIDE] = (int32_t)s0/' "$WW_SRCDIR/sw/matrix.c" > matrix.c
  ! cmp -s matrix.c "$WW_SRCDIR/sw/matrix.c"
  "$cc" -DMOST=20 -DCASES=2 -o p.elf "$check" matrix.c
  run on p.elf "4 4 4096"
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"vx_mat_mult"*"words wrong"* ]]
}

# bats test_tags=full
@test "in lockstep: caches and shared memory, folded lanes, wide warps" {
  [ "$VERILATOR" != no ] || skip "no verilator"
  "$cc" -DMOST=18 -DCASES=1 -o p.elf "$check"
  for config in cached folded kepler; do
    echo "$config"
    "$WW" cosim --strict -c $config --mem-random 5 --max-cycles 30000000 p.elf
  done
}

# bats test_tags=full
@test "doc/matrix.md: the product takes no larger part of the naive kernel's cycles than the page says" {
  [ "$VERILATOR" != no ] || skip "no verilator"
  sed -n 's/^| `-c \([a-z-]*\)`[^|]*| \([0-9]*\) |.* 0\.\([0-9][0-9]\) |$/\1 \2 \3/p' "$WW_SRCDIR/doc/matrix.md" > rows
  [ "$(wc -l < rows)" -ge 8 ]
  while read -r config size percent; do
    for flag in NAIVE LIBRARY; do
      "$WW" run --no-check --mem-latency 60 --counters -c "$config" -DN="$size" -D$flag \
        "$WW_SRCDIR/tests/sw/matrix_bench.c" 2> err > $flag || { cat err; return 1; }
    done
    echo "$config $size: $(head -1 NAIVE) $(head -1 LIBRARY), at most $percent %"
    [ $((100 * $(head -1 LIBRARY))) -le $(((10#$percent + 1) * $(head -1 NAIVE))) ]
  done < rows
}
