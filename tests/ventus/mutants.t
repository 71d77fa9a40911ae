#!/bin/bash
# mutants.t - launches in lockstep find every fault of mutants.list in the RTL of a core of Ventus
# SPDX-License-Identifier: Apache-2.0
#
# One model of 4 warps of 4 threads holds all mutants; WW_MUTANT chooses one. Launches run, what has killed first,
# until one ends in a mismatch or does not end. The lines name launch and check. MUTANTS="name ..." runs these
# alone. Without WW_FULL and MUTANTS the test is only whether each mutant fits.
set -u

here=$(cd "$(dirname "$0")" && pwd)
src=${WW_SRCDIR:-$(cd "$here/../.." && pwd)}
build=${WW_BUILDDIR:-$src}
ww=${WW:-$build/warpwright}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
core=(-c ventus -s core.threads=4 -s core.warps=4 -s isa.sfu=true -s isa.vregs=128)

"$ww" gen "${core[@]}" -s trace.retire=true -o "$tmp/rtl" && cp -r "$tmp/rtl" "$tmp/plain" || exit 99
count=$(grep -c '^@ ' "$here/mutants.list")
if awk -v rtl="$tmp/rtl/rtl" -v prefix=ww -v killer=lockstep -f "$src/tests/mutants/apply.awk" "$here/mutants.list" \
  > "$tmp/names" 2> "$tmp/err" && [ "$(wc -l < "$tmp/names")" = "$count" ]; then
  echo "ok 1 - $count mutants fit"
else
  echo "not ok 1 - $count mutants fit"
  sed 's/^/# /' "$tmp/err"
fi
if [ -z "${WW_FULL:-}${MUTANTS:-}" ] || [ "${VERILATOR:-no}" = no ] || [ "${RISCV_CC:-no}" = no ]; then
  echo 1..1
  exit 0
fi

cd "$tmp" || exit 99

assemble() { # NAME: NAME.elf of NAME.S here or in the folder of this test
  local source=$1.S
  [ -f "$source" ] || source=$here/$1.S
  "$RISCV_CC" -march=rv32ima_zicsr_zfinx_zve32x -mabi=ilp32 -nostdlib -static -mno-relax \
    -Wl,--no-relax,-n,-Ttext=0x80000000,-Tdata=0x90000000 -I"$build/sw/include" -I"$here" -o "$1.elf" "$source"
}

launch() { "$build/tests/ventus/mklaunch" "$1.elf" "$1" "${@:2}"; } # NAME THREADS WARPS X Y Z LOCAL PRIVATE

# Launches that trap, or just do not: NAME|instructions.
both='vid.v v1;1: auipc x5, 0;setrpc x0, x5, 12;vbeq v1, v0, 2f'
launches=()
while IFS='|' read -r name text; do
  { echo '#include "kernel.h"'; tr ';' '\n' <<< "$text"; echo 'endprg x0, x0, x0'; echo .data; echo '.space 64'; } \
    > "$name.S"
  assemble "$name" && launch "$name" 4 2 1 1 1 64 0 || exit 99
  launches+=("$name")
