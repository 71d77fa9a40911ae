# iss.bats - the command line of warpwright iss
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
}

bytes() { # SIZE VALUE: the value as little-endian bytes
  local n=$1 v=$(($2))
  while [ "$n" -gt 0 ]; do
    printf "\\x$(printf %02x $((v & 255)))"
    v=$((v >> 8)) n=$((n - 1))
  done
}

# make_elf FILE WORD...: an executable of these instructions at 0x80000000
make_elf() {
  local file=$1 word size
  shift
  size=$((4 * $#))
  {
    printf '\177ELF\1\1\1\0\0\0\0\0\0\0\0\0'
    bytes 2 2; bytes 2 243; bytes 4 1; bytes 4 0x80000000; bytes 4 52; bytes 4 0
    bytes 4 0; bytes 2 52; bytes 2 32; bytes 2 1; bytes 2 40; bytes 2 0; bytes 2 0
    bytes 4 1; bytes 4 84; bytes 4 0x80000000; bytes 4 0x80000000
    bytes 4 $size; bytes 4 $size; bytes 4 5; bytes 4 4
    for word; do bytes 4 "$word"; done
  } > "$file"
}

PUTS_A="0xfffff2b7 0x04100313 0x0062a023" # lui t0,0xfffff; li t1,'A'; sw t1,(t0)
EBREAK=0x00100073
EXIT_3=0x00300513                         # li a0,3
ECALL=0x00000073
FOREVER=0x0000006f                        # j .
BAR_2="0x00200313 0x0060400b"             # li t1,2; bar zero,t1
# li t0,2; tmc t0; csrr t1,thread_id; bnez t1,.+8
DIVERGE="0x00200293 0x0002800b 0xcc002373 0x00031463"

@test "a program that ends with exit code 0 passes" {
  make_elf a.elf $PUTS_A $EBREAK
  run bash -c "'$WW' iss a.elf 2>err"
  [ "$status" -eq 0 ]
  [ "$output" = A ]
  grep -q '^pass: exit code 0, 4 warp instructions, 4 thread instructions, ' err
}

@test "an exit code that is not zero fails" {
  make_elf a.elf $EXIT_3 $EBREAK
  run "$WW" iss a.elf --json r.json
  [ "$status" -eq 1 ]
  [[ $output == "exit-code: exit code 3, "* ]]
  grep -q '"status": "error"' r.json
  grep -q '"exit_code": 3,' r.json
  grep -q '"kind": "exit-code"' r.json
}

@test "a fault names warp, pc, cause, tval and instruction" {
  make_elf a.elf $PUTS_A 0x00402503 $EBREAK
  run "$WW" iss --json r.json a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"a.elf: error: warp 0 trapped at 0x8000000c: "*"(cause 5), tval 0x00000004"* ]]
  [[ $output == *"00402503  lw x10,4(x0)"* ]]
  grep -q '"status": "fault"' r.json
  grep -q '"cause": 5, "tval": 4' r.json
}

@test "an instruction that the machine has not: the trap names the parameter" {
  make_elf a.elf 0x026283B3 $EBREAK
  run "$WW" iss -s isa.m=false a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"mul is an instruction of machines with isa.m = true"* ]]
  run "$WW" iss a.elf
  [ "$status" -eq 0 ]
  [[ $output != *"is an instruction of"* ]]
}

# built NAME MARCH [OPTION]...: NAME.elf with the runtime, of NAME.c.
built() {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  "$WW_BUILDDIR/sw/ww-cc" "-march=$2" -o "$1.elf" "${@:3}" "$1.c"
}

# lacks ARCH CORE WANT: a program of ARCH is refused by CORE, a setting, with WANT.
lacks() {
  built p "$1"
  run "$WW" iss -s "$2" p.elf
  echo "$output"
  [ "$status" -eq 3 ]
  [ "$output" = "p.elf: error: compiled for $3" ]
}

@test "a program for an extension that the core lacks is refused, with the parameter" {
  compile="compile it with -march"
  echo 'int main(void) { return 0; }' > p.c
  lacks rv32im isa.m=false "M, which this core lacks: set isa.m = true, or compile it with -march=rv32i"
  lacks rv32ima isa.a=false "A, which this core lacks: set isa.a = true, or compile it with -march=rv32im"
  lacks rv32im_zba isa.zba=false \
    "Zba, which this core lacks: set isa.zba = true, or compile it with -march=rv32im"
  lacks rv32im_zba_zbb isa.zba=true \
    "Zbb, which this core lacks: set isa.zbb = true, or compile it with -march=rv32im_zba"
  lacks rv32im_zba_zbb isa.m=false \
    "M, Zba and Zbb, which this core lacks: set isa.m = true, isa.zba = true and isa.zbb = true, or $compile=rv32i"
  lacks rv32imf isa.f=zfinx \
    "F, which this core lacks: set isa.f = f, or compile it with -march=rv32im_zfinx"
  lacks rv32imf isa.f=none "F, which this core lacks: set isa.f = f, or compile it with -march=rv32im"
  lacks rv32im_zbs isa.zba=true "Zbs, which no core has: compile it with -march=rv32im_zba"
  built p rv32imaf_zba
  "$WW" iss -s isa.a=true -s isa.f=f -s isa.zba=true p.elf
}

