#!/bin/bash
# seeds.sh - all directed programs in lockstep under many seeds of random memory, as TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: seeds.sh [FIRST-LAST [NAME...]]

Runs every program of tests/rtl/programs.list with --mem-random SEED for each seed
from FIRST to LAST (1-10) on each configuration named, or on all: a test for each
configuration and seed, which passes if all programs do. Models stay in
$WARPWRIGHT_CACHE. WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two
trees.
Configurations:
END
  sed -n "s/^\([a-z][-a-z]*\): .*/  \1/p" <<< "$list"
}

# Small caches, so that programs of some hundred instructions miss and evict.
list='
icache: -s icache.size=1024 -s icache.line=32 -s icache.mshrs=2
back: -s icache.size=1024 -s dcache.size=1024
through: -s icache.size=1024 -s dcache.size=1024 -s dcache.write=through -s mem.bus_width=64
one-lane: -s icache.size=2048 -s icache.line=32 -s dcache.size=1024 -s dcache.line=32 +
  -s dcache.ways=2 -s dcache.requests=1 -s mem.bus_width=32
axi: -s icache.size=1024 -s dcache.size=1024 -s mem.bus=axi4
axi-through: -s icache.size=1024 -s dcache.size=2048 -s dcache.write=through -s mem.bus=axi4 -s mem.bus_width=32
axi-smem: -s core.warps=8 -s core.threads=8 -s icache.size=2048 -s icache.line=128 +
  -s dcache.size=4096 -s dcache.line=128 -s dcache.replacement=random -s smem.size=16384 +
  -s mem.bus=axi4 -s mem.bus_width=256
'
list=${list// +$'\n' /}

case ${1:-} in --help) usage; exit 0 ;; esac
seeds=${1:-1-10}
first=${seeds%-*} last=${seeds#*-}
case $first$last in
  '' | *[!0-9]*) usage >&2; exit 2 ;;
esac
[ "$first" -le "$last" ] || { usage >&2; exit 2; }
[ $# -eq 0 ] || shift
names=${*:-$(sed -n 's/^\([a-z][-a-z]*\): .*/\1/p' <<< "$list")}

here=$(cd "$(dirname "$0")" && pwd)
if [ "${VERILATOR:-verilator}" = no ]; then
  echo "1..0 # SKIP no verilator"
  exit 0
fi

number=0 failed=0
for name in $names; do
  options=$(sed -n "s/^$name: //p" <<< "$list")
  [ -n "$options" ] || { echo "Bail out! no configuration '$name'"; exit 2; }
  for seed in $(seq "$first" "$last"); do
    number=$((number + 1))
    # shellcheck disable=SC2086
    if out=$("$here/run-list.sh" --also=--mem-random --also="$seed" cosim $options 2>&1); then
      echo "ok $number - $name, seed $seed: $(grep -c '^ok' <<< "$out") programs"
    else
      failed=$((failed + 1))
      echo "not ok $number - $name, seed $seed"
      grep -v '^ok\|^# .* is not for this' <<< "$out" | sed 's/^/# /' | head -n 60
    fi
  done
done
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
