#!/usr/bin/env bats
# plain.bats - plain C on the core prints what it prints on this machine; what is refused, with its line
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  . "$WW_SRCDIR/tests/clc/plain.bash"
}

# A kernel of integers on cores without and with multiplier, choices by czero, bit manipulation.
integers() { # NAME...
  local march
  need_plain
  expect "${@/#/$here/kernels/}"
  for march in rv32i rv32im rv32im_zicond rv32ima_zba_zbb_zicond; do
    check "$march" "${@/#/$here/kernels/}"
  done
}

@test "if, else, && and ||, ?:, early returns" {
  integers branches.c
}

@test "nested loops that threads leave by condition, break, goto, return" {
  integers loops.c
}

@test "switch, in a loop, with fallthrough" {
  integers switches.c
}

@test "calls: recursion, structures, pointers that agree, two files" {
  integers calls.c calls_more.c
}

@test "64 bits, choices, memset and memcpy of lengths that differ" {
  integers wide.c
}

@test "strings that differ" {
  integers strings.c
}

@test "barriers where all threads of a warp agree" {
  integers meets.c
}

@test "floats in integer registers and in their own" {
  need_plain
  expect "$here/kernels/floats.c"
  check rv32im_zfinx "$here/kernels/floats.c"
  check rv32im_zicond_zfinx "$here/kernels/floats.c"
  check rv32imf "$here/kernels/floats.c"
  check rv32imaf_zicond "$here/kernels/floats.c"
}

@test "warpwright run --plain" {
  need_plain
  expect "$here/kernels/loops.c"
  "$WW" run --plain -I"$here" "$here/kernels/loops.c" > got
  grep -v '^pass:' got | cmp - want
  run "$WW" run -I"$here" "$here/kernels/loops.c"
  [ "$status" -eq 1 ]
  [[ $output == *"divergent-branch"* ]]
  run -1 "$WW" run --plain -s simt.stack=3 -I"$here" "$here/kernels/loops.c"
  [[ $output == *"split: IPDOM stack full (cause 28)"*"the core's stacks have 3 entries; -s simt.stack=6 has more"* ]]
  run -2 "$WW" run --plain --bare "$here/kernels/loops.c"
  [[ $output == *"--plain takes the runtime"* ]]
}

# The files of doc/plain.md.
page_files() {
  need_plain
  awk -f "$WW_SRCDIR/tests/sw/pages.awk" "$WW_SRCDIR/doc/plain.md" > /dev/null
}

@test "doc/plain.md: the kernel runs" {
  page_files
  mkdir macros
  want=$(sed -n '/^26193 turns/p' "$WW_SRCDIR/doc/plain.md")
  [ "$("$WW" run collatz.c 2> /dev/null)" = "$want" ]
  "$cc" -g -o collatz.elf collatz.c
  [ "$("$WW" iss --strict collatz.elf 2> /dev/null)" = "$want" ]
  grep -v WW_PLAIN collatz.c > macros/collatz.c
  cd macros
  [ "$("$WW" run --plain collatz.c 2> /dev/null)" = "$want" ]
  run -1 "$WW" run collatz.c
  [[ $output == *"disagree on the branch"*"collatz.c:"* ]]
}

@test "doc/plain.md: the barrier is refused in the words of the page" {
  page_files
  run -3 "$cc" --plain -o meets.elf meets.c
  grep -qxF "$output" "$WW_SRCDIR/doc/plain.md"
}

# bats test_tags=full
@test "doc/plain.md: the kernel runs in lockstep" {
  page_files
  [ "$VERILATOR" != no ] || skip "no verilator"
  "$WW" run --on verilator collatz.c
}

@test "the program names the lines of its source" {
  need_plain
  "$cc" --plain -g -I"$here" -o a.elf "$here/kernels/switches.c"
  objdump=$("$RISCV_CC" -print-prog-name=objdump)
  line=$(grep -n 'x = 3 \* x + 1;' "$here/kernels/switches.c")
  "$objdump" -dl a.elf | grep -q "/switches.c:${line%%:*}\b"
}

@test "two compilations are equal" {
  need_plain
  for n in 1 2; do
    "$cc" --plain -g -I"$here" -o "$n.elf" "$here/kernels/calls.c" "$here/kernels/calls_more.c"
  done
  cmp 1.elf 2.elf
}

# Compiles BODY as that of a kernel, with HEAD before it: it must be refused.
refused() { # HEAD BODY [OPTION]...
  need_plain
  {
    echo '#include "warpwright.h"'
    echo "uint32_t out[64]; $1"
    echo 'static void kernel(uint32_t tid, uint32_t wid)'
    echo "{ (void)wid; out[tid] = tid;"
    echo "$2"
    echo '}'
    echo 'int main(void) { vx_spawnWarps(4, 4, kernel, NULL); return 0; }'
  } > r.c
  run "$cc" --plain "${@:3}" -o r.elf r.c
  echo "$output"
  [ "$status" -eq 3 ]
  [ ! -e r.elf ]
}

