# congest.bats - cosim --congest and --audit: options, results, trees without the ports
# SPDX-License-Identifier: Apache-2.0

load command.bash

elf() { echo "$WW_BUILDDIR/tests/rtl/asm/$1.elf"; }

@test "--congest wants SEED or SEED:PERCENT" {
  for wrong in x 1: 1:0 1:91 :5 4294967296 1:5:5 -1; do
    expect 2 "$WW" cosim -c tiny --congest "$wrong" a.elf
    said "--congest '$wrong' is not SEED or SEED:PERCENT"
  done
}

@test "--audit wants a number of cycles" {
  expect 2 "$WW" cosim -c tiny --audit often a.elf
  expect 2 "$WW" cosim -c tiny --audit 1000001 a.elf
}

@test "a tree without congestors is refused" {
  "$WW" gen -c tiny -s trace.retire=true -o "$BATS_TEST_TMPDIR/rtl"
  expect 3 "$WW" cosim --rtl "$BATS_TEST_TMPDIR/rtl" --congest 1 a.elf
  said "the design has no congestors"
}

@test "the same seed gives the same stalls, another one others" {
  need_verilator
  "$WW" cosim -c tiny --congest 3:50 --json "$BATS_TEST_TMPDIR/a" "$(elf load)"
  "$WW" cosim -c tiny --congest 3:50 --json "$BATS_TEST_TMPDIR/b" "$(elf load)"
  "$WW" cosim -c tiny --congest 4:50 --json "$BATS_TEST_TMPDIR/c" "$(elf load)"
  stalls() { sed -n '/"congest"/,/} }/p' "$BATS_TEST_TMPDIR/$1"; }
  [ "$(stalls a)" = "$(stalls b)" ]
  [ "$(stalls a)" != "$(stalls c)" ]
  stalls a | grep -q '"decode": [1-9]'
}

@test "all of the state is audited at the end, a row in each cycle before" {
  need_verilator
  rows() { sed -n 's/.*"rows_audited": \([0-9]*\),/\1/p' "$BATS_TEST_TMPDIR/json"; }
  "$WW" cosim -c tiny --audit 0 --json "$BATS_TEST_TMPDIR/json" "$(elf load)"
  end=$(rows)
  [ "$end" -ge 32 ]
  "$WW" cosim -c tiny --json "$BATS_TEST_TMPDIR/json" "$(elf load)"
  [ "$(rows)" -gt $((end + 100)) ]
}

# bats test_tags=full
@test "a core whose state cannot be read says so" {
  need_verilator
  "$WW" gen -c tiny -s trace.retire=true -o "$BATS_TEST_TMPDIR/rtl"
  sed -i 's/\<audit_data\>/shown/' "$BATS_TEST_TMPDIR/rtl/rtl/ww_top.v"
  expect 0 "$WW" cosim --rtl "$BATS_TEST_TMPDIR/rtl" "$(elf load)"
  said "not audited"
}

@test "doc/congestors.md has the points of isa/stalls.def" {
  def=$(sed -n 's/^STALL(\([a-z]*\), *\([a-z_]*\), *"\(.*\)")$/| \1 | \2 | \3 |/p' "$WW_SRCDIR/isa/stalls.def")
  doc=$(sed -n '/<!-- points -->/,/<!-- end -->/p' "$WW_SRCDIR/doc/congestors.md" | sed -n '4,$p' | grep '^|')
  [ "$def" = "$doc" ]
}
