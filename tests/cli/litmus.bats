# litmus.bats - scripts/litmus: outcomes that the memory model allows are seen, others are not, or it fails
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

setup() {
  need_verilator
  [ "$RISCV_CC" != no ] || skip "no RISC-V compiler"
  litmus=$WW_SRCDIR/scripts/litmus
  export WARPWRIGHT_MODELS=quick # they run much
  cd "$BATS_TEST_TMPDIR"
}

@test "two cores above a second-level cache" {
  expect 0 "$litmus" --runs 1 -c duo --no-check
  echo "$output"
  [ "${#lines[@]}" -eq 28 ]
  # Without anything in between a core reads its old copy of the data.
  [[ ${lines[2]} =~ ^"| message passing | nothing | 800 | "[1-9] ]]
  [[ ${lines[5]} =~ ^"| store buffering | nothing | 800 | "[1-9] ]]
  # Four agents need four cores, or two of each.
  [[ ${lines[25]} =~ ^"| IRIW | nothing | 800 | - | "[0-9] ]]
  [ "${lines[27]}" = \
    "40,000 tests, 800 in each place of each row; 24,000 of them have something between the accesses." ]
}

@test "a fence that forgets no lines is noticed" {
  "$WW" gen -c duo -o out
  awk '/^[@=#]/ { on = $1 == "@" && $2 == "acquire_successor" } on' "$WW_SRCDIR/tests/mutants/mutants.list" > list
  awk -v rtl=out/rtl -v prefix=ww -f "$WW_SRCDIR/tests/mutants/apply.awk" list
  WW_MUTANT=1 expect 1 "$litmus" --runs 1 --tests "MP ISA2" --rtl out --no-check
  echo "$output"
  said "litmus: MP with fences has ended in a way that is forbidden"
}

@test "a machine with few threads, and a run that does not end" {
  expect 0 "$litmus" --runs 1 --tests CORR -c duo -s core.threads=2 --no-check
  [ "${lines[2]}" = "| coherence | nothing | 800 | - | - | - | no |" ]
  expect 1 "$litmus" --runs 1 --tests CORR -c duo -s core.threads=2 --no-check --max-cycles 100
  said "litmus: a run ended as timeout"
}

@test "wrong options, a page without a place for the table" {
  expect 2 "$litmus" --runs many
  expect 2 "$litmus" --runs
  expect 2 "$litmus" --tests "MP PM"
  expect 3 "$litmus" --into nowhere.md
  echo "a page" > page.md
  expect 3 "$litmus" --into page.md
  said "litmus: error: 'page.md' has no lines <!-- litmus --> and <!-- end of litmus -->"
  printf '<!-- litmus -->\n<!-- end of litmus -->\n' > page.md
  expect 1 "$litmus" --runs 1 --into page.md --bogus
  said "warpwright cosim: error: unknown option '--bogus' (see 'warpwright help cosim')"
  said "litmus: 'page.md' is as it was"
  [ "$(wc -l < page.md)" -eq 2 ]
  expect 0 "$litmus" --help
  said "Usage: scripts/litmus"
}
