#!/usr/bin/env bats
# ww-cc.bats - the compiler wrapper: options, errors, what it links
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
}

need_compiler() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

hello() {
  cat > hello.c <<'END'
#include "warpwright.h"
int main(void) { ww_puts("ok\n"); return 3; }
END
}

@test "--help names the options" {
  run "$cc" --help
  [ "$status" -eq 0 ]
  [[ $output == *--ram-size=BYTES* ]]
}

@test "no arguments: usage, status 2" {
  run "$cc"
  [ "$status" -eq 2 ]
  [[ $output == Usage:* ]]
}

@test "no -o: refused, and says so" {
  hello
  run "$cc" hello.c
  [ "$status" -eq 2 ]
  [[ $output == *"add -o PROG.elf"* ]]
}

@test "an -march that no core has is refused" {
  run "$cc" -march=rv64gc -o a.elf a.c
  [ "$status" -eq 2 ]
  [[ $output == *"rv64gc"*"rv32i or rv32im"* ]]
}

@test "an extension behind the base goes to the compiler, the runtime is the base's" {
  need_compiler
  echo 'int at[9]; int main(int i) { return at[i]; }' > t.c
  "$cc" -march=rv32im_zba_zicsr -o t.elf t.c
  "$cc" -o plain.elf t.c
  objdump=${RISCV_CC%gcc}objdump
  "$objdump" -d t.elf | grep -qw sh2add
  ! "$objdump" -d plain.elf | grep -w sh2add
  run -1 "$cc" -march=rv32im_nonsense -o t.elf t.c
  [[ $output == *"nonsense"* ]]
}

@test "a program from stdin, and -x before it" {
  need_compiler
  echo 'int main(void) { return 7; }' | "$cc" -o t.elf -x c -
  run "$WW" iss t.elf
  [[ $output == *"exit code 7"* ]]
}

@test "--core-threads: stacks for these alone" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  echo 'int main(void) { return 0; }' > t.c
  "$cc" --ram-size=0x2000 --core-threads=2 -o t.elf t.c
  nm=${RISCV_CC%gcc}nm
  [ "$("$nm" t.elf | sed -n 's/ A __stack_threads$//p')" = 00000002 ]
  [ "$("$nm" t.elf | sed -n 's/ A __stack_shift$//p')" = 0000000a ]
  run "$cc" --core-threads=0 -o t.elf t.c
  [ "$status" -eq 2 ]
  [ "$output" = "ww-cc: error: --core-threads=0: a core has 1 to 1024 threads, 16 cores 16384" ]
}

@test "--ram-size that is no number is refused" {
  run "$cc" --ram-size=16M -o a.elf a.c
  [ "$status" -eq 2 ]
  [[ $output == *"'16M' is not a number"* ]]
}

@test "heap, variables and stacks are outside constant memory" {
  echo '#include <vx.h>
    int v = 7;
    int main(void) { char *all = vx_try(0x600000); return !all + 2 * (vx_try(0x900000) != 0) + v - 7; }' > c.c
  "$cc" --const-base=0x80800000 --const-size=0x100000 -o c.elf c.c
  "$WW" iss -s mem.const_size=0x100000 c.elf
  run "$cc" --const-base=0x80f00000 --const-size=0x100000 -o c.elf c.c
  [[ $output == *"stacks are in constant memory"* ]]
  run "$cc" --const-base=0x80000000 --const-size=0x100000 -o c.elf c.c
  [[ $output == *"variables are in constant memory"* ]]
}

@test "a compiler that is not there: status 4" {
  RISCV_CC=/nowhere/gcc run "$cc" -o a.elf a.c
  [ "$status" -eq 4 ]
  [[ $output == *"not found"* ]]
}

@test "a syntax error is the compiler's: no program, status not 0" {
  need_compiler
  echo 'int main(void) { return }' > bad.c
  run "$cc" -o bad.elf bad.c
  [ "$status" -ne 0 ]
  [[ $output == *bad.c:1* ]]
  [ ! -e bad.elf ]
}

@test "hello compiles without warnings and runs" {
  need_compiler
  hello
  run "$cc" -Wall -Wextra -o hello.elf hello.c
  [ "$status" -eq 0 ]
  [ -z "$output" ]
  run "$WW" iss hello.elf
  [ "$status" -eq 1 ]
  [ "${lines[0]}" = ok ]
}

