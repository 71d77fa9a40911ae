# ventus.bats - launches of Ventus by warpwright iss, each against a computation on the host
# SPDX-License-Identifier: Apache-2.0

bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
}

# assemble NAME: NAME.elf of NAME.S, here or of this folder
assemble() {
  local source=$1.S
  [ -f "$source" ] || source=$BATS_TEST_DIRNAME/$1.S
  "$RISCV_CC" -march=rv32ima_zicsr_zfinx_zve32x -mabi=ilp32 -nostdlib -static -mno-relax \
    -Wl,--no-relax,-n,-Ttext=0x80000000,-Tdata=0x90000000 -I"$WW_BUILDDIR/sw/include" -I"$BATS_TEST_DIRNAME" \
    -o "$1.elf" "$source"
}

# launch NAME [THREADS WARPS X Y Z LOCAL PRIVATE]
launch() {
  [ -e "$1.elf" ] || assemble "$1"
  "$WW_BUILDDIR/tests/ventus/mklaunch" "$1.elf" "$1" "${2-4}" "${3-2}" "${4-1}" "${5-1}" "${6-1}" "${7-4096}" "${8-0}"
}

# kernel NAME LINE...: NAME.S of these instructions
kernel() {
  local name=$1
  shift
  printf '#include "kernel.h"\n' > "$name.S"
  printf '%s\n' "$@" >> "$name.S"
  launch "$name"
}

# refused FILE TEXT: iss of bad.metadata ends with this error and nothing else
refused() {
  run -3 "$WW" iss --json r.json --trace t --dump-memory m bad.metadata
  [ "$output" = "$1: error: $2" ]
  [ ! -e r.json ] && [ ! -e t ] && [ ! -e m ]
}

@test "kernels leave in memory what the host computes, in every shape of work-group" {
  for name in vecadd loop barrier private prefix floats masks; do
    for shape in "4 2 1 1 1" "8 4 2 2 1" "32 1 2 1 3" "16 2 1 3 2" "1 32 1 1 1"; do
      set -- $shape
      launch $name $shape 4096 32
      "$WW" iss --dump-memory m $name.metadata 2> err
      grep -q "^pass: 1 launch, $(($3 * $4 * $5)) work-group" err
      "$WW_BUILDDIR/tests/ventus/expect" $name $(($3 * $4 * $5)) $2 $1 < m
    done
  done
}

@test "a core of golden leaves in memory what the model of iss leaves" {
  for name in vecadd loop barrier private floats masks; do
    for shape in "4 2 1 1 1" "8 4 2 2 1" "32 1 2 1 3" "16 2 1 3 2" "1 32 1 1 1"; do
      launch $name $shape 4096 32
      "$WW_BUILDDIR/tests/ventus/core" $name.metadata
    done
  done
  kernel twice 'begin' 'vadd.vx v3, v2, x11' 'vlw12.v v4, 0(v3)' 'vadd.vi v4, v4, 5' 'store v4' \
    'endprg x0, x0, x0' '.data' '.org 0x1000' '.space 64'
  head -n 28 twice.metadata | sed '27s/.*/00000000/' > second.metadata
  : > second.data
  "$WW_BUILDDIR/tests/ventus/core" twice.metadata second.metadata twice.metadata
}

@test "the checker follows launches, and finds what is wrong in a record" {
  for name in vecadd loop barrier private; do
    for shape in "4 2 2 1 1" "16 2 1 3 2" "32 1 1 1 1" "1 8 1 1 1"; do
      launch $name $shape 4096 32
      [ "$("$WW_BUILDDIR/tests/ventus/lockstep" $name.metadata)" = equal ]
    done
  done
  launch loop
  kernel scalar 'begin' 'sw x0, 0(x11)' 'endprg x0, x0, x0' '.data' '.space 0x1040'
  while read -r name fault check; do
    [ "$("$WW_BUILDDIR/tests/ventus/lockstep" $name.metadata $fault 2> /dev/null)" = $check ]
  done <<'END'
loop issue-mask issue-tmask
loop file retire-rd
loop number retire-rd
loop spread retire-data
loop path control-aux
loop pop control-aux
loop rpc control-aux
loop stack control-depth
scalar store-thread perform-lanes
END
}

