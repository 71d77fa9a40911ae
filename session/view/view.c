/* view.c - a pipeline view of a run: its instructions in memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/view/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4096, SEQS = 256 };

struct warp {
	int64_t open[SEQS];     /* ids of the instructions in flight */
	/* id of the last writer of each register */
	int64_t maker[GOLDEN_REGS];
	/* cycle since which it waits at a barrier; 0: it does not wait */
	uint64_t waits_since;
	bool at_block;          /* at that of its block: until it issues */
};

struct view {
	struct view_window window;
	uint32_t cores, warp_count, lanes;      /* warps of all cores */
	struct warp *warps;
	struct view_insn *at;   /* ids FIRST .. FIRST + COUNT - 1 */
	uint64_t first;
	size_t count, room;
	struct view_blocks blocks;
	struct view_wait *waits;
	size_t wait_count, wait_room;
	uint64_t now;
	bool lacks;             /* memory ran out */
};

/* --- life ------------------------------------------------------------- */

struct view *view_new(const struct view_window *window, uint32_t cores,
		      uint32_t warps, uint32_t lanes)
{
	struct view *v = calloc(1, sizeof *v);

	if (!v)
		return NULL;
	v->window = *window;
	v->cores = cores;
	v->warp_count = cores * warps;
	v->lanes = lanes;
	v->warps = calloc(v->warp_count, sizeof *v->warps);
	if (!v->warps || !view_blocks_new(&v->blocks, v->warp_count)) {
		view_free(v);
		return NULL;
	}
	for (uint32_t w = 0; w < v->warp_count; w++) {
		memset(v->warps[w].open, 0xFF, sizeof v->warps[w].open);
		memset(v->warps[w].maker, 0xFF, sizeof v->warps[w].maker);
	}
	return v;
}

void view_free(struct view *v)
{
	if (!v)
		return;
	free(v->warps);
	view_blocks_free(&v->blocks);
	free(v->at);
	free(v->waits);
	free(v);
}

/* --- the window ------------------------------------------------------- */

static uint64_t window_begin(const struct view *v)
{
	if (v->window.has_from)
		return v->window.from;
	return v->now > v->window.cycles ? v->now - v->window.cycles : 0;
}

static bool in_window(const struct view *v, uint64_t cycle)
{
	uint64_t begin = window_begin(v);

	return cycle >= begin && cycle - begin < v->window.cycles;
}

/* Drops instructions before the window, up to the first one inside it, and
 * waits that ended before it. */
static void drop_old(struct view *v)
{
	uint64_t begin = window_begin(v);
	size_t n = 0, kept = 0;

	while (n < v->count && v->at[n].select < begin)
		n++;
	v->count -= n;
	v->first += n;
	memmove(v->at, v->at + n, v->count * sizeof *v->at);
	for (size_t i = 0; i < v->wait_count; i++)
		if (v->waits[i].to >= begin)
			v->waits[kept++] = v->waits[i];
	v->wait_count = kept;
	view_blocks_drop(&v->blocks, begin);
}

struct view_blocks *view_blocks(struct view *v)
{
	return &v->blocks;
}

void view_range(const struct view *v, uint64_t *from, uint64_t *to)
{
	*from = window_begin(v);
	*to = *from + v->window.cycles < v->now + 1 ?
	      *from + v->window.cycles : v->now + 1;
}

void view_close(struct view *v)
{
	drop_old(v);
}

static void *grow(void *at, size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : FIRST_ROOM;
	void *new = realloc(at, more * size);

	if (new)
		*room = more;
	return new;
}

/* Makes room for an instruction: drops old ones if at least half can go, else
 * grows. */
static bool make_room(struct view *v)
{
	struct view_insn *more;

	if (v->count < v->room)
		return true;
	if (v->count && v->at[v->count / 2].select < window_begin(v))
		drop_old(v);
	if (v->count < v->room)
		return true;
	more = grow(v->at, &v->room, sizeof *v->at);
	if (more)
		v->at = more;
	v->lacks |= !more;
	return more != NULL;
}

/* --- instructions ----------------------------------------------------- */

static struct view_insn *find(struct view *v, int64_t id)
{
	uint64_t at = (uint64_t)id - v->first;

	return id >= 0 && (uint64_t)id >= v->first && at < v->count ?
	       &v->at[at] : NULL;
}

