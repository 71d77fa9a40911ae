#!/usr/bin/env bats
# gdb.bats - sessions of GDB with the golden model and with a core: --gdb of iss, run and cosim
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

setup() {
  command -v gdb-multiarch > /dev/null || skip "no gdb-multiarch"
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  work=$(mktemp -d "$WW_BUILDDIR/gdb-XXXXXX")
  cd "$work"
}

page=$WW_SRCDIR/doc/gdb.md

# scale.c and the commands of the page.
compile() {
  awk -f "$WW_SRCDIR/tests/sw/pages.awk" "$page" > /dev/null
  "$WW_BUILDDIR/sw/ww-cc" -g -Og -o scale.elf scale.c
}

# Runs GDB with the commands in the file COMMANDS on "${on:-iss} OPTION..."; what it prints is $output.
session() { # COMMANDS [OPTION]... PROG.elf
  local commands=$1
  shift
  expect 0 timeout 300 gdb-multiarch -nx -q -batch -l 300 -ex "target remote | $WW ${on:-iss} --gdb - $*" \
    -x "$commands" "${*: -1}"
}

@test "the session of the page prints what the page shows" {
  compile
  session session scale.elf
  number=0
  while read -r line; do
    [ "$line" = ... ] || { said "$line"; number=$((number + 1)); }
  done < <(sed -n '/^```text/,/^```/p;/^`--gdb 0/q' "$page" | grep -v '^[`]')
  [ "$number" -gt 8 ]
}

@test "steps, threads, CSRs, watchpoints for reads, writes of memory and registers, monitor" {
  compile
  cat > commands <<'END'
break scale.c:11
continue
next
thread 3
print $thread_id
set var $a0 = 77
print $a0
thread 2
print $a0 == 77
monitor warps
monitor stacks
monitor counters
delete
rwatch x[4]
continue
delete
break scale.c:24
continue
set var sum = 0
set var x[5] = 15
print sum
stepi 7
delete
continue
END
  session commands scale.elf
  said '$1 = 2'
  said '$2 = 77'
  said '$3 = 0'
  said "core 0 warp 0  pc 8"
  said "all stacks are empty"
  said "core 0  warp instructions "
  said "hit Hardware read watchpoint 2: x[4]"
  said '$4 = 0'
  said "exited normally"
}

@test "a stop changes nothing: the trace is that of a run without GDB" {
  compile
  printf '%s\n' 'break scale.c:11' commands silent stepi next continue end \
    'watch x[3]' commands silent continue end continue > commands
  for shape in gpu.cores=2 core.threads=2; do
    expect 0 "$WW" iss -s $shape --trace want scale.elf
    session commands -s $shape --trace have scale.elf
    cmp want have
  done
}

@test "a port: 0 is any; what is no port, and what cannot go with GDB, is refused" {
  compile
  for where in x 65536 -1 ""; do
    expect 2 "$WW" iss --gdb="$where" scale.elf
    said "--gdb '$where': expected a port, at most 65535, or -"
  done
  expect 2 "$WW" iss --gdb - --json - scale.elf
  said "--gdb and --json cannot both go to stdout ('-')"
  expect 2 "$WW" iss --gdb 0 --max-seconds 3 scale.elf
  said "--max-seconds is not for --gdb"
  expect 2 "$WW" cosim --gdb 0 --no-check scale.elf
  said "--gdb needs the golden model"
  "$WW" iss --gdb 0 scale.elf 2> log &
  for i in $(seq 100); do grep -q remote log && break; sleep 0.1; done
  expect 0 timeout 60 gdb-multiarch -nx -q -batch -ex "$(sed -n 's/^gdb: //p' log)" -ex "break main" -ex continue \
    -ex detach scale.elf
  said "Breakpoint 1, main ()"
  wait $!
  grep -q "^pass: exit code 0" log
}

@test "run --keep has the program for GDB; the console and results of a launch come through" {
  awk -f "$WW_SRCDIR/tests/sw/pages.awk" "$page" > /dev/null
  cat > commands <<'END'
file copy.elf
break copy.c:7
continue
info threads
print $block_x
delete
continue
END
  expect 0 timeout 60 gdb-multiarch -nx -q -l 60 -batch -ex "target remote | $WW run --gdb - --keep copy.elf \
    --grid 2 --block 3 --arg 1,2,3,4,5,6 --arg count=6,print copy.c" -x commands
  said "block 1,0,0 thread 2"
  said "y: 1 2 3 4 5 6"
}

@test "traps, deadlocks, stack overflows and errors of --check stop the run and are explained" {
  cat > bad.c <<'END'
#include <vx.h>
#include <warpwright.h>
int a[4];
static int deep(volatile int *p) { volatile int b[64]; b[0] = *p; return deep(b) + b[0]; }
static void spawned(uint32_t tid, uint32_t wid) { volatile int x = (int)(tid + wid); deep(&x); }
int main(void)
{
#if BUG == 1
	*(volatile int *)4 = 1;
#elif BUG == 2
	ww_bar(0, 2);
#elif BUG == 3
	vx_spawnWarps(1, 4, spawned, 0);
#elif BUG == 4
	*(volatile int *)(a + 4) = 1;
	a[1] = 2;
#endif
	return 0;
}
END
  for bug in 1:SIGSEGV 2:SIGABRT 3:SIGSEGV 4:SIGABRT; do
    "$WW_BUILDDIR/sw/ww-cc" --check -g -O0 -Wno-infinite-recursion -Wno-unused-function -DBUG=${bug%:*} -o bad.elf bad.c
    printf 'continue\nwhere 1\ncontinue\n' > commands
    check=$([ "$bug" = 4:SIGABRT ] && echo --check=memory) || :
    session commands $check bad.elf
    said "received signal ${bug#*:}"
    case $bug in
      2*) said "warpwright: deadlock: every active warp waits at a barrier" ;;
      3*) said "warpwright: the stack of this thread overflows" ;;
      4*) said "check: memory: write of 4 bytes outside its object"; said "exited normally" ;;
    esac
  done
}