@test "to a core of golden what it lacks is illegal" {
  for lack in 'vfexp.v v1, v2' 'csrr x5, VT_CSR_VL' 'regext x0, x0, 2; vmv.v.i v1, 0'; do
    kernel lacks 'li x10, IN' "$lack" 'endprg x0, x0, x0' '.data' '.space 64'
    run -1 "$WW_BUILDDIR/tests/ventus/core" lacks.metadata
    [[ $output == "cause 2, pc 0x80000004, tval 0x"* ]]
  done
}

@test "a wrong word in memory is noticed" {
  launch private 4 2 2 1 1 0 32
  "$WW" iss --dump-memory m private.metadata
  for word in 90001008 9001008c; do
    sed "s/^\($word\) ./\1 f/" m > wrong
    run "$WW_BUILDDIR/tests/ventus/expect" private 2 2 4 < wrong
    [ "${lines[-1]}" = "private: 1 words differ" ]
  done
}

@test "launches share memory; constants may be in a program" {
  kernel twice 'begin' 'vadd.vx v3, v2, x11' 'vlw12.v v4, 0(v3)' 'vadd.vi v4, v4, 5' 'store v4' \
    'endprg x0, x0, x0' '.data' '.org 0x1000' '.space 64'
  head -n 28 twice.metadata | sed '27s/.*/00000000/' > second.metadata # without a buffer
  : > second.data
  "$WW" iss --dump-memory m twice.metadata second.metadata second.metadata
  [ "$(sed -n 's/^90001008 //p' m)" = 0000000f ]
  "$WW" iss twice.elf second.metadata
  run -1 "$WW" iss second.metadata
  [[ $output == *"trapped at 0x80000000: address outside of memory, 0x80000000"* ]]
}

@test "--trace has registers, lanes, addresses, masks and the stack" {
  launch loop 4 1
  "$WW" iss --trace t loop.metadata
  grep -qF '0 80000020 5208a0d7 f "vid.v v1" v1=0,1,2,3' t
  grep -qF '0 80000050 02340e5b f "vbeq v3,v8,0x8000008c" -> 8000008c tmask 1 depth 2' t
  grep -qF '0 8000008c 0000205b 1 "join x0,x0,0" -> 80000054 tmask e depth 1' t
  grep -qF '0 80000094 004fe07b f "vsw12.v v4,0(v31)" @90001000,90001004,90001008,9000100c=0,1,7,2' t
  tail -n 1 t | grep -qF '"endprg x0,x0,x0" halt'
  launch vecadd 4 1 2
  run -0 "$WW" iss --trace - vecadd.metadata
  [[ $output == *$'\n1:0 '* ]]
}

@test "a configuration is the machine that launches must fit" {
  launch vecadd 8 2
  "$WW" iss -s core.threads=8 -s core.warps=2 vecadd.metadata
  run -3 "$WW" iss -c default vecadd.metadata
  [ "$output" = "vecadd.metadata: error: warps of 8 threads, but core.threads = 4" ]
  run -3 "$WW" iss -s core.threads=8 -s core.warps=1 vecadd.metadata
  [ "$output" = "vecadd.metadata: error: work-groups of 2 warps, but core.warps = 1" ]
}

# traps NAME TEXT LINE...: a kernel of these lines traps like that
traps() {
  local name=$1 text=$2
  shift 2
  kernel "$name" "$@"
  run -1 "$WW" iss --max-instructions 1000 "$name.metadata"
  [[ $output == *"$text"* ]] || { echo "$output"; false; }
}

