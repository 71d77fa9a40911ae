/* march.h - what a compiler is told of a machine
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_MACHINE_MARCH_H
#define WW_MACHINE_MARCH_H

#include <string.h>

#include "machine/machine.h"

struct machine_march { char text[64]; };

/* The word behind -march=: "rv32im". */
static inline struct machine_march machine_march(const struct machine *m)
{
	struct machine_march march = { "rv32i" };

#define PART(id, name, flag, parameter, value, letters) \
	MARCH(flag, parameter, value, letters)
#define MARCH(flag, parameter, value, letters) \
	if (m->flag) \
		strcat(march.text, letters);
#define EXT(id, name, flag, key, on, letters, doc) \
	MARCH(flag, "isa." #key, "true", letters)
#include "isa/exts.def"
	return march;
}

#endif
