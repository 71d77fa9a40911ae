#!/bin/bash
# mutation.t - a sample of scripts/mutate: mutants of source, netlist and golden model, and its report; doc/mutation.md
# SPDX-License-Identifier: Apache-2.0
#
# A dozen mutants meet a short regression. Some may survive it, as whoever draws a few of
# thousands must expect; that most are killed, that the core without one passes, and that nothing is
# judged twice is demanded.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${YOSYS:-no}" != no ] || skip "yosys is not installed"

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
bin=$WW_BUILDDIR/tests/mutation
number=0

point() { # STATUS TEXT
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi
}

mutate() { # OPTION...: its status; what it says is in $tmp/out
  "$WW_SRCDIR/scripts/mutate" "$@" > "$tmp/out" 2> "$tmp/err" < /dev/null
}

field() { # PART FIELD: of the report
  sed -n "s/.*\"part\": \"$1\", \"mutants\".*\"$2\": \([0-9]*\).*/\1/p" "$tmp/m/report.json"
}

count() { # PART LEAST-KILLED
  local all killed
  all=$(grep -c "\"part\": \"$1\", \"number\"" "$tmp/m/report.json")
  killed=$(field "$1" killed)
  [ "${all:-0}" -ge 5 ] && [ "${killed:-0}" -ge "$2" ]
  point $? "$1: ${killed:-none} of ${all:-no} mutants killed"
}

# A fault of every kind, in a file of its own.
"$WW" gen -c tiny -s trace.retire=true -o "$tmp/tree" > /dev/null
cp -r "$tmp/tree" "$tmp/plain"
"$bin/mutate-source" "$tmp/tree" ww 400 1 > "$tmp/list" 2> /dev/null
for kind in arithmetic arms assignment bit branch comparison condition constant logic negation stuck term; do
  n=$(awk -F '\t' -v k=$kind '$5 == k { print $1; exit }' "$tmp/list")
  rm -rf "$tmp/one"
  cp -r "$tmp/plain" "$tmp/one"
  [ -n "$n" ] && "$bin/mutate-source" "$tmp/one" ww 400 1 "" "$n" > /dev/null 2>&1 &&
    [ "$(diff -r "$tmp/plain" "$tmp/one" | grep -c '^diff')" = 1 ]
  point $? "a fault of kind $kind"
done

# Of some modules alone.
rm -rf "$tmp/one"
cp -r "$tmp/plain" "$tmp/one"
[ "$("$bin/mutate-source" -m 'lsu_f* alu' "$tmp/one" ww 20 1 2> /dev/null | cut -f 3 | sort -u | tr '\n' ' ')" = \
  "alu lsu_flight " ]
point $? "faults of the modules that are named"

# Comparisons without a bit: of lanes in the load/store unit, one for each bit that they compare.
rm -rf "$tmp/one"
cp -r "$tmp/plain" "$tmp/one"
"$bin/mutate-source" -c "$tmp/one" ww 100000 1 > "$tmp/list" 2> /dev/null
lanes=$(awk -F '\t' '$5 == "comparator" && $8 ~ /same_word/' "$tmp/list" | wc -l)
[ "$lanes" = 29 ] || [ "$lanes" = 30 ]
point $? "a comparison of addresses has a fault for each of its $lanes bits"
for kind in comparator reduction case; do
  n=$(awk -F '\t' -v k=$kind '$5 == k { print $1; exit }' "$tmp/list")
  rm -rf "$tmp/one"
  cp -r "$tmp/plain" "$tmp/one"
  [ -n "$n" ] && "$bin/mutate-source" -c "$tmp/one" ww 100000 1 "" "$n" > /dev/null 2>&1 &&
    [ "$(diff -r "$tmp/plain" "$tmp/one" | grep -c '^diff')" = 1 ]
  point $? "a fault of kind $kind"
done

# What people said of single bits: of every line with an expression, of one line, of some configurations.
cat > "$tmp/judged.list" << 'END'
@ alu equivalent: anywhere
- a == b
+ bits 0 2
@ alu timing: in this line
= wire x = a == c;
- a == c
+ bits 1
@ alu equivalent: in these configurations
& w x
- a == d
+ bits 0
@ alu equivalent: in another one
& y
- a == d
+ bits 1
@ alu refuted some-proof some_assertion: a proof finds it
- a == e
+ bits 2
END
printf '%s\tcore\talu\t1\tcomparator\t%s\t%s\t%s\n' \
  1 'a == b' '((a) & ~(3'"'"'d1 << 0)) == b' 'one' 2 'a == b' '((a) & ~(3'"'"'d1 << 1)) == b' 'two' \
  3 'a == c' '((a) & ~(3'"'"'d1 << 1)) == c' 'wire x = a == c;' \
  4 'a == c' '((a) & ~(3'"'"'d1 << 1)) == c' 'wire y = a == c;' \
  5 'a == d' '((a) & ~(3'"'"'d1 << 0)) == d' 'wire z = a == d;' \
  6 'a == d' '((a) & ~(3'"'"'d1 << 1)) == d' 'wire z = a == d;' \
  7 'a == e' '((a) & ~(3'"'"'d1 << 2)) == e' 'wire z = a == e;' > "$tmp/mutants.tsv"
