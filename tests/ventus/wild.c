/* wild.c - random instructions cannot break the model of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * Work-groups of random shapes run random words of the tables, with jumps and
 * accesses anywhere. Each instruction is checked against its own effect: the
 * registers, pc and mask that it names are those of the warp; behind a trap the
 * warp has ended where it was. The sanitizers look for the rest.
 */
#include <inttypes.h>

#include "base/rnd.h"
#include "golden/ventus/vt.h"
#include "tests/tap.h"

#define CODE UINT32_C(0x80000000)

enum { WORDS = 512, GROUPS = 3000, STEPS = 2000 };

static struct rnd rnd;
static unsigned long executed[VT_OP_COUNT], traps, wrong;

static uint32_t word_of_some_row(void)
{
	const struct vt_row *row =
		vt_row((enum vt_op)rnd_below(&rnd, VT_OP_COUNT));
	uint32_t word = rnd_u32(&rnd);

	/* Some branches and jumps go a short way. */
	if (rnd_below(&rnd, 4) && (row->class == VT_CLASS_BRANCH ||
				   row->class == VT_CLASS_VBRANCH))
		word &= 0x01FFFF7F;
	return (word & ~row->mask) | row->match;
}

/* A value of a register: often an address that is mapped. */
static uint32_t operand(void)
{
	uint32_t near = rnd_below(&rnd, WORDS * 4);

	switch (rnd_below(&rnd, 4)) {
	case 0:
		return CODE + (near & ~UINT32_C(3));
	case 1:
		return VT_LDS_BASE + (near & ~UINT32_C(3));
	case 2:
		return rnd_below(&rnd, 8);
	}
	return rnd_u32(&rnd);
}

static void start(struct vt *m)
{
	struct vt_group g = {
		.pc = CODE, .pds = CODE, .lds = VT_LDS_BASE,
		.threads = 1 + rnd_below(&rnd, VT_MAX_THREADS),
		.warps = 1 + rnd_below(&rnd, 4),
		.lds_bytes = rnd_below(&rnd, 4) * WORDS
	};

	for (uint32_t i = 0; i < WORDS; i++)
		vt_store(m, CODE + 4 * i, 4, word_of_some_row());
	vt_start(m, &g);
	for (uint32_t w = 0; w < g.warps; w++)
		for (uint32_t r = 1; r < 32; r++) {
			vt_set_x(m, w, r, operand());
			for (uint32_t lane = 0; lane < g.threads; lane++)
				vt_set_v(m, w, r, lane, operand());
		}
}

/* Is the state of the warp after FX that of FX? */
static bool agrees(const struct vt *m, const struct vt_effect *fx)
{
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++) {
		uint32_t got = fx->file == VT_FILE_V ?
			       vt_v(m, fx->warp, fx->reg, lane) :
			       vt_x(m, fx->warp, fx->reg);

		if (fx->file && fx->lanes >> lane & 1 &&
		    got != fx->value[lane])
			return false;
	}
	return vt_x(m, fx->warp, 0) == 0 && fx->next_mask != 0 &&
	       vt_pc(m, fx->warp) == fx->next_pc &&
	       vt_mask(m, fx->warp) == fx->next_mask &&
	       fx->depth <= VT_STACK && fx->next_pc % 4 == 0;
}

static void run(struct vt *m)
{
	struct vt_effect fx = { 0 };

	for (unsigned i = 0; i < STEPS && !vt_ended(m); i++) {
		uint32_t warp = rnd_below(&rnd, 4), pc = vt_pc(m, warp);

		if (!vt_can_step(m, warp))
			continue;
		vt_step(m, warp, &fx);
		if (fx.trap != VT_NO_TRAP) {
			traps++;
			wrong += vt_pc(m, warp) != pc || vt_can_step(m, warp);
			continue;
		}
		executed[fx.op]++;
		wrong += !agrees(m, &fx);
	}
}

int main(void)
{
	const char *seed = getenv("WW_SEED");
	struct vt *m = vt_new();
	unsigned kinds = 0;

	diag("seed %s; WW_SEED sets it", seed ? seed : "1");
	rnd_seed(&rnd, seed ? strtoull(seed, NULL, 0) : 1);
	if (!m || vt_map(m, CODE, WORDS * 4))
		return 4;
	for (unsigned i = 0; i < GROUPS; i++) {
		start(m);
		run(m);
	}
	for (unsigned op = 0; op < VT_OP_COUNT; op++)
		kinds += executed[op] != 0;
	diag("%" PRIu64 " instructions, %lu traps", vt_counted(m).instructions,
	     traps);
	ok(wrong == 0, "each effect is what has changed (%lu are not)", wrong);
	ok(kinds > 250 && traps > 100, "%u of %d instructions were executed",
	   kinds, VT_OP_COUNT);
	vt_free(m);
	return tap_done();
}
