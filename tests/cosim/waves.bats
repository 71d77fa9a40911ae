#!/usr/bin/env bats
# waves.bats - cosim: waves from snapshots, and save files for GTKWave
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup_file() {
  [ "${VERILATOR:-no}" != no ] || return 0
  dir=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  export dir
  cd "$dir"
  "$WW" gen "${small[@]}" -s trace.retire=true -o broken
  sed -i 's/(a ^ b)/(a | b)/' broken/rtl/ww_alu.v
  sed -i "s/if (w_enable)/if (w_enable \&\& w_data != 32'hFFFFF85B)/" broken/rtl/ww_regfile.v
}

teardown_file() { [ -z "$dir" ] || rm -rf "$dir"; }

setup() {
  need_verilator
  cd "$dir"
}

teardown() { :; }

# lui x5,16; addi x5,x5,-1; bne x5,x0,-4; addi x5,x0,3; xor x6,x5,x5
late=(0x000102B7 0xFFF28293 0xFE029EE3 0x00300293 0x0052C333 0x00000513 0x00100073)

# The same with addi x7,x0,3 before it, and xor x6,x5,x7 at its end.
long_ago=(0x00300393 0x000102B7 0xFFF28293 0xFE029EE3 0x00300293 0x0072C333 0x00000513 0x00100073)

check=retire-data
waves() { # FILE OPTION...
  expect 1 timeout 300 "$WW" cosim --rtl broken --verbose --waves "$@" p.elf
  said "$check"
  said "waves:  $1; by stage: gtkwave ${1%.*}.gtkw"
}

@test "the waves of a snapshot are those of a run from the beginning" {
  make_elf p.elf 0x80000000 "${late[@]}"
  waves again.vcd --snapshot 0
  case $output in *snapshot\ of*) false ;; esac
  waves fork.vcd --snapshot 0.02
  said "waves from the snapshot of cycle"
  cmp again.vcd fork.vcd
  [ "$(sed 1,2d again.gtkw)" = "$(sed 1,2d fork.gtkw)" ]
  n=$(grep -c '^#' fork.vcd)
  [ "$n" -gt 400 ] && [ "$n" -lt 500 ]
  waves fork2.vcd --snapshot 0.02 --waves-window 3000
  said "waves from the snapshot of cycle"
  [ "$(grep -c '^#' fork2.vcd)" -gt 6000 ]
  [ -z "$(pgrep -f "cosim --rtl broken --verbose --waves")" ]
  [ -z "$(ls -A | grep '^\.part')" ]
}

reset=2   # cycles of rst, which waves begin with

# The cycles of a VCD file, from reset on: the first and the last.
cycles() { # FILE
  first=$(grep -m 1 '^#' "$1" | tr -d '#')
  last=$(grep '^#' "$1" | tail -n 1 | tr -d '#')
  first=$((first / 10 - reset)) last=$((last / 10 - reset))
}