@test "a trap has its place, name and instruction" {
  traps illegal 'illegal instruction
    ffffffff  .word 0xffffffff' '.word 0xffffffff'
  traps load 'trapped at 0x80000004: address outside of memory, 0x00000004
    00452303  lw x6,4(x10)' 'li x10, 0' 'lw x6, 4(x10)'
  traps odd 'misaligned address, 0x90000001' 'li x10, IN+1' 'vle32.v v1, (x10)' '.data' '.space 64'
  traps jump 'misaligned address, 0x80000006' '.insn sb 0x63, 0, x0, x0, .+6'
  traps fetch 'trapped at 0x00000000: address outside of memory, 0x00000000' 'jr x0'
  traps lds 'address outside of memory, 0x70001000' 'csrr x5, VT_CSR_LDS' 'lui x6, 1' 'add x5, x5, x6' 'sw x5, 0(x5)'
  traps csr 'illegal instruction' 'csrr x5, mepc'
  traps only 'illegal instruction' 'csrw VT_CSR_TID, x0'
  traps frm 'illegal instruction' 'csrwi frm, 5' '.word 0x02021257'
  traps end 'end or barrier with inactive threads' 'vid.v v1' '1: auipc x5, 0' 'setrpc x0, x5, 12' \
    'vbeq v1, v0, 2f' '2: endprg x0, x0, x0'
  kernel names 'nop' 'here:' '.word 0'
  run -1 "$WW" iss names.elf names.metadata
  [[ $output == *"trapped at 0x80000004 <here>: illegal instruction"* ]]
  run -1 "$WW" iss --json - illegal.metadata
  [[ $output == *'"kind": "trap"'*'"warp": 0, '*'"insn": 4294967295'* ]]
}

@test "an endless kernel ends at a limit" {
  kernel ever '1: j 1b'
  run -1 "$WW" iss --max-instructions 1000 --json r.json ever.metadata
  [[ $output == *"the limit was reached before the kernel ended"* ]]
  [[ $output == *"work-group 0 warp 1 is at 0x80000000"*", 1000 warp instructions, "* ]]
  grep -q '"status": "timeout"' r.json
  run -1 "$WW" iss --max-seconds 0.1 ever.metadata
  kernel waits 'csrr x5, VT_CSR_WID' 'bnez x5, 1f' 'barrier x0, x0, 0' '1: j 1b'
  run -1 "$WW" iss --max-instructions 1000 waits.metadata
  [[ $output == *"warp 0 waits at a barrier, its next pc is 0x8000000c"* ]]
}

@test "files that do not fit are refused, with file and line" {
  launch vecadd
  cp vecadd.data bad.data
  head -n 20 vecadd.metadata > bad.metadata
  refused bad.metadata "line 21: the file ends before 'scalar registers'"
  sed '11s/.*/00000021/' vecadd.metadata > bad.metadata
  refused bad.metadata "line 11: threads of a warp: 33 is not in 1 to 32"
  sed '5s/.*/xyz/' vecadd.metadata > bad.metadata
  refused bad.metadata "line 5: 'xyz' is no word of at most 8 hex digits"
  sed '5s/.*/123456789abc/' vecadd.metadata > bad.metadata
  refused bad.metadata "line 5: '123456789...' is no word of at most 8 hex digits"
  sed '1s/.*/80000002/' vecadd.metadata > bad.metadata
  refused bad.metadata "the start address 0x80000002 is no multiple of 4"
  sed '31s/.*/fffffff0/' vecadd.metadata > bad.metadata
  refused bad.metadata "the buffer at 0xfffffff0 of 5120 bytes ends above 4 GiB"
  sed '31s/.*/6ffff000/' vecadd.metadata > bad.metadata
  refused bad.metadata \
    "the buffer at 0x6ffff000 of 5120 bytes overlaps the window of local memory at 0x70000000"
  sed '19s/.*/ffffffff/' vecadd.metadata > bad.metadata
  refused bad.metadata "private memory of 8 threads of 4294967295 bytes at 0x00000000 ends above 4 GiB"
  (cat vecadd.metadata; echo 0) > bad.metadata
  refused bad.metadata "line 41: a word that belongs to nothing"
  cp vecadd.metadata bad.metadata
  head -n 100 vecadd.data > bad.data
  text=$(($(wc -l < vecadd.data) - 5120 / 4))
  refused bad.data "line 101: the file ends at byte $((400 - 4 * text)) of 5120 of the buffer at 0x90000000"
  (cat vecadd.data; echo 0) > bad.data
  refused bad.data "line $(($(wc -l < vecadd.data) + 1)): a word that belongs to nothing"
  rm bad.data
  refused bad.data "No such file or directory"
  mkdir bad.data
  refused bad.data "Is a directory"
  run -3 "$WW" iss bad.data/none.metadata
}

