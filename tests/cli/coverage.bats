# coverage.bats - coverage: counted, added up, reported, steered at
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

setup() {
  need_verilator
  work=$(mktemp -d "$WW_BUILDDIR/cover-XXXXXX")
  cd "$work"
}

teardown() {
  [ -z "$work" ] || { cd "$WW_BUILDDIR"; rm -rf "$work"; }
}

cosim() {
  timeout 300 "$WW" cosim "${small[@]}" "$@"
}

fuzz() {
  timeout 300 "$WW" fuzz "${small[@]}" "$@"
}

total() { # FILE: covered bins
  "$WW" coverage "$1" | awk '$1 == "total" { print $3 }'
}

head_line='warpwright-coverage 1'

@test "an instruction that the machine lacks is none of its class" {
  # warp 0: wspawn, then that instruction; warp 1: loads that are waited for
  local word
  for word in 0x003100d3 0x1062f0d3 0x0062a3af 0x1002a3af; do # fadd.s fmul.s amoadd.w lr.w
    make_elf p.elf 0x80000000 0x00000297 0x01828293 0x0002900b 0x00000013 $word 0x00000013 \
      0x01400313 0x0002a383 0x00138393 0xfff30313 0xfe031ae3 0x00100073
    expect 1 cosim --mem-latency 40 --coverage c p.elf
    said "cause 2"
    expect 0 "$WW" coverage --holes c
    case $output in *"wrong rule"*) false ;; esac
  done
}

@test "a run counts, a second one adds up" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  expect 0 cosim --coverage c p.elf
  [ "$(head -n 1 c)" = "$head_line" ]
  [ "$(tail -n 1 c)" = end ]
  grep -qx "insn-lanes xor one 1" c
  expect 0 cosim --coverage c p.elf
  grep -qx "insn-lanes xor one 2" c
  grep -qx "runs 2" c
  [ "$(ls -A)" = "$(printf 'c\np.elf')" ]
}

@test "the table, holes, groups, reasons" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim --coverage c p.elf
  expect 0 "$WW" coverage c
  [[ "${lines[0]}" == group*bins*hit*holes*never* ]]
  said "1 runs on 1 configurations"
  # Without a data cache its groups have no bins, and so no percentage.
  [[ "$output" =~ cache[^$'\n']*\ 0\ +0\ +0\ +[0-9]+\ +-$'\n' ]]
  "$WW" coverage --json c.json --html c.html c > /dev/null
  grep -q '"bins": 0, "hit": 0, "holes": 0, "never": [0-9]*, "percent": null' c.json
  grep -q '<td>0<td>0<td>0<td>[0-9]*<td>-<td>$' c.html
  case $output in *hole:*) false ;; esac
  expect 0 "$WW" coverage --holes --group barrier c
  said "hole: barrier alone 0-1 0: 0 of 1"
  case $output in *"hole: rs1"*) false ;; esac
  expect 0 "$WW" coverage --never --group insn-lanes c
  said "never: insn-lanes mul all: no isa.m"
  said "never: insn-lanes mret one: no core.timer"
  expect 0 "$WW" coverage --list
  said "insn-lanes"
  said "instruction x lanes"
}

@test "a minimum, in all or of a group" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim --coverage c p.elf
  expect 0 "$WW" coverage --min 0.1 c
  expect 1 "$WW" coverage --min 90 c
  said "all is covered to "
  said "less than 90"
  expect 1 "$WW" coverage --min 0 --min barrier=1 c
  said "barrier is covered to 0.0 percent, less than 1"
  expect 0 "$WW" coverage --min cache-fill=100 c
}

@test "JSON and a page" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim --coverage c p.elf
  expect 0 "$WW" coverage --json j --html h c
  grep -q '"runs": 1,' j
  grep -q '{ "bin": "addi one", "state": "hole", "hits": 1 }' j
  grep -q '"state": "never", "hits": 0, "reason": "no isa.m" }' j
  [ "$(grep -o '[{[]' j | wc -l)" -eq "$(grep -o '[]}]' j | wc -l)" ]
  grep -q '<!DOCTYPE html>' h
  grep -q '<a href="#barrier">barrier</a>' h
  [ "$(grep -c '<details' h)" -eq "$(grep -c '</details>' h)" ]
}

@test "files add up, into another one too" {
  make_elf a.elf 0x80000000 "${zero[@]}"
  make_elf b.elf 0x80000000 "${xors[@]}"
  cosim --coverage a a.elf
  cosim --coverage b b.elf
  expect 0 "$WW" coverage -o all a b
  said "2 runs on 1 configurations"
  [ "$(total all)" -gt "$(total a)" ]
  expect 0 "$WW" coverage all
  said "2 runs on 1 configurations"
}

