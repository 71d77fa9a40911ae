#!/bin/bash
# cosim-errors.t - failing memory stops the core on every path, and the checker agrees
# SPDX-License-Identifier: Apache-2.0
set -u

if [ "${VERILATOR:-no}" = no ] || [ "${RISCV_CC:-no}" = no ]; then
  echo "1..0 # SKIP needs verilator and riscv64-unknown-elf-gcc"
  exit 0
fi

elf=$WW_BUILDDIR/sw/kernels/matmul.elf
json=$(mktemp) || exit 99
trap 'rm -f "$json"' EXIT
number=0

place() { # SYMBOL: its address in the program
  "${RISCV_NM:-riscv64-unknown-elf-nm}" "$elf" | awk -v s="$1" '$3 == s { print "0x" $1; exit }'
}

field() { sed -n "s/^.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" "$json" | head -n 1; }

# fails CAUSE PLACE OPTION...: the run ends in this trap, with and without random memory.
fails() {
  local cause=$1 where=$2 seed
  shift 2
  for seed in none ${seeds:-1 2 3}; do
    number=$((number + 1))
    random=()
    [ $seed = none ] || random=(--mem-random $seed)
    rm -f "$json"
    "$WW" cosim "$@" "${random[@]}" --mem-error "$where" --json "$json" "$elf" \
      > /dev/null 2> "$json.err" < /dev/null
    if [ "$(field status)" = fault ] && [ "$(field cause)" = "$cause" ]; then
      echo "ok $number - $where: cause $cause ($*, seed $seed)"
    else
      echo "not ok $number - $where: cause $cause ($*, seed $seed)"
      head -n 8 "$json.err" | sed 's/^/# /'
      echo "# repeat: $WW cosim $* ${random[*]} --mem-error $where $elf"
    fi
  done
  rm -f "$json.err"
}

# The groups of shapes.list have fetch, load and store; what is left is one run for each path.
if [ -z "${WW_FULL:-}" ]; then
  group=(-c cached -s core.timer=true -s isa.a=true -s isa.vote=true -s isa.shfl=true -s icache.size=1024
    -s icache.ways=2 -s dcache.size=1024 -s dcache.ways=2)
  l2=(-c cached -s core.timer=true -s isa.a=true -s icache.size=1024 -s icache.ways=2 -s dcache.size=1024
    -s dcache.ways=2 -s dcache.write=through -s l2.size=2048 -s l2.ways=2 -s l2.mshrs=4) # as group-l2
  seeds=2
  fails 19 0xfffff000 "${group[@]}"                 # past the cache
  fails 19 0xfffff000 "${l2[@]}"
  elf=$WW_BUILDDIR/tests/rtl/asm/atomic_warps.elf
  for where in reads writes; do
    fails 19 "$(place words):12:$where" "${group[@]}"
    fails 19 "$(place words):12:$where" "${l2[@]}"  # a line, a write-back
  done
  echo "1..$number"
  exit 0
fi

data=$(place ww_task)
for bus in simple axi4; do
  cached=(-s icache.size=1024 -s dcache.size=1024 -s mem.bus=$bus)
  fails 1 "$(place main):64" "${cached[@]}"         # instructions
  fails 19 "$data:4:reads" "${cached[@]}"           # a refill
  fails 19 "$data:4:writes" "${cached[@]}"          # a write-back
  fails 19 0xfffff000 "${cached[@]}"                # past the cache
done
for shape in gpu.cores=1 gpu.cores=2 l2.banks=4,mem.channels=2; do # behind a second-level cache
  behind=(-c duo -s "${shape%,*}" -s "${shape#*,}")
  fails 1 "$(place main):64" "${behind[@]}"
  fails 19 "$data:4:reads" "${behind[@]}"
  fails 19 "$data:4:writes" "${behind[@]}"
  fails 19 0xfffff000 "${behind[@]}"
done
fails 1 "$(place main)"                             # without caches: fetch,
fails 19 "$data:4:reads"                            # load,
fails 19 "$data:4:writes"                           # store
elf=$WW_BUILDDIR/tests/rtl/asm/atomic_warps.elf
for where in reads writes; do                       # of atomic accesses to one word
  fails 19 "$(place words):12:$where" -s isa.a=true
  fails 19 "$(place words):12:$where" -c cached -s isa.a=true
done
elf=$WW_BUILDDIR/tests/rtl/asm/load_far.elf
for where in near far; do                           # one of as many as there can be
  fails 19 "$(place $where)" -s core.threads=2 -s mem.bus_width=64 -s mem.requests=4 \
    -s icache.size=1024
done
echo "1..$number"
