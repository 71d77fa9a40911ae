/* turns.c - makes a machine, runs its warps in turn, and answers queries
 * SPDX-License-Identifier: Apache-2.0
 *
 * A warp runs until it waits at a barrier or is no longer active; then the next
 * warp runs. So warps take turns in another order than in the golden model.
 */
#include "oracle/stretch.h"

#include <stdlib.h>

/* --- the run ---------------------------------------------------------- */

/* Runs warp NUMBER to its next barrier, or to its end. */
static void run_warp(struct oracle *o, uint32_t number)
{
	struct walker first;

	while (o->warp[number].rest == READY && o->status == ORACLE_END &&
	       !o->no_memory) {
		enum walk how = stretch_run(o, number, &first);

		if (++o->steps > o->most)
			oracle_stop(o, ORACLE_LIMIT, "it takes too long");
		else if (how == WALK_MEET)
			oracle_meet(o, number);
		else if (how == WALK_TRAP)
			oracle_fall(o, number, &first);
	}
}

enum oracle_status oracle_run(struct oracle *o, uint64_t most)
{
	bool any = true, waiting = false;

	o->most = most;
	while (any && o->status == ORACLE_END && !o->no_memory) {
		any = waiting = false;
		for (uint32_t i = 0; i < warps_of(o); i++) {
			any |= o->warp[i].rest == READY;
			run_warp(o, i);
			waiting |= o->warp[i].rest == WAITING;
		}
	}
	if (o->no_memory)
		return ORACLE_NO_MEMORY;
	return o->status == ORACLE_END && waiting ? ORACLE_DEADLOCK : o->status;
}

/* --- interface ----------------------------------------------------------- */

static bool give_cores(struct oracle *o)
{
	o->core = calloc(o->cfg.cores, sizeof *o->core);
	o->warp = calloc(warps_of(o), sizeof *o->warp);
	for (uint32_t c = 0; o->core && c < o->cfg.cores; c++)
		if (!memory_new(&o->core[c].smem, machine_smem(&o->cfg),
				o->cfg.smem_size))
			return false;
	return o->core && o->warp;
}

static bool give_frames(struct oracle *o)
{
	for (uint32_t w = 0; w < warps_of(o); w++)
		for (uint32_t t = 0; t < o->cfg.threads; t++) {
			struct thread *x = &o->warp[w].thread[t];

			x->frames = calloc(o->cfg.stack + 1, sizeof *x->frames);
			if (!x->frames)
				return false;
		}
	return true;
}

/* With dispatch each core stands for a block: all its threads begin. */
static void begin_blocks(struct oracle *o)
{
	for (uint32_t i = 0; i < warps_of(o); i++) {
		o->warp[i].rest = READY;
		o->warp[i].end.ran = true;
		o->warp[i].party = UINT32_MAX >> (32 - o->cfg.threads);
		for (uint32_t t = 0; t < o->cfg.threads; t++)
			o->warp[i].thread[t].pc = o->cfg.reset_pc;
	}
}

/* Of each core the first thread of warp 0 is active. */
static void reset(struct oracle *o)
{
	for (uint32_t i = 0; i < warps_of(o); i++) {
		o->warp[i].rest = RESTING;
		*clock_of(o, i) = 1;
		if (i != first_of_core(o, i) || o->cfg.dispatch)
			continue;
		o->warp[i].rest = READY;
		o->warp[i].end.ran = true;
		o->warp[i].party = 1;
		o->warp[i].thread[0].pc = o->cfg.reset_pc;
	}
	if (o->cfg.dispatch)
		begin_blocks(o);
	for (uint32_t c = 0; c < o->cfg.cores; c++)
		for (uint32_t i = 3; i < 3 + o->cfg.selected; i++)
			o->core[c].event[i] = i;
}

struct oracle *oracle_new(const struct machine *config)
{
	struct oracle *o = calloc(1, sizeof *o);

	if (!o)
		return NULL;
	o->cfg = *config;
	if (!memory_new(&o->ram, config->ram_base, config->ram_size) ||
	    !give_cores(o) || !give_frames(o)) {
		oracle_free(o);
		return NULL;
	}
	reset(o);
	return o;
}

void oracle_free(struct oracle *o)
{
	if (!o)
		return;
	for (uint32_t w = 0; o->warp && w < warps_of(o); w++)
		for (uint32_t t = 0; t < ORACLE_MOST; t++)
			free(o->warp[w].thread[t].frames);
	for (uint32_t c = 0; o->core && c < o->cfg.cores; c++)
		memory_free(&o->core[c].smem);
	memory_free(&o->ram);
	free(o->core);
	free(o->warp);
	free(o->undo.at);
	free(o->decisions.at);
	free(o->printed.at);
	free(o->spawned.at);
	free(o->console);
	free(o);
}

bool oracle_write(struct oracle *o, uint32_t addr, const uint8_t *from,
		  size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t at = addr + (uint32_t)i, shift = 8 * (at % 4);
		uint32_t *word = from[i] ?
				 memory_place(&o->ram, at & ~UINT32_C(3)) :
				 NULL;

		if (from[i] && !word)
			return false;
		if (word)
			*word = (*word & ~(UINT32_C(0xff) << shift)) |
				(uint32_t)from[i] << shift;
	}
	return true;
}

const char *oracle_why(const struct oracle *o)
{
	return o->why;
}

uint32_t oracle_reg(const struct oracle *o, uint32_t warp, uint32_t thread,
		    uint32_t reg)
{
	const struct thread *t = &o->warp[warp].thread[thread];

	return reg < 32 ? t->x[reg] : t->f[reg - 32];
}

uint32_t oracle_fcsr(const struct oracle *o, uint32_t warp)
{
	return o->warp[warp].frm * 32 + o->warp[warp].fflags;
}

static const struct memory *memory_of(const struct oracle *o, uint32_t core,
				      uint32_t addr)
{
	return memory_has(&o->ram, addr) ? &o->ram : &o->core[core].smem;
}

uint32_t oracle_word(const struct oracle *o, uint32_t core, uint32_t addr)
{
	return memory_peek(memory_of(o, core, addr), addr);
}

bool oracle_untouched(const struct oracle *o, uint32_t core, uint32_t addr)
{
	const struct memory *m = memory_of(o, core, addr);

	return !m->pages[(addr - m->base) / 4 / PAGE_WORDS];
}

const struct oracle_end *oracle_end(const struct oracle *o, uint32_t warp)
{
	return &o->warp[warp].end;
}

const struct oracle_counts *oracle_counts(const struct oracle *o)
{
	return &o->counts;
}

bool oracle_exits(const struct oracle *o, uint32_t *code)
{
	*code = o->exit_code;
	return o->exits;
}

const uint8_t *oracle_console(const struct oracle *o, size_t *n)
{
	*n = o->console_count;
	return o->console;
}
