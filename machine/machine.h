/* machine.h - the shape of a machine, from machine.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Plain data: the golden model, the checker, the oracle and the generator of
 * random programs are told by it what the core is like. It knows none of them.
 */
#ifndef WW_MACHINE_MACHINE_H
#define WW_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

/* Where shared memory begins if smem_base does not say. */
#define MACHINE_SMEM UINT32_C(0xFF000000)

/* Instruction sets: that of doc/machine.md, and that of doc/ventus.md. */
enum { MACHINE_VORTEX, MACHINE_VENTUS };

struct machine {
#define NUMBER(field, doc) uint32_t field;
#define FLAG(field, doc) bool field;
#include "machine/machine.def"
#undef NUMBER
#undef FLAG
};

/* The first address of the shared memory of M's cores. */
static inline uint32_t machine_smem(const struct machine *m)
{
	return m->smem_base ? m->smem_base : MACHINE_SMEM;
}

/* Do registers of M's host say where constant and shared memory are? */
static inline bool machine_is_mapped(const struct machine *m)
{
	return m->const_size || machine_smem(m) != MACHINE_SMEM;
}

#endif
