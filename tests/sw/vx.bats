#!/usr/bin/env bats
# vx.bats - the runtime kernel: messages, output, size, and the examples of its page
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  cc=$WW_BUILDDIR/sw/ww-cc
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

# fails CASE EXIT SHAPE MESSAGE; SHAPE is WARPSxTHREADS or WARPSxTHREADSxCORES
fails() {
  local message warps threads cores
  IFS=x read -r warps threads cores <<< "$3"
  echo "--- $1 on $3, exit code $2"
  run -1 "$WW" iss --strict --max-cycles 100000000 --json json -s smem.size=4096 \
    -s core.warps="$warps" -s core.threads="$threads" -s gpu.cores="${cores:-1}" fail.elf
  echo "$output"
  if [ "$2" = trap ]; then
    grep -q '"status": *"fault"' json
  else
    grep -q "\"exit_code\": *$2,*\$" json
    grep -q '"kind": *"exit-code"' json
  fi
  message=$(sed 's/fail.c:[0-9]*:/fail.c:#:/; s/0x8[0-9a-f]*/0x#/
    s/: [0-9]* software warps wait for o/: # software warps wait for o/; s/(3, [56])/(3, #)/' <<< "${lines[0]}")
  [ "$message" = "$4" ]
}

@test "what cannot go on says so and ends with its code" {
  cp -r "$WW_SRCDIR/tests" .
  while read -r name code message; do
    case $name in '' | '#'*) continue ;; esac
    "$cc" -DCASE=$name -o fail.elf tests/sw/vx/fail.c
    for shape in 4x4 8x2 2x32 4x4x3; do
      fails "$name" "$code" $shape "$message"
    done
  done < "$WW_SRCDIR/tests/sw/vx/fail.list"
}

@test "every exit code of vx.h has a case" {
  grep -v '^#' "$WW_SRCDIR/tests/sw/vx/fail.list" | awk '{ print $2 }' | sort -u > tested
  sed -n 's/^	VX_[A-Z_]* = \(12[0-9]\),*$/\1/p' "$WW_SRCDIR/sw/vx_runtime.h" |
    sed 's/125/trap/' | sort -u > codes
  [ -s codes ]
  diff tested codes
  for code in 120 121 122 123 124 125 126 127; do
    grep -q "$code" "$WW_SRCDIR/sw/include/vx.h"
    grep -q "| $code |" "$WW_SRCDIR/doc/runtime.md"
  done
}

printed() { # what printf.c prints, warps in any order
  cat <<'END'
[-1] [-2147483648] [4294967295] [beef]
[  -42] [-42  ] [-0042] [-42] [       abc] [00000abc]
[-7] [7] [77]
[12345678901234567890] [-9223372036854775808] [123456789abcdef] [-5] [   9000000000000000001] [0   ] [-00042] [4]
[x] [  y] [text] [   abc] [abc   ] [0x80001234] [%]
END
  for warp in 0 1 2 3 4; do
    printf "warp $warp thread %d\n" 0 1 2
    echo "odd 1 of $warp"
  done
}

