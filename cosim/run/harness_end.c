/* harness_end.c - the end of a run: done, performance counters, the last audit
 * SPDX-License-Identifier: Apache-2.0
 *
 * After done the run continues until nothing is in flight. Then it reads the
 * performance counters, audits the whole state, and compares the final state
 * with golden's.
 */
#include "cosim/run/harness_state.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/check/unknown.h"

enum {
	AFTER_DONE = 64,        /* least cycles from done to the end */
	COUNTER_WAIT = 8        /* cycles from perf_select to perf_value */
};

int harness_stop(struct harness *h, enum harness_status status)
{
	h->status = status;
	return 1;
}

int harness_failed(struct harness *h)
{
	h->stop_at = h->cycle + h->cfg.extra_cycles;
	h->status = HARNESS_MISMATCH;
	return h->cycle >= h->stop_at;
}

static struct cosim_final final_state(const struct harness *h,
				      const struct cosim_pins *p)
{
	struct cosim_final f = {
		.cycle = h->cycle, .done = p->done, .exit_code = p->exit_code,
		.fault_valid = p->fault_valid, .fault_core = p->fault_core,
		.fault_warp = p->fault_warp, .fault_pc = p->fault_pc,
		.fault_cause = p->fault_cause, .fault_tval = p->fault_tval,
		.ram = mem_ram(h->mem), .dirty = mem_dirty(h->mem),
		.counters = harness_counters(h), .counted = h->done_cycle
	};

	return f;
}

/* Has the counter that is due to be read unknown bits? Then reports it. */
static bool counter_unknown(struct harness *h, const struct cosim_pins *p)
{
	if (!h->cfg.check || !p->unknown || !p->core[0].perf_value ||
	    h->counter == ISA_COUNTERS ||
	    h->cycle < h->counter_cycle + COUNTER_WAIT)
		return false;
	for (uint32_t i = 0; i < h->cfg.machine.cores; i++)
		if (unknown_words(h->cosim, h->cycle, "perf_value",
				  p->core[i].perf_value,
				  p->unknown->core[i].perf_value, 2))
			return true;
	return false;
}

/* Reads the performance counters, one after the other. True when all are read,
 * or if there are none. */
static bool read_counters(struct harness *h, const struct cosim_pins *p)
{
	if (!p->core[0].perf_value || h->counter == ISA_COUNTERS)
		return true;
	if (h->cycle < h->counter_cycle + COUNTER_WAIT)
		return false;
	for (uint32_t i = 0; i < h->cfg.machine.cores; i++) {
		const uint32_t *n = p->core[i].perf_value;

		h->counters[i * ISA_COUNTERS + h->counter] =
			(uint64_t)n[1] << 32 | n[0];
	}
	h->counter++;
	h->counter_cycle = h->cycle;
	return h->counter == ISA_COUNTERS;
}

int harness_finish(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_final f = final_state(h, p);

	h->exit_code = h->cfg.machine.dispatch && h->cfg.check ?
		       golden_exit_code(h->golden) : p->exit_code;
	h->trap = (struct golden_trap){
		.valid = p->fault_valid, .core = p->fault_core,
		.warp = p->fault_warp, .pc = p->fault_pc,
		.cause = p->fault_cause, .tval = p->fault_tval
	};
	if (h->cfg.check && cosim_finish(h->cosim, &f))
		return harness_failed(h);
	return harness_stop(h, p->fault_valid ? HARNESS_FAULT : HARNESS_DONE);
}

int harness_leaves(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_final f = final_state(h, p);

	cosim_note_done(h->cosim);
	if (h->cfg.check && cosim_finish(h->cosim, &f))
		return harness_failed(h);
	h->leaving = true;
	return 0;
}

int harness_restart(struct harness *h)
{
	size_t size = h->cfg.machine.ram_size;
	uint8_t *ram = malloc(size);
	int error = GOLDEN_E_NOMEM;

	harness_axil_leave(h);
	if (ram) {
		memcpy(ram, mem_ram(h->mem), size);
		error = cosim_restart(h->cosim, ram);
	}
	free(ram);
	h->before += h->cycle + 1;
	h->cycle = h->edges = 0;
	h->reset_edges = RESET_PULSE - 1;
	h->leaving = h->audits_end = false;
	h->done_cycle = h->last_activity = h->next_poll = 0;
	h->next_audit = h->cfg.audit ? 0 : UINT64_MAX;
	h->counter = ISA_COUNTER_FIRST;
	return error ? harness_stop(h, HARNESS_INTERRUPTED) : 0;
}

int harness_finish_fault(struct harness *h, const struct cosim_pins *p,
			bool settled)
{
	struct cosim_final f = final_state(h, p);

	h->exit_code = p->exit_code;
	if (cosim_finish_fault(h->cosim, &f, settled))
		return harness_failed(h);
	return harness_stop(h, HARNESS_FAULT);
}

bool harness_quiet(const struct harness *h)
{
	return !mem_in_flight(h->mem) &&
	       (!h->cfg.check || !cosim_pending(h->cosim));
}

/* The row that a core shows in this cycle, if that is row SELECT, else NULL. */
static const uint32_t *audited_row(void *ctx, uint32_t select)
{
	const struct cosim_core_pins *p = ctx;

	return select == p->audit_select ? p->audit_data : NULL;
}

int harness_audit(struct harness *h, const struct cosim_pins *p)
{
	h->next_audit = h->cycle + (h->audits_end ? 1 : h->cfg.audit);
	for (uint32_t i = 0; i < h->cfg.machine.cores; i++) {
		struct cosim_core_pins row = {
			.audit_select = p->core[i].audit_select,
			.audit_data = p->core[i].audit_data
		};
		if (cosim_audit(h->cosim, i, h->cycle, 1, audited_row, &row))
			return 1;
	}
	return 0;
}

/* Audits the whole state once more, when the core is idle. True when that is
 * done, or if the core has no audit port. */
static bool finish_audit(struct harness *h, const struct cosim_pins *p)
{
	uint32_t cores = h->cfg.machine.cores;

	if (!h->cfg.check || !p->core[0].audit_data)
		return true;
	for (uint32_t i = 0; i < cores && !h->audits_end; i++)
		cosim_audit_final(h->cosim, i);
	if (!h->audits_end)
		h->next_audit = h->cycle + 1;
	h->audits_end = true;
	for (uint32_t i = 0; i < cores; i++)
		if (!cosim_audit_rounds(h->cosim, i))
			return false;
	return true;
}

/* Records may follow done. The run ends when nothing is in flight, counters are
 * read and the state is audited. If records stay missing, it ends after a time,
 * and the checker reports them. */
int harness_done(struct harness *h, const struct cosim_pins *p)
{
	if (!h->done_cycle) {
		h->done_cycle = h->cycle;
		cosim_note_done(h->cosim);
	}
	if (h->cfg.check && golden_any_active(h->golden))
		return harness_finish(h, p);
	if (harness_quiet(h) && h->cycle >= h->done_cycle + AFTER_DONE) {
		if (counter_unknown(h, p))
			return harness_failed(h);
		if (read_counters(h, p) && finish_audit(h, p))
			return harness_finish(h, p);
	}
	if (!h->audits_end && h->cycle > h->done_cycle + h->hang_cycles)
		return harness_finish(h, p);
	return 0;
}
