/* has.h - which extensions a machine has
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_MACHINE_HAS_H
#define WW_MACHINE_HAS_H

#include <stdio.h>

#include "isa/isa.h"
#include "machine/machine.h"

static inline bool machine_has(const struct machine *m, enum isa_ext ext)
{
	switch (ext) {
#include "isa/has.def"
	}
	return false;
}

/* Has it registers f? */
static inline bool machine_has_f(const struct machine *m)
{
	return machine_has(m, ISA_EXT_FREGS);
}

/* OP is not ISA_INVALID. */
static inline bool machine_has_insn(const struct machine *m, enum isa_op op)
{
	return machine_has(m, isa_insn(op)->ext);
}

/* What to say of WORD, which M has trapped as illegal: what it would need, or
 * that the rounding mode in frm is none; "": nothing. */
static inline void machine_lacks(const struct machine *m, uint32_t word,
				 char *buf, size_t size)
{
	enum isa_op op = isa_decode(word);

	if (op == ISA_INVALID || !machine_has_insn(m, op))
		isa_lacks(word, buf, size);
	else
		snprintf(buf, size, "%s", isa_insn(op)->rounds ?
			 "it takes its rounding mode from frm, where none is" :
			 "");
}

#endif
