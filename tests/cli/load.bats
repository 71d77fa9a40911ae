#!/usr/bin/env bats
# load.bats - programs on simulated boards, over a pseudo-terminal
# SPDX-License-Identifier: Apache-2.0
#
# The boards' own top levels, compiled by Verilator; a bit of the serial line takes few cycles.

load ../cosim/command.bash

setup_file() { :; }
teardown_file() { :; }

setup() {
  work=$(mktemp -d "$WW_BUILDDIR/boards-XXXXXX")
  cd "$work"
}

teardown() {
  [ -z "${sim:-}" ] || kill "$sim" 2> /dev/null || true
  cd "$WW_BUILDDIR"
  rm -rf "$work"
}

need_sim() {
  need_verilator
  [ "${RISCV_CC:-no}" != no ] || skip "no riscv64-unknown-elf-gcc"
}

# board NAME [SIM OPTION]...: starts it, with the parameters in $core; $port is its terminal, $baud its rate.
board() {
  local name=$1 program bit n=0
  shift
  case $name in
    hx8k) baud=3000000 bit=10 ;;
    icebreaker) baud=1500000 bit=8 ;;
  esac
  # shellcheck disable=SC2086
  program=$("$WW_SRCDIR/tests/boards/build" "$name" "$baud" ${core:-})
  rm -f port
  "$program" --bit "$bit" "$@" > port 3>&- &
  sim=$!
  until [ -s port ]; do
    sleep 0.05
    n=$((n + 1))
    [ $n -lt 2000 ]
  done
  port=$(cat port)
}

small() { # NAME [GCC OPTION]...: a program of this folder, for the hx8k
  local name=$1
  shift
  "$WW_BUILDDIR/sw/ww-cc" --ram-size=0x2000 --core-threads=2 -o "$name.elf" "$@" \
    "$WW_SRCDIR/tests/boards/$name.c"
}

# A loaded machine may simulate as slowly as it likes.
on_board() { "$WW" load --port "$port" --baud "$baud" --patience 100 "$@"; }

# spinning [OPTION]...: starts a program that does not end, and waits for its first line.
spinning() {
  local n=0
  env --default-signal=INT "$WW" load --port "$port" --baud "$baud" --patience 100 "$@" spin.elf \
    > out 2>&1 3>&- &
  loader=$!
  until grep -q spinning out; do
    sleep 0.1
    n=$((n + 1))
    [ $n -lt 1000 ]
  done
}

settings() { stty -F "$port" -a; }

@test "a program is loaded, runs, and its results are read" {
  need_sim
  board hx8k
  small add
  before=$(settings)
  expect 0 on_board add.elf --dump z --dump z:6=half --json r.json
  said "sum 66496"
  said ": 00001000 00001008 0000100a 0000101e 0000100c 0000103c 00001006 00001062"
  said "pass: exit code 0, "
  [ "$(od -An -tx1 half)" = " 00 10 00 00 08 10" ]
  grep -q '"status": "pass"' r.json
  grep -q '"board": "hx8k"' r.json
  [ "$(settings)" = "$before" ]
  "$WW" iss -c hx8k add.elf > golden 2> err
  expect 0 on_board add.elf
  [ "$(on_board add.elf 2> err)" = "$(cat golden)" ]
}

@test "exit code, trap, time limit, Ctrl-C; the next program finds the board in order" {
  need_sim
  board hx8k
  small add -DFAIL=7
  small trap
  small spin
  before=$(settings)
  expect 1 on_board add.elf
  said "exit-code: exit code 7, "
  expect 1 on_board trap.elf --json -
  said "trap.elf: error: warp 0 trapped at 0x8000"
  said "<main+0x"
  said "load access fault (cause 5), tval 0x00123400"
  said '"kind": "trap", "warp": 0, "cause": 5'
  expect 1 on_board spin.elf --max-seconds 0.5
  said "max-seconds: stopped after"
  spinning
  kill -INT "$loader"
  wait "$loader" || true
  output=$(cat out)
  echo "$output"
  said "interrupted: stopped after"
  [ "$(settings)" = "$before" ]
  expect 1 on_board add.elf
  said "sum 66496"
}

@test "the console: every byte, also more than the board holds" {
  need_sim
  board hx8k
  small chatty
  on_board chatty.elf > out
  for i in 0 1 2 3 4 5 6 7 8 9 10 11; do
    for c in $(seq 0 255); do printf '%02x' $(((c + i) & 255)); done
  done > want
  [ "$(od -An -v -tx1 out | tr -d ' \n')" = "$(cat want)" ]
}

