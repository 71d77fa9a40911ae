/* harness.c - one lockstep run: core, memory and checker, cycle by cycle
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cosim/check/unknown.h"

enum {
	POLL = 1024,            /* cycles between looks at clocks and limits */
	AFTER_DONE = 64,        /* quiet cycles after done */
	COUNTER_WAIT = 8        /* from perf_select to perf_value, when done */
};

struct harness {
	struct harness_config cfg;
	struct cosim *cosim;
	struct mem *mem;
	struct golden *golden;
	uint64_t edges;         /* clock edges, reset included */
	uint64_t cycle;         /* since reset was released */
	uint64_t next_poll;
	uint64_t patience;      /* cycles without a record: a hang */
	uint64_t done_cycle;    /* first cycle with done, or 0 */
	uint64_t quiet_since;   /* unchecked: last bus activity or record */
	bool recorded;          /* unchecked: a record was seen */
	bool told;              /* the memory told the checker something */
	uint64_t stop_at;       /* after a failure: the last cycle */
	enum harness_status status;
	uint32_t exit_code;
	struct golden_trap trap;        /* at the end, as the core says */
	uint32_t counter;       /* the next performance counter to be read */
	uint64_t counter_cycle; /* since when it is selected */
	uint64_t counters[ISA_COUNTERS];
	uint64_t next_audit;
	bool audits_end;        /* the last round */
	bool congested;         /* the core can say where it stalls */
	uint64_t stalls[ISA_STALL_COUNT];
};

/* Cycles to write back a line and read another. */
static uint64_t line_cycles(const struct mem_config *m, uint32_t line)
{
	uint64_t beats = line ? line / m->bus_bytes : 1;

	return 2 * beats * m->bandwidth * (m->random ? 8 : 1) + m->latency +
	       (m->random ? MEM_EXTRA : 0);
}

/* The slowest things that a healthy run does: all lanes of all warps wait for
 * one access each, one after the other, and each for a line if there is a
 * cache; all of a cache is written back; all registers are cleared after reset
 * through one lane, and shared memory, a row of its banks a cycle. Congestors
 * make each step of that slower, and some steps have several. */
static uint64_t liveness(const struct harness_config *c)
{
	uint64_t all = (uint64_t)c->machine.warps * c->machine.threads;
	uint64_t line = line_cycles(&c->mem, c->mem.dcache_line);
	uint64_t lines = c->checker.dcache.size ?
			 c->checker.dcache.size / c->checker.dcache.line : 0;
	uint64_t rows = c->checker.smem_banks ?
			c->machine.smem_size / 4 / c->checker.smem_banks : 0;

	uint64_t slower = c->congest.percent ?
			  400 / (100 - c->congest.percent) : 1;

	return slower * (20000 + rows + 100 * (uint64_t)c->mem.latency +
			 2 * line_cycles(&c->mem, c->mem.icache_line) +
			 (2 * line + 32) * all + (line + 4) * lines);
}

/* --- what the memory tells -------------------------------------------- */

/* Without a data cache the perform records say what data accesses do. */
static void on_read(void *ctx, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	struct harness *h = ctx;

	if (port == COSIM_DBUS && !h->cfg.mem.dcache_line)
		return;
	h->told = true;
	cosim_bus_read(h->cosim, HARNESS_CORE, port, id, addr, bytes);
}

static void on_write(void *ctx, uint32_t addr, const uint32_t *strb,
		     const uint32_t *data, uint32_t bytes)
{
	struct harness *h = ctx;

	if (!h->cfg.mem.dcache_line)
		return;
	h->told = true;
	cosim_bus_write(h->cosim, HARNESS_CORE, addr, strb, data, bytes);
}

static void on_error(void *ctx, enum cosim_port port, uint32_t id, bool write,
		     uint32_t addr, uint32_t bytes)
{
	struct harness *h = ctx;

	h->told = true;
	cosim_bus_error(h->cosim, HARNESS_CORE, port, id, write, addr, bytes);
}

static void listen(struct harness *h)
{
	struct mem_events events = { h, on_read, on_write, on_error };

	if (h->cfg.check)
		mem_set_events(h->mem, &events);
}

/* --- life ------------------------------------------------------------- */

