#!/usr/bin/env bats
# regress.bats - warpwright regress: lists, results, reports, and what it refuses
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

# Runs that need no RTL and no compiler.
few() {
  cat > few.list << 'EOF'
# A list
default @time=60
fuzz --oracle threads --count {5,6} --seed {1..5..2}    # six runs
fuzz --oracle threads --count 5 --seed 1 -s core.warps=2 @repeat=2
EOF
}

# Every tag of XML file $1 is closed, in order; no stray & or <.
well_formed() {
  if command -v xmllint > /dev/null; then
    xmllint --noout "$1"
    return
  fi
  tr '\n' ' ' < "$1" | sed 's/<script>.*<\/script>//; s/<[!?][^>]*>//g' | grep -o '<[^>]*>' | awk '
    /\/>$/ { next }
    /^<\// { sub(/^<\//, ""); sub(/>.*/, ""); if (stack[n--] != $0) exit bad = 1; next }
    { sub(/^</, ""); sub(/[ >].*/, ""); stack[++n] = $0 }
    END { exit bad || n }'
}

@test "a list: braces are combinations, each run has its directory and its result" {
  few
  expect 0 "$WW" regress --list few.list
  [ "${#lines[@]}" -eq 8 ]
  said "warpwright fuzz --oracle threads --count 6 --seed 5"
  [ ! -e regress-few ]
  expect 0 "$WW" regress few.list
  said "8 runs: 8 ok, 0 failed, 0 broken, 0 not run"
  [ "$(ls regress-few/runs | wc -l)" -eq 8 ]
  for run in regress-few/runs/*; do
    [ -s "$run/done" ] && [ -s "$run/output" ] && [ -s "$run/result.json" ]
  done
}

@test "what failed: status 1, the command, groups that failed alike, all reports" {
  command -v "${QEMU_RISCV32:-qemu-riscv32}" > /dev/null || skip "qemu-riscv32 is not installed"
  printf '#!/bin/sh\n%s "$@" | tr "\\377" "\\376"\n' "$(command -v "$QEMU_RISCV32")" > other
  chmod +x other
  cat > bad.list << 'EOF'
fuzz --oracle qemu --count 1 --seed {1..3}
fuzz --oracle threads --count 1 --weights 'alu=2,<&">=3' # no such kind
fuzz --oracle threads --count 1
EOF
  expect 1 env QEMU_RISCV32="$PWD/other" "$WW" regress bad.list --tap t --junit x --html h
  said "FAIL   mismatch memory"
  said "      3  mismatch memory, first "
  said "BROKEN  status 2: --weights: there is no kind '<&\">'"
  said "5 runs: 1 ok, 3 failed, 1 broken, 0 not run"
  [ "$(head -n 1 t)" = 1..5 ]
  [ "$(grep -c '^ok' t)" -eq 1 ]
  [ "$(grep -c '^not ok' t)" -eq 4 ]
  grep -q '^# .*in qemu' t
  well_formed x
  grep -q 'tests="5" failures="3" errors="1" skipped="0"' x
  [ "$(grep -c '<failure ' x)" -eq 3 ]
  grep -q 'alu=2,&lt;&amp;&quot;&gt;=3' x
  well_formed h
  grep -q 'mismatch memory (3)' h
  # What failed stands before the table of all runs, and first in that.
  [ "$(grep -n 'What failed' h | cut -d: -f1)" -lt "$(grep -n 'All runs' h | cut -d: -f1)" ]
  grep '<tr class="row-' h | tail -n 1 | grep -q row-ok
  ! grep -q 'http' h
  # The failing program is kept.
  [ "$(ls bad.list regress-bad/runs/*/program.S | wc -l)" -eq 4 ]
}

@test "TAP to stdout is nothing but TAP" {
  few
  expect 0 "$WW" regress few.list --tap -
  [ "${lines[0]}" = 1..8 ]
  [ "${#lines[@]}" -eq 9 ]
}

