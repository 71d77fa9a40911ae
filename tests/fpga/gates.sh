#!/bin/bash
# gates.sh - what `make check-gates` runs: netlists in lockstep, memories counted
# SPDX-License-Identifier: Apache-2.0
#
# gates.sh [tiny] [2x2] [placed] [others] [memories]: these parts, or all of them.
#   tiny      the directed programs and FUZZ (20) random ones on configs/tiny.toml for hx8k
#   2x2       the same on 2 warps of 2 threads
#   placed    the same on configs/small.toml (2x2), placed and routed on hx8k; then with one
#             wrong bit in a look-up table, which has to show
#   others    FUZZ random programs on a core with caches, shared memory and AXI4 for ecp5,
#             on a deep core for ecp5, on configs/tiny.toml for xc7 and cyclonev, with a fast multiplier for up5k
#   memories  tests/fpga/memories.list for every target
# Ends with the totals; exit status 0 if all passed.
set -u

here=$(cd "$(dirname "$0")" && pwd)
src=${WW_SRCDIR:-$(cd "$here/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0

small=(-s core.warps=2 -s core.threads=2)
caches=("${small[@]}" -s core.lanes=1 -s icache.size=1024 -s dcache.size=1024 -s smem.size=1024
  -s mem.bus=axi4)

tally() { # NAME: of the TAP in $tmp/tap
  grep -v '^ok' "$tmp/tap" | grep -v '^#.*is not for this'
  passed=$((passed + $(grep -c '^ok' "$tmp/tap")))
  failed=$((failed + $(grep -c '^not ok' "$tmp/tap")))
  grep -q '^ok' "$tmp/tap" || failed=$((failed + 1))
  echo "$1: $(grep -c '^ok' "$tmp/tap") passed"
}

also=()         # more options of both

list() { # NAME TARGET CONFIG-OPTION...
  local name=$1 target=$2
  shift 2
  "$src/tests/sw/run-list.sh" --strict "--also=--gates=$target" "${also[@]/#/--also=}" cosim "$@" \
    > "$tmp/tap" < /dev/null
  tally "$name, directed programs, $target"
}

random() { # NAME TARGET CONFIG-OPTION...
  local name=$1 target=$2
  shift 2
  echo "$name, random programs, $target"
  if "$ww" fuzz --gates "$target" "${also[@]}" "$@" --count "${FUZZ:-20}" -o "$tmp/fuzz.S" 2> "$tmp/err" \
    < /dev/null; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
  tail -n 20 "$tmp/err"
}

# One entry of a look-up table behind the output done is inverted in every placed netlist of the cache,
# whichever it is that the options name.
broken() { # CONFIG-OPTION...
  local cache=$tmp/cache file dir
  for file in "$WARPWRIGHT_CACHE"/placed-*/record.json; do
    dir=${file%/*}
    mkdir -p "$cache/${dir##*/}"
    cp "$dir"/* "$cache/${dir##*/}"
    awk -v port=done -f "$src/tests/fpga/break-placed.awk" "$dir/placed.v" "$dir/placed.v" \
      > "$cache/${dir##*/}/placed.v" || { echo "gates.sh: no table to break" >&2; exit 4; }
  done
  WARPWRIGHT_CACHE=$cache "$ww" cosim --gates hx8k --placed "$@" --json "$tmp/json" \
    "$build/tests/rtl/asm/exit.elf" > "$tmp/err" 2>&1 < /dev/null
  if [ $? -eq 1 ] && grep -q '"check": "placed-output"' "$tmp/json"; then
    passed=$((passed + 1))
    grep 'of the placed netlist is' "$tmp/err"
  else
    failed=$((failed + 1))
    echo "not ok - a wrong bit of a placed look-up table was not noticed"
    tail -n 20 "$tmp/err"
  fi
}

[ $# -gt 0 ] || set -- tiny 2x2 placed others memories
for part; do
  case $part in
    tiny)
      list tiny hx8k -c tiny
      random tiny hx8k -c tiny ;;
    2x2)
      list 2x2 hx8k "${small[@]}"
      random 2x2 hx8k "${small[@]}" ;;
    placed)
      also=(--placed)
      list placed hx8k -c small
      random placed hx8k -c small
      broken -c small
      also=() ;;
    others)
      random caches ecp5 "${caches[@]}"
      random deep ecp5 "${small[@]}" -s core.deep=true -s issue.judge=true
      random tiny xc7 -c tiny
      random tiny cyclonev -c tiny
      random "one lane" up5k -c tiny -s core.lanes=1 \
        -s exec.multiplier=pipelined ;;
    memories)
      "$src/tests/fpga/memories.sh" > "$tmp/tap" < /dev/null
      tally memories ;;
    *) echo "usage: gates.sh [tiny] [2x2] [placed] [others] [memories]" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
