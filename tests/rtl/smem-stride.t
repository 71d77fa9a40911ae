#!/bin/bash
# smem-stride.t - shared memory serves a load of all lanes in as many cycles as a bank has words to give
# SPDX-License-Identifier: Apache-2.0
#
# Counts cycles of the simulated core, not time; so the figures are the same everywhere. The full
# tier has more shapes.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0
loads=64

say() { # CONDITION(0 or 1) WHAT
  number=$((number + 1))
  if [ "$1" -eq 1 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi
}

# table MOST WHAT DEGREES OPTION...: cycles of 64 loads at strides 0 1 2 3 16 32; each load takes
# as many as DEGREES says, and what is around them the same for all (or up to 4 less, since
# loads that take long hide some of it), at most MOST.
table() {
  local most=$1 what=$2 degrees=$3 stride cycles around=
  shift 3
  "$WW" cosim -s core.warps=1 -s fetch.buffer=8 -s smem.size=4096 "$@" \
    "$WW_BUILDDIR/sw/kernels/smem_stride.elf" > "$tmp/out" 2> "$tmp/err"
  say $(($? == 0)) "$what"
  sed 's/^/# /' "$tmp/err"
  set -- $degrees
  while read -r stride cycles; do
    : "${around:=$((cycles - loads * $1))}"
    say $((cycles <= loads * $1 + around && cycles + 4 >= loads * $1 + around)) \
      "$what: stride $stride in $cycles cycles, $around around $loads loads of $1"
    shift
  done < "$tmp/out"
  say $(($# == 0)) "$what: all strides"
  say $((${around:-99} <= most)) "$what: at most $most cycles around them"
}

table 20 "4 threads, latency 1" "1 1 2 1 4 4" -s core.threads=4
if [ -n "${WW_FULL:-}" ]; then
  table 20 "32 threads, 32 banks" "1 1 2 1 16 32" -s core.threads=32
  table 26 "8 threads, 1 bank, latency 6" "1 8 8 8 8 8" -s core.threads=8 -s smem.banks=1 \
    -s smem.latency=6
  table 20 "32 threads, 8 banks" "1 4 8 4 32 32" -s core.threads=32 -s smem.banks=8
  table 20 "8 threads, 32 banks" "1 1 1 1 4 8" -s core.threads=8 -s smem.banks=32
fi
echo "1..$number"
