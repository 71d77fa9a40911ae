#!/bin/bash
# congest.t - with test.congest the core passes, and every point of isa/stalls.def has stalled
# SPDX-License-Identifier: Apache-2.0
#
# Directed programs, one after the other with other seeds and rates, on configurations that have
# all points between them: two in the quick tier, four in the full one. A point that a configuration
# does not have must never stall.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src}
ww=${WW:-$build/warpwright}
export WARPWRIGHT_MODELS=once
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

status() { sed -n 's/^ *"status": "\(.*\)",$/\1/p' "$tmp/json" | head -n 1; }

# "NAME COUNT" of each point in the result.
stalls() { sed -n '/^ *"congest":/,/}/s/^    "\([a-z]*\)": \([0-9]*\).*/\1 \2/p' "$tmp/json"; }

run() { # SEED PERCENT PROGRAM CONFIG-OPTION...: "ok", or what is wrong
  local seed=$1 percent=$2 elf=$build/tests/rtl/asm/$3.elf
  shift 3
  rm -f "$tmp/json"
  "$ww" cosim "$@" --congest "$seed:$percent" --mem-random "$seed" --json "$tmp/json" "$elf" \
    > "$tmp/out" 2> "$tmp/err"
  case $(status) in
    pass | fault | error) stalls >> "$tmp/all" ;;
    *) echo "# $(basename "$elf") --congest $seed:$percent: $(status)"; sed 's/^/#   /' "$tmp/err" | head -n 8
       return 1 ;;
  esac
}

lockstep() { # "PROGRAM..." CONFIG-OPTION...
  local programs=$1 p seed=0 bad=0
  shift
  : > "$tmp/all"
  for p in $programs; do
    seed=$((seed + 1))
    run $seed $((seed * 37 % 80 + 5)) "$p" "$@" || bad=1
  done
  cat "$tmp/all" >> "$tmp/sum"
  if [ $bad -eq 0 ]; then point ok "congested: $*"; else point "not ok" "congested: $*"; fi
}

absent() { # CONFIGURATION "POINT...": none of them has stalled in the last lockstep
  local wrong
  wrong=$(awk -v names=" $2 " 'index(names, " " $1 " ") && $2 > 0 { print $1 }' "$tmp/all" | sort -u)
  if [ -z "$wrong" ]; then
    point ok "$1 has no stalls at $2"
  else
    point "not ok" "$1 has no stalls at $2"
    echo "# but at" $wrong
  fi
}

# What only the full tier runs.
full() { [ -z "${WW_FULL:-}" ] || "$@"; }

: > "$tmp/sum"
lanes=() more=
if [ -z "${WW_FULL:-}" ]; then
  lanes=(-s core.lanes=2 -s dcache.requests=1)
  more="mixed1 mem_flush fence_i mem_misses mem_code_conflict mexit_warp product_meets clone div"
  lockstep "mixed1 mexit mexit mexit mexit mexit mexit" -c default
fi
full lockstep "mixed1 mexit mexit mexit mexit mexit mexit mixed2 mem_mixed product_meets clone div" -c default
full absent "a core without caches and shared memory" \
  "bank accept lookup walk allocate victim operation replay array room read write fill insn\
 install clear miss ask beat ar aw w flush release gather"
full lockstep "mixed1 mem_mixed smem_mixed mem_flush fence_i mem_console mem_misses mem_code_conflict mexit_warp" \
  -c cached
full lockstep "mixed1 mem_mixed clone div" -c tiny -s mem.ram_size=0x1000000 \
  -s core.warps=2 -s core.threads=4 -s core.lanes=2 -s dcache.size=512 -s dcache.line=16 \
  -s dcache.write=through -s dcache.requests=1 -s core.counters=true
# The programs as launches of blocks, several at a time.
one="--launch 0x80000000,grid=3"
lockstep "mixed1 clone div" -c tiny -s mem.ram_size=0x1000000 $one $one $one $one $one $one
lockstep "float_two float_hazards float_one smem_mixed smem_mixed smem_mixed atomic_warps atomic_smem $more" \
  -c cached -s isa.f=zfinx -s isa.a=true "${lanes[@]}"

: > "$tmp/json"
missing=$(awk '{ n[$1] += $2 } END { for (p in n) if (!n[p]) print p }' "$tmp/sum" | sort)
known=$(awk '{ print $1 }' "$tmp/sum" | sort -u | wc -l)
rows=$(grep -c '^STALL(' "$src/isa/stalls.def")
if [ -z "$missing" ] && [ "$known" -eq "$rows" ]; then
  point ok "all $rows points have kept something waiting"
else
  point "not ok" "all $rows points have kept something waiting"
  echo "# $known points in the results; never:" $missing
fi
echo "1..$number"
[ "$failed" -eq 0 ]
