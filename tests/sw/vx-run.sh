#!/bin/bash
# vx-run.sh - run the programs of tests/sw/vx on cores of several shapes and print TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: vx-run.sh [--only NAMES] [--also OPTION]... iss|cosim SHAPE...

Compiles the programs of tests/sw/vx/programs.list and runs each on every SHAPE:
WARPSxTHREADS[/LANES][,KEY=VALUE]..., as 4x4/2,core.timer=true, or a configuration's name in place
of the numbers. NAMES are shell patterns, separated by commas. One passes if it ends with the
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

. "$(dirname "$0")/runner.sh"
need_runner "$runner"
need_compiler
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT

run_one() { # NAME EXIT SHAPE
  local status got
  shape_options "$3"
  number=$((number + 1))
  "$ww" "$runner" "${options[@]}" "${also[@]}" --strict --max-cycles 100000000 --json "$tmp/json" \
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
  echo "# repeat: $ww $runner ${options[*]} ${also[*]} --strict PROGRAM"
}

number=0 failed=0
while read -r name code flags less; do
  case $name in '' | '#'*) continue ;; esac
  matches "$name" "$only" || continue
  [ "$runner" = cosim ] && [ "$less" != - ] || less=
  [ "$flags" != - ] || flags=
  # shellcheck disable=SC2086
  "$build/sw/ww-cc" -Wall -Wextra -Werror $flags $less -o "$tmp/$name.elf" \
    "$src/tests/sw/vx/$name.c" || { echo "Bail out! $name.c does not compile"; exit 1; }
  for shape; do
    run_one "$name" "$code" "$shape"
  done
done < "$src/tests/sw/vx/programs.list"
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
