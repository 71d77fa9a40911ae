#!/usr/bin/env bats
# profile.bats - cosim: the cycles of a run by instruction and source line
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup_file() { :; }             # models are those of the other tests
teardown_file() { :; }

setup() {
  need_verilator
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  work=$(mktemp -d "$WW_BUILDDIR/cosim-XXXXXX")
  cd "$work"
}

asm=$WW_BUILDDIR/tests/rtl/asm

# The sums of p.json, in parts of a cycle: each list with the cycles of nobody, which must be the
# cycles of its cores, and all reasons of a row its parts.
sums() {
  awk '
  function end() {
    if (list && sum + nobody != (cores_of ? one : one * cores)) bad = bad " " list
    lists += list != ""; list = ""
  }
  /^{"cycles"/ { match($0, /[0-9]+/); cycles = substr($0, 12, RLENGTH); split($0, f, /[:,]/)
                 cores = f[4] + 0; one = cycles * f[6] }
  /"core": \[/ { end(); cores_of = 1 }
  /"no_warp"/ { end(); match($0, /"no_warp": [0-9]+/); nobody = substr($0, RSTART + 11, RLENGTH - 11) }
  /^"(lines|instructions)"/ { end(); list = $1; sum = 0 }
  /"parts": / {
    match($0, /"parts": [0-9]+/); parts = substr($0, RSTART + 9, RLENGTH - 9); sum += parts
    sub(/.*"reasons": {/, ""); n = split($0, f, /: /)
    for (i = 2; i <= n; i++) parts -= f[i] + 0
    if (parts) bad = bad " reasons"
  }
  END { end(); print lists " lists, " cores " cores, " cycles " cycles," (bad ? bad : " good") }' p.json
}

# profile OPTION... PROGRAM: a run with all outputs, whose sums are right.
profile() {
  expect 0 timeout 120 "$WW" cosim --profile p.json --profile - --profile p.callgrind --json j \
    "${@:1:$#-1}" "$asm/${!#}.elf"
  cycles=$(sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' j)
  all=$(sums)
  echo "$all"
  cores=${all#*, } cores=${cores%% *}
  [ "$all" = "$((2 + 2 * cores)) lists, $cores cores, $cycles cycles, good" ]
  [ "$(sed -n 's/^totals: \([0-9]*\).*/\1/p' p.callgrind)" = $((cycles * cores)) ]
  [ "$(awk '/^0x/ { n += $3 } END { print n }' p.callgrind)" = $((cycles * cores)) ]
  said "issue"
}

@test "every cycle of a run belongs to an instruction: beats, barriers, misses, units, branches" {
  profile speculate_m
  grep -q '"branch": ' p.json
  grep -q '"multiply": ' p.json
  profile bar
  said "barrier"
  profile -c folded mem_masks
  said "beats"
  profile -c cached mem_hits
  said "load miss"
  said "load hit"
}

@test "several cores: each has its own cycles, the table their sum" {
  profile "${small[@]}" -s gpu.cores=2 cores_ids
  said " cycles x 2 cores"
}

@test "lines of C and their text; functions without -g; what issued agrees with the counters" {
  cat > k.c <<'END'
#include <warpwright.h>
volatile int x[64];
int main(void)
{
	int sum = ww_core_id() + ww_warp_id();

	for (int i = 0; i < 64; i++)
		sum += x[i] / 3;
	return sum;
}
END
  expect 0 "$WW" run --on verilator --counters --profile - --profile p.json k.c
  said "sum += x[i] / 3;"
  said "_start"
  said "int sum = ww_core_id() + ww_warp_id();"
  [ "${output#*warpwright.h:}" = "$output" ]    # what is inlined counts for its caller
  [ "$(sums | sed 's/.*,//')" = " good" ]
  issued=$(echo "$output" | awk '$1 == "issued" { print $2; exit }')
  echo "$output" | grep -q "% *$issued  issue  "
}

@test "what does not go together, and where it cannot be written" {
  expect 2 "$WW" cosim --profile x.txt "$asm/exit.elf"
  said "--profile 'x.txt' is not '-' and does not end in .json or .callgrind"
  expect 2 "$WW" cosim --profile x.json --no-check "$asm/exit.elf"
  said "--no-check"
  expect 2 "$WW" cosim --profile x.json --launch _start,reset=9 "$asm/exit.elf"
  said "leave out reset=N"
  expect 2 "$WW" cosim --profile - --profile x.json --json - "$asm/exit.elf"
  said "cannot both go to stdout"
  expect 4 "$WW" cosim --profile nodir/x.json --profile x.json "$asm/exit.elf"
  said "--profile: cannot write 'nodir/x.json'"
  [ -z "$(ls -A)" ]
}
