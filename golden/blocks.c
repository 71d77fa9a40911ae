/* blocks.c - launches: which core gets which block, ends, barriers of blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * Launches begin in the order of their doorbells. The blocks of a launch are
 * given in the order of their numbers, x first, each to the core with the most
 * free warps among those with room; cores with equally many take turns. The
 * next launch begins when all blocks of the last one are given. A launch is
 * done when all its blocks have ended.
 */
#include "golden/core.h"

enum { LEAST_PAGE = 64, MOST_PAGES = 16, MOST_SIDE = 1024 };

/* --- sizes ---------------------------------------------------------------- */

static uint32_t page_bytes(const struct machine *m)
{
	uint32_t bytes = m->smem_size / MOST_PAGES;

	if (m->smem_size < LEAST_PAGE)
		return m->smem_size;
	return bytes < LEAST_PAGE ? LEAST_PAGE : bytes;
}

static uint32_t page_count(const struct machine *m)
{
	return m->smem_size ? m->smem_size / page_bytes(m) : 0;
}

static uint32_t flag(const uint32_t *word, enum isa_launch_flag mask)
{
	return word[ISA_LAUNCH_FLAGS] & (uint32_t)mask;
}

static uint32_t barriers_of(const uint32_t *word)
{
	return flag(word, ISA_LAUNCH_BARRIERS) >> ISA_LAUNCH_LOW_BARRIERS;
}

static bool bad_side(uint32_t threads)
{
	return threads == 0 || threads > MOST_SIDE;
}

/* The threads of a block whose sides are good. */
static uint64_t threads_of(const uint32_t *word)
{
	return (uint64_t)word[ISA_LAUNCH_DIM_X] * word[ISA_LAUNCH_DIM_Y] *
	       word[ISA_LAUNCH_DIM_Z];
}

enum isa_refused golden_refuses(const struct machine *m,
				const uint32_t word[ISA_LAUNCH_WORDS])
{
	const uint32_t *grid = &word[ISA_LAUNCH_GRID_X];
	const uint32_t *dim = &word[ISA_LAUNCH_DIM_X];

	if (word[ISA_LAUNCH_PC] % 4)
		return ISA_REFUSED_PC;
	if (!grid[0] || !grid[1] || !grid[2])
		return ISA_REFUSED_GRID;
	if (bad_side(dim[0]) || bad_side(dim[1]) || bad_side(dim[2]))
		return ISA_REFUSED_SIDE;
	if (threads_of(word) > (uint64_t)m->warps * m->threads)
		return ISA_REFUSED_THREADS;
	if (word[ISA_LAUNCH_SMEM] > m->smem_size)
		return ISA_REFUSED_SMEM;
	if (barriers_of(word) > m->barriers)
		return ISA_REFUSED_BARRIERS;
	if (flag(word, ISA_LAUNCH_WHOLE) &&
	    (grid[0] > m->cores || grid[1] != 1 || grid[2] != 1))
		return ISA_REFUSED_WHOLE;
	return ISA_REFUSED_NONE;
}

/* The lowest N of the bits of a mask; N is at most 32. */
static uint32_t lowest(uint32_t n)
{
	return n ? UINT32_MAX >> (32 - n) : 0;
}

static struct golden_shape shape_of(const struct machine *m,
				    const uint32_t *word)
{
	uint32_t threads = (uint32_t)threads_of(word), page = page_bytes(m);

	if (flag(word, ISA_LAUNCH_WHOLE))
		return (struct golden_shape){ m->warps, page_count(m),
					      m->barriers, 1 };
	return (struct golden_shape){
		.warps = (threads + m->threads - 1) / m->threads,
		.pages = page ? (word[ISA_LAUNCH_SMEM] + page - 1) / page : 0,
		.bars = barriers_of(word),
		.last = lowest((threads - 1) % m->threads + 1)
	};
}

/* --- places --------------------------------------------------------------- */

static struct golden_launch *launch_of(const struct golden_core *c,
				       const struct golden_block *b)
{
	return &c->machine->dispatcher.launch[b->launch];
}

