#!/usr/bin/env bats
# scripts.bats - scripts/setup installs what is missing and says what it cannot; scripts/quickstart and scripts/build
# SPDX-License-Identifier: Apache-2.0

# A PATH with the basic tools, all that setup looks for, an apt-get that notes its
# arguments, and root; tests take things away or replace them.
setup() {
  cd "$BATS_TEST_TMPDIR"
  setup=$WW_SRCDIR/scripts/setup
  mkdir bin
  for tool in sh env cat mktemp rm tail; do
    ln -s "$(command -v $tool)" bin/$tool
  done
  for tool in gcc make autoreconf automake g++ ccache xz bats verilator \
      iverilog yosys riscv64-unknown-elf-gcc riscv64-unknown-elf-objdump \
      qemu-riscv32 tclsh libpng-config nextpnr-ice40 icepack; do
    fake $tool 'exit 0'
  done
  export SETUP_ROOT=$PWD/root
  for file in $(grep -o '/usr/include/[^:]*' "$setup"); do
    mkdir -p "$SETUP_ROOT${file%/*}"
    : > "$SETUP_ROOT$file"
  done
  fake id 'echo 0'
  fake apt-get 'echo "$@" >> apt.log'
}

fake() { # NAME BODY
  rm -f "bin/$1"
  printf '#!/bin/sh\n%s\n' "$2" > "bin/$1"
  chmod +x "bin/$1"
}

go() {
  PATH=$PWD/bin run "$(command -v sh)" "$setup" "$@"
  echo "$output"
}

@test "setup: nothing to do when all is there: no apt-get, no output" {
  go
  [ "$status" -eq 0 ]
  [ -z "$output" ]
  [ ! -e apt.log ]
}

@test "setup: installs exactly what is missing" {
  rm bin/yosys bin/riscv64-unknown-elf-gcc
  go
  [ "$status" -eq 0 ]
  grep -q '^-qq update$' apt.log
  grep -q '^-qq install .* yosys gcc-riscv64-unknown-elf$' apt.log
}

@test "setup: a library is there when its header is" {
  rm root/usr/include/jansson.h
  go
  [ "$status" -eq 0 ]
  grep -q '^-qq install .* libjansson-dev$' apt.log
}

@test "setup --tests: what only tests use, besides" {
  rm bin/yosys
  fake sbatch 'exit 0'
  mkdir -p root/usr/sbin
  cp bin/sbatch root/usr/sbin/slurmd
  go --tests --check
  [ "$status" -eq 1 ]
  [ "$output" = "missing: yosys gtkwave munge slurmctld clang-19 llvm-19-dev libclc-19 clinfo" ]
  go --tests
  [ "$status" -eq 0 ]
  grep -q '^-qq install .* yosys gtkwave munge slurmctld clang-19 llvm-19-dev libclc-19 clinfo$' apt.log
}

@test "setup --check: lists and installs nothing" {
  rm bin/yosys
  go --check
  [ "$status" -eq 1 ]
  [ "$output" = "missing: yosys" ]
  [ ! -e apt.log ]
}

@test "setup: through sudo when not root" {
  rm bin/yosys
  fake id 'echo 1000'
  fake sudo 'echo sudo >> apt.log; exec "$@"'
  go
  [ "$status" -eq 0 ]
  [ "$(grep -c sudo apt.log)" -eq 2 ]
}

@test "setup: not root and no sudo: says what to run, status 4" {
  rm bin/yosys
  fake id 'echo 1000'
  go
  [ "$status" -eq 4 ]
  [[ $output == *"as root run: apt-get install yosys"* ]]
}

@test "setup: no network: says so, status 4" {
  rm bin/yosys
  fake apt-get 'echo "Could not resolve deb.debian.org" >&2; exit 100'
  go
  [ "$status" -eq 4 ]
  [[ $output == *"Could not resolve"*"is there a network"* ]]
}

@test "setup: a package that is not there: status 4" {
  rm bin/yosys
  fake apt-get 'case $* in *install*) echo "E: Unable to locate package"; exit 100;; esac'
  go
  [ "$status" -eq 4 ]
  [[ $output == *"Unable to locate"*"install failed: yosys"* ]]
}

@test "setup: no apt-get: names the packages, status 4" {
  rm bin/yosys bin/apt-get
  go
  [ "$status" -eq 4 ]
  [[ $output == *"your package manager: yosys"* ]]
}

@test "setup: an unknown option is refused" {
  go --chekc
  [ "$status" -eq 2 ]
  [[ $output == Usage:* ]]
}

