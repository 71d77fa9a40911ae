# cosim.bats - cosim: whole runs of the emitted core
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

setup() {
  need_verilator
  work=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  cd "$work"
}

teardown() {
  [ -z "$work" ] || { cd "$WW_BUILDDIR"; rm -rf "$work"; }
}

cosim() {
  timeout 120 "$WW" cosim "${small[@]}" "$@"
}

json() { # KEY: its value in the file j
  sed -n "s/^.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" j | sed "s/ *$//" | head -n 1
}

# A tree whose ALU ors where it should xor.
broken_tree() {
  "$WW" gen "${small[@]}" -s trace.retire=true -o broken
  sed -i 's/(a ^ b)/(a | b)/' broken/rtl/ww_alu.v
  grep -q '(a | b)' broken/rtl/ww_alu.v
}

@test "a program that ends with 0 passes" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 0 cosim --json j p.elf
  said "pass: exit code 0"
  said "0 mismatches"
  [ "$(json status)" = pass ]
  [ "$(json exit_code)" = 0 ]
  [ "$(json instructions)" = 2 ]
  [ "$(json checks)" -ge 4 ]
  [ "$(json cycles)" -gt 2 ]
  ! grep -q '"failure"' j
}

@test "an exit code other than 0 is exit status 1" {
  make_elf p.elf 0x80000000 "${answer[@]}"
  expect 1 cosim --json j p.elf
  said "exit code 42"
  [ "$(json status)" = error ]
  [ "$(json exit_code)" = 42 ]
  [ "$(json kind)" = exit-code ]
}

@test "the second run does not build" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim p.elf
  expect 0 cosim --verbose p.elf
  case $output in *building*) false ;; esac
}

@test "the console goes to stdout, the summary to stderr" {
  make_elf p.elf 0x80000000 "${prints[@]}"
  [ "$(cosim p.elf 2>/dev/null)" = o ]
}

@test "a trap: status fault, instruction and cause" {
  make_elf p.elf 0x80000000 "${nowhere[@]}"
  expect 1 cosim --json j p.elf
  said "fault: load access fault (cause 5"
  said "lw x6,0(x0)"
  said "addi x5,x0,3"
  [ "$(json status)" = fault ]
  [ "$(json cause)" = 5 ]
}

@test "a program without end: --max-cycles ends it" {
  make_elf p.elf 0x80000000 "${forever[@]}"
  expect 1 cosim --json j --max-cycles 3000 p.elf
  said "timeout: --max-cycles 3000 reached"
  said "warp 0: 0x80000000, threads 0x1"
  said "warp 1: halted"
  [ "$(json status)" = timeout ]
  [ "$(json kind)" = max-cycles ]
}

@test "a barrier that nobody else comes to: a deadlock at once, and who waits" {
  make_elf p.elf 0x80000000 "${alone[@]}"
  expect 1 cosim --json j p.elf
  said "error: deadlock"
  said "deadlock: every active warp waits at a barrier"
  said "warp 0: barrier 0 at pc 0x80000004 needs 2 warps"
  said "its next pc is 0x80000008"
  [ "$(json kind)" = deadlock ]
  [ "$(json cycles)" -lt 4000 ]
}

@test "Ctrl-C: a summary, a complete JSON file, exit status 1" {
  make_elf p.elf 0x80000000 "${forever[@]}"
  cosim --max-cycles 20 p.elf || true
  env --default-signal=INT timeout -s INT 3 "$WW" cosim "${small[@]}" --max-cycles 0 --json j --trace t p.elf 2> err ||
    code=$?
  cat err
  grep -q interrupted err
  grep -q 'interrupted: the program has not ended; where its warps are' err
  grep -q 'warp 0: ' err
  [ "$(json kind)" = interrupted ]
  [ "$(tail -n 1 j)" = "}" ]
  [ -s t ]
  [ -z "$(ls -A | grep '^\.part')" ]
}

@test "the same seed gives the same run, another a different one" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  cosim --mem-random 1 --json j p.elf
  a=$(json cycles)
  cosim --mem-random 1 --json j p.elf
  [ "$(json cycles)" = "$a" ]
  [ "$(json seed)" = 1 ]
  for s in 2 3 4 5; do
    cosim --mem-random $s --json j p.elf
    [ "$(json cycles)" = "$a" ] || different=yes
  done
  [ "$different" = yes ]
}

@test "latency costs cycles" {
  make_elf p.elf 0x80000000 "${prints[@]}"
  cosim --mem-latency 1 --json j p.elf
  a=$(json cycles)
  cosim --mem-latency 60 --json j p.elf
  [ "$(json cycles)" -gt $((a + 50)) ]
}