struct golden_block *golden_block_of(const struct golden_core *c,
				     const struct golden_warp *w)
{
	return (struct golden_block *)&c->block[c->block_of[w->id]];
}

static bool is_whole(const struct golden_launch *l)
{
	return flag(l->word, ISA_LAUNCH_WHOLE) != 0;
}

bool golden_whole(const struct golden_core *c, const struct golden_warp *w)
{
	return is_whole(launch_of(c, golden_block_of(c, w)));
}

/* A mask of the pages, or barriers, that blocks of C have. */
struct taken { uint32_t pages, bars; };

static struct taken taken(const struct golden_core *c)
{
	struct taken all = { 0, 0 };

	for (uint32_t i = 0; i < c->cfg.blocks; i++) {
		const struct golden_block *b = &c->block[i];

		if (!b->busy)
			continue;
		all.pages |= lowest(b->pages) << b->page;
		all.bars |= b->bars ? lowest(b->bars) << b->bar : 0;
	}
	return all;
}

/* The first place of a run of N free ones among COUNT, or COUNT + 1. */
static uint32_t first_fit(uint32_t used, uint32_t n, uint32_t count)
{
	for (uint32_t at = 0; at + n <= count; at++)
		if (!n || !(used & lowest(n) << at))
			return at;
	return count + 1;
}

/* A free place for a block in C, or cfg.blocks. */
static uint32_t free_place(const struct golden_core *c)
{
	uint32_t at = 0;

	while (at < c->cfg.blocks && c->block[at].busy)
		at++;
	return at;
}

static bool any_block(const struct golden_core *c)
{
	for (uint32_t i = 0; i < c->cfg.blocks; i++)
		if (c->block[i].busy)
			return true;
	return false;
}

static uint32_t free_warps(const struct golden_core *c)
{
	return c->cfg.warps - (uint32_t)__builtin_popcount(c->active);
}

/* Has C room for a block of L? */
static bool has_room(const struct golden_core *c, const struct golden_launch *l)
{
	const struct golden_shape *s = &l->shape;
	struct taken used = taken(c);

	if (is_whole(l))
		return l->next[0] == c->id && !any_block(c);
	return free_place(c) < c->cfg.blocks && free_warps(c) >= s->warps &&
	       first_fit(used.pages, s->pages, page_count(&c->cfg)) <=
	       page_count(&c->cfg) &&
	       first_fit(used.bars, s->bars, c->cfg.barriers) <=
	       c->cfg.barriers;
}

/* --- starts --------------------------------------------------------------- */

static void start_warp(struct golden_core *c, uint32_t place, uint32_t number,
		       uint32_t tmask)
{
	struct golden_block *b = &c->block[place];
	struct golden_warp *w = &c->warp[golden_lead(~c->active)];

	c->block_of[w->id] = place;
	c->number[w->id] = number;
	b->members |= UINT32_C(1) << w->id;
	b->warps--;
	golden_start(c, w, launch_of(c, b)->word[ISA_LAUNCH_PC], tmask);
}

void golden_block_spawned(struct golden_core *c, const struct golden_warp *by,
			  const struct golden_warp *w)
{
	c->block_of[w->id] = c->block_of[by->id];
	c->number[w->id] = w->id;
	golden_block_of(c, w)->members |= UINT32_C(1) << w->id;
}

/* Gives the next block of L to C, which has room. */
static void give(struct golden_core *c, struct golden_launch *l)
{
	struct golden_dispatcher *d = &c->machine->dispatcher;
	const struct golden_shape *s = &l->shape;
	struct taken used = taken(c);
	uint32_t at = free_place(c), count = is_whole(l) ? 1 : s->warps;

	c->block[at] = (struct golden_block){
		.busy = true, .launch = (uint32_t)(l - d->launch),
		.place = { l->next[0], l->next[1], l->next[2] },
		.page = first_fit(used.pages, s->pages, page_count(&c->cfg)),
		.pages = s->pages,
		.bar = first_fit(used.bars, s->bars, c->cfg.barriers),
		.bars = s->bars, .warps = count
	};
	l->resident++;
	d->turn = c->id;
	for (uint32_t i = 0; i < count; i++)
		start_warp(c, at, i, i + 1 < count ? c->all : s->last);
}

