#!/bin/bash
# latency.t - what a load costs the instruction that waits for it, and those that do not
# SPDX-License-Identifier: Apache-2.0
#
# Counts cycles of the simulated core, not time; so the figures are the same everywhere.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0

most() { # CYCLES PROGRAM WHAT OPTION...: the program takes at most so many
  local most=$1 program=$2 what=$3 cycles
  shift 3
  set -- -s core.warps=1 -s icache.size=4096 "$@"
  number=$((number + 1))
  "$WW" cosim "$@" --json "$tmp/json" "$WW_BUILDDIR/tests/rtl/asm/$program.elf" 2> "$tmp/err" ||
    sed 's/^/# /' "$tmp/err"
  cycles=$(sed -n 's/^ *"cycles": *\([0-9]*\).*/\1/p' "$tmp/json")
  if [ "${cycles:-0}" -gt 0 ] && [ "$cycles" -le "$most" ]; then
    echo "ok $number - $what: $cycles cycles"
  else
    echo "not ok $number - $what: ${cycles:-unknown} cycles, expected $most or less"
    echo "# repeat: $WW cosim $* $WW_BUILDDIR/tests/rtl/asm/$program.elf"
  fi
}

# What only the full tier runs.
full() { [ -z "${WW_FULL:-}" ] || "$@"; }

most 10400 load_chain "1000 loads from the cache that wait for each other" -s dcache.size=4096 -s smem.size=4096
most 10400 smem_chain "1000 loads from shared memory" -s dcache.size=4096 -s smem.size=4096
most 4400 load_rate "3200 loads and 200 stores that hit and do not wait" -s dcache.size=4096 -s smem.size=4096
most 8000 load_late "loads and a store whose lines come after 800 instructions" -s dcache.size=4096 -s smem.size=4096 \
  --mem-latency 2000
full most 13400 smem_chain "1000 loads from shared memory of latency 4" -s smem.size=4096 -s smem.latency=4
full most 4400 load_rate "3200 loads and 200 stores without a data cache"
full most 21500 returns "1000 calls and returns" -s fetch.returns=2
full most 3400 loop_turns "1000 turns of a loop of two instructions" -s fetch.loops=true
echo "1..$number"
