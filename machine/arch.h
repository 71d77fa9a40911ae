/* arch.h - what a machine lacks of the extensions that a compiler had
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_MACHINE_ARCH_H
#define WW_MACHINE_ARCH_H

#include <string.h>

#include "isa/arch.h"
#include "machine/machine.h"
#include "machine/march.h"

enum { MACHINE_ARCH_LACKS = 8 };

/* An extension, "zba", and the setting that gives it, "isa.zba = true"; NULL:
 * no machine has it. */
struct machine_lack { char name[ISA_ARCH_NAME]; const char *setting; };

struct machine_lacks {
	struct machine_lack list[MACHINE_ARCH_LACKS];
	size_t count;
};

/* Adds NAME, once. */
static inline void machine_lacks_add(struct machine_lacks *l, const char *name,
				     const char *setting)
{
	for (size_t i = 0; i < l->count; i++)
		if (strcmp(l->list[i].name, name) == 0)
			return;
	if (l->count == MACHINE_ARCH_LACKS)
		return;
	strcpy(l->list[l->count].name, name);
	l->list[l->count++].setting = setting;
}

/* ARCH is "rv32im", "rv32i2p1_m2p0" or the like; NULL or "": not known, and
 * nothing is lacking. */
static inline struct machine_lacks machine_arch_lacks(const struct machine *m,
						      const char *arch)
{
	const struct machine_march has = machine_march(m);
	struct machine_lacks l = { .count = 0 };
	char name[ISA_ARCH_NAME];
	const char *at, *known;

	if (!arch || strncmp(arch, "rv32", 4) != 0)
		return l;
	for (at = arch + 4; isa_arch_next(&at, name);) {
		known = isa_arch_alias(name);
		if (*known && !isa_arch_has(has.text, known))
			machine_lacks_add(&l, known, isa_arch_setting(known));
	}
	return l;
}

#endif
