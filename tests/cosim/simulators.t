#!/bin/bash
# simulators.t - Verilator and Icarus give the same trace records, bit for bit
# SPDX-License-Identifier: Apache-2.0
#
# Memory without reset begins with random bits in one and with X in the other. The configurations
# are those of other tests, whose models are there; in the quick tier, of groups of shapes.list.
# SIMULATORS="icarus ..." are compared with verilator.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
command -v vvp > /dev/null && command -v iverilog-vpi > /dev/null || skip "no vvp"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0

# The records of one run, and its exit status and console.
records() { # SIMULATOR ELF OPTION...
  local sim=$1 elf=$2
  shift 2
  "$WW" cosim --sim "$sim" --records "$tmp/$sim.rec" "$@" "$elf" \
    > "$tmp/$sim.out" 2> "$tmp/$sim.err" < /dev/null
  echo "status $?" >> "$tmp/$sim.out"
}

same() { # PROGRAM OPTION...
  local program=$1 elf=$WW_BUILDDIR/tests/rtl/asm/$1.elf sim what
  shift
  records verilator "$elf" "$@"
  for sim in ${SIMULATORS:-icarus}; do
    number=$((number + 1))
    records "$sim" "$elf" "$@"
    what="$number - $program on $sim ($*): $(wc -l < "$tmp/$sim.rec") records"
    if [ -s "$tmp/verilator.rec" ] && cmp -s "$tmp/verilator.rec" "$tmp/$sim.rec" &&
      cmp -s "$tmp/verilator.out" "$tmp/$sim.out"; then
      echo "ok $what"
    else
      echo "not ok $what"
      diff "$tmp/verilator.rec" "$tmp/$sim.rec" | head -n 6 | sed 's/^/# /'
      tail -n 8 "$tmp/$sim.err" | sed 's/^/# /'
      echo "# repeat: $WW cosim --sim $sim $* $elf"
    fi
    rm -f "$tmp/$sim.rec"
  done
  rm -f "$tmp/verilator.rec"
}

same hazards -c tiny
same trap_illegal -c tiny --mem-random 2
same simt_lanes
one=atomic_lanes
[ -z "${WW_FULL:-}" ] || one=mem_race
same $one -c cached -s core.timer=true -s isa.a=true -s isa.vote=true -s isa.shfl=true -s icache.size=1024 \
  -s icache.ways=2 -s dcache.size=1024 -s dcache.ways=2 --mem-random 4
if [ -z "${WW_FULL:-}" ]; then
  echo "1..$number"
  exit 0
fi
same mem_lanes -c tiny --congest 3:40 --audit 7
same load -c folded
one=atomic_lanes
[ -z "${WW_FULL:-}" ] || one=mem_race
same $one -c cached --mem-random 4
same smem_mixed -c cached --mem-latency 60
same hazards -c paper-cache --mem-random 5
same timer_short -c cached -s core.timer=true --mem-random 3
echo "1..$number"