done << END
end_part|$both;2: endprg x0, x0, x0
barrier_part|$both;2: barrier x0, x0, 0
taken|.insn sb 0x63, 0, x0, x0, .+6
not_taken|li x5, 1;.insn sb 0x63, 0, x0, x5, .+6;nop
vtaken|vid.v v1;.insn sb 0x5b, 0, x0, x1, .+6
mode|csrwi frm, 5;.word 0x022190d7
beyond|regext x0, x0, 2;addi x5, x0, 1
unused|regext x0, x0, 2 << 6;addi x5, x0, 1;addi x6, x5, 1
over|j 1f;regext x0, x0, 1;1: addi x5, x0, 1;addi x6, x5, 1
words|csrr x5, mscratch;csrr x6, mtvec;li x7, 77;csrw mscratch, x7;csrwi mtvec, 4;csrr x8, mscratch;csrr x9, mtvec
rpc|csrr x5, VT_CSR_RPC;1: auipc x6, 0;setrpc x7, x6, 12;csrr x8, VT_CSR_RPC
numbers|csrr x5, VT_CSR_NUMW;csrr x6, VT_CSR_TID;csrr x7, VT_CSR_PDS;csrr x8, VT_CSR_WGID;csrr x9, VT_CSR_LDS
forward|vid.v v1;vand.vi v0, v1, 1;vmv.v.i v5, 3;vadd.vv v5, v1, v1, v0.t;vadd.vv v6, v1, v5;vmv.v.i v5, 4;\
vadd.vv v5, v1, v1, v0.t;vadd.vv v7, v5, v5;vadd.vv v5, v6, v1, v0.t;nop;vadd.vv v7, v1, v5
third|vid.v v1;vand.vi v0, v1, 1;vmv.v.i v5, 3;vadd.vv v5, v1, v1, v0.t;vmacc.vv v5, v1, v1;vadd.vv v6, v5, v1;\
vadd.vv v5, v1, v1, v0.t;nop;vmacc.vv v5, v1, v1;vadd.vv v6, v5, v1;vadd.vv v5, v1, v1, v0.t;nop;nop;vmacc.vv v5, v1, v1
last|vid.v v1;1: auipc x5, 0;setrpc x0, x5, 20;vbeq v1, v0, 2f;vmv.x.s x8, v1;2: vmv.x.s x9, v1;join x0, x0, 0;\
vadd.vx v2, v1, x9
reserve|li x10, 0x90000000;lr.w x5, (x10);sc.w x6, x5, (x10);sc.w x7, x5, (x10);lr.w x5, (x10);sw x0, 0(x10);\
sc.w x6, x5, (x10)
lr_trap|lr.w x5, (x0)
many|vid.v v1;vmv.v.i v5, 3;regext x0, x0, 2;vmul.vv v5, v1, v1;regext x0, x0, 2 << 3;vadd.vv v6, v1, v5;\
vadd.vv v7, v1, v5;regext x0, x0, 2;vadd.vi v0, v1, 1;vand.vi v0, v1, 1;regext x0, x0, 2;vadd.vi v0, v1, 1;\
vmacc.vv v5, v1, v1, v0.t
too_many|vid.v v1;regext x0, x0, 4;vadd.vi v0, v1, 1
lengths|vsetivli x5, 3, e32, m1, ta, ma;csrr x6, vl;csrr x7, vtype;li x8, 2;vsetvli x0, x8, e8, m1, tu, mu;csrr x6, vl;\
csrr x7, vtype;vsetvli x0, x0, e16, m1, ta, ma;csrr x6, vl;csrr x7, vtype;li x9, 77;vsetvl x5, x8, x9;csrr x7, vtype;\
vsetvli x5, x0, e32, m1, ta, ma;csrr x6, vl;beq x0, x0, 1f;vsetivli x5, 1, e32, m1, ta, ma;1: csrr x6, vl
returns|la x5, 3f;jal x1, 2f;2: mv x1, x5;jalr x0, 0(x1);addi x6, x6, 1;3: jal x1, 4f;addi x7, x0, 9;j 5f;\
4: addi x7, x0, 5;jalr x0, 0(x1);5: jal x1, 6f;6: la x1, 7f;regext x0, x0, 1;jalr x0, 0(x1);addi x6, x6, 1;\
7: regext x0, x0, 1 << 3;addi x8, x0, 0
nan|li x5, 0x7fc00000;vmv.v.x v1, x5;.word 0x72109157;.word 0x7212d1d7;.word 0x62109257
END
for name in vecadd loop barrier private floats masks; do
  assemble "$name" && launch "$name" 4 2 3 1 1 4096 32 || exit 99
  launches+=("$name")
done
for batch in 1 2 3 4; do # each of 25 launches
  list=
  for seed in $(seq $((batch * 100)) $((batch * 100 + 24))); do
    "$build/tests/ventus/mkrandom" "$seed" $((1 + seed % 3)) $((1 + seed % 4)) 4 $((4 + seed % 24)) sfu "r$seed" &&
      list+=" r$seed"
  done
  echo "$list" > "random$batch"
  launches+=("random$batch")
done

run() { # MUTANT LAUNCH [RTL]: the status of the run
  local name paths=()
  for name in $(cat "$2" 2> /dev/null || echo "$2"); do paths+=("$name.metadata"); done
  rm -f json
  WW_MUTANT=$1 "$ww" cosim --rtl "$tmp/${3:-rtl}" --max-cycles 500000 --mem-random 5 --json json \
    "${paths[@]}" > out 2> err
  sed -n 's/^ *"status": "\([^"]*\)".*/\1/p' json | head -n 1
}

number=1 killed=0
for name in "${launches[@]}"; do
  status=$(run 0 "$name")
  number=$((number + 1))
  case $status in
    pass | fault | error | launch) echo "ok $number - $name without a mutant: $status" ;;
    *) echo "not ok $number - $name without a mutant: $status"; head -n 5 err | sed 's/^/# /' ;;
  esac
done
while read -r n mutant; do
  [ -z "${MUTANTS:-}" ] || case " $MUTANTS " in *" $mutant "*) ;; *) continue ;; esac
  number=$((number + 1))
  for name in "${launches[@]}"; do
    status=$(run "$n" "$name")
    case $status in
      mismatch | hang | timeout)
        killed=$((killed + 1))
        echo "ok $number - $mutant killed by $name: $(grep -om1 'mismatch in .*' err || echo "$status")"
        rest=("$name")
        for other in "${launches[@]}"; do [ "$other" = "$name" ] || rest+=("$other"); done
        launches=("${rest[@]}")
        continue 2 ;;
    esac
  done
  echo "not ok $number - $mutant is not killed"
done < "$tmp/names"
echo "# $killed killed"
echo "1..$number"
