#!/bin/bash
# rate.t - one instruction issues per cycle when a warp is ready, whatever another warp waits for
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

# The mean over memory latencies of 1 to 6: where products of several warps meet ALU results at the one
# write port depends on how the warps stand to each other, and that on everything.
mean() { # LEAST PROGRAM WHAT OPTION...
  local least=$1 program=$2 what=$3 latency ipc=
  shift 3
  number=$((number + 1))
  for latency in 1 2 3 4 5 6; do
    "$WW" cosim "$@" --mem-latency "$latency" --json "$tmp/json" \
      "$WW_BUILDDIR/tests/rtl/asm/$program.elf" 2> "$tmp/err" || sed 's/^/# /' "$tmp/err"
    ipc="$ipc $(sed -n 's/^ *"ipc": *\([0-9.]*\).*/\1/p' "$tmp/json")"
  done
  if awk -v all="$ipc" -v b="$least" 'BEGIN {
        n = split(all, a); for (i = 1; i <= n; i++) sum += a[i]; exit !(n == 6 && sum / n >= b) }'; then
    echo "ok $number - $what: IPC$ipc"
  else
    echo "not ok $number - $what: IPC$ipc, expected a mean of $least or more"
  fi
}

# Cycles of what one warp does in asm/rate_steps.S: 16 independent instructions, 16 in a chain,
# 8 multiplications in a chain, 16 times 8 instructions in a loop, 4 wrong predictions with 4 more
# instructions; each with one instruction that reads mcycle.
steps() { # CYCLES WHAT OPTION...: the cycles are these
  local want=$1 what=$2 last= now got=
  shift 2
  number=$((number + 1))
  "$WW" cosim -s core.warps=1 -s icache.size=4096 "$@" --trace "$tmp/trace" \
    "$WW_BUILDDIR/tests/rtl/asm/rate_steps.elf" > "$tmp/out" 2>&1 || sed 's/^/# /' "$tmp/out"
  for now in $(sed -n 's/.*mcycle.* x10=\([0-9a-f]*\).*/\1/p' "$tmp/trace" | tail -n 6); do
    now=$((16#$now))
    [ -z "$last" ] || got="$got $((now - last))"
    last=$now
  done
  if [ "$got" = " $want" ]; then
    echo "ok $number - $what: $want"
  else
    echo "not ok $number - $what:$got, expected $want"
  fi
}

# Lines of the second-level cache that pass, from its counts FIELDS in the report, with CYCLES for each.
lines() { # LEAST CYCLES FIELDS PROGRAM WHAT OPTION...: these are at least LEAST in each cycle
  local least=$1 each=$2 fields=$3 program=$4 what=$5 got
  shift 5
  number=$((number + 1))
  "$WW" cosim "$@" --json "$tmp/json" "$WW_BUILDDIR/tests/rtl/asm/$program.elf" 2> "$tmp/err" ||
    sed 's/^/# /' "$tmp/err"
  got=$(tr -d ',":{}' < "$tmp/json" | awk -v fields="$fields" -v each="$each" '
      $1 == "cycles" { cycles = $2 }
      $1 == "level2" { for (i = 2; i < NF; i += 2) if (fields ~ $i) n += $(i + 1) }
      END { printf "%.3f", cycles ? n * each / cycles : 0 }')
  if awk -v a="$got" -v b="$least" 'BEGIN { exit !(a >= b) }'; then
    echo "ok $number - $what: $got"
  else
    echo "not ok $number - $what: $got, expected $least or more"
    echo "# repeat: $WW cosim $* $WW_BUILDDIR/tests/rtl/asm/$program.elf"
  fi
}

# What only the full tier runs.
full() { [ -z "${WW_FULL:-}" ] || "$@"; }

steps "17 32 30 217 49" "one warp: chains 2 and 4 apart, 5 or 6 cycles around a loop, 10 for a wrong prediction"
full steps "17 62 44 219 49" "without forwarding chains are 4 and 6 apart" -s issue.forward=false
full rate 0.91 rate_alu "a warp alone" -s core.warps=1 -s fetch.buffer=8 --mem-latency 1
full rate 0.94 rate_alu "2 warps" -s core.warps=2
rate 0.97 rate_alu "4 warps" -s core.warps=4
full rate 0.99 rate_alu "8 warps" -s core.warps=8
full rate 0.95 rate_alu "8 warps, memory latency 20" -s core.warps=8 -s fetch.buffer=8 --mem-latency 20
full rate 0.90 rate_loop "the inner loop of a matrix multiplication, 4 warps" -s icache.size=4096 --mem-latency 1
full mean 0.955 rate_loop "the same, 8 warps" -s core.warps=8 -s icache.size=4096
full rate 0.245 rate_alu "8 warps of 16 threads on 4 lanes: a beat per cycle" \
  -s core.warps=8 -s core.threads=16 -s core.lanes=4
full rate 0.97 rate_fma "independent fused multiply-adds, 4 warps" -s isa.f=zfinx
full rate 0.49 rate_fma "the same on half as many lanes of floating point" -s isa.f=zfinx -s exec.fpu_lanes=2
full rate 0.88 rate_wait "7 warps compute while one waits for memory" \
  -s core.warps=8 -s fetch.buffer=8 --mem-latency 20
full rate 0.90 cores_fair "stores of two cores to one line of a second-level cache" -c duo
full rate 0.90 cores_fair "stores of three cores to one line" "$WW_SRCDIR/tests/mutation/cores.toml"
full lines 0.94 4 "data_reads insn_reads" rate_l2 "beats a cycle of reads that hit the second-level cache" -c duo
full lines 4.4 40 filled rate_l2 "misses in flight, memory latency 40" -c duo -s l2.size=8192 --mem-latency 40
full lines 1.12 4 "filled evicted" rate_l2_store "beats a cycle of refills and write-backs" -c duo -s l2.size=8192
full lines 1.40 4 "data_reads insn_reads" rate_l2 "beats a cycle of reads that hit two banks" -c duo -s l2.banks=2
full lines 1.55 4 "filled evicted" rate_l2_store "beats a cycle of refills and write-backs on two channels" \
  -c duo -s l2.size=8192 -s l2.banks=2 -s mem.channels=2
echo "1..$number"
