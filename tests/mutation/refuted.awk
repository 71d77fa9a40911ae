# refuted.awk - faults that a proof has to find, as mutants for tests/formal/prove.sh --list
# SPDX-License-Identifier: Apache-2.0
#
# awk [-v most=N] -f refuted.awk judged.list: of each entry `@ module refuted PROOF ASSERTION: why` a
# mutant for each of its bits, or for the last N of them: the comparator without that bit.

function masked(text, bit,    at, a, b, op) {
	bit = " & ~(1 << " bit "))"
	if (text ~ /^~?\|/) {
		at = index(text, "|")
		return substr(text, 1, at) "((" substr(text, at + 1) ")" bit
	}
	if (match(text, / [=!]= /)) {
		op = substr(text, RSTART, RLENGTH)
		a = substr(text, 1, RSTART - 1)
		b = substr(text, RSTART + RLENGTH)
		return "((" a ")" bit op "((" b ")" bit
	}
	if (text ~ /^[a-z_0-9]+$/)
		return "((" text ")" bit
	print "refuted.awk: neither a reduction nor a comparison: " text > "/dev/stderr"
	exit failed = 1
}

function flush_entry(    n, i, bit, at) {
	n = proof == "" ? 0 : split(bits, bit, " ")
	for (i = most && n > most ? n - most + 1 : 1; i <= n; i++) {
		printf "@ - %s %s: bit %d of %s does not count\n", module, proof, bit[i], expression
		at = line == "" ? 0 : index(line, expression)
		if (at > 1)
			print "< " substr(line, 1, at - 1)
		print "- " expression
		print "+ " masked(expression, bit[i])
		if (at && at + length(expression) <= length(line))
			print "> " substr(line, at + length(expression))
	}
	line = bits = expression = ""
}

/^@ / {
	flush_entry()
	proof = ""
	if ($3 == "refuted") {
		module = $2
		proof = $4 "/" $5
		sub(/:$/, "", proof)
	}
}
# The words of the line have one space between them here, those of the module may have more.
/^= / {
	line = substr($0, 3)
	sub(/^(wire|reg|assign|localparam)( \[[^]]*\])? /, "", line)
}
/^- / { expression = substr($0, 3) }
/^[+] bits / { bits = substr($0, 8) }

END {
	if (!failed)
		flush_entry()
}
