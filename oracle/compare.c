/* compare.c - runs a program on golden model and oracle, and compares them
 * SPDX-License-Identifier: Apache-2.0
 *
 * The order in which warps take turns differs between the two machines. So the
 * warp that halts or traps first or last may differ. The exit code and the trap
 * of the golden model must be those of some warp of the oracle, an exit code
 * that of one of core 0. If several warps ran, the bytes of the console are
 * compared without their order.
 */
#include "oracle/compare.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
	uint8_t *at;
	size_t count, room;
	bool short_of_memory;
};

struct pair {
	const struct machine *cfg;
	struct oracle *o;
	struct golden *g;
	enum oracle_status oracle_how;
	enum golden_status golden_how;
	struct bytes console;
	struct compare_result *r;
};

const char *compare_name(enum compare_what what)
{
	static const char *const names[] = {
		"same", "register", "fcsr", "memory", "shared memory",
		"console", "end", "trap",
		"exit code", "stack", "count", "race", "beyond", "no memory"
	};

	return names[what];
}

__attribute__((format(printf, 3, 4)))
static void fail(struct pair *p, enum compare_what what, const char *fmt, ...)
{
	va_list args;

	if (p->r->what != COMPARE_SAME)
		return;
	p->r->what = what;
	va_start(args, fmt);
	vsnprintf(p->r->text, sizeof p->r->text, fmt, args);
	va_end(args);
}

/* --- comparisons ------------------------------------------------------- */

/* The number of warps of all cores. W, below that: its core, its number
 * there. */
static uint32_t all_warps(const struct pair *p)
{
	return p->cfg->cores * p->cfg->warps;
}

static struct golden_core *core_of(const struct pair *p, uint32_t w)
{
	return golden_core(p->g, w / p->cfg->warps);
}

static uint32_t warp_of(const struct pair *p, uint32_t w)
{
	return w % p->cfg->warps;
}

static void compare_thread(struct pair *p, uint32_t w, uint32_t t)
{
	for (uint32_t reg = 0; reg < ISA_REGS; reg++) {
		uint32_t a = oracle_reg(p->o, w, t, reg);
		uint32_t b = golden_reg(core_of(p, w), warp_of(p, w), t, reg);

		if (a != b)
			fail(p, COMPARE_REGISTER,
			     "%s of thread %" PRIu32 ", warp %" PRIu32
			     ", core %" PRIu32 " is 0x%08" PRIx32
			     " by itself, 0x%08" PRIx32 " in the golden model",
			     isa_reg_name(reg), t, warp_of(p, w),
			     w / p->cfg->warps, a, b);
	}
}

static void compare_registers(struct pair *p)
{
	for (uint32_t w = 0; w < all_warps(p); w++)
		for (uint32_t t = 0; t < p->cfg->threads; t++)
			compare_thread(p, w, t);
}

/* The rounding modes and flags of floating point. */
static void compare_fcsrs(struct pair *p)
{
	for (uint32_t w = 0; w < all_warps(p); w++) {
		uint32_t a = oracle_fcsr(p->o, w);
		uint32_t b = golden_fcsr(core_of(p, w), warp_of(p, w));

		if (a != b)
			fail(p, COMPARE_FCSR,
			     "fcsr of warp %" PRIu32 ", core %" PRIu32
			     " is 0x%02" PRIx32 " by threads, 0x%02" PRIx32
			     " in the golden model",
			     warp_of(p, w), w / p->cfg->warps, a, b);
	}
}