@test "--resume runs only what has no result, --gather nothing" {
  few
  expect 0 "$WW" regress few.list
  expect 3 "$WW" regress few.list
  said "there are results already"
  rm "$(ls -d regress-few/runs/*/done | head -n 1)"
  before=$(cat regress-few/runs/*/output | cksum)
  touch mark
  sleep 0.1
  expect 1 "$WW" regress --gather few.list
  said "7 ok, 0 failed, 0 broken, 1 not run"
  expect 0 "$WW" regress --resume few.list
  said "8 ok"
  [ "$(find regress-few/runs -name done -newer mark | wc -l)" -eq 1 ]
  # A torn result is none.
  printf 'ok\tpass' > "$(ls -d regress-few/runs/*/done | head -n 1)"
  expect 1 "$WW" regress --gather few.list
  said "1 not run"
}

@test "Ctrl-C: a summary so far, nobody is left, and --resume goes on" {
  cat > slow.list << 'EOF'
fuzz --oracle threads --count 5 --seed {1..4}
fuzz --oracle threads --count 0 --max-seconds 6 --seed {5,6}
EOF
  expect 124 env --default-signal=INT timeout -s INT 3 "$WW" regress -j 2 slow.list
  said "interrupted; --resume goes on"
  said "6 runs: 4 ok, 0 failed, 0 broken, 2 not run"
  ! pgrep -f "count 0 --max-seconds 6 --seed 5.*$PWD" > /dev/null
  sed -i 's/seconds 6/seconds 1/' slow.list
  expect 0 "$WW" regress --resume -j 2 slow.list
  said "6 runs: 6 ok"
}

@test "a run that takes too long is ended" {
  echo 'fuzz --oracle threads --count 0 @time=1' > slow.list
  expect 1 "$WW" regress slow.list
  said "FAIL   time"
}

@test "expectations: exit codes and traps of directed programs" {
  elf=$WW_BUILDDIR/tests/rtl/asm
  [ -f "$elf/exit_code.elf" ] || skip "no RISC-V compiler"
  cat > want.list << EOF
iss $elf/exit_code.elf @exit=42
iss $elf/trap_illegal.elf @trap=2
iss \${D}/alu_reg.elf
EOF
  expect 0 "$WW" regress -D "D=$elf" want.list
  sed -i 's/=42/=43/; s/=2/=3/; s/D}.*$/& @expect=trap/' want.list
  expect 1 "$WW" regress -D "D=$elf" want.list -o again
  said "exit-code (expected: exit code 43)"
  said "trap (expected: trap with cause 3)"
  said "pass (expected: trap)"
}

@test "lockstep runs: one model is built once, while others wait for it" {
  need_verilator
  cat > rtl.list << EOF
fuzz ${small[*]} --count 3 --seed {1..4}
fuzz ${small[*]} --count 3 --seed 9 -o \${run}/x
EOF
  expect 3 "$WW" regress rtl.list
  said "'--output' is not for lists"
  sed -i 2d rtl.list
  expect 0 "$WW" regress -j 4 rtl.list --coverage c
  said "4 ok"
  [ "$(find "$WARPWRIGHT_CACHE" -name '*.so' | wc -l)" -eq 1 ]
  [ -s c ]
}

@test "a mismatch is known by its check and the class of its instruction" {
  need_verilator
  "$WW" gen "${small[@]}" -s trace.retire=true -o tree
  sed -i 's/op\[0\] ? b\[31\] : a\[31\]/op[0] ? a[31] : b[31]/' tree/rtl/ww_alu.v
  echo 'fuzz --rtl tree --count 30 --seed {1,101}' > bug.list
  expect 1 "$WW" regress bug.list
  said "mismatch retire-data, alu"
}

