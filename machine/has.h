/* has.h - which extensions a machine has
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_MACHINE_HAS_H
#define WW_MACHINE_HAS_H

#include "isa/isa.h"
#include "machine/machine.h"

static inline bool machine_has(const struct machine *m, enum isa_ext ext)
{
	switch (ext) {
#include "isa/has.def"
	}
	return false;
}

/* OP is not ISA_INVALID. */
static inline bool machine_has_insn(const struct machine *m, enum isa_op op)
{
	return machine_has(m, isa_insn(op)->ext);
}

#endif
