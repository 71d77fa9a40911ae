#!/usr/bin/env bats
# cosim-placed.bats - cosim --placed: what it refuses, and a tool that is missing
# SPDX-License-Identifier: Apache-2.0
#
# A placed core in lockstep takes minutes: make check-gates GATES=placed.

load ../cosim/command.bash

@test "what does not go together" {
  make_elf zero.elf 0x80000000 "${zero[@]}"
  expect 2 "$WW" cosim --placed zero.elf
  said "--placed needs --gates hx8k"
  expect 2 "$WW" cosim --gates ecp5 --placed zero.elf
  said "a placed core can be read back for hx8k only, not for ecp5"
  expect 2 "$WW" cosim --gates up5k --placed zero.elf
  said "not for up5k"
  expect 2 "$WW" cosim --gates hx8k --placed --no-check zero.elf
  said "leave out --no-check"
  expect 2 "$WW" cosim --gates hx8k --placed --rtl "$work" zero.elf
  said "leave out --rtl"
  expect 2 "$WW" fuzz --gates xc7 --placed
  said "not for xc7"
  if "$WW" cosim --help | grep -q icarus; then
    expect 2 "$WW" cosim --gates hx8k --placed --sim icarus zero.elf
    said "--placed needs --sim verilator"
  fi
}

@test "a tool is missing: one error, nothing is left" {
  [ "${YOSYS:-no}" != no ] || skip "no yosys"
  export WARPWRIGHT_CACHE=$work/cache
  make_elf zero.elf 0x80000000 "${zero[@]}"
  expect 4 env NEXTPNR_ICE40="$work/none" "$WW" cosim --gates hx8k --placed -c tiny zero.elf
  said "apt install nextpnr-ice40"
  [ "$(grep -c error: <<< "$output")" -eq 1 ]
  expect 4 env YOSYS="$work/none" "$WW" fuzz --gates hx8k --placed -c tiny
  said "apt install yosys"
  [ -z "$(ls "$work/cache" | grep -v '^version-')" ]
}
