/* wild.c - random instructions and files cannot break the model of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * Work-groups of random shapes run random words of the tables, with jumps and
 * accesses anywhere. Each instruction is checked against its own effect: the
 * registers, pc and mask that it names are those of the warp; behind a trap the
 * warp has ended where it was. Launches with random faults are read and run, or
 * refused with a reason. The sanitizers look for the rest.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <unistd.h>

#include "base/rnd.h"
#include "golden/ventus/vt_launch.h"
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

/* The metadata of a launch with two buffers, and 12 words for them. */
static const uint32_t good_metadata[] = {
	CODE, 0, 0, 0, 2, 0, 1, 0, 1, 0, 4, 0, 2, 0, CODE + 32, 0, 64, 0, 8, 0,
	64, 0, 256, 0, CODE + 32, 0, 2, 0, CODE, 0, CODE + 32, 0, 32, 0, 16, 0,
	32, 0, 256, 0
};

enum { METADATA = sizeof good_metadata / 4, DATA = 12, FILES = 3000 };

/* Writes COUNT words to PATH: some of them changed, missing, or no words. */
static void write_words(const char *path, const uint32_t *word, size_t count)
{
	static const uint32_t values[] = { 0, 1, 33, 0x10000, UINT32_MAX };
	size_t fault = rnd_below(&rnd, 3 * METADATA);
	uint32_t kind = rnd_below(&rnd, 5);
	FILE *f = fopen(path, "w");

	for (size_t i = 0; f && i < count; i++) {
		uint32_t w = word ? word[i] : word_of_some_row();

		if (i == fault && kind == 0)
			break;
		if (i == fault && kind == 1)
			fputs("12 xyz\n", f);
		if (i == fault && kind > 1)
			w = values[rnd_below(&rnd, 5)];
		fprintf(f, "%08" PRIx32 "\n", w);
	}
	if (!f || fclose(f))
		exit(4);
}

/* Reads a launch and runs it for a while. Returns whether it was refused;
 * counts it as wrong if a refusal has no reason. */
static bool read_launch(struct vt *m, const char *metadata, const char *data)
{
	struct vt_effect fx;
	struct vt_launch l;
	char why[200] = "";
	int bad;

	bad = vt_launch_read(metadata, &l, why, sizeof why);
	if (!bad)
		bad = vt_launch_data(&l, data, m, why, sizeof why);
	for (uint32_t i = 0; !bad && i < vt_launch_groups(&l) && i < 8; i++) {
		struct vt_group g = vt_launch_group(&l, i);

		vt_start(m, &g);
		vt_run(m, STEPS, NULL, &fx);
	}
	wrong += bad && !why[0];
	vt_launch_free(&l);
	return bad != 0;
}

static void test_files(void)
{
	char metadata[] = "/tmp/ww-wild-XXXXXX", data[] = "/tmp/ww-wild-XXXXXX";
	int f = mkstemp(metadata), g = mkstemp(data);
	unsigned refused = 0;

	if (f < 0 || g < 0)
		exit(4);
	close(f);
	close(g);
	wrong = 0;
	for (unsigned i = 0; i < FILES / 10; i++) {
		struct vt *m = vt_new();

		if (!m)
			exit(4);
		for (unsigned k = 0; k < 10; k++) {
			write_words(metadata, good_metadata, METADATA);
			write_words(data, NULL, DATA);
			refused += read_launch(m, metadata, data);
		}
		vt_free(m);
	}
	unlink(metadata);
	unlink(data);
	ok(wrong == 0 && refused > 100 && refused < FILES - 100,
	   "%u of %d launches are refused, with a reason", refused, FILES);
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
	test_files();
	return tap_done();
}
