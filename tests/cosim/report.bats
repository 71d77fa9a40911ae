#!/usr/bin/env bats
# report.bats - cosim: what the report of a mismatch says, and how
# SPDX-License-Identifier: Apache-2.0
#
# One model with four bugs of tests/mutants/mutants.list, of which WW_MUTANT chooses one.

load command.bash

setup_file() {
  [ "${VERILATOR:-no}" != no ] || return 0
  dir=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  export dir WARPWRIGHT_CACHE=$dir/cache
  cd "$dir"
  mkdir cache
  "$WW" gen -s core.warps=2 -s core.threads=4 -s mem.ram_size=0x10000 \
    -s dcache.size=1024 -s trace.retire=true -o rtl
  for m in xor_is_or load_other_half then_mask lh_zero_extended; do
    awk -v m=$m '/^[@=#]/ { on = $1 == "@" && $2 == m } on' "$WW_SRCDIR/tests/mutants/mutants.list"
  done > list
  awk -v rtl=rtl/rtl -v prefix=ww -f "$WW_SRCDIR/tests/mutants/apply.awk" list > names
}

teardown_file() { [ -z "$dir" ] || rm -rf "$dir"; }

setup() {
  need_verilator
  cd "$dir"
}

teardown() { :; }

# report MUTANT WORD...: the report of a program with this bug; without it the program passes.
report() {
  local mutant
  mutant=$(awk -v name="$1" '$2 == name { print $1 }' names)
  shift
  make_elf p.elf 0x80000000 "$@"
  expect 0 "$WW" cosim --rtl rtl p.elf
  expect 1 env WW_MUTANT="$mutant" "$WW" cosim --rtl rtl --json j p.elf
}

end=(0x00000513 0x00100073)             # addi x10,x0,0; ebreak
four=(0x00400293 0x0002800B)            # addi x5,x0,4; tmc x5
thread=(0xCC002373)                     # csrrs x6,0xcc0,x0: 0, 1, 2, 3

@test "per thread: what differs, with its operands; the others as well if there are few" {
  # xori x7,x6,1 in four threads: or gives the same in threads 0 and 2
  report xor_is_or "${four[@]}" "${thread[@]}" 0x00134393 "${end[@]}"
  said "warp 0, xori x7,x6,1 at 0x8000000c: the write of x7 is wrong in threads 1, 3"
  said "    x7              RTL         golden      difference  x6
    thread 0        00000001    00000001    -           00000000
    thread 1        00000001    00000000    00000001    00000001
    thread 2        00000003    00000003    -           00000002
    thread 3        00000003    00000002    00000001    00000003"
  said "It looks as if "
  said "it had been ori"
  said "x6     #2 0x80000008: cc002373  csrrs x6,thread_id,x0"
  said "by the CSRs"
  grep -q '"looks_like": "' j
  grep -q '"operands": \[{ "register": 6, "lane": 0, "value": 0, "by": { "core": 0, "warp": 0, "number": 2,' j
  grep -q '"through": "the CSRs"' j
}

@test "an operand: who wrote it, when, through which unit" {
  # addi x5,x0,4; tmc x5; thread id x6; mul x7,x6,x6; xori x8,x7,1
  report xor_is_or "${four[@]}" "${thread[@]}" 0x026303B3 0x0013C413 "${end[@]}"
  said "x7     #3 0x8000000c: 026303b3  mul x7,x6,x6"
  [[ $output =~ issued\ in\ cycle\ [0-9]+,\ written\ in\ cycle\ [0-9]+\ by\ the\ multiplier ]]
}

@test "a load: the place, the level, the last store" {
  # lui x9,0x80001; addi x5,x0,77; sw x5,0(x9); lhu x6,0(x9)
  report load_other_half 0x800014B7 0x04D00293 0x0054A023 0x0004D303 "${end[@]}"
  said "It looks as if it had read what lies 2 bytes behind the address."
  said "memory thread 0: 0x80001000, load/store, from the data cache (miss), read in cycle "
  said "the word at 0x80001000 was stored in cycle "
  said "by warp 0, thread 0, #2 0x80000008: 0054a023  sw x5,0(x9)"
}

@test "a load: the other extension" {
  # lui x9,0x80001; addi x5,x0,-2; sw x5,0(x9); lh x6,0(x9)
  report lh_zero_extended 0x800014B7 0xFFE00293 0x0054A023 0x00049303 "${end[@]}"
  said "It looks as if the bytes had been extended with zeros."
}

@test "a line that is read too early: who reads, and who has stored" {
  "$WW" gen -c lean -s isa.m=false -s trace.retire=true -o early
  sed -i "s/~w_open\[hash_q\]/1'b1/; s/= w_open\[hash\]/= 1'b0/" early/rtl/ww_dcache_mshr.v
  expect 1 "$WW" cosim --rtl early --json j "$WW_BUILDDIR/tests/rtl/asm/mem_merge.elf"
  said "bus-hazard"
  reader='  warp [0-3], l[bhw]u? x[0-9]+,-?[0-9]+\(x10\) at 0x800000[0-9a-f]{2} .*: dbus: the line at '
  writer='has no response; warp [0-3], #[0-9]+ at 0x800000[0-9a-f]{2}, has stored there in cycle [0-9]+'
  [[ $output =~ $reader ]]
  [[ $output =~ $writer ]]
  grep -q '"warp": [0-3], "seq": [0-9]*, "pc": 21474' j
}

@test "masks: which bits, and what they look like" {
  # addi x5,x0,2; tmc x5; thread id x6; split x6; join
  report then_mask 0x00200293 0x0002800B "${thread[@]}" 0x0003200B 0x0000300B "${end[@]}"
  said "split x6"
}

@test "colour on a terminal only, and not with NO_COLOR" {
  command -v script > /dev/null || skip "script is not installed (Debian package bsdutils)"
  script -qec true terminal > /dev/null < /dev/null 2>&1 || skip "no pseudo-terminal can be made"
  make_elf p.elf 0x80000000 "${four[@]}" "${thread[@]}" 0x00134393 "${end[@]}"
  export WW_MUTANT TERM=xterm
  WW_MUTANT=$(awk '$2 == "xor_is_or" { print $1 }' names)
  unset NO_COLOR
  esc=$(printf '\033')
  "$WW" cosim --rtl rtl p.elf 2> plain || true
  grep -q mismatch plain
  ! grep -q "$esc" plain
  script -qec "'$WW' cosim --rtl rtl p.elf" terminal > /dev/null < /dev/null || true
  grep -q "${esc}\[1;31m" terminal
  grep -q "${esc}\[32m" terminal
  NO_COLOR=1 script -qec "'$WW' cosim --rtl rtl p.elf" terminal > /dev/null < /dev/null || true
  grep -q mismatch terminal
  ! grep -q "${esc}\[1;31m" terminal
  TERM=dumb script -qec "'$WW' cosim --rtl rtl p.elf" terminal > /dev/null < /dev/null || true
  ! grep -q "${esc}\[1;31m" terminal
}
