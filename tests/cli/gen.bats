# gen.bats - the command line: help, usage errors, gen, check, print
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

@test "without arguments the usage goes to stderr" {
  expect 2 "$WW"
  [ "${lines[0]}" = "usage: warpwright COMMAND [OPTIONS]" ]
  [ -z "$("$WW" 2>/dev/null || true)" ]
}

@test "help, --help and -h agree" {
  expect 0 "$WW" help
  a=$output
  expect 0 "$WW" --help
  [ "$output" = "$a" ]
  expect 0 "$WW" -h
  [ "$output" = "$a" ]
}

@test "every command explains itself" {
  for c in gen check print iss cosim fuzz coverage; do
    expect 0 "$WW" help $c
    [[ "${lines[0]}" = "usage: warpwright $c"* ]]
    a=$output
    expect 0 "$WW" $c --help
    [ "$output" = "$a" ]
    [[ "$output" = *"-s, --set KEY=VALUE"* ]]
  done
}

@test "--version" {
  expect 0 "$WW" --version
  [[ "$output" =~ ^warpwright\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
}

@test "unknown commands" {
  expect 2 "$WW" chekc
  [ "$output" = "warpwright: error: unknown command 'chekc'; did you mean 'check'?" ]
  expect 2 "$WW" help chekc
  [ "$output" = "warpwright: error: unknown command 'chekc'; did you mean 'check'?" ]
  expect 2 "$WW" elephant
  [ "$output" = "warpwright: error: unknown command 'elephant' (see 'warpwright help')" ]
}

@test "unknown options" {
  while IFS='|' read -r command text; do
    run "$WW" $command
    echo "$command: $output"
    [ "$status" -eq 2 ]
    [[ $output == *": error: unknown option $text (see 'warpwright help "* ]]
  done <<'END'
cosim --cycles 5 x|'--cycles'; did you mean '--max-cycles'?
cosim -waves x|'-waves'; did you mean '--waves'?
gen --out x|'--out'; did you mean '--output'?
run --warps=8 x.c|'--warps'; a parameter of the core is set by -s core.warps=VALUE
cosim --thread 4 x|'--thread'; a parameter of the core is set by -s core.threads=VALUE
iss --foo|'--foo'
END
  expect 2 "$WW" gen --outptu x
  [ "$output" = "warpwright gen: error: unknown option '--outptu'; did you mean '--output'?\
 (see 'warpwright help gen')" ]
  expect 2 "$WW" gen -z
  [ "$output" = "warpwright gen: error: unknown option '-z' (see 'warpwright help gen')" ]
  expect 2 "$WW" check --output=x
  [[ "$output" = "warpwright check: error: unknown option '--output'"* ]]
}

@test "option values" {
  expect 2 "$WW" gen -o
  [ "$output" = "warpwright gen: error: --output needs DIR (see 'warpwright help gen')" ]
  expect 2 "$WW" gen --help=x
  [ "$output" = "warpwright gen: error: --help takes no value (see 'warpwright help gen')" ]
  expect 2 "$WW" gen
  [ "$output" = "warpwright gen: error: -o DIR is missing (see 'warpwright help gen')" ]
  expect 2 "$WW" gen -o a b
  [ "$output" = "warpwright gen: error: unexpected argument 'b' (see 'warpwright help gen')" ]
  expect 2 "$WW" check stray
  [ "$output" = "warpwright check: error: unexpected argument 'stray' (see 'warpwright help check')" ]
  expect 2 "$WW" check -- -x
  [ "$output" = "warpwright check: error: unexpected argument '-x' (see 'warpwright help check')" ]
}

@test "an override that is no KEY=VALUE is a matter of usage, for every command" {
  for word in isa.f isa.f= =f ""; do
    for command in check "gen -o d" "print config" "print config -c tiny" "iss a.elf" "cosim a.elf" "run a.c" fuzz; do
      expect 2 "$WW" $command -s "$word"
      said "error: -s $word: expected KEY=VALUE, for example core.warps=8"
    done
  done
  [ ! -e d ]
  expect 3 "$WW" check -s isa.f=x
  expect 3 "$WW" check -s isa.g=x
}

# intro OPTION...: the sentence of the emitted README that says what the core is.
intro() {
  "$WW" gen "$@" -o d
  sed -n 3p d/README.md
}

@test "the emitted README: the extensions are those of the configuration" {
  [[ $(intro -c default) == "A SIMT core, RV32IM with Zicsr, emitted by warpwright: 4 warps of 4 threads"* ]]
  [[ $(intro -c default -s isa.f=f) == "A SIMT core, RV32IMF with Zicsr, emitted"* ]]
  grep -q '^    ww-cc -march=rv32imf ' d/README.md
  [[ $(intro -s isa.f=zfinx -s isa.m=false -s isa.zbb=true) == *" RV32I with Zicsr, Zbb, Zfinx, emitted"* ]]
  grep -q '^    ww-cc -march=rv32i_zbb_zfinx ' d/README.md
  grep -qx '#define WW_MARCH "rv32i_zbb_zfinx"' d/sw/warpwright_config.h
  [[ $(intro -s isa.f=f -s isa.a=true -s isa.sfu=true -s isa.vote=true -s core.timer=true) == \
    *" RV32IMAF with Zicsr, vote, SFU, emitted"* ]]
  [[ $(intro -s gpu.cores=3) == "3 SIMT cores, RV32IM with Zicsr, emitted by warpwright: each of 4 warps"* ]]
  grep -q '`perf_value` has 64 bits for each core' d/README.md
}

@test "the emitted README: every port and every perf_select is described" {
  for options in "-c default" "-c cached" "-c small" "-s icache.size=4096" "-s dcache.size=4096 -s trace.retire=true" \
      "-s gpu.cores=2 -s isa.a=true -s test.congest=true -s trace.retire=true -s smem.size=4096"; do
    echo "$options"
    rm -rf d
    "$WW" gen $options -o d
    sed -n '/^## Ports/,/^## Bus/p' d/README.md | grep '^| [a-z]' > ports
    [ "$(wc -l < ports)" -gt 20 ]
    ! grep '| *|$' ports
  done
  "$WW" gen -c default -o e
  sed -n '/^## Performance counters/,/^## CSRs/p' e/README.md > counters
  for k in 3 17 31; do
    doc=$(sed -n "s/^| 0x.* | mhpmcounter$k | read | count of: \(.*\) |$/\1/p" e/README.md)
    [ -n "$doc" ]
    grep -qF "| $doc |" <(grep "^| $k | " counters)
  done
  [ "$(grep -c '^| [0-9]' counters)" -eq 29 ]
  "$WW" gen -s counters.selected=4 -o e
  grep -q ' K is 3 to 6; the program selects what each counts by mhpmeventK' e/README.md
  "$WW" gen -s core.counters=false -o e
  ! grep -q perf_select e/README.md
}

@test "the emitted README: its commands make a memory image" {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  "$WW" gen -c default -s mem.ram_size=0x10000 -o d
  echo 'int main(void) { return 0; }' > prog.c
  sed -n '/^## A memory image/,/^## /s/^    //p' d/README.md > image
  [ "$(wc -l < image)" -eq 4 ]
  PATH=$WW_BUILDDIR/sw:$PATH bash -eu image
  "$WW" iss -c default -s mem.ram_size=0x10000 prog.elf
  # Lines of 128 bits, the lowest address at the right.
  [ "$(head -n 1 prog.hex | tr -d '\n' | wc -c)" -eq 32 ]
  for i in 1 2 3 4; do
    word=$(od -An -v -tx4 -j $((4 * i - 4)) -N 4 prog.bin | tr -d ' ')
    [ "$(head -n 1 prog.hex | cut -c $((33 - 8 * i))-$((40 - 8 * i)))" = "$word" ]
  done
}

@test "all spellings of an option mean the same" {
  for a in "-s core.warps=8" "-score.warps=8" "--set core.warps=8" "--set=core.warps=8"; do
    expect 0 "$WW" print config $a
    [[ "$output" = *"warps      = 8"* ]]
  done
}

@test "one configuration only" {
  expect 2 "$WW" check a.toml -c b.toml
  [ "$output" = "warpwright check: error: two configurations: 'a.toml' and 'b.toml' (see 'warpwright help check')" ]
}

@test "configurations by name and by path" {
  expect 0 "$WW" print config -c paper
  a=$output
  expect 0 "$WW" print config -c "$WW_SRCDIR/configs/paper.toml"
  [ "$output" = "$a" ]
  expect 0 "$WW" print config "$WW_SRCDIR/configs/paper.toml"
  [ "$output" = "$a" ]
  expect 3 "$WW" check -c papr
  [ "$output" = "$WARPWRIGHT_DATADIR/configs: error: there is no configuration 'papr'; did you mean 'paper'?" ]
  expect 3 "$WW" check -c elephant
  [[ "$output" = *"there is no configuration 'elephant'; there are: arty, cached, de10nano, default, duo, fast, folded,\
 hx8k, icebreaker, kepler, lean, octa, opengpu, paper, paper-cache, small, tiny, ulx3s, ventus, wide (the path"* ]]
}

@test "unreadable configurations" {
  expect 3 "$WW" check missing.toml
  [ "$output" = "missing.toml: error: cannot read the configuration: No such file or directory" ]
  mkdir dir.toml
  expect 3 "$WW" check dir.toml
  [ "$output" = "dir.toml: error: cannot read the configuration: Is a directory" ]
}

@test "check is silent about good configurations" {
  for c in "$WW_SRCDIR"/configs/*.toml; do
    expect 0 "$WW" check "$c"
    [ -z "$output" ]
  done
}

@test "default.toml is the defaults, and names every parameter but those of extensions that are off" {
  expect 0 "$WW" print config
  a=$output
  expect 0 "$WW" print config -c default
  [ "$output" = "$a" ]
  off=$(grep -c '^EXT(.*, false,' "$WW_SRCDIR/isa/exts.def")
  [ "$off" -gt 0 ]
  [ "$(($(grep -c '^[a-z_]* *=' "$WW_SRCDIR/configs/default.toml") + off))" -eq \
    "$("$WW" print params | wc -l)" ]
}

@test "an empty file is the defaults" {
  : > empty.toml
  [ "$("$WW" print config empty.toml)" = "$("$WW" print config)" ]
}

@test "overrides apply in order, after the file" {
  printf '[core]\nwarps = 2\n' > a.toml
  expect 0 "$WW" print config a.toml -s core.warps=8 -s core.warps=16
  [[ "$output" = *"warps      = 16"* ]]
}

@test "print config is a configuration" {
  "$WW" print config -c folded > a.toml
  "$WW" print config a.toml > b.toml
  cmp a.toml b.toml
}

@test "print params has a line per parameter with its domain" {
  expect 0 "$WW" print params
  [[ "$output" = *"core.warps       4           hardware warps of the core (power of two, 1..32)"* ]]
  [[ "$output" = *"(block | distributed | auto)"* ]]
}

@test "print isa, csrs, map, derived, checks" {
  expect 0 "$WW" print isa
  [[ "$output" = *"tmc      SIMT "* ]]
  [[ "$output" = *"mul      M    "* ]]
  expect 0 "$WW" print isa -s isa.m=false
  [[ "$output" != *"mul      M    "* ]]
  expect 0 "$WW" print ventus
  [ "${#lines[@]}" -eq 285 ]
  expect 0 "$WW" print csrs
  [[ "$output" = *"0xCC4 tmask "* ]]
  expect 0 "$WW" print map -s mem.ram_size=0x10000
  [ "${lines[0]}" = "0x80000000 0x8000ffff RAM, 64 KiB" ]
  [[ "$output" != *"shared memory"* ]]
  expect 0 "$WW" print map -s smem.size=0x4000
  [ "${lines[1]}" = "0xff000000 0xff003fff shared memory, 16384 bytes; never on a bus" ]
  expect 0 "$WW" print counters
  [ "${#lines[@]}" -eq 29 ]
  expect 0 "$WW" print counters -s core.counters=false
  [ "$output" = "there are none: core.counters is false" ]
  expect 0 "$WW" print csrs -s core.counters=false
  [[ "$output" != *"print counters"* ]]
  [[ "$output" != *mhpmevent* ]]
  expect 0 "$WW" print csrs -s counters.selected=4
  [[ "$output" = *"0x323 mhpmevent3 "* ]]
  expect 0 "$WW" print counters -s counters.selected=4
  [ "${lines[0]}" = "mhpmevent3 .. mhpmevent6 select one of these for mhpmcounter3 .. mhpmcounter6" ]
  [ "${#lines[@]}" -eq 31 ]
  expect 0 "$WW" print derived -s core.warps=32
  [[ "$output" = *"warp_bits           5 "* ]]
  expect 0 "$WW" print checks
  [[ "$output" = *"reset-in-ram "* ]]
}

@test "print refuses what it does not know" {
  expect 2 "$WW" print
  [ "$output" = "warpwright print: error: expected a topic (see 'warpwright help print')" ]
  expect 2 "$WW" print parms
  [ "$output" = "warpwright print: error: unknown topic 'parms'; did you mean 'params'? (see 'warpwright help print')" ]
  expect 2 "$WW" print params config
  [[ "$output" = *"unexpected argument 'config'"* ]]
  expect 2 "$WW" print config --random x
  [[ "$output" = *"'x' is no number"* ]]
  expect 2 "$WW" print config --random -- -1
  expect 2 "$WW" print config --random 1 -s core.warps=4
  [[ "$output" = *"-c and -s do not go with it"* ]]
}

@test "random configurations repeat and differ" {
  a=$("$WW" print config --random 1)
  [ "$a" = "$("$WW" print config --random 1)" ]
  [ "$a" != "$("$WW" print config --random 2)" ]
}

@test "a full device is an error" {
  [ -e /dev/full ] || skip "there is no /dev/full"
  expect 4 sh -c '"$WW" print params > /dev/full'
  [ "$output" = "warpwright: error: cannot write the output: No space left on device" ]
  expect 4 sh -c '"$WW" help > /dev/full'
}

@test "gen makes what print files lists, and MANIFEST agrees with cksum" {
  expect 0 "$WW" gen -o out
  [ -z "$output" ]
  (cd out && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) > found
  "$WW" print files | LC_ALL=C sort > listed
  diff found listed
  (cd out && grep -v '^#' MANIFEST | cut -d' ' -f3 | xargs cksum) > sums
  grep -v '^#' out/MANIFEST > ours
  diff ours sums
}

@test "every list names every Verilog file, and they exist" {
  expect 0 "$WW" gen -s design.prefix=qq -o out
  cd out
  ls rtl/*.v | LC_ALL=C sort > ../have || true
  for list in qq.f qq.core qq.ys vivado.tcl qq.qip; do
    grep -o 'rtl/[a-z0-9_]*\.v' $list | LC_ALL=C sort > ../named || true
    diff ../have ../named
  done
}

@test "config.toml of an emitted tree emits the same tree" {
  expect 0 "$WW" gen -c folded -s core.warps=2 -o a
  expect 0 "$WW" gen a/config.toml -o b
  diff -r a b
  expect 0 "$WW" gen b/config.toml -o b
  diff -r a b
}

@test "emitted texts carry no path, user or date" {
  expect 0 "$WW" gen -o out
  run grep -rlE "$(id -un)@|$work|$WW_BUILDDIR|20[0-9][0-9]-[0-9]" out
  [ "$status" -eq 1 ]
}

@test "the emitted header compiles and says the configuration" {
  "$WW" gen -c folded -o out
  cat > t.c <<'EOF'
#include "out/sw/warpwright_config.h"
#if WW_CORE_WARPS != 4 || WW_CORE_THREADS != 16 || WW_LANES != 4
#error wrong numbers
#endif
#if !WW_ISA_M || !WW_EXEC_MULTIPLIER_ITERATIVE || WW_CORE_REGFILE_AUTO
#error wrong choices
#endif
const char *prefix = WW_DESIGN_PREFIX;
unsigned base = WW_MEM_RAM_BASE;
EOF
  expect 0 cc -std=c11 -Wall -Wextra -Werror -c t.c -o t.o
}

@test "gen refuses a directory of somebody else" {
  mkdir mine
  echo precious > mine/thesis
  expect 3 "$WW" gen -o mine
  [ "$output" = "mine: error: the directory is not empty and was not emitted by warpwright; choose another one" ]
  [ "$(cat mine/thesis)" = precious ]
}

@test "gen under a file-size limit leaves nothing" {
  expect 4 sh -c 'ulimit -f 0; "$WW" gen -o out 2>&1'
  [[ "$output" = "out: error: cannot write "*": File too large" ]]
  [ -z "$(ls)" ]
}

@test "missing templates are named" {
  mkdir -p data/configs
  expect 0 "$WW" print files
  [[ "$output" = *rtl/* ]] || skip "the manifest has no modules yet"
  expect 4 env WARPWRIGHT_DATADIR="$work/data" "$WW" gen -o out
  [[ "$output" = *"data/rtl-templates: error: cannot read the templates: No such file or directory; "* ]]
  [ ! -e out ]
}

@test "the largest configuration is emitted" {
  expect 0 "$WW" gen -s core.warps=32 -s core.threads=32 -s mem.bus_width=1024 -o out
  [ -s out/rtl/ww_top.v ]
}

@test "the manual page knows every command, parameter and check" {
  page=$WW_BUILDDIR/man/warpwright.1
  [ -e "$page" ] || skip "built without the manual page"
  for c in $("$WW" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    echo $c
    grep -q "^\.SS $c\$" "$page"
    grep -q "^usage: warpwright $c " "$page"
  done
  for name in $("$WW" print params | cut -d' ' -f1) $("$WW" print checks | cut -d' ' -f1); do
    echo $name
    grep -q "^\.B $(echo $name | sed 's/-/\\\\-/g')\$" "$page"
  done
}

# The ports that the emitted top declares: name, direction, bits, by what its parameters are.
declared_ports() {
  awk '
    /^  parameter / { sub(/,$/, ""); value[$2] = $4; next }
    /^  (in|out)put / {
      sub(/ *\/\/.*/, ""); sub(/,$/, "")
      bits = 1
      if (match($0, /\[[^:]*:[^]]*\]/)) {
        split(substr($0, RSTART + 1, RLENGTH - 2), bound, ":")
        bits = sum(bound[1]) - sum(bound[2]) + 1
      }
      print $NF, ($1 == "input" ? "in" : "out"), bits
    }
    /^\);/ { exit }
    function number(s) { return s in value ? value[s] : s + 0 }
    function product(s,  part, n, i, p) {
      n = split(s, part, "*"); p = 1
      for (i = 1; i <= n; i++) p *= number(part[i])
      return p
    }
    function sum(s,  part, n) {
      n = split(s, part, "-")
      return product(part[1]) - (n > 1 ? product(part[2]) : 0)
    }' "$1"
}