@test "vx_printf: all conversions; lines are whole, those of a warp in order of its threads" {
  "$cc" -o printf.elf "$WW_SRCDIR/tests/sw/vx/printf.c"
  for shape in 1x1 4x4 8x2 32x4; do
    "$WW" iss --strict -s core.warps=${shape%x*} -s core.threads=${shape#*x} printf.elf > out
    diff <(printed | head -n 5) <(head -n 5 out)
    diff <(printed | sort) <(sort out)
    for warp in 0 1 2 3 4; do
      diff <(printed | grep "^warp $warp ") <(grep "^warp $warp " out)
    done
  done
}

@test "vx_printf: what it cannot print does not compile, and the line is named" {
  while IFS='|' read -r call message; do
    printf '#include "warpwright.h"\nint main(void)\n{\n\t%s\n\treturn 0;\n}\n' "$call" > bad.c
    for level in 1 2 3 s; do
      echo "$call -O$level"
      run "$cc" -O$level -o bad.elf bad.c
      echo "$output"
      [ "$status" -eq 1 ]
      [[ $output == *"bad.c:4:9: error: call to '$message' declared"* ]]
      [ "${#lines[@]}" -le 4 ]
    done
  done <<'END'
vx_printf("%f", 1.5);|vx_no_such_conversion_
vx_printf("%d %5.2f %s", 1, 1.5, "x");|vx_no_such_conversion_
vx_printf("%.3d", 1);|vx_no_such_conversion_
vx_printf("%hd", 1);|vx_no_such_conversion_
vx_printf("%*d", 1, 2);|vx_no_such_conversion_
vx_printf("%X", 1);|vx_no_such_conversion_
vx_printf("%ls", "x");|vx_no_such_conversion_
vx_printf("100%");|vx_no_such_conversion_
vx_printf("%d %d", 1);|vx_no_argument_
vx_printf("100%% %% %d %d", 1);|vx_no_argument_
vx_printf("%d", 1, 2);|vx_too_many_
vx_printf("none", 1);|vx_too_many_
vx_printf("%d", 1.5f);|vx_unsuited_
vx_printf("%d", 1ll);|vx_unsuited_
vx_printf("%lld", 1);|vx_unsuited_
vx_printf("%s", 1);|vx_unsuited_
vx_printf("%d", "x");|vx_unsuited_
vx_printf("%d %s", 1, 2);|vx_unsuited_
END
  printf '#include "warpwright.h"\nint main(void)\n{\n\tvx_printf("", %s 13);\n}\n' \
    "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12," > bad.c
  run -1 "$cc" -o bad.elf bad.c
  [[ $output == *"bad.c:4:9: error: static assertion failed: \"vx_printf takes up to twelve arguments\""* ]]
}

@test "vx_printf: what the compiler cannot see ends the run, and says which" {
  cat > later.c <<'END'
#include "warpwright.h"
const char *volatile format = "%d [%8.3f]\n";
int main(void)
{
	vx_printf(format, 5, 1.5);
	return 0;
}
END
  "$cc" -o later.elf later.c
  "$cc" -O0 -o plain.elf later.c
  for program in later plain; do
    run "$WW" iss $program.elf
    [ "$status" -eq 1 ]
    [[ $output == *"exit code 120,"* ]]
    [ "${lines[0]}" = "5 [" ]
    [[ ${lines[1]} == 'vx: vx_printf: there is no %8.3f (format "%d [%8.3f]' ]]
    [[ ${lines[2]} == '", called before 0x800'* ]]
  done
}

@test "without preemption preempt.c never ends: the test can fail" {
  sed 's/vx_preempt(3000)/(vx_preempt(0), 1)/; s/while (turn != wid) {/while (turn != wid) { ww_fence();/' \
    "$WW_SRCDIR/tests/sw/vx/preempt.c" > never.c
  "$cc" -o never.elf never.c
  run -1 "$WW" iss --max-cycles 3000000 -s core.timer=true -s core.warps=2 never.elf
  [[ $output == *"limit was reached"* ]]
}

# The timer of core 0 goes as said, whatever the runtime takes for the least.
@test "preempt.c ends at every tick that is longer than a switch, and at any that the runtime is given" {
  for tick in 400 700 1024 1030 2100; do
    "$cc" -DTICK=$tick -o ticks.elf "$WW_SRCDIR/tests/sw/vx/preempt.c"
    run -0 "$WW" iss --max-cycles 3000000 -s core.timer=true ticks.elf
    plain=${output%%, [0-9.]* s,*}
    run -0 "$WW" iss --max-cycles 3000000 --trace trace.txt -s core.timer=true ticks.elf
    [ "${output%%, [0-9.]* s,*}" = "$plain" ]
  done
  sed 's/vx_preempt(3000)/vx_preempt(1)/' "$WW_SRCDIR/tests/sw/vx/preempt.c" > ticks.c
  "$cc" -o ticks.elf ticks.c
  run -0 "$WW" iss --max-cycles 3000000 -s core.timer=true ticks.elf
  [ "$VERILATOR" = no ] || run -0 "$WW" cosim --max-cycles 3000000 -s core.timer=true ticks.elf
}

@test "without vx_syncthreads block.c is wrong: the test can fail" {
  sed 's/vx_syncthreads();/(void)0;/' "$WW_SRCDIR/tests/sw/vx/block.c" > apart.c
  "$cc" -o apart.elf apart.c
  for memory in 0 8192; do
    run -1 "$WW" iss --strict -s smem.size=$memory apart.elf
  done
}

@test "a program has of the library what it uses" {
  printf '#include "warpwright.h"\nint main(void) { return 0; }\n' > none.c
  "$cc" -o none.elf none.c
  nm=$("$RISCV_CC" -print-prog-name=nm)
  "$nm" none.elf > symbols
  ! grep vx_spawn symbols
  "$cc" -o barrier.elf "$WW_SRCDIR/tests/sw/vx/barrier.c"
  "$nm" barrier.elf > symbols
  grep ' vx_spawn_loop$' symbols
  ! grep ' vx_send$' symbols
}

@test "rv32i: the runtime without M" {
  for program in spawn barrier block printf memory; do
    "$cc" -march=rv32i -DMOST=9 -o p.elf "$WW_SRCDIR/tests/sw/vx/$program.c"
    "$WW" iss --strict -s isa.m=false p.elf > out
  done
}

@test "kernels at every -O level" {
  for level in 0 1 2 3 s; do
    for program in spawn channel async shared block; do
      echo "$program -O$level"
      "$cc" -O$level -DMOST=9 -o p.elf "$WW_SRCDIR/tests/sw/vx/$program.c"
      "$WW" iss --strict -s core.threads=8 -s smem.size=4096 p.elf > out
    done
  done
}

@test "stacks that are too small, or too few, are refused with a message" {
  "$cc" -Wl,--defsym=__stack_shift=7 -o p.elf "$WW_SRCDIR/tests/sw/vx/async.c"
  run -1 "$WW" iss p.elf
  [[ ${lines[0]} == "vx: stacks of 128 bytes are too small, 256 is the least"* ]]
  "$cc" -Wl,--defsym=__stack_threads=10 -o p.elf "$WW_SRCDIR/tests/sw/vx/async.c"
  run -1 "$WW" iss p.elf
  [[ ${lines[0]} == "vx: 16 threads have no stack: the program is linked for __stack_threads = 10" ]]
}

@test "no runtime where it should be: status 4, and what to do" {
  sed "s|^lib=.*|lib=/nowhere|" "$cc" > cc
  chmod +x cc
  echo 'int main(void) { return 0; }' > a.c
  run -4 ./cc -o a.elf a.c
  [[ $output == *"run make"* ]]
}

# The programs of doc/runtime.md, each before what it prints.
@test "doc/runtime.md: the examples print what is shown" {
  awk '
    /^```c$/ { n++; to = n ".c"; next }
    /^```text$/ { to = n ".want"; next }
    /^```/ { to = ""; next }
    to { print > to }
  ' "$WW_SRCDIR/doc/runtime.md"
  [ -s 1.c ]
  for want in *.want; do
    name=${want%.want}
    echo "--- $name.c"
    "$cc" -Wall -Wextra -Werror -o "$name.elf" "$name.c"
    for shape in 4x4 2x8 8x2 4x32; do
      "$WW" iss --strict -s core.warps=${shape%x*} -s core.threads=${shape#*x} \
        -s smem.size=4096 "$name.elf" > out
      diff <(sort -n "$want") <(sort -n out)
    done
    "$WW" iss --strict -s smem.size=4096 "$name.elf" | diff "$want" -
  done
}

@test "installed or not, ww-cc makes the same program" {
  mkdir -p moved/bin moved/share/warpwright/sw
  cp -r "$WW_SRCDIR/sw/include" "$WW_SRCDIR/sw/link.ld" "$WW_SRCDIR/sw/conditions.awk" "$WW_SRCDIR/sw/align" \
    "$WW_BUILDDIR/sw/lib" \
    moved/share/warpwright/sw
  cp "$WW_BUILDDIR/sw/include/warpwright_isa.h" moved/share/warpwright/sw/include
  cp "$WW_BUILDDIR/sw/installed/ww-cc" moved/bin
  ln -s moved/bin/ww-cc installed
  cp "$WW_SRCDIR/tests/sw/vx/barrier.c" .
  "$cc" -o a.elf barrier.c
  env -u WARPWRIGHT_DATADIR ./installed -o b.elf barrier.c
  cmp a.elf b.elf
  [ "$(./installed --version)" = "ww-cc ($("$WW" --version))" ]
}

@test "votes are the same for all threads, and what ww_ballot says" {
  cat > vote.c <<'END'
#include "warpwright.h"

static int wrong;

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t c = (tid ^ wid) & 3, some = vx_vote_ballot(c);
	int all = vx_vote_all(c), any = vx_vote_any(c), uni = vx_vote_uni(c);

	__if(some != ww_ballot(c != 0) || any != (some != 0) ||
	     all != (some == ww_tmask()) || uni != (all | !any)) {
		wrong = 1;
	} __endif
	__if(c & 1) {
		__if(vx_vote_ballot(1) != ww_tmask()) {
			wrong = 2;
		} __endif
	} __endif
	(void)arg;
}

int main(void)
{
	ww_spawn(4, 64, kernel, NULL);
	ww_print_uint(vx_vote_ballot(7));
	ww_print_uint(vx_vote_uni(0));
	return wrong;
}
END
  "$cc" -Wall -Wextra -Werror -march=rv32im_xvote -o vote.elf vote.c
  for shape in 4x4 1x1 2x32; do
    run -0 --separate-stderr "$WW" iss --strict -s isa.vote=true \
      -s core.warps=${shape%x*} -s core.threads=${shape#*x} vote.elf
    [ "$output" = 11 ]
  done
  run -0 --separate-stderr "$WW" cosim --strict -s isa.vote=true -s core.lanes=2 vote.elf
  [ "${output:0:2}" = 11 ]
}

@test "a vote asks whether something is 0, whatever its type; a word is not made of a float" {
  cat > types.c <<'END'
#include "warpwright.h"
int main(void)
{
	volatile uint64_t large = 1ull << 40;
	void *volatile pointer = (void *)4;
	volatile uint8_t small = 0;

	return vx_vote_any(large) + 2 * vx_vote_all(pointer) + 4 * vx_vote_any(small) +
	       8 * (int)vx_vote_ballot(large) + 16 * vx_vote_uni(pointer) == 27 ? 0 : 1;
}
END
  "$cc" -Wall -Wextra -Werror -march=rv32im_xvote -o types.elf types.c
  "$WW" iss --strict -s isa.vote=true types.elf
  while IFS='|' read -r call message; do
    printf '#include "warpwright.h"\nstatic uint32_t w[2];\nstatic struct vx_channel c = VX_CHANNEL(w);\n' > bad.c
    printf 'int main(void)\n{\n\tfloat f = 1.5f;\n\t%s;\n\treturn f > c.first;\n}\n' "$call" >> bad.c
    echo "$call"
    run "$cc" -march=rv32imf -o bad.elf bad.c
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"static assertion failed: \"$message"* ]]
  done <<'END'
vx_send(&c, f)|vx_send takes a word: an integer of 32 bits
vx_send(&c, 1ull)|vx_send takes a word: an integer of 32 bits
vx_send(&c, &f)|vx_send takes a word: an integer of 32 bits
f = ww_choose(f < 2, f, 0)|ww_choose takes integers of 32 bits; vx_choosef
w[0] = ww_choose(f < 2, 0, 1ll)|ww_choose takes integers of 32 bits; vx_choosef
END
}

@test "shuffles give what other threads hold, within segments" {
  cat > shfl.c <<'END'
#include "warpwright.h"

static int wrong;

/* Is VALUE what thread SOURCE holds, if OK and active, else what T holds? */
static void expect(uint32_t value, uint32_t source, uint32_t ok, uint32_t t)
{
	uint32_t is = ok & (source < ww_num_threads()) & ww_tmask() >> (source & 31) & 1u;

	source = t ^ ((t ^ source) & (0u - is));
	__if(value != source * 77 + 5) {
		wrong = 1;
	} __endif
}

static void all(uint32_t t, uint32_t width)
{
	uint32_t v = t * 77 + 5, base = t & (0u - width), in = t - base;

	for (uint32_t d = 0; d < 40; d += d < 4 ? 1 : 9) {
		expect(ww_shfl(v, d, width), base + d % width, 1, t);
		expect(ww_shfl(v, t + d, width), base + (t + d) % 64 % width, 1, t);
		expect(ww_shfl_up(v, d, width), t - d, d <= in, t);
		expect(ww_shfl_down(v, d, width), t + d, in + d < width, t);
		expect(ww_shfl_xor(v, d, width), t ^ d, (t ^ d) < base + width, t);
		expect((uint32_t)vx_shfl_bfly(v, (int)d, 63, 0), t ^ d, (t ^ d) < 64, t);
		expect((uint32_t)vx_shfl_idx(v, (int)d, 63, 0), d, 1, t);
		expect((uint32_t)vx_shfl_up(v, (int)d, 63, 0), t - d, d <= t, t);
		expect((uint32_t)vx_shfl_down(v, (int)d, 63, 0), t + d, t + d < 64, t);
	}
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	for (uint32_t width = 1; width <= 32; width *= 2) {
		all(tid, width);
		__if((tid + wid) & 1) {
			all(tid, width);
		} __endif
	}
	(void)arg;
}

int main(void)
{
	ww_spawn(4, ww_num_threads(), kernel, NULL);
	return wrong;
}
END
  "$cc" -Wall -Wextra -Werror -march=rv32im_xshfl -o shfl.elf shfl.c
  for shape in 4x4 1x1 2x32; do
    run -0 --separate-stderr "$WW" iss -s isa.shfl=true \
      -s core.warps=${shape%x*} -s core.threads=${shape#*x} shfl.elf
  done
  run -0 --separate-stderr "$WW" cosim -s isa.shfl=true -s core.lanes=2 shfl.elf
}
