/* equiv.c - golden_run and golden_step agree, and effects tell all
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random programs: a run at full speed ends in the state of a run of single
 * steps (a traced run, or a watched one); and a shadow machine that knows
 * nothing but the effects ends there too. `equiv.t SEED` repeats one program.
 */
#include "tests/golden/program.h"

enum { PROGRAMS = 150, FEW = 30, MOST = 5000 };

static const uint32_t shapes[][2] = {
	/* warps, threads */
	{ 1, 1 }, { 4, 1 },  { 2, 2 },  { 4, 4 },   { 1, 8 },
	{ 8, 8 }, { 2, 16 }, { 4, 32 }, { 32, 32 },
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

struct shape {
	uint32_t warps, threads;
};

static bool same_regs(const struct golden_core *a,
		      const struct golden_core *b, struct shape s)
{
	for (uint32_t i = 0; i < s.warps * s.threads * 32; i++) {
		uint32_t warp = i / 32 / s.threads, lane = i / 32 % s.threads;
		if (golden_reg(a, warp, lane, i % 32) !=
		    golden_reg(b, warp, lane, i % 32))
			return false;
	}
	return true;
}

static bool same_warps(const struct golden_core *a,
		       const struct golden_core *b, struct shape s)
{
	for (uint32_t i = 0; i < s.warps; i++)
		if (golden_pc(a, i) != golden_pc(b, i) ||
		    golden_tmask(a, i) != golden_tmask(b, i) ||
		    golden_depth(a, i) != golden_depth(b, i) ||
		    golden_barrier(a, i) != golden_barrier(b, i))
			return false;
	return golden_active(a) == golden_active(b) &&
	       golden_waiting(a) == golden_waiting(b);
}

static bool same_ends(const struct golden *a, const struct golden *b)
{
	const struct golden_trap *s = golden_first_trap(a),
				 *t = golden_first_trap(b);
	const struct golden_stats *u = golden_stats(golden_core(a, 0));
	const struct golden_stats *v = golden_stats(golden_core(b, 0));

	return golden_exit_code(a) == golden_exit_code(b) &&
	       s->valid == t->valid && s->warp == t->warp && s->pc == t->pc &&
	       s->insn == t->insn && s->cause == t->cause &&
	       s->tval == t->tval && u->instructions == v->instructions &&
	       u->thread_instructions == v->thread_instructions &&
	       u->divergent_branches == v->divergent_branches;
}

static bool same_ram(struct golden *a, struct golden *b)
{
	return memcmp(golden_ram(a), golden_ram(b), RIG_SIZE) == 0;
}

/* What a watcher has seen. */
struct seen { uint64_t before, after; uint32_t started; };

static void see_before(void *ctx, struct golden_core *c,
		       const struct golden_effect *fx)
{
	((struct seen *)ctx)->before += golden_pc(c, fx->warp) == fx->pc;
}

static void see_after(void *ctx, struct golden_core *c,
		      const struct golden_effect *fx)
{
	((struct seen *)ctx)->after += golden_pc(c, fx->warp) == fx->next_pc;
}

static void see_start(void *ctx, struct golden_core *c, uint32_t warp)
{
	((struct seen *)ctx)->started += golden_active(c) >> warp & 1;
}

static bool saw_all(const struct seen *s, const struct golden *g)
{
	struct golden_stats all = golden_total(g);

	return s->before == all.instructions + all.trapped &&
	       s->after == s->before;
}

static bool run_equals_steps(uint64_t seed, struct shape s, FILE *nowhere)
{
	struct seen seen = { 0 };
	struct golden_watch watch = {
		.before = see_before, .after = see_after, .starts = see_start,
		.ctx = &seen
	};
	enum golden_status how_a, how_b;
	struct rig a, b;
	bool good;

	rig_open(&a, s.warps, s.threads);
	rig_open(&b, s.warps, s.threads);
	program_load(&a, seed, s.warps, s.threads);
	program_load(&b, seed, s.warps, s.threads);
	how_a = golden_run(a.g, MOST, 0, NULL);
	if (seed % 2)
		golden_watch(b.g, &watch);
	how_b = golden_run(b.g, MOST, 0, seed % 2 ? NULL : nowhere);
	golden_unwatch(b.g, &watch);
	good = how_a == how_b && (seed % 2 == 0 || saw_all(&seen, b.g)) &&
	       same_regs(golden_core(a.g, 0), golden_core(b.g, 0), s) &&
	       same_warps(golden_core(a.g, 0), golden_core(b.g, 0), s) &&
	       same_ends(a.g, b.g) && same_ram(a.g, b.g) &&
	       strcmp(a.text, b.text) == 0;
	rig_close(&a);
	rig_close(&b);
	return good;
}

/* What the effects say, and no more. */
struct shadow {
	uint32_t x[GOLDEN_MAX_WARPS][GOLDEN_MAX_THREADS][32];
	uint32_t pc[GOLDEN_MAX_WARPS], tmask[GOLDEN_MAX_WARPS],
		depth[GOLDEN_MAX_WARPS];
	uint32_t active, waiting;
	uint8_t ram[RIG_SIZE];
};

static struct shadow shadow;

static void shadow_start(struct rig *r, struct shape s)
{
	memset(&shadow, 0, sizeof shadow);
	memcpy(shadow.ram, golden_ram(r->g), RIG_SIZE);
	shadow.active = shadow.tmask[0] = 1;
	for (uint32_t i = 0; i < s.warps * s.threads * 32; i++)
		shadow.x[i / 32 / s.threads][i / 32 % s.threads][i % 32] =
			golden_reg(r->core, i / 32 / s.threads,
				   i / 32 % s.threads, i % 32);
	for (uint32_t i = 0; i < s.warps; i++)
		shadow.pc[i] = golden_pc(r->core, i);
}

static void shadow_write(const struct golden_write *w, uint32_t lane)
{
	uint32_t *x = shadow.x[w->warp][lane];

	if (w->count > 1)
		memcpy(x + w->reg, shadow.x[w->warp][0] + w->reg,
		       w->count * sizeof *x);
	else
		x[w->reg] = w->data[lane];
}

static void shadow_registers(const struct golden_effect *fx)
{
	for (int i = 0; i < GOLDEN_WRITES; i++)
		for (uint32_t lane = 0; lane < GOLDEN_MAX_THREADS; lane++)
			if (fx->write[i].lanes >> lane & 1)
				shadow_write(&fx->write[i], lane);
}

static void shadow_lane(const struct golden_access *a, uint32_t lane)
{
	for (uint32_t i = 0; i < a->size; i++) {
		uint32_t at = a->addr[lane] + i - RIG_BASE;

		if (at < RIG_SIZE)
			shadow.ram[at] = (uint8_t)(a->data[lane] >> 8 * i);
	}
}

static void shadow_store(const struct golden_effect *fx)
{
	const struct golden_access *a = &fx->access;

	for (uint32_t lane = 0; lane < GOLDEN_MAX_THREADS; lane++)
		if (a->op == GOLDEN_WRITE && a->lanes >> lane & 1)
			shadow_lane(a, lane);
}

static void shadow_control(const struct golden_effect *fx)
{
	uint32_t self = UINT32_C(1) << fx->warp;

	shadow.pc[fx->warp] = fx->next_pc;
	shadow.tmask[fx->warp] = fx->next_tmask;
	shadow.depth[fx->warp] = fx->depth;
	if (fx->next_tmask == 0)
		shadow.active &= ~self;
	if (fx->kind == GOLDEN_WSPAWN) {
		shadow.active |= fx->aux_mask;
		shadow.pc[fx->write[0].warp] = fx->aux_value;
		shadow.tmask[fx->write[0].warp] = 1;
		shadow.depth[fx->write[0].warp] = 0;
	}
	if (fx->kind == GOLDEN_BAR)
		shadow.waiting = fx->aux_mask ? shadow.waiting & ~fx->aux_mask
					      : shadow.waiting | self;
}

static bool shadow_agrees(struct golden *g, struct shape s)
{
	bool good = shadow.active == golden_active(golden_core(g, 0)) &&
		    shadow.waiting == golden_waiting(golden_core(g, 0)) &&
		    memcmp(shadow.ram, golden_ram(g), RIG_SIZE) == 0;

	for (uint32_t i = 0; i < s.warps; i++)
		good &= shadow.pc[i] == golden_pc(golden_core(g, 0), i) &&
			shadow.tmask[i] == golden_tmask(golden_core(g, 0), i) &&
			shadow.depth[i] == golden_depth(golden_core(g, 0), i);
	for (uint32_t i = 0; i < s.warps * s.threads * 32; i++)
		good &= shadow.x[i / 32 / s.threads][i / 32 % s.threads]
				[i % 32] ==
			golden_reg(golden_core(g, 0), i / 32 / s.threads,
				   i / 32 % s.threads, i % 32);
	return good;
}

/* A random interleaving of the warps, one instruction at a time. */
static bool effects_tell_all(uint64_t seed, struct shape s)
{
	struct golden_effect fx;
	uint64_t dice = seed;
	bool good = true;
	struct rig r;

	rig_open(&r, s.warps, s.threads);
	program_load(&r, seed, s.warps, s.threads);
	shadow_start(&r, s);
	for (unsigned i = 0; i < MOST; i++) {
		uint32_t warp = program_below(&dice, s.warps);
		if (golden_step(r.core, warp, NULL, &fx) != 0)
			continue;
		good &= fx.warp == warp && fx.pc == shadow.pc[warp] &&
			fx.tmask == shadow.tmask[warp];
		if (fx.kind == GOLDEN_TRAP)
			good &= fx.write[0].lanes == 0 && fx.next_pc == fx.pc &&
				fx.next_tmask == 0;
		shadow_registers(&fx);
		shadow_store(&fx);
		shadow_control(&fx);
	}
	good &= shadow_agrees(r.g, s);
	rig_close(&r);
	return good;
}

static void one_seed(uint64_t seed, struct shape s, FILE *nowhere,
		     unsigned bad[2])
{
	bool runs = run_equals_steps(seed, s, nowhere),
	     tells = effects_tell_all(seed, s);

	if ((!runs || !tells) && bad[0] + bad[1] < 10)
		diag("W=%u T=%u: %s differ; repeat with equiv.t %llu", s.warps,
		     s.threads, runs ? "effects" : "run and steps",
		     (unsigned long long)seed);
	bad[0] += !runs;
	bad[1] += !tells;
}

int main(int argc, char **argv)
{
	struct programs p = programs_of(argc, argv, PROGRAMS, FEW);

	for (unsigned i = 0; i < SHAPES; i++) {
		struct shape s = { shapes[i][0], shapes[i][1] };
		unsigned bad[2] = { 0, 0 };
		for (unsigned k = 0; k < p.count; k++)
			one_seed(p.first + k, s, p.nowhere, bad);
		ok(bad[0] == 0, "W=%u T=%u: golden_run equals steps", s.warps,
		   s.threads);
		ok(bad[1] == 0, "W=%u T=%u: effects tell all", s.warps,
		   s.threads);
	}
	fclose(p.nowhere);
	return tap_done();
}
