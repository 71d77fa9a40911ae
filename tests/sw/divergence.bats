#!/usr/bin/env bats
# divergence.bats - loops, early ends, votes: what they compute and where they may stand
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

shapes=("1 1" "1 4" "4 4" "2 8" "8 2" "4 32" "32 4")

# everywhere PROGRAM.c: exit code 0 on every machine, at every -O level.
everywhere() {
  for level in 0 1 2 3 s g; do
    "$cc" -Wall -Wextra -Werror -O$level -o p.elf "$1"
    for shape in "${shapes[@]}"; do
      echo "$1 -O$level $shape"
      "$WW" iss --strict -s core.warps=${shape% *} -s core.threads=${shape#* } \
        -s simt.stack=32 p.elf
    done
  done
}

# The frame of a program: KERNEL computes f(i) for 64 threads, main compares with plain(i).
frame() {
  cat <<'END'
enum { WARPS = 2, THREADS = 32 };
static uint32_t got[WARPS * THREADS];

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	(void)arg;
	got[wid * THREADS + tid] = f(wid * THREADS + tid);
}

int main(void)
{
	int wrong = 0;

	ww_spawn(WARPS, THREADS, kernel, NULL);
	for (uint32_t i = 0; i < WARPS * THREADS; i++)
		wrong += got[i] != plain(i);
	return wrong;
}
END
}

@test "loops within loops and ifs, in functions, with ends of their own" {
  { cat <<'END'; frame; } > loops.c
#include "warpwright.h"

static uint32_t f(uint32_t i)
{
	uint32_t sum = 0, n = i % 7, p = 0;

	__while(n-- > 0) {
		__if(n & 1) {
			__for(uint32_t k = 0, k < n + i % 3, k++) {
				sum += k + 1;
				__continue_if(k == 2);
				__break_if(sum > 40);
				sum += 5;
			} __endfor
		} __else {
			__do {
				p++;
				__continue_if((p & 3) == 1);
				sum += p;
			} __enddo(p % 5 != 0)
		} __endif
		__break_if(sum > 100);
		__continue_if(i & 1);
		sum += 3;
	} __endwhile
	return sum * 1000 + n * 10 + p;
}

static uint32_t plain(uint32_t i)
{
	uint32_t sum = 0, n = i % 7, p = 0;

	while (n-- > 0) {
		if (n & 1) {
			for (uint32_t k = 0; k < n + i % 3; k++) {
				sum += k + 1;
				if (k == 2)
					continue;
				if (sum > 40)
					break;
				sum += 5;
			}
		} else {
			do {
				p++;
				if ((p & 3) == 1)
					continue;
				sum += p;
			} while (p % 5 != 0);
		}
		if (sum > 100)
			break;
		if (i & 1)
			continue;
		sum += 3;
	}
	return sum * 1000 + n * 10 + p;
}

END
  everywhere loops.c
}

@test "a __break_if that is taken by all, as the compiler sees" {
  { cat <<'END'; frame; } > always.c
#include "warpwright.h"

static uint32_t f(uint32_t i)
{
	uint32_t n = i, p = 1;

	for (uint32_t turn = 0; turn < 3; turn++) {
		__for(uint32_t k = i & 3, k < i % 5, k++) {
			n ^= n >> 1;
			__break_if(p == 1);
		} __endfor
		__do {
			n += 7;
			__break_if(1);
			n = 0;
		} __enddo(n < 100)
	}
	return n;
}

static uint32_t plain(uint32_t i)
{
	uint32_t n = i;

	for (uint32_t turn = 0; turn < 3; turn++) {
		if ((i & 3) < i % 5)
			n ^= n >> 1;
		n += 7;
	}
	return n;
}
END
  everywhere always.c
}

@test "a loop takes the same stack however many turns it has" {
  { cat <<'END'; frame; } > long.c
#include "warpwright.h"

static uint32_t f(uint32_t i)
{
	uint32_t n = 0;

	__while(n < i * 50) {
		__continue_if(n++ % 3 == i % 3);
		__break_if(n == 1000);
		n++;
	} __endwhile
	return n;
}

static uint32_t plain(uint32_t i)
{
	uint32_t n = 0;

	while (n < i * 50) {
		if (n++ % 3 == i % 3)
			continue;
		if (n == 1000)
			break;
		n++;
	}
	return n;
}

END
  "$cc" -o p.elf long.c
  "$WW" iss --strict -s core.warps=2 -s core.threads=32 -s simt.stack=6 p.elf
  run "$WW" iss --strict -s core.warps=2 -s core.threads=32 -s simt.stack=4 p.elf
  [ "$status" -eq 1 ]
  [[ $output == *"stack"* ]]
}