/* L goes on to its next block. */
static void step_grid(struct golden_launch *l)
{
	const uint32_t *grid = &l->word[ISA_LAUNCH_GRID_X];

	for (int i = 0; i < 3; i++) {
		if (++l->next[i] < grid[i])
			return;
		l->next[i] = 0;
	}
	l->out = true;
}

/* The core that gets the next block of L, or NULL. */
static struct golden_core *best_core(const struct golden *g,
				     const struct golden_launch *l)
{
	struct golden_core *best = NULL;

	for (uint32_t i = 1; i <= g->cfg.cores; i++) {
		struct golden_core *c =
			g->core[(g->dispatcher.turn + i) % g->cfg.cores];

		if (has_room(c, l) &&
		    (!best || free_warps(c) > free_warps(best)))
			best = c;
	}
	return best;
}

/* --- ends ----------------------------------------------------------------- */

static bool has_ended(const struct golden_block *b)
{
	return b->busy && !b->warps && !b->members;
}

/* The phase of B is complete when each of its warps has arrived: those that
 * wait go on. */
static void end_phase(struct golden_core *c, struct golden_block *b)
{
	if (b->warps || !b->members || b->members & ~b->arrived)
		return;
	c->waiting &= ~b->waiting;
	b->arrived = b->waiting = 0;
	b->phase = (b->phase + 1) & 255;
}

void golden_block_left(struct golden_core *c, const struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = ~(UINT32_C(1) << w->id);

	b->members &= self;
	b->arrived &= self;
	b->waiting &= self;
	end_phase(c, b);
}

/* Halts the warps of launch SLOT, and those that have not begun never do. */
static void kill_launch(struct golden_core *c, uint32_t slot)
{
	for (uint32_t i = 0; i < c->cfg.blocks; i++) {
		struct golden_block *b = &c->block[i];

		if (!b->busy || b->launch != slot)
			continue;
		b->warps = 0;
		for (uint32_t m = b->members; m; m &= m - 1)
			golden_kill(c, &c->warp[golden_lead(m)]);
	}
}

void golden_abort(struct golden *g, uint32_t slot)
{
	struct golden_launch *l = &g->dispatcher.launch[slot];

	if (l->state != GOLDEN_LAUNCH_QUEUED &&
	    l->state != GOLDEN_LAUNCH_RUNNING)
		return;
	l->cut = l->out = true;
	for (uint32_t i = 0; i < g->cfg.cores; i++)
		kill_launch(g->core[i], slot);
}

void golden_block_trap(struct golden_core *c, const struct golden_trap *t)
{
	struct golden_block *b = golden_block_of(c, &c->warp[t->warp]);

	if (!b->trap.valid)
		b->trap = *t;
	golden_abort(c->machine, b->launch);
}

/* The first write of mexit sets the exit code. */
static void note_exit(struct golden *g, const struct golden_trap *t)
{
	if (t->cause != ISA_CAUSE_EXIT || g->dispatcher.exited)
		return;
	g->exit_code = t->tval;
	g->dispatcher.exited = true;
}

/* Counts the end of B. */
static void end_block(struct golden_core *c, struct golden_block *b)
{
	struct golden_launch *l = launch_of(c, b);

	l->resident--;
	if (b->trap.valid && !l->result.trap.valid) {
		l->result.trap = b->trap;
		memcpy(l->result.place, b->place, sizeof b->place);
		note_exit(c->machine, &b->trap);
	}
	*b = (struct golden_block){ .busy = false };
}

static bool end_blocks(struct golden_core *c)
{
	bool any = false;

	for (uint32_t i = 0; i < c->cfg.blocks; i++) {
		if (!has_ended(&c->block[i]))
			continue;
		end_block(c, &c->block[i]);
		any = true;
	}
	return any;
}

/* --- launches ------------------------------------------------------------- */

