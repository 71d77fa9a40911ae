/* replay.c - give a stream of records to the checker
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/replay.h"

#include <stdlib.h>

void replay_start(struct replay *r, const struct ideal_config *config,
		  bool strict, const uint32_t *program, size_t count)
{
	const struct shape shape = {
		.lanes = config->lanes, .bus_bytes = config->bus_bytes,
		.access_bytes = config->access_bytes,
		.dcache = config->dcache, .smem_banks = config->smem_banks
	};
	const struct cosim_config rules = {
		.strict = strict, .liveness = REPLAY_LIVENESS,
		.events = config->events
	};

	if (golden_new(&config->machine, &r->golden) ||
	    cosim_new(&config->machine, &shape, &rules, r->golden,
		      &r->cosim))
		abort();
	for (size_t i = 0; i < count; i++) {
		uint32_t v = program[i];
		uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
				 (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

		if (cosim_write(r->cosim, config->machine.reset_pc +
				4 * (uint32_t)i, b, 4))
			abort();
	}
}

void replay_end(struct replay *r)
{
	cosim_free(r->cosim);
	golden_free(r->golden);
}

int replay_result(const struct replay *r)
{
	const struct cosim_mismatch *m = cosim_mismatch(r->cosim);

	return m ? (int)m->check : REPLAY_CLEAN;
}

/* Bit of the valid word, by kind. */
static uint32_t bit_of(uint32_t kind)
{
	switch (kind) {
#define RECORD(record, number, bit, words, text, when) \
	case number: return REC_BIT_##record;
#include "isa/records.def"
	}
	return 0;
}

static void put(struct cosim_core_view *v, const struct ideal_record *r)
{
	v->valid |= bit_of(r->kind);
	switch (r->kind) {
#define RECORD(record, number, bit, words, text, when) \
	case number: v->record = r->w; break;
#include "isa/records.def"
	}
}

static void tell(struct replay *r, uint32_t core, const uint32_t *w,
		 uint32_t kind)
{
	switch (kind) {
	case IDEAL_FETCH:
		cosim_note_fetch(r->cosim, core, w[0]);
		break;
	case IDEAL_READ:
		cosim_bus_read(r->cosim, core, COSIM_DBUS, 0, w[0], w[1]);
		break;
	case IDEAL_WRITE:
		cosim_bus_write(r->cosim, core, w[0], w + 2, w + 6, w[1]);
		break;
	case IDEAL_ERROR:
		cosim_bus_error(r->cosim, core, (enum cosim_port)w[2], 0, w[3],
				w[0], w[1]);
		break;
	}
}

/* Records of one cycle go together as long as the bits of their core rise, and
 * with them what the memory tells afterwards. */
int replay_records(struct replay *r, const struct ideal_stream *s)
{
	const struct ideal_record *at = s->records, *end = at + s->count;

	while (at < end) {
		struct cosim_core_view core[IDEAL_CORES] = { { .valid = 0 } };
		const struct cosim_view v = { .core = core };
		uint64_t cycle = at->cycle;

		for (; at < end && at->cycle == cycle &&
		     bit_of(at->kind) > core[at->core].valid; at++)
			put(&core[at->core], at);
		for (; at < end && at->cycle == cycle && !bit_of(at->kind);
		     at++)
			tell(r, at->core, at->w, at->kind);
		if (cosim_cycle(r->cosim, cycle, &v))
			break;
	}
	return replay_result(r);
}
