/* machine.c - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/machine.h"

#include <stdio.h>

#include "cli/cmd.h"

struct machine machine_from_config(const struct config *cfg)
{
	return (struct machine){
#define NUMBER(field, doc) .field = cfg->field,
#define FLAG(field, doc) .field = cfg->field,
#include "machine/machine.def"
#undef NUMBER
#undef FLAG
	};
}

static bool holds(const struct elf_part *part, uint32_t addr)
{
	return addr - part->addr < part->bytes;
}

/* The first of BYTES from FIRST on, the window of local memory, that is no
 * instruction, or 0: threads would find it elsewhere. Zeros are the same
 * everywhere, and a file without sections does not tell what its bytes are. */
static uint32_t misplaced(const struct elf_image *image, uint32_t first,
			  uint32_t bytes)
{
	size_t last = 0;

	if (!image->code_count)
		return 0;
	for (uint32_t at = first; at - first < bytes; at++) {
		if (!image->ram[at - image->ram_base] ||
		    holds(&image->code[last], at))
			continue;
		for (last = 0; last < image->code_count; last++)
			if (holds(&image->code[last], at))
				break;
		if (last == image->code_count)
			return at;
	}
	return 0;
}

int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program)
{
	const struct machine machine = machine_from_config(cfg);
	uint32_t window, bytes = golden_window(&machine, &window);
	uint32_t at = misplaced(image, window, bytes);

	if (at) {
		fprintf(stderr, "%s: error: data at 0x%08x, where local memory "
			"is (local.size, from 0x%08x on): its threads would "
			"find them elsewhere; link them below\n", program, at,
			window);
		return CMD_REFUSED;
	}
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
