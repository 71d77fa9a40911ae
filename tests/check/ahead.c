/* ahead.c - instructions that are looked at in advance are judged alike
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random programs run without a check, with one, and with one beside another
 * watcher, for which each instruction is looked at by itself. All end in one
 * state, and both checks have the same findings. `ahead.t SEED` repeats one
 * program.
 */
#include "sanitize/san.h"
#include "tests/golden/program.h"

enum { PROGRAMS = 200, FEW = 30, MOST = 5000 };

static const uint32_t shapes[][2] = {
	/* warps, threads */
	{ 1, 1 }, { 4, 4 }, { 8, 8 }, { 2, 32 },
};

enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Looks like a program with the runtime, so that all kinds are looked for; the
 * second half of the data is nobody's, and nobody has written it. */
static struct elf_image image_of_rig(void)
{
	static struct elf_symbol names[] = {
		{ .addr = RIG_BASE + RIG_SIZE - 4, .name = "__vx_text" },
		{ .addr = RIG_BASE + RIG_SIZE - 4, .name = "__vx_text_end" },
		{ .addr = RIG_BASE + RIG_SIZE - 4, .name = "ww_exit" },
		{ .addr = RIG_DATA + 64, .name = "_end" },
	};

	return (struct elf_image){
		.ram_base = RIG_BASE, .ram_size = RIG_SIZE, .lowest = RIG_BASE,
		.highest = RIG_BASE + RIG_SIZE,
		.notes = { .names = names, .name_count = 4 }
	};
}

static bool same_side(const struct san_side *a, const struct san_side *b)
{
	return (a->verb == b->verb || strcmp(a->verb, b->verb) == 0) &&
	       a->pc == b->pc && a->core == b->core && a->warp == b->warp &&
	       a->lane == b->lane && a->caller == b->caller;
}

static bool same_findings(const struct san *a, const struct san *b)
{
	size_t n, count;
	const struct san_finding *x = san_findings(a, &n);
	const struct san_finding *y = san_findings(b, &count);
	bool same = n == count;

	for (size_t i = 0; same && i < n; i++)
		same = x[i].kind == y[i].kind && x[i].times == y[i].times &&
		       strcmp(x[i].text, y[i].text) == 0 &&
		       x[i].addr == y[i].addr && x[i].size == y[i].size &&
		       same_side(&x[i].side[0], &y[i].side[0]) &&
		       same_side(&x[i].side[1], &y[i].side[1]);
	return same;
}

static bool same_state(const struct rig *a, const struct rig *b)
{
	const struct machine *m = golden_machine(a->g);
	struct golden_stats x = golden_total(a->g), y = golden_total(b->g);
	bool same = memcmp(&x, &y, sizeof x) == 0 &&
		    memcmp(golden_ram(a->g), golden_ram(b->g), RIG_SIZE) == 0 &&
		    strcmp(a->text, b->text) == 0;

	for (uint32_t w = 0; w < m->warps; w++) {
		same &= golden_pc(a->core, w) == golden_pc(b->core, w);
		for (uint32_t r = 0; r < 32; r++)
			same &= memcmp(golden_lanes(a->core, w, r),
				       golden_lanes(b->core, w, r),
				       m->threads * sizeof(uint32_t)) == 0;
	}
	return same;
}

static void run(struct rig *r, const uint32_t shape[2], uint64_t seed)
{
	rig_open(r, shape[0], shape[1]);
	program_load(r, seed, shape[0], shape[1]);
}

static bool is_alike(uint64_t seed, const uint32_t shape[2], FILE *nowhere,
		     size_t *found)
{
	const struct elf_image image = image_of_rig();
	struct golden_watch other = { 0 };
	struct rig r[3];
	struct san *san[2];
	size_t n;
	bool same;

	for (int i = 0; i < 3; i++)
		run(&r[i], shape, seed);
	for (int i = 0; i < 2; i++)
		san[i] = san_new(r[i].g, &image, SAN_ALL, nowhere);
	golden_watch(r[1].g, &other);
	for (int i = 0; i < 3; i++)
		golden_run(r[i].g, MOST, 0, NULL);
	same = san[0] && san[1] && same_findings(san[0], san[1]) &&
	       same_state(&r[0], &r[1]) && same_state(&r[0], &r[2]);
	san_findings(san[0], &n);
	*found += n;
	for (int i = 0; i < 2; i++)
		san_free(san[i]);
	for (int i = 0; i < 3; i++)
		rig_close(&r[i]);
	return same;
}

int main(int argc, char **argv)
{
	struct programs p = programs_of(argc, argv, PROGRAMS, FEW);

	for (unsigned i = 0; i < SHAPES; i++) {
		size_t found = 0;
		unsigned bad = 0;

		for (unsigned k = 0; k < p.count; k++)
			if (!is_alike(p.first + k, shapes[i], p.nowhere,
				      &found) &&
			    bad++ < 10)
				diag("differs; repeat with ahead.t %llu",
				     (unsigned long long)(p.first + k));
		ok(bad == 0, "W=%u T=%u: judged alike", shapes[i][0],
		   shapes[i][1]);
		ok(found > 0 || argc > 1, "there are %zu findings", found);
	}
	fclose(p.nowhere);
	return tap_done();
}
