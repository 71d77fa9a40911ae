/* harness_cycle.c - one cycle of a lockstep run: drive, sample, compare
 * SPDX-License-Identifier: Apache-2.0
 *
 * Before each clock edge `drive` sets the inputs of the core, after it `sample`
 * reads the outputs. In a cycle, outputs are first checked for unknown bits.
 * Then the memory takes requests, the state audit compares a row, the records
 * go to the checker, and the end of the run is detected.
 */
#include "cosim/run/harness_state.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cosim/check/unknown.h"

/* Cycles for which the host selects a counter of a running core. */
enum { COUNTER_LOOK = 64 };

/* The selected performance counter: after done, the next one to read; before,
 * each in turn, so that selection is exercised. */
static uint32_t counter_selected(const struct harness *h)
{
	if (h->done_cycle)
		return h->counter % ISA_COUNTERS;
	return ISA_COUNTER_FIRST + (uint32_t)(h->cycle / COUNTER_LOOK %
					      (ISA_COUNTERS -
					       ISA_COUNTER_FIRST));
}

static bool in_reset(const struct harness *h)
{
	return h->edges < h->reset_edges;
}

static void drive(void *ctx, struct cosim_pins *p)
{
	struct harness *h = ctx;

	p->rst = !h->before && in_reset(h);
	p->perf_select = counter_selected(h);
	for (uint32_t i = 0; i < h->cfg.machine.cores; i++)
		p->core[i].audit_select = cosim_audit_select(h->cosim, i);
	p->congest_seed = h->cfg.congest.seed;
	p->congest_rate = h->cfg.congest.percent * 256 / 100;
	if (p->rst)
		return;
	if (!in_reset(h))
		mem_drive(h->mem, h->before + h->cycle, p);
	if (h->cfg.machine.dispatch)
		harness_host_drive(h, p);
}

static int report_withdrawn(struct harness *h)
{
	cosim_report(h->cosim, COSIM_END_EARLY, h->cycle,
		     "done was withdrawn");
	return harness_failed(h);
}

static int report_bus_error(struct harness *h, const struct cosim_pins *p)
{
	const struct mem_error *e = mem_error(h->mem);

	if (e->check == COSIM_BUS_HAZARD && h->cfg.check) {
		cosim_report_line(h->cosim, e->check, h->cycle,
				  h->cfg.mem.axi ?
				  p->axi[e->channel].ar.addr :
				  p->dbus.req_addr, e->text);
		return harness_failed(h);
	}
	cosim_report(h->cosim, e->check, h->cycle, e->text);
	return harness_failed(h);
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

static int compare_record(struct harness *h, const uint32_t *r,
			  const struct cosim_pins *p)
{
	const uint32_t *rest = r + REC_WORD_perform_rest;
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

/* Words of a perform record. */
static uint32_t tap_words(const struct harness *h)
{
	return REC_WORD_perform_rest + (h->cfg.mem.bus_bytes + 31) / 32 +
	       h->cfg.mem.bus_bytes / 4;
}

/* Appends a perform record of CORE to the ring. Returns false if the ring is
 * full. */
static bool put_tap(struct harness *h, uint32_t core, const uint32_t *words)
{
	struct taps *t = &h->taps;
	struct tap *last = &t->ring[(t->head + t->count) % TAPS];

	if (t->count == TAPS)
		return false;
	t->count++;
	last->core = core;
	memcpy(last->words, words, 4 * tap_words(h));
	return true;
}

/* Removes the oldest record from the ring and returns it, or NULL. */
static const struct tap *take_tap(struct taps *t)
{
	const struct tap *first = &t->ring[t->head];

	if (!t->count)
		return NULL;
	t->head = (t->head + 1) % TAPS;
	t->count--;
	return first;
}

/* The core that sent a request with TAG: its number is above the tag of the
 * core. */
static uint32_t core_of(const struct harness *h, uint32_t tag)
{
	return h->cfg.machine.cores == 1 ? 0 : tag >> h->cfg.mem.dbus_tag_bits;
}

/* Appends the perform records of this cycle. With one core, a record comes in
 * the cycle in which the bus accepts its request; with several cores, earlier.
 * Requests reach the bus in the order of their records. */
static int put_taps(struct harness *h, const struct cosim_pins *p)
{
	for (uint32_t i = 0; i < h->cfg.machine.cores; i++)
		if (p->core[i].trace_valid & COSIM_PERFORM &&
		    !put_tap(h, i, p->core[i].trace_perform))
			return record_differs(h, "number", TAPS + 1, TAPS);
	return 0;
}

static int check_tap(struct harness *h, const struct cosim_pins *p)
{
	bool accepted = mem_accepted_data(h->mem);
	const struct tap *t;

	if (put_taps(h, p))
		return 1;
	if (h->cfg.machine.cores == 1 && (h->taps.count > 0) != accepted)
		return record_differs(h, "presence", h->taps.count, accepted);
	if (!accepted)
		return 0;
	t = take_tap(&h->taps);
	if (!t)
		return record_differs(h, "presence", 0, 1);
	if (t->core != core_of(h, p->dbus.req_tag))
		return record_differs(h, "core", t->core,
				      core_of(h, p->dbus.req_tag));
	return compare_record(h, t->words, p);
}

static int check_records(struct harness *h, const struct cosim_pins *p)
{
	struct cosim_core_view core[COSIM_CORES];
	struct cosim_view view = { .core = core };

	for (uint32_t i = 0; i < h->cfg.machine.cores; i++)
		core[i] = (struct cosim_core_view){
			p->core[i].trace_valid,
#define RECORD(record, ...) p->core[i].trace_##record,
#include "isa/records.def"
		};
	memcpy(view.part, p->part, sizeof view.part);
	if (!h->cfg.mem.dcache_line && check_tap(h, p))
		return 1;
	if (h->reported && cosim_mismatch(h->cosim))
		return 1;
	if (h->host.acts.ring || h->host.acts.ack || h->host.acts.abort)
		cosim_host(h->cosim, &h->host.acts);
	h->reported = false;
	return cosim_cycle(h->cosim, h->cycle, &view);
}

/* Has any core, or another part, a record in this cycle? */
static bool any_record(const struct harness *h, const struct cosim_pins *p)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < h->cfg.machine.cores; i++)
		any |= p->core[i].trace_valid;
	for (uint32_t i = 0; i < REC_PARTS; i++)
		any |= p->part[i].valid;
	return any != 0;
}

