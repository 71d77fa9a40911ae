#!/bin/bash
# icarus-full.sh - what `make check-icarus` runs: programs in four states, in lockstep
# SPDX-License-Identifier: Apache-2.0
#
# icarus-full.sh [plain] [caches] [congest] [fuzz] [extended]: these parts, or all of them.
#   plain   all directed programs on configs/tiny.toml
#   caches  the same on 2 warps of 2 threads with caches, shared memory and AXI4, memory with random
#           delays; of the kernels the short ones only, since the others take hours
#   congest a third of them on both with congestors, the state audited once in five cycles
#   fuzz    FUZZ (20) random programs on each of both, and one on each of CONFIGS (10) random
#           configurations; half as many again with congestors
#   extended the programs of the instruction extensions, and FUZZ random ones each, on three cores
#           that have all of them: floating point in x and in f, shared memory, caches, folded lanes
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

# Every extension; the registers of floating point are said by who uses it.
extensions=(-s isa.a=true -s isa.sfu=true -s isa.zba=true -s isa.zbb=true -s isa.zicond=true
  -s isa.vote=true -s isa.shfl=true)
x_floats=("${small[@]}" -s isa.f=zfinx "${extensions[@]}" -s smem.size=1024)
f_floats=("${caches[@]}" -s isa.f=f "${extensions[@]}")
folded=(-s core.warps=2 -s core.threads=4 -s core.lanes=2 -s isa.f=zfinx "${extensions[@]}"
  -s exec.fpu_lanes=1)

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

# Programs of the extensions, and random ones.
extended() { # NAME CONFIG-OPTION...
  local pattern
  for pattern in 'atomic*' 'f[l_][or]*' 'sfu*' vote shfl 'z*' 'trap_[als][rmc]*' 'trap_f[_ls]*'; do
    only=$pattern list "$1, $pattern" --mem-random 3 -- "${@:2}"
  done
  random "${@:2}" --count "${FUZZ:-20}"
}

[ $# -gt 0 ] || set -- plain caches congest fuzz extended
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
    extended)
      extended "extensions, x" "${x_floats[@]}"
      extended "extensions, f, caches" "${f_floats[@]}"
      extended "extensions, folded" "${folded[@]}" ;;
    *) echo "usage: icarus-full.sh [plain] [caches] [congest] [fuzz] [extended]" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
