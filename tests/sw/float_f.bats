#!/usr/bin/env bats
# float_f.bats - floating point in registers of its own, in C: flags, ABI, runtime, refusals
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

iss() { "$WW" iss --strict -s isa.f=f "$@"; }

@test "flags: GCC and the ABI of registers f" {
  run "$cc" -march=rv32imf --print-flags
  [[ $output == "-march=rv32imf_zicsr_zifencei -mabi=ilp32f -ffreestanding -fno-math-errno "* ]]
  run "$cc" -march=rv32if_zba_zicond --print-flags
  [[ $output == "-march=rv32if_zba_zicsr_zifencei -mabi=ilp32f "* ]]
  run "$cc" -march=rv32imfd --print-flags
  [ "$status" -eq 2 ]
}

@test "run compiles for the configuration, without clang; the instructions are those of F" {
  cat > half.c <<'END'
#include "warpwright.h"
static volatile float x = 3;
int main(void)
{
	vx_printf("%g\n", x * 0.5f);
	return 0;
}
END
  [ "$(RISCV_CLANG=no "$WW" run -s isa.f=f half.c)" = 1.5 ]
  [ "$(RISCV_CLANG=no "$WW" run -s isa.f=f -s isa.m=false -s isa.zba=true half.c)" = 1.5 ]
  "$cc" -march=rv32imf -S -o half.s half.c
  grep -q 'flw' half.s
  grep -q 'fmul\.s.*fa' half.s
}

@test "what is compiled for registers f is refused by other cores" {
  printf 'int main(void) { return 0; }\n' > none.c
  "$cc" -march=rv32imf -o none.elf none.c
  iss none.elf
  for f in none zfinx; do
    run "$WW" iss -s isa.f=$f none.elf
    [ "$status" -eq 3 ]
    [[ $output == *"none.elf: error: compiled for F, which this core lacks: set isa.f = f, or compile it with "* ]]
  done
  "$cc" -o none.elf none.c
  iss none.elf
}

# bats test_tags=full
@test "the kernel suite computes what it should" {
  "$WW_SRCDIR/tests/sw/suite-run.sh" iss 4x4,isa.f=f
  "$WW_SRCDIR/tests/sw/suite-run.sh" --sizes default iss 2x32,isa.f=f
}

@test "vx_math.h: the core computes what this machine does, to the last bit, in threads apart" {
  check=$WW_SRCDIR/tests/sw/math_check.c
  ${CC:-cc} -std=gnu11 -O1 -ffp-contract=off -Wall -Wextra -I"$WW_SRCDIR/sw/include" -o host "$check" -lm
  ./host > want
  for flags in "-march=rv32imf -O2" "-march=rv32imf -Os" "-march=rv32if_zbb -O3"; do
    "$cc" $flags -ffp-contract=off -Wall -Wextra -Werror -o check.elf "$check"
    iss -s core.threads=8 -s isa.zbb=true check.elf > got
    diff want got
  done
}

@test "a float that is passed as a double keeps its value, subnormal or not" {
  cat > pass.c <<'END'
#include "warpwright.h"
static volatile float x[] = { 1.5f, -0.0f, 1e-40f, 3.4e38f, -7.25e-3f };
int main(void)
{
	for (int i = 0; i < 5; i++)
		vx_printf("%g ", x[i]);
	return 0;
}
END
  "$cc" -march=rv32imf -o pass.elf pass.c
  [ "$(iss pass.elf)" = "1.5 -0 9.99995e-41 3.4e+38 -0.00725 " ]
}

@test "software warps keep their registers f, at barriers and when they are preempted" {
  cat > keep.c <<'END'
#include "warpwright.h"

enum { WARPS = 12, LANES = 32, STEPS = 40, NUMBERS = 20 };

static volatile float sums[WARPS][LANES], seed[NUMBERS];
static volatile uint32_t turn;

/* More numbers than registers that a call may change. */
static void kernel(uint32_t tid, uint32_t wid)
{
	float a[NUMBERS], sum = 0;

#pragma GCC unroll 20
	for (int i = 0; i < NUMBERS; i++)
		a[i] = seed[i] + (float)(tid + 3 * wid);
	for (int n = 0; n < STEPS; n++) {
#pragma GCC unroll 20
		for (int i = 0; i < NUMBERS; i++)
			a[i] += 1.0f;
		if (n % 8 == 0)
			vx_barrier(0, WARPS);
	}
	while (turn != wid)
		for (int i = 0; i < 3; i++)
			sum += 0.0f;
#pragma GCC unroll 20
	for (int i = 0; i < NUMBERS; i++)
		sum += a[i];
	sums[wid][tid] = sum;
	ww_fence();
	__if(tid == 0) {
		turn = wid - 1;
	} __endif
}

int main(void)
{
	uint32_t threads = ww_num_threads(), wrong = 0;

	for (int i = 0; i < NUMBERS; i++)
		seed[i] = (float)i;
	turn = WARPS - 1;
	if (!vx_preempt(6000))
		return 99;
	vx_spawnWarps(WARPS, threads, kernel, NULL);
	vx_preempt(0);
	for (uint32_t wid = 0; wid < WARPS; wid++)
		for (uint32_t tid = 0; tid < threads; tid++)
			wrong += sums[wid][tid] !=
				 (float)(190 + NUMBERS * (STEPS + tid + 3 * wid));
	return (int)wrong;
}
END
  for flags in "-march=rv32imf -O2" "-march=rv32if -O1"; do
    "$cc" $flags -Wall -Werror -o keep.elf keep.c
    iss -s core.timer=true keep.elf
    "$WW" cosim -s isa.f=f -s core.timer=true keep.elf
  done
}