# scripts/test on a build tree of our own making: configured, and make check
# leaves the result files given.
test_tree() {
  mkdir -p tree/scripts tree/build tree/tests
  cp "$WW_SRCDIR/scripts/test" "$WW_SRCDIR/scripts/steps.bash" tree/scripts
  cp "$WW_SRCDIR/tests/list" tree/tests/list
  printf '%s\n' '@both one,two' 'a.t quick 60 90 - one' 'b.t quick 120 90 - two' 'c.t full - 240 - @both' \
    > tree/tests/tests.list
  printf '#!/bin/sh\nexit 0\n' | tee tree/scripts/setup > tree/scripts/build
  chmod +x tree/scripts/*
  cd tree
  # Not the options of the make that runs this test. The rule of the real Makefile that scripts/test asks for names:
  unset MAKEFLAGS MFLAGS MAKELEVEL
  printf 'print-tests:\n\t@../tests/list names $(TIER)\n' > names.mk
  export MAKEFILES=$PWD/names.mk
}

@test "test: totals of all result files are the last line" {
  test_tree
  cat > build/Makefile <<'END'
check:
	@printf ':test-result: PASS 1\n:test-result: PASS 2\n' > a.trs
	@printf ':test-result: PASS 1\n:test-result: SKIP 2\n' > b.trs
	@touch a.log b.log
END
  run scripts/test
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "3 passed, 0 failed, 1 skipped" ]
}

@test "test: a failure shows its log, status 1" {
  test_tree
  cat > build/Makefile <<'END'
check:
	@printf ':test-result: PASS 1\n:test-result: FAIL 2\n' > a.trs
	@echo 'not ok 2 - the reason' > a.log
	@exit 1
END
  run scripts/test
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 2 - the reason"* ]]
  [ "${lines[-1]}" = "1 passed, 1 failed, 0 skipped" ]
}

@test "test: a build that breaks in make check is a failure" {
  test_tree
  printf 'check:\n\t@echo "a.c: error: no" >&2; exit 1\n' > build/Makefile
  run scripts/test
  [ "$status" -eq 1 ]
  [[ $output == *"a.c: error: no"* ]]
  [ "${lines[-1]}" = "0 passed, 1 failed, 0 skipped" ]
}

@test "test: results of an earlier run do not count, no test is a failure" {
  test_tree
  printf ':test-result: PASS 1\n' > build/old.trs
  printf 'check:\n\t@true\n' > build/Makefile
  run scripts/test
  [ "$status" -eq 1 ]
  [ "${lines[-1]}" = "0 passed, 1 failed, 0 skipped" ]
}

@test "test: a test file that fails and exits with 1 is one failure; a crash is one" {
  test_tree
  cat > build/Makefile <<'END'
check:
	@printf ':test-result: FAIL 1\n:test-result: ERROR - exited\n' > a.trs
	@printf ':test-result: ERROR - crashed\n' > b.trs
	@touch a.log b.log; exit 1
END
  run scripts/test
  [ "$status" -eq 1 ]
  [ "${lines[-1]}" = "0 passed, 2 failed, 0 skipped" ]
}

@test "test: tiers, changed files, the table and its seconds" {
  test_tree
  cat > build/Makefile <<'END'
check:
	@for t in $(TESTS); do \
	  echo "START: $$t"; printf ':test-result: PASS 1\n:seconds: 2.5\n' > $${t%.t}.trs; echo "DONE: $$t 2.5"; done
	@echo "$(TIER) $(TESTS) $(WW_RESULTS)" > called
END
  git init -q .
  git config user.email a@b.c
  git config user.name a
  printf 'build/\n' > .gitignore
  mkdir one two
  : > one/x
  : > two/y
  git add .
  git commit -q -m a
  git branch -f main
  run scripts/test
  [ "${lines[0]}" = "test: 2 test files, quick tier, 2 min by recorded times" ]
  [ "$(cat build/called)" = "quick a.t b.t  " ]
  [ "$(cat build/tests.tsv)" = "$(printf 'a.t\t1 passed\t2.5\nb.t\t1 passed\t2.5')" ]
  run scripts/test --full
  [ "$(cat build/called)" = "full a.t b.t c.t  $PWD/build/results" ]
  [[ $output == *"3 of 3, 0 min left: c.t 2.5"* ]]
  cp build/results/keys build/keys
  grep -q "^a.t [0-9a-f]\{16\}$" build/keys
  run scripts/test --changed
  [ "$output" = "test: no test depends on what has changed since main" ]
  echo z > two/z
  run scripts/test --changed
  [ "$(cat build/called)" = "quick b.t  " ]
  run scripts/test --full --changed HEAD
  [[ $(cat build/called) == "full b.t c.t  "* ]]
  # The key of a.t alone is that of before.
  [ "$(grep -cxF -f build/keys build/results/keys)" -eq 1 ]
  grep -qxF "$(grep "^a.t" build/keys)" build/results/keys
  echo z > three
  run scripts/test --changed
  [[ $output == *"three is in no row: all tests run"* ]]
  [ "$(cat build/called)" = "quick a.t b.t  " ]
  run scripts/test --changed nothing
  [ "$status" -eq 2 ]
  run scripts/test --seconds
  [ "$status" -eq 0 ]
  grep -q '^a.t  *quick  *2.5  *90 ' tests/tests.list
  run scripts/test --fast
  [ "$status" -eq 2 ]
}

@test "test, build, quickstart: a signal ends all that runs, long before it would end" {
  test_tree
  printf 'check:\n\t@echo $$$$ >> ../pids; trap "" TERM; sleep 60\n' > build/Makefile
  cp "$WW_SRCDIR/scripts/quickstart" scripts
  printf '#!/bin/sh\necho $$ >> %s/pids; trap "" TERM; sleep 60\n' "$PWD" > configure
  mkdir slow
  chmod +x configure
  touch slow/Makefile
  for row in "build scripts/test" "slow scripts/build" "slow scripts/quickstart" "slow scripts/test"; do
    rm -f pids
    # For the rows behind the first one a build that takes long.
    [[ $row == build* ]] || cp "$WW_SRCDIR/scripts/build" scripts
    WW_BUILD=$PWD/${row% *} setsid "${row#* }" > out 2>&1 3>&- &
    job=$!
    for _ in $(seq 400); do
      [ ! -s pids ] || break
      sleep 0.05
    done
    begin=$(date +%s%N)
    kill -TERM "$job"
    status=0
    wait "$job" || status=$?
    took=$((($(date +%s%N) - begin) / 1000000))
    echo "$row: status $status after $took ms"
    cat out
    [ "$status" -eq 143 ]
    [ "$took" -lt 20000 ]
    for pid in $(cat pids); do
      ! grep -q '^State:.*[RSD] ' "/proc/$pid/status" 2> /dev/null
    done
    grep -q 'ended by SIGTERM' out
  done
}

# Starts a script, whose tools note their processes in pids and then sleep, and sends SIGNAL.
ended_by() { # SIGNAL STATUS SCRIPT...
  local signal=$1 wanted=$2 job begin took status=0
  shift 2
  rm -rf pids files
  mkdir files
  TMPDIR=$PWD/files env -u WW_SESSION --default-signal=INT "$@" > out 2>&1 3>&- &
  job=$!
  for _ in $(seq 400); do
    [ ! -s pids ] || break
    sleep 0.05
  done
  begin=$(date +%s%N)
  kill -"$signal" "$job"
  wait "$job" || status=$?
  took=$((($(date +%s%N) - begin) / 1000000))
  echo "$*, $signal: status $status after $took ms"
  cat out
  [ "$status" -eq "$wanted" ] && [ "$took" -lt 20000 ] && [ -s pids ] && [ -z "$(ls files)" ] || return 1
  for pid in $(cat pids); do
    ! grep -q '^State:.*[RSD] ' "/proc/$pid/status" 2> /dev/null || return 1
  done
}

@test "measurements: a signal ends all that runs, long before it would end, and leaves no files" {
  mkdir -p build/sw/kernels build/tests/sw
  printf '#!/bin/sh\necho $$ >> %s/pids; sleep 60\n' "$PWD" > slow
  chmod +x slow
  cp slow build/tests/sw/many
  printf '#!/bin/sh\ntouch "$TMPDIR/x"; rm "$TMPDIR/x"\n' > build/sw/ww-cc
  chmod +x build/sw/ww-cc
  printf 'machine m -c m\n1 quick m a.c\n' > list
  touch build/sw/kernels/matmul.elf
  export WW_BUILDDIR=$PWD/build WW=$PWD/slow CYCLES_LIST=$PWD/list SUITE=$PWD/suite VERILATOR=yes RISCV_CC=yes
  for signal in "INT 130" "TERM 143" "HUP 129"; do
    # shellcheck disable=SC2086
    ended_by $signal "$WW_SRCDIR/scripts/cycles"
  done
  ended_by TERM 143 "$WW_SRCDIR/scripts/litmus" --tests MP
  ended_by TERM 143 "$WW_SRCDIR/scripts/bench" shapes
  ended_by INT 130 "$WW_SRCDIR/scripts/bench-suite"
}

@test "every script that makes files while it measures ends by a signal with all that it has started" {
  cd "$WW_SRCDIR"
  for script in $(grep -l 'mktemp -d' scripts/*); do
    case $script in */same-code | */*.bash) continue ;; esac
    grep -qx 'in_session "$@"' "$script" || { echo "$script"; return 1; }
  done
}

@test "test, build: in a pipe a line says what runs" {
  test_tree
  sed -i 's/^step_seconds=.*/step_seconds=1/' scripts/steps.bash
  cp "$WW_SRCDIR/scripts/build" scripts
  printf '#!/bin/sh\nsleep 2\nprintf "all:\\n\\t@sleep 2\\n" > Makefile\n' > configure
  chmod +x configure
  mkdir slow
  WW_BUILD=$PWD/slow scripts/build | tee out
  grep -qx 'build: configure: 1 s' out
  grep -qx 'build: make: 1 s' out
  printf '#!/bin/sh\nexit 0\n' > scripts/build
  printf 'check:\n\t@echo "START: a.t"; sleep 3; echo "DONE: a.t 1"; printf ":test-result: PASS 1\\n" > a.trs\n' \
    > build/Makefile
  scripts/test | tee out
  grep -qx 'test: 0 of 2: a.t' out
}

