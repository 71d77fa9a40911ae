/* cosim_plan.c - the settings of checker, memory and model for a job
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "cli/cosim/cosim_job.h"
#include "cli/machine.h"
#include "gen/counters.h"

const struct job cosim_job_start = {
	.check = true, .latency = 4, .bandwidth = 1, .max_cycles = 100000000,
	.window.cycles = 10000, .snapshot = 1, .audit = 1
};

static struct cosim_config checker(const struct job *job,
				   const struct derived *d)
{
	struct cosim_config c = {
		.lanes = d->lanes, .bus_bytes = d->bus_bytes,
		.strict = job->strict, .access_bytes = d->access_bytes,
		.icache_line = d->icache ? job->cfg.icache_line : 0,
		.dcache = {
			.size = job->cfg.dcache_size,
			.line = job->cfg.dcache_line,
			.ways = job->cfg.dcache_ways,
			.write_back = d->writeback_cache,
			.mshrs = job->cfg.dcache_mshrs,
			.hashed = d->dcache_hashed ? d->dcache_tag_bits : 0
		},
		.l2 = {
			.size = job->cfg.l2_size, .ways = job->cfg.l2_ways,
			.banks = d->l2_banks
		},
		.smem_banks = d->smem ? d->smem_banks : 0,
		.events = counters_events(&job->cfg)
	};

	return c;
}

static struct mem_config memory(const struct job *job, const struct derived *d)
{
	const struct config *cfg = &job->cfg;
	struct mem_config m = {
		.bus_bytes = d->bus_bytes,
		.cores = d->l2 ? d->l2_banks : cfg->cores,
		.ibus_tag_bits = d->ibus_tag_bits,
		.dbus_tag_bits = d->l2 ? d->l2_mshr_bits : d->dbus_tag_bits,
		.warps = cfg->warps, .requests = cfg->requests,
		.icache_line = d->icache ? cfg->icache_line : 0,
		.dcache_line = d->dcache ? cfg->dcache_line : 0,
		.icache_mshrs = cfg->icache_mshrs,
		.dcache_mshrs = d->l2 ? cfg->l2_mshrs : cfg->dcache_mshrs,
		.whole_lines = d->writeback_cache,
		/* without a bit for the side: all is of the data side */
		.axi = d->axi, .axi_id_bits = d->axi_id_bits + d->l2,
		.l2 = d->l2, .channels = cfg->channels,
		.latency = (uint32_t)job->latency,
		.bandwidth = (uint32_t)job->bandwidth,
		.dram = job->dram, .dram_mhz = job->dram_mhz,
		.random = job->random, .seed = job->seed,
		.error_count = job->error_count
	};

	memcpy(m.errors, job->errors, sizeof m.errors);
	return m;
}

struct harness_config cosim_plan(const struct job *job)
{
	struct derived d;
	struct harness_config h = {
		.machine = machine_from_config(&job->cfg),
		.check = job->check, .max_cycles = job->max_cycles,
		.max_seconds = job->max_seconds,
		.congest = job->congest, .audit = (uint32_t)job->audit,
		.interrupt = job->interrupt
	};

	derive(&job->cfg, &d);
	h.checker = checker(job, &d);
	h.mem = memory(job, &d);
	return h;
}

struct sim_shape cosim_shape(const struct job *job)
{
	struct derived d;
	struct sim_shape s = {
		.trace = job->check, .errors = job->error_count != 0,
		.congest = job->congest.percent != 0
	};

	derive(&job->cfg, &d);
	s.cores = job->cfg.cores;
	s.bus_bytes = d.bus_bytes;
	s.lanes = d.lanes;
	s.access_bytes = d.access_bytes;
	s.icache = d.icache;
	s.dcache = d.dcache;
	s.axi = d.axi;
	s.channels = job->cfg.channels;
	s.l2_line = d.l2 ? job->cfg.dcache_line : 0;
	s.l2_banks = d.l2_banks;
	s.smem_banks = d.smem ? d.smem_banks : 0;
	s.audit_bytes = d.audit_bits / 8;
	return s;
}

void cosim_machine(const struct job *job, struct coverage_machine *m)
{
	struct machine machine = machine_from_config(&job->cfg);
	struct cosim_config own;
	struct derived d;

	derive(&job->cfg, &d);
	own = checker(job, &d);
	cosim_cover_machine(&machine, &own, m);
}