@test "threads that have left do not evaluate the condition" {
  { cat <<'END'; frame; } > left.c
#include "warpwright.h"

static uint32_t f(uint32_t i)
{
	const uint32_t *p = &i;
	uint32_t n = 0;

	__while(*p + n < 40) {
		n++;
		p = (const uint32_t *)((uintptr_t)p & -(uintptr_t)(n < 5)); /* NULL traps */
		__break_if(p == NULL);
		n++;
	} __endwhile
	return n;
}

static uint32_t plain(uint32_t i)
{
	return i >= 40 ? 0 : i >= 38 ? 2 : i >= 36 ? 4 : 5;
}

END
  everywhere left.c
}

@test "threads return early from functions that call themselves in divergent code" {
  { cat <<'END'; frame; } > early.c
#include "warpwright.h"

static uint32_t f(uint32_t i)
{
	uint32_t result = 1, found = 0;

	__body {
		__return_if(i < 2);
		__if(i & 1) {
			result = f(i / 2) + 1;
		} __else {
			result = 2 * f(i / 4);
		} __endif
		__return_if(result > 9);
		__while(result % 7 != 3) {
			result += i;
			found = result > 500;
			__break_if(found);
		} __endwhile
		__return_if(found);
		result ^= 64;
	} __endbody
	return result;
}

static uint32_t plain(uint32_t i)
{
	uint32_t result = 1;

	if (i < 2)
		return result;
	if (i & 1)
		result = plain(i / 2) + 1;
	else
		result = 2 * plain(i / 4);
	if (result > 9)
		return result;
	while (result % 7 != 3) {
		result += i;
		if (result > 500)
			return result;
	}
	return result ^ 64;
}

END
  everywhere early.c
}

@test "votes: equal in all threads, of the active ones only" {
  cat > votes.c <<'END'
#include "warpwright.h"

static uint32_t wrong[4];

static uint32_t check(uint32_t c, uint32_t want)
{
	uint32_t all = ww_tmask();

	return (ww_ballot(c) != want) | (ww_any(c) != (want != 0)) | (ww_all(c) != (want == all)) |
	       (ww_tmask() != all);
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t all = ww_tmask(), bad = 0, odd;

	(void)arg;
	bad |= check(0, 0) | check(1, all) | check(2, all);
	for (uint32_t m = 0; m < 300; m++)
		bad |= check(m * 2654435761u >> tid & 1, m * 2654435761u & all);
	odd = 0xAAAAAAAAu & all;
	__if(tid & 1) {
		bad |= check(tid & 2, odd & 0xCCCCCCCCu) | check(1, odd) | check(0, 0);
	} __else {
		bad |= check(tid == 0, 1) | check(tid & 1, 0);
		__while(tid < 7) {
			bad |= check(1, ww_tmask()) | ((ww_tmask() & odd) != 0);
			tid += 4;
		} __endwhile
	} __endif
	bad |= ww_tmask() != all;
	if (ww_any(bad != 0)) /* the same in all threads */
		wrong[wid] = 1;
}

int main(void)
{
	ww_spawn(4, ww_num_threads(), kernel, NULL);
	return (int)(wrong[0] + wrong[1] + wrong[2] + wrong[3]);
}
END
  everywhere votes.c
}

# bats test_tags=full
@test "random nests of loops in lockstep" {
  [ "$VERILATOR" != no ] || skip "no verilator"
  for seed in 21 22 23; do
    awk -v seed=$seed -f "$WW_SRCDIR/tests/sw/if-torture.awk" > torture.c
    "$cc" -o torture.elf torture.c
    "$WW" cosim --strict -s simt.stack=64 --mem-random $seed torture.elf
  done
}

# refused TEXT: what is on standard input as a kernel's body does not compile, and says TEXT.
refused() {
  { printf '#include "warpwright.h"\nint main(void)\n{\n\tuint32_t x = ww_tmask();\n'
    cat
    printf '\treturn (int)x;\n}\n'; } > refused.c
  run "$cc" -o refused.elf refused.c
  echo "$output"
  [ "$status" -ne 0 ]
  [[ $output == *"$1"* ]]
}

