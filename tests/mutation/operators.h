/* operators.h - what can be wrong with an expression
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_MUTATION_OPERATORS_H
#define WW_TESTS_MUTATION_OPERATORS_H

#include "tests/mutation/width.h"

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
void operators_list(const struct module *module, int index,
		    struct mutants *out);
/* Adds its comparisons, each without one of its bits. */
void comparators_list(struct widths *w, int index, struct mutants *out);

/* To be shared: S is where the fault is. */
struct site {
	const struct module *m;
	int module, node;
	struct mutants *out;
};
__attribute__((format(printf, 3, 4)))
void site_add(const struct site *s, const char *kind, const char *fmt, ...);

#endif