@test "a program for Zfinx does not run on a core with registers f, nor without floating point" {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  printf '.globl _start\n_start: fadd.s a0, a0, a0\nebreak\n' > p.S
  "$WW_BUILDDIR/sw/ww-cc" --bare -march=rv32im_zfinx -o p.elf p.S
  "$WW" iss -s isa.f=zfinx p.elf
  for f in f none; do
    for command in iss cosim; do
      run "$WW" $command -s isa.f=$f p.elf
      echo "$output"
      [ "$status" -eq 3 ]
      [[ $output == "p.elf: error: compiled for Zfinx, which this core lacks: set isa.f = zfinx, or compile"* ]]
      [ "${#lines[@]}" -eq 1 ]
    done
  done
  printf '.globl _start\n_start: fadd.s fa0, fa0, fa0\nebreak\n' > p.S
  "$WW_BUILDDIR/sw/ww-cc" --bare -march=rv32imf -mabi=ilp32 -o p.elf p.S
  "$WW" iss -s isa.f=f p.elf
  run "$WW" iss -s isa.f=zfinx p.elf
  [ "$status" -eq 3 ]
  [[ $output == *"set isa.f = f"* ]]
}

@test "without attributes a program runs; assembly without -march has none, compiled C and -march have" {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  printf '.globl _start\n_start: ebreak\n' > p.S
  echo 'void _start(void) { __asm__("ebreak"); }' > c.c
  "$WW_BUILDDIR/sw/ww-cc" --bare -o p.elf p.S
  "$WW" iss -s isa.m=false p.elf
  for source in "-march=rv32im p.S" c.c; do
    "$WW_BUILDDIR/sw/ww-cc" --bare -o m.elf $source
    "$WW" iss m.elf
    run "$WW" iss -s isa.m=false m.elf
    [ "$status" -eq 3 ]
    [[ $output == "m.elf: error: compiled for M, which this core lacks: set isa.m = true, or compile it"* ]]
  done
  "${RISCV_CC%gcc}strip" -R .riscv.attributes m.elf
  "$WW" iss -s isa.m=false m.elf
}

# marked ARCH: p.elf is for the core with the ISA string ARCH.
marked() {
  printf 'A%s\0' "....riscv......$1" > attributes
  "${RISCV_CC%gcc}objcopy" --add-section .riscv.attributes=attributes plain.elf p.elf
}

# answer STATUS [SETTING]...: p.elf on a core with the SETTINGs.
answer() {
  local set
  set=$(printf -- '-s %s ' "${@:2}")
  run "$WW" iss ${set/-s gpu.dispatch=true/--dispatch} p.elf
  [ "$status" -eq "$1" ] || { echo "$(tr -d '\0' < attributes) on ${*:2}: $output"; return 1; }
}

# Each row that a program can be marked with: its name, and the setting that gives it, - for every core.
rows() {
  printf '%s\n' '#define PART(id, name, flag, parameter, value, march) MARCH(flag, parameter, value, march)' \
    '#define EXT(id, name, flag, key, on, march, doc) MARCH(flag, "isa." #key, "true", march)' \
    '#define MARCH(flag, parameter, value, march) "row|" march "|" parameter "=" value' \
    '#define ALIAS(march, of) "alias|" march "|" of' '#include "isa/exts.def"' > rows.c
  "${CC:-cc}" -E -P -I"$WW_SRCDIR" rows.c | sed 's/" "//g; s/"\(row\|alias\)/\n&/g' | tr -d '"' |
    awk -F'|' '$1 == "row" && $2 != "" { setting[$2] = $3; print $2, $3 }
      $1 == "alias" { print $2, $3 == "" ? "-" : setting[$3] }'
}