@test "a step over a divergent branch stays with its thread, on both ways" {
  cat > odd.c <<'END'
#include <vx.h>
#include <warpwright.h>
int y[16];
static void odd(uint32_t tid, uint32_t wid)
{
	int n = 3 * (int)(wid * ww_num_threads() + tid);

	__if (n & 1) {
		n = n + 1;
	} __else {
		n = n - 1;
	} __endif
	y[wid * ww_num_threads() + tid] = n;
}
int main(void) { vx_spawnWarps(4, 4, odd, 0); return y[0] != -1 || y[1] != 4; }
END
  "$WW_BUILDDIR/sw/ww-cc" -g -Og -o odd.elf odd.c
  printf '%s\n' 'break odd.c:8' continue 'thread 2' next 'print n' 'monitor stacks' 'thread 1' next delete continue \
    > commands
  session commands odd.elf
  said "9			n = n + 1;"
  said "core 0 warp 0  entry 1  mask 5  else, continues at odd+0x"
  said "11			n = n - 1;"
  said "exited normally"
}

@test "steps back: to the write of a watched word, over many snapshots, and to the beginning" {
  compile
  session back scale.elf
  said "Old value = 21"
  said "New value = 7"
  said "in scale (tid=3, wid=1)"
  cat > long.c <<'END'
#include <vx.h>
volatile int total;
int bad;
int main(void)
{
	for (int i = 0; i < 150000; i++) {
		total += i & 3;
		if (i == 71828)
			bad = i;
		if (i == 140000)
			vx_printf("said once\n");
	}
	return 0;
}
END
  "$WW_BUILDDIR/sw/ww-cc" -g -Og -o long.elf long.c
  printf '%s\n' 'break 13' continue 'watch bad' reverse-continue 'print total' delete 'break 7' continue \
    'print total' 'reverse-continue 2' 'print total' delete 'reverse-stepi 3' 'stepi 3' 'print total' \
    'set var total = 0' reverse-stepi reverse-continue continue > commands
  session commands long.elf
  said '$1 = 107742'
  said '$2 = 107742'
  said '$3 = 107739'
  said '$4 = 107739'
  said "No more reverse-execution history."
  said "exited normally"
  [ "$(grep -c "said once" <<< "$output")" -eq 1 ]
}

@test "cosim: a session on the core stops at instructions and cycles, goes back, and changes no cycle" {
  need_verilator
  compile
  expect 0 "$WW" cosim scale.elf
  want=$(grep -o '[0-9]* cycles' <<< "$output")
  printf '%s\n' 'break scale.c:13' continue 'print wid == $warp_id' 'monitor cycle' 'monitor waits' > commands
  on=cosim session commands scale.elf
  said '$1 = 1'
  said "core 0 warp 0  "
  printf '%s\n' 'break main' continue 'monitor until 5000' delete continue 'monitor cycle' stepi reverse-stepi \
    'monitor cycle' 'watch sum' continue continue reverse-continue 'print sum' delete continue > commands
  on=cosim session commands scale.elf
  [ "$(grep -c '^cycle 50' <<< "$output")" -eq 2 ]
  said "New value = 3"
  said '$1 = 3'
  said "$want"
  said "exited normally"
  printf '%s\n' continue continue > commands
  on=cosim session commands --max-cycles 900 scale.elf
  said "received signal SIGXCPU"
  on=cosim expect 1 timeout 60 gdb-multiarch -nx -q -batch -l 300 -ex "target remote | $WW cosim --gdb - scale.elf" \
    -ex 'monitor until 9' -ex 'set var sum = 1' -ex kill -ex 'quit 1' scale.elf
  said "Cannot access memory"
  said "killed"
}

@test "an OpenCL kernel: its name, lines, arguments and variables" {
  cat > scale.cl <<'END'
__kernel void scale(__global int *x, int n)
{
	int i = get_global_id(0), sum = 0;

	for (int k = 0; k < n; k++) {
		sum += x[i] * k;
		if (sum > 100)
			sum -= x[k & 3];
	}
	x[i] = sum;
}
END
  printf '%s\n' 'file scale.elf' 'break scale.cl:6' continue 'thread 3' 'print *x@4' 'print n' 'print k' delete \
    'break scale' 'info breakpoints' delete continue > commands
  expect 0 timeout 60 gdb-multiarch -nx -q -l 60 -batch -ex "target remote | $WW run --gdb - --keep scale.elf -g \
    --kernel scale --global 8 --arg 1,2,3,4,5,6,7,8,print --arg 5 scale.cl" -x commands
  said '$1 = {1, 2, 3, 4}'
  said '$2 = 5'
  said '$3 = 0'
  said "in scale at $PWD/scale.cl:"
  said "x: 10 20 30 40 50 60 70 80"
}