static uint32_t word_of(const uint8_t *b)
{
	return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

static bool all_zero(const uint8_t *b, uint32_t n)
{
	return !b[0] && memcmp(b, b + 1, n - 1) == 0;
}

static void compare_words(struct pair *p, const uint8_t *golden, uint32_t core,
			  uint32_t base, uint32_t size, enum compare_what what)
{
	for (uint32_t at = 0; at < size && p->r->what == COMPARE_SAME;
	     at += 4) {
		uint32_t page = size - at < ORACLE_PAGE ? size - at :
							  ORACLE_PAGE,
			 a, b;

		if (at % ORACLE_PAGE == 0 &&
		    oracle_untouched(p->o, core, base + at) &&
		    all_zero(golden + at, page)) {
			at += page - 4;
			continue;
		}
		a = oracle_word(p->o, core, base + at);
		b = word_of(golden + at);

		if (a != b)
			fail(p, what,
			     "the word at 0x%08" PRIx32 " is 0x%08" PRIx32
			     " by threads, 0x%08" PRIx32
			     " in the golden model",
			     base + at, a, b);
	}
}

static uint32_t warps_that_ran(const struct pair *p)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < all_warps(p); w++)
		n += oracle_end(p->o, w)->ran;
	return n;
}

static int by_value(const void *a, const void *b)
{
	return *(const uint8_t *)a - *(const uint8_t *)b;
}

static void compare_console(struct pair *p)
{
	size_t n;
	const uint8_t *from = oracle_console(p->o, &n);
	uint8_t *copy = malloc(n + 1);

	if (!copy || p->console.short_of_memory) {
		free(copy);
		fail(p, COMPARE_NO_MEMORY, "out of memory");
		return;
	}
	if (n)
		memcpy(copy, from, n);
	if (n && warps_that_ran(p) > 1) {
		qsort(copy, n, 1, by_value);
		qsort(p->console.at, p->console.count, 1, by_value);
	}
	if (n != p->console.count)
		fail(p, COMPARE_CONSOLE,
		     "the console gets %zu bytes from threads, %zu from the "
		     "golden model",
		     n, p->console.count);
	else if (n && memcmp(copy, p->console.at, n) != 0)
		fail(p, COMPARE_CONSOLE, "the console gets other bytes");
	free(copy);
}

static void compare_end(struct pair *p)
{
	bool trapped = false;
	enum golden_status want;

	for (uint32_t w = 0; w < all_warps(p); w++)
		trapped |= oracle_end(p->o, w)->trapped;
	want = trapped ? GOLDEN_FAULT :
	       p->oracle_how == ORACLE_DEADLOCK ? GOLDEN_DEADLOCK :
						  GOLDEN_PASS;
	if (want != p->golden_how)
		fail(p, COMPARE_END,
		     "threads end with status %d, the golden model with %d",
		     (int)want, (int)p->golden_how);
}

static bool same_trap(const struct oracle_end *e, const struct golden_trap *t)
{
	return e->trapped && e->pc == t->pc && e->cause == t->cause &&
	       e->tval == t->tval;
}

static void compare_trap(struct pair *p)
{
	const struct golden_trap *t = golden_first_trap(p->g);
	uint32_t w = t->valid ? p->cfg->warps * t->core + t->warp : 0;

	if (t->valid && !same_trap(oracle_end(p->o, w), t))
		fail(p, COMPARE_TRAP,
		     "the golden model traps in warp %" PRIu32
		     " of core %" PRIu32 " at 0x%08" PRIx32
		     " with cause %" PRIu32 " and tval 0x%08" PRIx32
		     ", its threads do not",
		     t->warp, t->core, t->pc, t->cause, t->tval);
}

static void compare_exit_code(struct pair *p)
{
	uint32_t code, golden = golden_exit_code(p->g);
	bool some = false, any = false;

	if (oracle_exits(p->o, &code)) {
		some = true;
		any = code == golden;
	}
	for (uint32_t w = 0; w < p->cfg->warps && !some; w++) {
		const struct oracle_end *e = oracle_end(p->o, w);

		any |= e->halted && e->exit_code == golden;
	}
	for (uint32_t w = 0; w < p->cfg->warps; w++)
		some |= oracle_end(p->o, w)->halted;
	if (some ? !any : golden != 0)
		fail(p, COMPARE_EXIT,
		     "the exit code 0x%08" PRIx32 " is that of no warp",
		     golden);
}

