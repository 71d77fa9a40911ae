#!/bin/bash
# rate.t - one instruction issues per cycle when a warp is ready, whatever another warp waits for
# SPDX-License-Identifier: Apache-2.0
#
# Counts cycles of the simulated core, not time; so the figures are the same everywhere.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0

rate() { # LEAST PROGRAM WHAT OPTION...: the instructions per cycle are at least LEAST
  local least=$1 program=$2 what=$3 ipc
  shift 3
  number=$((number + 1))
  "$WW" cosim "$@" --json "$tmp/json" "$WW_BUILDDIR/tests/rtl/asm/$program.elf" 2> "$tmp/err" ||
    sed 's/^/# /' "$tmp/err"
  ipc=$(sed -n 's/^ *"ipc": *\([0-9.]*\).*/\1/p' "$tmp/json")
  if awk -v a="${ipc:-0}" -v b="$least" 'BEGIN { exit !(a >= b) }'; then
    echo "ok $number - $what: IPC $ipc"
  else
    echo "not ok $number - $what: IPC ${ipc:-unknown}, expected $least or more"
    echo "# repeat: $WW cosim $* $WW_BUILDDIR/tests/rtl/asm/$program.elf"
  fi
}

rate 0.30 rate_alu "a warp alone issues every third cycle" -s core.warps=1
rate 0.94 rate_alu "4 warps" -s core.warps=4
rate 0.97 rate_alu "8 warps" -s core.warps=8
rate 0.94 rate_alu "8 warps, memory latency 20" -s core.warps=8 -s fetch.buffer=8 --mem-latency 20
rate 0.245 rate_alu "8 warps of 16 threads on 4 lanes: a beat per cycle" \
  -s core.warps=8 -s core.threads=16 -s core.lanes=4
rate 0.88 rate_wait "7 warps compute while one waits for memory" \
  -s core.warps=8 -s fetch.buffer=8 --mem-latency 20
echo "1..$number"