for n in 1 2 3 4 5 6 7; do printf '%s\tlockstep\tsurvived\t-\t-\t9\t9\t0\n' $n; done > "$tmp/results.tsv"
: > "$tmp/proved.tsv"
awk -v json="$tmp/bits.json" -f "$WW_SRCDIR/tests/mutation/report.awk" "$tmp/judged.list" part=source:x \
  "$tmp/mutants.tsv" "$tmp/results.tsv" "$tmp/proved.tsv" | grep -q '^| source:x | 7 | 0 | 1 | 2 | 1 | 0 | 3 |'
point $? "bits are judged one by one, in any line or in one, of every configuration or of some"

# Faults of C.
printf 'int f(int a)\n{\n\ta = a + 1;\n\treturn a & 3;\n}\n' > "$tmp/f.c"
"$bin/mutate-c" list "$tmp/f.c" > "$tmp/faults"
[ "$(wc -l < "$tmp/faults")" = 5 ] &&
  "$bin/mutate-c" apply "$tmp/f.c" 2 | grep -q 'a = a - 1;'
point $? "faults of a C file"
printf 'int g(int a, int b)\n{\n\tif (a == 1 ||\n\t    b == 2)\n\t\treturn 1;\n\treturn 0;\n}\n' > "$tmp/g.c"
"$bin/mutate-c" list "$tmp/g.c" > "$tmp/faults"
grep -q condition "$tmp/faults" && awk -F '\t' 'NF != 5 { exit 1 }' "$tmp/faults"
point $? "a fault of several lines is one row"

bad() { # STATUS WORD OPTION...
  local want=$1 word=$2 got
  shift 2
  mutate -o "$tmp/bad" "$@"
  got=$?
  [ $got = "$want" ] && grep -q "$word" "$tmp/err"
  point $? "refused: $*"
}
bad 2 "no part" nothing
bad 2 "no configuration" source:nothing
bad 2 "no number" -n x
bad 4 "no such module" -m nothing source:plain
bad 3 "cannot read" -r "$tmp/none.list"
printf 'dance 5\n' > "$tmp/wrong.list"
bad 3 "dance" -r "$tmp/wrong.list" source:plain

# The golden model: the model without a fault is judged, each mutant by unit tests and in lockstep.
printf 'fuzz 1 2\n' > "$tmp/short.list"
QEMU_RISCV32=no mutate -o "$tmp/g" -n 2 -s 3 -r "$tmp/short.list" golden
status=$?
judged=$(awk -F '\t' '$2 == "lockstep" && ($3 == "killed" || $3 == "survived")' "$tmp/g/golden/results.tsv" | wc -l)
[ $status = 0 ] && [ "$judged" -ge 1 ] && [ "$(grep -c . "$tmp/g/golden/mutants.tsv")" = 2 ]
point $? "golden: $judged of 2 mutants judged in lockstep"
[ $status = 0 ] || sed 's/^/# /' "$tmp/err" | head -n 20
if [ -z "${WW_FULL:-}" ]; then
  echo "1..$number"
  exit 0
fi

# The full tier: a sample.
printf 'fuzz 1 12\n' > "$tmp/short.list"
sample=(-o "$tmp/m" -n 6 -s 3 -r "$tmp/short.list" source:plain comparator:kibibyte netlist:plain)
mutate "${sample[@]}"
status=$?
point $status "a sample is judged"
[ $status = 0 ] || sed 's/^/# /' "$tmp/err" | head -n 20
count source:plain 3
count comparator:kibibyte 3
count netlist:plain 3
before=$(cat "$tmp"/m/*/results.tsv)
rm -f "$tmp"/m/*/judge.*.log
mutate "${sample[@]}"
[ $? = 0 ] && [ "$before" = "$(cat "$tmp"/m/*/results.tsv)" ] && ! ls "$tmp"/m/*/judge.*.log > /dev/null 2>&1
point $? "what was judged is kept"

# A comparator meets the runs alone in which it has an effect: all say the same.
verdicts() { sort -n "$1" | awk -F '\t' '{ print $1, $3, $3 == "killed" ? $4 " " $5 : "" }'; }
part=$tmp/m/comparator-kibibyte
"$bin/judge" -l "$part/tree" "$part/programs" "$tmp/every.tsv" < <(cut -f 1 "$part/mutants.tsv") 2> /dev/null
[ "$(verdicts "$tmp/every.tsv")" = "$(verdicts "$part/results.tsv")" ]
point $? "a mutant that a run does not notice need not meet it"
echo "1..$number"