# Runs the driver of the tests on the script t.t.
drive() {
  AM_TAP_AWK=awk WW_RESULTS=$PWD/kept sh "$WW_SRCDIR/tests/driver" --test-name t.t --log-file t.log \
    --trs-file t.trs --color-tests no --enable-hard-errors yes --expect-failure no -- ./t.t
}

@test "driver: seconds of a test; what has passed is not run again, what has failed is" {
  printf '#!/bin/sh\necho run >> runs\necho "1..1"\ncat verdict\n' > t.t
  chmod +x t.t
  mkdir kept
  echo "t.t 1" > kept/keys
  echo "not ok 1 - it" > verdict
  drive || true
  grep -q '^:test-result: FAIL' t.trs
  grep -q '^:seconds: [0-9.]*$' t.trs
  [ ! -e kept/t.t.trs ]
  echo "ok 1 - it" > verdict
  drive > said
  grep -q '^DONE: t.t [0-9.]*$' said
  cp t.trs first
  rm t.trs t.log
  drive > said
  [ "$(cat said)" = "KEPT: t.t" ]
  cmp t.trs first
  [ -s t.log ]
  [ "$(wc -l < runs)" -eq 2 ]
  # With another key it runs again, and without one.
  echo "t.t 2" > kept/keys
  drive > said
  : > kept/keys
  drive >> said
  [ "$(grep -c '^DONE' said)" -eq 2 ]
  [ "$(cat kept/t.t.key)" = "t.t 2" ]
}

