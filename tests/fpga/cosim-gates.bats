#!/usr/bin/env bats
# cosim-gates.bats - cosim --gates: the netlist in lockstep, the cache, what it refuses
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

# The smallest core there is.
least=(-c tiny -s core.threads=1 -s isa.m=false -s simt.stack=2 -s mem.ram_size=0x1000)

need_yosys() { [ "${YOSYS:-no}" != no ] || skip "no yosys"; }

@test "a netlist runs in lockstep; the second time it is in the cache" {
  need_yosys
  [ "${IVERILOG:-no}" != no ] || skip "no iverilog"
  make_elf answer.elf 0x80000000 "${answer[@]}"
  expect 1 "$WW" cosim --gates ecp5 --sim icarus "${least[@]}" --verbose --json j answer.elf
  said "ecp5: synthesizing the netlist..."
  said "exit code 42"
  said "0 mismatches"
  said "not audited: the core's registers and memories cannot be read (--gates ecp5)"
  grep -q '"gates": "ecp5"' j
  grep -q '"checked": true' j
  [ -z "$(ls "$WARPWRIGHT_CACHE" | grep -e 'gates-.*\.' -e emit-)" ]
  expect 1 "$WW" cosim --gates ecp5 --sim icarus "${least[@]}" --verbose answer.elf
  [[ $output != *synthesizing* ]]
  # A netlist whose adders are wrong is noticed.
  sed -i "s/\.INIT0(16'h96aa)/.INIT0(16'h69aa)/" "$WARPWRIGHT_CACHE"/gates-*/gates.v
  grep -q 69aa "$WARPWRIGHT_CACHE"/gates-*/gates.v
  expect 1 "$WW" cosim --gates ecp5 --sim icarus "${least[@]}" answer.elf
  said "mismatch"
}

@test "what does not go together, and what there is not" {
  make_elf zero.elf 0x80000000 "${zero[@]}"
  expect 2 "$WW" cosim --gates ecp6 zero.elf
  said "did you mean 'ecp5'?"
  expect 2 "$WW" cosim --gates cyclone10gx zero.elf
  said "there are no models of the cells of cyclone10gx"
  expect 2 "$WW" cosim --gates hx8k --rtl-coverage f zero.elf
  said "leave out --gates"
  expect 2 "$WW" fuzz --gates hx8k --rtl-coverage f
  said "leave out --gates"
  expect 2 "$WW" fuzz --gates hx8k --oracle threads
  said "--oracle runs no RTL"
}

@test "yosys is missing, or fails, or is interrupted: nothing is left" {
  export WARPWRIGHT_CACHE=$work/cache
  make_elf zero.elf 0x80000000 "${zero[@]}"
  expect 4 env YOSYS="$work/none" "$WW" cosim --gates hx8k "${least[@]}" zero.elf
  said "apt install yosys"
  mkdir -p bin share/yosys/ice40
  printf '#!/bin/sh\n[ "$1" = -V ] || echo no, not today >&2\nexit 7\n' > bin/yosys
  chmod +x bin/yosys
  expect 4 env YOSYS="$work/bin/yosys" "$WW" cosim --gates hx8k "${least[@]}" zero.elf
  said "share/yosys/ice40/cells_sim.v"
  : > share/yosys/ice40/cells_sim.v
  expect 4 env YOSYS="$work/bin/yosys" "$WW" cosim --gates hx8k "${least[@]}" zero.elf
  said "no, not today"
  printf '#!/bin/sh\n[ "$1" = -V ] || kill -INT $PPID\n' > bin/yosys
  expect 1 env --default-signal=INT YOSYS="$work/bin/yosys" "$WW" cosim --gates hx8k "${least[@]}" zero.elf
  said "interrupted"
  [ -z "$(ls "$work/cache" | grep -v '^version-')" ]
}
