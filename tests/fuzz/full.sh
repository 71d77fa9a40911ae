#!/bin/bash
# full.sh - random programs in lockstep on many configurations
# SPDX-License-Identifier: Apache-2.0
#
# COUNT random programs (200), from SEED (1) on, but no more than LIMIT seconds allow (60), on every
# configuration of configs/ and of tests/rtl/pairwise. A line per configuration, then the totals. JOBS run at a time (2). What fails
# leaves its small program in FUZZ (fuzz/ of the build tree). Exit status 0 if nothing failed.
set -u

. "$(dirname "$0")/../sw/runner.sh"
programs=${COUNT:-200} seed=${SEED:-1} jobs=${JOBS:-2} out=${FUZZ:-$build/fuzz}
[ "${VERILATOR:-verilator}" != no ] || { echo "full.sh: error: needs verilator" >&2; exit 4; }
mkdir -p "$out" || exit 4
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

fuzz() { # NUMBER OPTION...
  local number=$1
  shift
  "$ww" fuzz "$@" --count "$programs" --seed "$seed" --max-seconds "${LIMIT:-60}" \
    --shrink -o "$out/$number.S" \
    --json "$tmp/$number.json" > /dev/null 2> "$tmp/$number.err" < /dev/null
}

# With more RAM if there is too little for programs.
one() { # NUMBER OPTION...
  local number=$1 start=$SECONDS code
  shift
  fuzz "$number" "$@"
  code=$?
  if [ $code -eq 3 ]; then
    set -- "$@" -s mem.ram_size=0x100000
    fuzz "$number" "$@"
    code=$?
  fi
  printf '%3d: %-8s %4d s  %s\n' "$number" \
    "$(sed -n 's/^  "status": "\(.*\)",/\1/p' "$tmp/$number.json" 2> /dev/null | grep . ||
      echo "error $code")" \
    $((SECONDS - start)) "${*//-s/}"
  [ $code -eq 0 ] || head -n 30 "$tmp/$number.err" | sed 's/^/# /'
}

number=0
while read -ra options; do
  number=$((number + 1))
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
  one "$number" "${options[@]}" &
done < <(
  for file in "$src"/configs/*.toml; do echo "-c $file"; done
  "$build/tests/rtl/pairwise"
)
wait
cat "$tmp"/*.json | awk -F'[:,]' -v all="$number" '
  /^  "status": "pass"/ { passed++ }
  /^  "(programs|instructions|cycles|checks)"/ { gsub(/[ "]/, "", $1); sum[$1] += $2 }
  END {
    printf "%d programs, %d warp instructions, %d cycles, %d records checked\n",
      sum["programs"], sum["instructions"], sum["cycles"], sum["checks"]
    printf "%d passed, %d failed\n", passed + 0, all - passed
    exit passed < all
  }'
