#!/bin/bash
# full.sh - what `make check-systemc` runs: the directed suite under --sim systemc
# SPDX-License-Identifier: Apache-2.0
#
# All programs of tests/rtl/programs.list on a bus of words, on lines and on AXI4, with plain and
# with random memory, with congestors and an audit of the state that is less dense, with all
# instruction extensions (floating point in x, and in f with caches); random programs,
# and random configurations in one process; waves. A line for each, then the total. Exit status 0 if all passed.
set -u

. "$WW_SRCDIR/tests/systemc/common.sh"
why=$(without)
[ -z "$why" ] || { echo "full.sh: error: $why" >&2; exit 4; }
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
passed=0 failed=0

verdict() { # TITLE STATUS
  if [ "$2" -eq 0 ]; then
    passed=$((passed + 1))
    echo "ok     $1"
  else
    failed=$((failed + 1))
    echo "FAILED $1"
    grep -v '^ok\|not for this' "$tmp/out" | head -n 20 | sed 's/^/# /'
  fi
}

directed() { # OPTION...
  local begin=$SECONDS
  "$WW_SRCDIR/tests/sw/run-list.sh" --strict --also=--sim=systemc "$@" > "$tmp/out" 2>&1 < /dev/null
  verdict "$(grep -c '^ok' "$tmp/out") programs: ${*/--also=/}, $((SECONDS - begin)) s" $?
}

waves() { # CONFIG
  for sim in verilator systemc; do
    "$WW" cosim -c "$1" --sim $sim --waves "$tmp/$sim.vcd" "$WW_BUILDDIR/sw/kernels/hello.elf" \
      > /dev/null 2> "$tmp/out" || return
  done
  cmp "$tmp/verilator.vcd" "$tmp/systemc.vcd" > "$tmp/out" 2>&1
}

extensions=(-s isa.a=true -s isa.sfu=true -s isa.zba=true -s isa.zbb=true -s isa.zicond=true
  -s isa.vote=true -s isa.shfl=true)
x_floats=(-c default -s isa.f=zfinx "${extensions[@]}" -s smem.size=4096)
f_floats=(-c cached -s isa.f=f "${extensions[@]}")

directed cosim -c tiny
for config in default kepler cached folded wide; do
  directed cosim -c $config
  directed --also=--mem-random --also=5 cosim -c $config
done
directed --also=--congest=3 --also=--audit=7 cosim -c default
directed --also=--congest=4:50 --also=--mem-random --also=5 cosim -c cached
directed cosim "${x_floats[@]}"
directed --also=--mem-random --also=5 cosim "${f_floats[@]}"
"$WW" fuzz "${x_floats[@]}" --sim systemc --count 50 > "$tmp/out" 2>&1
verdict "50 random programs with all extensions" $?
"$WW" fuzz "${f_floats[@]}" --sim systemc --count 50 > "$tmp/out" 2>&1
verdict "50 random programs with all extensions, registers f and caches" $?
for config in default cached; do
  "$WW" fuzz -c $config --sim systemc --count 100 > "$tmp/out" 2>&1
  verdict "100 random programs on $config" $?
  waves $config
  verdict "waves of $config are those of verilator" $?
done
for config in default cached; do
  "$WW" fuzz -c $config --sim systemc --congest --count 50 > "$tmp/out" 2>&1
  verdict "50 random programs on $config with congestors" $?
done
"$WW" fuzz --sim systemc --configs 5 --count 10 > "$tmp/out" 2>&1
verdict "5 random configurations in one process" $?
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
