# isomorphic.awk - are two netlists the same but for names?
# SPDX-License-Identifier: Apache-2.0
#
# awk -f isomorphic.awk A.blif B.blif, both of `write_blif -icells` with one bit per net. Nets are
# split into classes, first by what drives them, then by the classes of that cell's inputs, until
# no class splits any more. The netlists are the same if then each class has as many nets of one as of the
# other, and equal outputs are in equal classes. (Several nets of one netlist in a class are the same function
# of the same nets, made twice.) Status 1 if not, with the outputs that differ.

FNR == 1 { file++ }

/^\.inputs / { for (i = 2; i <= NF; i++) class[file " " $i] = id("input " $i) }
/^\.outputs / { outputs[file] = $0 }
/^\.names / && NF == 2 { class[file " " $2] = id("constant " $2) }
/^\.names / && NF == 3 { same[file " " $3] = file " " $2 }

# .subckt TYPE PIN=NET ...; pin Q or Y is the output, the others come in one order.
/^\.subckt / {
	cells++
	for (i = 3; i <= NF; i++) {
		net = file " " substr($i, index($i, "=") + 1)
		if ($i ~ /^[QY]=/)
			output[cells] = net
		else
			pin[cells, ++count[cells]] = net
	}
	class[output[cells]] = id("cell " $2)
	commutes[cells] = $2 ~ /AND|OR/
	of[cells] = file
}

function id(signature) {
	if (!(signature in ids))
		ids[signature] = ++names
	return ids[signature]
}

function root(net) {
	while (net in same)
		net = same[net]
	return net
}

function refine(    c, i, first, second, signature, fresh) {
	for (c = 1; c <= cells; c++) {
		signature = class[output[c]]
		first = class[pin[c, 1]]
		second = class[pin[c, 2]]
		if (commutes[c] && first > second)
			fresh[c] = signature " " second " " first
		else {
			for (i = 1; i <= count[c]; i++)
				signature = signature " " class[pin[c, i]]
			fresh[c] = signature
		}
	}
	split("", ids)
	names = base
	for (c = 1; c <= cells; c++)
		class[output[c]] = id(fresh[c])
	return names - base
}

END {
	base = names
	for (c = 1; c <= cells; c++)
		for (i = 1; i <= count[c]; i++) {
			pin[c, i] = root(pin[c, i])
			if (!(pin[c, i] in class)) {
				print "nothing drives net " pin[c, i]
				exit 1
			}
		}
	do {
		before = now
		now = refine()
		rounds++
	} while (now != before)
	for (c = 1; c <= cells; c++) {
		total[of[c]]++
		members[of[c], class[output[c]]]++
	}
	for (i = base + 1; i <= names; i++)
		unpaired += members[1, i] != members[2, i]
	printf "cells %d and %d, %d classes, %d rounds\n", total[1], total[2], now, rounds
	n = split(outputs[1], ports, " ")
	if (outputs[1] != outputs[2] || n < 2) {
		print "the outputs have other names"
		exit 1
	}
	for (i = 2; i <= n; i++)
		if (class[root("1 " ports[i])] != class[root("2 " ports[i])]) {
			print "output " ports[i] " differs"
			bad = 1
		}
	if (unpaired) {
		print unpaired " classes have more cells of one than of the other"
		bad = 1
	}
	exit bad
}
