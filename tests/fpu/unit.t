#!/bin/bash
# unit.t - the floating-point unit alone: values, flags, order and credits of random instructions
# SPDX-License-Identifier: Apache-2.0
#
# Units of different shapes, as they are emitted, on Verilator, against the golden model's
# arithmetic. In the full tier or with SHAPES=all every depth of the pipeline. CYCLES=N: of each.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src}
ww=${WW:-$build/warpwright}
cycles=${CYCLES:-60000}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

value() { # NAME: of the emitted unit
  sed -n "s/^ *parameter $1 = \([0-9]*\).*/\1/p" "$tmp/tree/rtl/ww_fpu.v" | head -n 1
}

shape() { # LANES FPU_LANES STAGES FDIV BEATS FDIVS
  local name="$1 lanes, $2 in the unit, $3 stages, $6 $4 division, $5 beats"
  number=$((number + 1))
  rm -rf "$tmp/tree" "$tmp/model"
  "$ww" gen -s isa.f=zfinx -s core.threads=$(($1 * $5)) -s core.lanes="$1" \
    -s exec.fpu_lanes="$2" -s exec.fpu_stages="$3" -s exec.fdiv="$4" -s exec.fdivs="$6" \
    -o "$tmp/tree" > "$tmp/out" 2>&1 &&
    (cd "$tmp/tree" && "$VERILATOR" --cc --exe --build -O1 --top-module ww_fpu -GMETA_BITS=32 -Mdir "$tmp/model" \
      -CFLAGS "-O1 -I$src -DLANES=$1 -DBEATS=$5 -DENTRIES=$(value ENTRIES) -DFDIVS=$6" \
      -LDFLAGS "$build/tests/fpu/libreference.a $build/libgolden.a -lm" -f ww.f \
      "$src/tests/fpu/unit.cc" -o unit) > "$tmp/out" 2>&1 &&
    "$tmp/model/unit" "$number" "$cycles" > "$tmp/out" 2>&1
  if [ $? -eq 0 ]; then
    echo "ok $number - $name: $(tail -n 1 "$tmp/out")"
  else
    failed=$((failed + 1))
    echo "not ok $number - $name"
    tail -n 20 "$tmp/out" | sed 's/^/# /'
  fi
}

shape 4 2 2 shared 2 2
if [ -n "${WW_FULL:-}" ] || [ "${SHAPES:-}" = all ]; then
  shape 4 4 4 lanes 1 1
  shape 1 1 3 lanes 1 4
  shape 2 1 5 shared 4 1
  shape 8 8 6 shared 1 4
  shape 8 4 3 lanes 1 1
  shape 4 1 6 lanes 2 4
  shape 4 4 2 lanes 1 2
  shape 4 4 5 shared 1 1
fi
echo "1..$number"
[ "$failed" -eq 0 ]
