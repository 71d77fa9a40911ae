#!/usr/bin/env bats
# float.bats - floating point in C: the compiler that is chosen, what it makes, printf, vx_math.h
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

need_clang() {
  [ "${RISCV_CLANG:-no}" != no ] || skip "no clang that has Zfinx"
}

iss() { "$WW" iss --strict -s isa.f=zfinx "$@"; }

# half SUFFIX...: half.c, which multiplies by 0.5.
half() {
  cat > half.c <<'END'
#include "warpwright.h"
static volatile float x = 3;
int main(void)
{
	vx_printf("%g\n", x * 0.5f);
	return 0;
}
END
}

@test "flags: clang and its options for Zfinx, GCC and its own without" {
  run "$cc" -march=rv32im_zfinx --print-flags
  [[ $output == *"--target=riscv32-unknown-elf -march=rv32im_zfinx_zicsr_zifencei -mabi=ilp32 "* ]]
  [[ $output == *" -fconvergent-functions "*"/link.ld "* ]]
  run "$cc" -march=rv32i_zba_zicond_zfinx --print-flags
  [[ $output == *" -march=rv32i_zba_zfinx_zicond_zicsr_zifencei "* ]]
  run "$cc" -march=rv32im_zba_zicond --print-flags
  [[ $output == "-march=rv32im_zba_zicsr_zifencei -mabi=ilp32 -ffreestanding "* ]]
  [[ $output != *convergent* ]]
}

@test "run takes the compiler that the configuration needs, without a word about it" {
  need_clang
  half
  [ "$("$WW" run -s isa.f=zfinx half.c)" = 1.5 ]
  [ "$("$WW" run -s isa.f=zfinx -s isa.m=false -s isa.zba=true -s isa.zbb=true -s isa.zicond=true half.c)" = 1.5 ]
  run "$WW" run half.c
  [ "$status" -eq 3 ]
}

@test "no clang, or one that is too old: what to install; assembly does not need it" {
  half
  printf '#!/bin/sh\nexit 1\n' > old
  chmod +x old
  RISCV_CLANG=$PWD/old run "$cc" -march=rv32im_zfinx -o half.elf half.c
  [ "$status" -eq 4 ]
  [ "$output" = "ww-cc: error: RISCV_CLANG=$PWD/old is no clang that has Zfinx; Debian: apt-get install clang-19" ]
  RISCV_CLANG=/nowhere/clang run "$WW" run -s isa.f=zfinx half.c
  [ "$status" -eq 4 ]
  [[ $output == *"apt-get install clang-19"* ]]
  # Where none is in PATH either.
  sed "s/^  for clang in .*/  for clang in ; do/" "$cc" > alone
  chmod +x alone
  RISCV_CLANG=no run ./alone -march=rv32im_zfinx -o half.elf half.c
  [ "$status" -eq 4 ]
  [[ $output == "ww-cc: error: isa.f = zfinx takes a clang that has Zfinx to compile C (isa.f = f"*"install clang-19" ]]
  cat > add.S <<'END'
	.globl main
main:	li a1, 0x40000000
	fadd.s a0, a1, a1
	lui a1, 0x40800
	sub a0, a0, a1
	ret
END
  RISCV_CLANG=no "$cc" -march=rv32im_zfinx -o add.elf add.S
  iss add.elf
}

@test "without isa.f the message names it; with it, what needs double is refused" {
  cat > three.c <<'END'
#include "warpwright.h"
static double x[8];
static void kernel(uint32_t tid, uint32_t wid)
{
	x[tid] /= tid + wid + 1;
}
int main(void) { vx_spawnWarps(1, 8, kernel, NULL); return 0; }
END
  run "$cc" -g -o three.elf three.c
  [ "$status" -eq 1 ]
  [[ $output == *"three.c:5: error: kernel calls __divdf3"*"(isa.f = f, -march=rv32imf)"* ]]
  need_clang
  run "$cc" -g -march=rv32im_zfinx -o three.elf three.c
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"three.c:5: error: kernel calls __divdf3"*"float instead of double"* ]]
  [ ! -e three.elf ]
  printf '#include "vx_math.h"\nint main(void) { return 0; }\n' > m.c
  run "$cc" -o m.elf m.c
  [ "$status" -ne 0 ]
  [[ $output == *"vx_math.h needs isa.f = f, as in "* ]]
}

@test "builtins are instructions, no calls" {
  need_clang
  cat > b.c <<'END'
float f(float a, float b, float c)
{
	return __builtin_sqrtf(a) + __builtin_fabsf(b) + __builtin_fminf(a, b) * __builtin_fmaxf(b, c) +
		__builtin_copysignf(a, c) + __builtin_fmaf(a, b, c) + (float)(int)a + (float)(unsigned)b + a / b;
}
END
  "$cc" -march=rv32im_zfinx -S -o b.s b.c
  ! grep -E '\<(call|tail|b[a-z]+z?)\>' b.s
  for insn in fsqrt fmin fmax fsgnj fmadd fcvt.w fcvt.wu fcvt.s.w fdiv; do
    grep -q "$insn" b.s
  done
}