/* The number of WARP of FX's core among the warps of all cores. */
static uint32_t number_of(const struct view *v, const struct golden_effect *fx,
			  uint32_t warp)
{
	return fx->core * (v->warp_count / v->cores) + warp;
}

/* The slot that holds the id of the step's instruction. */
static int64_t *place(struct view *v, const struct cosim_step *step)
{
	uint32_t warp = number_of(v, step->effect, step->effect->warp);

	return &v->warps[warp].open[step->number % SEQS];
}

static struct view_insn *open(struct view *v, const struct cosim_step *step)
{
	return find(v, *place(v, step));
}

static enum view_unit unit_of(const struct golden_effect *fx)
{
	if (fx->kind == GOLDEN_TRAP || fx->kind == GOLDEN_INTERRUPT)
		return VIEW_CONTROL;
	if (!fx->foreign.valid && fx->op != ISA_INVALID &&
	    isa_combines(fx->op))
		return VIEW_ALU;
	switch (golden_class(fx)) {
	case ISA_CLASS_ALU: return VIEW_ALU;
	case ISA_CLASS_MUL: return VIEW_MULTIPLY;
	case ISA_CLASS_DIV: return VIEW_DIVIDE;
	case ISA_CLASS_FLOAT: return VIEW_FLOAT;
	case ISA_CLASS_CSR: return VIEW_CSR;
	case ISA_CLASS_LOAD:
	case ISA_CLASS_STORE:
	case ISA_CLASS_ATOMIC: return VIEW_MEMORY;
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_JUMP:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT: break;
	}
	return VIEW_CONTROL;
}

static uint32_t beats_of(const struct view *v, uint32_t tmask)
{
	uint32_t beats = 0;

	for (; tmask; tmask = v->lanes < 32 ? tmask >> v->lanes : 0)
		beats++;
	return beats ? beats : 1;
}

/* Sets the makers of instruction I's operands; then makes I the writer of its
 * own registers. */
static void note_makers(struct view *v, struct view_insn *i,
			const struct golden_effect *fx)
{
	int64_t *maker = v->warps[i->warp].maker;
	uint32_t regs[GOLDEN_SOURCES], count = golden_reads(fx, regs);

	for (uint32_t n = 0; n < GOLDEN_SOURCES; n++)
		i->makers[n] = n < count ? maker[regs[n]] : VIEW_NO_INSN;
	for (int n = 0; n < GOLDEN_WRITES; n++) {
		const struct golden_write *w = &fx->write[n];

		if (w->lanes && w->count == 1)
			v->warps[number_of(v, fx, w->warp)].maker[w->reg] =
				(int64_t)i->id;
	}
}

static void issued(struct view *v, const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;
	struct view_insn *i;
	uint32_t before;

	if ((v->window.has_from && !in_window(v, step->cycle)) || !make_room(v))
		return;
	i = &v->at[v->count];
	*i = (struct view_insn){
		.id = v->first + v->count, .number = step->number,
		.warp = number_of(v, fx, fx->warp),
		.pc = fx->pc, .code = golden_code(fx),
		.tmask = fx->tmask, .unit = unit_of(fx),
		.traps = fx->kind == GOLDEN_TRAP,
		.interrupt = fx->kind == GOLDEN_INTERRUPT,
		.store = fx->kind == GOLDEN_STORE,
		.issue = step->cycle, .end = step->cycle,
		.beats = beats_of(v, fx->tmask)
	};
	before = VIEW_BEFORE_ISSUE + i->beats - 1;
	i->select = step->cycle > before ? step->cycle - before : 0;
	note_makers(v, i, fx);
	*place(v, step) = (int64_t)i->id;
	v->count++;
}

static void add_beat(struct view_beat *beats, uint32_t *count,
		     const struct cosim_step *step)
{
	if (*count < VIEW_BEATS)
		beats[*count] = (struct view_beat){ step->cycle, step->lanes };
	(*count)++;
}

static void add_wait(struct view *v, uint32_t warp, uint32_t barrier)
{
	struct view_wait *more;

	if (v->wait_count == v->wait_room) {
		more = grow(v->waits, &v->wait_room, sizeof *v->waits);
		v->lacks |= !more;
		if (!more)
			return;
		v->waits = more;
	}
	v->waits[v->wait_count++] = (struct view_wait){
		warp, barrier, v->warps[warp].at_block,
		v->warps[warp].waits_since, v->now
	};
	v->warps[warp].waits_since = 0;
	v->warps[warp].at_block = false;
}

