# apply.awk - put mutants of a list into an emitted tree: all that a killer must find, or one
# SPDX-License-Identifier: Apache-2.0
#
# awk -v rtl=DIR/rtl -v prefix=ww [-v killer=lockstep|random] -f apply.awk mutants.list
# Each expression E becomes (PREFIX_top.mutant == N ? MUTANT : E), and the top module gets the
# number from the environment variable WW_MUTANT when simulation starts (Verilator only). Prints
# "N name" for each mutant; stops with status 1 if an expression does not occur exactly once. With
# -v lenient=1 it leaves out such a mutant, one whose expression goes on with a select, and one that has a
# name which the module has not, and says so on stderr. Without a killer: what lockstep or random must find.
# With -v wanted=N the Nth row of the list, whoever must find it, takes the place of its expression.

function load(module,    path, line, text) {
	path = rtl "/" prefix "_" module ".v"
	if (module in body)
		return
	text = ""
	while ((getline line < path) > 0)
		text = text line "\n"
	close(path)
	if (text == "" && !lenient) {
		print "apply.awk: cannot read " path > "/dev/stderr"
		exit failed = 1
	}
	body[module] = text
}

# Is every name of the expression TEXT one of the module?
function known(text, module,    name) {
	gsub(/[0-9]*'[bdh][0-9a-fA-F_xz]+/, "", text)
	while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
		name = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		if (body[module] !~ ("[^A-Za-z_0-9]" name "[^A-Za-z_0-9]"))
			return 0
	}
	return 1
}

# Is the row one of those that are asked for?
function chosen() {
	if (wanted)
		return rows == wanted
	return name != "-" && (!killer || ("," killers ",") ~ ("," killer ","))
}

function finish(    whole, at, rest, text) {
	if (name == "" || !chosen()) {
		name = before = old = new = after = ""
		return
	}
	load(module)
	whole = before old after
	text = body[module]
	at = index(text, whole)
	rest = at ? substr(text, at + length(whole)) : ""
	if (lenient && (!at || index(rest, whole) || rest ~ /^\[/ || !known(new, module))) {
		print name > "/dev/stderr"
		before = old = new = after = ""
		return
	}
	if (!at || index(rest, whole)) {
		print "apply.awk: " name ": occurs " (at ? "more than once" : "nowhere") " in " \
			module ": " whole > "/dev/stderr"
		exit failed = 1
	}
	count++
	if (wanted) {
		body[module] = substr(text, 1, at - 1) before new after rest
		name = ""
		return
	}
	body[module] = substr(text, 1, at - 1) before "(" prefix "_top.mutant == " count " ? (" \
		new ") : (" old "))" after rest
	print count " " name
	name = before = old = new = after = ""
}

/^@ / { finish(); rows++; name = $2; module = $3; killers = $4; sub(/:$/, "", killers) }
/^< / { before = substr($0, 3) }
/^- / { old = substr($0, 3) }
/^[+] / { new = substr($0, 3) }
/^> / { after = substr($0, 3) }

END {
	if (failed)
		exit 1
	finish()
	if (wanted && !count) {
		print "apply.awk: no row " wanted > "/dev/stderr"
		exit 1
	}
	if (!wanted) {
		load("top")
		sub(/\n\);\n/, "&  reg [31:0] mutant;\n\n  initial\n    mutant = $c32(" \
			"\"(getenv(\\\"WW_MUTANT\\\") ? atoi(getenv(\\\"WW_MUTANT\\\")) : 0)\");\n\n", \
			body["top"])
	}
	for (module in body)
		if (body[module] != "")
			printf "%s", body[module] > (rtl "/" prefix "_" module ".v")
}
