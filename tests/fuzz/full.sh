#!/bin/bash
# full.sh - random programs in lockstep on many configurations
# SPDX-License-Identifier: Apache-2.0
#
# COUNT random programs (200), from SEED (1) on, but no more than LIMIT seconds allow (60), on every
# configuration of configs/ and of tests/rtl/pairwise: half of them as they are, half with the kinds
# of instructions in them that are only drawn on request. A line per configuration, then the totals.
# JOBS run at a time (2). What fails leaves its small program in FUZZ (fuzz/ of the build tree).
# Exit status 0 if nothing failed.
set -u

. "$(dirname "$0")/../sw/runner.sh"
programs=${COUNT:-200} seed=${SEED:-1} jobs=${JOBS:-2} out=${FUZZ:-$build/fuzz}
[ "${VERILATOR:-verilator}" != no ] || { echo "full.sh: error: needs verilator" >&2; exit 4; }
mkdir -p "$out" || exit 4
rare=corner=4,edge=4,hazard=12,jump=4,mixed=4,walk=2,remask=4,deep=8
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

fuzz() { # NUMBER FIRST-SEED OPTION...
  local number=$1 first=$2
  shift 2
  "$ww" fuzz "$@" --count $(((programs + 1) / 2)) --seed "$first" \
    --max-seconds $(((${LIMIT:-60} + 1) / 2)) --shrink -o "$out/$number.S" \
    --json "$tmp/$number.json" > /dev/null 2> "$tmp/$number.err" < /dev/null
}

both() { # NUMBER OPTION...
  local number=$1
  shift
  fuzz "$number" "$seed" "$@" &&
    fuzz "$number-rare" $((seed + programs)) "$@" --weights "$rare"
}

# With more RAM if there is too little for programs.
one() { # NUMBER OPTION...
  local number=$1 start=$SECONDS code verdict
  shift
  both "$number" "$@"
  code=$?
  if [ $code -eq 3 ]; then
    set -- "$@" -s mem.ram_size=0x100000
    both "$number" "$@"
    code=$?
  fi
  verdict=$(cat "$tmp/$number.json" "$tmp/$number-rare.json" 2> /dev/null |
    sed -n 's/^  "status": "\(.*\)",/\1/p' | grep -v pass)
  [ $code -ne 0 ] || : > "$tmp/$number.passed"
  [ $code -ne 0 ] || verdict=pass
  printf '%3d: %-8s %4d s  %s\n' "$number" "${verdict:-error $code}" $((SECONDS - start)) "${*//-s/}"
  [ $code -eq 0 ] || cat "$tmp/$number.err" "$tmp/$number-rare.err" 2> /dev/null |
    head -n 40 | sed 's/^/# /'
}

number=0
while read -ra options; do
  number=$((number + 1))
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$number" "${options[@]}" &
done < <(
  for file in "$src"/configs/*.toml; do
    case $file in */ventus.toml) ;; *) echo "-c $file" ;; esac
  done
  "$build/tests/rtl/pairwise"
)
wait
passed=$(find "$tmp" -name '*.passed' | wc -l)
cat "$tmp"/*.json | awk -F'[:,]' '
  /^  "(programs|instructions|cycles|checks)"/ { gsub(/[ "]/, "", $1); sum[$1] += $2 }
  END {
    printf "%d programs, %d warp instructions, %d cycles, %d records checked\n",
      sum["programs"], sum["instructions"], sum["cycles"], sum["checks"]
  }'
echo "$passed passed, $((number - passed)) failed"
[ "$passed" -eq "$number" ]