# Who wrote xREG, of what cosim has said: $number, $cycle.
written() { # REG
  [[ $output =~ and\ the\ write\ of\ x$1\ by\ warp\ 0,\ #([0-9]+),\ in\ cycle\ ([0-9]+): ]]
  number=${BASH_REMATCH[1]} cycle=${BASH_REMATCH[2]}
}

@test "the writer of an operand, long ago, has waves of its own" {
  make_elf p.elf 0x80000000 "${long_ago[@]}"
  waves again.vcd --snapshot 0
  waves fork.vcd --snapshot 0.02 --json j
  said "waves from the snapshot of cycle"
  written 7
  [ "$number" = 0 ]
  said "fork-cause.vcd; by stage: gtkwave fork-cause.gtkw"
  grep -q '"cause_waves": "fork-cause.vcd"' j
  cmp again.vcd fork.vcd
  cmp again-cause.vcd fork-cause.vcd
  cycles fork-cause.vcd
  [ "$first" -le "$cycle" ] && [ "$last" -ge $((cycle + 40)) ] && [ "$last" -le $((cycle + 60)) ]
  run awk -f "$WW_SRCDIR/tests/cosim/save.awk" fork-cause.vcd fork-cause.gtkw
  echo "$output"
  [ "$status" -eq 0 ]
  said "marker $(((cycle + reset) * 10))"
  grep -qx '\[dumpfile\] "fork-cause.vcd"' fork-cause.gtkw
}

# bats test_tags=full
@test "from one snapshot as many waves as are wanted; of old snapshots some stay" {
  # lui x7,64; addi x7,x7,-1; bne x7,x0,-4; addi x7,x0,3; lui x5,1; the rest
  before=(0x000403B7 0xFFF38393 0xFE039EE3 0x00300393)
  make_elf p.elf 0x80000000 "${before[@]}" 0x000012B7 "${long_ago[@]:2}"
  waves again.vcd --snapshot 0
  waves fork.vcd --snapshot 0.02
  written 7
  [ "$(grep -c "waves from the snapshot of cycle" <<< "$output")" = 2 ]
  [ "$cycle" -gt 100000 ]
  cmp again-cause.vcd fork-cause.vcd
  cycles fork-cause.vcd
  [ "$first" -eq $((cycle - 100)) ]
  # addi x5,x0,300 in place of lui: the writer is before the window, behind the same snapshot
  make_elf p.elf 0x80000000 "${before[@]}" 0x12C00293 "${long_ago[@]:2}"
  waves fork.vcd --snapshot 0.02
  snapshots=$(sed -n 's/.*waves from the snapshot of cycle \([0-9]*\) on/\1/p' <<< "$output")
  [ "$(wc -l <<< "$snapshots")" = 2 ]
  written 7
  waves again.vcd --snapshot 0
  cmp again-cause.vcd fork-cause.vcd
  cmp again.vcd fork.vcd
}

# bats test_tags=full
@test "a writer that is not so far away is in the same waves, unless their length is given" {
  # addi x5,x0,100
  make_elf p.elf 0x80000000 0x00300393 0x06400293 "${long_ago[@]:2}"
  rm -f w*.vcd
  waves w.vcd
  case $output in *cause*) false ;; esac
  [ ! -e w-cause.vcd ]
  [[ $output =~ addi\ x7,x0,3[[:space:]]+issued\ in\ cycle\ ([0-9]+) ]]
  wrote=${BASH_REMATCH[1]}
  cycles w.vcd
  [ "$first" -eq $((wrote - 20)) ] && [ $((last - first)) -gt 400 ]
  [[ $output =~ written\ in\ cycle\ ([0-9]+) ]]
  grep -q "^\*-1.000000 [0-9]* [0-9]* $(((BASH_REMATCH[1] + reset) * 10)) -1" w.gtkw
  waves w.vcd --waves-window 50
  written 7
  [ "$cycle" = "$wrote" ]
  cycles w.vcd
  [ $((last - first)) -le 75 ]
  cycles w-cause.vcd
  [ "$last" -ge "$wrote" ]
}

# bats test_tags=full
@test "of a register that the audit finds: who wrote it" {
  # addi x7,x0,-1957; then late
  make_elf p.elf 0x80000000 0x85B00393 "${late[@]}"
  check=audit-register waves w.vcd --audit 100 --waves-window 30
  said "who wrote that last"
  said "by warp 0, #0 0x80000000: 85b00393  addi x7,x0,-1957"
  written 7
  [ "$number" = 0 ]
}

@test "the same for Icarus, which has no snapshots" {
  [ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
  command -v vvp > /dev/null && command -v iverilog-vpi > /dev/null || skip "no vvp"
  make_elf p.elf 0x80000000 0x00300393 0x06400293 "${long_ago[@]:2}"
  waves w.vcd --sim icarus --waves-window 50
  written 7
  cycles w-cause.vcd
  [ "$last" -ge "$cycle" ] && [ "$last" -le $((cycle + 60)) ]
  awk -f "$WW_SRCDIR/tests/cosim/save.awk" w-cause.vcd w-cause.gtkw
}

@test "every signal of the save file is in the VCD file, and the marker on the mismatch" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  waves w.vcd --json j --konata k --perfetto p
  said "view:   k, p"
  awk -f "$WW_SRCDIR/tests/cosim/kanata.awk" k
  run awk -f "$WW_SRCDIR/tests/cosim/save.awk" w.vcd w.gtkw
  echo "$output"
  [ "$status" -eq 0 ]
  cycle=$(sed -n 's/.*"cycle": \([0-9]*\).*/\1/p' j)
  said "marker $(((cycle + reset) * 10))"
  for g in fetch decode issue operands execute ALU load/store 'warp control' writeback trace; do
    grep -qx -- "-$g" w.gtkw
  done
  grep -qx 'top.ww_top.u_core.i_valid' w.gtkw
  grep -qx '\[dumpfile\] "w.vcd"' w.gtkw
  sed 's/i_valid/no_such/' w.gtkw > x.gtkw
  ! awk -f "$WW_SRCDIR/tests/cosim/save.awk" w.vcd x.gtkw
}

# bats test_tags=full
@test "the same for FST, by fst2vcd" {
  command -v fst2vcd > /dev/null || skip "fst2vcd is not installed (Debian package gtkwave)"
  make_elf p.elf 0x80000000 "${xors[@]}"
  waves w.fst
  fst2vcd w.fst > f.vcd
  run awk -f "$WW_SRCDIR/tests/cosim/save.awk" f.vcd w.gtkw
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "--snapshot takes a number of seconds, and needs waves" {
  expect 2 "$WW" cosim --snapshot 1 p.elf
  said "--waves FILE"
  expect 2 "$WW" cosim --waves w.vcd --snapshot -1 p.elf
  expect 2 "$WW" cosim --waves w.vcd --snapshot often p.elf
  said "no number of seconds"
}