@test "each extension of exts.def and each other name for one: refused without the parameter, accepted with it" {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  printf '.globl _start\n_start: ebreak\n' > plain.S
  "$WW_BUILDDIR/sw/ww-cc" --bare -o plain.elf plain.S
  rows > list
  [ "$(wc -l < list)" -eq "$(grep -cE '^(EXT|MARCH|ALIAS)\(|^PART\(.*[a-z]"\)$' "$WW_SRCDIR/isa/exts.def")" ]
  none="isa.m=false isa.a=false isa.f=none"
  all="isa.m=true isa.a=true isa.zba=true isa.zbb=true isa.zicond=true isa.vote=true isa.shfl=true isa.sfu=true"
  while read -r name setting; do
    for mark in "rv32i_$name" "rv32i2p1_zicsr2p0_${name#_}2p1_zifencei2p0" "rv32i2p1_${name#_}2p0"; do
      marked "${mark/__/_}"
      if [ "$setting" = - ]; then
        answer 0 $none
        continue
      fi
      answer 3 $none
      [[ $output == "p.elf: error: compiled for "*", which this core lacks: set ${setting/=/ = }, or compile it"* ]]
      case $setting in
        isa.f=f) others="isa.f=zfinx isa.f=none" ;;
        isa.f=zfinx) others="isa.f=f isa.f=none" ;;
        *) others="${setting%=*}=false" ;;
      esac
      for other in $others; do
        answer 3 isa.f=zfinx $all "$other"
      done
      case $setting in
        isa.sfu=*) answer 0 $none isa.f=f "$setting" ;;
        *) answer 0 $none "$setting" ;;
      esac
    done
  done < list
  for name in b c d e h q v zbs zfh zicbom zicboz zve32x xthead svinval; do
    marked "rv32i_${name}1p0"
    answer 3 isa.f=f $all
    [[ $output == "p.elf: error: compiled for ${name^}, which no core has: compile it with -march="* ]]
  done
}

@test "what a compiler cannot name is marked by ww-cc" {
  echo 'int main(void) { return 0; }' > p.c
  for name in zicond xvote xshfl; do
    lacks "rv32im_$name" isa.m=true \
      "${name^}, which this core lacks: set isa.${name#x} = true, or compile it with -march=rv32im"
    "$WW" iss -s "isa.${name#x}=true" p.elf
  done
}

@test "the JSON result has every key" {
  make_elf a.elf $EBREAK
  run "$WW" iss -s core.warps=2 --json - a.elf
  [ "$status" -eq 0 ]
  for key in status program exit_code cycles instructions thread_instructions ipc \
      wall_seconds checks config; do
    [[ $output == *"\"$key\": "* ]]
  done
  [[ $output == *'"status": "pass"'* ]]
  [[ $output == *'"cycles": null'* ]]
  [[ $output == *'warps      = 2'* ]]
  if command -v python3 > /dev/null; then
    "$WW" iss --json r.json a.elf
    python3 -m json.tool r.json > /dev/null
  fi
}

@test "every kind of failure is valid JSON" {
  command -v python3 > /dev/null || skip "python3 is not installed"
  make_elf fault.elf $ECALL
  make_elf limit.elf $FOREVER
  make_elf deadlock.elf $BAR_2
  make_elf strict.elf $DIVERGE $EBREAK $EBREAK
  for name in fault limit deadlock strict; do
    run "$WW" iss --strict --max-instructions 1000 --json $name.json $name.elf
    [ "$status" -eq 1 ]
    python3 -m json.tool $name.json > /dev/null
  done
}

@test "a limit of instructions ends the run" {
  make_elf a.elf $FOREVER
  for option in --max-instructions=1000 --max-cycles=1000; do
    run "$WW" iss $option a.elf
    [ "$status" -eq 1 ]
    [[ $output == *"error: the limit was reached before the program ended"* ]]
    [[ $output == *"warp 0 is at 0x80000000"* ]]
    [[ $output == *"1000 warp instructions"* ]]
  done
}

@test "a limit of seconds ends the run" {
  make_elf a.elf $FOREVER
  run "$WW" iss --max-seconds 0.05 a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"limit: exit code"* ]]
}

@test "a deadlock says who waits where" {
  make_elf a.elf $BAR_2 $EBREAK
  run "$WW" iss a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"error: deadlock: every active warp waits at a barrier"* ]]
  [[ $output == *"warp 0 waits at barrier 0, its next pc is 0x80000008"* ]]
}

@test "a divergent branch is a warning, with --strict an error" {
  make_elf a.elf $DIVERGE $EBREAK $EBREAK
  run "$WW" iss a.elf
  [ "$status" -eq 0 ]
  [[ $output == *"warning: active lanes disagreed on 1 branch, first at 0x8000000c"* ]]
  run "$WW" iss --strict a.elf
  [ "$status" -eq 1 ]
  [[ $output == *"error: active lanes disagree on the branch at 0x8000000c"* ]]
  [[ $output == *"bne x6,x0,0x80000014"* ]]
  [[ $output == *"In C, write __if,"*"or compile with --plain; in assembly, put a split"* ]]
}