@test "refused: a barrier under a condition that differs" {
  refused '' 'if (tid > 2) vx_syncthreads();'
  [[ $output == "r.c:5: error: vx_syncthreads where not all threads"*"line 5"*"ww_same"* ]]
  refused '' 'while (out[tid]) { ww_bar(0, 4); out[tid]--; }'
  [[ $output == "r.c:5: error: a barrier where not all threads"* ]]
  refused 'static void meet(uint32_t x) { if (x) vx_yield(); }' 'meet(wid); meet(tid);'
  [[ $output == "r.c:2: error: vx_yield where not all threads"* ]]
}

@test "refused: the macros of divergence" {
  refused '' '__if(tid > 2) { out[tid] = 5; } __endif'
  [ "$output" = "r.c:5: error: __if, __while, __body and their like do not mix with plain control flow: write if, \
while, return" ]
  refused 'static inline uint32_t down(uint32_t x) { __while(x > 3) { x--; } __endwhile return x; }' \
    'out[tid] = down(tid);'
  [[ $output == "r.c:2: error: __if, __while"* ]]
}

@test "refused: a function whose source is missing" {
  refused 'int elsewhere(int);' 'out[tid] = elsewhere(tid);'
  [[ $output == "r.c:5: error: a kernel calls 'elsewhere', whose source is not here"* ]]
}

@test "refused: a pointer to functions that differs" {
  refused 'static void f(void) { out[0] = 1; } static void g(void) { out[1] = 2; }
static void (*const at[])(void) = { f, g };' 'at[tid & 1]();'
  [[ $output == "r.c:6: error: a call by a pointer that threads"* ]]
}

@test "refused: kernels that start kernels, computed goto, builtin memset of a length that differs" {
  refused '' 'if (tid == 0) vx_spawnWarps(1, 1, kernel, NULL);'
  [[ $output == "r.c:5: error: vx_spawn in a function that threads execute"* ]]
  refused '' 'void *to[] = { &&a, &&b }; goto *to[tid & 1]; a: out[tid] = 1; b: out[tid]++;'
  [[ $output == *"a goto to a computed label"* ]]
  refused '' '__builtin_memset(out, 0, tid);'
  [[ $output == "r.c:5: error: a length that threads"* ]]
}

@test "refused: atomic functions on a core without them; vx_printf that is wrong" {
  refused '' '__atomic_fetch_add(out, tid, __ATOMIC_RELAXED);' -Wno-atomic-alignment
  [[ $output == "r.c:5: error: atomic functions are for cores with isa.a"* ]]
  refused '' 'vx_printf("%d\n");'
  [[ $output == "r.c:5: error: vx_printf: a conversion has no argument" ]]
}

@test "atomic functions of C" {
  need_plain
  cat > a.c <<'END'
#include "warpwright.h"
uint32_t sum, most, winner = 77;
static void kernel(uint32_t tid, uint32_t wid)
{
	if ((tid + wid) % 3)
		__atomic_fetch_add(&sum, tid, __ATOMIC_SEQ_CST);
	__atomic_fetch_max(&most, wid * 4 + tid, __ATOMIC_RELAXED);
	__sync_val_compare_and_swap(&winner, 77, wid == 2 && tid == 3 ? 5 : 77);
}
int main(void)
{
	vx_spawnWarps(4, 4, kernel, NULL);
	return sum == 15 && most == 15 && winner == 5 ? 0 : 1;
}
END
  "$cc" --plain -march=rv32ima -o a.elf a.c
  for shape in 1x1 4x4 2x32; do
    "$WW" iss --strict -s isa.a=true -s "core.warps=${shape%x*}" -s "core.threads=${shape#*x}" a.elf
  done
}

@test "doc/plain.md: the graphs before and after split and join are those of the picture" {
  page_files
  "$cc" --dot=halve.dot -o halve.elf halve.c
  for when in before after; do
    sed -n "/halve.loop.0 $when/,/^  }/p" halve.dot > $when
    [ "$(grep -c fillcolor $when)" -eq 2 ]
  done
  ! grep -q 'split\|join' before
  [ "$(grep -o split after | wc -l)" -eq 3 ]
  [ "$(grep -o join after | wc -l)" -eq 3 ]
  grep -o 'label="[^"]*"' halve.dot | sed 's/label="//; s/"$//; s/\\n/\n/g' | sort > labels
  sed -n 's/.*<text[^>]*>\([^<]*\)<.*/\1/p' "$WW_SRCDIR/doc/images/halve.svg" | sort | diff - labels
  run -4 "$cc" --dot=/nowhere/h.dot -o halve.elf halve.c
  [ "$output" = "ww-clc: error: cannot write '/nowhere/h.dot'" ]
  run -2 "$cc" --dot=h.dot -o c.elf <(echo 'int main(void) { return 0; }')
  [ "$output" = "ww-cc: error: --dot is for --plain, --opencl and --cuda" ]
}