@test "what would skip a join does not compile" {
  refused "__break_if stands directly in a loop" <<< '__break_if(x);'
  refused "__break_if stands directly in a loop" \
    <<< '__while(x) { __if(x > 3) { __break_if(x); } __endif } __endwhile'
  refused "__continue_if stands directly in a loop" \
    <<< '__do { __if(x > 3) { } __else { __continue_if(x); } __endif } __enddo(x)'
  refused "__return_if stands directly in __body" \
    <<< '__body { __while(x) { __return_if(x); } __endwhile } __endbody'
  refused "__break_if stands directly in a loop" \
    <<< '__while(x) { __body { __break_if(x); } __endbody } __endwhile'
  refused "break statement not within loop" <<< '__while(x) { break; } __endwhile'
  refused "continue statement not within a loop" \
    <<< '__for(int i = 0, i < 3, i++) { continue; } __endfor'
  for way in "return 1" "goto out" break continue; do
    refused "leaves an __if" <<< "for (int i = 0; i < 3; i++) { __if(x & 1) { $way; } __endif x >>= 1; }
      out: if (x) ww_putc('x');"
  done
  refused "leaves an __if" <<< '__while(x) { return 1; } __endwhile'
  refused "leaves an __if" <<< '__body { if (x > 7) return 1; } __endbody'
}

