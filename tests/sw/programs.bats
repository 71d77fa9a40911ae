#!/usr/bin/env bats
# programs.bats - programs.list is complete, and its runner notices what is wrong
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  list=$WW_SRCDIR/tests/rtl/programs.list
  runner=$WW_SRCDIR/tests/sw/run-list.sh
}

rows() { grep -v '^#\|^$' "$list"; }

@test "every program of tests/rtl/asm, traps.list and operands.def is in the list once, and nothing else" {
  rows | awk '$1 !~ "/" { print $1 }' | sort > listed
  {
    {
      for f in "$WW_SRCDIR"/tests/rtl/asm/*.S; do basename "$f" .S; done
      sed -n 's/^[A-Z]*(\([a-z_]*\), .*/\1/p' "$WW_SRCDIR/tests/golden/operands.def"
    } | sort -u
    sed -n 's/^\(trap_[a-z0-9_]*\) .*/\1/p' "$WW_SRCDIR/tests/rtl/traps.list"
    # Of each extension that may be absent; without the timer mret alone is, by trap_mret.
    sed -n 's/^\(EXT\|PART\)(\([A-Z]*\),.*/\2/p' "$WW_SRCDIR/isa/exts.def" | grep -v MACHINE |
      sed 's/.*/trap_no_\L&/'
  } | sort > files
  diff listed files
}

@test "every kernel of sw/kernels is in the list, or in that of the suite" {
  for f in "$WW_SRCDIR"/sw/kernels/*.c; do
    name=$(basename "$f" .c)
    rows | grep -q "^sw/kernels/$name " || grep -q "^$name " "$WW_SRCDIR/tests/sw/suite.list"
  done
}

@test "the needs are conditions on parameters that exist" {
  "$WW" print config > config
  rows | awk '{ print $2 }' | tr , '\n' | grep -v '^-$\|^divergent\|long$' |
    sed 's/[!>=].*//' | sort -u > keys
  while read -r key; do
    echo "$key"
    grep -q "^${key#*.} " config
    grep -q "^\[${key%%.*}\]" config
  done < keys
}

# A hardware error, cause 19, comes from outside.
@test "every trap cause has a program, and each program names one that exists" {
  rows | sed -n 's/.*trap=\([0-9]*\).*/\1/p' | sort -nu > tested
  sed -n 's/^CAUSE([A-Z_]*, *\([0-9]*\),.*/\1/p' "$WW_SRCDIR/isa/causes.def" |
    sort -nu | grep -vxE '19|23|31' > causes  # 23 and 31 are of launches: tests/golden/blocks.c
  diff tested causes
}

@test "matmul's console text is what an independent program computes" {
  awk -f "$WW_SRCDIR/tests/sw/matmul-gold.awk" > matmul.txt
  cmp matmul.txt "$WW_SRCDIR/tests/gold/matmul.txt"
}