@test "ww-cc --plain: usage" {
  need_plain
  echo 'int main(void) { return 0; }' > a.c
  run -2 "$cc" --plain --object -c -o a.o a.c
  [[ $output == *"no --bare, no --object"* ]]
  run -2 "$cc" --plain -c -o a.o a.c
  [[ $output == *"all C files of a program at once"* ]]
  run -2 "$cc" --plain -o a.elf -x c -
  [[ $output == *"no -x, no standard input"* ]]
  run -2 "$cc" --plain -o a.elf a.S
  [[ $output == *"no file that ends in .c"* ]]
  echo 'int main(void) { return x; }' > a.c
  run -1 "$cc" --plain -o a.elf a.c
  [[ $output == *"a.c:1:"*"error:"* ]]
  [ ! -e a.elf ]
}

@test "C++: names of the runtime, of atomic functions and of C's headers; run takes it" {
  need_plain
  cat > a.cc <<'END'
#define WW_PLAIN
#include "ww_block.h"
#include "vx_atomic.h"
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct sums { int n; unsigned most; template<class T> void add(T x) { atomicAdd(&n, x); atomicMax(&most, x); } };
static sums all;
static char names[16][8];
WW_KERNEL(twice, uint32_t *data)
{
  data[ww_block_thread()] *= 2;
}
static void kernel(uint32_t tid, uint32_t wid)
{
  auto i = 4 * wid + tid;
  strcpy(names[i], i % 3 ? "more" : "third");
  if (std::strcmp(names[i], "third") == 0)
    all.add(std::uint32_t(std::abs(int(i))));
  if (i == 15 && all.most > 99)
    atomicCAS(&all.most, 15, 70);
}
int main()
{
  vx_spawnWarps(4, 4, kernel, nullptr);
  printf("%d %u %s\n", all.n, all.most, names[9]);
  return EXIT_SUCCESS;
}
END
  [ "$("$WW" run -s isa.a=true -s core.threads=1 a.cc 2> err)" = "45 15 third" ]
  "$cc" -march=rv32ima_xblock -o a.elf a.cc
  sed 's/int n/const int n/' a.cc > b.cxx
  run -3 "$WW" run -s isa.a=true b.cxx
  [[ $output == *"b.cxx:11:"*"writes the word, which is const"* ]]
  sed 's/^    all.add.*/    __if (i) { names[i][0]++; } __endif/' a.cc > d.cpp
  run -3 "$WW" run -s isa.a=true d.cpp
  [[ $output == "d.cpp:23: error: __if, __while"*"do not mix with plain control flow"* ]]
}

@test "C++: kernels in extern C; nothing runs before main" {
  need_plain
  cat > a.cpp <<'END'
extern "C" {
#include "ww_block.h"
WW_KERNEL(add, uint32_t *data)
{
  auto i = ww_block_thread();
  if (i & 1)
    data[i] += 2;
}
}
int main() { return 0; }
END
  "$cc" --plain -march=rv32im_xblock -o a.elf a.cpp
  printf 'struct s { s(); int a; } x;\ns::s() : a(3) {}\nint main() { return x.a; }\n' > b.cpp
  run -1 "$cc" --plain -o b.elf b.cpp
  [[ $output == *b.cpp:1:*"requires a global constructor"* ]]
}

@test "ww-clc: usage" {
  need_plain
  clc=$WW_BUILDDIR/clc/ww-clc
  "$clc" --help | grep -q '^Usage: ww-clc'
  run -2 "$clc" --emt=asm -o a.o a.bc
  [[ $output == *"did you mean '--emit='"* ]]
  run -2 "$clc" -march=rv32imx -o a.o a.bc
  [[ $output == *"no core has 'x'"* ]]
  run -2 "$clc" a.bc
  [[ $output == *"add -o OUT"* ]]
  run -3 "$clc" -o a.o a.bc
  [[ $output == *"cannot read 'a.bc'"* ]]
  echo nonsense > a.bc
  run -3 "$clc" -o a.o a.bc
  [[ $output == *"'a.bc' is no LLVM bitcode"* ]]
  run -4 "$clc" --emit=asm -o /nowhere/a.s "$WW_SRCDIR/tests/clc/ll/shapes.ll"
  [[ $output == *"/nowhere/a.s"* ]]
}

@test "without ww-clc ww-cc --plain says what is missing" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  sed "s,^clc=.*,clc=/nowhere/ww-clc," "$cc" > ww-cc
  run -4 sh ww-cc --plain -o a.elf a.c
  [[ $output == *"llvm-19-dev"* ]]
}
