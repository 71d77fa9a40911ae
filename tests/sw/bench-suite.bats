#!/usr/bin/env bats
# bench-suite.bats - scripts/bench-suite computes, collects, resumes and reports what it should; doc/suite.md
# SPDX-License-Identifier: Apache-2.0

# A tree with two kernels, and a warpwright whose runs print what is set here.
setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir -p src/scripts src/tests/sw src/sw/kernels src/sw/include
  cp "$WW_SRCDIR/scripts/"{bench-suite,steps.bash,page.bash} src/scripts
  cp "$WW_SRCDIR/tests/sw/runner.sh" src/tests/sw
  printf '# none\n\nalpha - -DN=1\nbeta smem.size>=4096 -\n' > src/tests/sw/suite.list
  touch src/sw/{a.c,a.S,link.ld} src/sw/include/a.h src/sw/kernels/{suite.h,alpha.c,beta.c}
  echo 'alpha: 1000 cycles' > alpha.out
  echo 'counted 500 1500 200 150 40 10' >> alpha.out
  echo 'beta says nothing of cycles' > beta.out
  cat > beta.json <<'END'
  "cycles": 2000,
      "issued": 100,
      "threads": 400,
      "requests": 0,
END
  echo '"cycles": 9' > alpha.json
  cat > ww <<'END'
#!/bin/bash
echo "$*" >> calls
[ "$1" != print ] || { printf '[smem]\nsize = %s\n' "${SMEM-16384}"; exit 0; }
kernel=$(basename "${*: -1}" .c)
while [ "$1" != --json ]; do shift; done
cp "$kernel.json" "$2"
cat "$kernel.out"
[ "$kernel" != "${BAD-}" ] || { echo "it is bad" >&2; exit 1; }
END
  chmod +x ww
  export WW=$PWD/ww WW_SRCDIR=$PWD/src SUITE=$PWD/out VERILATOR=yes RISCV_CC=yes
  export SHAPES="2x4 2x8/4"
}

go() {
  run src/scripts/bench-suite "$@"
  echo "$output"
}

@test "figures are those of the measured part, else of the whole run" {
  go
  [ "$status" -eq 0 ]
  cat > expected <<'END'
kernel,core,cycles,warp_ipc,thread_ipc,active_lanes,dcache_hits,bank_conflicts
alpha,2x4,1000,0.500,1.500,75.0,75.0,25.0
beta,2x4,2000,0.050,0.200,100.0,,
alpha,2x8/4,1000,0.500,1.500,37.5,75.0,25.0
beta,2x8/4,2000,0.050,0.200,50.0,,
END
  diff expected out/suite.csv
  grep -qx '| kernel | 2x4 | 2x8/4 |' out/suite.md
  grep -qx '| alpha | 1000 | 1000 |' out/suite.md
  grep -qx '| alpha | 75.0 | 37.5 |' out/suite.md
}

@test "several measured parts of a kernel have a row each" {
  sed 's/alpha/gamma/; s/1000/100/' alpha.out >> alpha.out
  go
  grep -qx 'alpha,2x4,1000,.*' out/suite.csv
  grep -qx 'gamma,2x4,100,5.000,.*' out/suite.csv
}

@test "every core is asked for with its options, lockstep and --strict" {
  go
  grep -q 'run --on verilator --strict .*core.warps=2 -s core.threads=8 .*core.lanes=4' calls
  ! grep 'core.threads=4 ' calls | grep core.lanes
}

@test "what was measured is not measured again, until something changes" {
  go
  grep -c '^run' calls > first
  go
  [ "$status" -eq 0 ]
  [ "$(grep -c '^run' calls)" -eq "$(cat first)" ]
  echo x >> src/sw/kernels/alpha.c
  go
  [ "$(grep -c '^run' calls)" -eq $(($(cat first) + 2)) ]
  echo x >> src/sw/include/a.h
  go
  [ "$(grep -c '^run' calls)" -eq $(($(cat first) + 6)) ]
}

@test "a run that fails: status 1, what it said, no row, the others go on" {
  BAD=alpha go
  [ "$status" -eq 1 ]
  [[ $output == *"not ok 2x4 alpha"*"it is bad"* ]]
  ! grep -q alpha out/suite.csv
  grep -q '^beta,2x8/4' out/suite.csv
}

@test "a kernel whose needs a core does not meet is left out there" {
  SMEM=1024 go
  [ "$status" -eq 0 ]
  ! grep -q beta out/suite.csv
}

@test "KERNELS takes part of the list" {
  KERNELS=beta go
  ! grep -q alpha out/suite.csv
  grep -q beta out/suite.csv
}

@test "--into replaces the tables of a page and nothing else" {
  printf 'before\n<!-- tables -->\nold\n<!-- end of tables -->\nafter\n' > page.md
  go --into page.md
  [ "$status" -eq 0 ]
  [ "$(head -n 1 page.md)" = before ]
  [ "$(tail -n 1 page.md)" = after ]
  ! grep -qx old page.md
  grep -qx '| alpha | 1000 | 1000 |' page.md
  cp page.md first.md
  go --into page.md
  cmp page.md first.md
  echo nothing > page.md
  go --into page.md
  [ "$status" -eq 3 ]
  go --into nowhere
  [ "$status" -eq 3 ]
  go --elsewhere
  [ "$status" -eq 2 ]
}

@test "a missing tool: status 4" {
  VERILATOR=no go
  [ "$status" -eq 4 ]
  [[ $output == *"needs verilator"* ]]
}

@test "--plain runs every kernel of sw/plain on cores with extensions, into tables of their own" {
  mkdir -p src/sw/plain
  touch src/sw/plain/{plain.h,alpha.c}
  SHAPES='2x4+ 2x8+' go --plain
  [ "$status" -eq 0 ]
  grep -q 'isa.f=f .*src/sw/plain/alpha.c' calls
  ! grep -q beta calls
  grep -qx '| kernel | 2x4 | 2x8 |' out/plain.md
  grep -qx '| alpha | 1000 | 1000 |' out/plain.md
  [ "$(grep -c '^### ' out/plain.md)" -eq 2 ]
}
