/* machine.c - the golden machine of a configuration
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/machine.h"

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
