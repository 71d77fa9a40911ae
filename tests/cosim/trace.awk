# trace.awk - is this JSON, and a trace as Perfetto and Chrome read it?
# SPDX-License-Identifier: Apache-2.0
#
# Reads the whole file by the grammar of JSON. Of traceEvents: each has a phase, a process, a
# thread and a name; slices have a length and, on one thread, lie in or behind each other; their
# threads and processes have names. Prints how many there are of each phase, or what is wrong.
BEGIN { RS = "\001" }
{ text = $0 }
END {
	size = length(text)
	at = 1
	value("")
	blank()
	if (at <= size) bad("something behind the end")
	if (!events) bad("no traceEvents")
	for (p in used) if (!(p in named)) bad("no name for " p)
	printf "%d slices, %d counters, %d instants, %d names\n", n["X"], n["C"], n["i"], n["M"]
}

function bad(what) { print "at " at ": " what ": " substr(text, at, 60); exit 1 }
function blank() { while (substr(text, at, 1) ~ /[ \t\r\n]/ && at <= size) at++ }
function next_is(c) { blank(); return substr(text, at, 1) == c }
function need(c) { if (!next_is(c)) bad("not '" c "'"); at++ }

function value(path) {
	blank()
	if (next_is("{")) object(path)
	else if (next_is("[")) array(path)
	else if (next_is("\"")) return string()
	else return word()
}

function string(    rest) {
	rest = substr(text, at, 400)
	if (!match(rest, /^"([^"\\]|\\["\\\/bfnrtu])*"/)) bad("no string")
	at += RLENGTH
	return substr(rest, 2, RLENGTH - 2)
}

function word(    rest) {
	rest = substr(text, at, 40)
	if (!match(rest, /^(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null)/))
		bad("no value")
	at += RLENGTH
	return substr(rest, 1, RLENGTH)
}

function object(path,    key, v) {
	need("{")
	if (path == "traceEvents") split("", e)
	while (!next_is("}")) {
		blank()
		key = string()
		need(":")
		v = value(path == "" ? key : path "." key)
		if (path == "traceEvents") e[key] = v
		if (path == "traceEvents.args") given[key] = v
		if (!next_is(",")) break
		at++
		if (next_is("}")) bad("a comma too many")
	}
	need("}")
	if (path == "traceEvents") event()
}

function array(path) {
	need("[")
	while (!next_is("]")) {
		value(path)
		if (!next_is(",")) break
		at++
		if (next_is("]")) bad("a comma too many")
	}
	need("]")
}

function event(    track, from, to) {
	events++
	if (!("ph" in e) || !("pid" in e) || !("tid" in e) || e["name"] == "") bad("incomplete event")
	track = e["pid"] " " e["tid"]
	n[e["ph"]]++
	if (e["ph"] == "M") {
		if (e["name"] == "thread_name") named[track] = given["name"]
		if (e["name"] == "process_name") named["process " e["pid"]] = given["name"]
		return
	}
	used["process " e["pid"]] = 1
	if (e["ph"] != "X" && e["ph"] != "C" && e["ph"] != "i") bad("phase " e["ph"])
	if (e["ts"] !~ /^[0-9]+$/) bad("no time")
	if (e["ph"] != "X") return
	used[track] = 1
	if (e["dur"] !~ /^[1-9][0-9]*$/) bad("no length")
	from = e["ts"] + 0
	to = from + e["dur"]
	while (depth[track] && end[track, depth[track]] <= from) depth[track]--
	if (depth[track] && to > end[track, depth[track]]) bad("slices cross")
	if (from < begin[track]) bad("slices out of order")
	begin[track] = from
	end[track, ++depth[track]] = to
}
