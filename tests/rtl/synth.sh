#!/bin/bash
# synth.sh - synthesize the configurations of synth.list for one family of chips
# SPDX-License-Identifier: Apache-2.0
#
# synth.sh xilinx|ecp5|ice40: TAP lines; the cell counts are comments. yosys has to be
# silent: no warning, no latch, nothing that the family has no cell for.
set -u

flow=$1
src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
yosys=${YOSYS:-yosys}
case $flow in
  xilinx) synth="synth_xilinx -flatten" ;;
  ecp5) synth=synth_ecp5 ;;
  ice40) synth="synth_ice40 -dsp" ;;
  *) echo "usage: synth.sh xilinx|ecp5|ice40" >&2; exit 2 ;;
esac
[ "$yosys" != no ] || { echo "1..0 # SKIP no yosys"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

script() { # TOP: yosys commands in the emitted tree
  echo "read_verilog rtl/*.v; hierarchy -check -top $1; proc; check -assert;" \
    "select -assert-none t:\$*latch* t:\$sr; $synth -top $1; check -assert -mapped"
}

synthesize() { # TOP: success in silence; the output is in $tmp/out, the cells in $tmp/cells
  (cd "$tmp/tree" &&
    "$yosys" -q -p "$(script "$1"); tee -q -o ../stat stat -json") > "$tmp/out" 2>&1 < /dev/null
  status=$?
  awk '/"design":/ { on = 1 } on && /^ *"[$\\A-Z_]+[A-Z0-9_]*": *[0-9]/ {
    gsub(/[",:]/, ""); print $1, $2 }' "$tmp/stat" > "$tmp/cells"
  [ "$status" -eq 0 ] && [ ! -s "$tmp/out" ] && [ -s "$tmp/cells" ]
}

count() { # CELL, luts or ffs: how many there are
  # A RAM32M or RAM64M is four LUTs, a TRELLIS_DPR16X4 two slices, a CCU2C one.
  awk -v what="$1" '
    what == "luts" && /^(LUT[1-6]|LUT4|SB_LUT4|SRL16E|SRLC32E) / { n += $2 }
    what == "luts" && /^(RAM32M|RAM64M|TRELLIS_DPR16X4) / { n += 4 * $2 }
    what == "luts" && /^(CCU2C|RAM[0-9]*X1D) / { n += 2 * $2 }
    what == "ffs" && /^(FD[RSCP]E|TRELLIS_FF|SB_DFF[A-Z]*) / { n += $2 }
    $1 == what { n += $2 }
    END { print n + 0 }' "$tmp/cells"
}

exceeded() { # LIMITS: those that do not hold
  local limit have
  local IFS=,
  for limit in $1; do
    have=$(count "${limit%%[<=]*}")
    case $limit in
      *'<'*) [ "$have" -lt "${limit#*<}" ] || echo "$limit: there are $have" ;;
      *=*) [ "$have" -eq "${limit#*=}" ] || echo "$limit: there are $have" ;;
      *) echo "'$limit' is no limit" ;;
    esac
  done
}

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

judge() { # LIMITS OPTIONS
  local limits=$1 why
  rm -rf "$tmp/tree"
  # shellcheck disable=SC2086
  "$ww" gen $2 -o "$tmp/tree" || exit 99
  if synthesize ww_top; then point ok "$synth is silent: $2"; else
    point "not ok" "$synth is silent: $2"
    echo "# exit status $status, output:"
    head -n 15 "$tmp/out" | sed 's/^/# /'
    echo "# repeat: $ww gen $2 -o DIR && cd DIR && $yosys -q -p '$(script ww_top)'"
  fi
  echo "# $(tr '\n' ' ' < "$tmp/cells")"
  why=$(exceeded "$limits")
  if [ -z "$why" ]; then point ok "$limits: luts $(count luts), ffs $(count ffs)"; else
    point "not ok" "$limits"
    echo "$why" | sed 's/^/# /'
  fi
}

# The register file alone, as it is and with a second write that no block RAM has.
notices() {
  "$ww" gen -c tiny -o "$tmp/tree" || exit 99
  synthesize ww_regfile
  if [ "$(count ffs)" -lt 200 ]; then point ok "a register file is no heap of flip-flops"; else
    point "not ok" "a register file is no heap of flip-flops"
  fi
  sed -i -e 's/ram_style = "[a-z]*"/keep/' \
    -e 's/a_data <= .*/&\n    if (a_addr == 0)\n      regs_m[7] <= 32'\''d0;/' \
    "$tmp/tree/rtl/ww_regfile.v"
  synthesize ww_regfile
  if [ -n "$(exceeded 'ffs<200')" ]; then point ok "one that is would be noticed"; else
    point "not ok" "one that is would be noticed: there are $(count ffs) flip-flops"
  fi
}

number=0 failed=0 status=-
while read -r name limits options; do
  case $name in
    "$flow") judge "$limits" "$options" ;;
    "$flow+") [ -z "${WW_FULL:-}" ] || judge "$limits" "$options" ;;
  esac
done < "$src/tests/rtl/synth.list"
[ "$number" -gt 0 ] || { echo "Bail out! no configurations"; exit 99; }
rm -rf "$tmp/tree"
notices
echo "1..$number"
[ "$failed" -eq 0 ]
