#!/usr/bin/env bats
# run.bats - warpwright run and new: one command from a C file to its result
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir tmp
  export TMPDIR=$PWD/tmp
}

# Whatever happened, nothing is left.
teardown() {
  [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

need_compiler() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

expect() { # STATUS COMMAND...
  local want=$1
  shift
  run "$@"
  echo "$output"
  [ "$status" -eq "$want" ]
}

said() {
  case $output in *"$1"*) ;; *) echo "not said: $1"; return 1 ;; esac
}

program() { # NAME: ends with the exit code CODE
  cat > "$1" <<'END'
#include "warpwright.h"
#ifndef CODE
#define CODE 0
#endif
int main(void)
{
	ww_puts("here\n");
	return CODE;
}
END
}

early() { # NAME: threads disagree on a plain if
  cat > "$1" <<'END'
#include "warpwright.h"
static volatile int out[64];
static void kernel(uint32_t tid, uint32_t wid)
{
	(void)wid;
	if (tid >= 2)
		return;
	out[tid] = 1;
}
int main(void)
{
	vx_spawnWarps(1, ww_num_threads(), kernel, NULL);
	vx_printf("%d\n", out[0] + out[1] + out[2] + out[3]);
	return 0;
}
END
}

@test "a new kernel runs at once, on every shape of machine" {
  need_compiler
  expect 0 "$WW" new wave
  said "warpwright run wave.c"
  for shape in "1 1" "4 4" "2 8" "8 2" "4 32" "32 4"; do
    expect 0 "$WW" run -s core.warps=${shape% *} -s core.threads=${shape#* } wave.c
    said "wave: "
    said "pass: exit code 0"
  done
  expect 0 "$WW" run -DN=1 wave.c
  expect 0 "$WW" run -s isa.m=false -s mem.ram_base=0x40000000 -s core.reset_pc=0x40000000 -D N=5000 wave.c
}

@test "a new kernel checks its result" {
  need_compiler
  "$WW" new wave
  sed 's/a->out\[i\] = -v/a->out[i] = v/' wave.c > bad.c
  ! cmp -s wave.c bad.c
  expect 1 "$WW" run bad.c
  said "wave: out[0] is -50, not 50"
}

@test "an if on which threads disagree is an error, unless --no-strict" {
  need_compiler
  early early.c
  for flags in "" --strict "--no-strict --strict"; do
    expect 1 "$WW" run $flags early.c
    said "early.c: error: active lanes disagree on the branch at 0x800"
    said "early.c:6"
  done
  for flags in --no-strict "--strict --no-strict"; do
    expect 0 "$WW" run $flags early.c
    said "early.c: warning: active lanes disagreed on 1 branch, first at 0x800"
  done
  expect 2 "$WW" run --no-strict=yes early.c
  said "--no-strict takes no value"
  expect 2 "$WW" run --bare=yes early.c
  expect 0 "$WW" run --help
  said "--no-strict"
  said "so that the others compute something wrong"
}

# Runs fault.c, or .cl, whose kernel does WHAT: the run ends with WANT, and names the line.
faults() { # WHAT WANT OPTION...
  local file=fault.c
  [ "$language" != --opencl ] || file=fault.cl
  if [ "$language" = --opencl ]; then
    printf '%s\n' '__constant int *__constant none = 0;' '__kernel void kernel_(__global int *out) {' \
      'int tid = get_global_id(0); int *p = 0; __global int *q = 0; __local int *l = 0; out[tid] = 5;' \
      "$1" '}' > "$file"
    set -- "$@" --kernel kernel_ --global 4 --arg count=4
  else
    printf '%s\n' '#include "warpwright.h"' 'static int *p, *q, *l, out[64]; static const int *none;' \
      'static void kernel(uint32_t tid, uint32_t wid) { (void)wid; out[tid] = 5;' "$1" \
      '} int main(void) { vx_spawnWarps(4, 4, kernel, NULL); return out[0]; }' > "$file"
  fi
  echo "$language $1"
  expect 1 "$WW" run ${language#--opencl} -w --max-instructions 100000 "${@:3}" "$file"
  said "$2"
  said "$file:4"
}

@test "accesses through a null pointer trap, whatever the language, and endless loops do not end" {
  need_compiler
  for language in "" --plain --opencl; do
    [ -z "$language" ] || [ -x "$WW_BUILDDIR/clc/ww-clc" ] && command -v clang-19 > /dev/null ||
      skip "no clang-19, or no LLVM 19"
    while IFS='|' read -r what want; do
      faults "$what" "$want"
    done <<'END'
p[tid] = 1;|store access fault (cause 7), tval 0x00000000
q[tid + 1] = 1;|store access fault (cause 7), tval 0x00000004
*l = 1;|store access fault (cause 7), tval 0x00000000
out[tid] = none[tid];|load access fault (cause 5), tval 0x00000000
{ int v = *q; if (q) out[tid] = v; else out[tid] = v + 1; }|load access fault (cause 5), tval 0x00000000
if (!p) *p = 1; out[tid] = p ? 1 : 2;|store access fault (cause 7), tval 0x00000000
__builtin_trap();|illegal instruction (cause 2)
for (unsigned x = out[tid] - 5; x != 1; x += 2) ;|the limit was reached before the program ended
END
  done
}

@test "a new kernel compiles without warnings" {
  need_compiler
  "$WW" new wave
  expect 0 "$WW" run -Wextra -Wno-unused-parameter -Werror wave.c
}

@test "a new kernel with plain if, by default where that can be compiled" {
  need_compiler
  expect 0 "$WW" new --gcc macros
  said "'warpwright run macros.c' compiles"
  grep -q '__if(' macros.c
  expect 0 "$WW" run macros.c
  expect 0 "$WW" new --plain wave
  said "'warpwright run wave.c' compiles"
  ! grep -E '__(if|else|endif)|__if, never' wave.c
  grep -q '^	warpwright run wave.c' <(sed 's/^ \*//' wave.c)
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] && command -v clang-19 > /dev/null || skip "no clang-19, or no LLVM 19"
  for shape in "1 1" "4 4" "2 32"; do
    expect 0 "$WW" run -s core.warps=${shape% *} -s core.threads=${shape#* } wave.c
    said "pass: exit code 0"
  done
  mkdir default
  expect 0 "$WW" new default/wave
  cmp wave.c default/wave.c
  expect 0 env RISCV_CLANG=/nowhere "$WW" new default/macros
  cmp macros.c default/macros.c
}

@test "a file that defines WW_PLAIN is plain C, for ww-cc too" {
  need_compiler
  cc=$WW_BUILDDIR/sw/ww-cc
  "$WW" new --plain wave
  "$WW" new --gcc macros
  expect 1 "$cc" -DWW_PLAIN -o macros.elf macros.c
  said "plain C: ww-cc --plain compiles it"
  expect 4 env RISCV_CLANG=/nowhere "$cc" -o wave.elf wave.c
  said "--plain (wave.c has #define WW_PLAIN) takes "
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] && command -v clang-19 > /dev/null || skip "no clang-19, or no LLVM 19"
  expect 2 "$cc" --object -c -o wave.o wave.c
  said "--plain (wave.c has #define WW_PLAIN) makes programs with the runtime"
  expect 0 "$cc" -o named.elf wave.c
  expect 0 "$cc" --plain -o told.elf wave.c
  cmp named.elf told.elf
}

@test "new does not overwrite, and wants a name" {
  echo mine > wave.c
  expect 3 "$WW" new wave
  said "'wave.c' exists"
  expect 3 "$WW" new wave.c
  [ "$(cat wave.c)" = mine ]
  mkdir "a b"
  expect 0 "$WW" new "a b/int.c"
  [ -s "a b/int.c" ]
  ! grep -q '@name@' "a b/int.c"
  expect 2 "$WW" new
  expect 2 "$WW" new 3d
  said "no name of a C function"
  expect 2 "$WW" new a-b
  expect 2 "$WW" new a b
  said "unexpected argument 'b'"
  expect 4 "$WW" new nowhere/a
  said "cannot write 'nowhere/a.c'"
  expect 4 env WARPWRIGHT_DATADIR=/nowhere "$WW" new a
  said "/nowhere/sw/template.c"
}

@test "the exit status: 0, 1, 3 for a file that does not compile, 4 without compiler" {
  need_compiler
  program p.c
  expect 0 "$WW" run p.c
  said here
  expect 1 "$WW" run -DCODE=7 p.c
  said "exit code 7"
  expect 3 "$WW" run -DCODE=x p.c
  said "p.c:8:"
  said "'x' undeclared"
  expect 3 "$WW" run nothing.c
  said "cannot read 'nothing.c'"
  expect 4 env RISCV_CC=/nowhere/gcc "$WW" run p.c
  said "apt-get install gcc-riscv64-unknown-elf"
  [ "$(grep -c . <<< "$output")" -eq 1 ]
}

@test "what is wrong on the command line" {
  program p.c
  expect 2 "$WW" run
  said "the kernel is missing"
  expect 2 "$WW" run p.elf
  said "'p.elf' is no C, C++, OpenCL C, CUDA or assembly file"
  expect 2 "$WW" run --on fpga p.c
  said "'fpga' is neither"
  expect 2 "$WW" run p.c --on
  expect 2 "$WW" run --on iss --counters p.c
  said "--counters is for --on verilator"
  expect 2 "$WW" run --max-cycels 5 p.c
  said "did you mean '--max-cycles'"
  expect 2 "$WW" run -o p p.c
  said "-o: --keep PROG.elf keeps the program"
  expect 2 "$WW" run -march=rv32i p.c
  said "-march=rv32i: the configuration decides that (-s isa.m=false)"
  expect 2 "$WW" run -march=rv32imf p.c
  said "(-s isa.f=f)"
  expect 2 "$WW" run -march=rv32ia_zfinx_zba p.c
  said "(-s isa.a=true -s isa.f=zfinx -s isa.zba=true -s isa.m=false)"
  expect 2 "$WW" run -march=rv32im p.c
  said "-march=rv32im: the configuration decides that (see"
  expect 2 "$WW" run -mabi=ilp32f p.c
  said "isa.f=f"
  expect 2 "$WW" run --max-cycles many p.c
  said "warpwright run: error: 'many'"
  expect 2 "$WW" run --mem-latency 0 p.c
  said "between 1 and"
  expect 3 "$WW" run -s core.warps=3 p.c
  expect 0 "$WW" run --help
  said "KERNEL.c"
}

@test "what a core lacks for floating point: few lines, the place in the file, and isa.f = f" {
  need_compiler
  printf '#include "warpwright.h"\nstatic volatile float x = 2;\nint main(void)\n{\n' > head
  for line in 'vx_printf("%%f\\n", x);' 'vx_printf("%%d %%e\\n", 1, x);' 'vx_printf("%%d\\n", x);'; do
    # shellcheck disable=SC2059
    { cat head; printf "$line"; echo 'return 0; }'; } > p.c
    expect 3 "$WW" run p.c
    said "p.c:5:"
    said "isa.f = f"
    [ "${#lines[@]}" -le 4 ]
  done
  { echo '#include "vx_math.h"'; cat head; echo 'return (int)sqrtf(x) - 1; }'; } > p.c
  expect 3 "$WW" run p.c
  said "vx_math.h needs isa.f = f, as in warpwright run -s isa.f=f"
  [ "${#lines[@]}" -le 4 ]
  expect 0 "$WW" run -s isa.f=f p.c
  { cat head; echo 'x = x * x; return 0; }'; } > p.c
  expect 3 "$WW" run p.c
  said "p.c:5: error: main calls __mulsf3"
  said "a core that has float (isa.f = f, -march=rv32imf)"
  expect 0 "$WW" run -s isa.f=f p.c
}

@test "-march and RAM follow the configuration" {
  need_compiler
  cat > mul.c <<'END'
#include "warpwright.h"
int main(void)
{
	volatile uint32_t a = 6, b = 7;
	return a * b != 42;
}
END
  expect 0 "$WW" run mul.c
  expect 0 "$WW" run -s isa.m=false mul.c
  expect 0 "$WW" run -s mem.ram_base=0x40000000 -s core.reset_pc=0x40000000 -s mem.ram_size=0x20000 mul.c
  printf '[isa]\nm = false\n' > "my core.toml"
  expect 0 "$WW" run "my core.toml" mul.c
  expect 0 "$WW" run -c tiny mul.c
  "$WW" new wave
  expect 0 "$WW" run -c tiny wave.c
}

@test "local memory: stacks lie in it, data must not" {
  need_compiler
  cat > stacks.c <<'END'
#include "warpwright.h"
static unsigned place[256];
static void where(unsigned thread, unsigned warp, void *arg)
{
	volatile unsigned here = thread;

	(void)arg;
	place[warp * ww_num_threads() + thread] = (unsigned)&here - here + thread;
}
int main(void)
{
	unsigned threads = ww_num_threads(), own = (unsigned)place, bad = 0;

	ww_spawn(ww_num_warps(), threads, where, NULL);
	for (unsigned i = 1; i < ww_num_warps() * threads; i++)
		bad += place[i - 1] - place[i] != 512;
	bad += place[0] < 0x81000000 - 512 || (unsigned)&own >= 0x81000000 - 16 * 512;
	return (int)bad;
}
END
  expect 0 "$WW" run -s local.size=512 stacks.c
  expect 1 "$WW" run stacks.c
  # small stacks have no gap, either, and main's is among them
  "$WW_BUILDDIR/sw/ww-cc" --ram-size=0x10000 -o small.elf stacks.c
  readelf -sW small.elf | grep ' __stack_gaps$' | grep -q ' 00000000 '
  readelf -sW small.elf | grep ' __main_top$' | grep -q ' 80010000 '
  cat > data.S <<'END'
	.globl	_start
_start:	li	a0, 0
	ebreak
	.section .high, "aw"
	.word	0, 7
END
  "$WW_BUILDDIR/sw/ww-cc" --bare -Wl,--section-start=.high=0x80ffff00 -o data.elf data.S
  expect 0 "$WW" iss data.elf
  expect 3 "$WW" iss -s local.size=64 data.elf
  said "data at 0x80ffff04, where local memory is (local.size, from 0x80fffc00 on)"
}

@test "further files, options of the compiler, paths with blanks" {
  need_compiler
  mkdir "my files"
  printf '#include "two.h"\nint main(void) { return two() - WANT; }\n' > "my files/one.c"
  echo 'int two(void);' > "my files/two.h"
  echo 'int two(void) { return 2 * X; }' > two.c
  expect 0 "$WW" run -D WANT=6 -O0 "my files/one.c" two.c -DX=3
  expect 0 "$WW" run -DWANT=6 -DX=3 -Wextra -- "my files/one.c" two.c
  mkdir "tmp/a b"
  expect 0 env TMPDIR="$PWD/tmp/a b" "$WW" run -DWANT=6 -DX=3 "my files/one.c" two.c
  rmdir "tmp/a b"
}

@test "--bare: a program without the runtime" {
  need_compiler
  printf '\t.globl _start\n_start:\tli a0, 3\n\tebreak\n' > bare.S
  expect 1 "$WW" run --bare bare.S
  said "exit code 3"
}

@test "options of iss" {
  need_compiler
  program p.c
  expect 0 "$WW" run --json r.json --trace trace.txt p.c
  grep -q '"program": "p.c"' r.json
  [ -s trace.txt ]
  expect 1 "$WW" run --max-instructions=10 p.c
  said "p.c: error:"
}

@test "a kernel of the suite: its data is made for the sizes that are asked for" {
  need_compiler
  for n in 1 64 777; do
    expect 0 "$WW" run -DN=$n "$WW_SRCDIR/sw/kernels/saxpy.c"
    said "saxpy: "
  done
}

suite() { # NAME: a kernel of the suite, with an array of N words
  cat > "$1.c" <<END
#include "suite.h"
#ifndef N
#define N 4
#endif
#ifdef SUITE_HOST
int main(void)
{
	static uint32_t data[N];
	emit("data", data, N);
	return STATUS;
}
#else
#include "$1.data.h"
int main(void) { return sizeof data != 4 * N; }
#endif
END
}

@test "a kernel of the suite: data that lies beside it from before is not taken" {
  need_compiler
  mkdir "a b"
  suite k
  mv k.c "a b/k.c"
  echo 'static unsigned data[4];' > "a b/k.data.h"
  expect 0 "$WW" run -DSTATUS=0 -DN=9 "a b/k.c"
  [ "$(cat "a b/k.data.h")" = 'static unsigned data[4];' ]
}

@test "a kernel of the suite: errors of both compilers, and of the host's part" {
  need_compiler
  suite k
  expect 3 "$WW" run k.c
  said "k.c:10:"
  said "'STATUS' undeclared" || said "‘STATUS’ undeclared"
  expect 3 "$WW" run -DSTATUS=5 k.c
  said "k.c: error: its main for SUITE_HOST ended with status 5"
  sed 's/!= 4 \* N/!= four/' k.c > tmp.c
  mv tmp.c k.c
  expect 3 "$WW" run -DSTATUS=0 k.c
  said "k.c:14:"
  said "'four' undeclared"
  expect 4 env CC=/nowhere/cc "$WW" run -DSTATUS=0 k.c
  said "'/nowhere/cc', the C compiler for this machine, was not found"
}

@test "an interrupt while it compiles: status 1, nothing left, the compiler is gone" {
  need_compiler
  program p.c
  for signal in INT TERM HUP; do
    cat > slowcc <<END
#!/bin/sh
case \$* in *-print*) exit 0 ;; esac
kill -$signal \$(cut -d ' ' -f 4 /proc/\$PPID/stat) # ww-cc's parent
exec sleep 20
END
    chmod +x slowcc
    start=$SECONDS
    expect 1 env --default-signal=INT,TERM,HUP RISCV_CC="$PWD/slowcc" "$WW" run p.c
    said "interrupted"
    [ $((SECONDS - start)) -lt 10 ]
    [ -z "$(ls -A tmp)" ]
  done
}

