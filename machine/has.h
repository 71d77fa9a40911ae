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

/* The register files that it has. */
static inline isa_files machine_files(const struct machine *m)
{
	isa_files held = 0;

	for (enum isa_file f = ISA_FILE_X; f < ISA_FILES; f++)
		held |= (isa_files)machine_has(m, isa_file(f)->ext) << f;
	return held;
}

static inline bool machine_has_reg(const struct machine *m, uint32_t reg)
{
	return machine_has(m, isa_file(isa_reg_file(reg))->ext);
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
