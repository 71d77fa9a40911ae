#!/bin/bash
# icarus-full.sh - what `make check-icarus` runs: programs in four states, in lockstep
# SPDX-License-Identifier: Apache-2.0
#
# icarus-full.sh [plain] [caches] [congest] [fuzz]: these parts, or all of them.
#   plain   all directed programs on configs/tiny.toml
#   caches  the same on 2 warps of 2 threads with caches, shared memory and AXI4, memory with random
#           delays; of the kernels the short ones only, since the others take hours
#   congest a third of them on both with congestors, the state audited once in five cycles
#   fuzz    FUZZ (20) random programs on each of both, and one on each of CONFIGS (10) random
#           configurations; half as many again with congestors
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
caches=("${small[@]}" -s icache.size=1024 -s dcache.size=1024 -s smem.size=1024 -s mem.bus=axi4)

only='*' long='sw/kernels/[dmv]*'
list() { # NAME RUNNER-OPTION... -- CONFIG-OPTION...
  local name=$1 options=()
  shift
  while [ "$1" != -- ]; do options+=("--also=$1"); shift; done
  shift
  "$src/tests/sw/run-list.sh" --strict --only "$only" --skip "$long" --also=--sim=icarus \
    "${options[@]}" cosim "$@" > "$tmp/tap" < /dev/null
  grep -v '^ok' "$tmp/tap" | grep -v '^#.*is not for this'
  passed=$((passed + $(grep -c '^ok' "$tmp/tap")))
  failed=$((failed + $(grep -c '^not ok' "$tmp/tap")))
  echo "$name: $(grep -c '^ok' "$tmp/tap") programs passed"
}

random() { # OPTION...
  if "$ww" fuzz --sim icarus "$@" -o "$tmp/fuzz.S" 2> "$tmp/err" < /dev/null; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
  tail -n 20 "$tmp/err"
}

# Programs that begin with the letters of ONLY.
stalling() { # NAME CONGEST ONLY CONFIG-OPTION...
  only="[$3]*" list "$1" --congest "$2" --audit 5 --mem-random 5 -- "${@:4}"
}

[ $# -gt 0 ] || set -- plain caches congest fuzz
for part; do
  case $part in
    plain) list plain -- -c tiny ;;
    caches) list caches --mem-random 3 -- "${caches[@]}" ;;
    congest)
      stalling "congestors" 3:30 a-j -c tiny
      stalling "congestors, caches" 4:50 lrs "${caches[@]}" ;;
    fuzz)
      random "${small[@]}" --count "${FUZZ:-20}"
      random "${caches[@]}" --count "${FUZZ:-20}"
      random --configs "${CONFIGS:-10}" --count 1
      random "${small[@]}" --congest --count $((${FUZZ:-20} / 2))
      random "${caches[@]}" --congest --count $((${FUZZ:-20} / 2)) --seed 1000 ;;
    *) echo "usage: icarus-full.sh [plain] [caches] [congest] [fuzz]" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