@test "options that are not for launches are refused" {
  launch vecadd
  for option in --strict "--check all" "--dump-image x.ppm" "--profile -" --dispatch; do
    run -2 "$WW" iss vecadd.metadata $option
    [[ $output == *"${option%% *} is not for launches of Ventus"* ]]
  done
  run -2 "$WW" iss vecadd.elf --dump-memory m
  [[ $output == *"--dump-memory is for launches of Ventus, NAME.metadata"* ]]
}

# small OPTION...: cosim on a core of 4 threads and 4 warps, with vfexp.v
small() {
  "$WW" cosim -c ventus -s core.threads=4 -s core.warps=4 -s isa.sfu=true "$@"
}

@test "launches run in lockstep on the core, one after the other" {
  command -v verilator > /dev/null || skip "no Verilator"
  for name in vecadd loop barrier private floats masks; do
    for shape in "4 2 3 1 1" "4 4 1 2 1"; do
      launch $name $shape 4096 32
      small --dump-memory m $name.metadata
      "$WW" iss --dump-memory i $name.metadata
      cmp m i
    done
  done
  kernel twice 'begin' 'vadd.vx v3, v2, x11' 'vlw12.v v4, 0(v3)' 'vadd.vi v4, v4, 5' 'store v4' \
    'endprg x0, x0, x0' '.data' '.org 0x1000' '.space 64'
  head -n 28 twice.metadata | sed '27s/.*/00000000/' > second.metadata
  : > second.data
  rm -f cover
  small --trace t --json j --dump-memory m --profile p.json --konata k --perfetto f --trace-cycles c \
    --coverage cover twice.metadata second.metadata twice.elf
  run "$WW" coverage --holes cover
  [[ $output != *"vt-prefix vadd.vi none"* && $output == *"hole: vt-prefix vadd.vi rd: 0 of 1"* ]]
  [[ $output != *"vt-lanes vadd.vi all"* && $output == *"hole: vt-lanes vadd.vi some: 0 of 1"* ]]
  [[ $output != *"wrong rule"* && $output != *$'\nraw '* ]]
  [ "$(grep -c '"end": "complete", "text": "complete", "cycles": [1-9]' j)" = 2 ]
  [ "$(sed -n 's/.*"cycles": \([0-9]*\) .*/\1/p' j | head -n 1)" -lt 2048 ] # without the clearing after reset
  [ "$(sed -n 's/^90001008 //p' m)" = 0000000a ]
  grep -qF '"vadd.vi v4,v4,5" v4=5,5,5,5' t
  grep -qF '"text": "vadd.vi v4,v4,5", "function": "_start"' p.json
  grep -qF 'vadd.vi v4,v4,5  v4 = 00000005 00000005' c
  grep -qF '"vadd.vi v4,v4,5"' f
  local add=$(sed -n 's/^L.\([0-9]*\).0.*: vadd.vi v4,v4,5$/\1/p' k | head -n 1)
  local load=$(sed -n 's/^L.\([0-9]*\).0.*: vlw12.v v4,0(v3)$/\1/p' k | head -n 1)
  grep -q "^W.$add.$load.0$" k
  kernel bad 'nop' 'here: vftta.vv v1, v2, v3'
  run -1 small --json r.json bad.metadata twice.metadata bad.elf
  [[ $output == *"launch 0, bad.metadata: trapped: block (0, 0, 0) trapped at 0x80000004 <here>: illegal"* ]]
  [[ $output == *"launch 1, twice.metadata: not done"* ]]
}