@test "the emitted README: ports, CSRs, counters and memory are those of the core" {
  cd "$BATS_TEST_TMPDIR"
  for options in "-c default" "-c tiny -s core.counters=false" \
    "-c cached -s trace.retire=true" "-c wide -s test.congest=true" "-c kepler -s core.timer=true" \
    "-c small -s core.counters=true -s counters.selected=2"; do
    echo "$options"
    rm -rf core
    expect 0 "$WW" gen $options -o core
    declared_ports core/rtl/ww_top.v > declared
    sed -n 's/^| \([a-z_0-9]*\) | \(in\|out\) | \([0-9]*\) | .*/\1 \2 \3/p' core/README.md > shown
    [ "$(wc -l < shown)" -gt 10 ]
    diff declared shown
    for name in mflush mexit mtick mstatus mtvec mepc; do
      grep -q "^| 0x[0-9A-F]* | $name | read, write |" core/README.md
    done
    selectors=$(grep -c '^| 0x3[23][0-9A-F] | mhpmevent[0-9]* | read, write |' core/README.md || true)
    case $options in *selected*) [ "$selectors" -eq 29 ] ;; *) [ "$selectors" -eq 0 ] ;; esac
    [ "$(grep -c ' | read, write | ' core/README.md)" -eq $((6 + selectors)) ]
    grep -q '^| 0xCC4 | tmask | read |' core/README.md
    counters=$(grep -c '^| 0x[0-9A-F]* | m*hpmcounter' core/README.md || true)
    case $options in *counters=false*) [ "$counters" -eq 0 ] ;; *) [ "$counters" -eq 116 ] ;; esac
    shared=$(grep -c '^| 0xff000000 | 0xff.* | shared memory' core/README.md || true)
    case $options in *cached*|*kepler*) [ "$shared" -eq 1 ] ;; *) [ "$shared" -eq 0 ] ;; esac
  done
}

