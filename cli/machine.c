/* machine.c - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/machine.h"

#include <stdio.h>

#include "cli/cmd.h"

struct golden_config machine_from_config(const struct config *cfg)
{
	return (struct golden_config){
		.cores = 1,
		.warps = cfg->warps,
		.threads = cfg->threads,
		.stack_entries = cfg->stack,
		.barriers = cfg->barriers,
		.has_m = cfg->has_m,
		.counters = cfg->counters,
		.timer = cfg->timer,
		.reset_pc = cfg->reset_pc,
		.ram_base = cfg->ram_base,
		.ram_size = cfg->ram_size,
		.smem_size = cfg->smem_size,
	};
}

int machine_refuses(const struct config *cfg, const struct elf_image *image,
		    const char *program)
{
	if (cfg->has_m || !image->has_m || !image->stack_bytes)
		return 0;
	fprintf(stderr, "%s: error: compiled for a core with multiplication "
		"and division (rv32im), this one has none (isa.m = false); "
		"compile it with -march=rv32i\n", program);
	return CMD_REFUSED;
}
