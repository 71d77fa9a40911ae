/* width.h - how wide an expression is, and what its parameters are
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of the Verilog that the generator emits. A parameter has the greatest value
 * that any instance gives it. A `struct widths` owns what it has read; it
 * refers to the modules by pointer.
 */
#ifndef WW_TESTS_MUTATION_WIDTH_H
#define WW_TESTS_MUTATION_WIDTH_H

#include "tests/mutation/verilog.h"

struct width_name {
	char *name;
	bool constant;          /* a parameter, of this value */
	long long value;
	int bits;               /* else: of an element, if it is a memory */
	bool memory;
};

struct widths {
	struct module *m;
	struct width_name *names;
	size_t count, room;
};

/* Names of the COUNT modules of a design, W[i] of M[i]. */
void widths_read(struct widths *w, struct module *m, int count,
		 const char *prefix);
void widths_free(struct widths *w, int count);

/* Bits of an expression by itself; 0: not known. */
int width_of(struct widths *w, int node);
/* How many of its low bits can be other than 0. */
int width_used(struct widths *w, int node);

#endif
