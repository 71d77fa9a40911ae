# icarus.bats - cosim --sim icarus: the same runs, unknown bits, and a simulator that fails
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup() {
  [ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
  command -v vvp > /dev/null && command -v iverilog-vpi > /dev/null || skip "no vvp"
  command -v "${CC:-gcc}" > /dev/null || skip "no C compiler"
  work=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  cd "$work"
}

teardown() {
  [ -z "$work" ] || { cd "$WW_BUILDDIR"; rm -rf "$work"; }
}

cosim() {
  timeout 120 "$WW" cosim --sim icarus "${small[@]}" "$@"
}

json() { # KEY: its value in the file j
  sed -n "s/^.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" j | sed "s/ *$//" | head -n 1
}

same=(0x0073C533 0x00100073)            # xor x10,x7,x7; ebreak: 0, whatever x7 is

# A tree of the small core in DIR, its module MODULE edited by the sed SCRIPT.
tree() { # DIR MODULE SCRIPT
  [ -d "$1" ] || "$WW" gen "${small[@]}" -s trace.retire=true -o "$1"
  cp "$1/rtl/ww_$2.v" before
  sed -i "$3" "$1/rtl/ww_$2.v"
  ! cmp -s before "$1/rtl/ww_$2.v"
}

own_tag=(fetch 's/req_warp_q <= grant_warp;/req_warp_q <= grant_warp ^ req_warp_q ^ req_warp_q;/')  # no reset
no_clear=(writeback 's/ | {LANES{clearing}};/;/')               # registers are not cleared

# Runs PROGRAM on DIR: the check named CHECK says no.
fires() { # CHECK DIR PROGRAM
  expect 1 timeout 120 "$WW" cosim --sim icarus --rtl "$2" --json j "$3"
  said "mismatch in cycle"
  [ "$(json check)" = "$1" ]
  said "$1"
}

@test "a program passes, from the cache the second time" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 0 cosim --json j p.elf
  said "pass: exit code 0"
  [ "$(json status)" = pass ]
  [ "$(json simulator)" = icarus ]
  [ "$(json instructions)" = 2 ]
  expect 0 cosim --verbose p.elf
  case $output in *building*) false ;; esac
}

@test "what comes with an error of the bus may be unknown, and is forgotten" {
  make_elf p.elf 0x80000000 0x800042B7 0x0002A303 0x0062A223 0x00100073  # lw and sw at 0x80004000
  for bus in simple axi4; do
    expect 1 cosim -s icache.size=1024 -s dcache.size=1024 -s mem.bus=$bus --mem-error 0x80004000:256 --json j p.elf
    [ "$(json kind)" = trap ]
    [ "$(json cause)" = 19 ]
    [ "$(json addr)" = $((0x80004000)) ]
  done
}

@test "console, exit code, trap, deadlock and limit are as with Verilator" {
  make_elf p.elf 0x80000000 "${prints[@]}"
  [ "$(cosim p.elf 2> /dev/null)" = o ]
  make_elf p.elf 0x80000000 "${answer[@]}"
  expect 1 cosim p.elf
  said "exit code 42"
  make_elf p.elf 0x80000000 "${nowhere[@]}"
  expect 1 cosim p.elf
  said "load access fault (cause 5"
  make_elf p.elf 0x80000000 "${alone[@]}"
  expect 1 cosim p.elf
  said "every active warp waits at a barrier"
  make_elf p.elf 0x80000000 "${forever[@]}"
  expect 1 cosim --max-cycles 3000 p.elf
  said "timeout: --max-cycles 3000 reached"
}

@test "without checks: nothing is compared" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 0 cosim --no-check p.elf
  said "NOTHING WAS CHECKED"
}

@test "waves: .vcd and .fst, of the window that was asked for" {
  make_elf p.elf 0x80000000 "${forever[@]}"
  expect 1 cosim --max-cycles 500 --waves w.vcd --waves-window 100 p.elf
  said "w.vcd"
  grep -q 'scope module ww_top' w.vcd
  first=$(grep -m 1 '^#[1-9]' w.vcd | tr -d '#')
  last=$(grep '^#' w.vcd | tail -n 1 | tr -d '#')
  [ "$first" -ge 4000 ] && [ "$first" -le 4060 ]
  [ "$last" -ge 5000 ]
  expect 1 cosim --max-cycles 500 --waves w.fst p.elf
  [ -s w.fst ]
  expect 4 cosim --max-cycles 500 --waves nowhere/w.fst p.elf
  said "nowhere"
}

@test "a mismatch is reported as with Verilator" {
  tree broken alu 's/(a ^ b)/(a | b)/'
  make_elf p.elf 0x80000000 "${xors[@]}"
  fires retire-data broken p.elf
  said "xor x6,x5,x5"
}

@test "unknown-valid: fetch begins anywhere" {
  tree fetch fetch 's/pc_q <= START.*;/pc_q <= pc_q;/'
  make_elf p.elf 0x80000000 "${zero[@]}"
  fires unknown-valid fetch p.elf
  said "ibus_req_valid is 0x0000000x in the simulator"
}

@test "unknown-record: a word of memory that nobody has written" {
  tree clear "${no_clear[@]}"
  make_elf p.elf 0x80000000 "${same[@]}"
  fires unknown-record clear p.elf
  said "trace_retire is 0xxxxxxxxx"
}

@test "unknown-bus: a tag made with what reset does not reach" {
  tree tag "${own_tag[@]}"
  make_elf p.elf 0x80000000 "${zero[@]}"
  fires unknown-bus tag p.elf
}

