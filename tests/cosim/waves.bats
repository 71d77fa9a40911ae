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
  sed -i 's/y = a ^ b/y = a | b/' broken/rtl/ww_alu.v
}

teardown_file() { [ -z "$dir" ] || rm -rf "$dir"; }

setup() {
  need_verilator
  cd "$dir"
}

teardown() { :; }

# lui x5,16; addi x5,x5,-1; bne x5,x0,-4; addi x5,x0,3; xor x6,x5,x5
late=(0x000102B7 0xFFF28293 0xFE029EE3 0x00300293 0x0052C333 0x00000513 0x00100073)

waves() { # FILE OPTION...
  expect 1 timeout 120 "$WW" cosim --rtl broken --verbose --waves "$@" p.elf
  said "retire-data"
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

@test "every signal of the save file is in the VCD file, and the marker on the mismatch" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  waves w.vcd --json j --konata k --perfetto p
  said "view:   k, p"
  awk -f "$WW_SRCDIR/tests/cosim/kanata.awk" k
  run awk -f "$WW_SRCDIR/tests/cosim/save.awk" w.vcd w.gtkw
  echo "$output"
  [ "$status" -eq 0 ]
  cycle=$(sed -n 's/.*"cycle": \([0-9]*\).*/\1/p' j)
  said "marker $(((cycle + 4) * 10))"
  for g in fetch decode issue operands execute ALU load/store 'warp control' writeback trace; do
    grep -qx -- "-$g" w.gtkw
  done
  grep -qx 'top.ww_top.u_core.i_valid' w.gtkw
  grep -qx '\[dumpfile\] "w.vcd"' w.gtkw
  sed 's/i_valid/no_such/' w.gtkw > x.gtkw
  ! awk -f "$WW_SRCDIR/tests/cosim/save.awk" w.vcd x.gtkw
}

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
