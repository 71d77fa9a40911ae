#!/usr/bin/env bats
# command.bats - warpwright fuzz --oracle: the golden model against others
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

json() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" j | head -n 1; }

@test "threads: programs without a race agree, on any configuration" {
  expect 0 "$WW" fuzz --oracle threads --count 400 --json j
  said "pass: 400 programs, "
  said " 0 differences, "
  [ "$(json status)" = pass ]
  [ "$(json simulator)" = none ]
  expect 0 "$WW" fuzz --oracle threads --configs 20 --count 20
  said "pass: 400 programs, "
}

@test "blocks: the blocks of a launch agree, on any configuration" {
  expect 0 "$WW" fuzz --oracle blocks --count 200 -s smem.size=4096 -s isa.a=true
  said "pass: 200 programs, "
  said " 0 differences, "
  expect 0 "$WW" fuzz --oracle blocks --configs 20 --count 10
  said "pass: 200 programs, "
  expect 0 "$WW" fuzz --oracle blocks --print --seed 3
  case $output in *wspawn* | *mhartid*) false ;; esac
  said "bar.sync"
}

@test "qemu: programs of one thread agree" {
  command -v "${QEMU_RISCV32:-qemu-riscv32}" > /dev/null || skip "qemu-riscv32 is not installed"
  expect 0 "$WW" fuzz --oracle qemu -s isa.zba=true -s isa.zbb=true -s isa.vote=true --count 30 --length 400
  said "pass: 30 programs, "
  expect 0 "$WW" fuzz --oracle qemu -s isa.f=zfinx --count 30 --length 400
  expect 0 "$WW" fuzz --oracle qemu -s isa.f=f --count 30 --length 400
  said "pass: 30 programs, "
}

@test "the programs are others, and the same for the same seed" {
  expect 0 "$WW" fuzz --oracle threads --print --seed 5
  a=$output
  expect 0 "$WW" fuzz --oracle threads --print --seed 5
  [ "$output" = "$a" ]
  expect 0 "$WW" fuzz --print --seed 5
  [ "$output" != "$a" ]
  expect 0 "$WW" fuzz --oracle qemu --print --seed 5
  case $output in *csrr* | *split* | *tmc*) false ;; esac
}

# A qemu that forgets the last byte, one that changes it, one that fails.
@test "a difference from qemu ends it, and the program is kept, small if wanted" {
  qemu=$(command -v "${QEMU_RISCV32:-qemu-riscv32}") || skip "qemu-riscv32 is not installed"
  printf '#!/bin/sh\n"%s" "$@" | tr "\\377" "\\376"\n' "$qemu" > other
  printf '#!/bin/sh\n"%s" "$@" | head -c 300\n' "$qemu" > short
  chmod +x other short
  expect 1 env QEMU_RISCV32="$PWD/other" "$WW" fuzz --oracle qemu --count 5 --json j -o p.S
  said "in qemu"
  said "p.S: "
  # The options of the program alone stand for those of all.
  [[ $output == *"
repeat: warpwright fuzz --oracle qemu --json j -o p.S --seed "[0-9]*" --count 1
"* ]]
  [ "$(json status)" = mismatch ]
  expect 1 env QEMU_RISCV32="$PWD/short" "$WW" fuzz --oracle qemu --count 1 --shrink -o q.S
  said "qemu does not come to the end"
  [ "$(grep -c '^	[a-z]' q.S)" -le 2 ]
}

@test "wrong calls" {
  expect 2 "$WW" fuzz --oracle delphi
  said "there is no oracle 'delphi'; there are threads, blocks and qemu"
  expect 2 "$WW" fuzz --oracle threads --mem-latency 3
  said "--oracle runs no RTL"
  expect 2 "$WW" fuzz --oracle threads --rtl tree
  expect 2 "$WW" fuzz --oracle threads --congest
  expect 2 "$WW" fuzz --oracle threads --coverage c
  expect 3 "$WW" fuzz --oracle qemu -s gpu.cores=3
  said "qemu compares one core; gpu.cores is 3: take --oracle threads"
  expect 4 env QEMU_RISCV32=/nowhere/qemu "$WW" fuzz --oracle qemu
  said "needs qemu-riscv32"
}

@test "Ctrl-C: the summary, status 1" {
  expect 124 env --default-signal=INT timeout -s INT 2 "$WW" fuzz --oracle threads --count 0
  said "interrupted: "
  said " 0 differences"
}