static void compare_stacks(struct pair *p)
{
	for (uint32_t w = 0; w < all_warps(p); w++) {
		const struct oracle_end *e = oracle_end(p->o, w);
		uint32_t depth = golden_depth(core_of(p, w), warp_of(p, w));

		if (e->ran && p->oracle_how == ORACLE_END &&
		    e->entries != depth)
			fail(p, COMPARE_STACK,
			     "warp %" PRIu32 " of core %" PRIu32
			     " leaves %" PRIu32 " stack entries, %" PRIu32
			     " in the golden model",
			     warp_of(p, w), w / p->cfg->warps, e->entries,
			     depth);
	}
}

static void compare_count(struct pair *p, const char *name, uint64_t a,
			  uint64_t b)
{
	if (a != b)
		fail(p, COMPARE_COUNT, "%" PRIu64 " %s by threads, %" PRIu64
		     " in the golden model", a, name, b);
}

static void compare_counts(struct pair *p)
{
	const struct oracle_counts *o = oracle_counts(p->o);
	const struct golden_stats g = golden_total(p->g);

	compare_count(p, "instructions of warps", o->instructions,
		      g.instructions);
	compare_count(p, "instructions of threads", o->thread_instructions,
		      g.thread_instructions);
	compare_count(p, "divergent splits", o->splits, g.diverged);
	compare_count(p, "divergent branches", o->divergent_branches,
		      g.divergent_branches);
	p->r->instructions = g.instructions;
	p->r->thread_instructions = g.thread_instructions;
}

static void compare_all(struct pair *p)
{
	compare_end(p);
	compare_trap(p);
	compare_exit_code(p);
	compare_registers(p);
	compare_fcsrs(p);
	compare_words(p, golden_ram(p->g), 0, p->cfg->ram_base,
		      p->cfg->ram_size, COMPARE_MEMORY);
	for (uint32_t c = 0; c < p->cfg->cores; c++)
		compare_words(p, golden_smem(golden_core(p->g, c)), c,
			      machine_smem(p->cfg), p->cfg->smem_size,
			      COMPARE_SMEM);
	compare_console(p);
	compare_stacks(p);
	compare_counts(p);
}

/* --- run both ------------------------------------------------------------ */

static void put(void *ctx, uint8_t byte)
{
	struct bytes *b = ctx;

	if (b->count == b->room) {
		size_t room = 2 * b->room + 64;
		uint8_t *more = realloc(b->at, room);

		if (!more) {
			b->short_of_memory = true;
			return;
		}
		b->at = more;
		b->room = room;
	}
	b->at[b->count++] = byte;
}

/* Runs the golden model by golden_step, as the lockstep does: up to seven
 * instructions of each warp in turn. */
static enum golden_status step_all(struct golden *g, const struct machine *cfg,
				   uint64_t most)
{
	struct golden_effect fx;
	bool any = true;

	while (any && golden_total(g).instructions < most && !golden_exits(g)) {
		any = false;
		for (uint32_t w = 0; w < cfg->cores * cfg->warps; w++)
			for (uint32_t n = 0;
			     n < 7 && !golden_exits(g) &&
			     !golden_step(golden_core(g, w / cfg->warps),
					  w % cfg->warps, NULL, &fx);
			     n++)
				any = true;
	}
	for (uint32_t c = 0; golden_exits(g) && c < cfg->cores; c++)
		golden_stop(golden_core(g, c));
	if (golden_first_trap(g)->valid)
		return GOLDEN_FAULT;
	if (!golden_any_active(g))
		return GOLDEN_PASS;
	return any ? GOLDEN_LIMIT : GOLDEN_DEADLOCK;
}

/* CFG: of the golden model; p->cfg is the oracle's. */
static bool load(struct pair *p, const struct machine *cfg,
		 const struct compare_program *prog)
{
	p->o = oracle_new(p->cfg);
	if (!p->o || golden_new(cfg, &p->g) ||
	    golden_write(p->g, prog->first, prog->bytes, prog->count) ||
	    !oracle_write(p->o, prog->first, prog->bytes, prog->count))
		return false;
	golden_set_console(p->g, put, &p->console);
	return true;
}

