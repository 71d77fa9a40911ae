#!/bin/bash
# lint.sh - emit every pairwise configuration and lint it: silence is demanded
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh verilator|iverilog|yosys: a TAP line per configuration. There are no waivers. Only `flatten` of yosys notices
# a wire that a constant and a port of an instance drive. In the quick tier each tool reads a few configurations, others
# than the other tools; with WW_FULL all of them.
set -u

tool=$1
src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
case $tool in
  verilator) binary=${VERILATOR:-verilator} ;;
  iverilog) binary=${IVERILOG:-iverilog} ;;
  yosys) binary=${YOSYS:-yosys} ;;
  *) echo "usage: lint.sh verilator|iverilog|yosys" >&2; exit 2 ;;
esac
[ "$binary" != no ] || { echo "1..0 # SKIP no $tool"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

command_for() { # PREFIX: what judges the tree in the working directory
  case $tool in
    verilator) echo "$binary --lint-only -Wall --top-module $1_top -f $1.f" ;;
    iverilog) echo "$binary -g2005 -Wall -o lint.vvp -s $1_top -f $1.f" ;;
    yosys) echo "$binary -q -p 'read_verilog rtl/*.v; hierarchy -check -top $1_top; proc;" \
                "check -assert; select -assert-none t:\$*latch* t:\$sr; flatten'" ;;
  esac
}

lint() { # PREFIX: success if the tree passes in silence; the output is in $tmp/out
  (cd "$tmp/tree" && eval "$(command_for "$1")") > "$tmp/out" 2>&1 < /dev/null
  status=$?
  [ "$status" -eq 0 ] && [ ! -s "$tmp/out" ]
}

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

judge() { # OPTIONS...
  local all=${*//"$tmp/"/} prefix
  prefix=${all##*design.prefix=}
  prefix=${prefix%% *}
  rm -rf "$tmp/tree"
  if "$ww" gen "$@" -o "$tmp/tree" > "$tmp/out" 2>&1 && lint "$prefix"; then
    point ok "$tool ${all//-s /}"
    return
  fi
  point "not ok" "$tool ${all//-s /}"
  echo "# exit status $status, output:"
  head -n 15 "$tmp/out" | sed 's/^/# /'
  echo "# repeat: $ww gen $all -o DIR && cd DIR && $(command_for "$prefix")"
}

# Line $1 in a module makes the tool speak: silence is not deafness.
notices() { # WHAT LINE
  rm -rf "$tmp/tree"
  "$ww" gen -o "$tmp/tree" || exit 99
  sed -i "s/^endmodule/  $2\n&/" "$tmp/tree/rtl/ww_csr.v"
  if lint ww; then point "not ok" "$tool notices $1"; else point ok "$tool notices $1"; fi
}

number=0 failed=0 status=- line=0 every=1 first=0
case $tool${WW_FULL:-} in
  verilator) every=12 first=1 ;;
  yosys) every=18 first=3 ;;
  iverilog) every=6 first=5 ;;
esac
while read -r options; do
  line=$((line + 1))
  [ $((line % every)) -eq $first ] || continue
  # shellcheck disable=SC2086
  judge $options
done < <("$build/tests/rtl/pairwise")
[ "$number" -gt 0 ] || { echo "Bail out! no configurations"; exit 99; }
# A second-level cache, whose rules are too many for pairs: below two cores, and the smallest below one. Several
# banks: below three cores on two channels, and as many as there may be below one. The smallest has random stalls and
# no unit that computes for more than a cycle.
judge -c duo -s design.prefix=ww -s trace.retire=true -s test.congest=true
judge -c lean -s design.prefix=Core_7x -s mem.bus=axi4 -s mem.bus_width=128 -s icache.line=16 \
  -s dcache.line=16 -s dcache.banks=4 -s l2.size=256 -s l2.ways=2 -s l2.mshrs=2 -s l2.pending=2 -s l2.writes=2 \
  -s isa.m=false -s test.congest=true
judge -c duo -s design.prefix=ww -s gpu.cores=3 -s l2.banks=4 -s mem.channels=2
[ "$tool" != iverilog ] || judge -c octa -s design.prefix=ww
# Ventus' instruction set, with lanes that serve two threads, and with many registers.
judge -c ventus -s design.prefix=ww -s core.threads=4 -s core.lanes=2 -s isa.vregs=256 -s trace.retire=true
[ -z "${WW_FULL:-}" ] || judge -c ventus -s design.prefix=ww -s isa.f=none -s fetch.returns=0 -s test.congest=true
# Two cores without a second-level cache, with each pair of caches: their top merges other ports for each.
[ "$tool${WW_FULL:-}" = verilator ] || [ "$tool${WW_FULL:-}" = yosys ] || {
  for caches in "" "-s icache.size=1024" "-s dcache.size=1024 -s dcache.write=through" \
    "-s icache.size=1024 -s dcache.size=1024 -s dcache.write=through"; do
    # shellcheck disable=SC2086
    judge -c default -s design.prefix=ww -s gpu.cores=2 -s trace.retire=true $caches
  done
}
[ -z "${WW_FULL:-}" ] || {
  judge -c duo -s design.prefix=ww -s l2.banks=2 -s isa.a=false
  judge -c octa -s design.prefix=ww -s gpu.cores=4 -s mem.channels=4
  judge -c lean -s design.prefix=Core_7x -s mem.bus=axi4 -s mem.bus_width=128 -s icache.line=16 \
    -s dcache.line=16 -s dcache.banks=4 -s l2.size=512 -s l2.ways=2 -s l2.banks=8 -s trace.retire=true
  # Random ones: more than two values that meet. random-N.toml is what `print config --random N` prints.
  case $tool in
    verilator) random="1 15" ;;
    iverilog) random="101 130" ;;
    yosys) random="201 206" ;;
  esac
  for seed in $(seq $random); do
    "$ww" print config --random "$seed" > "$tmp/random-$seed.toml"
    judge "$tmp/random-$seed.toml" -s design.prefix=ww
  done
}
notices "a select beyond the vector" "wire probe = i_csr[12];"
case $tool in
  verilator) notices "a width that does not fit" "wire [3:0] probe = i_csr;" ;;
  yosys) notices "a latch" "reg probe; always @* if (rst) probe = clk;"
         notices "two drivers" "wire probe; assign probe = clk ^ rst; assign probe = clk | rst;"
         notices "a constant and an instance as drivers" "wire probe; ww_probe u_probe (.probe(probe)); \
assign probe = 1'b1; endmodule module ww_probe (output wire probe); assign probe = 1'b0;"
         notices "two instances as drivers" "wire probe; ww_probe u_probe (.probe(probe)); \
ww_probe u_other (.probe(probe)); endmodule module ww_probe (output wire probe); assign probe = 1'b0;" ;;
esac
echo "1..$number"
[ "$failed" -eq 0 ]
