/* parts.h - divide an elaborated design into parts that are synthesized
 * separately
 * SPDX-License-Identifier: Apache-2.0
 *
 * A part is a module together with the small modules below it. Its text is
 * RTLIL without any trace of the rest of the design. So the same part of
 * another configuration has the same text, and a digest of the text names the
 * result of its synthesis. Other parts of which it has instances are black
 * boxes in its text.
 *
 * A `struct parts` owns everything that it points to.
 */
#ifndef WW_FPGA_PARTS_H
#define WW_FPGA_PARTS_H

#include <stddef.h>
#include <stdint.h>

/* The name of a part's module in its text. */
#define PART_TOP "ww_part"

struct part {
	/* name of the module, as yosys writes it: "\ww_alu" */
	char *name;
	char *text;
	size_t size;            /* of the text, bytes */
	size_t lines;           /* with the small modules that it contains */
};

struct parts {
	/* submodules before their parents; the last one is the top */
	struct part *all;
	size_t count;
};

/* Divides the RTLIL in TEXT, written by yosys after `hierarchy`; changes TEXT.
 * 0 and *OUT, or -1 and WHY. TOP is the name of the top module without the
 * backslash. */
int parts_divide(char *text, const char *top, struct parts *out, char *why,
		 size_t why_size);
void parts_free(struct parts *p);

#endif
