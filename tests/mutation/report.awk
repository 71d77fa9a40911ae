# report.awk - the mutation score from the results of all parts
# SPDX-License-Identifier: Apache-2.0
#
# awk -v json=FILE -f report.awk JUDGED.LIST part=NAME MUTANTS RESULTS PROVED part=NAME ...
# JUDGED.LIST has what people found out about mutants that survive, PROVED what a proof did. Prints
# the tables of doc/mutation.md and writes JSON.
#
# Of a mutant becomes, in this order: killed; equivalent (proved or judged); timing (everything is
# right, but takes other cycles or is counted otherwise; of modules that put things in order only if judged); unseen
# (judged: wrong, but nothing that this machine promises); refuted (judged: a proof of tests/formal finds it); survived.

function key(module, old, new, text, where) {
	return module SUBSEP old SUBSEP new SUBSEP text SUBSEP where
}

function base(path) { sub(/.*\//, "", path); return path }

function flush_entry(    c, i, n, configs, config, bit) {
	n = entry_new ~ /^bits / ? split(substr(entry_new, 6), bit, " ") : 0
	configs = split(entry_where, config, " ")
	for (c = configs ? 1 : 0; c <= configs; c++) {
		for (i = 1; i <= n; i++)
			judged[key(entry_module, entry, "bit " bit[i], entry_text, config[c])] = entry_word
		if (entry != "" && !n)
			judged[key(entry_module, entry, entry_new, entry_text, config[c])] = entry_word
	}
	entry = entry_text = entry_where = ""
}

base(FILENAME) == "judged.list" {
	if (/^@ /) {
		flush_entry()
		entry_module = $2
		entry_word = $3
		sub(/:$/, "", entry_word)
	} else if (/^- /) {
		entry = substr($0, 3)
	} else if (/^& /) {
		entry_where = substr($0, 3)
	} else if (/^= /) {
		entry_text = substr($0, 3)
	} else if (/^[+] /) {
		entry_new = substr($0, 3)
	} else if (/^! /) {
		for (i = 2; i <= NF; i++)
			ordered[$i] = 1
	}
	next
}

FNR == 1 { flush_entry(); FS = "\t"; $0 = $0 }

base(FILENAME) == "mutants.tsv" {
	split($0, f, "\t")
	id = part SUBSEP f[1]
	ids[++count] = id
	part_of[id] = part
	number[id] = f[1]
	class[id] = f[2]
	module[id] = f[3]
	line[id] = f[4]
	kind[id] = f[5]
	old[id] = f[6]
	new[id] = f[7]
	text[id] = f[2] == "golden" ? "line " f[4] : f[8]
	if (!(part in seen)) {
		seen[part] = 1
		parts[++part_count] = part
	}
	next
}

base(FILENAME) == "results.tsv" {
	split($0, f, "\t")
	id = part SUBSEP f[1]
	verdict[id, f[2]] = f[3]
	by[id, f[2]] = f[4]
	check[id, f[2]] = f[5]
	cycles[id, f[2]] = f[7]
	seconds[id, f[2]] = f[8]
	next
}

base(FILENAME) == "proved.tsv" { proved[part SUBSEP $1] = $2; next }

# What a person said of the mutant, or of the bit that it leaves out, in this line or in any; of
# this configuration or of all.
function word_of(id,    where, word) {
	where = part_of[id]
	sub(/.*:/, "", where)
	word = word_where(id, where)
	return word != "" ? word : word_where(id, "")
}

function word_where(id, where,    k, bit) {
	k = key(module[id], old[id], new[id], text[id], where)
	if (k in judged)
		return judged[k]
	if (!match(new[id], /1 << [0-9]+/))
		return ""
	bit = "bit " substr(new[id], RSTART + 5, RLENGTH - 5)
	k = key(module[id], old[id], bit, text[id], where)
	if (k in judged)
		return judged[k]
	k = key(module[id], old[id], bit, "", where)
	return k in judged ? judged[k] : ""
}

# What has become of a mutant; "" if it has not been judged yet.
function fate(id, by,    v, k) {
	v = verdict[id, by]
	if (v == "" || v == "killed")
		return v
	if (proved[id] == "equivalent")
		return "equivalent"
	k = word_of(id)
	if (k != "")
		return k
	return v == "timing" && module[id] in ordered ? "survived" : v
}

function percent(n, of) { return of ? sprintf("%.1f", 100 * n / of) : "-" }

function median(list, n,    i, k, t) {
	for (i = 2; i <= n; i++)
		for (k = i; k > 1 && list[k - 1] > list[k]; k--) {
			t = list[k]
			list[k] = list[k - 1]
			list[k - 1] = t
		}
	return n ? list[int((n + 1) / 2)] : "-"
}

# Counts N[...] of the mutants of a part (or all RTL: "") and a module ("": all) and class.
function tally(p, m, c, by,    i, id, what) {
	delete N
	delete C
	delete S
	for (i = 1; i <= count; i++) {
		id = ids[i]
		if (class[id] != c || (p != "" && part_of[id] != p) || (m != "" && module[id] != m))
			continue
		what = fate(id, by)
		if (what == "")
			continue
		N["all"]++
		N[what]++
		if (verdict[id, "end"] == "killed" && check[id, "end"] == "mismatch") {
			N["bus"]++
			N["only"]++
		} else if (verdict[id, "end"] == "killed") {
			if (what == "killed" || what == "survived")
				N["end"]++
			if (what == "survived")
				N["missed"]++
			if (what != "killed" && what != "survived")
				N["false"]++
		} else if (what == "killed") {
			N["only"]++
		}
		if (what == "killed") {
			C[N["killed"]] = cycles[id, by] + 0
			S[N["killed"]] = seconds[id, by] + 0
		}
	}
	N["real"] = N["all"] - N["equivalent"] - N["timing"] - N["unseen"]
}

function row(name) {
	printf "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s |\n", name, N["all"], N["killed"], \
		N["refuted"], N["equivalent"], N["timing"], N["unseen"], N["survived"], \
		percent(N["killed"], N["real"]), median(C, N["killed"]), median(S, N["killed"])
}

function is_core(p) { return p ~ /^(source|comparator|netlist)/ }

function core_table(    i) {
	print "| part | mutants | killed | refuted | equivalent | timing | unseen | survive | score % " \
		"| median cycles | median s |"
	print "|---|---|---|---|---|---|---|---|---|---|---|"
	for (i = 1; i <= part_count; i++)
		if (is_core(parts[i])) {
			tally(parts[i], "", "core", "lockstep")
			row(parts[i])
		}
	tally("", "", "core", "lockstep")
	row("all")
	print ""
}

function end_table(    i) {
	print "| part | mutants that are wrong | lockstep | end of test | bus rules | lockstep only " \
		"| end only | false alarms of the end |"
	print "|---|---|---|---|---|---|---|---|"
	for (i = 0; i <= part_count; i++) {
		if (i && !is_core(parts[i]))
			continue
		tally(i ? parts[i] : "", "", "core", "lockstep")
		printf "| %s | %d | %d (%s %%) | %d (%s %%) | %d | %d | %d | %d |\n", i ? parts[i] : "all", \
			N["real"], N["killed"], percent(N["killed"], N["real"]), N["end"], \
			percent(N["end"], N["real"]), N["bus"], N["only"], N["missed"], N["false"]
	}
	print ""
}

function module_table(    i, n, m, names) {
	delete listed
	for (i = 1; i <= count; i++)
		if (is_core(part_of[ids[i]]) && class[ids[i]] == "core" && !(module[ids[i]] in listed)) {
			listed[module[ids[i]]] = 1
			names[++n] = module[ids[i]]
		}
	median(names, n)
	print "| module | mutants | killed | refuted | equivalent | timing | unseen | survive | score % |"
	print "|---|---|---|---|---|---|---|---|---|"
	for (i = 1; i <= n; i++) {
		tally("", names[i], "core", "lockstep")
		printf "| %s | %d | %d | %d | %d | %d | %d | %d | %s |\n", names[i], N["all"], N["killed"], \
			N["refuted"], N["equivalent"], N["timing"], N["unseen"], N["survived"], \
			percent(N["killed"], N["real"])
	}
	print ""
}

function check_table(    i, n, c, names, id) {
	delete listed
	for (i = 1; i <= count; i++) {
		id = ids[i]
		if (!is_core(part_of[id]) || class[id] != "core" || fate(id, "lockstep") != "killed")
			continue
		c = check[id, "lockstep"]
		if (!listed[c]++)
			names[++n] = c
	}
	median(names, n)
	printf "Killed by: "
	for (i = 1; i <= n; i++)
		printf "%s%s %d", (i == 1 ? "" : ", "), names[i], listed[names[i]]
	print ".\n"
}

function golden_table(    i, id, b, all, none) {
	for (i = 1; i <= count; i++) {
		id = ids[i]
		if (class[id] != "golden" || verdict[id, "end"] != "done")
			continue
		all++
		for (b in judges)
			hit[b] += verdict[id, b] == "killed"
		if (golden_fate(id) == "equivalent")
			equal++
		else if (golden_fate(id) != "killed")
			none++
	}
	if (!all)
		return
	print "| golden mutants | equivalent | unit tests | lockstep | qemu | any | score % |"
	print "|---|---|---|---|---|---|---|"
	printf "| %d | %d | %d | %d | %d | %d | %s |\n\n", all, equal, hit["unit"], hit["lockstep"], \
		hit["qemu"], all - equal - none, percent(all - equal - none, all - equal)
}

function golden_fate(id) {
	if (verdict[id, "unit"] == "killed" || verdict[id, "lockstep"] == "killed" || \
	    verdict[id, "qemu"] == "killed")
		return "killed"
	return fate(id, "lockstep")
}

function what_became(id) {
	return class[id] == "golden" ? (verdict[id, "end"] == "done" ? golden_fate(id) : "") : \
		fate(id, "lockstep")
}

function survivors(    i, id, what, some) {
	for (i = 1; i <= count; i++) {
		id = ids[i]
		what = what_became(id)
		if (class[id] == "trace" || what == "" || what == "killed")
			continue
		if (!some++) {
			print "| mutant | what | place | expression | becomes |"
			print "|---|---|---|---|---|"
		}
		printf "| %s %s | %s | %s:%s | `%s` | `%s` |\n", part_of[id], number[id], what, \
			module[id], line[id], bar(old[id]), bar(new[id])
	}
	print ""
}

function bar(text) { gsub(/[|]/, "\\|", text); return text }

function quote(text) { gsub(/[\\"]/, "\\\\&", text); return "\"" text "\"" }

function write_json(    i, id, first) {
	printf "{\n  \"parts\": [" > json
	for (i = 1; i <= part_count; i++) {
		tally(parts[i], "", is_core(parts[i]) ? "core" : "golden", "lockstep")
		printf "%s\n    { \"part\": %s, \"mutants\": %d, \"killed\": %d, \"refuted\": %d, " \
			"\"equivalent\": %d, \"timing\": %d, \"unseen\": %d, \"survived\": %d, \"end_of_test\": %d }", \
			(i == 1 ? "" : ","), quote(parts[i]), N["all"], N["killed"], N["refuted"], \
			N["equivalent"], N["timing"], N["unseen"], N["survived"], N["end"] > json
	}
	printf "\n  ],\n  \"mutants\": [" > json
	for (i = 1; i <= count; i++) {
		id = ids[i]
		if (what_became(id) == "")
			continue
		printf "%s\n    { \"part\": %s, \"number\": %d, \"class\": %s, \"module\": %s, " \
			"\"line\": %d, \"kind\": %s, \"expression\": %s, \"becomes\": %s, " \
			"\"verdict\": %s, \"run\": %s, \"check\": %s, \"cycles\": %d, " \
			"\"end_of_test\": %s }", first++ ? "," : "", quote(part_of[id]), number[id], \
			quote(class[id]), quote(module[id]), line[id], quote(kind[id]), \
			quote(old[id]), quote(new[id]), quote(what_became(id)), \
			quote(by[id, "lockstep"]), quote(check[id, "lockstep"]), \
			cycles[id, "lockstep"], quote(verdict[id, "end"]) > json
	}
	print "\n  ]\n}" > json
}

END {
	judges["unit"] = judges["lockstep"] = judges["qemu"] = 1
	core_table()
	end_table()
	module_table()
	check_table()
	tally("", "", "trace", "lockstep")
	if (N["all"])
		printf "Of %d mutants that change records alone, %d are killed.\n\n", N["all"], N["killed"]
	golden_table()
	survivors()
	if (json != "")
		write_json()
}