@test "quickstart, build: help, and no other arguments" {
  for script in quickstart build; do
    run "$WW_SRCDIR/scripts/$script" --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "Usage: scripts/$script" ]
    run "$WW_SRCDIR/scripts/$script" --fast
    [ "$status" -eq 2 ]
    [ "${lines[0]}" = "Usage: scripts/$script" ]
  done
}

@test "every script runs under set -u; a variable of the environment has a default" {
  cd "$WW_SRCDIR"
  for script in scripts/*; do
    [ "${script##*.}" = bash ] || grep -qE '^set -[a-z]*u' "$script" || { echo "$script: no set -u"; return 1; }
    # A name in capitals is known from its assignment, or its first use with a default, on.
    awk -v own="BASH HOME PATH PWD SECONDS RANDOM PIPESTATUS BASH_REMATCH LINENO OPTARG OPTIND BASHPID EPOCHREALTIME" '
      BEGIN { n = split(own, name, " "); for (i = 1; i <= n; i++) known[name[i]] }
      /^END_OF_USAGE|^END$/ { text = 0 }
      text || /^ *#/ { next }
      /<< ?'\''?END/ { text = 1 }
      {
        for (line = $0; match(line, /\$\{[#!]?[A-Z][A-Z0-9_]*[-:+=?]/); line = substr(line, RSTART + RLENGTH))
          learn(substr(line, RSTART, RLENGTH))
        for (line = " " $0; match(line, /[^$A-Za-z0-9_{][A-Z][A-Z0-9_]*\+?=/); line = substr(line, RSTART + RLENGTH))
          learn(substr(line, RSTART, RLENGTH))
        for (line = $0; match(line, /\$\{?[#!]?[A-Z][A-Z0-9_]*/); line = substr(line, RSTART + RLENGTH))
          if (!(plain(substr(line, RSTART, RLENGTH)) in known)) {
            print FILENAME ":" FNR ": " substr(line, RSTART, RLENGTH) " has no default"
            bad = 1
          }
      }
      function plain(word) { gsub(/[^A-Z0-9_]/, "", word); return word }
      function learn(word) { known[plain(word)] }
      END { exit bad }' "$script"
  done
}
