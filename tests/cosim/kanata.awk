# kanata.awk - is this a Kanata log (0004) as Konata reads it?
# SPDX-License-Identifier: Apache-2.0
#
# Each instruction begins once, in the order of its number, has a label, is in one stage at a time,
# and retires once; time never goes back. Prints "N instructions, F flushed, C cycles" and the
# stages that were seen, or what is wrong.
BEGIN { FS = "\t" }
function bad(what) { print "line " NR ": " what ": " $0; failed = 1; exit 1 }
NR == 1 { if ($0 != "Kanata\t0004") bad("no header"); next }
NR == 2 { if ($1 != "C=" || $2 !~ /^[0-9]+$/) bad("no first cycle"); next }
$1 == "C" { if ($2 !~ /^[1-9][0-9]*$/ || NF != 2) bad("time"); cycles += $2; next }
$1 == "I" {
	if (NF != 4 || $2 != begun) bad("number")
	begun++
	next
}
!($2 in retired) && $2 < begun && $2 ~ /^[0-9]+$/ { known = 1 }
!known { bad("no such instruction in flight") }
{ known = 0 }
$1 == "L" && NF == 4 && ($3 == 0 || $3 == 1) { if ($3 == 0) labelled[$2] = 1; next }
$1 == "W" && NF == 4 { if ($3 >= $2) bad("it depends on a later one"); arrows++; next }
$1 == "S" && NF == 4 {
	if ($2 in stage) bad("two stages")
	stage[$2] = $4
	stages[$2]++
	seen[$4] = 1
	next
}
$1 == "E" && NF == 4 {
	if (stage[$2] != $4) bad("not in this stage")
	delete stage[$2]
	next
}
$1 == "R" && NF == 4 && ($4 == 0 || $4 == 1) {
	if ($3 != ended++) bad("order of retirement")
	if ($2 in stage) bad("a stage has not ended")
	if (!($2 in labelled) || stages[$2] < 2) bad("no label, or no stages")
	retired[$2] = 1
	flushed += $4
	next
}
{ bad("what is this") }
END {
	if (failed) exit 1
	if (begun != ended + 0) { print begun - ended " have not retired"; exit 1 }
	printf "%d instructions, %d flushed, %d cycles, %d arrows; stages", begun, flushed, cycles, arrows
	for (s in seen) printf " %s", s
	printf "\n"
}