@test "host.md has the registers of the emitted README, and their header compiles" {
  expect 0 "$WW" gen -s gpu.dispatch=true -s gpu.host=axil -o host
  sed -n '/^| offset | register/,/^$/p' host/README.md > emitted
  sed -n '/^| offset | register/,/^$/p' "$WW_SRCDIR/doc/host.md" > page
  [ "$(wc -l < emitted)" -gt 40 ]
  diff emitted page
  for c in "gcc -std=c99 -xc" "g++ -std=c++11 -xc++"; do
    $c -fsyntax-only -Wall -Wextra -Werror host/sw/warpwright_host.h
  done
  # Each port of the top module, each register, each file is in the component.
  ! command -v xmllint || xmllint --noout host/component.xml
  sed -n 's,^  \(input \|output\) wire\( \[[^]]*\]\)\{0\,1\} *\([a-z_0-9]*\).*,\3,p' host/rtl/ww_top.v > names
  [ "$(wc -l < names)" -gt 40 ]
  { cat names; sed -n 's/^| 0x[0-9a-f]* | \([A-Z_]*\) .*/\1/p' page; cat host/ww.f; } |
    while read -r name; do grep -q "<spirit:name>$name</spirit:name>" host/component.xml || echo "$name"; done > absent
  cat absent
  [ ! -s absent ]
}
