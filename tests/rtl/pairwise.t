#!/bin/bash
# pairwise.t - the pairwise configurations are accepted, complete, and none is superfluous
# SPDX-License-Identifier: Apache-2.0
set -u

pairwise=$WW_BUILDDIR/tests/rtl/pairwise
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

check() { # TEXT COMMAND...
  local text=$1
  shift
  number=$((number + 1))
  if "$@" > "$tmp/out" 2>&1; then
    echo "ok $number - $text"
  else
    failed=$((failed + 1))
    echo "not ok $number - $text"
    sed 's/^/# /' "$tmp/out"
  fi
}

accepted() { # every line is a configuration
  local line
  while read -r line; do
    # shellcheck disable=SC2086
    "$WW" check $line || { echo "refused: $line"; return 1; }
  done < "$tmp/lines"
}

# Without line N, verify says which pairs never meet, and only then.
missed() { # N
  sed "$1d" "$tmp/lines" | "$pairwise" --verify > "$tmp/verify"
  [ $? -eq 1 ] && grep '^never together: ' "$tmp/verify" > "$tmp/never" ||
    { echo "nothing missed without line $1"; return 1; }
}

each_is_needed() {
  local n
  for n in $(seq "$(wc -l < "$tmp/lines")"); do
    missed "$n" || return 1
  done
}

refuses() { # SED-SCRIPT WORD: verify names the factor that a line lacks
  sed "$1" "$tmp/lines" | "$pairwise" --verify 2>&1 | grep -q "no value of '$2'"
}

"$pairwise" > "$tmp/lines"
"$pairwise" > "$tmp/again"
check "the lines are the same each time" cmp "$tmp/lines" "$tmp/again"
check "every line is a configuration" accepted
check "every pair of values occurs" "$pairwise" --verify < "$tmp/lines"
check "without any one line some pair is missed" each_is_needed
check "a missing factor is noticed" refuses '3s/-s simt.stack=[0-9]*//' stack
check "lanes that do not fit the threads are noticed" \
  refuses 's/core.lanes=[0-9]*/core.lanes=32/' lanes
check "an unknown value is noticed" refuses '1s/core.warps=/core.warps=7/' warps
echo "1..$number"
[ "$failed" -eq 0 ]
