#!/bin/bash
# icarus-programs.t - a share of the programs, directed and random, in four states
# SPDX-License-Identifier: Apache-2.0
#
# `make check-icarus` runs more.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
command -v vvp > /dev/null && command -v iverilog-vpi > /dev/null || skip "no vvp"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

small=(-s core.warps=2 -s core.threads=2)
caches=("${small[@]}" -s icache.size=1024 -s dcache.size=1024 -s smem.size=1024 -s mem.bus=axi4)
number=0

random() { # NAME OPTION...
  local name=$1
  shift
  number=$((number + 1))
  if "$WW" fuzz --sim icarus "$@" -o /dev/null 2>&1 < /dev/null | sed 's/^/# /' &&
    [ "${PIPESTATUS[0]}" -eq 0 ]; then
    echo "ok $number - random programs, $name"
  else
    echo "not ok $number - random programs, $name"
  fi
}

random "2 warps of 2 threads" "${small[@]}" --count 2 --length 80
random "caches, AXI4" "${caches[@]}" --count 2 --length 80
random "caches, AXI4, congestors" "${caches[@]}" --congest --count 2 --length 60
for group in 'a*' 'b*' 'h*' 'j*' 'l*' 'trap_s*'; do
  "$WW_SRCDIR/tests/sw/run-list.sh" --strict --only "$group" --also=--sim=icarus cosim -c tiny
done | awk -v n="$number" '/^1\.\./ { next }
  /^(not )?ok / { n++; sub(/ok [0-9]+/, "ok " n) } { print } END { print "1.." n }'
