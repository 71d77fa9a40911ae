/* machine.c - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/machine.h"

#include <stdio.h>

#include "cli/cmd.h"

struct machine machine_from_config(const struct config *cfg)
{
	return (struct machine){
#define FIXED(field, value, doc) .field = value,
#define NUMBER(field, doc) .field = cfg->field,
#define FLAG(field, doc) .field = cfg->field,
#include "machine/machine.def"
#undef FIXED
#undef NUMBER
#undef FLAG
	};
}

int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program)
{
	if (image->has_f && cfg->fp != CONFIG_fp_f) {
		fprintf(stderr, "%s: error: compiled for a core with registers "
			"for floating point (-mabi=ilp32f), this one has none "
			"(isa.f is not f); compile it with -mabi=ilp32\n",
			program);
		return CMD_REFUSED;
	}
	if (cfg->has_m || !image->has_m || !image->stack_bytes)
		return 0;
	fprintf(stderr, "%s: error: compiled for a core with multiplication "
		"and division (rv32im), this one has none (isa.m = false); "
		"compile it with -march=rv32i\n", program);
	return CMD_REFUSED;
}