int harness_new(const struct harness_config *config, struct golden *golden,
		struct harness **out)
{
	struct harness *h = calloc(1, sizeof *h);
	int error;

	*out = NULL;
	if (!h)
		return GOLDEN_E_NOMEM;
	h->cfg = *config;
	h->golden = golden;
	h->counter = ISA_COUNTER_FIRST;
	h->cfg.mem.ram_base = config->machine.ram_base;
	h->cfg.mem.ram_size = config->machine.ram_size;
	h->patience = liveness(config);
	h->next_audit = config->audit ? 0 : UINT64_MAX;
	if (!h->cfg.checker.liveness)
		h->cfg.checker.liveness = 2 * h->patience;
	h->mem = mem_new(&h->cfg.mem);
	error = h->mem ? cosim_new(&h->cfg.machine, &h->cfg.checker, golden,
				   &h->cosim) : GOLDEN_E_NOMEM;
	if (error) {
		harness_free(h);
		return error;
	}
	listen(h);
	*out = h;
	return 0;
}

void harness_free(struct harness *h)
{
	if (!h)
		return;
	mem_free(h->mem);
	cosim_free(h->cosim);
	free(h);
}

int harness_write(struct harness *h, uint32_t addr, const void *src, size_t n)
{
	int error = cosim_write(h->cosim, addr, src, n);

	if (!error)
		mem_write(h->mem, addr, src, n);
	return error;
}

void harness_set_console(struct harness *h,
			 void (*put)(void *ctx, uint8_t byte), void *ctx)
{
	mem_set_console(h->mem, put, ctx);
}

void harness_replay(struct harness *h, uint64_t max_cycles,
		    uint64_t extra_cycles)
{
	mem_set_console(h->mem, NULL, NULL);
	h->cfg.max_cycles = max_cycles;
	h->cfg.extra_cycles = extra_cycles;
	if (max_cycles && h->next_poll > max_cycles)
		h->next_poll = max_cycles;
}

/* --- a cycle ---------------------------------------------------------- */

static void drive(void *ctx, struct cosim_pins *p)
{
	struct harness *h = ctx;

	p->rst = h->edges < HARNESS_RESET_CYCLES;
	p->perf_select = h->counter % ISA_COUNTERS;
	p->audit_select = cosim_audit_select(h->cosim, HARNESS_CORE);
	p->congest_seed = h->cfg.congest.seed;
	p->congest_rate = h->cfg.congest.percent * 256 / 100;
	if (p->rst)
		return;
	mem_drive(h->mem, h->cycle, p);
}

static int stop(struct harness *h, enum harness_status status)
{
	h->status = status;
	return 1;
}

/* A failure: some more cycles for the waves, if they are wanted. */
static int failed(struct harness *h)
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
		.fault_valid = p->fault_valid, .fault_warp = p->fault_warp,
		.fault_pc = p->fault_pc, .fault_cause = p->fault_cause,
		.fault_tval = p->fault_tval,
		.ram = mem_ram(h->mem), .dirty = mem_dirty(h->mem),
		.counters = harness_counters(h), .counted = h->done_cycle
	};

	return f;
}

/* Is a counter to be read now, and unknown? */
static bool counter_unknown(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->unknown && p->perf_value &&
	       h->counter != ISA_COUNTERS &&
	       h->cycle >= h->counter_cycle + COUNTER_WAIT &&
	       unknown_words(h->cosim, h->cycle, "perf_value", p->perf_value,
			     p->unknown->perf_value, 2);
}

/* One after the other; true when all have been read, or there are none. */
static bool read_counters(struct harness *h, const struct cosim_pins *p)
{
	if (!p->perf_value || h->counter == ISA_COUNTERS)
		return true;
	if (h->cycle < h->counter_cycle + COUNTER_WAIT)
		return false;
	h->counters[h->counter++] = (uint64_t)p->perf_value[1] << 32 |
				    p->perf_value[0];
	h->counter_cycle = h->cycle;
	return h->counter == ISA_COUNTERS;
}

static int finish(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_final f = final_state(h, p);

	h->exit_code = p->exit_code;
	h->trap = (struct golden_trap){
		.valid = p->fault_valid, .warp = p->fault_warp,
		.pc = p->fault_pc, .cause = p->fault_cause, .tval = p->fault_tval
	};
	if (h->cfg.check && cosim_finish(h->cosim, &f))
		return failed(h);
	return stop(h, p->fault_valid ? HARNESS_FAULT : HARNESS_DONE);
}