# Writes the examples of doc/divergence.md: N.c, N.want (kind and what it prints), N.text.
examples() {
  awk '
    function begin() { n++; kind = $2; sub(":", "", kind)
      sub(/^<!-- [a-z]*:? ?/, ""); sub(/ ?-->$/, ""); print kind, $0 > (n ".want") }
    /^<!-- (prints|wrong|refused)/ { begin(); next }
    /^    #include/ { framed = 1 }
    framed && /^    |^$/ { sub(/^    /, ""); print > "frame" ; next }
    framed { framed = 0; close("frame") }
    /^```c$/ { to = n ".c"; next }
    /^```text$/ { to = n ".text"; next }
    /^```$/ { to = ""; next }
    to { print > to }
  ' "$WW_SRCDIR/doc/divergence.md"
}

# shown N: every line of its text is in OUTPUT, whatever the addresses and registers in it.
shown() {
  tr -s ' ' <<< "$output" | sed 's/0x[0-9a-f]*/N/g; s/\<x[0-9]*/x/g; s/+N/N/g' > have
  tr -s ' ' < "$1.text" | sed 's/0x[0-9a-f]*/N/g; s/\<x[0-9]*/x/g; s/+N/N/g' > want
  while IFS= read -r line; do
    echo "shown: $line"
    grep -qF -- "$line" have
  done < want
}

@test "a forgotten end: the compiler names the line of the beginning" {
  while IFS='|' read -r begin label; do
    cat > open.c <<END
#include "warpwright.h"
static uint32_t out[8];
static void kernel(uint32_t tid, uint32_t wid)
{
	__if(tid < 5) {
		$begin
			out[tid] = wid;
		}
	} __endif
}
int main(void)
{
	vx_spawnWarps(1, 8, kernel, NULL);
	return 0;
}
END
    for level in 0 2; do
      echo "$begin -O$level"
      run "$cc" -Wall -O$level -o open.elf open.c
      echo "$output"
      [ "$status" -eq 1 ]
      [[ $output == *"open.c:6:"*": error: label '$label' used but not defined"* ]]
      [[ $output != *"open.c:5:"* ]]
    done
  done <<'END'
__if(tid < 3) {|ww_if_without_endif_
__if(tid < 3) { out[tid] = 1; } __else {|ww_if_without_endif_
__while(out[tid] < 3) {|ww_while_without_endwhile_
__do {|ww_do_without_enddo_
__for(uint32_t i = 0, i < tid, i++) {|ww_for_without_endfor_
__body {|ww_body_without_endbody_
END
}

@test "the examples of doc/divergence.md do what it says" {
  examples
  [ "$(ls ./*.c | wc -l)" -eq 8 ]
  for c in [0-9]*.c; do
    n=${c%.c}
    read -r kind prints < "$n.want"
    sed "/the example/{
      r $c
      d
    }" frame > example.c
    echo "example $n: $kind $prints"
    run "$cc" -Wall -Wextra -o example.elf example.c
    echo "$output"
    if [ "$kind" = refused ]; then
      [ "$status" -ne 0 ]
      shown $n
      continue
    fi
    [ "$status" -eq 0 ]
    if [ "$kind" = wrong ]; then
      run "$WW" iss --strict -s core.threads=8 example.elf
      [ "$status" -eq 1 ]
      shown $n
      "$WW" iss -s core.threads=8 example.elf > out 2> err
    else
      "$WW" iss --strict -s core.threads=8 example.elf > out
    fi
    cat out
    [ "$(cat out)" = "$prints" ]
  done
}

# Writes w.c: conditions of each kind, each in a line of its own, on CONDITION of x and y, of TYPE. What the threads of
# a warp compute must be what one thread alone does.
conditions() { # TYPE CONDITION
  cat <<'END' > w.c
#include "warpwright.h"
static volatile TYPE a[64], b[64];
static uint32_t got[64];
#define x a[i]
#define y b[i]
static uint32_t f(uint32_t i)
{
	uint32_t n = 0, k;
	__if(CONDITION) { n += 1; } __endif
	__while((n < 9) & (CONDITION)) { n += 2; } __endwhile
	__do { n += 10; } __enddo((n < 40) & (CONDITION))
	__for(k = 0, (k < 3) & (CONDITION), k++) { n += 100; } __endfor
	__for(k = 0, k < 3, k++) { n += 1000; __break_if(CONDITION); } __endfor
	__for(k = 0, k < 3, k++) { __continue_if(CONDITION); n += 10000; } __endfor
	n += ww_choose(CONDITION, 100000, 200000);
	__body { __return_if(CONDITION); n += 1000000; } __endbody
	return n;
}
static void kernel(uint32_t tid, uint32_t wid) { got[tid] = f(tid + 0 * wid); }
int main(void)
{
	uint32_t wrong = 0;
	for (int i = 0; i < 64; i++) {
		a[i] = (TYPE)((TYPE)(i % 8 - 4) << (i & 1) * 31 << (i & 1));
		b[i] = (TYPE)((TYPE)(i / 8 - 4) << (i & 2) * 15 << (i & 2) / 2);
	}
	vx_spawnWarps(1, 64, kernel, NULL);
	for (uint32_t i = 0; i < 64; i++)
		wrong += got[i] != f(i);
	return wrong != 0;
}
END
  sed -i "s/TYPE/$1/g; s/CONDITION/$2/g" w.c
}

@test "conditions of 64 bits: right, or refused in each line; ww_less is right" {
  levels="-O2 -march=rv32im_zfinx"
  [ -z "${WW_FULL:-}" ] || levels="-O0 -O1 -O2 -O3 -Os -march=rv32im_zfinx -march=rv32im_zbb_zicond"
  for flags in $levels; do
    core="-s isa.m=true"
    case $flags in
      *zfinx) "$cc" "$flags" --print-flags > /dev/null || continue; core="-s isa.f=zfinx" ;;
      *zbb*) core="-s isa.zbb=true -s isa.zicond=true" ;;
    esac
    for type in uint64_t int64_t uint32_t; do
      for operator in '<' '<=' '>' '>=' '==' '!='; do
        for right in y 3 '(uint64_t)y'; do
          [ "$right" = y ] || [ -n "${WW_FULL:-}" ] || continue
          echo "$flags $type x $operator $right"
          conditions $type "x $operator $right"
          run "$cc" $flags -o p.elf w.c
          if [ "$status" -eq 0 ]; then
            "$WW" iss --strict -s core.threads=8 $core p.elf
            [[ $type != *64* || $operator = [=!]* || $right = 3 ]]
          else
            echo "$output"
            [ "$status" -eq 1 ] && [ ! -e p.elf ] && [[ $type = *64* || $right = *64* ]]
            [ "$(grep -c '^w.c:[0-9]*: error: a comparison of 64 bits in a condition of threads' <<< "$output")" -ge 7 ]
          fi
        done
      done
      conditions $type "__builtin_add_overflow_p(x, y, ($type)0)"
      [[ $flags != *zfinx ]] || conditions $type "x != y" # clang has no such function
      run "$cc" $flags -o p.elf w.c
      if [ "$status" -eq 0 ]; then
        "$WW" iss --strict -s core.threads=8 $core p.elf
        [ $type != uint64_t ] || [[ $flags = *zfinx ]]
      else
        [[ $type = *64* && $output = "w.c:"*": error: a comparison of 64 bits in a condition of threads"* ]]
      fi
      for condition in 'ww_less(x, y)' '!ww_less(y, x)' 'ww_less(x, 3)' 'ww_less(i, y)' 'ww_less(x, (int8_t)i)'; do
        conditions $type "$condition"
        "$cc" $flags -o p.elf w.c
        "$WW" iss --strict -s core.threads=8 $core p.elf
      done
    done
  done
}
