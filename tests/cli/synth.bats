#!/usr/bin/env bats
# synth.bats - warpwright synth: tables, the cache, what it refuses
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

# The smallest core there is.
least=(-c tiny -s core.threads=1 -s isa.m=false -s simt.stack=2 -s mem.ram_size=0x1000)

# Without the lines that say how long a synthesis has taken.
quiet() { "$@" 2> err || { cat err; return 1; }; }

need_yosys() { [ "${YOSYS:-no}" != no ] || skip "no yosys"; }

@test "a core's area, frequency and longest path; the second time from the cache" {
  need_yosys
  export WARPWRIGHT_CACHE=$work/cache
  expect 0 quiet "$WW" synth "${least[@]}" -t ecp5 --path --json j
  said "target             LUT  LUTRAM      FF   carry    BRAM   SPRAM     DSP     MHz"
  [[ $output =~ ecp5\ +[1-9][0-9]{3}.*\ estimated ]]
  said "TRELLIS_FF       u_core."
  table=$output
  [ -z "$(ls "$work/cache" | grep -v '^synth-.*\.json$' | grep -v '^version-')" ]
  # Pairs of registers: different ones, the longest first, and that is the one above.
  expect 0 "$WW" synth "${least[@]}" -t ecp5 --paths 9
  sed -n '/from  .* to$/,$p' <<< "$output" | sed 1d > pairs
  [ "$(wc -l < pairs)" -eq 9 ]
  [ -z "$(awk '{ print $2, $3 }' pairs | sort | uniq -d)" ]
  sort -s -k 1,1nr pairs | cmp - pairs
  [ "$(awk '{ print $1; exit }' pairs)" = "$(awk 'NF { last = $1 } END { print last }' <<< "$table")" ]
  ! grep -qE '_q\[|LUT4' pairs
  expect 0 "$WW" synth "${least[@]}" -t ecp5 --path --json k -v
  [ "$output" = "$table" ]
  cmp j k
  grep -q '"target": "ecp5"' j
  grep -q '"modules": ' j
}

# bats test_tags=full
@test "part by part: about the same, and parts are shared by cores" {
  need_yosys
  export WARPWRIGHT_CACHE=$work/cache
  expect 0 "$WW" synth -c tiny -t cyclone10gx
  flat=$(awk '/^cyclone10gx/ { print $2, $4, $9 }' <<< "$output")
  expect 0 "$WW" synth -c tiny -t cyclone10gx --hierarchical --modules --path
  parts=$(awk '/^cyclone10gx/ { print $2, $4, $9 }' <<< "$output")
  # LUTs, flip-flops and MHz: within 5, 5 and 25 %.
  awk -v a="$flat" -v b="$parts" 'function off(x, y) { return x > y ? x / y - 1 : y / x - 1 }
    BEGIN { split(a, f); split(b, p)
      exit off(p[1], f[1]) > 0.05 || off(p[2], f[2]) > 0.05 || off(p[3], f[3]) > 0.25 }'
  said "ww_decode "
  said "MISTRAL_FF       u_core."
  made=$(ls "$work/cache" | grep -c '^part-')
  [ "$made" -gt 8 ]
  [ -z "$(ls "$work/cache" | grep '\.lock$')" ]
  # More memory makes fewer than half of the parts anew.
  expect 0 "$WW" synth -c tiny -s mem.ram_size=0x2000 -t cyclone10gx --hierarchical -v
  all=$(ls "$work/cache" | grep -c '^part-')
  [ $((2 * (all - made))) -lt "$made" ]
}

# bats test_tags=full
@test "other names for all cells: another mapping of the same flip-flops, each seed a result of its own" {
  need_yosys
  export WARPWRIGHT_CACHE=$work/cache
  expect 0 "$WW" synth "${least[@]}"
  plain=$(awk '/^ecp5/ { print $4 }' <<< "$output")
  for seed in 1 2 1; do
    expect 0 "$WW" synth "${least[@]}" --shuffle "$seed"
    [ "$(awk '/^ecp5/ { print $4 }' <<< "$output")" = "$plain" ]
    tail -n 1 <<< "$output" >> tables
  done
  [ "$(sort -u tables | wc -l)" -eq 2 ]
  [ "$(ls "$work/cache" | grep -c '^synth-')" -eq 3 ]
}

# bats test_tags=full
@test "xc7: byte enables of a block RAM, which yosys leaves too narrow for its timing pass" {
  expect 0 "$WW" synth "${least[@]}" -s smem.size=4096 -s smem.banks=1 -t xc7 --json wide.json
  grep -q '"RAMB36E1": ' wide.json
}

@test "the targets are listed, and a wrong one is refused" {
  expect 0 "$WW" synth --list
  said "hx8k "
  said "xc7 "
  [ "$output" = "$(grep -E '^[a-z0-9]+ +(Lattice|Xilinx|Gowin|Intel) ' "$WW_SRCDIR/doc/synth.md")" ]
  expect 2 "$WW" synth -t ecp6
  said "did you mean 'ecp5'?"
  expect 2 "$WW" synth -t ecp5 -t xc7 -o d
  said "--output keeps the files of one target; there are 2"
  expect 2 "$WW" synth --paths 0
  said "'0' is not in 1..100"
  expect 2 "$WW" synth --shuffle 0
  said "'0' is not in 1..2147483647"
  expect 2 "$WW" synth --shuffle 1 -t hx8k
  said "--shuffle is for ecp5 and xc7, not for hx8k"
  expect 2 "$WW" synth --shuffle 1 --paths 3
  said "--shuffle goes with neither --path nor --paths nor --hierarchical"
  expect 2 "$WW" synth --seeds 17
  said "'17' is not in 0..16"
  expect 3 "$WW" synth -s core.warps=3
}

@test "yosys is missing, or fails: exit 4, and why" {
  export WARPWRIGHT_CACHE=$work/cache
  expect 4 env YOSYS="$work/none" "$WW" synth "${least[@]}"
  said "apt install yosys"
  printf '#!/bin/sh\necho no, not today >&2\nexit 7\n' > bad
  chmod +x bad
  expect 4 env YOSYS="$work/bad" "$WW" synth "${least[@]}"
  said "yosys failed with status 7"
  said "no, not today"
  [ -z "$(ls "$work/cache" | grep -v '^version-')" ]
}

@test "an interrupt: exit 1, and nothing is left" {
  export WARPWRIGHT_CACHE=$work/cache
  printf '#!/bin/sh\n[ "$1" = -V ] || kill -INT $PPID\n' > stop
  chmod +x stop
  expect 1 env --default-signal=INT YOSYS="$work/stop" "$WW" synth "${least[@]}"
  said "interrupted"
  [ -z "$(ls "$work/cache" | grep -v '^version-')" ]
}