/* A trap, and warps that go on; SETTLED: what they have done has arrived. */
static int finish_fault(struct harness *h, const struct cosim_pins *p,
			bool settled)
{
	struct cosim_final f = final_state(h, p);

	h->exit_code = p->exit_code;
	if (cosim_finish_fault(h->cosim, &f, settled))
		return failed(h);
	return stop(h, HARNESS_FAULT);
}

/* Is everything that was begun complete? */
static bool quiet(const struct harness *h)
{
	return !mem_in_flight(h->mem) &&
	       (!h->cfg.check || !cosim_pending(h->cosim));
}

/* The row that the core shows in this cycle, if SELECT has named that. */
static const uint32_t *audited_row(void *ctx, uint32_t select)
{
	const struct cosim_pins *p = ctx;

	return select == p->audit_select ? p->audit_data : NULL;
}

static int audit(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_pins row = { .audit_select = p->audit_select,
				  .audit_data = p->audit_data };

	h->next_audit = h->cycle + (h->audits_end ? 1 : h->cfg.audit);
	return cosim_audit(h->cosim, HARNESS_CORE, h->cycle, 1, audited_row, &row);
}

/* The whole state once more when nothing changes it; true when that is done, or
 * if the core does not show it. */
static bool audited(struct harness *h, const struct cosim_pins *p)
{
	if (!h->cfg.check || !p->audit_data)
		return true;
	if (!h->audits_end) {
		h->audits_end = true;
		h->next_audit = h->cycle + 1;
		cosim_audit_final(h->cosim, HARNESS_CORE);
	}
	return cosim_audit_rounds(h->cosim, HARNESS_CORE) > 0;
}

/* Late records may follow done; then silence proves that none are lost. */
static int after_done(struct harness *h, const struct cosim_pins *p)
{
	if (!h->done_cycle)
		h->done_cycle = h->cycle;
	if (h->cfg.check && golden_any_active(h->golden))
		return finish(h, p);
	if (quiet(h) && h->cycle >= h->done_cycle + AFTER_DONE) {
		if (counter_unknown(h, p))
			return failed(h);
		if (read_counters(h, p) && audited(h, p))
			return finish(h, p);
	}
	if (!h->audits_end && h->cycle > h->done_cycle + h->patience)
		return finish(h, p);
	return 0;
}

static int done_withdrawn(struct harness *h)
{
	cosim_report(h->cosim, COSIM_END_EARLY, h->cycle,
		     "done was withdrawn");
	return failed(h);
}

static int bus_error(struct harness *h, const struct cosim_pins *p)
{
	const struct mem_error *e = mem_error(h->mem);

	if (e->check == COSIM_BUS_HAZARD && h->cfg.check) {
		cosim_report_line(h->cosim, e->check, h->cycle, h->cfg.mem.axi ?
				  p->axi.ar.addr : p->dbus.req_addr, e->text);
		return failed(h);
	}
	cosim_report(h->cosim, e->check, h->cycle, e->text);
	return failed(h);
}

/* --- perform record against data bus ---------------------------------- */

static int record_differs(struct harness *h, const char *name, uint32_t record,
			  uint32_t bus)
{
	char text[64];

	snprintf(text, sizeof text, "the %s of record and bus differ", name);
	cosim_report(h->cosim, COSIM_BUS_RECORD, h->cycle, text);
	cosim_report_row(h->cosim, name, record, bus);
	return 1;
}

static int compare_record(struct harness *h, const struct cosim_pins *p)
{
	const uint32_t *r = p->trace_perform, *rest = r + REC_WORD_perform_rest;
	uint32_t bytes = h->cfg.mem.bus_bytes, masks = (bytes + 31) / 32;

	if (rec_perform_store(r) != p->dbus.req_write)
		return record_differs(h, "store", rec_perform_store(r),
				      p->dbus.req_write);
	if (rec_perform_addr(r) != p->dbus.req_addr)
		return record_differs(h, "address", rec_perform_addr(r),
				      p->dbus.req_addr);
	for (uint32_t i = 0; i < masks; i++)
		if (rest[i] != p->dbus.req_strb[i])
			return record_differs(h, "byte mask", rest[i],
					      p->dbus.req_strb[i]);
	for (uint32_t i = 0; i < bytes / 4; i++)
		if (rest[masks + i] != p->dbus.req_data[i])
			return record_differs(h, "data", rest[masks + i],
					      p->dbus.req_data[i]);
	return 0;
}