@test "the protocol, request by request" {
  need_sim
  board hx8k
  "$WW_BUILDDIR/tests/boards/wire" "$port" "$baud" > tap || { cat tap; return 1; }
  [ "$(grep -c '^ok ' tap)" -ge 25 ]
  "$WW_BUILDDIR/tests/lib/device" "serial:$port,baud=$baud,patience=100" none none > tap && return 1
  grep -q "the board's core has no registers of a host; make its bitstream with" tap
}

@test "a core with registers of a host: request by request, programs as launches of the whole core, a host" {
  need_sim
  core="-s gpu.dispatch=true -s gpu.host=axil -s core.warps=8 -s simt.stack=16 -s mem.ram_size=0x20000"
  local name shape="--ram-size=0x20000 --core-threads=16" lib="$WW_BUILDDIR/tests/lib/device"
  board hx8k
  "$WW_BUILDDIR/tests/boards/wire" "$port" "$baud" > tap || { cat tap; return 1; }
  [ "$(grep -c '^ok ' tap)" -ge 25 ]
  small trap $shape
  expect 1 on_board trap.elf --json -
  said "load access fault (cause 5), tval 0x00123400"
  small add $shape
  expect 0 on_board add.elf --dump z
  said "sum 66496"
  said "pass: the launch is complete, "
  small exit $shape
  expect 1 on_board exit.elf
  said "exit-code: exit code 7, "
  # libwarpwright's host program, on the board as a device.
  for name in here=0x80000000 elsewhere=0x80001000; do
    "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock $shape --base="${name#*=}" -o "${name%=*}.elf" \
      "$WW_SRCDIR/tests/lib/kernels.c"
  done
  "$lib" "serial:$port,baud=$baud,patience=100" here.elf elsewhere.elf > tap || { grep -A1 '^not' tap; return 1; }
  "$lib" "serial:$port,speed=9600" here.elf here.elf > tap && return 1
  grep -q "'speed=9600': a device of kind serial has the settings baud, patience" tap
  # A host of OpenCL.
  if [ "${HAVE_OPENCL-}" = yes ] && [ "${LLVM_CONFIG-no}" != no ] && command -v clang-19 > /dev/null; then
    OCL_ICD_VENDORS=$WW_BUILDDIR/cl/warpwright.icd WARPWRIGHT_CL_DEVICES="serial:$port,baud=$baud,patience=100" \
      "$WW_BUILDDIR/tests/cl/vecadd" > out
    grep '^1000 sums are right' out
  fi
  expect 3 "$WW_SRCDIR/fpga/boards/board" -n -s gpu.dispatch=true -o p hx8k
  said "nothing on the board makes launches"
}

@test "noise, lost and changed bytes: the program runs all the same" {
  need_sim
  small add
  for trouble in "--garbage 3000" "--lose 701" "--flip 499"; do
    echo "--- $trouble"
    # shellcheck disable=SC2086
    board hx8k $trouble
    expect 0 on_board add.elf --dump z:4
    said "sum 66496"
    said ": 00001000"
    case $trouble in --garbage*) ;; *) said "repeated" ;; esac
    kill "$sim"
  done
}

@test "no response, no port, no serial port: one error each" {
  need_sim
  board hx8k --mute
  small add
  expect 4 "$WW" load --port "$port" --baud "$baud" add.elf
  said "$port: error: the board does not respond at 3000000 baud; "
  [ "$(echo "$output" | wc -l)" -eq 1 ]
  expect 4 "$WW" load --port "$work/none" add.elf
  said "none: error: there is no such port; "
  expect 4 "$WW" load --port /dev/null add.elf
  said "/dev/null: error: no serial port"
  expect 2 "$WW" load add.elf
  said "--port PORT is missing"
  expect 2 "$WW" load --port "$port"
  said "PROG.elf is missing"
  expect 2 "$WW" load --port "$port" --baud 1234 add.elf
  said "'1234' is no rate of a port; there are 9600 "
  expect 2 "$WW" load --port "$port" --patience 0 add.elf
  said "'0' is no number of seconds above 0"
  expect 2 "$WW" load --port "$port" -c tiny add.elf
  said "no choosing one here"
}

@test "a port has one user" {
  need_sim
  board hx8k
  small spin
  spinning
  expect 4 on_board --info
  said "in use by another program"
  kill -INT "$loader"
  wait "$loader" || true
}