@test "errors of lists, at their line and column" {
  check() { # TEXT MESSAGE
    printf '%s\n' "$1" > l
    expect 3 "$WW" regress l
    said "$2"
  }
  check 'cosin a.elf' "l:1:1: error: a line begins with cosim, fuzz, iss or default, not 'cosin'"
  check 'fuzz --sed 1' "l:1:6: error: fuzz has no option '--sed'; did you mean '--seed'?"
  check 'fuzz --json x' "l:1:6: error: '--json' is not for lists"
  check 'fuzz --seed' "l:1:6: error: '--seed' needs N"
  check 'fuzz --seed {1..' "l:1:13: error: '{' without its '}'"
  check 'fuzz --seed {5..1}' "l:1:13: error: a range is"
  check 'fuzz --seed {1..2000000}' "error: a range is"
  check 'iss {a,{b}}' "braces within braces"
  check 'iss "a b' "l:1:5: error: a quote that is not closed"
  check 'iss ${NOWHERE_X}/a.elf' "l:1:5: error: 'NOWHERE_X' is not defined; say --define"
  check 'iss ${NOWHERE_X' "'\${' without its '}'"
  check 'iss a.elf @tme=3' "l:1:11: error: there is no directive '@tme'"
  check 'iss a.elf @time=0' "'0' is not a number from 1 to 1000000"
  check 'iss a.elf @expect=pas' "no run ends with 'pas'; did you mean 'pass'?"
  check 'default -c tiny' "l:1:9: error: only directives stand behind 'default'"
  check '@time=3' "directives without a command"
  check 'iss {1..1000}{1..1000}{1..1000}' "l:1:5: error: a word with more than 100000 choices"
  check 'iss {1..9000} --max-seconds {1..9000}' "l:1: error: the list has more than 1000000 runs"
  printf 'iss a.elf\n\niss a.elf\n' > l
  expect 3 "$WW" regress l
  said "l:3: error: the same run as in line 1"
  check '# nothing' "no run in the list"
  printf 'iss a\nbad\nworse\n' > l
  expect 3 "$WW" regress l
  said "l:2:1: error"
  said "l:3:1: error"
  [ ! -e regress-l ]
  expect 3 "$WW" regress nowhere.list
  said "nowhere.list: error: No such file"
}

@test "wrong calls" {
  few
  expect 2 "$WW" regress
  said "which list?"
  expect 2 "$WW" regress few.list other.list
  expect 2 "$WW" regress few.list -j 0
  expect 2 "$WW" regress few.list --task 3/3
  expect 2 "$WW" regress few.list -D x
  expect 2 "$WW" regress few.list -c tiny
  expect 2 "$WW" regress few.list --wait
  expect 2 "$WW" regress few.list --slurm --gather
  expect 4 env PATH=/nowhere "$WW" regress few.list --slurm -o s
  said "--slurm needs sbatch"
  expect 4 "$WW" regress few.list -o /proc/nowhere
  [ ! -e /dev/full ] || expect 4 "$WW" regress few.list --html /dev/full
}

@test "the lists of regress/ are lists, and doc/regress.md lists the directives" {
  for list in "$WW_SRCDIR"/regress/*.list; do
    expect 0 "$WW" regress --list -D "BUILD=$WW_BUILDDIR" -D N=1 "$list"
  done
  sed -n '/^```text$/,/^```$/p' "$WW_SRCDIR/doc/regress.md" | grep -v '^```' > doc.list
  expect 0 "$WW" regress --list -D "BUILD=$WW_BUILDDIR" doc.list
  [ "${#lines[@]}" -eq 19 ]
  for word in time repeat expect exit trap; do
    grep -q "^| \`@$word=" "$WW_SRCDIR/doc/regress.md"
  done
}

@test "the lists name programs that make directed makes, and say so" {
  for list in smoke nightly; do
    "$WW" regress --list -D BUILD=/b -D N=1 "$WW_SRCDIR/regress/$list.list" > runs
    grep -o '/b/[^ ]*' runs | sort -u > programs
    [ -s programs ]
    while read -r program; do
      echo "$list $program"
      [[ $program == /b/tests/rtl/asm/*.elf ]]
      grep -q "^$(basename "$program" .elf) " "$WW_SRCDIR/tests/rtl/programs.list"
    done < programs
    grep -q '^#     make -C build directed$' "$WW_SRCDIR/regress/$list.list"
  done
  grep -q '^directed: ' "$WW_SRCDIR/tests/sw/Makemodule.am"
}
