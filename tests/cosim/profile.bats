#!/usr/bin/env bats
# profile.bats - cosim: the cycles of a run by instruction and source line
# SPDX-License-Identifier: Apache-2.0

load command.bash

setup_file() { :; }             # models are those of the other tests
teardown_file() { :; }

setup() {
  build_programs
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

# Of each warp in p.json: the cycles of its spans, and the largest stack. A span that is merged has at most its threads.
spans() {
  sed -n '/^"masks"/,/^"sources"/s/^\[\(\[.*\]\)\].*/\1/p' p.json | awk -F '\\],\\[' '{
    sum = deep = 0
    gsub(/^\[|\]$/, "")
    for (i = 1; i <= NF; i++) {
      n = split($i, s, ",")
      if (n > 2) { sum += s[1]; if (s[3] > deep) deep = s[3] }
      if (n == 4 && s[4] > 32 * s[1]) print "threads"
    }
    print sum, deep }' | sort | uniq -c | tr -s ' '
}

# Bytes that the bus read for data, and wrote.
moved() { sed -n 's/^"lanes".*"bus": {"read": \([0-9]*\), "written": \([0-9]*\),.*/\1 \2/p' p.json; }

# all_of KEY: what all lines of p.json have of it; counted KEY: what the checker counted.
all_of() {
  sed '/^"instructions"/,$d' p.json | sed -n 's/^{"file": .*"'"$1"'": \([0-9]*\), .*/\1/p' |
    awk '{ n += $1 } END { print n + 0 }'
}
counted() {
  sed -n '/^ *"events"/,/}/s/^ *"'"$1"'": \([0-9]*\).*/\1/p' j | grep . || echo 0
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
  for key in issues:issued requests smem conflicts diverged; do
    [ "$(all_of "${key%:*}")" = "$(counted "${key#*:}")" ] || { echo "$key"; return 1; }
  done
}

@test "every cycle of a run belongs to an instruction: beats, barriers, misses, units, branches" {
  profile -c cached smem_strides
  said "shared"
  said "63.4 %"                                 # of its accesses are conflicts
  profile split_divergent
  said "diverged"
  spans | grep -E " 1 $cycles [1-9]"
  read -r read written < <(moved)               # without a data cache each request is a beat of 16 bytes
  [ $((read + written)) = $((16 * $(counted requests))) ]
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
  read -r read written < <(moved)
  fetched=$(all_of fetched)
  [ "$fetched" -gt 0 ] && [ "$fetched" -le "$read" ]
  said "bytes of data read on the bus"
}

@test "several cores: each has its own cycles, the table their sum; so have launches" {
  cat > two.c <<'END'
#include <ww_block.h>
int x[16];
int main(void) { return x[0]; }
WW_KERNEL(clear, int *to) { to[ww_block(0) * 4 + ww_thread(0)] = 0; }
WW_KERNEL(count, int *to) { to[ww_block(0) * 4 + ww_thread(0)] += ww_thread(0); }
END
  expect 0 "$WW_BUILDDIR/sw/ww-cc" -g -march=rv32i_xblock -Wl,--defsym=__ram_size=0x10000 \
    -Wl,--defsym=__stack_threads=8 -o "$work/two.elf" two.c
  asm=$work
  profile "${small[@]}" -s gpu.cores=2 -s gpu.dispatch=true --launch clear,grid=4,block=4,arg=x \
    --launch count,grid=3,block=4,arg=x --launch clear,block=4,arg=x --profile p.html two
  said " cycles x 2 cores"
  # A row for each launch; the launches have all that the lines have.
  echo "$output" | grep -qE '^ *[0-9.]+ % +[0-9]+ +[0-9]+ % +[0-9]+ +[0-9]+ +4  clear$'
  echo "$output" | grep -qE '^ *[0-9.]+ % +[0-9]+ +[0-9]+ % +[0-9]+ +[0-9]+ +3  count$'
  echo "$output" | grep -qE '^ *[0-9.]+ % +[0-9]+ +[0-9]+ % +2 +5  clear$'      # the kernel, of both launches
  [ "$(awk '/^"launches"/ { on = 1 } /^"sources"/ { on = 0 } /^"core"/ { exit }
    /^{"(kernel|file)"/ && match($0, /"parts": [0-9]+/) {
      n = substr($0, RSTART + 9, RLENGTH - 9); sum += on ? n : -n; rows++ }
    END { print (rows > 4) " " sum }' p.json)" = "1 0" ]
  spans | tee spans
  ! grep -v " $cycles [0-9]*$" spans
  grep '^\[\[' p.json | grep -q '\],\[3\],\['       # a warp of the third launch
  read -r read written < <(moved)
  sed -n 's/^{"kernel".*"bus": {"read": \([0-9]*\), "written": \([0-9]*\),.*/\1 \2/p' p.json |
    awk '{ n += $1 + $2 } END { exit !(n > 0 && n <= '$((read + written))') }'
  issues=$(all_of issues)
  [ -z "$(command -v chromium)" ] || { page 'core=1&sort=line'; grep -q 'id="warps" data-rows="[1-9]' dom; }
  # The same launches in other views: each in a row of its own, blocks with their places, one launch, one kernel.
  expect 0 "$WW" cosim "${small[@]}" -s gpu.cores=2 -s gpu.dispatch=true --perfetto v.json --trace t --trace-lines \
    --view-of launch:1 --trace-cycles c --launch clear,grid=4,block=4,arg=x --launch count,grid=3,block=4,arg=x two.elf
  awk -f "$WW_SRCDIR/tests/cosim/trace.awk" v.json
  for name in "launch 0: clear" "launch 1: count" "block 2,0,0"; do
    grep -q "\"ph\": \"X\".* \"name\": \"$name\"" v.json
  done
  grep -q ' issues .*<count' c
  ! grep ' issues .*<clear' c
  grep -q '" x[0-9].* ; two.c:5$' t
  expect 0 "$WW" iss "${small[@]}" -s gpu.cores=2 --trace i --trace-lines --launch clear,grid=4,block=4,arg=x \
    --launch count,grid=3,block=4,arg=x two.elf
  cmp <(sort i | sed 's/^[0-9:]* //' | grep -c two.c) <(grep -c two.c t)
  # The golden model has as many instructions, and no cycles.
  expect 0 "$WW" iss "${small[@]}" -s gpu.cores=2 --launch clear,grid=4,block=4,arg=x --profile p.json \
    --launch count,grid=3,block=4,arg=x --launch clear,block=4,arg=x --profile p.html --profile - \
    --profile p.callgrind two.elf
  said "$issues instructions on 2 cores"
  echo "$output" | grep -qE '^ *[0-9.]+ % +[0-9]+ +3  count$'
  [[ "$output" != *cycle* ]]
  ! grep -i cycle p.json p.callgrind
  [ "$(all_of issues)" = "$issues" ]
  grep -q "^totals: $issues " p.callgrind
  [ -n "$(command -v chromium)" ] || return 0
  page 'open=two.c:4'
  sed '/<script/,$d' dom > shown
  ! grep cycle shown
}

# page HASH [FILE]: the text of FILE, p.html, in a browser, as its script has made it, without an error.
page() {
  browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    skip "no browser for the page"
  timeout 30 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" \
    --dump-dom "file://$work/${2:-p.html}#$1" > dom 2> log || { cat log; return 1; }
  grep -q '<pre id="error" hidden=""></pre>' dom
  grep -q '<body data-left="0">' dom
}

# shows N TEXT: the page has TEXT N times.
shows() {
  n=$(grep -oF -- "$2" dom | wc -l)
  [ "$n" -eq "$1" ] || { echo "$n times, not $1: $2"; return 1; }
}

@test "lines of C and their text; functions without -g; what issued agrees with the counters; a page" {
  cat > k.c <<'END'
#include <warpwright.h>         /* </script><b>&amp; "\xc3\xa4" ä */
#include <ww_profile.h>
volatile int x[64]; int main(void)
{
	int sum = ww_core_id() + ww_warp_id();

	for (int i = 0; i < 64; i++)
		sum += x[i] / 3;
	ww_profile_begin("a<b"); sum += x[0]; ww_profile_end(); ww_profile_end();
	return sum;
}
END
  expect 0 "$WW" run --on verilator --counters --profile - --profile p.json --profile p.html k.c
  said "sum += x[i] / 3;"
  said "_start"
  echo "$output" | grep -qE '^ *[0-9.]+ % +[0-9]+ +[0-9]+ % +1 +[1-9]  +1\.00  a<b$'
  said "1 ends of a region (ww_profile_end) had no begin in the same warp"
  said "int sum = ww_core_id() + ww_warp_id();"
  [ "${output#*warpwright.h:}" = "$output" ]    # what is inlined counts for its caller
  [ "$(sums | sed 's/.*,//')" = " good" ]
  issued=$(echo "$output" | awk '$1 == "issued" { print $2; exit }')
  echo "$output" | grep -q "% *$issued  issue  "
  # The page has the same JSON.
  sed -n '/^<script type="application.json"/,/^}*.*<.script>$/p' p.html |
    sed 's/^<script type="application.json" id="profile">//' > in-page
  { sed 's/</\\u003c/g' p.json; echo "</script>"; } | cmp - in-page
  page ''
  shows 1 '<td class="place">k.c:8</td>'
  shows 0 'class="inside insn'
  grep -q 'aria-pressed="true" data-sort="hot"' dom
  cycles=$(sed -n '1s/^{"cycles": \([0-9]*\),.*/\1/p' p.json)
  [ "$(grep -o 'data-from="[^"]*" data-to="[^"]*"' dom)" = "data-from=\"0\" data-to=\"$cycles\"" ]
  sed 's/.*<section id="machine">//; s,</section>.*,,' dom | grep -o '>all</td><td class="number">[0-9.]*' |
    grep -qx ">all</td><td class=\"number\">$(awk "BEGIN { printf \"%.2f\", $issued / $cycles }")"
  page 'sort=line&open=k.c:8,_start&zoom=100-140'
  shows 1 '/* &lt;/script&gt;&lt;b&gt;&amp;amp; "\xc3\xa4" ä */</td>'
  shows 2 'aria-expanded="true"'
  shows 1 '<td class="place">a&lt;b</td>'
  lines=$(sed '/^"core"/,$d' p.json | grep -cE '^{"pc": .*("line": 8,|"function": "_start", "file": null)')
  shows "$lines" 'class="inside insn'
  [[ $(grep -o 'data-from="[^"]*" data-to="[^"]*"' dom) =~ ^data-from=\"(9[0-9]|100)\"\ data-to=\"14 ]]
  page 'by=issues'
  [ "$(grep -o 'class="line" data-key="[^"]*"' dom | head -n 2 | tail -n 1)" = 'class="line" data-key="k.c:7"' ]
  page 'by=bytes%20each'
  [ "$(grep -o 'aria-sort="descending"><button class="sort" data-by="[^"]*"' dom)" = \
    'aria-sort="descending"><button class="sort" data-by="bytes each"' ]
  # Compared with itself, and with a run that lacks a line and has another line before the others.
  for other in p.json p.html; do
    { cat p.html; echo "<script>compare('$other', atob('$(base64 -w 0 "$other")'))</script>"; } > c.html
    page '' c.html
    shows 1 "$(printf '%s' "$cycles" | sed 's/\(.*\)\(...\)$/\1,\2/') cycles, as many as in <b>$other</b>"
    shows 0 'class="number worse"'
  done
  sed -i 's/^{$/{;/; s/^\tww_profile_begin.*//; 2i int more;' k.c
  expect 0 "$WW" run --on verilator --profile p2.json k.c
  { cat p.html; echo "<script>compare('p2.json', atob('$(base64 -w 0 p2.json)'))</script>"; } > c.html
  page '' c.html
  grep -q ' more than in <b>p2.json</b>' dom
  row=$(grep -o '<tr class="line" data-key="k.c:8".*' dom | sed 's,</tr>.*,,')
  [[ $row == *'class="number ">0<'* ]]
  { cat p.html; echo "<script>compare('k.c', '{}')</script>"; } > c.html
  page '' c.html
  shows 1 'k.c cannot be compared: it is no profile'
}

@test "what does not go together, and where it cannot be written" {
  expect 2 "$WW" cosim --profile x.txt "$asm/exit.elf"
  said "--profile 'x.txt' is not '-' and does not end in .html, .json or .callgrind"
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
