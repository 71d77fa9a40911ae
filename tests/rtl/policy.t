#!/bin/bash
# policy.t - the issue records show the scheduler's policy
# SPDX-License-Identifier: Apache-2.0
#
# See asm/policy.S and policy.awk. For gto an instruction takes four beats on one lane, so that the
# warp that goes on alone does not outrun its fetches.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

here=$(cd "$(dirname "$0")" && pwd)
export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
elf=$WW_BUILDDIR/tests/rtl/asm/policy.elf
number=0

symbol() { ${RISCV_NM:-riscv64-unknown-elf-nm} "$elf" | awk -v s="$1" '$3 == s { print substr($1, length($1) - 7) }'; }
from=$(symbol policy_begin)
to=$(symbol policy_end)

point() { # TEXT CONDITION...
  local text=$1
  shift
  number=$((number + 1))
  if test "$@"; then echo "ok $number - $text"; else echo "not ok $number - $text"; fi
}

for policy in lrr gto ${WW_FULL:+rr}; do
  case $policy in gto) lanes=1 ;; *) lanes=4 ;; esac
  "$WW" cosim -s issue.policy=$policy -s core.lanes=$lanes -s icache.size=4096 --trace "$tmp/trace" "$elf" \
    > "$tmp/out" 2>&1 || { sed 's/^/# /' "$tmp/out"; }
  read -r apart cyclic same order <<< "$(awk -v from="$from" -v to="$to" -f "$here/policy.awk" "$tmp/trace")"
  echo "# $policy: apart $apart, cyclic $cyclic %, same $same %, order $order"
  case $policy in
    lrr)
      point "lrr: the warps that are ready take turns" "$cyclic" -ge 90
      point "lrr: one that is not is passed over" "$apart" -ge 40 ;;
    rr)
      point "rr: the turn goes round" "$cyclic" -eq 100
      point "rr: and waits for a warp that is not ready" "$apart" -le 2 ;;
    gto)
      point "gto: a warp goes on as long as it is ready" "$same" -ge 90
      point "gto: then comes the one that was started first" "$order" = 231 ;;
  esac
done
echo "1..$number"
