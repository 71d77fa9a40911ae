/* parts.h - an elaborated design divided into parts that are synthesized one by
 * one
 * SPDX-License-Identifier: Apache-2.0
 *
 * A part is a module and the small ones below it, which it takes in. Its text
 * is RTLIL that says nothing of the rest of the design: the same part of
 * another configuration has the same text, so that a digest of it names what is
 * made from it. The parts that it has instances of are black boxes in it.
 *
 * A `struct parts` owns everything that it points to.
 */
#ifndef WW_FPGA_PARTS_H
#define WW_FPGA_PARTS_H

#include <stddef.h>
#include <stdint.h>

/* What the module of a part is called in its text. */
#define PART_TOP "ww_part"

struct part {
	/* of the module, as yosys writes it: "\ww_alu" */
	char *name;
	char *text;
	size_t size;            /* of the text, bytes */
	size_t lines;           /* with what it takes in */
};

struct parts {
	/* below before above; the last one is the top */
	struct part *all;
	size_t count;
};

/* Divides RTLIL, which yosys has written after `hierarchy`; TEXT is written to.
 * 0 and *OUT, or -1 and WHY. TOP is the name of the top module without the
 * backslash. */
int parts_divide(char *text, const char *top, struct parts *out, char *why,
		 size_t why_size);
void parts_free(struct parts *p);

#endif