static void end_launch(struct golden *g, struct golden_launch *l)
{
	struct golden_dispatcher *d = &g->dispatcher;
	struct golden_result *r = &l->result;

	l->state = GOLDEN_LAUNCH_DONE;
	r->end = r->reason ? ISA_LAUNCH_REFUSED : r->trap.valid ?
		 ISA_LAUNCH_TRAPPED : l->cut ? ISA_LAUNCH_CUT :
		 ISA_LAUNCH_COMPLETE;
	if (d->done)
		d->done(d->done_ctx, (uint32_t)(l - d->launch));
}

static bool end_launches(struct golden *g)
{
	bool any = false;

	for (uint32_t i = 0; i < g->cfg.launches; i++) {
		struct golden_launch *l = &g->dispatcher.launch[i];
		bool begun = l->state == GOLDEN_LAUNCH_RUNNING;

		if (!(begun || (l->state == GOLDEN_LAUNCH_QUEUED && l->cut)) ||
		    !l->out || l->resident)
			continue;
		end_launch(g, l);
		any = true;
	}
	return any;
}

/* The launch in STATE that was rung first, or NULL; of those that run, one that
 * has blocks to give. */
static struct golden_launch *first_in(struct golden *g,
				      enum golden_launch_state state)
{
	struct golden_launch *first = NULL;

	for (uint32_t i = 0; i < g->cfg.launches; i++) {
		struct golden_launch *l = &g->dispatcher.launch[i];

		if (l->state == state &&
		    (state != GOLDEN_LAUNCH_RUNNING || !l->out) &&
		    (!first || l->order < first->order))
			first = l;
	}
	return first;
}

static bool any_running(const struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.launches; i++)
		if (g->dispatcher.launch[i].state == GOLDEN_LAUNCH_RUNNING)
			return true;
	return false;
}

/* The first launch that waits begins, if it may. */
static bool begin_launch(struct golden *g)
{
	struct golden_launch *l = first_in(g, GOLDEN_LAUNCH_QUEUED);

	if (!l || first_in(g, GOLDEN_LAUNCH_RUNNING) ||
	    (flag(l->word, ISA_LAUNCH_ORDERED) && any_running(g)))
		return false;
	l->state = GOLDEN_LAUNCH_RUNNING;
	l->result.reason = golden_refuses(&g->cfg, l->word);
	l->out = l->cut || l->result.reason;
	if (!l->result.reason)
		l->shape = shape_of(&g->cfg, l->word);
	return true;
}

static bool give_blocks(struct golden *g)
{
	struct golden_launch *l = first_in(g, GOLDEN_LAUNCH_RUNNING);
	struct golden_core *c = l ? best_core(g, l) : NULL;

	if (!c)
		return false;
	give(c, l);
	step_grid(l);
	return true;
}

void golden_dispatch(struct golden *g)
{
	bool any = true;

	while (any) {
		any = false;
		for (uint32_t i = 0; i < g->cfg.cores; i++)
			any |= end_blocks(g->core[i]);
		any |= end_launches(g) || begin_launch(g) || give_blocks(g);
	}
}

bool golden_launched(const struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.launches && g->cfg.dispatch; i++)
		if (g->dispatcher.launch[i].state == GOLDEN_LAUNCH_QUEUED ||
		    g->dispatcher.launch[i].state == GOLDEN_LAUNCH_RUNNING)
			return true;
	return false;
}

int golden_ring(struct golden *g, uint32_t slot,
		const uint32_t word[ISA_LAUNCH_WORDS])
{
	struct golden_launch *l = &g->dispatcher.launch[slot];

	if (l->state != GOLDEN_LAUNCH_FREE)
		return GOLDEN_E_BUSY;
	*l = (struct golden_launch){ .state = GOLDEN_LAUNCH_QUEUED,
				     .order = g->dispatcher.orders++ };
	memcpy(l->word, word, sizeof l->word);
	return 0;
}

bool golden_done(const struct golden *g, uint32_t slot,
		 struct golden_result *result)
{
	const struct golden_launch *l = &g->dispatcher.launch[slot];

	if (result && l->state == GOLDEN_LAUNCH_DONE)
		*result = l->result;
	return l->state == GOLDEN_LAUNCH_DONE;
}

void golden_acknowledge(struct golden *g, uint32_t slot)
{
	if (golden_done(g, slot, NULL))
		g->dispatcher.launch[slot].state = GOLDEN_LAUNCH_FREE;
}

