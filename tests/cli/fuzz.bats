#!/usr/bin/env bats
# fuzz.bats - warpwright fuzz: what it finds, how small it gets, and what it refuses
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

json() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" j | head -n 1; }

# Instructions of an assembly file.
instructions() { grep -c '^	[a-z]' "$1"; }

@test "programs pass, and are counted" {
  need_verilator
  expect 0 "$WW" fuzz "${small[@]}" --count 25 --length 60 --json j
  said "pass: 25 programs, "
  said " 0 mismatches, "
  [ "$(json status)" = pass ]
  [ "$(json programs)" = 25 ]
  [ "$(json checks)" -gt "$(json instructions)" ]
  [ -z "$(ls | grep -v '^j$')" ]
}

@test "a seed gives the same program, as one of many too" {
  expect 0 "$WW" fuzz "${small[@]}" --print --seed 12
  a=$output
  expect 0 "$WW" fuzz "${small[@]}" --print --seed 12 --count 5
  [ "$output" = "$a" ]
  expect 0 "$WW" fuzz "${small[@]}" --print --seed 13
  [ "$output" != "$a" ]
  said "_start:"
  said "warp0:"
}

@test "--max-seconds ends shrinking too, and what is left still fails" {
  [ "${IVERILOG:-no}" != no ] || skip "no iverilog"
  "$WW" gen "${small[@]}" -s trace.retire=true -o tree
  sed -i 's/op\[0\] ? b\[31\] : a\[31\]/op[0] ? a[31] : b[31]/' tree/rtl/ww_alu.v
  grep -q 'op\[0\] ? a\[31\] : b\[31\]' tree/rtl/ww_alu.v
  # A simulator that is slow: to the end it takes half a minute.
  expect 1 "$WW" fuzz --sim icarus --rtl tree --shrink --max-seconds 1 --seed 16 --count 50 -o part.S --json j
  said "mismatch in cycle "
  n=$(instructions part.S) seconds=$(json wall_seconds)
  echo "$n instructions after $seconds seconds"
  [ "${seconds%.*}" -lt 5 ]
  [ "$n" -gt 8 ]
}

@test "a bug in the RTL is found, and the program shrinks to a few lines that show it" {
  need_verilator
  "$WW" gen "${small[@]}" -s trace.retire=true -o tree
  sed -i 's/op\[0\] ? b\[31\] : a\[31\]/op[0] ? a[31] : b[31]/' tree/rtl/ww_alu.v
  grep -q 'op\[0\] ? a\[31\] : b\[31\]' tree/rtl/ww_alu.v
  expect 1 "$WW" fuzz --rtl tree --shrink --count 50 -o bug.S --json j
  said "mismatch in cycle "
  said "bug.S: "
  [ "$(json status)" = mismatch ]
  grep -q '"program": "bug.S"' j
  n=$(instructions bug.S)
  echo "$n instructions"
  [ "$n" -le 8 ]
  [ "$(sed -n 's/.*"instructions": \([0-9]*\), "program".*/\1/p' j)" = "$n" ]
  grep -q '	slt' bug.S
  # The two commands that it gives, and the one of the report.
  sed -n 's/^# \(ww-cc .*\)/\1/p; s/^# warpwright \(cosim .*\)/warpwright \1/p' bug.S > commands
  [ "$(wc -l < commands)" -eq 2 ]
  seed=$(sed -n 's/.*"seed": \([0-9]*\).*/\1/p' j)
  expect 1 "$WW" fuzz --rtl tree --count 50 --seed "$seed" --count 1 -o again.S
  [ "$RISCV_CC" != no ] || skip "no RISC-V compiler"
  mkdir bin
  ln -s "$WW" bin/warpwright
  ln -s "$WW_BUILDDIR/sw/ww-cc" bin/ww-cc
  expect 1 env PATH="$PWD/bin:$PATH" sh commands
  said "mismatch in cycle "
}

@test "a core that hangs is found too" {
  need_verilator
  "$WW" gen "${small[@]}" -s trace.retire=true -o tree
  sed -i 's/>= c_warps &/>= c_warps + 6'"'"'d1 \&/' tree/rtl/ww_warp_barriers.v
  grep -q "c_warps + 6'd1" tree/rtl/ww_warp_barriers.v
  expect 1 "$WW" fuzz --rtl tree --count 50 --shrink -o bug.S
  said "bug.S: "
  grep -q '	bar	' bug.S
  [ "$(instructions bug.S)" -le 8 ]
}

