/* fuzz_launch.c - launches of a random program, on a machine with dispatch
 * SPDX-License-Identifier: Apache-2.0
 *
 * The program is the code of the blocks of a launch. All launches of a run have
 * the same code; grid, block, flags and the time of an abort are drawn for
 * each.
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>

#include "base/rnd.h"

enum { MOST_LAUNCHES = 6, MOST_BLOCKS = 5, LATEST_ABORT = 4000, EARLY = 12 };

struct machine fuzz_launch_machine(const struct machine *m)
{
	struct machine b = *m;

	b.warps = m->warps > 1 ? m->warps / 2 : 1;
	b.cores = MOST_BLOCKS;
	b.smem_size = m->smem_size * b.warps / m->warps;
	b.local_size = 0;
	return b;
}

/* A number in 1 .. MOST; half of the time MOST. */
static uint32_t up_to(struct rnd *r, uint32_t most)
{
	return rnd_below(r, 2) ? most : 1 + rnd_below(r, most);
}

/* Three sides whose product is at most MOST. */
static void draw_sides(struct rnd *r, uint32_t most, uint32_t *side)
{
	uint32_t first = rnd_below(r, 3);

	side[0] = side[1] = side[2] = 1;
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t *s = &side[(first + i) % 3];

		*s = up_to(r, most);
		most /= *s;
	}
}

/* One of the words becomes one that is refused. */
static void spoil(struct rnd *r, const struct machine *core, uint32_t *word)
{
	static const uint32_t bad[] = { 0, 1025, UINT32_MAX };

	switch (rnd_below(r, 6)) {
	case 0: word[ISA_LAUNCH_PC] += 1 + rnd_below(r, 3); break;
	case 1: word[ISA_LAUNCH_GRID_X + rnd_below(r, 3)] = 0; break;
	case 2: word[ISA_LAUNCH_DIM_X + rnd_below(r, 3)] =
			bad[rnd_below(r, 3)];
		break;
	case 3: word[ISA_LAUNCH_DIM_Y] =
			1 + core->warps * core->threads;
		break;
	case 4: word[ISA_LAUNCH_SMEM] = core->smem_size +
			up_to(r, 1u << rnd_below(r, 31));
		break;
	default:
		word[ISA_LAUNCH_GRID_X] = core->cores + up_to(r, 1u << 31);
		word[ISA_LAUNCH_FLAGS] |= ISA_LAUNCH_WHOLE;
	}
}

static void draw(struct rnd *r, const struct machine *core,
		 const struct machine *m, struct harness_launch *l)
{
	uint32_t *word = l->word;

	*l = (struct harness_launch){ .word = { m->reset_pc } };
	word[ISA_LAUNCH_ARG] = rnd_below(r, UINT32_MAX);
	draw_sides(r, m->cores, &word[ISA_LAUNCH_GRID_X]);
	draw_sides(r, m->warps * m->threads, &word[ISA_LAUNCH_DIM_X]);
	word[ISA_LAUNCH_SMEM] = m->smem_size;
	word[ISA_LAUNCH_FLAGS] = rnd_below(r, 4) ? 0 : ISA_LAUNCH_ORDERED;
	word[ISA_LAUNCH_FLAGS] |= rnd_below(r, 4) ? 0 : ISA_LAUNCH_FLUSH;
	word[ISA_LAUNCH_FLAGS] |= rnd_below(r, 4) ? 0 : ISA_LAUNCH_KEEP;
	word[ISA_LAUNCH_FLAGS] |= rnd_below(r, core->barriers + 1)
				  << ISA_LAUNCH_LOW_BARRIERS;
	if (!rnd_below(r, 16))
		spoil(r, core, word);
	if (!rnd_below(r, 4))
		l->abort = 1 + rnd_below(r, LATEST_ABORT);
}

void fuzz_launch_draw(struct launches *l, const struct machine *core,
		      const struct fuzz_program *p, bool host)
{
	struct rnd r;

	rnd_seed(&r, p->options.seed ^ 0x9e3779b9);
	l->count = 1 + rnd_below(&r, MOST_LAUNCHES);
	for (size_t i = 0; i < l->count; i++)
		draw(&r, core, &p->machine, &l->list[i]);
	if (host && !rnd_below(&r, 3))
		l->list[rnd_below(&r, (uint32_t)l->count)].reset =
			1 + rnd_below(&r, rnd_below(&r, 4) ? LATEST_ABORT :
				      EARLY);
}

static void print_sides(struct tpl_out *out, const char *name,
			const uint32_t *side)
{
	tpl_printf(out, ",%s=%" PRIu32 "x%" PRIu32 "x%" PRIu32, name, side[0],
		   side[1], side[2]);
}

void fuzz_launch_print(struct tpl_out *out, const struct launches *l)
{
	for (size_t i = 0; i < l->count; i++) {
		const uint32_t *word = l->list[i].word;
		uint32_t flags = word[ISA_LAUNCH_FLAGS];

		tpl_printf(out, " --launch 0x%" PRIx32 ",arg=%" PRIu32
			   ",smem=%" PRIu32 ",barriers=%" PRIu32,
			   word[ISA_LAUNCH_PC], word[ISA_LAUNCH_ARG],
			   word[ISA_LAUNCH_SMEM],
			   flags >> ISA_LAUNCH_LOW_BARRIERS);
		print_sides(out, "grid", &word[ISA_LAUNCH_GRID_X]);
		print_sides(out, "block", &word[ISA_LAUNCH_DIM_X]);
		if (l->list[i].abort)
			tpl_printf(out, ",abort=%" PRIu32, l->list[i].abort);
		if (l->list[i].reset)
			tpl_printf(out, ",reset=%" PRIu32, l->list[i].reset);
		if (flags & ISA_LAUNCH_ORDERED)
			tpl_printf(out, ",ordered");
		if (flags & ISA_LAUNCH_FLUSH)
			tpl_printf(out, ",flush");
		if (flags & ISA_LAUNCH_KEEP)
			tpl_printf(out, ",keep");
		if (flags & ISA_LAUNCH_WHOLE)
			tpl_printf(out, ",whole");
	}
}
