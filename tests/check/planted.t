#!/bin/bash
# planted.t - --check finds planted bugs, each in its line, and nothing in right programs
# SPDX-License-Identifier: Apache-2.0
#
# planted.t [PROGRAM [BUG [SHAPE]]] runs these rows of planted.list alone. WW_FULL adds shapes.
set -u

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
dir=$src/tests/check number=0 failed=0
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
[ "${RISCV_CC:-no}" != no ] || { echo "1..0 # SKIP no RISC-V compiler"; exit; }

shapes=4x4
[ -z "${WW_FULL:-}" ] || shapes="4x4 1x1 2x32 8x2 duo"

count() { seq -s, 0 $(($1 - 1)); } # N: 0,1,...,N-1

# The options of run for $1.
options() {
  case $1 in
    flag.c) echo -s gpu.cores=2 -s dcache.write=through ;;
    reduce.cl) echo --global 64 --local 16 --arg "$(count 64)" --arg count=4 --arg 60 ;;
    stencil.cl) echo --global 64 --local 16 --arg "$(count 64)" --arg count=64 --arg 64 ;;
    hist.cl) echo --global 64 --local 16 --arg "$(count 64)" --arg 0,0,0,0,0,0,0,0 ;;
    transpose.cl) echo --global 12,8 --local 4,4 --arg "$(count 96)" --arg count=96 --arg 12 --arg 8 ;;
    scan.cl) echo --global 64 --local 16 --arg "$(count 64)" --arg count=64 ;;
    frame.cl) echo --global 64 --local 16 --arg count=64 ;;
    frame.cu) echo --grid 4 --block 16 --arg count=64 --arg 62 ;;
    gather.cl)
      x=$(count 64)
      case $2 in 1) x=$(count 32) ;; 2) x=null ;; esac
      echo --global 64 --local 16 --arg "$x" --arg "$(count 64)" --arg count=64 ;;
  esac
}

shape() {
  case $1 in
    duo) echo -s gpu.cores=2 -s dcache.write=through ;;
    *) echo -s "core.warps=${1%x*}" -s "core.threads=${1#*x}" ;;
  esac
}

row() { # PROGRAM BUG FOUND SHAPE
  local kinds=${3%%:*} want=0 bad=
  [ "$kinds" = - ] && kinds= || want=1
  # shellcheck disable=SC2046
  "$WW" run -c default $(shape "$4") -s isa.a=true -s smem.size=16384 --check all -D "BUG=$2" \
    --max-instructions 3000000 "$dir/$1" $(options "$1" "$2") > "$tmp/out" 2>&1
  [ $? -ge "$want" ] || bad=status
  found=$(sed -n 's/^check: \(memory\|init\|race\|same value\): .*/\1/p' "$tmp/out" | sort -u | paste -s -d ,)
  case ,$found, in *",$kinds,"*) ;; *) bad="$bad kind" ;; esac
  [ -n "$kinds" ] || [ -z "$found" ] || bad="$bad false"
  grep -qF "check: ${3%%:*}: ${3#*:}" "$tmp/out" || grep -q "^check: .*${3#*:}" "$tmp/out" || [ -z "$kinds" ] ||
    bad="$bad text"
  [ -z "$kinds" ] || grep -q "^    [^ ]*${1%.*}\.[chlu]*:[0-9]* (.*core [0-9]*, warp [0-9]*, lane [0-9]*" "$tmp/out" ||
    grep -q "called at $1" "$tmp/out" || bad="$bad line"
  number=$((number + 1))
  if [ -z "$bad" ]; then
    echo "ok $number - $1 $2 on $4: ${found:-nothing}"
  else
    failed=$((failed + 1))
    echo "not ok $number - $1 $2 on $4: wrong$bad"
    sed 's/^/# /' "$tmp/out" | head -n 20
  fi
}

for at in ${3:-$shapes}; do
  while read -r program bug found; do
    case $program in '#'* | '') continue ;; esac
    [ "${1:-$program}" = "$program" ] && [ "${2:-$bug}" = "$bug" ] || continue
    not=
    case $found in *\[*) not=${found#*\[} found=${found%% \[*} ;; esac
    case " ${not%\]} " in *" $at "*) continue ;; esac
    case $program in *.cl | frame.*) [ "${WW_CLC:-yes}" != no ] || continue ;; esac
    row "$program" "$bug" "$found" "$at"
  done < "$dir/planted.list"
done
echo "1..$number"
[ "$failed" -eq 0 ]