@test "an interrupt while it runs leaves nothing" {
  need_compiler
  echo 'int main(void) { for (;;) __asm__ volatile(""); }' > forever.c
  expect 124 env --default-signal=INT timeout -s INT 2 "$WW" run forever.c
  said "forever.c: error: interrupted before the program ended"
  said "warp 0 is at 0x800"
  said "<main"
  [ -z "$(ls -A tmp)" ]
}

@test "on the RTL, in lockstep" {
  need_compiler
  [ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
  "$WW" new wave
  small="-s core.warps=2 -s core.threads=2"
  expect 0 "$WW" run --on verilator $small wave.c
  said "records checked, 0 mismatches"
  # An option that only cosim has says the same.
  expect 0 "$WW" run $small --mem-random 3 --counters wave.c
  said "0 mismatches"
  said "lanes active"
  # Both stop where threads disagree.
  early early.c
  expect 1 "$WW" run --on verilator $small -s core.threads=4 early.c
  said "lanes disagree"
  expect 0 "$WW" run --on verilator $small -s core.threads=4 --no-strict early.c
  expect 1 "$WW" run $small --on=verilator --json r.json --max-cycles 1000 wave.c
  grep -q '"program": "wave.c"' r.json
  grep -q '"repeat": "warpwright run -s core.warps=2 -s core.threads=2 --on=verilator' r.json
}

@test "an installed copy finds its compiler beside it" {
  mkdir "in stalled" empty
  cp "$WW" "in stalled/warpwright"
  printf '#!/bin/sh\necho "beside: $*"\nexit 4\n' > "in stalled/ww-cc"
  chmod +x "in stalled/ww-cc"
  program p.c
  expect 4 "in stalled/warpwright" run p.c
  said "beside: -march=rv32im"
  rm "in stalled/ww-cc"
  expect 4 env PATH="$PWD/empty" "in stalled/warpwright" run p.c
  said "ww-cc is not beside warpwright"
}

@test "a moved build tree and a moved prefix find their data" {
  need_compiler
  unset WARPWRIGHT_DATADIR
  program p.c
  # As after mv of all: links to the parts, beside a program that is where it is.
  mkdir -p tree/build/sw prefix/bin prefix/share/warpwright/sw/include
  ln -s "$WW_SRCDIR"/{configs,rtl-templates,cosim,isa,sw} tree
  ln -s "$WW_BUILDDIR/sw/include" "$WW_BUILDDIR/sw/lib" tree/build/sw
  cp "$WW" "$WW_BUILDDIR/config.status" tree/build
  cp "$WW_BUILDDIR/sw/ww-cc" tree/build/sw
  cp "$WW" "$WW_BUILDDIR/sw/installed/ww-cc" prefix/bin
  ln -s "$WW_SRCDIR"/{configs,rtl-templates,cosim,isa} prefix/share/warpwright
  ln -s "$WW_SRCDIR"/sw/{link.ld,align,conditions.awk} "$WW_BUILDDIR/sw/lib" prefix/share/warpwright/sw
  ln -s "$WW_SRCDIR"/sw/include/* "$WW_BUILDDIR"/sw/include/* prefix/share/warpwright/sw/include
  for program in tree/build/warpwright prefix/bin/warpwright; do
    expect 0 $program gen -c cached -o "out-${program%%/*}"
    expect 0 $program run p.c
    said here
    expect 3 $program print config -c none
    said "$PWD/${program%%/*}/"
  done
  diff -r out-tree out-prefix
  flags=$(tree/build/sw/ww-cc --print-flags) # a tree that was configured as ../configure has build/.. in its paths
  [[ ${flags//build\/..\//} == *"-I$PWD/tree/sw/include"*"-T$PWD/tree/sw/link.ld"* ]]
  [[ $(prefix/bin/ww-cc --print-flags) == *"-T$PWD/prefix/share/warpwright/sw/link.ld"* ]]
  mkdir 'a b'
  cp -a prefix 'a b'
  expect 4 'a b/prefix/bin/ww-cc' -o p.elf p.c
  said "ww-cc: error: '$PWD/a b/prefix/share/warpwright' has a blank, which the compilers do not take: move it"
  rm prefix/share/warpwright/configs
  mkdir prefix/share/warpwright/configs
  expect 3 prefix/bin/warpwright gen -c cached -o out
  [ "$output" = "$PWD/prefix/share/warpwright/configs: error: no configurations are there; WARPWRIGHT_DATADIR can name \
the directory that has configs/" ]
}

@test "a signal ends the compilers and all that they started" {
  need_compiler
  program p.c
  cat > tool <<'END'
#!/bin/sh
case $* in
  --version) echo "Verilator 5.006"; exit ;;
  -print-prog-name=ld) command -v true; exit ;;
  -print-*) exit ;;
esac
sh -c 'trap "" TERM; echo $$ >> "$PIDS"; sleep 60; sleep 60' &
wait
END
  chmod +x tool
  export PIDS=$PWD/pids
  "$WW_BUILDDIR/sw/ww-cc" -o p.elf p.c
  for row in "VERILATOR cosim p.elf" "RISCV_CC run p.c"; do
    read -r variable command <<< "$row"
    rm -f pids
    env "$variable=$PWD/tool" WARPWRIGHT_CACHE="$PWD/cache" "$WW" $command > out 2>&1 3>&- &
    job=$!
    for _ in $(seq 400); do
      [ ! -s pids ] || break
      sleep 0.05
    done
    begin=$(date +%s%N)
    kill -TERM "$job"
    status=0
    wait "$job" || status=$?
    took=$((($(date +%s%N) - begin) / 1000000))
    echo "$row: status $status after $took ms"
    cat out
    [ "$status" -eq 1 ]
    [ "$took" -lt 20000 ]
    [ "$(cat out)" = "warpwright: interrupted" ]
    ! grep -q '^State:.*[RSD] ' "/proc/$(cat pids)/status" 2> /dev/null
  done
}

@test "completion by bash knows commands, options, configurations and parameters" {
  complete_last() { # WORD...
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _warpwright
    echo "${COMPREPLY[*]}"
  }
  compopt() { :; } # which is for a real completion
  . "$WW_BUILDDIR/man/completions/warpwright"
  [ "$(complete_last warpwright co)" = "cosim coverage" ]
  [ "$(complete_last warpwright cosim --mem-)" = "--mem-bandwidth --mem-dram --mem-error --mem-latency --mem-random" ]
  [ "$(complete_last warpwright run --wav)" = "--waves --waves-window" ]
  [ "$(complete_last warpwright gen -c pa)" = "paper-cache paper" ]
  [ "$(complete_last warpwright gen -s core.th)" = "core.threads=" ]
  grep -qe '--core-threads' "$WW_BUILDDIR/man/completions/ww-cc"
  grep -q 'core\\-threads=N' "$WW_BUILDDIR/man/ww-cc.1"
}

@test "ww-cc refuses an option that is nearly one of its own" {
  need_compiler
  program p.c
  expect 2 "$WW_BUILDDIR/sw/ww-cc" --core-thread=8 -o p.elf p.c
  said "ww-cc: error: unknown option '--core-thread'; did you mean '--core-threads'?"
  expect 2 "$WW_BUILDDIR/sw/ww-cc" --core-threads 8 -o p.elf p.c
  said "ww-cc: error: --core-threads takes a value: --core-threads=N"
  expect 0 "$WW_BUILDDIR/sw/ww-cc" --param max-unroll-times=2 -o p.elf p.c
}

@test "a bare program's first function has its own name" {
  need_compiler
  printf '.globl _start\n_start:\n\tnop\n\t.word 0\n' > p.S
  "$WW_BUILDDIR/sw/ww-cc" --bare -o p.elf p.S
  expect 1 "$WW" iss p.elf
  said "<_start+0x4>"
}
