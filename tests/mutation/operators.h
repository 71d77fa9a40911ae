/* operators.h - what can be wrong with an expression
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_MUTATION_OPERATORS_H
#define WW_TESTS_MUTATION_OPERATORS_H

#include "tests/mutation/verilog.h"

/* One fault: TEXT in place of a node. Owns its text. */
struct mutant {
	int module, node;
	const char *kind;       /* one of those in doc/mutation.md */
	char *text;
	bool traced;            /* only records depend on it */
	int number;             /* from 1 on if it was chosen */
};

struct mutants {
	struct mutant *list;
	size_t count, room;
};

/* Adds all faults of MODULE, the INDEXth. */
void operators_list(const struct module *module, int index, struct mutants *out);

#endif
