#!/bin/bash
# equiv.sh - what `make check-equiv` runs: modules and their netlists are proved equal
# SPDX-License-Identifier: Apache-2.0
#
# equiv.sh [TARGET]...: TAP lines, for these targets or for those of which yosys has models of look-up
# tables and flip-flops. Modules without state become two circuits, and ABC proves that
# they are equal; those with a few registers are proved by yosys, by induction over registers of the same
# name. Both with the parameters that they have in the core. A wrong bit in a netlist has to be found.
set -u

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
yosys=${YOSYS:-yosys}
abc=${YOSYS_ABC:-yosys-abc}
skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "$yosys" != no ] && command -v "$yosys" > /dev/null || skip "no yosys"
command -v "$abc" > /dev/null || skip "no yosys-abc"
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

combinational="alu lsu_align onehot_mux onehot_index"
sequential="rr_arbiter scheduler"

# What yosys has of the cells of a target.
models() {
  case $1 in
    hx8k) echo "-D NO_ICE40_DEFAULT_ASSIGNMENTS +/ice40/cells_sim.v" ;;
    ecp5) echo "+/ecp5/cells_sim.v" ;;
    xc7) echo "+/xilinx/cells_sim.v" ;;
    cyclonev) echo "+/intel_alm/common/alm_sim.v +/intel_alm/common/dff_sim.v" ;;
  esac
}

# yosys's command for a target.
command_of() {
  awk -v name="\"$1\"," '$2 == name && /^TARGET/ { split($0, q, "\""); print q[6] }' \
    "$src/fpga/targets.def"
}

read_all() {
  local file
  while read -r file; do echo "read_verilog \"$tmp/tree/$file\""; done < "$tmp/tree/ww.f"
  echo "hierarchy -check -top ww_top"
}

name_of() { # MODULE: the first of its instances, as yosys calls it
  grep -e "\\\\ww_$1\\\\" -e "\\\\ww_$1\$" -e "^ *ww_$1\$" "$tmp/names" | head -n 1 | tr -d ' '
}

run() { # SCRIPT: success
  timeout "${EQUIV_SECONDS:-600}" "$yosys" -q -l "$tmp/$1.log" -s "$tmp/$1.ys" > "$tmp/out" 2>&1 \
    < /dev/null
}

netlist() { # TARGET MODULE: into $tmp/gates.v; the module itself stays as the design `all`
  {
    read_all
    # Registers are matched by name, and rr_pick, which has none, must not give them another one.
    printf 'hierarchy -top %s\nrename -top top\nproc\nflatten\n' "$(name_of "$2")"
    printf 'select -module top\nrename -hide w:*.above\nselect -clear\nopt_clean\n'
    printf 'write_ilang %s/rtl.il\n' "$tmp"
    # Intel has no flip-flop that is set: what holds the opposite must keep its name.
    [ "$1" != cyclonev ] || printf 'setattr -set keep 1 top/w:*_q\n'
    printf '%s -top top\nflatten\nopt_clean\nwrite_verilog -noattr -noexpr %s/gates.v\n' \
      "$(command_of "$1")" "$tmp"
  } > "$tmp/netlist.ys"
  run netlist
}

read_gates() { # TARGET
  printf 'design -reset\nread_verilog %s/gates.v\n' "$tmp"
  printf 'read_verilog %s\nhierarchy -top top\nproc\nflatten\nopt_clean\n' "$(models "$1")"
}

circuits() { # TARGET: $tmp/rtl.aig and gates.aig are equal
  local finish="techmap\nopt_clean\naigmap\nopt_clean\nwrite_aiger -symbols $tmp"
  {
    printf 'read_ilang %s/rtl.il\nproc\nflatten\nopt -full\n%b/rtl.aig\n' "$tmp" "$finish"
    read_gates "$1"
    printf '%b/gates.aig\n' "$finish"
  } > "$tmp/aig.ys"
  run aig && timeout "${EQUIV_SECONDS:-600}" "$abc" -c "cec $tmp/rtl.aig $tmp/gates.aig" \
    > "$tmp/abc" 2>&1 < /dev/null
}

proves_circuit() { circuits "$1" && grep -q '^Networks are equivalent' "$tmp/abc"; }
refutes_circuit() { circuits "$1" && grep -q 'NOT EQUIVALENT' "$tmp/abc"; }

proves_registers() { # TARGET
  local port="splitnets -ports\nopt_clean\ndesign -stash"
  {
    printf 'read_ilang %s/rtl.il\nproc\nflatten\nopt_clean\nmemory_map\n%b rtl\n' "$tmp" "$port"
    read_gates "$1" | sed 's/^hierarchy -top top/&\nsetattr -set keep 1 top\/w:*_q/'
    # The asynchronous clear of Intel's cell, tied off, is no input.
    [ "$1" != cyclonev ] || printf 'opt_expr\nopt_dff\n'
    printf '%b gates\n' "$port"
    echo "design -copy-from rtl -as rtl top"
    echo "design -copy-from gates -as gates top"
    echo "equiv_make rtl gates equiv"
    printf 'hierarchy -top equiv\nclean\nequiv_struct\nequiv_simple -undef\nequiv_induct -undef\n'
    echo "equiv_status -assert"
  } > "$tmp/equiv.ys"
  run equiv
}

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
  [ "$1" = ok ] || tail -n 5 "$tmp/out" "$tmp/abc" 2> /dev/null | sed 's/^/# /'
}

judge() { # TARGET MODULE PROOF
  rm -f "$tmp"/*.aig "$tmp/abc" "$tmp/gates.v"
  if netlist "$1" "$2" && "$3" "$1"; then point ok "$1: $2"; else point "not ok" "$1: $2"; fi
}

# The netlist of the last circuit, with another bit in its first table.
mutant() { # TARGET MODULE
  netlist "$1" "$2" && awk '!done && /INIT.*h[0-9a-f]+\)|LUT\(.*h[0-9a-f]+\)/ {
      at = match($0, /[0-9a-f]\)/); c = substr($0, at, 1)
      $0 = substr($0, 1, at - 1) (c == "0" ? "1" : "0") substr($0, at + 1); done = 1 }
    { print }' "$tmp/gates.v" > "$tmp/mutant.v"
  cmp -s "$tmp/gates.v" "$tmp/mutant.v" && { point "not ok" "$1: $2 has no table"; return; }
  mv "$tmp/mutant.v" "$tmp/gates.v"
  if refutes_circuit "$1"; then
    point ok "$1: $2 with a wrong bit is found"
  else
    point "not ok" "$1: $2 with a wrong bit is found"
  fi
}

number=0 failed=0
[ $# -gt 0 ] || set -- hx8k ecp5 xc7 cyclonev
"$ww" gen -s core.warps=2 -s core.threads=2 -o "$tmp/tree" || exit 99
{ read_all; echo "tee -q -o $tmp/names ls"; } > "$tmp/names.ys"
run names || { tail -n 5 "$tmp/out"; exit 99; }
for target; do
  [ -n "$(models "$target")" ] || { echo "Bail out! no models for '$target'"; exit 2; }
  for module in $combinational; do judge "$target" "$module" proves_circuit; done
  for module in $sequential; do judge "$target" "$module" proves_registers; done
  mutant "$target" alu
done
echo "1..$number"
[ "$failed" -eq 0 ]