@test "random programs run in lockstep, and leave the memory that the model leaves" {
  command -v verilator > /dev/null || skip "no Verilator"
  last=12
  [ -z "${WW_FULL:-}" ] || last=200
  for seed in $(seq "$last"); do
    echo "seed $seed"
    "$WW_BUILDDIR/tests/ventus/mkrandom" $seed $((1 + seed % 3)) $((1 + seed % 4)) 4 $((4 + seed % 20)) sfu random
    small --mem-random $seed --dump-memory m random.metadata
    "$WW" iss --dump-memory i random.metadata
    cmp m i
  done
}

@test "traps of the core are those of golden" {
  command -v verilator > /dev/null || skip "no Verilator"
  local both="vid.v v1;1: auipc x5, 0;setrpc x0, x5, 12;vbeq v1, v0, 2f"
  while IFS='|' read -r text pc source; do
    IFS=';' read -ra code <<< "$source"
    rm -f traps.elf
    kernel traps "${code[@]}" '.data' '.space 64'
    run -1 small traps.metadata
    [[ $output == *"trapped at $pc: $text" ]] || { echo "$source: $output"; false; }
  done <<END
load access fault|0x80000004|li x10, 0;lw x6, 4(x10)
load address misaligned|0x80000008|li x10, IN+1;lw x6, 0(x10)
store access fault|0x80000004|li x10, 0;sw x6, 0(x10)
store address misaligned|0x80000004|vid.v v1;vsw12.v v1, 2(v1)
load access fault|0x80000004|vid.v v1;vlw12.v v2, 0(v1)
instruction address misaligned|0x80000000|.insn sb 0x63, 0, x0, x0, .+6
instruction access fault|0x00000000|jr x0
illegal instruction|0x80000000|csrw VT_CSR_TID, x0
illegal instruction|0x80000004|csrwi frm, 5;.word 0x02021257
illegal instruction|0x80000010|$both;2: endprg x0, x0, x0
illegal instruction|0x80000010|$both;2: barrier x0, x0, 0
END
  kernel traps 'csrr x5, fflags' '.data' '.space 64'
  [ -z "${WW_FULL:-}" ] || run -1 "$WW" cosim -c ventus -s core.threads=4 -s core.warps=4 -s isa.f=none traps.metadata
  [ -z "${WW_FULL:-}" ] || [[ $output == *"trapped at 0x80000000: illegal instruction" ]]
}

# wrong STATUS TEXT COMMAND...: the command prints this error and nothing else
wrong() {
  run "-$1" "$WW" "${@:3}"
  [[ $output == *"error: $2"* ]] || { echo "$output"; false; }
}

@test "what does not fit a core of Ventus is refused" {
  launch vecadd 4 2
  wrong 3 "a launch of Ventus, but the core has isa.dialect = vortex" cosim -c default vecadd.metadata
  wrong 3 "warps of 4 threads, but core.threads = 16" cosim -c ventus vecadd.metadata
  wrong 3 "work-groups of 2 warps, but core.warps = 1" cosim -c ventus -s core.threads=4 -s core.warps=1 vecadd.metadata
  wrong 3 "4096 bytes of local memory, but smem.size = 2048" cosim -c ventus -s core.threads=4 -s smem.size=2048 \
    vecadd.metadata
  wrong 3 "the buffer at 0x90000000 of 5120 bytes is not in RAM (0x80000000 .. 0x8fffffff)" cosim -c ventus \
    -s core.threads=4 -s mem.ram_size=0x10000000 vecadd.metadata
  sed '25s/.*/90000802/' vecadd.metadata > odd.metadata
  cp vecadd.data odd.data
  wrong 3 "private memory at 0x90000802, which is no multiple of 4" cosim -c ventus -s core.threads=4 odd.metadata
  for command in iss cosim; do
    wrong 3 "the core has Ventus' instruction set (isa.dialect): it runs launches, NAME.metadata" $command -c ventus \
      vecadd.elf
  done
  for option in --strict "--check all" --dispatch --counters; do
    wrong 2 "${option%% *} is not for launches of Ventus" cosim -c ventus vecadd.metadata $option
  done
  wrong 2 "--dump-memory is for launches of Ventus, NAME.metadata" cosim vecadd.elf --dump-memory m
}