# Core 0 halts, core 1 goes on behind these words at 0x8000000c.
ON_CORE_1="0xcc202573 0x00051463 0x00100073"

@test "with several cores reports and JSON name the core, and counts are of all cores" {
  make_elf a.elf $ON_CORE_1 $ECALL
  run -1 "$WW" iss -s gpu.cores=2 --json j a.elf
  [[ $output == *"core 1, warp 0 trapped at 0x8000000c"*"5 warp instructions, 5 thread"* ]]
  grep -q '"core": 1, "warp": 0, "cause": 11' j
  grep -q '"instructions": 5,' j
  make_elf a.elf $ON_CORE_1 $FOREVER
  run -1 "$WW" iss -s gpu.cores=2 --max-instructions 100 --json j a.elf
  [[ $output == *"    core 1, warp 0 is at 0x8000000c"* ]]
  grep -q '{ "core": 1, "warp": 0, "barrier": -1' j
  make_elf a.elf $ON_CORE_1 $BAR_2
  run -1 "$WW" iss -s gpu.cores=2 --json j a.elf
  [[ $output == *"deadlock"*"    core 1, warp 0 waits at barrier 0"* ]]
  grep -q '{ "core": 1, "warp": 0, "barrier": 0' j
  make_elf a.elf $ON_CORE_1 $DIVERGE $EBREAK $EBREAK
  run -0 "$WW" iss -s gpu.cores=2 --json j a.elf
  [[ $output == *"warning: active lanes disagreed on 1 branch, first at 0x80000018 in core 1, warp 0; "* ]]
  grep -q '"divergent_branches": 1' j
  run -1 "$WW" iss -s gpu.cores=2 --strict --json j a.elf
  [[ $output == *"disagree on the branch at 0x80000018 in core 1, warp 0"*"bne x6,x0,0x80000020"* ]]
  grep -q '"core": 1, "warp": 0, "pc": 2147483672' j
}

@test "the trace has a line per instruction" {
  make_elf a.elf $PUTS_A $EBREAK
  "$WW" iss --trace t.txt a.elf
  cat > expected <<'END'
0 80000000 fffff2b7 1 "lui x5,0xfffff" x5=fffff000
0 80000004 04100313 1 "addi x6,x0,65" x6=41
0 80000008 0062a023 1 "sw x6,0(x5)" @fffff000=41
0 8000000c 00100073 1 "ebreak" halt
END
  diff expected t.txt
}

@test "the configuration decides: threads, isa.m, RAM" {
  make_elf tmc.elf 0x00800293 0x0002800b 0x00000513 $EBREAK
  run "$WW" iss tmc.elf
  [ "$status" -eq 1 ]
  [[ $output == *"(cause 25), tval 0x00000008"* ]]
  run "$WW" iss -s core.threads=8 tmc.elf
  [ "$status" -eq 0 ]
  make_elf mul.elf 0x02000533 $EBREAK
  run "$WW" iss mul.elf
  [ "$status" -eq 0 ]
  run "$WW" iss -s isa.m=false mul.elf
  [ "$status" -eq 1 ]
  [[ $output == *"illegal instruction"* ]]
  run "$WW" iss -s mem.ram_base=0x40000000 tmc.elf
  [ "$status" -eq 3 ]
  [[ $output == *"is outside RAM (0x40000000..0x40ffffff)"* ]]
}

@test "files that are no programs are refused" {
  echo text > a.elf
  run "$WW" iss a.elf
  [ "$status" -eq 3 ]
  [ "$output" = "a.elf: error: not an ELF file; expected a RISC-V ELF32 executable" ]
  run "$WW" iss nowhere.elf
  [ "$status" -eq 3 ]
  [[ $output == "nowhere.elf: error: cannot open: "* ]]
}

@test "wrong use is refused" {
  make_elf a.elf $EBREAK
  run "$WW" iss
  [ "$status" -eq 2 ]
  [[ $output == *"PROG.elf is missing"* ]]
  run "$WW" iss a.elf b.elf
  [ "$status" -eq 2 ]
  run "$WW" iss --max-instructions many a.elf
  [ "$status" -eq 2 ]
  run "$WW" iss --max-seconds -1 a.elf
  [ "$status" -eq 2 ]
  run "$WW" iss --max-seconds nan a.elf
  [ "$status" -eq 2 ]
  run "$WW" iss --tracee t a.elf
  [ "$status" -eq 2 ]
  [[ $output == *"did you mean '--trace'"* ]]
  run "$WW" iss -s core.warps=3 a.elf
  [ "$status" -eq 3 ]
}

