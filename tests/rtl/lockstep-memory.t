#!/bin/bash
# lockstep-memory.t - the programs about memory in lockstep on some pairwise configurations with caches
# SPDX-License-Identifier: Apache-2.0
#
# Each is one that a row of shapes.list (`pairwise-*`) runs with all programs; here it runs once with as many as tell
# most about memory, under random delays. Cores of 32 warps or threads are left to it.
set -u

export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
"$WW_BUILDDIR/tests/rtl/pairwise" | grep 'ram_base=0x80000000' | grep -v 'dcache.size=0 ' |
  grep -v 'core.\(warps\|threads\)=32 ' | head -n 3 > "$tmp/lines"
[ "$(wc -l < "$tmp/lines")" -eq 3 ] || { echo "Bail out! no configurations"; exit 99; }

number=0 failed=0 seed=0
while read -r line; do
  number=$((number + 1))
  seed=$((seed + 1))
  read -ra options <<< "$line"
  if "$WW_SRCDIR/tests/sw/run-list.sh" --strict --only '*mem_*' --also=--mem-random --also=$seed \
    cosim "${options[@]}" > "$tmp/tap" 2>&1 < /dev/null; then
    grep -q '^1..0 # SKIP' "$tmp/tap" && { cat "$tmp/tap"; exit 0; }
    echo "ok $number - $(grep -c '^ok' "$tmp/tap") programs: ${line//-s /}"
  else
    failed=$((failed + 1))
    echo "not ok $number - ${line//-s /}"
    grep -v '^ok\|not for this' "$tmp/tap" | sed 's/^/# /' | head -n 40
  fi
done < "$tmp/lines"
echo "1..$number"
[ "$failed" -eq 0 ]
