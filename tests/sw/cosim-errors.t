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

stops() { # OPTION...: cycle, core and address of the stops of two cores
  "$WW" cosim "${duo[@]}" "$@" --records "$json" "$elf" > /dev/null 2>&1 < /dev/null
  awk '$2 == "control" && $10 == "00000013" { printf " %d %d 0x%s", $1, substr($3, 5, 1) / 4, $11 }' "$json"
}

same() { # WHAT GOT WANTED
  number=$((number + 1))
  if [ "$2" = "$3" ]; then
    echo "ok $number - $1:$2"
  else
    echo "not ok $number - $1:$2, not$3"
  fi
}

# Two channels refuse lines of asm/cores_fail.S in one cycle. Even lines are on channel 1.
channels() {
  local at line a b cycle
  elf=$WW_BUILDDIR/tests/rtl/asm/cores_fail.elf
  at=$(place lines)
  for line in 0 1 2 3; do
    at[line]=$(printf '0x%08x' $((at + 64 * line)))
  done
  a=$(stops --mem-error "${at[0]}:4:writes")
  cycle=${a%% 0 0x*}
  same "a write of channel 1 fails: both cores stop" "$a" "$cycle 0 ${at[0]}$cycle 1 ${at[0]}"
  b=$(stops --mem-error "${at[1]}:4:writes")
  same "that of channel 0, in this very cycle" "$b" "$cycle 0 ${at[1]}$cycle 1 ${at[1]}"
  a=$(stops --mem-error "${at[0]}:4:writes" --mem-error "${at[1]}:4:writes")
  same "both writes fail: the address is that of channel 0" "$a" "$b"
  a=$(stops --mem-error "${at[2]}:4:reads" --mem-error "${at[3]}:4:reads")
  cycle=${a%% 0 0x*}
  same "reads of both fail in one cycle: each core has its own" "$a" "$cycle 0 ${at[2]}$cycle 1 ${at[3]}"
}
duo=(-c duo -s icache.size=1024 -s dcache.size=512 -s l2.size=1024 -s l2.ways=2 -s l2.banks=4
  -s mem.channels=2) # as group-duo

# The groups of shapes.list have fetch, load and store; what is left is one run for each path.
if [ -z "${WW_FULL:-}" ]; then
  group=(-c cached -s core.timer=true -s isa.a=true -s isa.vote=true -s isa.shfl=true -s icache.size=1024
    -s icache.ways=2 -s dcache.size=1024 -s dcache.ways=2)
  l2=(-c cached -s core.timer=true -s isa.a=true -s icache.size=1024 -s icache.ways=2 -s dcache.size=1024
    -s dcache.ways=2 -s dcache.write=through -s l2.size=2048 -s l2.ways=2 -s l2.mshrs=4
    -s mem.const_size=0x10000 -s smem.size=64 -s smem.base=0x90000000) # as group-l2
  seeds=2
  fails 19 0xfffff000 "${group[@]}"                 # past the cache
  fails 19 0xfffff000 "${l2[@]}"
  elf=$WW_BUILDDIR/tests/rtl/asm/atomic_warps.elf
  for where in reads writes; do
    fails 19 "$(place words):12:$where" "${group[@]}"
    fails 19 "$(place words):12:$where" "${l2[@]}"  # a line, a write-back
  done
  channels
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
channels
echo "1..$number"
