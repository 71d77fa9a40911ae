#!/bin/bash
# configs.t - every configuration of configs/, and what none of them has, in lockstep on Icarus
# SPDX-License-Identifier: Apache-2.0
#
# One short program each, in four states: nothing may be unknown behind a reset. A TAP line per configuration. octa and
# opengpu, which take minutes, are left to the full tier; what it has runs on two cores, and lint-iverilog.t reads it.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${IVERILOG:-no}" != no ] || skip "iverilog is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

runs() { # PROGRAM OPTION...
  local program=$1
  shift
  number=$((number + 1))
  if "$WW" cosim --sim icarus "$@" "$WW_BUILDDIR/tests/rtl/asm/$program.elf" > "$tmp/out" 2>&1 < /dev/null; then
    echo "ok $number - $program: $*"
  else
    failed=$((failed + 1))
    echo "not ok $number - $program: $*"
    head -n 20 "$tmp/out" | sed 's/^/# /'
    echo "# repeat: $WW cosim --sim icarus $* $WW_BUILDDIR/tests/rtl/asm/$program.elf"
  fi
}

for config in "$WW_SRCDIR"/configs/*.toml; do
  case $config in */ventus.toml) continue ;; esac # tests/ventus/ventus.bats
  case $config in */octa.toml | */opengpu.toml) [ -n "${WW_FULL:-}" ] || continue ;; esac
  runs simt_lanes -c "$(basename "$config" .toml)"
done
[ -z "${WW_FULL:-}" ] || runs simt_lanes -c duo -s l2.banks=2 -s mem.channels=2
# What no configuration has.
runs float_f_one -s isa.f=f -s core.threads=2
runs sfu_f -s isa.f=f -s isa.sfu=true -s core.threads=2
runs simt_lanes -s issue.policy=rr
runs simt_lanes -s issue.policy=gto
runs simt_lanes -s local.size=64
runs constant -c tiny -s mem.ram_size=0x1000000 -s mem.const_size=0x10000
runs smem_base -c tiny -s isa.a=true -s smem.size=64 -s smem.base=0x40000000
runs cores_bytes -c tiny -s gpu.cores=2
echo "1..$number"
[ "$failed" -eq 0 ]