static int check_tap(struct harness *h, const struct cosim_pins *p)
{
	bool record = p->trace_valid & COSIM_PERFORM;
	bool accepted = mem_accepted_data(h->mem);

	if (record != accepted)
		return record_differs(h, "presence", record, accepted);
	return record ? compare_record(h, p) : 0;
}

static int check_records(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_view view = {
		p->trace_valid, p->trace_issue, p->trace_evict, p->trace_fill,
		p->trace_perform, p->trace_smem, p->trace_retire,
		p->trace_control
	};

	if (!h->cfg.mem.dcache_line &&
	    (p->trace_valid & COSIM_PERFORM || mem_accepted_data(h->mem)) &&
	    check_tap(h, p))
		return 1;
	if (h->told && cosim_mismatch(h->cosim))
		return 1;
	h->told = false;
	return cosim_cycle(h->cosim, h->cycle, &view);
}

/* --- now and then ----------------------------------------------------- */

static int hang(struct harness *h, const struct cosim_pins *p)
{
	if (h->cfg.check && !golden_any_active(h->golden))
		return finish(h, p);    /* end-late or end-pending */
	return stop(h, HARNESS_HANG);
}

/* The last cycle in which something happened. A core that runs from its caches
 * shows nothing without records. */
static uint64_t last_sign(const struct harness *h)
{
	if (h->cfg.check)
		return cosim_stats(h->cosim)->last_cycle;
	return h->cfg.mem.icache_line && !h->recorded ? h->cycle :
	       h->quiet_since;
}

/* The user's limit; of a run in which a warp has trapped, the trap is what
 * there is to say. */
static int limit(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->fault_valid ? finish_fault(h, p, false) :
	       stop(h, HARNESS_LIMIT);
}

/* All that the warps have begun is complete, and they wait for each other: they
 * or, after a trap, for one that does not come. */
static bool deadlocked(const struct harness *h)
{
	return h->cfg.check && golden_any_active(h->golden) &&
	       !golden_any_ready(h->golden) && quiet(h);
}

static int deadlock(struct harness *h, const struct cosim_pins *p)
{
	return golden_first_trap(h->golden)->valid ? finish_fault(h, p, true) :
	       stop(h, HARNESS_DEADLOCK);
}

static int poll(struct harness *h, const struct cosim_pins *p)
{
	h->next_poll = h->cycle + POLL;
	if (h->cfg.max_cycles && h->next_poll > h->cfg.max_cycles)
		h->next_poll = h->cfg.max_cycles;
	if (h->cfg.interrupt && *h->cfg.interrupt)
		return stop(h, HARNESS_INTERRUPTED);
	if (h->cfg.check && cosim_liveness(h->cosim, h->cycle))
		return failed(h);
	if (h->cycle > last_sign(h) + h->patience)
		return hang(h, p);
	if (deadlocked(h) && h->cycle > last_sign(h) + POLL)
		return deadlock(h, p);
	if (h->cfg.max_cycles && h->cycle >= h->cfg.max_cycles)
		return limit(h, p);
	if (h->cfg.check && golden_idle(h->golden))
		return finish_fault(h, p, true);
	return 0;
}

/* Things that need no record: end, limits. */
static int events(struct harness *h, const struct cosim_pins *p)
{
	if (p->done)
		return after_done(h, p);
	if (h->done_cycle)
		return done_withdrawn(h);
	if (h->cycle >= h->next_poll)
		return poll(h, p);
	return 0;
}

/* Before anybody else looks at the outputs. */
static int unknown(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->unknown &&
	       unknown_check(h->cosim, &h->cfg.checker, h->cycle, p);
}

/* "dbus_req_addr", out of words whose low byte is the last character. */
static void shadow_name(const uint32_t *words, char name[4 * COSIM_SHADOW_WORDS + 1])
{
	for (uint32_t i = 4 * COSIM_SHADOW_WORDS; i-- > 0; ) {
		*name = (char)(words[i / 4] >> i % 4 * 8 & 255);
		name += *name != '\0';
	}
	*name = '\0';
}