@test "fuzz runs random launches, and shrinks one that finds a fault" {
  command -v verilator > /dev/null || skip "no Verilator"
  "$WW" gen -c ventus -s core.threads=4 -s core.warps=4 -s isa.sfu=true -s isa.vregs=128 -s test.congest=true \
    -s trace.retire=true -o tree
  awk -v rtl=tree/rtl -v prefix=ww -v killer=lockstep -f "$WW_SRCDIR/tests/mutants/apply.awk" \
    "$BATS_TEST_DIRNAME/mutants.list" > names
  count=20 faults=1
  [ -z "${WW_FULL:-}" ] || count=30 faults=2
  export WW_MUTANT=0
  rm -f cover
  run -0 "$WW" fuzz --rtl tree --count $count --length 60 --json j --coverage cover
  [[ $output == *"pass: $count programs, "*" 0 mismatches, "* ]]
  "$WW" coverage --min 20 --min vt-prefix=25 --min vt-lanes=35 --min vt-join=60 cover
  while read -r name check most text; do
    WW_MUTANT=$(sed -n "s/ $name$//p" names)
    run -1 "$WW" fuzz --rtl tree --count 50 --length 60 --shrink -o bug.S --json j
    [[ $output == *"mismatch in cycle "*": $check"*"bug.metadata: "*" instructions; to run it:"* ]]
    n=$(sed -n 's/.*"instructions": \([0-9]*\), "program": "bug.metadata".*/\1/p' j)
    echo "$name: $n instructions"
    [ "$n" -le "$most" ]
    [ "$(grep -c "^8" bug.lst)" = "$n" ]
    grep -q "  $text" bug.lst
    # The command that it prints shows the same; on the model the launch ends.
    run -1 "$WW" $(sed -n 's/^# warpwright //p' bug.lst)
    [[ $output == *": $check"* ]]
    "$WW" iss bug.metadata
  done < <(head -n $faults << END
prefix_rs1 retire-data 6 regext
pop_pc control-pc 14 join
END
  )
}

@test "fuzz: what a list has, and what is refused" {
  run -0 "$WW" fuzz -c ventus --print --seed 3
  local first=$output
  [[ $output == "# Program of seed 3"*" warps of 16 threads
80000000  02000e93  addi x29,x0,32"*"endprg x0,x0,x0" ]]
  run -0 "$WW" fuzz -c ventus --print --seed 4
  [ "$output" != "$first" ]
  run -0 "$WW" fuzz -c ventus --print --length 5000
  [[ $output == *" vfadd.v"* && $output == *" amo"* && $output == *"v0.t"* ]]
  run -0 "$WW" fuzz -c ventus --print --length 5000 -s isa.f=none
  [[ $output != *" vfadd.v"* && $output != *",frm,"* && $output == *" barriersub "* ]]
  for option in "--weights alu=1" "--steer c" "--oracle threads" "--mem-fails 8"; do
    wrong 2 "${option%% *} is not for programs of Ventus" fuzz -c ventus $option
  done
  wrong 2 "--configs makes configurations" fuzz -c ventus --configs 2
  wrong 2 "--dialect is that of the random configurations" fuzz --dialect ventus
  wrong 2 "--dialect is vortex or ventus, not 'nvidia'" fuzz --configs 2 --dialect nvidia
  wrong 2 "--steer is not for programs of Ventus" fuzz --configs 2 --dialect ventus --steer c
  for seed in $(seq 50); do # each configuration is accepted, or this aborts
    run -0 "$WW" fuzz --configs 1 --dialect ventus --config-seed "$seed" --print
    [[ $output == *"endprg x0,x0,x0" ]]
  done
  wrong 3 "programs have 16 bytes of local memory for each thread, but smem.size = 0" fuzz -c ventus -s smem.size=0
  wrong 3 "the buffer at 0x90000000 of 98304 bytes is not in RAM" fuzz -c ventus -s mem.ram_size=0x10000000
}