@test "dynamic memory costs cycles: fewer of a slower core; its rows are counted" {
  make_elf p.elf 0x80000000 "${stores[@]}"
  cosim --json j p.elf
  a=$(json cycles)
  expect 0 cosim --mem-dram ddr4:100 --json j p.elf
  b=$(json cycles)
  expect 0 cosim --mem-dram ddr4 --counters --json j p.elf
  [ "$b" -gt "$a" ]
  [ "$(json cycles)" -gt "$b" ]
  said "found their row open"
  said "(core at 1000 MHz)"
  [ "$(json chip)" = ddr4 ]
  [ "$(json row_opened)" -gt 0 ]
  [ $(($(json reads) + $(json writes))) = $(($(json row_hits) + $(json row_opened) + $(json row_replaced))) ]
  expect 0 cosim --mem-dram hbm2 --mem-random 3 p.elf
}

@test "--counters says where the cycles went" {
  make_elf p.elf 0x80000000 "${stores[@]}"
  expect 0 cosim --counters --json j p.elf
  said "  issued "
  said " stores; "
  [ "$(json accounted)" = "$(json cycles)" ]
  [ "$(json issued)" = "$(json instructions)" ]
  [ "$(json threads)" = "$(json thread_instructions)" ]
  [ "$(json stores)" -gt 0 ]
  expect 0 cosim --counters --no-check --json j p.elf
  said "  issued "
  [ "$(json accounted)" = "$(json cycles)" ]
  ! grep -q active_lanes j
  expect 1 cosim --counters --max-cycles 20 --json j p.elf
  said "the core was not done"
}

# bats test_tags=full
@test "--counters of a core without counters, and of one with selected ones" {
  make_elf p.elf 0x80000000 "${stores[@]}"
  expect 0 cosim --counters -s core.counters=false --json j p.elf
  said "core.counters is false"
  [ "$(json accounted)" = null ]
  grep -q '"active_lanes": \[0, ' j
  expect 0 cosim --counters -s counters.selected=2 --json j p.elf
  said " issued: a warp instruction"
  said " squashed: "
  grep -q '{ "counter": 3, "event": "issued", "value": [1-9]' j
  [ "$(json accounted)" = null ]
  expect 0 cosim --counters --no-check -s counters.selected=2 --json j p.elf
  said " issued: a warp instruction issued; unless the program selects"
  grep -q '{ "counter": 3, "event": null, "value": [1-9]' j
}

@test "memory errors stop the core, and are in the result" {
  make_elf p.elf 0x80000000 "${stores[@]}"
  expect 1 cosim --mem-error 0x80000000 --json j p.elf
  [ "$(json kind)" = trap ]
  [ "$(json cause)" = 1 ]
  [ "$(json addr)" = $((0x80000000)) ]
  expect 1 cosim --mem-error 0x80001002:8 --json j p.elf
  [ "$(json kind)" = trap ]
  [ "$(json cause)" = 19 ]
  [ "$(json bytes)" = 8 ]
  expect 1 cosim --mem-error 0x80001000:4:writes --json j p.elf
  [ "$(json cause)" = 19 ]
  [ "$(json of)" = writes ]
  cosim --mem-error 0x80001000:4:reads p.elf
  cosim --mem-error 0x80001010 p.elf
  expect 2 cosim --mem-error 0x70000000 p.elf
  said "is not in RAM"
  expect 1 cosim -s gpu.cores=2 --mem-error 0x80001000:4:writes --json j p.elf
  [ "$(json kind)" = trap ]
  [ "$(json cause)" = 19 ]
  # Loads get the old word of a store that memory refuses, until the core stops.
  make_elf r.elf 0x80000000 0x800012B7 0x0052A023 0x0002A303 0x0002A383 0x0002A403 0x00100073
  for seed in 1 2 3; do
    expect 1 cosim --mem-error 0x80001000:4:writes --mem-random $seed --json j r.elf
    [ "$(json cause)" = 19 ]
  done
  # A loop without an end, until memory fails to fetch it.
  make_elf s.elf 0x80000000 0x00128293 0x00128293 0xff9ff06f
  expect 1 cosim --mem-error 0x80000004@300 --json j s.elf
  [ "$(json cause)" = 1 ]
  [ "$(json since)" = 300 ]
  [ "$(json cycles)" -gt 300 ]
  # Core 0 halts; on core 1 two lanes disagree on the branch at 0x80000018.
  make_elf q.elf 0x80000000 0xcc202573 0x00051463 0x00100073 \
    0x00200293 0x0002800b 0xcc002373 0x00031463 0x00100073 0x00100073
  expect 0 cosim -s gpu.cores=2 --json j q.elf
  said "q.elf: warning: active lanes disagreed on 1 branch, first at 0x80000018 in core 1, warp 0; --strict stops there"
  [ "$(json divergent_branches)" = 1 ]
}

@test "the trace is that of the golden model, for one warp" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  cosim --trace rtl p.elf
  "$WW" iss "${small[@]}" --trace golden p.elf
  diff rtl golden
}

