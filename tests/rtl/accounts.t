#!/bin/bash
# accounts.t - the cycle accounts of chosen programs say where their cycles went
# SPDX-License-Identifier: Apache-2.0
#
# That the accounts sum to the cycles of the run is demanded of every run in lockstep. Here the
# program decides what must be charged, and the counters are read through the host port alone, too.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0

point() { # STATUS TEXT
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi
}

run() { # PROGRAM OPTION...
  local program=$1
  shift
  rm -f "$tmp/json"
  "$WW" cosim "$@" --json "$tmp/json" "$WW_BUILDDIR/tests/rtl/asm/$program.elf" 2> "$tmp/err" ||
    sed 's/^/# /' "$tmp/err"
}

count() { # EVENT: its count in the last run
  sed -n "s/^ *\"$1\": \([0-9][0-9]*\).*/\1/p" "$tmp/json" | tail -n 1
}

share() { # LEAST MOST EVENT WHAT: percent of the cycles charged to EVENT
  local n all
  n=$(count "$3") all=$(count accounted)
  if [ -n "$n" ] && [ "${all:-0}" -gt 0 ] && [ $((100 * n)) -ge $(($1 * all)) ] &&
    [ $((100 * n)) -le $(($2 * all)) ]; then
    point 0 "$4: $3 $n of $all cycles"
  else
    point 1 "$4: $3 is ${n:-nothing} of ${all:-no} cycles, not $1 .. $2 percent"
  fi
}

sum() { # WHAT: the accounts sum to the cycles
  local all=0 e
  for e in $("$WW" print counters | awk '$3 == "cycle" { print $2 }'); do
    all=$((all + $(count "$e" | grep . || echo 0)))
  done
  [ "$all" -gt 0 ] && [ "$all" = "$(sed -n 's/^  "cycles": \([0-9]*\),/\1/p' "$tmp/json")" ]
  point $? "$1: the accounts sum to the cycles"
}

run rate_alu -s core.warps=8
share 94 100 issued "8 warps compute"
sum "8 warps compute"
run div -s core.warps=1
share 30 100 operands "one warp waits for its own results"
run load_use -s core.warps=1 --mem-latency 100
share 30 100 data "one warp waits for its loads"
share 20 100 fetch "and for its instructions"
run clone -s core.warps=1 -s core.threads=4
share 10 100 beats "registers of a clone"
run counters -s core.warps=1
share 5 100 serial "reads of counters"
run rate_alu -s core.warps=8 --no-check
share 94 100 issued "without the golden model"
sum "without the golden model"
"$WW" gen -s core.counters=false -o "$tmp/tree" && ! grep -rlE 'perf_|accounts' "$tmp/tree/rtl"
point $? "a core without counters has nothing of them"
if [ -z "${WW_FULL:-}" ]; then
  echo "1..$number"
  exit 0
fi

# The full tier: other shapes, and selected counters.
run rate_alu -s core.warps=8 -s core.threads=16 -s core.lanes=4
share 70 80 beats "four beats for each instruction"
run branch -s core.warps=1 -s icache.size=1024 --mem-latency 200
share 30 100 imiss "an empty instruction cache"
run rate_alu -s core.warps=8 -s counters.selected=13
n=$(sed -n 's/^.*"event": "issued", "value": \([0-9]*\) .*/\1/p' "$tmp/json")
[ "${n:-0}" -gt 0 ] && [ "$n" = "$(sed -n 's/^  "instructions": \([0-9]*\),/\1/p' "$tmp/json")" ]
point $? "selected: issued is ${n:-nothing}, the instructions of the run"
n=$(sed -n 's/^.*"event": "[a-z]*", "value": \([0-9]*\) .*/\1/p' "$tmp/json" | head -n 12 | paste -sd+)
[ "$((n))" = "$(sed -n 's/^  "cycles": \([0-9]*\),/\1/p' "$tmp/json")" ]
point $? "selected: the accounts of 12 counters sum to the cycles"
for shape in "-c default" "-c folded -s core.timer=true" "-c fast" "-c cached" "-s test.congest=true"; do
  # shellcheck disable=SC2086
  for program in events events_warps; do
    run $program $shape -s counters.selected=5 --mem-random 3
    grep -q '{ "counter": 3, "event": null, "value": [1-9]' "$tmp/json" &&
      grep -q '{ "counter": 5, "event": "beats", ' "$tmp/json"
    point $? "selected: $program with $shape, what it changes and what it leaves"
  done
done
run exit -s core.counters=false
grep -q '"accounted": null' "$tmp/json"
point $? "a core without counters has no accounts"
echo "1..$number"