@test "rv32i: no M instruction in a program that divides" {
  need_compiler
  cat > div.c <<'END'
#include "warpwright.h"
int main(void)
{
	volatile uint32_t a = 1000, b = 7;
	ww_print_uint(a / b * b + a % b);
	return 0;
}
END
  "$cc" -march=rv32i -o div.elf div.c
  run "$WW" iss -s isa.m=false div.elf
  [ "$status" -eq 0 ]
  [[ $output == 1000* ]]
}

@test "a small RAM: stacks shrink with it, program and stacks fit" {
  need_compiler
  hello
  "$cc" --ram-base=0x40000000 --ram-size=0x20000 -o hello.elf hello.c
  run "$WW" iss -s mem.ram_base=0x40000000 -s mem.ram_size=0x20000 \
    -s core.reset_pc=0x40000000 hello.elf
  [ "${lines[0]}" = ok ]
}

@test "a program that reaches into the stacks is refused by the linker" {
  need_compiler
  cat > big.c <<'END'
char big[16 << 20];
int main(void) { return big[5]; }
END
  run "$cc" -o big.elf big.c
  [ "$status" -ne 0 ]
  [[ $output == *"raise __ram_size"* ]]
}

@test "several files, C++ style comments, -D and -I are passed on" {
  need_compiler
  mkdir inc
  echo '#define ANSWER 42' > inc/answer.h
  printf '#include "answer.h" // here\nint answer(void) { return ANSWER + MORE; }\n' > a.c
  printf 'int answer(void);\nint main(void) { return answer() != 43; }\n' > b.c
  "$cc" -Iinc -DMORE=1 -o ab.elf a.c b.c
  run "$WW" iss ab.elf
  [ "$status" -eq 0 ]
}

@test "memcpy and friends are there when the compiler calls them" {
  need_compiler
  cat > mem.c <<'END'
#include "warpwright.h"
struct big { char bytes[400]; };
volatile int n = 100;
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
int main(void)
{
	static struct big a, b;
	for (int i = 0; i < 400; i++)
		a.bytes[i] = (char)(i * 7);
	b = a;
	if (memcmp(&a, &b, sizeof a) != 0)
		return 1;
	memmove(b.bytes + 1, b.bytes, (size_t)n);
	memmove(a.bytes, a.bytes + 1, (size_t)n);
	for (int i = 0; i < n; i++)
		if (b.bytes[i + 1] != (char)(i * 7) ||
		    a.bytes[i] != (char)((i + 1) * 7))
			return 2;
	if (memset(b.bytes + 1, 0x15A, (size_t)n) != b.bytes + 1)
		return 4;
	for (int i = 1; i <= n; i++)
		if (b.bytes[i] != 0x5A)
			return 5;
	if (b.bytes[0] != 0 || b.bytes[n + 1] != (char)((n + 1) * 7))
		return 6;
	return memcmp(a.bytes, b.bytes, 4) > 0 ? 0 : 3;
}
END
  for level in -O0 -O1 -O2 -O3; do
    "$cc" $level -o mem.elf mem.c
    run "$WW" iss --max-instructions 1000000 mem.elf
    [ "$status" -eq 0 ]
  done
}

# places ELF: name and address modulo 64 of what has 64 bytes and more.
places() {
  riscv64-unknown-elf-nm -S "$1" | awk 'NF == 4 && $3 ~ /[bBdDrR]/ && $2 >= "00000040" && $4 ~ /^(mine|theirs)/ {
    print $4, substr($1, 7) }'
}

@test "arrays of a cache line begin one where there is room, in objects too" {
  need_compiler
  cat > mine.c <<'END'
#include "warpwright.h"
static uint8_t small_[3], mine_zero[100];
static uint32_t other_, mine_full[17] = { 1 };
static const uint32_t mine_constant[16] = { 2 };
extern uint32_t theirs_full[20];
int main(void)
{
	volatile uint32_t i = 0;

	small_[i] = 1;
	mine_zero[i] = (uint8_t)mine_constant[i];
	other_ += i + small_[i];
	return (int)(mine_zero[i] + mine_full[i] + theirs_full[i] + other_);
}
END
  echo 'unsigned theirs_full[20] = { 3 }; char theirs_zero[64]; int small;' > theirs.c
  "$cc" --object -c -o theirs.o theirs.c
  cp theirs.o before.o
  "$cc" -Wl,--no-gc-sections -o a.elf mine.c theirs.o
  cmp before.o theirs.o
  places a.elf | tee all
  [ "$(wc -l < all)" -eq 5 ]
  ! grep -v -E ' (00|40|80|c0)$' all
  run "$WW" iss a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"exit code 7"* ]]
  # 32 KiB: none is moved.
  "$cc" --ram-size=0x8000 --core-threads=4 -Wl,--no-gc-sections -o b.elf mine.c theirs.o
  places b.elf | tee all
  grep -v -E ' (00|40|80|c0)$' all
}