void golden_when_done(struct golden *g, void (*done)(void *ctx, uint32_t slot),
		      void *ctx)
{
	g->dispatcher.done = done;
	g->dispatcher.done_ctx = ctx;
}

void golden_dispatcher_reset(struct golden *g)
{
	struct golden_dispatcher *d = &g->dispatcher;

	memset(d->launch, 0, sizeof d->launch);
	d->orders = 0;
	d->exited = false;
	d->turn = g->cfg.cores - 1;
	for (uint32_t i = 0; i < g->cfg.cores; i++)
		memset(g->core[i]->block, 0, sizeof g->core[i]->block);
}

/* --- what a warp sees ----------------------------------------------------- */

bool golden_block_csr(const struct golden_core *c, const struct golden_warp *w,
		      uint32_t lane, uint32_t address, uint32_t *value)
{
	const struct golden_block *b = golden_block_of(c, w);
	uint32_t number = c->number[w->id];

	if (address < ISA_CSR_LAUNCH_PC + ISA_LAUNCH_WORDS) {
		*value = launch_of(c, b)->word[address - ISA_CSR_LAUNCH_PC];
		return true;
	}
	switch (address) {
	case ISA_CSR_BLOCK_THREAD:
		*value = number * c->cfg.threads + lane;
		return true;
	case ISA_CSR_BLOCK_WARP: *value = number; return true;
	case ISA_CSR_BLOCK_SMEM:
		*value = GOLDEN_SMEM + b->page * page_bytes(&c->cfg);
		return true;
	case ISA_CSR_BLOCK_PHASE: *value = b->phase; return true;
	case ISA_CSR_BLOCK_SLOT:
		*value = c->block_of[w->id] << 16 | b->launch;
		return true;
	case ISA_CSR_BLOCK_X: case ISA_CSR_BLOCK_Y: case ISA_CSR_BLOCK_Z:
		*value = b->place[address - ISA_CSR_BLOCK_X];
		return true;
	default: return false;
	}
}

/* --- barriers of a block -------------------------------------------------- */

/* W arrives; false: it has arrived before. */
static bool arrives(struct golden_core *c, struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = UINT32_C(1) << w->id;

	if (b->arrived & self)
		return false;
	b->arrived |= self;
	return true;
}

static enum golden_flow waits(struct golden_core *c, struct golden_warp *w)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t self = UINT32_C(1) << w->id;

	b->waiting |= self;
	c->waiting |= self;
	end_phase(c, b);
	return c->waiting & self ? GOLDEN_STOP : GOLDEN_GO;
}

enum golden_flow golden_bar_sync(struct golden_core *c, struct golden_warp *w,
				 const struct golden_insn *d)
{
	(void)d;
	if (!arrives(c, w))
		return golden_trap(c, w, ISA_CAUSE_BAR_TWICE, 0);
	w->pc += 4;
	return waits(c, w);
}

enum golden_flow golden_bar_arrive(struct golden_core *c, struct golden_warp *w,
				   const struct golden_insn *d)
{
	struct golden_block *b = golden_block_of(c, w);
	uint32_t *rd = golden_row(c, w, d->rd), phase = b->phase;

	if (!arrives(c, w))
		return golden_trap(c, w, ISA_CAUSE_BAR_TWICE, 0);
	for (uint32_t m = w->tmask; m; m &= m - 1)
		rd[golden_lead(m)] = phase;
	w->pc += 4;
	end_phase(c, b);
	return GOLDEN_GO;
}

/* Waits until the phase is another than that in the leader's rs1. Phases are
 * compared by their lowest bit: a warp that has arrived is at most one phase
 * behind. */
enum golden_flow golden_bar_wait(struct golden_core *c, struct golden_warp *w,
				 const struct golden_insn *d)
{
	uint32_t given = golden_row(c, w, d->rs1)[golden_lead(w->tmask)];

	w->pc += 4;
	if ((given ^ golden_block_of(c, w)->phase) & 1)
		return GOLDEN_GO;
	return waits(c, w);
}
