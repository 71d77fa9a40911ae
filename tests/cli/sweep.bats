#!/usr/bin/env bats
# sweep.bats - warpwright sweep: tables, going on, what it refuses
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

# The smallest core there is.
least=(-c tiny -s isa.m=false -s simt.stack=2 -s mem.ram_size=0x1000)

# A yosys that takes no time: a design of one look-up table and two flip-flops. It notes each
# call in calls; a file fail, clash or stop in the work directory makes it fail, fail unless vectors are
# split, or interrupt the sweep.
quick_yosys() {
  cat > yosys << 'END'
#!/bin/bash
if [ "$1" = -V ]; then echo quick 1; exit; fi
here=$(dirname "$0")
echo x >> "$here/calls"
[ ! -e "$here/fail" ] || { echo not today; exit 7; }
if [ -e "$here/clash" ] && ! grep -q '^splitnets$' "${!#}"; then
  echo "ERROR: Assert \`count_id(cell->name) == 0' failed in kernel/rtlil.cc:2031." >&2
  exit 1
fi
if [ -e "$here/stop" ] && [ "$(wc -l < "$here/calls")" -gt 1 ]; then
  kill -INT "$(ps -o ppid= -p $PPID | tr -d ' ')"
  sleep 10
fi
cell() { # NAME TYPE INPUT OUTPUT
  printf '"%s": {"type": "%s", "parameters": {}, "port_directions": %s, "connections": %s}' \
    "$1" "$2" "$3" "$4"
}
ff='{"CLK": "input", "DI": "input", "Q": "output"}'
{
  printf '{"modules": {"ww_top": {"attributes": {}, "ports": {}, "netnames": {}, "cells": {'
  cell a TRELLIS_FF "$ff" '{"CLK": [2], "DI": [5], "Q": [3]}'
  printf ,
  cell b LUT4 '{"A": "input", "Z": "output"}' '{"A": [3], "Z": [4]}'
  printf ,
  cell c TRELLIS_FF "$ff" '{"CLK": [2], "DI": [4], "Q": [5]}'
  printf '}}}}'
} > area.json
cp area.json flat.json
END
  chmod +x yosys
  export YOSYS=$work/yosys
}

own_cache() { export WARPWRIGHT_CACHE=$work/cache; }

calls() { wc -l < calls; }

@test "area, frequency, cycles, run time; a combination that is no core is a row" {
  need_verilator
  quick_yosys
  make_elf a.elf 0x80000000 "${zero[@]}"
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1 -s core.lanes=1,2 -t ecp5 -p a.elf \
    --table t.md -j2
  said "sweep: 2 cores, 4 results: 2 ok, 2 refused"
  cat sweep/sweep.csv
  [ "$(head -n 1 sweep/sweep.csv)" = "config,core.lanes,target,area,LUT,LUTRAM,FF,carry,\
BRAM,SPRAM,DSP,ALM,MHz,frequency,program,run,cycles,instructions,microseconds,reason" ]
  [ "$(wc -l < sweep/sweep.csv)" -eq 3 ]
  # The time is cycles / MHz.
  awk -F, 'NR == 2 {
    n++
    if ($4 != "ok" || $5 != 1 || $7 != 2 || !($13 > 100) || $14 != "estimated" ||
        $15 != "a" || $16 != "ok" || $17 < 5 || $18 != 2) exit 1
    d = $17 / $13 - $19
    if (d > 0.01 * $19 || d < -0.01 * $19) exit 1
  } END { exit n != 1 }' sweep/sweep.csv
  grep -q '^tiny,2,ecp5,refused,,,,,,,,,,,a,refused,,,,"*core.lanes' sweep/sweep.csv
  grep -q '"refused": "core.lanes' sweep/sweep.json
  grep -q '^| tiny core.lanes=1 | 1 | 2 |' t.md
  grep -q '^| tiny core.lanes=2 | - | - | refused | refused | - |' t.md
  for f in area-ecp5 frequency-ecp5 cycles-a time-a-ecp5; do
    grep -q '</svg>' sweep/$f.svg
    [ "${HAVE_PNG:-no}" = no ] || [ "$(head -c 4 sweep/$f.png | tail -c 3)" = PNG ]
  done
}