@test "unknown-host: an exit code that nobody sets; a counter" {
  tree code warp_end 's/exit_code_q <= .*;/exit_code_q <= exit_code_q;/'
  make_elf p.elf 0x80000000 "${zero[@]}"
  fires unknown-host code p.elf
  said "exit_code is 0xxxxxxxxx"
  tree count top 's/\.perf_value(perf_value)/.perf_value()/'
  fires unknown-host count p.elf
  said "perf_value"
}

# bats test_tags=full
@test "Verilator does not see the tag, and the memory only when the registers are read at the end" {
  need_verilator
  make_elf p.elf 0x80000000 "${same[@]}"
  tree both "${own_tag[@]}"
  expect 0 timeout 300 "$WW" cosim --rtl both p.elf
  said "0 mismatches"
  tree both "${no_clear[@]}"
  expect 1 timeout 300 "$WW" cosim --rtl both p.elf
  said "audit-register"
}

@test "the state audit: how many rows, and a register that has lost what was written" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  expect 0 cosim --json j p.elf
  rows=$(json rows_audited)
  [ "$rows" -ge 100 ]
  expect 0 cosim --audit 10 --json j p.elf
  [ "$(json rows_audited)" -lt "$rows" ]
  tree lost regfile "s/if (w_enable)/if (w_enable \&\& w_data != 32'd3)/"
  fires audit-register lost p.elf
  said "x5 "
}

# bats test_tags=full
@test "congestors: as with Verilator" {
  need_verilator
  make_elf p.elf 0x80000000 "${stores[@]}"
  for sim in icarus verilator; do
    expect 0 timeout 300 "$WW" cosim --sim $sim "${small[@]}" --congest 7:50 --json $sim p.elf
  done
  stalls() { sed -n '/"congest"/,/} }/p' $1; }
  stalls icarus | grep -q '": [1-9]'
  [ "$(stalls icarus)" = "$(stalls verilator)" ]
  [ "$(grep '"cycles"' icarus)" = "$(grep '"cycles"' verilator)" ]
}

@test "Ctrl-C: the same summary, and vvp is gone" {
  make_elf p.elf 0x80000000 "${forever[@]}"
  cosim --max-cycles 20 p.elf || true
  env --default-signal=INT timeout -s INT 2 "$WW" cosim --sim icarus "${small[@]}" \
    --max-cycles 0 --json j p.elf 2> err || code=$?
  cat err
  grep -q 'interrupted: the program has not ended; where its warps are' err
  [ "$(json kind)" = interrupted ]
  [ "$(tail -n 1 j)" = "}" ]
}

# The vvp of a run in the background that does not end.
begin_endless() {
  make_elf p.elf 0x80000000 "${forever[@]}"
  cosim --max-cycles 20 p.elf || true
  "$WW" cosim --sim icarus "${small[@]}" --max-cycles 0 p.elf 2> err 3>&- &
  parent=$!
  for _ in $(seq 100); do
    vvp=$(ps -o pid= --ppid "$parent" | tr -d ' ')
    [ -n "$vvp" ] && return
    sleep 0.1
  done
  return 1
}

@test "vvp that is killed is one error, status 4" {
  begin_endless
  sleep 0.5
  kill -KILL "$vvp"
  wait "$parent" || code=$?
  cat err
  [ "$code" = 4 ]
  [ "$(wc -l < err)" = 1 ]
  grep -q 'error: vvp was ended by signal 9 in cycle [0-9]' err
}

@test "vvp does not outlive a warpwright that is killed" {
  begin_endless
  kill -KILL "$parent"
  wait "$parent" || true
  for _ in $(seq 100); do
    kill -0 "$vvp" 2> /dev/null || return 0
    case $(ps -o stat= -p "$vvp") in Z*) return 0 ;; esac
    sleep 0.1
  done
  false
}

# Tools of Icarus of which vvp is our script.
fake_vvp() { # LINE...
  mkdir -p tools
  ln -sf "$(command -v "${IVERILOG##*/}")" tools/iverilog
  ln -sf "$(command -v iverilog-vpi)" tools/iverilog-vpi
  {
    echo '#!/bin/sh'
    echo "[ \"\$1\" = -V ] && exec $(command -v vvp) -V"
    printf '%s\n' "$@"
  } > tools/vvp
  chmod +x tools/vvp
}

@test "vvp that does not work: what it said last" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  fake_vvp 'echo out of luck >&2' 'exit 3'
  IVERILOG=$PWD/tools/iverilog expect 4 cosim p.elf
  said "vvp ended with status 3 in cycle 0"
  said "out of luck"
}

@test "a core that never settles is given up" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  tree loop top 's/^endmodule/  initial forever ;\n&/'
  env --default-signal=INT timeout -s INT 3 "$WW" cosim --sim icarus --rtl loop p.elf 2> err ||
    code=$?
  cat err
  grep -q 'vvp has not finished cycle 0 in [0-9]* seconds; interrupted' err
}

@test "tools that are missing" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  IVERILOG=nowhere/iverilog expect 4 cosim p.elf
  said "install the package 'iverilog'"
  mkdir tools
  ln -s "$(command -v "${IVERILOG##*/}")" tools/iverilog
  PATH=$PWD/tools IVERILOG=iverilog expect 4 "$WW" cosim --sim icarus "${small[@]}" p.elf
  said "'vvp' was not found"
}

@test "a damaged module is built again" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim p.elf
  for f in "$WARPWRIGHT_CACHE"/*/model.vpi; do echo x > "$f"; done
  expect 0 cosim --verbose p.elf
  said "building"
}
