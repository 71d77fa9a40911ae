#!/bin/bash
# cycles.t - no program has become slower, or faster, without a word in cycles.list
# SPDX-License-Identifier: Apache-2.0
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
gcc=$("$RISCV_CC" -dumpversion)
want=$(sed -n 's/^compiler GCC //p' "$WW_SRCDIR/tests/cycles/cycles.list")
[ "$gcc" = "$want" ] || skip "cycles.list is of GCC $want, this is $gcc"
if [ -n "${WW_FULL:-}" ]; then
  exec "$WW_SRCDIR/scripts/cycles"
fi
exec "$WW_SRCDIR/scripts/cycles" --quick