@test "what has a result is not run again" {
  quick_yosys
  own_cache
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1,2 -t ecp5 --no-plots
  [ "$(calls)" -eq 2 ]
  cp sweep/sweep.csv before
  rm -rf cache/synth-*
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1,2,4 -t ecp5 --no-plots
  [ "$(calls)" -eq 3 ]
  [ "$(head -n 3 sweep/sweep.csv)" = "$(cat before)" ]
  [ ! -e sweep/area-ecp5.svg ]
  # In another place the results come from the cache.
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=4 -t ecp5 --no-plots -o other
  [ "$(calls)" -eq 3 ]
  # Another core is no old result.
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1,2,4 -s core.warps=2 -t ecp5 --no-plots
  [ "$(calls)" -eq 6 ]
}

@test "an interrupt: exit 1, no tables; the same command goes on" {
  quick_yosys
  own_cache
  touch stop
  expect 1 env --default-signal=INT "$WW" sweep "${least[@]}" -s core.threads=1,2,4 -t ecp5 -j1
  said "interrupted; the same command goes on"
  [ ! -e sweep/sweep.csv ]
  [ "$(calls)" -eq 2 ]
  # What is there can be looked at; nothing runs.
  expect 1 "$WW" sweep "${least[@]}" -s core.threads=1,2,4 -t ecp5 --gather --no-plots
  said "1 ok"
  said "2 waiting"
  [ "$(calls)" -eq 2 ]
  rm stop
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1,2,4 -t ecp5 -j1
  said "3 ok"
  [ "$(calls)" -eq 4 ]
  [ -z "$(ls cache | grep -v '^synth-.*json$' | grep -v '^version-')" ]
}

@test "a tool that fails is a row and exit 4, and is tried again" {
  quick_yosys
  touch fail
  expect 4 "$WW" sweep "${least[@]}" -s core.threads=1,2 -t ecp5
  said "yosys failed with status 7"
  said "2 broken"
  grep -q '^tiny,2,ecp5,broken,.*yosys failed with status 7' sweep/sweep.csv
  rm fail
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1,2 -t ecp5
  said "2 ok"
}

@test "where yosys stumbles over names it gets vectors as bits" {
  quick_yosys
  touch clash
  expect 0 "$WW" sweep "${least[@]}" -s core.threads=1 -t ecp5 --no-plots
  [ "$(calls)" -eq 2 ]
}

@test "a program that fails is a row and exit 1" {
  need_verilator
  make_elf f.elf 0x80000000 "${forever[@]}"
  expect 1 "$WW" sweep "${least[@]}" -s core.threads=1 -s core.lanes=1 -p f.elf --max-cycles 500
  said "1 failed"
  grep -q '^tiny,f,failed,,,max-cycles$' sweep/sweep.csv
}

@test "wrong parameters and options" {
  quick_yosys
  expect 3 "$WW" sweep -s core.warp=1,2
  said "unknown key 'core.warp'; did you mean 'core.warps'?"
  expect 3 "$WW" sweep -s core.warps=1,3
  said "core.warps"
  expect 3 "$WW" sweep -s core.warps=1,2,1
  said "'1' is given twice"
  expect 3 "$WW" sweep -s core.warps=1,2 -s core.warps=4
  said "'core.warps' has values already"
  expect 3 "$WW" sweep -s core.warps
  said "expected KEY=VALUE,VALUE"
  expect 3 "$WW" sweep -s core.threads+dcache.banks=1:4,2
  said "'2' is not one value for each of 2 parameters"
  expect 3 "$WW" sweep -c tinny
  said "did you mean 'tiny'?"
  expect 2 "$WW" sweep -t ecp6
  said "did you mean 'ecp5'?"
  expect 2 "$WW" sweep -c tiny -c tiny
  said "given twice"
  expect 2 "$WW" sweep -j 0
  expect 2 "$WW" sweep nonsense
  expect 3 "$WW" sweep -p none.elf
  said "none.elf"
  [ ! -e sweep ]
}

