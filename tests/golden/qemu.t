#!/bin/sh
# qemu.t - the golden model and qemu-riscv32 agree on RV32IM programs, Zba, Zbb and Zfinx
# SPDX-License-Identifier: Apache-2.0
#
# Random instruction sequences and C programs, each built twice from one source (oracle/host.c
# has the difference) at the same addresses, must print the same and end with the same
# status. Usage: qemu.t [SEED]
set -u
seed=${1:-${WW_SEED:-20}}
count=500

for tool in "${RISCV_CC:=no}" "${QEMU_RISCV32:=no}"; do
  if [ "$tool" = no ]; then
    echo "1..0 # SKIP qemu-riscv32 and a RISC-V gcc are needed"
    exit 0
  fi
done
src=$WW_SRCDIR/tests/golden/oracle
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

result() { # WORD NAME
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

build() { # OUT OPTION... SOURCE...
  out=$1
  shift
  "$RISCV_CC" -march=rv32im -mabi=ilp32 -mno-relax -nostdlib -static \
    -ffreestanding -fno-builtin -Wl,--no-relax -Wl,-Ttext=0x100000,-Tbss=0x180000 \
    -Wl,-e,_start -o "$out" -I"$src" "$@" "$src/host.c" -lgcc 2> "$tmp/cc"
}

compare() { # NAME OPTION... SOURCE...
  name=$1
  shift
  if ! build "$tmp/qemu.elf" -DON_QEMU "$@" || ! build "$tmp/golden.elf" "$@"; then
    result "not ok" "$name is compiled"
    sed 's/^/# /' "$tmp/cc"
    return
  fi
  timeout 60 "$QEMU_RISCV32" -cpu rv32,f=false,d=false,zfinx=true "$tmp/qemu.elf" > "$tmp/qemu.out"
  want=$?
  "$WW" iss -s mem.ram_base=0 -s core.reset_pc=0x100000 -s core.warps=1 \
    -s core.threads=1 -s isa.zba=true -s isa.zbb=true -s isa.f=zfinx --json "$tmp/json" --max-instructions 100000000 \
    "$tmp/golden.elf" > "$tmp/golden.out" 2> "$tmp/err"
  got=$(sed -n 's/^ *"exit_code": \([0-9]*\),$/\1/p' "$tmp/json")
  if [ "$want" = "$got" ] && [ -s "$tmp/qemu.out" ] && cmp -s "$tmp/qemu.out" "$tmp/golden.out"; then
    result ok "$name: $(wc -l < "$tmp/qemu.out") lines and exit code $got are the same"
    return
  fi
  result "not ok" "$name: the golden model does as qemu"
  echo "# exit code $got, qemu $want; first differences (qemu, golden):"
  diff "$tmp/qemu.out" "$tmp/golden.out" | head -n 6 | sed 's/^/# /'
  sed 's/^/# /' "$tmp/err"
}

for program in arith digest sort puzzle; do
  for level in -O0 -O2 -Os; do
    compare "$program $level" $level "$src/$program.c"
  done
done

batch=0
while [ $batch -lt 4 ]; do
  "$WW_BUILDDIR/tests/golden/sequences" $((seed + batch)) $((count / 4)) > "$tmp/sequences.S"
  compare "random sequences, seed $((seed + batch))" -O1 "$tmp/sequences.S" "$src/fold.c"
  batch=$((batch + 1))
done
[ $failed -eq 0 ] || echo "# repeat with: tests/golden/qemu.t $seed"
echo "1..$number"
[ $failed -eq 0 ]
