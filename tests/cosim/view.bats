#!/usr/bin/env bats
# view.bats - cosim: pipeline views for Konata and Perfetto
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup_file() { :; }             # models are those of the other tests
teardown_file() { :; }

setup() {
  build_programs
}

teardown() {
  [ -z "$work" ] || { cd "$WW_BUILDDIR"; rm -rf "$work"; }
}

checks=$WW_SRCDIR/tests/cosim
asm=$WW_BUILDDIR/tests/rtl/asm

# view STATUS OPTION... PROGRAM: both views of a run, by their rules; $kanata and $trace are what
# the rules' checkers say.
view() {
  local status=$1 program=${!#}
  shift
  expect "$status" timeout 120 "$WW" cosim --konata k --perfetto p.json --json j "${@:1:$#-1}" \
    "$asm/$program.elf"
  said "view:   k, p.json"
  kanata=$(awk -f "$checks/kanata.awk" k)
  trace=$(awk -f "$checks/trace.awk" p.json)
  echo "$kanata; $trace"
  [ -z "$(ls -A | grep '^\.part')" ]
}

instructions() { sed -n 's/^ *"instructions": \([0-9]*\),$/\1/p' j; }

@test "a view of every instruction, and of each unit" {
  view 0 --view-cycles 1000000 speculate_m
  [ "${kanata%% *}" = "$(instructions)" ]
  for stage in Is Op Ex Wb Mu Di Wc; do
    case "$kanata " in *" $stage "*) ;; *) echo "no $stage"; false ;; esac
  done
  for unit in ALU multiplier divider "warp control" CSR; do
    grep -q "\"thread_name\", \"args\": {\"name\": \"$unit\"" p.json
  done
  grep -q '"name": "active threads"' p.json
  grep -q '"name": "in flight"' p.json
}

@test "barriers: who waits, and how long" {
  view 0 bar
  grep -q '"name": "barrier 0", "ts": [0-9]*, "dur": [0-9]*}' p.json
}

@test "fewer lanes than threads: a write and an access per beat" {
  view 0 -c folded mem_masks
  grep -q 'written in [0-9]* (threads 0x[0-9a-f]*), [0-9]* (threads' k
  grep -q '\(read\|stored\) in [0-9]* (threads 0x[0-9a-f]*), [0-9]* (threads' k
}

@test "caches: hits and misses" {
  view 0 -c cached mem_hits
  grep -q 'a miss of the data cache' k
  grep -q '"served by": "a cache miss"' p.json
}

@test "a trap is flushed" {
  view 1 trap_illegal
  [ "${kanata#*, }" != "${kanata#*, 1 flushed}" ]
  grep -q '"trap": true' p.json
  grep -q 'trapped$' k
}

@test "only the last cycles, or those from a given one" {
  view 0 --view-cycles 1000000 mixed1
  all=${kanata%% *}
  view 0 --view-cycles 100 mixed1
  last=${kanata%% *}
  [ "$last" -gt 0 ] && [ "$last" -lt "$all" ]
  tail -n 1 k > end
  view 0 --view-from 100 --view-cycles 300 mixed1
  [ "${kanata%% *}" -gt 0 ] && [ "${kanata%% *}" -lt "$all" ]
  first=$(sed -n 's/^C=\t//p' k)
  [ "$first" -ge 90 ] && [ "$first" -lt 400 ]
  view 0 --view-from 100000000 mixed1
  [ "$kanata" = "0 instructions, 0 flushed, 0 cycles, 0 arrows; stages" ]
}

@test "a view that cannot be written: exit 4 and nothing left" {
  expect 4 "$WW" cosim --konata nowhere/k "$asm/exit.elf"
  said "nowhere/k"
  expect 4 "$WW" cosim --konata k --perfetto nowhere/p "$asm/exit.elf"
  [ -z "$(ls -A)" ]
}

@test "what does not go together" {
  expect 2 "$WW" cosim --konata k --no-check "$asm/exit.elf"
  said "--no-check"
  expect 2 "$WW" cosim --view-from 5 "$asm/exit.elf"
  said "--konata FILE"
  expect 2 "$WW" cosim --konata k --view-cycles 0 "$asm/exit.elf"
  for bad in "--konata k --view-of launch:x" "--view-of _start" "--konata k --view-of nothing" \
             "--konata k --view-of launch:0" "--trace-lines"; do
    # shellcheck disable=SC2086
    expect 2 "$WW" cosim $bad "$asm/exit.elf"
  done
}

@test "the checkers of the formats find what is wrong" {
  view 0 exit
  sed '/^R/d' k | awk -f "$checks/kanata.awk" && false
  sed 's/^C\t/C\t-/' k | awk -f "$checks/kanata.awk" && false
  sed '0,/^E/{/^E/d}' k | awk -f "$checks/kanata.awk" && false
  sed '0,/"dur": [0-9]*/s//"dur": 0/' p.json | awk -f "$checks/trace.awk" && false
  sed 's/"name": "execute", "ts": [0-9]*/"name": "execute", "ts": 0/' p.json |
    awk -f "$checks/trace.awk" && false
  sed 's/]}$/]/' p.json | awk -f "$checks/trace.awk" && false
  sed '/thread_name/d' p.json | awk -f "$checks/trace.awk" && false
  true
}
