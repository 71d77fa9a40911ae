#!/bin/bash
# sanitize.t - the unit tests pass under the address and undefined-behaviour sanitizers
# SPDX-License-Identifier: Apache-2.0
#
# Builds what they consist of a second time, in sanitized/ of the build tree; the runtime library and the programs for
# the core are those of the build tree. One TAP line per test program; WW_SANITIZED=1 tells them that they are
# slow here.
set -u

work=${WW_BUILDDIR:?}/sanitized
src=${WW_SRCDIR:?}
mkdir -p "$work" || exit 99
cd "$work" || exit 99

echo 'int main(void) { return 0; }' > probe.c
if ! ${CC:-cc} -fsanitize=address,undefined -o probe probe.c > probe.log 2>&1 || ! ./probe; then
  echo "1..0 # SKIP the compiler has no sanitizers"
  exit 0
fi

# This make has nothing to do with the one that runs the tests.
unset MAKEFLAGS MFLAGS MAKELEVEL
number=0
point() { number=$((number + 1)); echo "$1 $number - $2"; }

# The quick tier has what reads files and what runs beside a simulated program, without what takes long to compile or
# to run, or whose time is that of yosys.
options=(YOSYS=no WITHOUT='tests/fuzz/% tests/oracle/% tests/clc/% tests/fpga/% tests/gen/emit.t tests/golden/decode.t
  tests/golden/traits.t tests/golden/equiv.t tests/cosim/coverage.t')
[ -z "${WW_FULL:-}" ] || options=(TIER=full)
if ! { [ -f Makefile ] || "$src/configure" --enable-sanitizers --quiet; } > build.log 2>&1 ||
   ! make unit-programs "${options[@]}" >> build.log 2>&1; then
  point "not ok" "the sanitized build"
  tail -n 20 build.log | sed 's/^/# /'
  echo "1..$number"
  exit 0
fi
find . -name '*.trs' -exec rm -f {} +
ln -sfn "$WW_BUILDDIR/sw" sw
WW_SANITIZED=1 make check-unit-programs "${options[@]}" > check.log 2>&1
while read -r trs; do
  name=${trs#./}
  passed=$(grep -c '^:test-result: PASS' "$trs")
  if [ "$passed" -gt 0 ] && ! grep -q '^:test-result: \(FAIL\|ERROR\)' "$trs"; then
    point ok "${name%.trs}: $passed checks"
  elif grep -q '^:test-result: SKIP' "$trs"; then
    point ok "${name%.trs} # SKIP as without sanitizers"
  else
    point "not ok" "${name%.trs}"
    tail -n 20 "${trs%.trs}.log" | sed 's/^/# /'
  fi
done < <(find . -name '*.trs' | sort)
if [ "$number" -eq 0 ]; then
  point "not ok" "some unit test has run"
  tail -n 20 check.log | sed 's/^/# /'
fi
echo "1..$number"
