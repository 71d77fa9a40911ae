#!/bin/sh
# qemu.t - the model of Ventus and qemu-riscv32 agree on what Ventus takes from RV32IM, F and V
# SPDX-License-Identifier: Apache-2.0
#
# Single instructions with random operands, masks and rounding modes, on four lanes. Usage: qemu.t [SEED]
set -u
seed=${1:-${WW_SEED:-1}}
count=20
[ -z "${WW_FULL:-}" ] || count=200

for tool in "${RISCV_CC:=no}" "${QEMU_RISCV32:=no}"; do
  if [ "$tool" = no ]; then
    echo "1..0 # SKIP qemu-riscv32 and a RISC-V gcc are needed"
    exit 0
  fi
done
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
cases=$WW_BUILDDIR/tests/ventus/cases
number=0 failed=0

result() { # WORD NAME
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

"$cases" write "$seed" $count > "$tmp/cases.S"
if ! "$RISCV_CC" -march=rv32imf_zve32f -mabi=ilp32 -nostdlib -static -o "$tmp/cases.elf" "$tmp/cases.S" \
    2> "$tmp/cc"; then
  result "not ok" "the cases are assembled"
  sed 's/^/# /' "$tmp/cc"
elif timeout 300 "$QEMU_RISCV32" -cpu rv32,v=true,vlen=128,vext_spec=v1.0 "$tmp/cases.elf" > "$tmp/out" 2> "$tmp/err" &&
   "$cases" check "$seed" $count < "$tmp/out" > "$tmp/log"; then
  result ok "$(cat "$tmp/log")"
else
  result "not ok" "the model does as qemu"
  cat "$tmp/err" "$tmp/log" | sed 's/^/# /'
fi

# A bit of a result, and a flag, that differ are found: the first case is lui of x, its flags are 8 bytes on.
for at in 0 8; do
  { head -c $at "$tmp/out"; printf '\377'; tail -c +$((at + 2)) "$tmp/out"; } > "$tmp/wrong"
  if "$cases" check "$seed" $count < "$tmp/wrong" | grep -q ', 1 differ$'; then
    result ok "a difference in byte $at is found"
  else
    result "not ok" "a difference in byte $at is found"
  fi
done
[ $failed -eq 0 ] || echo "# repeat with: tests/ventus/qemu.t $seed"
echo "1..$number"
[ $failed -eq 0 ]