/* Runs the oracle; false if the program cannot be compared. */
static bool run_oracle(struct pair *p, const struct compare_program *prog)
{
	p->oracle_how = oracle_run(p->o, 64 * prog->most);
	if (p->oracle_how == ORACLE_RACE || p->oracle_how == ORACLE_BEYOND) {
		fail(p,
		     p->oracle_how == ORACLE_RACE ? COMPARE_RACE :
						      COMPARE_BEYOND,
		     "%s", oracle_why(p->o));
		return false;
	}
	if (p->oracle_how == ORACLE_NO_MEMORY)
		fail(p, COMPARE_NO_MEMORY, "out of memory");
	if (p->oracle_how == ORACLE_LIMIT)
		fail(p, COMPARE_BEYOND, "it does not end");
	return p->r->what == COMPARE_SAME;
}

static void run_cores(struct pair *p, const struct compare_program *prog)
{
	if (!run_oracle(p, prog))
		return;
	p->golden_how = prog->step ? step_all(p->g, p->cfg, prog->most) :
				     golden_run(p->g, prog->most, 0, NULL);
	compare_all(p);
}

/* Loads PROG into a golden model of CFG and an oracle of ORACLE, and has RUN
 * compare them. */
static void compare(const struct machine *cfg, const struct machine *oracle,
		    const struct compare_program *prog,
		    struct compare_result *r,
		    void (*run)(struct pair *p,
				const struct compare_program *prog))
{
	struct pair p = { .cfg = oracle, .r = r };

	*r = (struct compare_result){ .what = COMPARE_SAME };
	if (load(&p, cfg, prog))
		run(&p, prog);
	else
		fail(&p, COMPARE_NO_MEMORY, "out of memory");
	oracle_free(p.o);
	golden_free(p.g);
	free(p.console.at);
}

void compare_run(const struct machine *cfg, const struct compare_program *prog,
		 struct compare_result *r)
{
	compare(cfg, cfg, prog, r, run_cores);
}

/* --- blocks --------------------------------------------------------------- */

/* Rings for the launch: p->cfg says how many blocks, and what one has. */
static void ring(const struct pair *p)
{
	const struct machine *m = p->cfg;
	const uint32_t word[ISA_LAUNCH_WORDS] = {
		[ISA_LAUNCH_PC] = m->reset_pc,
		[ISA_LAUNCH_GRID_X] = m->cores, [ISA_LAUNCH_GRID_Y] = 1,
		[ISA_LAUNCH_GRID_Z] = 1,
		[ISA_LAUNCH_DIM_X] = m->warps * m->threads,
		[ISA_LAUNCH_DIM_Y] = 1, [ISA_LAUNCH_DIM_Z] = 1,
		[ISA_LAUNCH_SMEM] = m->smem_size
	};

	golden_ring(p->g, 0, word);
}

static void run_blocks(struct pair *p, const struct compare_program *prog)
{
	struct golden_result result = { .reason = ISA_REFUSED_NONE };

	if (!run_oracle(p, prog))
		return;
	for (uint32_t w = 0; w < all_warps(p); w++)
		if (oracle_end(p->o, w)->trapped)
			fail(p, COMPARE_BEYOND,
			     "a trap ends other blocks at some time");
	if (p->r->what != COMPARE_SAME)
		return;
	ring(p);
	p->golden_how = golden_run(p->g, prog->most, 0, NULL);
	compare_end(p);
	if (p->golden_how == GOLDEN_PASS &&
	    (!golden_done(p->g, 0, &result) ||
	     result.end != ISA_LAUNCH_COMPLETE))
		fail(p, COMPARE_END, "the launch ends: %s",
		     isa_launch_end(result.end));
	compare_words(p, golden_ram(p->g), 0, p->cfg->ram_base,
		      p->cfg->ram_size, COMPARE_MEMORY);
	compare_console(p);
	compare_counts(p);
}

void compare_blocks(const struct machine *cfg, const struct machine *blocks,
		    const struct compare_program *prog,
		    struct compare_result *r)
{
	compare(cfg, blocks, prog, r, run_blocks);
}
