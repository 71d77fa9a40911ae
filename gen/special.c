/* special.c - emits the coefficients of the special functions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/emitters.h"

struct row {
	int c0, c1, c2;
};

/* The tables in the order of doc/sfu.md. */
static const struct row rows[] = {
#define SFU(table, row, c0, c1, c2) { c0, c1, c2 },
#include "isa/sfu.def"
};

void emit_sfu_rows(struct tpl_out *out, const struct config *cfg)
{
	(void)cfg;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		tpl_printf(out,
			   "      10'd%u: row = {29'h%x, 24'h%x, 14'h%x};\n",
			   i, (unsigned)rows[i].c0,
			   (unsigned)rows[i].c1 & 0xffffff,
			   (unsigned)rows[i].c2 & 0x3fff);
}
