# netlist.awk - choose among the faults that yosys lists, each module in proportion to its share
# SPDX-License-Identifier: Apache-2.0
#
# awk -v count=N -v seed=S -v bits=B -v tree=DIR -v untraced=DIR -v table=FILE -f netlist.awk DEPTHS LIST
# DEPTHS: module and depth below the top; LIST: of `mutate -list`. Prints the yosys commands for
# those chosen, behind the input mutsel, and writes their table, as mutate-source does. What is
# in a line that the core without trace ports does not have changes records alone.

function option(name,    i) {
	for (i = 1; i < NF; i++)
		if ($i == name)
			return $(i + 1)
	return ""
}

# The deepest module that the fault is said to come from; sets where.
function origin(    i, at, file, line, best, deepest) {
	deepest = -1
	for (i = 1; i < NF; i++) {
		if ($i != "-src")
			continue
		at = $(i + 1)
		file = at
		sub(/:.*/, "", file)
		sub(/.*\//, "", file)
		sub(/\.v$/, "", file)
		if (!(file in depth) || depth[file] <= deepest)
			continue
		deepest = depth[file]
		best = file
		line = at
		sub(/^[^:]*:/, "", line)
		sub(/[^0-9].*/, "", line)
		where = line
	}
	return best
}

function load(module,    path, line, n) {
	if (module in loaded)
		return
	loaded[module] = 1
	path = tree "/rtl/" module ".v"
	while ((getline line < path) > 0)
		text[module, ++n] = line
	close(path)
	path = untraced "/rtl/" module ".v"
	while ((getline line < path) > 0)
		plain[module, line] = 1
	close(path)
}

function random(below) {
	state = (state * 16807) % 2147483647
	return state % below
}

FNR == NR { depth[$1] = $2; next }

{
	module = origin()
	if (module == "")
		next
	load(module)
	total++
	size[module]++
	command[module, size[module]] = $0
	at[module, size[module]] = where
}

# The wire, or else the kind of cell and where it is.
function what(    name) {
	name = option("-wire")
	if (name != "")
		return name "[" option("-wirebit") "]"
	name = option("-cell")
	sub(/^[$]flatten/, "", name)
	sub(/[$][^$]*[$][0-9]*$/, "", name)
	gsub(/\\/, "", name)
	return name
}

function chosen(module, i,    line, class, short, rest) {
	number++
	$0 = command[module, i]
	line = at[module, i]
	class = (module SUBSEP text[module, line]) in plain ? "core" : "trace"
	short = module
	sub(/^ww_/, "", short)
	rest = $0
	sub(/ -wire .*/, "", rest)
	sub(/^mutate/, "mutate -ctrl mutsel " bits " " number, rest)
	print rest
	short_line = text[module, line]
	sub(/^[ \t]*/, "", short_line)
	gsub(/[ \t]+/, " ", short_line)
	printf "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", number, class, short, line, option("-mode"), \
		what() " port " option("-port") "[" option("-portbit") "]", \
		option("-mode") (option("-ctrlbit") == "" ? "" : " ctrl " option("-ctrlbit")), \
		short_line > table
}

# Few of all modules together.
function draw_few(    i, module, pick) {
	for (i = 1; i <= count && i <= total; i++) {
		do {
			module = names[1 + random(n)]
			pick = 1 + random(size[module])
		} while ((module, pick) in taken)
		taken[module, pick] = 1
		chosen(module, pick)
	}
}

END {
	state = seed * 7919 + 17
	for (i = 0; i < 10; i++)
		random(2)
	n = 0
	for (module in size)
		names[++n] = module
	for (i = 1; i <= n; i++)
		for (k = i + 1; k <= n; k++)
			if (names[k] < names[i]) { t = names[i]; names[i] = names[k]; names[k] = t }
	if (count < n)
		draw_few()
	for (i = 1; count >= n && i <= n; i++) {
		module = names[i]
		want = int(count * size[module] / total + 0.5)
		if (want < 1)
			want = 1
		for (k = 0; k < want && k < size[module]; k++) {
			do
				pick = 1 + random(size[module])
			while ((module, pick) in taken)
			taken[module, pick] = 1
			chosen(module, pick)
		}
	}
	exit number ? 0 : 1
}
