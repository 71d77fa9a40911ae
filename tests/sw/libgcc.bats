#!/usr/bin/env bats
# libgcc.bats - no thread runs what branches on data in a library; integers are right without it
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  nm=$("$RISCV_CC" -print-prog-name=nm)
  objdump=$("$RISCV_CC" -print-prog-name=objdump)
}

libgcc() { # MARCH
  "$RISCV_CC" -march="$1" -mabi=ilp32 -print-libgcc-file-name
}

floats() {
  cat > floats.c <<'END'
#include "warpwright.h"

static float x[16];

static void kernel(uint32_t tid, uint32_t wid)
{
	(void)wid;
	x[tid] = tid * 1.5f + 0.25f;
}

int main(void)
{
	vx_spawnWarps(1, 16, kernel, NULL);
	return x[3] != 4.75f;
}
END
}

means() { # what one thread may do
  cat > means.c <<'END'
#include "warpwright.h"

int main(void)
{
	volatile int n = 7;
	float mean = n * 1.5f;

	vx_printf("%d\n", (int)(mean * 100));
	return 0;
}
END
}

@test "integers: 64 threads with unlike operands compute what this machine computes" {
  ${CC:-cc} -DHOST -o host "$WW_SRCDIR/tests/sw/integer.c"
  ./host > want
  [ "$(wc -l < want)" -eq 2688 ]
  for march in rv32im rv32i; do
    "$cc" -Wall -Wextra -march=$march -o integer.elf "$WW_SRCDIR/tests/sw/integer.c"
    for shape in 1x1 4x4 2x32; do
      "$WW" iss --strict -s isa.m=$([ $march = rv32i ] && echo false || echo true) \
        -s core.warps=${shape%x*} -s core.threads=${shape#*x} integer.elf > got
      diff want got
    done
  done
}

@test "integers: the compiler's operators go to the runtime, none to libgcc" {
  cat > ops.c <<'END'
#include "warpwright.h"

static volatile uint64_t a[2] = { 1ull << 40 | 77, 1ull << 33 | 9 };
static volatile int64_t b[2] = { -(1ll << 50), 12345678 };
static volatile uint32_t c[2] = { 123456, 789 };
static volatile int by = 37;

int main(void)
{
	return (a[0] / a[1] + a[0] % 1000 == 127 + 853) + (b[0] / b[1] == -91197899) * 2 +
		(b[0] % b[1] == -11512102) * 4 + (c[0] * c[1] / 7 % 11 == 1) * 8 +
		(a[0] * a[1] == 0x99A000002B5) * 16 +
		(a[0] << by == 0x9A000000000) * 32 + (__builtin_ctzll(a[0] >> 40) == 0) * 64;
}
END
  for march in rv32im rv32i; do
    for level in 0 1 2 3 s; do
      "$cc" -march=$march -O$level -o ops.elf ops.c
      [ "$("$nm" ops.elf | sed -n 's/ . __foreign_text.*//p' | uniq | wc -l)" -eq 1 ]
      run "$WW" iss -s isa.m=$([ $march = rv32i ] && echo false || echo true) ops.elf
      [[ $output == *"exit code 127,"* ]]
    done
  done
}

@test "floating point in a kernel does not link: the functions, the lines, the ways out" {
  floats
  run "$cc" -g -o floats.elf floats.c
  echo "$output"
  [ "$status" -eq 1 ]
  [ ! -e floats.elf ]
  for name in __floatunsisf __mulsf3 __addsf3; do
    grep -qx "floats.c:8: error: kernel calls $name" <<< "$output"
  done
  grep -qx "floats.c:14: error: main calls __eqsf2" <<< "$output"
  [[ $output == *"ww-cc: error: not for threads: "*"fixed point"*"--one-thread="* ]]
  run "$cc" -o floats.elf floats.c
  [ "$status" -eq 1 ]
  grep -qx "error: kernel calls __mulsf3 (-g names the line)" <<< "$output"
}

@test "run refuses it too, and runs nothing" {
  floats
  run "$WW" run floats.c
  echo "$output"
  [ "$status" -eq 3 ]
  [[ $output == *"floats.c:8: error: kernel calls __mulsf3"* ]]
  [[ $output != *"exit code"* ]]
}

@test "--one-thread: for those that are named, or all" {
  means
  run "$cc" -o means.elf means.c
  [ "$status" -eq 1 ]
  list=${output##*--one-thread=}
  [[ $list == *__mulsf3* ]]
  "$cc" "--one-thread=$list" -o means.elf means.c
  [ "$("$WW" iss means.elf)" = 1050 ]
  "$cc" --one-thread "$list" -o means.elf means.c
  "$cc" --one-thread=all -o means.elf means.c
  [ "$("$WW" run --one-thread=all means.c)" = 1050 ]
  [ "$("$WW" run means.c --one-thread "$list")" = 1050 ]
  run "$cc" --one-thread=__mulsf3 -o means.elf means.c
  [ "$status" -eq 1 ]
  [ ! -e means.elf ]
  [[ $output != *" calls __mulsf3"* ]]
  [[ $output == *" calls __floatsisf"* ]]
}

# The functions of an archive that branch, by their machine code: branches, and jumps to an
# address in a register other than that of a return. A place has several names.
branching() { # ARCHIVE
  {
    "$nm" --defined-only "$1" 2> /dev/null
    "$objdump" -d "$1"
  } | awk '
    /^[^ ]*\.o:/ { member = $1 }
    $2 == "T" { names[member $1] = names[member $1] " " $3 }
    /^[0-9a-f]+ <[^.].*>:$/ { place = member $1 }
    $1 ~ /^[0-9a-f]+:$/ && ($2 ~ /^[0-9a-f]*[6e]3$/ ||
      $2 ~ /^000[0-9a-f]+067$/ && $2 !~ /^000(08|28|30)067$/) && !done[place]++ { print names[place] }
  ' | tr ' ' '\n' | sort -u
}

@test "every function of libgcc is refused, if and only if it branches" {
  for march in rv32im rv32i; do
    "$nm" --defined-only "$(libgcc $march)" 2> /dev/null |
      awk '$2 == "T" && $3 !~ /^__hidden_/ { print $3 }' | sort -u > names
    [ "$(wc -l < names)" -gt 150 ]
    {
      echo '.data; .globl table; table:'
      sed 's/^/.word /' names
      echo '.text; .globl main; main: la a0, table; ret'
    } > all.S
    run "$cc" -march=$march -Wl,--unresolved-symbols=ignore-all,-u,table -o all.elf all.S
    [ "$status" -eq 1 ]
    tr , '\n' <<< "${output##*--one-thread=}" | sort > refused
    # What the runtime has is not taken from libgcc.
    "$nm" --defined-only "$WW_BUILDDIR/sw/lib/$march/libww.a" 2> /dev/null |
      awk '$2 == "T" { print $3 }' | sort -u > ours
    branching "$(libgcc $march)" > branching
    # Of several names of a place one is told.
    comm -12 names branching | comm -23 - ours > must
    comm -12 names refused | comm -13 must - > wrong
    [ ! -s wrong ]
    grep -v '^__\(gt\|lt\|ne\)[sdt]f2$' must | diff - <(comm -12 must refused)
    # A libgcc in which others do not branch is to be looked at.
    diff <(comm -23 names branching | grep -v '^_Unwind_\|register_frame\|^__riscv_\(save\|restore\)_') - <<'END'
__bswapdi2
__bswapsi2
__clear_cache
__enable_execute_stack
__negdf2
__negdi2
__negsf2
__negtf2
__paritydi2
__paritysi2
__popcountdi2
__popcountsi2
__udiv_w_sdiv
END
  done
}
