#!/bin/bash
# vx-run.sh - run the programs of tests/sw/vx on cores of several shapes and print TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: vx-run.sh [--only NAME] [--also OPTION]... iss|cosim SHAPE...

Compiles the programs of tests/sw/vx/programs.list and runs each on every SHAPE:
WARPSxTHREADS[/LANES][,KEY=VALUE]..., as 4x4/2,core.timer=true. One passes if it ends with the
exit code of the list and no branch diverged. --also: an option of the runner.
WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two trees.
END
}

only='*' also=()
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2; shift ;;
    --also) also+=("$2"); shift ;;
    --help) usage; exit 0 ;;
    iss|cosim) break ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ $# -ge 2 ] || { usage >&2; exit 2; }
runner=$1
shift

if [ "${RISCV_CC:-no}" = no ]; then
  echo "1..0 # SKIP no RISC-V compiler"
  exit 0
fi
if [ "$runner" = cosim ] && [ "${VERILATOR:-verilator}" = no ]; then
  echo "1..0 # SKIP no verilator"
  exit 0
fi
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT

options_of() { # SHAPE: as options of the runner
  local shape=${1%%,*} rest=${1#*,} size
  size=${shape%/*}
  printf '%s' "-s core.warps=${size%x*} -s core.threads=${size#*x}"
  [ "$size" = "$shape" ] || printf '%s' " -s core.lanes=${shape#*/}"
  [ "$rest" = "$1" ] || printf '%s' " -s ${rest//,/ -s }"
}

run_one() { # NAME EXIT SHAPE
  local options status got
  options=$(options_of "$3")
  number=$((number + 1))
  # shellcheck disable=SC2086
  "$WW" "$runner" $options "${also[@]}" --strict --max-cycles 100000000 --json "$tmp/json" \
    "$tmp/$1.elf" > "$tmp/out" 2> "$tmp/err"
  status=$?
  got=$(sed -n 's/^ *"exit_code": *\([0-9]*\).*/\1/p' "$tmp/json" | head -n 1)
  if [ $status -eq $(($2 != 0)) ] && [ "$got" = "$2" ] &&
     { [ $status -eq 0 ] || grep -q '"kind": *"exit-code"' "$tmp/json"; }; then
    echo "ok $number - $1 $3"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $number - $1 $3"
  echo "# status $status, exit code $got, expected $2"
  tail -n 5 "$tmp/out" | sed 's/^/# /'
  head -n 10 "$tmp/err" | sed 's/^/# /'
  echo "# repeat: $WW $runner $options ${also[*]} --strict PROGRAM"
}

number=0 failed=0
while read -r name code flags less; do
  # shellcheck disable=SC2254
  case $name in '' | '#'*) continue ;; $only) ;; *) continue ;; esac
  [ "$runner" = cosim ] && [ "$less" != - ] || less=
  [ "$flags" != - ] || flags=
  # shellcheck disable=SC2086
  "$WW_BUILDDIR/sw/ww-cc" -Wall -Wextra -Werror $flags $less -o "$tmp/$name.elf" \
    "$WW_SRCDIR/tests/sw/vx/$name.c" || { echo "Bail out! $name.c does not compile"; exit 1; }
  for shape; do
    run_one "$name" "$code" "$shape"
  done
done < "$WW_SRCDIR/tests/sw/vx/programs.list"
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