/* The placed netlist drives the pins: it is what the core beside it is. */
static bool placed_differs(struct harness *h, const struct cosim_pins *p)
{
	char name[4 * COSIM_SHADOW_WORDS + 1], text[128];

	if (!h->cfg.check || !p->shadow_differs)
		return false;
	shadow_name(p->shadow_name, name);
	snprintf(text, sizeof text, "%s of the placed netlist is 0x%x, of the core 0x%x", name,
		 p->shadow_placed, p->shadow_core);
	cosim_report(h->cosim, COSIM_PLACED_OUTPUT, h->cycle, text);
	cosim_report_row(h->cosim, name, p->shadow_placed, p->shadow_core);
	return true;
}

static int running(struct harness *h, const struct cosim_pins *p)
{
	if (unknown(h, p) || placed_differs(h, p))
		return failed(h);
	if (mem_sample(h->mem, h->cycle, p))
		return bus_error(h, p);
	if (h->cycle >= h->next_audit && h->cfg.check && p->audit_data &&
	    audit(h, p))
		return failed(h);
	if (h->cfg.check) {
		if (check_records(h, p))
			return failed(h);
		if (golden_overflow(h->golden)->valid)
			return stop(h, HARNESS_OVERFLOW);
	} else if (p->trace_valid || mem_accepted(h->mem)) {
		h->quiet_since = h->cycle;
		h->recorded |= p->trace_valid != 0;
	}
	return events(h, p);
}

static void count_stalls(struct harness *h, const uint32_t *points)
{
	h->congested = true;
	for (uint32_t word = 0; word * 32 < ISA_STALL_COUNT; word++)
		for (uint32_t m = points[word]; m; m &= m - 1)
			h->stalls[word * 32 + (uint32_t)ffs((int)m) - 1]++;
}

static int in_reset(struct harness *h, const struct cosim_pins *p)
{
	if (h->status == HARNESS_RUNNING && mem_reset(h->mem, h->edges, p))
		bus_error(h, p);
	h->edges++;
	return 0;
}

static int sample(void *ctx, const struct cosim_pins *p)
{
	struct harness *h = ctx;
	int done;

	if (h->edges < HARNESS_RESET_CYCLES)
		return in_reset(h, p);
	if (p->congested)
		count_stalls(h, p->congested);
	if (h->status == HARNESS_MISMATCH) {
		mem_sample(h->mem, h->cycle, p);
		done = h->cycle >= h->stop_at;
	} else {
		done = running(h, p);
	}
	h->cycle++;
	return done;
}

static void storage(void *ctx, struct cosim_storage *out)
{
	struct harness *h = ctx;

	mem_storage(h->mem, out);
}

static void set_store(void *ctx, const struct cosim_store *store)
{
	struct harness *h = ctx;

	mem_set_store(h->mem, store);
}

struct cosim_hooks harness_hooks(struct harness *h)
{
	struct cosim_hooks hooks = { h, drive, sample, storage, set_store };

	return hooks;
}

/* --- queries ---------------------------------------------------------- */

enum harness_status harness_status(const struct harness *h)
{
	return h->status;
}

uint64_t harness_cycle(const struct harness *h)
{
	return h->cycle;
}

uint64_t harness_run_cycles(const struct harness *h)
{
	return h->done_cycle ? h->done_cycle : h->cycle;
}

const struct cosim_mismatch *harness_mismatch(const struct harness *h)
{
	return cosim_mismatch(h->cosim);
}

uint32_t harness_exit_code(const struct harness *h)
{
	return h->exit_code;
}

const struct golden_trap *harness_trap(const struct harness *h)
{
	return &h->trap;
}

const uint8_t *harness_ram(const struct harness *h)
{
	return mem_ram(h->mem);
}

const uint64_t *harness_counters(const struct harness *h)
{
	return h->counter == ISA_COUNTERS ? h->counters : NULL;
}

const uint64_t *harness_stalls(const struct harness *h)
{
	return h->congested ? h->stalls : NULL;
}

struct cosim *harness_cosim(const struct harness *h)
{
	return h->cosim;
}