@test "random configurations: the same for the same seed, and kept when something fails" {
  expect 0 "$WW" fuzz --configs 1 --config-seed 3 --print
  a=$output
  expect 0 "$WW" fuzz --configs 5 --config-seed 3 --print
  [ "$output" = "$a" ]
  expect 0 "$WW" fuzz --configs 1 --config-seed 4 --print
  [ "$output" != "$a" ]
  expect 2 "$WW" fuzz --configs 1 -s core.warps=2
  said "--configs makes configurations"
  expect 2 "$WW" fuzz --configs 2 --count 0
  need_verilator
  # The ALU takes or for xor: in a copy of the templates.
  mkdir data
  cp -r "$WARPWRIGHT_DATADIR"/{configs,rtl-templates,cosim,isa} data
  sed -i 's/a | b/a ^ b/' data/rtl-templates/unit/alu.v
  ! cmp -s data/rtl-templates/unit/alu.v "$WARPWRIGHT_DATADIR/rtl-templates/unit/alu.v"
  # The first machine of seed 13 is small.
  configs=1 seed=13
  [ -z "$WW_FULL" ] || configs=3 seed=3
  expect 1 env WARPWRIGHT_DATADIR="$PWD/data" "$WW" fuzz --configs $configs --config-seed $seed --count 20 --shrink \
    -o bug.S --json j
  [ "$(json status)" = mismatch ]
  grep -q '"config_seed": '$seed j
  grep -q 'warpwright cosim bug.toml --mem-random' bug.S
  "$WW" check bug.toml
  said "--configs 1 --config-seed $seed --seed "
}

@test "weights: what is not wanted does not come" {
  expect 0 "$WW" fuzz --weights list
  said "muldiv   "
  [ "${#lines[@]}" -eq "$(grep -c '^KIND(' "$WW_SRCDIR/fuzz/kinds.def")" ]
  expect 0 "$WW" fuzz --print --seed 3
  said "	mul"
  said "	split"
  expect 0 "$WW" fuzz --print --seed 3 --weights muldiv=0,if=0,while=0
  case $output in *"	mul"* | *"	split"*) false ;; esac
}

@test "wrong calls" {
  expect 2 "$WW" fuzz --weights alu
  said "'alu' is not NAME=N"
  expect 2 "$WW" fuzz --weights alu=1001
  said "from 0 to 1000"
  expect 2 "$WW" fuzz --weights alu=-1
  expect 2 "$WW" fuzz --weights alu=1,tensor=2
  said "there is no kind 'tensor'"
  expect 2 "$WW" fuzz --length 0
  said "is not in 1 .. "
  expect 2 "$WW" fuzz --max-seconds 0
  expect 2 "$WW" fuzz p.elf
  expect 2 "$WW" fuzz --rtl tree -s core.warps=2
  said "--rtl brings its own configuration"
  expect 3 "$WW" fuzz --rtl nowhere
}

@test "too little RAM is refused, with what would do" {
  expect 3 "$WW" fuzz -s mem.ram_size=4096 --length 500 --print
  said "bytes from core.reset_pc on, RAM has 4096 there"
  [ -z "$(ls)" ]
}

@test "a full disk: status 4, and no half of a file" {
  need_verilator
  [ -e /dev/full ] || skip "no /dev/full"
  expect 4 "$WW" fuzz "${small[@]}" --count 1 --json /dev/full
}

@test "Ctrl-C: the summary, status 1" {
  need_verilator
  "$WW" fuzz "${small[@]}" --count 1
  expect 124 env --default-signal=INT timeout -s INT 3 "$WW" fuzz "${small[@]}" --count 0
  said "interrupted: "
  said " 0 mismatches"
}

@test "time is limited" {
  need_verilator
  expect 0 "$WW" fuzz "${small[@]}" --count 0 --max-seconds 1
  said "pass: "
}

@test "doc/fuzz.md lists the kinds" {
  expect 0 "$WW" fuzz --weights list
  [ "$output" = "$(sed -n '/<!-- weights -->/,/^```$/p' "$WW_SRCDIR/doc/fuzz.md" | grep '^[a-z]')" ]
}