@test "results that cannot be written are an error" {
  make_elf a.elf $PUTS_A $EBREAK
  [ -e /dev/full ] || skip "no /dev/full"
  run bash -c "'$WW' iss a.elf > /dev/full"
  [ "$status" -eq 4 ]
  run "$WW" iss --trace /dev/full a.elf
  [ "$status" -eq 4 ]
  run "$WW" iss --json nowhere/r.json a.elf
  [ "$status" -eq 4 ]
}

@test "with an output on stdout the console goes to stderr" {
  # 'A' to the console, then the end.
  make_elf a.elf 0x04100293 0xfffff337 0x00532023 $EBREAK
  "$WW" iss a.elf > out 2> err || true
  cat out err
  [ "$(cat out)" = A ]
  "$WW" iss --json - a.elf > out 2> err || true
  [ "$(head -c 1 out)" = "{" ]
  [ "$(tail -n 1 out)" = "}" ]
  grep -q ^A err
}

# The first listing of doc/blocks.md, with kernels that end badly.
make_kernels() {
  awk '/^```c/ { on = 1; next } /^```/ { exit } on' "$WW_SRCDIR/doc/blocks.md" > k.c
  cat >> k.c <<'C'
int32_t sums[32];
WW_KERNEL(turn, int32_t *out)
{
	int32_t *s = ww_shared();
	uint32_t t = ww_thread(0), n = ww_block_size(0);

	s[t] = (int32_t)(ww_block(0) * 100 + t);
	ww_sync();
	out[ww_block(0) * n + t] = s[n - 1 - t];
}
WW_KERNEL(show, void *none)
{
	(void)none;
	for (int i = 0; i < 2; i++)
		*(volatile uint32_t *)0xfffff000 = (uint32_t)('0' + (sums[8 * i] == 100 * i + 7));
	ww_fence();
}
WW_KERNEL(null, int *out) { if (ww_block(0) == 2) *out = 1; for (;;) ; }
__asm__(".globl again\n.globl zagain\n.set again, turn\n.set zagain, turn");
C
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock -o k.elf k.c
}

@test "launches: grids, barriers, the page's kernel, a trap of one launch alone, refusals" {
  make_kernels
  run "$WW" iss --launch saxpy,grid=16,block=16,arg=data k.elf
  [ "$status" -eq 0 ]
  run bash -c "'$WW' iss -s smem.size=4096 --launch again,block=8,smem=32,arg=sums \
    --launch zagain,grid=2,block=8,smem=32,arg=sums --launch show,ordered k.elf 2> err"
  [ "$status" -eq 0 ]
  [ "$output" = 11 ]
  run "$WW" iss --json j --launch null,grid=9 --launch saxpy,block=4,arg=data k.elf
  [ "$status" -eq 1 ]
  [[ $output == *"launch 0, null: trapped: block (2, 0, 0) trapped at "*"store access fault"* ||
    $output == *"store access fault"*"launch 0, null: trapped: block (2, 0, 0) trapped at "* ]]
  [[ $output != *"launch 1"* ]]
  grep -q '"kernel": "saxpy", "end": "complete"' j
  run "$WW" iss --launch saxpy,block=17 k.elf
  [ "$status" -eq 1 ]
  [[ $output == *"launch 0, saxpy: refused: a block has more threads than a core"* ]]
  run "$WW" iss --launch nobody k.elf
  [ "$status" -eq 3 ]
  [[ $output == *"the program has no 'nobody'"* ]]
  run "$WW" iss --launch saxpy,grid=2x k.elf
  [ "$status" -eq 2 ]
  [[ $output == *"'grid' in 'saxpy,grid=2x' is none of grid="* ]]
  run "$WW" iss k.elf
  [ "$status" -eq 3 ]
  [[ $output == *"which this core lacks: "*"gpu.dispatch = true"* ]]
}

@test "a program with a main runs as a launch of whole cores" {
  printf '#include <stdio.h>\nint main(void) { puts("main"); return 5; }\n' > m.c
  "$WW_BUILDDIR/sw/ww-cc" -o m.elf m.c
  run bash -c "'$WW' iss --dispatch m.elf 2> err"
  [ "$status" -eq 1 ]
  [ "$output" = main ]
  grep -q '^exit-code: exit code 5, ' err
}