@test "the headers of C: what they have, in any order, and that there is no malloc" {
  need_compiler
  cat > c.c <<'END'
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int in[8], out[8];

static void kernel(uint32_t tid, uint32_t wid)
{
	(void)wid;
	out[tid] = abs(in[tid]);
	assert(out[tid] >= 0);
}

int main(void)
{
	int copy[8];
	char word[8];

	strcat(strcpy(word, "abc"), "ba");
	if (strlen(word) != 5 || strcmp(word, "abcba") || strrchr(word, 'b') - strchr(word, 'b') != 2 ||
	    strncmp(strncpy(word, "ab", 8), "abc", 2) || word[7])
		exit(EXIT_FAILURE);
	for (int i = 0; i < 8; i++)
		in[i] = i - 4;
	vx_spawnWarps(1, 8, kernel, NULL);
	memcpy(copy, out, sizeof copy);
	memset(in, 0, sizeof in);
	if (memcmp(copy, out, sizeof out) || in[7] || labs(-3L) != 3)
		exit(EXIT_FAILURE);
	printf("%d %d\n", copy[0], copy[7]);
	puts("done");
	putchar('x');
	putchar('\n');
	exit(3);
}
END
  for plain in "" --plain; do
    [ -z "$plain" ] || [ -x "$WW_BUILDDIR/clc/ww-clc" ] || continue
    "$cc" $plain -Wall -Wextra -Werror -o c.elf c.c
    run "$WW" iss --strict c.elf
    [ "$status" -eq 1 ]
    [[ $output == $'4 3\ndone\nx\n'*"exit code 3"* ]]
  done
  printf '#define NDEBUG\n#include <assert.h>\nint main(void) { assert(0); return 0; }\n' > n.c
  "$cc" -Wall -Werror -o n.elf n.c
  "$WW" iss n.elf
  for call in "malloc(4)" "calloc(1, 4)" "realloc(0, 4)"; do
    printf '#include <stdlib.h>\nint main(void) { return %s != 0; }\n' "$call" > m.c
    run "$cc" -o m.elf m.c
    [ "$status" -ne 0 ]
    [[ $output == *"there is no malloc: vx_malloc of vx.h"* ]]
  done
  printf '#include <math.h>\nint main(void) { volatile float x = 4; return (int)sqrtf(x) != 2; }\n' > f.c
  "$cc" -march=rv32imf -o f.elf f.c
  "$WW" iss -s isa.f=f f.elf
  run "$cc" -o f.elf f.c
  [ "$status" -ne 0 ]
  [[ $output == *"needs isa.f = f"* ]]
}

@test "loops are unrolled at -O2 and -O3 where RAM is large" {
  for flags in "" -O3 -O2; do
    [[ $("$cc" $flags --print-flags) == *-funroll-loops* ]]
  done
  [[ $("$cc" --print-flags) == *max-unroll-times=8* ]]
  [[ $("$cc" --ram-size=0x10000 --print-flags) == *max-unroll-times=4* ]]
  for flags in -Os -O1 -O0 -Og --ram-size=32768 -march=rv32im_zfinx --bare --warp-threads=16; do
    [[ $("$cc" $flags --print-flags) != *-funroll-loops* ]]
  done
  # A wide warp pays for registers on its stacks, unless these are in local memory.
  [[ $("$cc" --warp-threads=8 --print-flags) == *-funroll-loops* ]]
  [[ $("$cc" --warp-threads=32 --local-size=512 --core-threads=128 --print-flags) == *-funroll-loops* ]]
  run "$cc" --warp-threads=33 --print-flags
  [ "$status" -eq 2 ]
  [ "$output" = "ww-cc: error: --warp-threads=33: a warp has 1 to 32 threads" ]
  run -2 "$cc" --cores=17 --print-flags
  [ "$output" = "ww-cc: error: --cores=17: there are 1 to 16 cores" ]
}
