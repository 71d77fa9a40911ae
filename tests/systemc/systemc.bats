#!/usr/bin/env bats
# systemc.bats - cosim --sim systemc as a user sees it, and the example platform
# SPDX-License-Identifier: Apache-2.0

. "$WW_SRCDIR/tests/systemc/common.sh"

small=(-s core.warps=2 -s core.threads=2 -s mem.ram_size=0x1000000)

# The commands of the README.
readme() {
  awk '/^<!-- run in / { want = 1 } /^```$/ { want = inside = 0 }
       inside { print } want && /^```sh/ { inside = 1 }' "$WW_SRCDIR/systemc/README.md"
}

# Built once, for the tests of the platform.
setup_file() {
  why=$(without)
  [ -z "$why" ] || skip "$why"
  # What is built here runs little.
  export shared WARPWRIGHT_MODELS=once OPT=-O0
  ! command -v ccache > /dev/null || export OBJCACHE=ccache
  shared=$(mktemp -d "$WW_BUILDDIR/systemc-XXXXXX")
}

teardown_file() {
  [ -z "${shared-}" ] || rm -rf "$shared"
}

setup() {
  why=$(without)
  [ -z "$why" ] || skip "$why"
  export SC_COPYRIGHT_MESSAGE=DISABLE
  kernels=$WW_BUILDDIR/sw/kernels
  gold=$WW_SRCDIR/tests/gold
  cd "$BATS_TEST_TMPDIR"
}

# Runs the command; its output is $output, its exit status must be $1.
expect() {
  want=$1
  shift
  run "$@"
  echo "$output"
  [ "$status" -eq "$want" ]
}

said() {
  case $output in *"$1"*) ;; *) echo "not said: $1"; return 1 ;; esac
}

# The platform, as the README says, in $words.
platform() {
  words=$shared/tree/try
  [ ! -d "$words" ] || return 0
  mkdir "$shared/tree"
  ln -s "$WW_SRCDIR/systemc" "$WW_SRCDIR/cosim" "$WW_SRCDIR/isa" "$shared/tree"
  ln -s "$WW_BUILDDIR" "$shared/tree/build"
  (cd "$shared/tree" && readme > run && [ -s run ] && sh -eu run > out 2> log) ||
    { tail "$shared/tree/log"; return 1; }
}

# Another system, made of the same model.
system() {
  platform
  [ -x "$shared/system" ] && return
  (cd "$words" &&
   "${CXX:-g++}" -std=gnu++17 -I "$WW_SRCDIR" -I design/sw \
     ${SYSTEMC_INCLUDE:+-I"$SYSTEMC_INCLUDE"} -o "$shared/system" \
     "$WW_SRCDIR/tests/systemc/system.cc" obj/vlt_shim.o obj/verilated*.o obj/Vdut__ALL.a \
     ${SYSTEMC_LIBDIR:+-L"$SYSTEMC_LIBDIR"} -lsystemc)
}

count() { # NAME: in $output
  awk -v name="$1" '$1 == name { print $2 }' <<< "$output"
}

cosim() {
  "$WW" cosim "${small[@]}" --sim systemc "$@"
}

# --- cosim ---

@test "the console goes to stdout, and nothing of SystemC's" {
  cosim "$kernels/hello.elf" > out 2> err
  cmp "$gold/hello.txt" out
  [ "$(grep -vc 'building the model' err)" -eq 1 ] # a slow build says so
  grep '^pass: exit code 0' err
}

@test "without SystemC: what is missing, status 4" {
  SYSTEMC_INCLUDE=/nowhere expect 4 cosim "$kernels/hello.elf"
  said "error: SystemC was not found in /nowhere"
  said "apt install libsystemc-dev"
}

# bats test_tags=full
@test "many runs in one process are those of the other simulator" {
  cosim "$kernels/hello.elf" > /dev/null
  for sim in verilator systemc; do
    "$WW" fuzz "${small[@]}" --sim $sim --count 6 2>&1 | sed 's/, [0-9.]* s$//' > $sim
  done
  cat systemc
  cmp verilator systemc
  grep '^pass: 6 programs' systemc
}

# bats test_tags=full
@test "an interrupt ends the run and is said" {
  printf '.globl _start\n_start: j _start\n' > forever.s
  "$RISCV_CC" -march=rv32im -mabi=ilp32 -nostdlib -Wl,-n -Ttext=0x80000000 -o forever.elf forever.s
  cosim "$kernels/hello.elf" > /dev/null
  expect 1 env --default-signal=INT timeout --preserve-status -s INT 3 "$WW" cosim "${small[@]}" \
    --sim systemc --max-cycles 0 forever.elf
  said interrupted
}

# bats test_tags=full
@test "memory that forgets a byte is noticed" {
  mkdir data
  ln -s "$WW_SRCDIR"/* data
  rm data/systemc
  cp -r "$WW_SRCDIR/systemc" data/systemc
  sed -i 's/if (on\[i % gp.get_byte_enable_length()\])/if (on[i % 4])/
          s/std::memcpy(to, from, n)/std::memcpy(to, from, n - (n == 1))/' data/systemc/targets.h
  ! cmp -s data/systemc/targets.h "$WW_SRCDIR/systemc/targets.h"
  WARPWRIGHT_DATADIR=$PWD/data expect 1 cosim "$kernels/hello.elf"
  said mismatch
}

# --- the bridge from pins to accesses ---

@test "the bridge: order, latency, errors and bursts of every form" {
  "${CXX:-g++}" -std=gnu++17 -I "$WW_SRCDIR" -o bridge "$WW_SRCDIR/tests/systemc/bridge.cc"
  ./bridge > tap || { grep '^not' tap; false; }
  [ "$(grep -c '^ok' tap)" -ge 38 ]
}

# --- the platform ---

# bats test_tags=full
@test "platform: the README's commands build one and run hello" {
  platform
  cmp "$gold/hello.txt" <(grep '^hello' "$shared/tree/out")
}

# bats test_tags=full
@test "platform: a core with a bus of words prints what it should" {
  platform
  for kernel in hello vecadd; do
    "$words/platform" "$kernels/$kernel.elf" > out 2> err
    cmp "$gold/$kernel.txt" out
    grep 'exit code 0' err
  done
}

# bats test_tags=full
@test "platform: so do two cores with caches behind AXI4, clocked or ahead of time" {
  make -s -f "$WW_SRCDIR/systemc/platform/Makefile" WARPWRIGHT="$WW" CONFIG="-c duo -s core.warps=2" \
    > log 2>&1 || { tail log; false; }
  for option in -c "-q 1" "-q 5000" "-l 60"; do
    # shellcheck disable=SC2086
    ./platform $option "$kernels/vecadd.elf" > out 2> "err$option"
    cmp "$gold/vecadd.txt" out
  done
  cmp "err-q 1" "err-q 5000"
  ! cmp -s "err-q 1" "err-l 60"
}

# bats test_tags=full
@test "platform: an image runs like the program it was made of" {
  platform
  "${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}" -O binary "$kernels/hello.elf" hello.bin
  "$words/platform" hello.bin > out
  cmp "$gold/hello.txt" out
}

# bats test_tags=full
@test "platform: traps, exit codes, limits and bad files" {
  platform
  printf '.globl _start\n_start: li a0, 7\nebreak\n' > seven.s
  printf '.globl _start\n_start: nop\n.word 0\n' > bad.s
  for name in seven bad; do
    "$RISCV_CC" -march=rv32im -mabi=ilp32 -nostdlib -Wl,-n -Ttext=0x80000000 -o $name.elf $name.s
  done
  expect 1 "$words/platform" seven.elf
  said "exit code 7"
  expect 1 "$words/platform" bad.elf
  said "trapped at 0x80000004: cause 2"
  expect 1 "$words/platform" -t 100 "$kernels/vecadd.elf"
  said "not done after 1 us"
  expect 3 "$words/platform" nofile
  said "cannot read 'nofile'"
  expect 3 "$words/platform" "$(command -v true)"
  "$RISCV_CC" -march=rv32im_zfinx -mabi=ilp32 -nostdlib -Wl,-n -Ttext=0x80000000 -o x.elf seven.s
  expect 3 "$words/platform" x.elf
  said "'x.elf': compiled for zfinx, which the core lacks: isa.f = zfinx; compile it with -march=rv32im"
  "$RISCV_CC" -march=rv32imf -mabi=ilp32f -nostdlib -Wl,-n -Ttext=0x80000000 -o f.elf seven.s
  expect 3 "$words/platform" f.elf
  said "'f.elf': compiled for f, which the core lacks: isa.f = f"
  expect 2 "$words/platform"
  expect 2 "$words/platform" -l x seven.elf
}

# --- other systems ---

# bats test_tags=full
@test "targets that wait, or differ in latency, change the time and nothing else" {
  system
  expect 0 "$shared/system" plain "$kernels/hello.elf"
  plain=$output
  for mode in waits random; do
    expect 0 "$shared/system" $mode "$kernels/hello.elf"
    [ "${output%%done*}" = "${plain%%done*}" ]
    [ "$(count done)" = 1 ]
    [ "$(count exit)" = 0 ]
    [ "$(count fault)" = 0 ]
    [ "$(count ns)" -gt "$(output=$plain count ns)" ]
  done
}

# bats test_tags=full
@test "every payload is whole, and says which side of the core it is from" {
  system
  expect 0 "$shared/system" plain "$kernels/hello.elf"
  [ "$(count bad)" = 0 ]
  [ "$(count strangers)" = 0 ]
  [ "$(count holes)" = 0 ]
  [ "$(count fetches)" -gt 183 ]
  [ "$(count writes)" -gt 28 ]
  [ "$(count reads)" -gt 0 ]
}

# bats test_tags=full
@test "a reset in the run, and one when it is done, begin anew" {
  system
  expect 0 "$shared/system" resets "$kernels/hello.elf"
  [ "$(grep -c 'hello from warp 0, thread 0' <<< "$output")" = 2 ]
  said "(reset)"
  ! grep '^(done)$' <<< "$output"
  said "(not done)"
  [ "$(count done)" = 1 ]
}

# bats test_tags=full
@test "an error response stops the core with a hardware error" {
  system
  expect 0 "$shared/system" errors "$kernels/hello.elf"
  [ "$(count fault)" = 1 ]
  [ "$(count cause)" = 19 ]
}