# A trace by cycles: an issue for each instruction; cycles that are told and those left out are all
# there are; what an instruction reads is what was written before it.
@test "--trace-cycles tells each instruction, each cycle once, and what it reads" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  for several in "" ${WW_FULL:+"-s gpu.cores=2"}; do
    expect 0 cosim $several --trace-cycles t --json j p.elf
    [ "$(grep -c ' issues ' t)" = "$(json instructions)" ]
    awk -v cores="${several:+2}" '
      function bad(why) { print NR ": " why ": " $0; wrong = 1 }
      /^cycle / { if (seen && $2 != last + left + 1) bad("cycles"); seen = 1; last = $2; left = 0; next }
      /^\(/ { left = substr($1, 2); next }
      /^  core / { core = $2 }
      /^  warp / { if (cores) bad("no core") }
      {
        match($0, /warp [0-9]+/)
        who = core "." substr($0, RSTART + 5, RLENGTH - 5)
        n = split($0, part, "  ")
        for (i = 2; i <= n; i++)
          if (split(part[i], f, " = ") == 2) {
            at = who "." f[1]
            if (/ writes /) value[at] = f[2]
            else if (/ issues /) {
              reads++
              if (f[2] != ((at in value) ? value[at] : "00000000")) bad("reads " f[1] ", " value[at])
            }
          }
      }
      END { exit wrong || !reads }' t
  done
  [ -z "${WW_FULL-}" ] || grep -q '^  core 1 warp 0 #0 ' t
  expect 2 "$WW" cosim --trace-cycles t --no-check p.elf
  said "--no-check"
}

@test "--no-check says so, in words and in the status" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 0 cosim --no-check --json j p.elf
  said "NOTHING WAS CHECKED"
  [ "$(json status)" = unchecked ]
  [ "$(json checked)" = false ]
  [ "$(json checks)" = 0 ]
}

@test "a broken core: one mismatch, explained" {
  broken_tree
  make_elf p.elf 0x80000000 "${xors[@]}"
  expect 1 timeout 120 "$WW" cosim --rtl broken --json j p.elf
  said "mismatch in cycle"
  said "retire-data"
  said "xor x6,x5,x5"
  said "warp 0, xor x6,x5,x5 at 0x80000004: the write of x6 is wrong in thread 0"
  said "It looks as if it had been or or and"
  said "thread 0        00000003    00000000    00000003    00000003"
  said "x5     #0 0x80000000: 00300293  addi x5,x0,3"
  said "by the ALU"
  said "repeat: warpwright cosim --rtl broken --json j p.elf"
  [ "$(json status)" = mismatch ]
  [ "$(json check)" = retire-data ]
  [ "$(json name)" = "x6 lane 0" ]
  [ "$(json rtl)" = 3 ]
}

# bats test_tags=full
@test "a broken core with --waves: the cycles around the mismatch" {
  broken_tree
  make_elf p.elf 0x80000000 "${xors[@]}"
  expect 1 timeout 120 "$WW" cosim --rtl broken --waves w.vcd --waves-window 10 --json j p.elf
  said "w.vcd"
  grep -q '^\$enddefinitions' w.vcd
  n=$(grep -c '^#' w.vcd)
  echo "$n times"
  [ "$n" -ge 40 ] && [ "$n" -le 70 ]
  [ -z "$(ls -A | grep '^\.part')" ]
}

@test "waves of a run without a mismatch show all of it" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 0 cosim --waves w.vcd --json j p.elf
  grep -q '^#0$' w.vcd
  n=$(grep -c '^#' w.vcd)
  [ "$n" -ge $((2 * $(json cycles) - 10)) ]
}

@test "a model that was damaged is built again" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim p.elf
  for m in "$WARPWRIGHT_CACHE"/*/model.so; do : > "$m"; done
  expect 0 cosim --verbose p.elf
  said "building the model"
}

@test "a build that was interrupted leaves nothing that harms" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim p.elf
  for d in "$WARPWRIGHT_CACHE"/*/; do
    d=${d%/}
    rm "$d/seal"
    mkdir -p "$d.work/obj"
    echo junk > "$d.work/obj/model.so"
  done
  expect 0 cosim p.elf
  [ -z "$(ls -d "$WARPWRIGHT_CACHE"/emit-* 2>/dev/null)" ]
}

# bats test_tags=full
@test "two runs at once build one model" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  export WARPWRIGHT_CACHE="$work/cache"
  cosim --verbose p.elf 2> err1 &
  cosim --verbose p.elf 2> err2
  wait $!
  cat err1 err2
  grep -q "^pass" err1 && grep -q "^pass" err2
  [ "$(cat err1 err2 | grep -c building)" = 1 ]
  [ "$(ls "$work/cache"/*/model.so | wc -l)" = 1 ]
}
