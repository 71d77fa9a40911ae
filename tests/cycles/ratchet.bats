# ratchet.bats - scripts/cycles notices what it is for
# SPDX-License-Identifier: Apache-2.0

setup() {
  [ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  cd "$BATS_TEST_TMPDIR"
  export CYCLES_LIST=$PWD/list WARPWRIGHT_MODELS=quick
  cycles=$WW_SRCDIR/scripts/cycles
  row='quick default sw/kernels/hello.c'
  printf 'machine default -c default\n%s\n' "0 $row" > list
  "$cycles" --write > out
  now=$(awk '/^[0-9]/ { print $1 }' list)
  [ "$now" -gt 100 ]
}

listed() { printf 'machine default -c default\n%s\n' "$1 $row" > list; }

@test "a figure fails that differs by more than half a percent, for the worse or for the better" {
  for percent in 1004 996; do
    listed $((now * percent / 1000))
    run -0 "$cycles" --quick
    [[ $output == "ok 1 - "* ]]
  done
  listed $((now * 98 / 100))
  run -1 "$cycles"
  [[ $output == "not ok 1 - default sw/kernels/hello.c: $now is worse than $((now * 98 / 100)) (+2."* ]]
  [[ $output == *'scripts/cycles --write "REASON"'* ]]
  listed $((now * 102 / 100))
  run -1 "$cycles"
  [[ $output == "not ok 1 - "*" is better than "*"(-1.9"*"scripts/cycles --write"* ]]
}

@test "what is worse is written with a reason, what is better without one" {
  listed 10
  cp list before
  run -1 "$cycles" --write
  [[ $output == *"worse without a reason: default sw/kernels/hello.c: 10, now $now;"* ]]
  cmp list before
  run -0 "$cycles" --write "the console waits"
  [ "$(tail -n 2 list)" = "$now $row"$'\n''#   was 10: the console waits' ]
  listed $((now * 2))
  run -0 "$cycles" --write
  [ "$(tail -n 1 list)" = "$now $row" ]
}

@test "a program that fails, a line that is not printed, a machine that is not there" {
  printf 'machine default -c default\n%s\n' "$now $row = nothing" > list
  run -1 "$cycles"
  [[ $output == "not ok 1 - "*"no figure"* ]]
  printf '%s\n' "$now $row" > list
  run -3 "$cycles"
  [[ $output == *"has no machine 'default'"* ]]
  run -2 "$cycles" --what
}

@test "performance.md has the table of the list" {
  unset CYCLES_LIST
  "$cycles" --table > table
  sed '1,/^<!-- cycles -->$/d; /^<!-- end of cycles -->$/,$d' "$WW_SRCDIR/doc/performance.md" |
    sed '/^$/d' | diff <(sed '/^$/d' table) -
}
