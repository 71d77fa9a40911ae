# save.awk - has the dump every signal that a save file of GTKWave names?
# SPDX-License-Identifier: Apache-2.0
#
# awk -f save.awk DUMP.vcd FILE.gtkw: prints "N signals in G groups, marker T" or what is missing.
FNR == NR && $1 == "$scope" { path[++depth] = path[depth - 1] (depth > 1 ? "." : "") $3; next }
FNR == NR && $1 == "$upscope" { depth--; next }
FNR == NR && $1 == "$var" {
	name = path[depth] "." $5 ($6 ~ /^\[/ ? $6 : "")
	bits[name] = $3
	next
}
FNR == NR { next }
/^@/ { flags = $0; next }
/^-/ && flags ~ /^@(8|c)00200$/ {
	if (group != "") { print "group in group: " $0; wrong = 1 }
	group = $0
	groups++
	next
}
/^-/ && flags ~ /^@1(0|4)0[01]200$/ {
	if (group != $0) { print "end of another group: " $0; wrong = 1 }
	group = ""
	next
}
/^\*/ { marker = $2; next }
/^\[/ { next }
{
	signals++
	if (!($0 in bits)) { print "not in the dump: " $0; wrong = 1 }
	else if (flags != (bits[$0] == 1 ? "@28" : "@22")) { print "radix: " $0; wrong = 1 }
	if (group == "") { print "in no group: " $0; wrong = 1 }
}
END {
	if (!signals || group != "") wrong = 1
	if (!wrong) print signals " signals in " groups " groups, marker " marker
	exit wrong
}