@test "a missing tool, a full disk, a file in the way: exit 4 and why" {
  quick_yosys
  expect 4 env YOSYS="$work/none" "$WW" sweep "${least[@]}"
  said "apt install yosys"
  [ ! -e sweep ]
  expect 4 sh -c 'ulimit -f 0; trap "" XFSZ; "$WW" sweep -c tiny -o d 2>&1'
  said "error:"
  [ ! -e d/sweep.csv ]
  [ ! -e /dev/full ] || expect 4 "$WW" sweep "${least[@]}" --no-plots --table /dev/full
  said "/dev/full"
  touch file
  expect 4 "$WW" sweep "${least[@]}" -o file
  said "file/runs"
  said "Not a directory"
}

@test "linked parameters, configurations side by side, the list of commands" {
  quick_yosys
  expect 0 "$WW" sweep -c cached -s core.threads+dcache.banks=4:4,8:8 -t ecp5 --list
  [ "$(grep -c "synth -c cached -s core.threads=[48] -s dcache.banks=[48] -t ecp5" <<< "$output")" -eq 2 ]
  [ ! -e sweep ]
  expect 0 "$WW" sweep -c tiny -c lean -t ecp5 -t xc7 --table t.md
  [ "$(tail -n +2 sweep/sweep.csv | cut -d, -f1,2 | tr '\n' ' ')" = "tiny,ecp5 tiny,xc7 lean,ecp5 lean,xc7 " ]
  grep -q '^## xc7: Xilinx' t.md
  grep -q '>lean</text>' sweep/area-ecp5.svg
}

@test "make sweep-figures: tables and figures of all shapes" {
  quick_yosys
  export SIZES="1 2 4" TARGETS="ecp5" PROGRAM= FLOW= FIGURES=$work/f
  expect 0 "$WW_SRCDIR/scripts/sweep-figures"
  said "9 cores, 9 results: 9 ok"
  [ "$(calls)" -eq 9 ]
  cat f/sweep.md
  [ "$(grep -c '^### ' f/sweep.md)" -eq 3 ]
  grep -q '^### ecp5: look-up tables' f/sweep.md
  [ "$(grep -c '^| 4 | 2 | 2 | 2 |$' f/sweep.md)" -eq 1 ]
  grep -q '</svg>' f/area-ecp5.svg
  cut -d, -f2-4 f/sweep.csv | grep -q '^4,2,4$'
}

@test "make fpga-table: ten configurations on several chips" {
  quick_yosys
  export TARGETS="ecp5 gowin" FPGA_TABLE=$work/t INTO=$work/RESULTS.md
  expect 0 "$WW_SRCDIR/scripts/fpga-table"
  [ "$(sed '/^## What a lane/,$d' RESULTS.md | grep -c '^| [a-z]')" -eq 22 ]
  # Shapes of one size, so a lane and a warp cost nothing.
  grep -q '^| ecp5 | 1 / 2 / [^|]* | 1 / 2 / [^|]* | 1 / 2 / [^|]* | 1 / 2 / [^|]* | 0 | 0 | 0 | 0 |$' RESULTS.md
  [ -z "$(grep "^| gowin |" RESULTS.md)" ]
  grep -q '^| cached | 1 | 2 |' RESULTS.md
  grep -q '^## gowin: Gowin' RESULTS.md
  expect 4 env CONFIGS=tiny TARGETS=ecp5 INTO=/no/such/dir/x "$WW_SRCDIR/scripts/fpga-table"
}

@test "the commands of doc/sweep.md" {
  quick_yosys
  [ -e "$WW_BUILDDIR/sw/kernels/matmul32_bench.elf" ] || skip "no RISC-V compiler has built the programs"
  mkdir -p build/sw/kernels
  ln -s "$WW" build/warpwright
  ln -s "$WW_BUILDDIR/sw/kernels/matmul32_bench.elf" build/sw/kernels/
  sed -n '/^```sh$/,/^```$/p' "$WW_SRCDIR/doc/sweep.md" | grep -v '^```' |
    sed 's/^\(build.*[^\\]\|  .*\)$/\1 --list/' > commands
  [ "$(grep -c '^build/warpwright sweep ' commands)" -ge 2 ]
  expect 0 bash -e commands
  # Nine cores, two targets, a program; three cores, one target.
  [ "$(grep -c '^[0-9a-f]\{16\}  warpwright' <<< "$output")" -eq 30 ]
  [ "$(grep -c 'matmul32_bench.elf$' <<< "$output")" -eq 9 ]
}
