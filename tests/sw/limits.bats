#!/usr/bin/env bats
# limits.bats - what is said when a program meets a limit, on the golden model and in lockstep
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

# both STATUS ARGUMENTS...: run on the golden model and, if verilator is there, on the RTL; what they
# say is in NAME.out, their results are in NAME.json.
both() {
  local want=$1 on
  shift
  where=iss
  [ "${VERILATOR:-no}" = no ] || where="iss verilator"
  for on in $where; do
    run "$WW" run --strict -s core.warps=2 -s core.threads=2 --on $on --json $on.json "$@"
    echo "$output" | tee $on.out
    [ "$status" -eq "$want" ]
  done
}

# said TEXT: by each of them
said() {
  local on
  for on in $where; do
    grep -qF -- "$1" $on.out || { echo "$on does not say: $1"; return 1; }
  done
}

# result PATTERN: in the result of each
result() {
  local on
  for on in $where; do
    grep -q -- "$1" $on.json || { echo "$on.json has no: $1"; return 1; }
  done
}

# A thread that needs DEPTH times 64 bytes or more.
deep() {
  cat > deep.c <<'END'
#include "warpwright.h"

static __attribute__((noinline)) uint32_t deep(volatile uint32_t *up, uint32_t n)
{
	volatile uint32_t local[12];

	local[0] = *up + 1;
	return n ? deep(local, n - 1) + local[0] - *up : local[0];
}

static void kernel(uint32_t tid, uint32_t wid)
{
	volatile uint32_t zero = 0;

	__if((tid == 1) & (wid == 1)) {
		deep(&zero, DEPTH);
	} __endif
}

int main(void)
{
	vx_spawnWarps(3, 2, kernel, NULL);
	return 0;
}
END
}

@test "a stack of a thread of ww_spawn overflows" {
  cat > spawned.c << 'END'
#include "warpwright.h"

static volatile int sum;

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	volatile int a[WORDS];

	for (int i = 0; i < WORDS; i++)
		a[i] = i;
	sum = a[tid + wid];
	(void)arg;
}

int main(void)
{
	ww_spawn(4, 4, kernel, NULL);
	return 0;
}
END
  both 0 -DWORDS=900 spawned.c
  both 1 -DWORDS=3000 spawned.c
  said "stack overflow: warp "
  said "below its stack of 4096, at 0x"
  said "<kernel+0x"
}

@test "a stack that overflows: the thread, the function, and what helps" {
  deep
  both 0 -DDEPTH=10 deep.c
  both 1 -DDEPTH=100 deep.c
  said "stack overflow: warp "
  said ", thread 1 goes "
  said "bytes below its stack of 4096, at 0x"
  said "<deep"
  said "-Wl,--defsym=__stack_shift=13"
  result '"kind": "stack-overflow", "core": 0, "warp": [01], "thread": 1'
  both 0 -DDEPTH=100 -Wl,--defsym=__stack_shift=13 deep.c
}

@test "a kernel that traps: warp, function, instruction, cause" {
  cat > trap.c <<'END'
#include "warpwright.h"

static uint32_t word;

static __attribute__((noinline)) void poke(uint32_t *at) { *(volatile uint32_t *)at = 1; }

static void kernel(uint32_t tid, uint32_t wid)
{
	poke(wid == 1 ? (uint32_t *)0x10 : &word);
	(void)tid;
}

int main(void)
{
	vx_spawnWarps(2, 1, kernel, NULL);
	return 0;
}
END
  both 1 trap.c
  said "store access fault"
  said "warp 1"
  said "<poke"
  said " trap.c:5"
  said "sw x"
  said "0x00000010"
}

@test "lines are those that addr2line finds" {
  tool=${RISCV_CC%gcc}addr2line
  command -v "$tool" > /dev/null || skip "no $tool"
  "$WW_BUILDDIR/sw/ww-cc" -g -o k.elf "$WW_SRCDIR/sw/kernels/divergence.c"
  "$WW" iss --strict --trace trace.txt k.elf > /dev/null
  awk '{ print $2 }' trace.txt | sort -u > pcs
  "$tool" -e k.elf < pcs | sed 's/ (discriminator.*//; s/.*\///' | grep -v '^??' | sort -u > theirs
  [ "$(wc -l < theirs)" -gt 20 ]
  n=0
  while read -r pc && [ $n -lt 25 ]; do
    want=$("$tool" -e k.elf "$pc" | sed 's/ (discriminator.*//; s/.*\///')
    case $want in *'?'*) continue ;; esac
    # Up to the first time that it is there.
    at=$(grep -n -m1 "^[0-9]* $pc " trace.txt | cut -d: -f1)
    [ "$at" -gt 1 ] || continue
    run "$WW" iss --max-instructions $((at - 1)) k.elf
    echo "$pc $want"
    [[ $output == *"0x$pc "*"> $want"* ]]
    n=$((n + 1))
  done < <(awk 'NR % 7 == 0' pcs)
  [ $n -gt 10 ]
}

@test "a kernel without end: where each warp is" {
  cat > endless.c <<'END'
#include "warpwright.h"

static volatile uint32_t flag;

static __attribute__((noinline)) void wait_for_flag(void)
{
	while (!flag)
		;
}

static void kernel(uint32_t tid, uint32_t wid)
{
	if (wid == 1)
		wait_for_flag();
	else
		ww_bar(3, 2);
	(void)tid;
}

int main(void)
{
	vx_spawnWarps(2, 1, kernel, NULL);
	return 0;
}
END
  both 1 --max-cycles 20000 endless.c
  said "warp 1"
  said "<wait_for_flag"
  said " endless.c:7"
  said "warp 0"
  said "waits at barrier 3"
  result '"warps": '
  [[ $where == iss ]] || grep -q 'waits at barrier 3, its next pc is ' verilator.json
  result "wait_for_flag"
}

@test "hardware warps that wait for others for ever: a deadlock, at once" {
  cat > stuck.c <<'END'
#include "warpwright.h"

static void kernel(uint32_t tid, uint32_t wid)
{
	ww_bar(wid, 2);
	(void)tid;
}

int main(void)
{
	vx_spawnWarps(2, 1, kernel, NULL);
	return 0;
}
END
  both 1 stuck.c
  said "deadlock: every active warp waits at a barrier"
  said "barrier 0"
  said "barrier 1"
  said "<"
  result '"kind": "deadlock"'
}

@test "a recursion that is too deep for the IPDOM stack: cause 28" {
  cat > nest.c <<'END'
#include "warpwright.h"

static __attribute__((noinline)) void nest(uint32_t tid, uint32_t n)
{
	__if(n != 0) {
		nest(tid, n - 1);
	} __endif
}

static void kernel(uint32_t tid, uint32_t wid)
{
	nest(tid, 100);
	(void)wid;
}

int main(void)
{
	vx_spawnWarps(1, 2, kernel, NULL);
	return 0;
}
END
  both 1 nest.c
  said "(cause 28"
  said "<nest"
}

@test "a program that leaves no room for stacks does not link" {
  cat > big.c <<'END'
char big[(16 << 20) - 10000];
int main(void) { return big[5]; }
END
  both 3 big.c
  said "the program reaches into the stacks"
}
