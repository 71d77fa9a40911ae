#!/usr/bin/env bats
# testbench.bats - gen --testbench and image: a program runs on the emitted core, and a wrong one fails
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

need_icarus() {
  [ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
}

# bench OPTION...: emits a core with its bench into d.
bench() {
  rm -rf d
  "$WW" gen "$@" -s design.prefix=ww --testbench -o d
}

# simulate STATUS PROGRAM ARGS [icarus|verilator]: runs PROGRAM.elf in d; the last line is in $verdict.
simulate() {
  "$WW" image d/config.toml -o prog.hex "$2.elf"
  expect "$1" make -s -C d/tb "${4:-icarus}" IMAGE="$PWD/prog.hex" ARGS="$3"
  verdict=$(grep -E '^(pass|FAIL): ' <<< "$output" | tail -n 1)
}

# lint OPTION...: both tools are silent.
lint() {
  bench "$@"
  cd d
  expect 0 "$VERILATOR" --lint-only --timing -Wall --top-module ww_tb -f ww.f tb/*.v
  [ -z "$output" ]
  expect 0 "$IVERILOG" -g2005 -Wall -o x.vvp -s ww_tb -f ww.f tb/*.v
  [ -z "$output" ]
  cd ..
}

@test "hello on a small core: Icarus prints it, whatever the memory does" {
  need_icarus
  bench -c default -s core.warps=2 -s core.threads=2 -s core.counters=false
  cp "$WW_BUILDDIR/sw/kernels/hello.elf" .
  simulate 0 hello
  said "hello from warp 0, thread 0"
  [[ $verdict == "pass: exit code 0 after "*" cycles" ]]
  cycles=$verdict
  simulate 0 hello "+random=3 +latency=20"
  [[ $verdict == "pass: exit code 0 "* && $verdict != "$cycles" ]]
  [ -z "${WW_FULL:-}" ] || {
    need_verilator
    simulate 0 hello "" verilator
    [ "$verdict" = "$cycles" ]
  }
}

@test "an exit code, a trap, a run without end and a missing image fail" {
  need_icarus
  bench "${small[@]}"
  for program in answer nowhere forever prints; do
    declare -n words=$program
    make_elf $program.elf 0x80000000 "${words[@]}"
  done
  simulate 0 prints
  said "o"
  simulate 2 answer
  [[ $verdict == "FAIL: exit code 42 after "* ]]
  simulate 2 nowhere
  [[ $verdict == "FAIL: trap with cause 5 at pc 80000004, tval 00000000, in warp 0" ]]
  simulate 2 forever +timeout=300
  [ "$verdict" = "FAIL: no end after 300 cycles" ]
  expect 2 make -s -C d/tb icarus IMAGE=none.hex
  said "FAIL: cannot read none.hex"
}

@test "AXI4: hello passes with reordered answers, and a core that breaks a rule fails" {
  need_icarus
  bench -c cached
  cp "$WW_BUILDDIR/sw/kernels/hello.elf" .
  simulate 0 hello "+random=3"
  said "hello from warp 0, thread 0"
  cp d/rtl/ww_axi.v .
  sed -i 's/\(m_axi_arlen = ar_len_q\);/\1 ^ {7'"'d0, ar_room};/" d/rtl/ww_axi.v
  simulate 2 hello "+random=3"
  [ "$verdict" = "FAIL: AR: a request changed before it was accepted" ]
  sed 's/\(m_axi_arsize =\) .*;/\1 3'"'d0;/" ww_axi.v > d/rtl/ww_axi.v
  simulate 2 hello
  [ "$verdict" = "FAIL: AXI4: a burst that is not INCR, of full beats, without lock" ]
}

@test "linters have nothing to say about the bench" {
  need_icarus
  need_verilator
  lint -c tiny
  lint -s icache.size=1024 -s mem.bus_width=64
  [ -z "${WW_FULL:-}" ] || {
    lint -s dcache.size=1024 -s trace.retire=true -s test.congest=true
    lint -s gpu.cores=2 -s mem.bus_width=256
    lint -c cached
    lint -c duo -s gpu.cores=3 -s l2.banks=4 -s mem.channels=2
  }
}

@test "a matrix product on the core with caches, in Verilator" {
  [ -n "${WW_FULL:-}" ] || skip "WW_FULL is not set"
  need_verilator
  bench -c cached
  cp "$WW_BUILDDIR/sw/kernels/matmul.elf" .
  simulate 0 matmul "" verilator
  simulate 0 matmul "+random=7 +latency=30" verilator
}

@test "image: words of the data bus from the first address of RAM on" {
  make_elf answer.elf 0x80000000 "${answer[@]}"
  expect 0 "$WW" image -s mem.bus_width=64 -o - answer.elf
  [ "$output" = $'@0\n0010007302a00513' ]
  expect 3 "$WW" image -s core.reset_pc=0x80000100 -o x.hex answer.elf
  said "answer.elf: error: the program starts at 0x80000000, but the core at 0x80000100: set core.reset_pc = 0x80000000"
  [ ! -e x.hex ]
  expect 2 "$WW" image answer.elf
  said "-o FILE is missing"
}

@test "a tree has a bench only if it was asked for, and none with launches" {
  bench -c tiny
  grep -q '^  sim:$' d/ww.core
  grep -q '^## The test bench$' d/README.md
  "$WW" gen -c tiny -s design.prefix=ww -o d
  [ ! -e d/tb ]
  ! grep -qE 'tb|sim' d/ww.core
  expect 3 "$WW" gen -s gpu.dispatch=true --testbench -o e
  said "the test bench has no host that launches kernels"
  [ ! -e e ]
}
