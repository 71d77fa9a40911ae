#!/usr/bin/env bats
# runtime.bats - ww_spawn and __if: every shape of request, every -O level
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

# Requests of all shapes, twice each; every (tid, wid) is called exactly once,
# with a stack of its own that keeps its contents, and callers keep theirs.
spawn_program() {
  cat > spawn.c <<'END'
#include "warpwright.h"

enum { MAX_WARPS = 40, MAX_THREADS = 40 };
static uint32_t calls[MAX_WARPS][MAX_THREADS], bad;
static int token;

static __attribute__((noinline)) uint32_t depth(volatile uint32_t *up, uint32_t n)
{
	volatile uint32_t local[8];

	for (int i = 0; i < 8; i++)
		local[i] = *up + n;
	if (n == 0)
		return local[3];
	return depth(local, n - 1) + local[7] - *up - n;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	volatile uint32_t own = tid * 1000 + wid;
	uint32_t sum = depth(&own, 5);

	calls[wid][tid]++;
	__if((sum != tid * 1000 + wid + 15) | (arg != &token)) {
		bad = 1;
	} __endif
}

static uint32_t wrong(uint32_t warps, uint32_t threads)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < MAX_WARPS; w++)
		for (uint32_t t = 0; t < MAX_THREADS; t++) {
			n += calls[w][t] != (w < warps && t < threads);
			calls[w][t] = 0;
		}
	return n;
}

int main(void)
{
	static const uint8_t sizes[] = { 0, 1, 2, 3, 5, 8, 31, 33, 40 };
	uint32_t n = 0;

	for (uint32_t i = 0; i < sizeof sizes; i++)
		for (uint32_t j = 0; j < sizeof sizes; j += 1 + i % 2) {
			ww_spawn(sizes[i], sizes[j], kernel, &token);
			n += wrong(sizes[i], sizes[j]);
		}
	return (int)(n + bad);
}
END
}

@test "ww_spawn calls each thread of each warp once, on every machine" {
  spawn_program
  "$cc" -Wall -Wextra -o spawn.elf spawn.c
  for shape in "1 1" "1 4" "4 1" "2 2" "4 8" "8 32" "32 2" "32 32"; do
    echo "$shape"
    "$WW" iss --strict -s core.warps=${shape% *} -s core.threads=${shape#* } \
      spawn.elf
  done
}

@test "ww_spawn without M" {
  spawn_program
  "$cc" -march=rv32i -o spawn.elf spawn.c
  "$WW" iss --strict -s isa.m=false spawn.elf
}

@test "the kernels run at every -O level" {
  for kernel in hello vecadd divergence matmul; do
    for level in 0 1 2 3 s; do
      echo "$kernel -O$level"
      "$cc" -O$level -o k.elf "$WW_SRCDIR/sw/kernels/$kernel.c"
      "$WW" iss --strict -s core.threads=8 k.elf > out
      cmp out "$WW_SRCDIR/tests/gold/$kernel.txt"
    done
  done
}

@test "the kernels made to be measured are right at every -O level, on every machine" {
  for kernel in vecadd diverge matmul16 matmul32; do
    for level in 0 1 2 3 s; do
      "$cc" -O$level -o k.elf "$WW_SRCDIR/sw/kernels/${kernel}_bench.c"
      for shape in "1 1" "1 32" "4 4" "32 2" "32 32"; do
        echo "$kernel -O$level $shape"
        "$WW" iss --strict -s core.warps=${shape% *} -s core.threads=${shape#* } k.elf
      done
    done
  done
}

# torture SEED LEVEL: 0 if the random program agrees with itself.
torture() {
  awk -v seed=$1 -f "$WW_SRCDIR/tests/sw/if-torture.awk" > torture.c
  "$cc" -O$2 -o torture.elf torture.c
  "$WW" iss --strict -s core.warps=2 -s core.threads=8 -s simt.stack=64 \
    torture.elf
}

@test "random nests of __if and loops do what plain C does" {
  for seed in 1 2 3 4 5 6 7 8; do
    for level in 0 1 2 3 s g; do
      echo "seed $seed -O$level"
      torture $seed $level
    done
  done
}

@test "the same programs fail when the compiler may copy paths past a join" {
  sed 's/^#pragma GCC optimize.*//' "$WW_SRCDIR/sw/include/warpwright.h" \
    > warpwright.h
  failed=0
  for seed in 1 2 3 4; do
    torture $seed 2 || failed=$((failed + 1))
  done
  [ "$failed" -gt 0 ]
}