@test "a run that goes wrong adds nothing" {
  "$WW" gen "${small[@]}" -s trace.retire=true -o broken
  sed -i 's/(a ^ b)/(a | b)/' broken/rtl/ww_alu.v
  make_elf p.elf 0x80000000 "${xors[@]}"
  make_elf f.elf 0x80000000 "${forever[@]}"
  expect 1 timeout 300 "$WW" cosim --rtl broken --coverage c p.elf
  said "mismatch"
  [ ! -e c ]
  expect 1 cosim --max-cycles 1000 --coverage c f.elf
  [ ! -e c ]
}

@test "wrong use" {
  expect 2 "$WW" coverage
  said "the files are missing"
  expect 2 "$WW" coverage --min 101 c
  said "not a percentage"
  expect 2 "$WW" coverage --min bariers=3 c
  said "did you mean 'barrier"
  expect 2 "$WW" coverage --group flight c
  said "there is no group 'flight'"
  expect 2 "$WW" coverage -c tiny c
  said "a coverage file has its configurations"
  expect 2 "$WW" coverage --rtl --html h c
  said "--rtl goes with"
  expect 2 "$WW" cosim --coverage c --no-check p.elf
  said "--coverage needs the golden model"
}

@test "files that are not what they should be" {
  expect 3 "$WW" coverage nothing
  said "cannot read 'nothing'"
  echo hello > bad
  expect 3 "$WW" coverage bad
  said "bad:1: not a coverage file of this version"
  expect 3 "$WW" coverage --rtl bad
  said "bad:1: not a line of a coverage file of Verilator"
  make_elf p.elf 0x80000000 "${zero[@]}"
  expect 4 cosim --coverage bad p.elf
  said "bad:1: not a coverage file"
  [ "$(cat bad)" = hello ]
  expect 4 cosim --coverage /dev/null p.elf
  said "it is no regular file"
  expect 4 cosim --coverage missing/c p.elf
  said "cannot write 'missing/c'"
  expect 3 fuzz --steer bad
  said "bad:1:"
}

@test "a bin that a rule excludes was hit: the rule is wrong" {
  make_elf p.elf 0x80000000 "${zero[@]}"
  cosim --coverage c p.elf
  sed '/^insn-lanes addi/a insn-lanes mul one 3' c > wrong
  expect 1 "$WW" coverage --holes wrong
  said 'wrong rule: insn-lanes mul one: hit, though "no isa.m"'
  said "1 bins were hit where a rule"
}

@test "fuzz: its programs add up; steered ones cover more; the weights repeat them" {
  expect 0 fuzz --count 12 --coverage plain
  said "12 programs"
  expect 0 fuzz --count 12 --seed 100 --coverage other
  expect 0 fuzz --count 12 --seed 100 --steer plain --coverage steered
  said "warpwright: steered: --length "
  options=$(echo "$output" | sed -n 's/^warpwright: steered: //p')
  [ "$(total steered)" -gt $(($(total other) * 11 / 10)) ]
  fuzz --seed 100 --steer plain --print > a 2> /dev/null
  # shellcheck disable=SC2086
  fuzz --seed 100 $options --print > b
  cmp a b
  fuzz --seed 100 --print > c
  ! cmp -s a c
}

# bats test_tags=full
@test "fuzz: the command that repeats a program has weights in place of --steer" {
  fuzz --count 3 --coverage plain
  "$WW" gen "${small[@]}" -s trace.retire=true -o broken
  sed -i 's/(a ^ b)/(a | b)/' broken/rtl/ww_alu.v
  expect 1 timeout 300 "$WW" fuzz --rtl broken --steer plain
  said " --rtl broken --length "
  case $output in *"repeat"*"--steer"*) false ;; esac
}

# bats test_tags=full
@test "lines and toggles of the Verilog" {
  make_elf p.elf 0x80000000 "${xors[@]}"
  expect 0 cosim --rtl-coverage r p.elf
  [ "$(head -n 1 r)" = '# SystemC::Coverage-3' ]
  [ "$(ls -A)" = "$(printf 'p.elf\nr')" ]
  expect 0 "$WW" coverage --rtl --holes r
  [[ "${lines[0]}" == module*lines*toggles* ]]
  said "ww_alu "
  echo "$output" | grep -q '^rtl/ww_[a-z_]*\.v:[0-9]*: never executed:'
  ! echo "$output" | grep -q 'never toggles: trace_'
  a=$(awk '{ n += $NF } END { print n }' r)
  expect 0 cosim --rtl-coverage r p.elf
  [ "$(awk '{ n += $NF } END { print n }' r)" -eq $((2 * a)) ]
  expect 1 "$WW" coverage --rtl --min 99 r
  said "percent of lines and toggles, less than 99"
  expect 0 "$WW" coverage --rtl -o s r
  cmp r s
  if command -v verilator_coverage > /dev/null; then
    verilator_coverage --write t r
    [ -s t ]
  fi
}