# bats test_tags=full
@test "the kernel suite, compiled by clang, computes what it should" {
  need_clang
  "$WW_SRCDIR/tests/sw/suite-run.sh" iss 4x4,isa.f=zfinx
  "$WW_SRCDIR/tests/sw/suite-run.sh" --sizes default iss 2x32,isa.f=zfinx \
    1x1,isa.f=zfinx,isa.zba=true,isa.zbb=true,isa.zicond=true
}

# clang_build: a build tree, in $PWD/tree, whose ww-cc takes clang; $PWD/tree/ww is the command
# warpwright for cores that run what it compiles.
clang_build() {
  mkdir -p tree/sw
  cat > tree/ww <<END
#!/bin/sh
command=\$1
shift
case \$command in iss | cosim | run) set -- -s isa.f=zfinx -s isa.vote=true -s isa.shfl=true "\$@" ;; esac
exec "$WW" "\$command" "\$@"
END
  chmod +x tree/ww
  for name in "$WW_BUILDDIR"/*; do
    [ "${name##*/}" = sw ] || ln -s "$name" tree
  done
  ln -s "$WW_BUILDDIR"/sw/* tree/sw
  rm tree/sw/ww-cc
  printf '#!/bin/sh\nexec "%s" "$@" -march=rv32im_zfinx_xvote_xshfl\n' "$cc" > tree/sw/ww-cc
  chmod +x tree/sw/ww-cc
}

@test "divergence: what GCC does, clang does too" {
  need_clang
  clang_build
  WW=$PWD/tree/ww WW_BUILDDIR=$PWD/tree "$BATS" --filter "^(${WW_FULL:+loops|a loop takes|threads|}votes)" \
    "$WW_SRCDIR/tests/sw/divergence.bats"
  [ -z "${WW_FULL-}" ] || WW=$PWD/tree/ww WW_BUILDDIR=$PWD/tree \
    "$BATS" --filter '^(votes|shuffles|doc/runtime)' "$WW_SRCDIR/tests/sw/vx.bats"
  for seed in 1 ${WW_FULL:+2 3 4}; do
    awk -v seed=$seed -f "$WW_SRCDIR/tests/sw/if-torture.awk" > torture.c
    for level in 2 ${WW_FULL:+0 1 3 s g}; do
      echo "seed $seed -O$level"
      tree/sw/ww-cc -O$level -o torture.elf torture.c
      iss -s isa.vote=true -s isa.shfl=true -s core.warps=2 -s core.threads=8 -s simt.stack=64 torture.elf
    done
  done
  for name in hello vecadd matmul divergence; do
    tree/sw/ww-cc -Wall -Wextra -o $name.elf "$WW_SRCDIR/sw/kernels/$name.c"
    iss -s isa.vote=true -s isa.shfl=true $name.elf > $name.txt
    cmp $name.txt "$WW_SRCDIR/tests/gold/$name.txt"
  done
}

@test "vx_printf: %f %e %g with all flags are what this machine prints" {
  need_clang
  ${CC:-cc} -DHOST -w -o host "$WW_SRCDIR/tests/sw/float_print.c"
  ./host > want
  [ "$(wc -l < want)" -gt 2400 ]
  for march in rv32im rv32i; do
    "$cc" -Wall -march=${march}_zfinx -o print.elf "$WW_SRCDIR/tests/sw/float_print.c"
    iss -s isa.m=$([ $march = rv32i ] && echo false || echo true) print.elf > got
    cmp want got
  done
}

@test "vx_printf: each thread prints its float; what does not suit does not compile" {
  need_clang
  cat > each.c <<'END'
#include "warpwright.h"
static void kernel(uint32_t tid, uint32_t wid)
{
	float x = (float)tid * 0.75f - 1.0f;
	__if(tid != 1) {
		vx_printf("%u: %+.2f %g|%-10.3e|%s\n", wid, x, x, x, "end");
	} __endif
}
int main(void) { vx_spawnWarps(1, 3, kernel, NULL); return 0; }
END
  "$cc" -Wall -Werror -march=rv32im_zfinx -o each.elf each.c
  [ "$(iss each.elf)" = "0: -1.00 -1|-1.000e+00|end
0: +0.50 0.5|5.000e-01 |end" ]
  while IFS='|' read -r args message; do
    printf '#include "warpwright.h"\nint main(void)\n{\n\tvx_printf(%s);\n\treturn 0;\n}\n' "$args" > bad.c
    run "$cc" -march=rv32im_zfinx -o bad.elf bad.c
    echo "$args: $output"
    [ "$status" -ne 0 ]
    [[ $output == *"bad.c:4:"*"error: call to '$message' declared"* ]]
  done <<'END'
"%f", 3|vx_unsuited_
"%d", 1.5f|vx_unsuited_
"%.2d", 1|vx_no_such_conversion_
"%+u", 1|vx_no_such_conversion_
"%llf", 1.0|vx_no_such_conversion_
"%a", 1.0|vx_no_such_conversion_
"%e", (long double)1|vx_unsuited_
"%f"|vx_no_argument_
"%g\n", 1.0, 2.0|vx_too_many_
END
}

@test "a float becomes a double in all threads at once, exactly" {
  cat > extend.c <<'END'
#ifdef HOST
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define vx_printf printf
static uint64_t extend(uint32_t x)
{
	float f;
	double d;
	uint64_t bits;
	memcpy(&f, &x, 4);
	d = f;
	memcpy(&bits, &d, 8);
	return bits;
}
#else
#include "warpwright.h"
uint64_t __extendsfdf2(uint32_t x);
#define extend __extendsfdf2
#endif
static uint64_t sum[32];
static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t x = tid * 12345677u + wid;
	for (int i = 0; i < 5000; i++, x += 3488867u) {
		sum[tid] = (sum[tid] << 1 | sum[tid] >> 63) ^ extend(x);
		sum[tid] += extend(x & 0x807fffff);
		sum[tid] ^= extend(x | 0x7f800000);
	}
	sum[tid] ^= extend(0) + extend(0x80000000) + extend(0x7f800000) + extend(1);
}
int main(void)
{
#ifdef HOST
	for (uint32_t t = 0; t < 32; t++)
		kernel(t, 0);
#else
	vx_spawnWarps(1, 32, kernel, NULL);
#endif
	for (uint32_t t = 0; t < 32; t++)
		vx_printf("%llx\n", (unsigned long long)sum[t]);
	return 0;
}
END
  ${CC:-cc} -DHOST -o host extend.c
  ./host > want
  for march in rv32im rv32i; do
    "$cc" -march=$march -o extend.elf extend.c
    "$WW" iss --strict -s core.threads=8 -s isa.m=$([ $march = rv32i ] && echo false || echo true) \
      extend.elf > got
    diff want got
  done
}

@test "vx_math.h: no worse than it says" {
  ${CC:-cc} -std=gnu11 -O2 -ffp-contract=off -Wall -Wextra -I"$WW_SRCDIR/sw/include" -o ulp \
    "$WW_SRCDIR/tests/sw/math_ulp.c" -lm
  if [ -z "${WW_FULL:-}" ]; then ./ulp 10007; else ./ulp 211; fi
  # The same with products and sums fused, where this machine can.
  if grep -qw fma /proc/cpuinfo; then
    ${CC:-cc} -std=gnu11 -O2 -mfma -ffp-contract=fast -I"$WW_SRCDIR/sw/include" -o fused \
      "$WW_SRCDIR/tests/sw/math_ulp.c" -lm
    if [ -z "${WW_FULL:-}" ]; then ./fused 10007; else ./fused 211; fi
  fi
}

@test "vx_math.h: the core computes what this machine does, to the last bit, in threads apart" {
  need_clang
  check=$WW_SRCDIR/tests/sw/math_check.c
  ${CC:-cc} -std=gnu11 -O1 -ffp-contract=off -Wall -Wextra -I"$WW_SRCDIR/sw/include" -o host "$check" -lm
  ./host > want
  for flags in "-march=rv32im_zfinx -O2" "-march=rv32im_zfinx -Os" "-march=rv32im_zbb_zicond_zfinx -O3"; do
    "$cc" $flags -ffp-contract=off -Wall -Wextra -Werror -o check.elf "$check"
    iss -s core.threads=8 -s isa.zbb=true -s isa.zicond=true check.elf > got
    diff want got
  done
}

@test "doc/kernels.md: the example computes what is shown" {
  awk -f "$WW_SRCDIR/tests/sw/pages.awk" "$WW_SRCDIR/doc/kernels.md" > /dev/null
  sed -n '/run -s isa.f=f sine.c/,/^out/p' "$WW_SRCDIR/doc/kernels.md" | tail -n 1 > want
  "$WW" run -s isa.f=f sine.c | diff want -
  need_clang
  "$WW" run -s isa.f=zfinx sine.c | diff want -
}

@test "isa.f = f: GCC compiles for registers of floating point; printf, functions, the suite's kernels" {
  run "$cc" -march=rv32imf_zba --print-flags
  [[ $output == "-march=rv32imf_zba_zicsr_zifencei -mabi=ilp32f -ffreestanding "* ]]
  run "$cc" -march=rv32iaf --print-flags
  [[ $output == "-march=rv32iaf_zicsr_zifencei "* ]]
  half
  [ "$("$WW" run -s isa.f=f half.c)" = 1.5 ]
  [ "$("$WW" run -s isa.f=f -s isa.m=false -s isa.a=true -s isa.zbb=true half.c)" = 1.5 ]
  for kernel in saxpy_f sgemm blackscholes fft; do
    "$WW" run --strict -s isa.f=f -I"$WW_BUILDDIR/sw/kernels" "$WW_SRCDIR/sw/kernels/$kernel.c"
  done
}
