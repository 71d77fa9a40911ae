/* blocks.c - launches: which core gets which block, and ends
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

uint32_t golden_page_bytes(const struct machine *m)
{
	uint32_t bytes = m->smem_size / MOST_PAGES;

	if (m->smem_size < LEAST_PAGE)
		return m->smem_size;
	return bytes < LEAST_PAGE ? LEAST_PAGE : bytes;
}

static uint32_t page_count(const struct machine *m)
{
	return m->smem_size ? m->smem_size / golden_page_bytes(m) : 0;
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

/* A block of Ventus has one side; the words of the others are about private
 * memory. */
static bool has_sides(const struct machine *m)
{
	return m->dialect != MACHINE_VENTUS;
}

/* The threads of a block whose sides are good. */
static uint64_t threads_of(const struct machine *m, const uint32_t *word)
{
	const uint32_t *dim = &word[ISA_LAUNCH_DIM_X];

	return has_sides(m) ? (uint64_t)dim[0] * dim[1] * dim[2] : dim[0];
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
	if (bad_side(dim[0]) ||
	    (has_sides(m) && (bad_side(dim[1]) || bad_side(dim[2]))))
		return ISA_REFUSED_SIDE;
	if (threads_of(m, word) > (uint64_t)m->warps * m->threads)
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

/* A block of a whole launch starts with one warp. */
static struct golden_shape shape_of(const struct machine *m,
				    const uint32_t *word)
{
	uint32_t threads = (uint32_t)threads_of(m, word);
	uint32_t page = golden_page_bytes(m);

	if (flag(word, ISA_LAUNCH_WHOLE))
		return (struct golden_shape){ 1, m->warps, page_count(m),
					      m->barriers, 1 };
	return (struct golden_shape){
		.starts = (threads + m->threads - 1) / m->threads,
		.warps = (threads + m->threads - 1) / m->threads,
		.pages = page ? (word[ISA_LAUNCH_SMEM] + page - 1) / page : 0,
		.bars = barriers_of(word),
		.last = lowest((threads - 1) % m->threads + 1)
	};
}

/* --- places --------------------------------------------------------------- */

struct golden_launch *golden_launch_of(const struct golden_core *c,
				       const struct golden_block *b)
{
	return &c->machine->dispatcher.launch[b->launch];
}

struct golden_block *golden_block_of(const struct golden_core *c,
				     const struct golden_warp *w)
{
	return (struct golden_block *)&c->block[c->block_of[w->id]];
}

bool golden_launch_whole(const struct golden_launch *l)
{
	return flag(l->word, ISA_LAUNCH_WHOLE) != 0;
}

bool golden_whole(const struct golden_core *c, const struct golden_warp *w)
{
	return golden_launch_whole(golden_launch_of(c, golden_block_of(c, w)));
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

/* Are the N from AT on among COUNT, and not in use? */
static bool is_free(uint32_t used, uint32_t at, uint32_t n, uint32_t count)
{
	return at <= count && n <= count - at &&
	       (!n || !(used & lowest(n) << at));
}

/* The first place of a run of N free ones among COUNT, or COUNT + 1. */
static uint32_t first_fit(uint32_t used, uint32_t n, uint32_t count)
{
	uint32_t at = 0;

	while (at <= count && !is_free(used, at, n, count))
		at++;
	return at;
}

bool golden_runs_free(const struct golden_core *c, const struct golden_shape *s,
		      uint32_t page, uint32_t bar)
{
	struct taken used = taken(c);

	return is_free(used.pages, page, s->pages, page_count(&c->cfg)) &&
	       is_free(used.bars, bar, s->bars, c->cfg.barriers);
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

/* The warps of C that no block has, or will start. */
static uint32_t free_warps(const struct golden_core *c)
{
	uint32_t used = (uint32_t)__builtin_popcount(c->active);

	for (uint32_t i = 0; i < c->cfg.blocks; i++) {
		const struct golden_block *b = &c->block[i];

		if (b->busy && golden_launch_whole(golden_launch_of(c, b)))
			return 0;
		used += b->warps;
	}
	return c->cfg.warps - used;
}

bool golden_warps_free(const struct golden_core *c,
		       const struct golden_launch *l)
{
	if (golden_launch_whole(l))
		return l->next[0] == c->id && !any_block(c);
	return free_warps(c) >= l->shape.warps;
}

uint32_t golden_block_lacks(const struct golden_core *c,
			    const struct golden_launch *l)
{
	const struct golden_shape *s = &l->shape;
	struct taken used = taken(c);
	uint32_t pages = page_count(&c->cfg), bars = c->cfg.barriers;

	return (golden_warps_free(c, l) ? 0 : GOLDEN_LACKS_WARPS) |
	       (free_place(c) < c->cfg.blocks ? 0 : GOLDEN_LACKS_PLACES) |
	       (first_fit(used.pages, s->pages, pages) <= pages ? 0 :
		GOLDEN_LACKS_PAGES) |
	       (first_fit(used.bars, s->bars, bars) <= bars ? 0 :
		GOLDEN_LACKS_BARRIERS);
}

/* Has C room for a block of L? */
bool golden_block_fits(const struct golden_core *c,
		       const struct golden_launch *l)
{
	return !golden_block_lacks(c, l);
}

/* --- starts --------------------------------------------------------------- */

void golden_block_start(struct golden_core *c, struct golden_block *b,
			struct golden_warp *w)
{
	const struct golden_launch *l = golden_launch_of(c, b);

	c->block_of[w->id] = (uint32_t)(b - c->block);
	c->number[w->id] = l->shape.starts - b->warps;
	b->members |= UINT32_C(1) << w->id;
	golden_start(c, w, l->word[ISA_LAUNCH_PC], golden_next_mask(c, b));
	b->warps--;
}

uint32_t golden_next_mask(const struct golden_core *c,
			  const struct golden_block *b)
{
	return b->warps > 1 ? c->all : golden_launch_of(c, b)->shape.last;
}

void golden_block_spawned(struct golden_core *c, const struct golden_warp *by,
			  const struct golden_warp *w)
{
	c->block_of[w->id] = c->block_of[by->id];
	c->number[w->id] = w->id;
	golden_block_of(c, w)->members |= UINT32_C(1) << w->id;
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

void golden_block_give(struct golden_core *c, struct golden_launch *l,
		       uint32_t at, uint32_t page, uint32_t bar)
{
	struct golden_dispatcher *d = &c->machine->dispatcher;
	const struct golden_shape *s = &l->shape;

	c->block[at] = (struct golden_block){
		.busy = true, .launch = (uint32_t)(l - d->launch),
		.place = { l->next[0], l->next[1], l->next[2] },
		.page = page, .pages = s->pages,
		.bar = bar, .bars = s->bars, .warps = s->starts
	};
	l->resident++;
	d->turn = c->id;
	step_grid(l);
}

/* Gives the next block of L to C, which has room. */
static void give(struct golden_core *c, struct golden_launch *l)
{
	const struct golden_shape *s = &l->shape;
	struct taken used = taken(c);
	struct golden_block *b = &c->block[free_place(c)];

	golden_block_give(c, l, free_place(c),
			  first_fit(used.pages, s->pages, page_count(&c->cfg)),
			  first_fit(used.bars, s->bars, c->cfg.barriers));
	while (b->warps)
		golden_block_start(c, b, &c->warp[golden_lead(~c->active)]);
}

/* The core that gets the next block of L, or NULL. */
static struct golden_core *best_core(const struct golden *g,
				     const struct golden_launch *l)
{
	struct golden_core *best = NULL;

	for (uint32_t i = 1; i <= g->cfg.cores; i++) {
		struct golden_core *c =
			g->core[(g->dispatcher.turn + i) % g->cfg.cores];

		if (golden_block_fits(c, l) &&
		    (!best || free_warps(c) > free_warps(best)))
			best = c;
	}
	return best;
}

/* --- ends ----------------------------------------------------------------- */

bool golden_block_ended(const struct golden_block *b)
{
	return b->busy && !b->warps && !b->members;
}

/* Calls LEAVE for each block of launch SLOT in C. */
static void each_block(struct golden *g, uint32_t slot,
		       void (*leave)(struct golden_core *c,
				     struct golden_block *b))
{
	for (uint32_t i = 0; i < g->cfg.cores * g->cfg.blocks; i++) {
		struct golden_core *c = g->core[i / g->cfg.blocks];
		struct golden_block *b = &c->block[i % g->cfg.blocks];

		if (b->busy && b->launch == slot)
			leave(c, b);
	}
}

/* The warps of B that have not been started never are. */
static void drop_starts(struct golden_core *c, struct golden_block *b)
{
	(void)c;
	b->warps = 0;
}

static void kill_block(struct golden_core *c, struct golden_block *b)
{
	for (uint32_t m = b->members; m; m &= m - 1)
		golden_kill(c, &c->warp[golden_lead(m)]);
}

bool golden_launch_cut(struct golden *g, uint32_t slot)
{
	struct golden_launch *l = &g->dispatcher.launch[slot];
	bool running = l->state == GOLDEN_LAUNCH_RUNNING;

	if ((!running && l->state != GOLDEN_LAUNCH_QUEUED) || l->cut)
		return false;
	l->missed = !running || !l->out || l->resident;
	l->cut = l->out = true;
	each_block(g, slot, drop_starts);
	return true;
}

void golden_abort(struct golden *g, uint32_t slot)
{
	if (golden_launch_cut(g, slot))
		each_block(g, slot, kill_block);
}

void golden_block_trap(struct golden_core *c, const struct golden_trap *t)
{
	struct golden_block *b = golden_block_of(c, &c->warp[t->warp]);

	if (!b->trap.valid)
		b->trap = *t;
	if (!c->machine->dispatcher.follows)
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

/* With machine.clear: nothing of B is left. A device that golden follows says
 * when it clears shared memory. */
static void clear_block(struct golden_core *c, const struct golden_block *b)
{
	uint32_t page = golden_page_bytes(&c->cfg);

	if (!c->machine->dispatcher.follows)
		golden_clear_smem(c, b->page * page, b->pages * page);
	if (!golden_launch_whole(golden_launch_of(c, b)))
		return;
	for (uint32_t i = 0; i < c->cfg.warps; i++)
		golden_clear_warp(c, &c->warp[i]);
}

void golden_block_end(struct golden_core *c, struct golden_block *b)
{
	struct golden_launch *l = golden_launch_of(c, b);

	if (c->cfg.clear)
		clear_block(c, b);
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
		if (!golden_block_ended(&c->block[i]))
			continue;
		golden_block_end(c, &c->block[i]);
		any = true;
	}
	return any;
}

/* --- launches ------------------------------------------------------------- */

void golden_launch_end(struct golden *g, struct golden_launch *l)
{
	struct golden_dispatcher *d = &g->dispatcher;
	struct golden_result *r = &l->result;

	l->state = GOLDEN_LAUNCH_DONE;
	r->end = r->reason ? ISA_LAUNCH_REFUSED : r->trap.valid ?
		 ISA_LAUNCH_TRAPPED : l->missed ? ISA_LAUNCH_CUT :
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
		golden_launch_end(g, l);
		any = true;
	}
	return any;
}

const struct golden_launch *golden_first_in(const struct golden *g,
					    enum golden_launch_state state)
{
	const struct golden_launch *first = NULL;

	for (uint32_t i = 0; i < g->cfg.launches; i++) {
		const struct golden_launch *l = &g->dispatcher.launch[i];

		if (l->state == state &&
		    (state != GOLDEN_LAUNCH_RUNNING || !l->out) &&
		    (!first || l->order < first->order))
			first = l;
	}
	return first;
}

/* The same, to be changed. */
static struct golden_launch *first_of(struct golden *g,
				      enum golden_launch_state state)
{
	const struct golden_launch *l = golden_first_in(g, state);

	return l ? &g->dispatcher.launch[l - g->dispatcher.launch] : NULL;
}

static bool any_running(const struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.launches; i++)
		if (g->dispatcher.launch[i].state == GOLDEN_LAUNCH_RUNNING)
			return true;
	return false;
}

bool golden_may_begin(const struct golden *g, const struct golden_launch *l)
{
	return l && l == golden_first_in(g, GOLDEN_LAUNCH_QUEUED) &&
	       !golden_first_in(g, GOLDEN_LAUNCH_RUNNING) &&
	       !(flag(l->word, ISA_LAUNCH_ORDERED) && any_running(g));
}

void golden_launch_begin(struct golden *g, struct golden_launch *l)
{
	l->state = GOLDEN_LAUNCH_RUNNING;
	if (!l->cut)
		l->result.reason = golden_refuses(&g->cfg, l->word);
	l->out = l->cut || l->result.reason;
	if (!l->out)
		l->shape = shape_of(&g->cfg, l->word);
}

/* The first launch that waits begins, if it may. */
static bool begin_launch(struct golden *g)
{
	struct golden_launch *l = first_of(g, GOLDEN_LAUNCH_QUEUED);

	if (!golden_may_begin(g, l))
		return false;
	golden_launch_begin(g, l);
	return true;
}

static bool give_blocks(struct golden *g)
{
	struct golden_launch *l = first_of(g, GOLDEN_LAUNCH_RUNNING);
	struct golden_core *c = l ? best_core(g, l) : NULL;

	if (!c)
		return false;
	give(c, l);
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
	if (g->watch)
		golden_tell_ring(g, slot);
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
	d->exited = d->follows = false;
	d->turn = g->cfg.cores - 1;
	for (uint32_t i = 0; i < g->cfg.cores; i++)
		memset(g->core[i]->block, 0, sizeof g->core[i]->block);
}
