#!/bin/bash
# trace-neutral.t - the core with trace ports is the core without them, gate by gate
# SPDX-License-Identifier: Apache-2.0
#
# The trace outputs and the port of the state audit are cut off and what fed only them is swept
# away; the netlist that is left has to be isomorphic to the one of the core without trace.retire.
# In both an exclusive or stands in for the product of the multiplier, whose adders yosys arranges
# as the names of wires happen to be. The quick tier compares three modules, the
# full one five cores.
set -u

yosys=${YOSYS:-yosys}
[ "$yosys" != no ] || { echo "1..0 # SKIP no yosys"; exit 0; }
here=$WW_SRCDIR/tests/rtl
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
tidy="opt_expr -full; opt_merge; opt_clean -purge"  # no opt_reduce: it arranges gates by the names of wires
number=0 failed=0

netlist() { # TREE TOP BLIF [OUTPUT...]: without the trace outputs, and these
  local extra=("${@:4}")
  "$yosys" -q -p "read_verilog $1/rtl/*.v; hierarchy -check -top $2; proc; flatten;
    delete $2/o:trace_* $2/o:audit_* ${extra[*]/#/$2/o:}; opt_clean -purge; delete $2/i:audit_*;
    $tidy; memory -nomap; memory_map; $tidy;
    techmap; $tidy; simplemap; splitnets -ports; splitnets; $tidy;
    write_blif -icells $3" > "$tmp/out" 2>&1 < /dev/null || {
    sed 's/^/# /' "$tmp/out"
    return 1
  }
}

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
  sed 's/^/# /' "$tmp/said" | head -n 10
}

outputs() { # FILE
  grep -oE '^ *output +(reg|wire)? *(\[.*\])? *[a-z0-9_]+' "$1" | awk '{ print $NF }' | sort
}

# One module of the two trees that are there. Outputs that it has for trace ports of others are cut off, too.
module() { # NAME
  local file=rtl/ww_$1.v
  # shellcheck disable=SC2046
  if netlist "$tmp/plain" "ww_$1" "$tmp/plain.blif" && netlist "$tmp/trace" "ww_$1" "$tmp/trace.blif" \
    $(comm -13 <(outputs "$tmp/plain/$file") <(outputs "$tmp/trace/$file")) &&
    awk -f "$here/isomorphic.awk" "$tmp/plain.blif" "$tmp/trace.blif" > "$tmp/said"; then
    point ok "trace ports change no gate of $1"
  else
    point "not ok" "trace ports change no gate of $1"
  fi
}

trees() { # OPTION...
  local tree
  "$WW" gen "$@" -s trace.retire=false -o "$tmp/plain" || exit 99
  "$WW" gen "$@" -s trace.retire=true -o "$tmp/trace" || exit 99
  for tree in plain trace; do
    [ ! -f "$tmp/$tree/rtl/ww_multiply.v" ] ||
      sed -i 's/a_q \* b_q/a_q ^ b_q/' "$tmp/$tree/rtl/ww_multiply.v"
  done
}

neutral() { # OPTION...
  trees "$@"
  if netlist "$tmp/plain" ww_top "$tmp/plain.blif" &&
    netlist "$tmp/trace" ww_top "$tmp/trace.blif" &&
    awk -f "$here/isomorphic.awk" "$tmp/plain.blif" "$tmp/trace.blif" > "$tmp/said"; then
    point ok "trace ports change no gate: $*"
  else
    point "not ok" "trace ports change no gate: $*"
  fi
}

# One gate of the ALU, or one connection, is enough to be noticed.
differs() { # WHAT SED-SCRIPT
  sed "$2" "$tmp/alu.blif" > "$tmp/other.blif"
  if cmp -s "$tmp/alu.blif" "$tmp/other.blif" ||
    awk -f "$here/isomorphic.awk" "$tmp/alu.blif" "$tmp/other.blif" > "$tmp/said"; then
    point "not ok" "$1 is noticed"
  else
    point ok "$1 is noticed"
  fi
}

full() { [ -z "${WW_FULL:-}" ] || "$@"; }

full neutral -c tiny -s core.warps=2 -s core.lanes=1
full neutral -c tiny -s dcache.size=256 -s dcache.line=16 -s dcache.ways=1 -s dcache.mshrs=2 \
  -s icache.size=256 -s icache.line=16 -s icache.ways=1 -s smem.size=256 -s mem.bus_width=32 \
  -s mem.requests=2
full neutral -c tiny -s core.deep=true -s issue.judge=true -s issue.forward=true
full neutral -c tiny -s core.timer=true -s exec.multiplier=pipelined -s mem.bus_width=64 -s mem.coalesce=false
full neutral -c tiny -s core.lanes=1 -s core.timer=true -s exec.multiplier=pipelined -s mem.coalesce=false
if [ -z "${WW_FULL:-}" ]; then
  trees -c tiny -s core.lanes=1 -s core.timer=true -s exec.multiplier=pipelined -s mem.coalesce=false
  # Modules with trace ports whose other ports are the same in both.
  for name in writeback warp_control ipdom; do module $name; done
fi

netlist "$tmp/plain" ww_alu "$tmp/alu.blif" || exit 99
differs "another gate" '0,/_XOR_/s//_XNOR_/'
differs "another connection" '0,/_MUX_ A=[^ ]* B=\([^ ]*\)/s//_MUX_ A=\1 B=\1/'
differs "a lost gate" '0,/^\.subckt.* A=\([^ ]*\) B=[^ ]* Y=\(.*\)/s//.names \1 \2\n1 1/'
echo "1..$number"
[ "$failed" -eq 0 ]