# with_row NAME NEEDS EXPECTED: runs a list of that one row.
with_row() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  mkdir -p src/tests/rtl src/tests/gold
  echo "$1 $2 $3" > src/tests/rtl/programs.list
  cp "$WW_SRCDIR"/tests/gold/*.txt src/tests/gold
  echo other > src/tests/gold/other.txt
  WW_SRCDIR=$PWD/src run "$runner" ${4-} iss
  echo "$output"
}

@test "right expectations pass" {
  with_row exit_code - exit=42
  [ "$status" -eq 0 ]
  with_row trap_ecall - trap=11
  [ "$status" -eq 0 ]
  with_row console - exit=0,console=console.txt
  [ "$status" -eq 0 ]
}

@test "a wrong exit code fails" {
  with_row exit_code - exit=0
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 1"*"exit code is 42, expected 0"* ]]
}

@test "a trap where an exit code is expected fails" {
  with_row trap_ecall - exit=0
  [ "$status" -eq 1 ]
  [[ $output == *"trapped: cause 11"* ]]
}

@test "an exit where a trap is expected fails" {
  with_row exit - trap=2
  [ "$status" -eq 1 ]
  [[ $output == *"expected fault"* ]]
}

@test "another trap cause fails" {
  with_row trap_ecall - trap=2
  [ "$status" -eq 1 ]
  [[ $output == *"cause is 11, expected 2"* ]]
}

@test "another console text fails" {
  with_row console - exit=0,console=other.txt
  [ "$status" -eq 1 ]
  [[ $output == *"console differs"* ]]
}

@test "a trap at another pc or with another tval fails" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  cat > wrong.S <<'END'
	.globl	_start, trap_pc, trap_tval
	.set	trap_tval, 1
_start:	nop
trap_pc: nop
	ecall
END
  "$WW_BUILDDIR/sw/ww-cc" --bare -o wrong.elf wrong.S
  WW_BUILDDIR=$PWD with_row ./wrong - trap=11
  [ "$status" -eq 1 ]
  [[ $output == *"pc is"* ]]
  [[ $output == *"tval is 0x00000000, expected 0x00000001"* ]]
}

@test "a program that is missing fails" {
  with_row no_such_program - exit=0
  [ "$status" -eq 1 ]
}

@test "a program that does not end fails" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  printf '\t.globl _start\n_start:\tj _start\n' > endless.S
  "$WW_BUILDDIR/sw/ww-cc" --bare -o endless.elf endless.S
  WW_BUILDDIR=$PWD with_row ./endless - exit=0 "--max-cycles 10000"
  [ "$status" -eq 1 ]
  [[ $output == *"status timeout"* ]]
}

@test "a row whose needs do not hold is named and not run" {
  with_row exit core.warps\>=64 exit=0
  [ "$status" -eq 1 ]
  [[ $output == *"not for this configuration"*"1..0"* ]]
}

@test "a configuration that does not exist bails out" {
  run "$runner" iss -s core.warps=3
  [ "$status" -eq 2 ]
  [[ $output == *"Bail out!"* ]]
}

# Names of tests.list.
listed() {
  awk '!/^[#@]/ && NF { print $1 }' "$WW_SRCDIR/tests/tests.list"
}

# Automake calls a log as the test without its suffix; of two tests with the same, one would never run.
@test "no two tests have the same log" {
  listed > all
  [ -s all ]
  [ -z "$(sed 's/\.[a-z]*$//' all | sort | uniq -d)" ]
}

@test "every test is in tests.list, and every row there is a test" {
  cd "$WW_SRCDIR"
  {
    ls tests/*/*.bats tests/*.t tests/*/*.t
    sed -n 's,^\([a-z][-a-z0-9]*\): .*,tests/shapes/\1.shape,p' tests/shapes/shapes.list
    grep -ohE 'tests/[a-z]+/[a-z0-9_]+\.t\b' tests/*/Makemodule.am
  } | sort -u > "$BATS_TEST_TMPDIR/tests"
  listed | sort | diff "$BATS_TEST_TMPDIR/tests" -
}

@test "a row of tests.list has a tier, seconds and paths that exist" {
  cd "$WW_SRCDIR"
  awk '!/^[#@]/ && NF {
    if ($2 != "quick" && $2 != "full" || $3 !~ /^[0-9.]+$|^-$/ || ($3 == "-") != ($2 == "full") ||
        $4 !~ /^[0-9.]+$/ || NF < 6 || NF > 7) print FNR ": " $0 }' tests/tests.list > "$BATS_TEST_TMPDIR/bad"
  cat "$BATS_TEST_TMPDIR/bad"
  [ ! -s "$BATS_TEST_TMPDIR/bad" ]
  awk '/^@/ { print $2 } !/^[#@]/ && NF { print $6 }' tests/tests.list | tr ',' '\n' | sort -u | grep -v '^[@*]' |
    while read -r path; do
      echo "$path"
      [ -e "$path" ]
    done
  awk '/^@/ { print $1 }' tests/tests.list > "$BATS_TEST_TMPDIR/groups"
  awk '/^@/ { print $2 } !/^[#@]/ && NF { print $6 }' tests/tests.list | tr ',' '\n' | grep '^@' | sort -u |
    while read -r group; do grep -qxF "$group" "$BATS_TEST_TMPDIR/groups"; done
}

@test "a change runs the tests that it can break, and all tests if no row names the file" {
  changed() { printf '%s\n' "$@" | "$WW_SRCDIR/tests/list" changed quick 2> err; }
  changed tests/isa/as.c > some
  grep -qx tests/isa/as.t some
  grep -qx tests/format.t some
  ! grep -qx tests/cli/run.bats some
  changed golden/core.c > some
  grep -qx tests/golden/run.t some
  grep -qx tests/shapes/group-default.shape some
  changed rtl-templates/core/decode.v > some
  grep -qx tests/formal/formal.t some
  ! grep -qx tests/golden/run.t some
  # A test that names a file with its folder.
  changed doc/opencl.md > some
  grep -qx tests/clc/opencl.bats some
  ! grep -qx tests/cli/run.bats some
  changed doc/machine.md configure.ac > some
  grep -q 'configure.ac is in no row' err
  "$WW_SRCDIR/tests/list" names quick | diff - some
}

@test "list renew: the seconds of a run, and no other column" {
  cp "$WW_SRCDIR/tests/tests.list" old
  printf 'tests/format.t\t3 passed\t123.456\n' > tsv
  "$WW_SRCDIR/tests/list" renew quick tsv > new
  [ "$(diff old new | grep -c '^>')" -eq 1 ]
  diff old new | grep -q '^> tests/format.t  *quick  123.5 '
}

@test "what is in the repository is in the distribution too" {
  [ -e "$WW_SRCDIR/.git" ] || skip "no repository here"
  env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$WW_BUILDDIR" distdir \
    distdir="$PWD/dist" am__remove_distdir=: > log 2>&1 || { tail log; false; }
  git -C "$WW_SRCDIR" ls-files | grep -v '^\.gitignore$' > tracked
  [ -s tracked ]
  while read -r file; do
    [ ! -e "$WW_SRCDIR/$file" ] || [ -e "dist/$file" ] || echo "$file"
  done < tracked > missing
  cat missing
  [ ! -s missing ]
}

@test "the plain kernels compute what their mains do" {
  [ "$RISCV_CC" != no ] || skip "no RISC-V compiler"
  for kernel in "$WW_SRCDIR"/sw/plain/*.c; do
    for shape in "-s core.threads=4" "-s core.warps=2 -s core.threads=32"; do
      "$WW" run --on iss $shape -s isa.f=f "$kernel" > out
      grep -q "^$(basename "$kernel" .c): [0-9]* cycles" out
    done
  done
}