/* A warp executed bar. aux_mask is the set of released warps; the last warp to
 * arrive does not wait. Whom the barrier of a block releases no effect says: it
 * waits until its next instruction issues. */
static void barrier(struct view *v, const struct golden_effect *fx)
{
	uint32_t first = number_of(v, fx, 0);

	if (fx->waits)
		v->warps[first + fx->warp].waits_since = v->now;
	v->warps[first + fx->warp].at_block = fx->waits && fx->op != ISA_BAR;
	for (uint32_t w = first; w < v->warp_count && w - first < 32; w++) {
		if (!(fx->aux_mask >> (w - first) & 1) ||
		    !v->warps[w].waits_since)
			continue;
		add_wait(v, w, fx->aux_value);
	}
}

static void acted(struct view_insn *i, const struct cosim_step *step)
{
	i->control = step->cycle;
	i->next_tmask = step->effect->next_tmask;
}

static void happened(struct view_insn *i, const struct cosim_step *step)
{
	i->end = step->cycle;
	switch (step->kind) {
	case COSIM_STEP_SMEM:
	case COSIM_STEP_PERFORM:
		i->smem |= step->kind == COSIM_STEP_SMEM;
		i->miss |= step->miss;
		add_beat(i->accesses, &i->access_count, step);
		i->last_access = step->cycle;
		break;
	case COSIM_STEP_WRITE:
		add_beat(i->writes, &i->write_count, step);
		i->last_write = step->cycle;
		break;
	case COSIM_STEP_CONTROL:
		acted(i, step);
		break;
	case COSIM_STEP_DONE:
		i->done = true;
		break;
	case COSIM_STEP_ISSUE:
		break;
	}
}

void view_step(struct view *v, const struct cosim_step *step)
{
	struct view_insn *i;

	v->now = step->cycle;
	if (step->kind == COSIM_STEP_ISSUE) {
		uint32_t warp = number_of(v, step->effect, step->effect->warp);

		if (v->warps[warp].at_block)
			add_wait(v, warp, 0);
		*place(v, step) = VIEW_NO_INSN;
		issued(v, step);
		return;
	}
	if (step->kind == COSIM_STEP_CONTROL &&
	    step->effect->kind == GOLDEN_BAR)
		barrier(v, step->effect);
	i = open(v, step);
	if (i)
		happened(i, step);
}

void view_control(struct view *v, const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;

	if (step->kind == COSIM_STEP_CONTROL && !fx->next_tmask)
		view_blocks_end(&v->blocks, step->cycle,
				number_of(v, fx, fx->warp));
}

/* --- queries ---------------------------------------------------------- */

bool view_short(const struct view *v)
{
	return v->lacks || v->blocks.lacks;
}

size_t view_count(const struct view *v)
{
	return v->count;
}

const struct view_insn *view_at(const struct view *v, size_t i)
{
	return &v->at[i];
}

size_t view_wait_count(const struct view *v)
{
	return v->wait_count;
}

const struct view_wait *view_wait_at(const struct view *v, size_t i)
{
	return &v->waits[i];
}

void view_warp_name(const struct view *v, uint32_t warp, bool brief, char *buf,
		    size_t size)
{
	uint32_t each = v->warp_count / v->cores;
	char core[20] = "";

	if (v->cores > 1)
		snprintf(core, sizeof core, brief ? "c%" PRIu32 :
			 "core %" PRIu32 " ", warp / each);
	snprintf(buf, size, brief ? "%sw%" PRIu32 : "%swarp %" PRIu32, core,
		 warp % each);
}

uint32_t view_warps(const struct view *v)
{
	return v->warp_count;
}

const char *view_unit_name(enum view_unit unit)
{
	static const char *const names[VIEW_UNITS] = {
		[VIEW_ALU] = "ALU", [VIEW_MULTIPLY] = "multiplier",
		[VIEW_DIVIDE] = "divider",
		[VIEW_FLOAT] = "floating-point unit", [VIEW_CSR] = "CSR",
		[VIEW_MEMORY] = "load/store", [VIEW_CONTROL] = "warp control"
	};

	return names[unit];
}

void view_text(const struct view_insn *i, char *buf, size_t size)
{
	if (i->interrupt)
		snprintf(buf, size, "interrupt");
	else
		golden_code_text(&i->code, i->pc, buf, size);
}