/* --- the cycle -------------------------------------------------------- */

/* Detects the end of the run, and its limits. */
static int check_end(struct harness *h, const struct cosim_pins *p)
{
	if (p->done && h->host.axil.resetting)
		return harness_leaves(h, p);
	if (p->done)
		return harness_done(h, p);
	if (h->done_cycle)
		return report_withdrawn(h);
	if (h->cycle >= h->next_poll)
		return harness_poll(h, p);
	return 0;
}

/* Checks the outputs for unknown bits. Must precede every use of an output. */
static int check_unknown(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->unknown &&
	       unknown_check(h->cosim, &h->cfg.shape, h->cycle, p);
}

/* Decodes the name of a port, such as "dbus_req_addr", from words. The low byte
 * of word 0 is the last character. */
static void shadow_name(const uint32_t *words,
			char name[4 * COSIM_SHADOW_WORDS + 1])
{
	for (uint32_t i = 4 * COSIM_SHADOW_WORDS; i-- > 0; ) {
		*name = (char)(words[i / 4] >> i % 4 * 8 & 255);
		name += *name != '\0';
	}
	*name = '\0';
}

/* The placed netlist drives the pins, and the core runs beside it as a shadow.
 * Reports the first output in which they differ. */
static bool placed_differs(struct harness *h, const struct cosim_pins *p)
{
	char name[4 * COSIM_SHADOW_WORDS + 1], text[128];

	if (!h->cfg.check || !p->shadow_differs)
		return false;
	shadow_name(p->shadow_name, name);
	snprintf(text, sizeof text,
		 "%s of the placed netlist is 0x%x, of the core 0x%x", name,
		 p->shadow_placed, p->shadow_core);
	cosim_report(h->cosim, COSIM_PLACED_OUTPUT, h->cycle, text);
	cosim_report_row(h->cosim, name, p->shadow_placed, p->shadow_core);
	return true;
}

static int sample_running(struct harness *h, const struct cosim_pins *p)
{
	if (check_unknown(h, p) || placed_differs(h, p))
		return harness_failed(h);
	if (mem_sample(h->mem, h->before + h->cycle, p))
		return report_bus_error(h, p);
	if (h->cycle >= h->next_audit && h->cfg.check &&
	    p->core[0].audit_data &&
	    harness_audit(h, p))
		return harness_failed(h);
	if (h->cfg.machine.dispatch && harness_host_act(h, p))
		return harness_failed(h);
	if (h->cfg.check) {
		if (check_records(h, p))
			return harness_failed(h);
		if (golden_overflow(h->golden)->valid)
			return harness_stop(h, HARNESS_OVERFLOW);
	} else if (any_record(h, p) || mem_accepted(h->mem)) {
		h->last_activity = h->cycle;
		h->recorded |= any_record(h, p);
	}
	if (h->cfg.machine.dispatch && harness_host_sample(h, p))
		return harness_failed(h);
	if (h->open.room)
		harness_open_note(h);
	return check_end(h, p);
}

static void count_stalls(struct harness *h, const uint32_t *points)
{
	h->congested = true;
	for (uint32_t word = 0; word * 32 < ISA_STALL_COUNT; word++)
		for (uint32_t m = points[word]; m; m &= m - 1)
			h->stalls[word * 32 + (uint32_t)ffs((int)m) - 1]++;
}

/* The host's registers work in a reset of the device, too. */
static int sample_host(struct harness *h, const struct cosim_pins *p)
{
	return harness_host_act(h, p) || harness_host_sample(h, p) ?
	       harness_failed(h) : 0;
}

static int sample_reset(struct harness *h, const struct cosim_pins *p)
{
	bool checks = h->status == HARNESS_RUNNING && h->cfg.check;

	if (h->before && sample_host(h, p))
		return 1;
	if (checks && !h->before && h->edges &&
	    (p->host.bvalid || p->host.rvalid)) {
		cosim_report(h->cosim, COSIM_HOST_BUS, h->edges,
			     "BVALID or RVALID is 1 in reset");
		harness_failed(h);
	}
	if (h->status == HARNESS_RUNNING && mem_reset(h->mem, h->edges, p))
		report_bus_error(h, p);
	h->edges++;
	return 0;
}

/* The first cycle of a reset of the device, which acts behind it. */
static int sample_leaving(struct harness *h, const struct cosim_pins *p)
{
	return sample_host(h, p) || harness_restart(h);
}

static int sample(void *ctx, const struct cosim_pins *p)
{
	struct harness *h = ctx;
	int done;

	if (in_reset(h))
		return sample_reset(h, p);
	if (h->leaving)
		return sample_leaving(h, p);
	if (p->congested)
		count_stalls(h, p->congested);
	if (h->status == HARNESS_MISMATCH) {
		mem_sample(h->mem, h->before + h->cycle, p);
		done = h->cycle >= h->stop_at;
	} else {
		done = sample_running(h, p);
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