@test "programs that do not suit the board are refused" {
  need_sim
  board hx8k
  small add
  expect 3 on_board "$WW_BUILDDIR/sw/kernels/hello.elf"
  said "hello.elf: error: linked for 0x1000000 bytes of RAM at 0x80000000, there are 0x2000 at"
  said "compile it with --ram-base=0x80000000 --ram-size=0x2000"
  expect 3 on_board "$WW_BUILDDIR/sw/kernels/vecadd.elf"
  said "is outside RAM (0x80000000..0x80001fff)"
  [ "$(echo "$output" | wc -l)" -eq 1 ]
  expect 3 on_board missing.elf
  said "missing.elf: error: cannot open"
  make_elf entry.elf 0x80000004 0x00000013 "${zero[@]}"
  expect 3 on_board entry.elf
  said "its entry point is 0x80000004, and the board's core starts at 0x80000000"
  expect 3 on_board add.elf --dump zz
  said "there is no variable 'zz'"
  expect 3 on_board add.elf --dump 0x80001ffc:8
  said "not all of it is in the board's RAM"
  expect 3 on_board add.elf --dump 0x80000000
  said "how many bytes?"
}

# lacks NAME INSTRUCTIONS: a program that has them.
lacks() {
  cat > "$1.c" <<ASM
int main(void) { __asm__ volatile("$2" ::: "a0", "a1", "memory"); return 0; }
ASM
  "$WW_BUILDDIR/sw/ww-cc" --ram-size=0x2000 --core-threads=2 -o "$1.elf" "${@:3}" "$1.c"
  expect 3 on_board "$1.elf"
}

@test "instructions that the board's core has not are refused, by name" {
  need_sim
  board hx8k
  lacks vote ".insn r 0x0b, 1, 1, a0, a0, x0"
  said "vote.elf: error: at 0x8000"
  said "<main>: vote.any is an instruction of machines with isa.vote = true, the board's core has none"
  lacks shuffle ".insn r 0x0b, 7, 1, a0, a0, a1"
  said "shfl.idx is an instruction of machines with isa.shfl = true"
  lacks special ".insn r 0x2b, 0, 0, a0, a0, x0"
  said "sfu.rcp is an instruction of machines with isa.sfu = true"
  # The attributes do not tell of these.
  local here=".option push; .option arch,"
  lacks atomic "$here +a; amoadd.w a0, a0, (a1); .option pop"
  said "amoadd.w is an instruction of machines with isa.a = true"
  lacks bits "$here +zba; sh2add a0, a0, a1; .option pop"
  said "sh2add is an instruction of machines with isa.zba = true"
  lacks zeros ".insn r 0x33, 5, 7, a0, a0, a1"
  said "czero.eqz is an instruction of machines with isa.zicond = true"
  lacks float "$here +f; fadd.s ft0, ft1, ft2; .option pop"
  said "fadd.s is an instruction of machines with isa.f = "
  # Of these they do.
  lacks told ".option arch, +a; amoadd.w a0, a0, (a1)"
  said "compiled for A, which the board's core lacks: make its bitstream with isa.a = true, or compile it"
  lacks registers "nop" -march=rv32imf -mabi=ilp32f -Wl,--no-relax
  said "compiled for F, which the board's core lacks: make its bitstream with isa.f = f, or compile it"
  said "compile it with -march=rv32im"
}

@test "iCEBreaker: its single-port RAM, a kernel of the suite, no multiplication" {
  need_sim
  board icebreaker
  expect 0 on_board --info
  said "board      icebreaker"
  said "1 warp x 1 thread, 1 lane, rv32i"
  said "RAM        0x20000 bytes at 0x80000000"
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32i --ram-size=0x20000 --core-threads=1 -o vecadd.elf \
    "$WW_SRCDIR/sw/kernels/vecadd.c"
  expect 0 on_board vecadd.elf
  said "$(head -n 1 "$WW_SRCDIR/tests/gold/vecadd.txt")"
  "$WW_BUILDDIR/sw/ww-cc" --ram-size=0x20000 --core-threads=1 -o m.elf \
    "$WW_SRCDIR/sw/kernels/vecadd.c"
  expect 3 on_board m.elf
  said "compiled for M, which the board's core lacks: make its bitstream with isa.m = true, or compile"
  said "compile it with -march=rv32i"
}
