#!/bin/bash
# dcache.t - the data cache alone, under random requests, random memory and flushes, against a reference
# SPDX-License-Identifier: Apache-2.0
#
# dcache_bench.v says what is checked. SEEDS="1 2 3" gives other seeds than those of the rows. The quick
# tier takes 600 requests of four rows; the full one those that each row names, or 2000.
set -u

iverilog=${IVERILOG:-iverilog}
[ "$iverilog" != no ] || { echo "1..0 # SKIP no iverilog"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

log2() { local n=$1 bits=0; while [ "$n" -gt 1 ]; do n=$((n / 2)); bits=$((bits + 1)); done; echo $bits; }

# SIZE LINE WAYS REPLACEMENT BANKS MSHRS WRITE BUS REQUESTS, then parameters of the bench
bench() {
  local size=$1 line=$2 ways=$3 replacement=$4 banks=$5 mshrs=$6 write=$7 bus=$8 requests=$9 seed
  shift 9
  local options=(-s dcache.size="$size" -s dcache.line="$line" -s dcache.ways="$ways"
    -s dcache.replacement="$replacement" -s dcache.banks="$banks" -s dcache.mshrs="$mshrs"
    -s dcache.write="$write" -s mem.bus_width="$bus" -s mem.requests="$requests"
    -s core.counters=false)
  local params=(-P"dcache_bench.ACCESS_BITS=$((banks * 32))" -P"dcache_bench.BUS_BITS=$bus"
    -P"dcache_bench.LINE_BYTES=$line" -P"dcache_bench.REQUEST_BITS=$(log2 "$requests")"
    -P"dcache_bench.MSHRS=$mshrs" -P"dcache_bench.ID_BITS=$(($(log2 "$mshrs") + 1))"
    -P"dcache_bench.THROUGH=$([ "$write" = through ] && echo 1 || echo 0)")
  local extra
  for extra in "$@"; do params+=(-P"dcache_bench.$extra"); done
  [ -n "${WW_FULL:-}" ] || params+=(-P"dcache_bench.COUNT=600")
  rm -rf "$tmp/d"
  "$WW" gen "${options[@]}" -o "$tmp/d" || exit 99
  for seed in ${SEEDS:-$number}; do
    number=$((number + 1))
    if "$iverilog" -g2005 -o "$tmp/bench" -s dcache_bench "${params[@]}" \
      -P"dcache_bench.SEED=$seed" "$WW_SRCDIR/tests/rtl/dcache_bench.v" \
      "$tmp/d/rtl/ww_dcache.v" -y "$tmp/d/rtl" \
      > "$tmp/out" 2>&1 < /dev/null && vvp -n "$tmp/bench" >> "$tmp/out" 2>&1 &&
      grep -q '^pass' "$tmp/out"; then
      echo "ok $number - $size $line $ways $replacement $banks $mshrs $write $bus $requests $*, seed $seed:" \
        "$(grep '^pass' "$tmp/out")"
    else
      failed=$((failed + 1))
      echo "not ok $number - $size $line $ways $replacement $banks $mshrs $write $bus $requests $*, seed $seed"
      sed 's/^/# /' "$tmp/out" | head -n 8
    fi
  done
}

# What only the full tier runs.
full() { [ -z "${WW_FULL:-}" ] || "$@"; }

#     size line ways replacement banks mshrs write bus requests
full bench 1024  64   2   lru         16    4     back    128  8
full bench 1024  64   2   lru         16    4     back    128  8   FAST=1
bench 1024  64   2   lru         16    4     back    128  8   ERRORS=6144
full bench 1024  64   2   lru         16    4     through 128  8
bench 1024  64   2   lru         16    4     through 128  8   FAST=1
full bench 1024  64   2   lru         16    4     through 128  8   ERRORS=6144
full bench 2048  16   1   fifo        4     1     back    32   2
bench 1024  16   4   random      4     16    back    128  32
full bench 4096  256  4   fifo        4     8     back    64   16
bench 2048  256  2   lru         1     2     back    32   8    COUNT=1000
full bench 1024  256  2   lru         1     8     back    32   8    FAST=1 COUNT=1000
full bench 2048  256  2   random      32    4     through 64   8
full bench 1024  32   8   lru         8     8     back    256  32  FAST=1
full bench 1024  32   8   lru         8     8     through 32   32  ERRORS=4096
full bench 1024  128  1   lru         8     4     back    128  8   ERRORS=4096
full bench 16384 64   4   lru         16    4     back    128  8   SPAN=65536 ERRORS=65536 COUNT=4000
full bench 4096  256  2   lru         32    4     back    1024 8   FAST=1
echo "1..$number"
[ "$failed" -eq 0 ]
