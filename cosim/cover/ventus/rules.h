/* rules.h - what coverage asks of Ventus' instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. For the rules, and for what is counted. OP is one of
 * enum vt_op.
 */
#ifndef WW_COSIM_COVER_VENTUS_RULES_H
#define WW_COSIM_COVER_VENTUS_RULES_H

#include <string.h>

#include "isa/ventus/vt_isa.h"

static inline bool vt_is_float(size_t op)
{
	return vt_row((enum vt_op)op)->class == VT_CLASS_FLOAT;
}

/* Does a prefix lengthen its immediate? */
static inline bool vt_grows(size_t op)
{
	enum vt_format f = vt_row((enum vt_op)op)->format;

	return f == VT_FMT_VI || f == VT_FMT_V_I || f == VT_FMT_MERGE_VI;
}

/* Does v0 choose between its operands? */
static inline bool vt_merges(size_t op)
{
	enum vt_format f = vt_row((enum vt_op)op)->format;

	return f == VT_FMT_MERGE_VV || f == VT_FMT_MERGE_VX ||
	       f == VT_FMT_MERGE_VI;
}

/* Are its registers numbers, not addresses? */
static inline bool vt_computes(size_t op)
{
	enum vt_class class = vt_row((enum vt_op)op)->class;

	return class == VT_CLASS_ALU || class == VT_CLASS_MUL ||
	       class == VT_CLASS_DIV || class == VT_CLASS_FLOAT ||
	       class == VT_CLASS_BRANCH || class == VT_CLASS_VBRANCH;
}

/* Does it round, by its word or by frm? */
static inline bool vt_rounds(size_t op)
{
	static const char *const names[] = {
		"vfadd", "vfsub", "vfrsub", "vfmul", "vfdiv", "vfrdiv",
		"vfsqrt", "vfmacc", "vfmadd", "vfmsac", "vfmsub", "vfnmacc",
		"vfnmadd", "vfnmsac", "vfnmsub", "vfcvt.x", "vfcvt.xu",
		"vfcvt.f"
	};
	const struct vt_row *row = vt_row((enum vt_op)op);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i]);

		if (strncmp(row->name, names[i], n) == 0 &&
		    row->name[n] == '.')
			return true;
	}
	return row->rounds;
}

#endif
