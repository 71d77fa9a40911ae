/* dispatch.c - the lockstep of launches and blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each scenario is run as it is; stopped after any cycle in which something is
 * due, which liveness must notice; and with each thing that can be wrong.
 */
#include "tests/cosim/dispatch.h"

/* It is right; and if the device stops after any of its cycles, liveness
 * notices, but for the first and the last IDLE. */
static void right(const char *name, scenario *s, int idle)
{
	int cycles, stopped = 0;
	struct rig r;

	rig_run(&r, s, NULL, -1);
	cycles = (int)r.cycle;
	cosim_liveness(r.c, r.cycle + 1);
	ok(!cosim_liveness(r.c, r.cycle + 1000), "%s: nothing is due", name);
	rig_judge(&r, CLEAN, "%s", name);
	for (int i = 1; i < cycles - idle; i++) {
		rig_run(&r, s, NULL, i);
		cosim_liveness(r.c, (uint64_t)i + 1);
		cosim_liveness(r.c, (uint64_t)i + 1 + 2 * LIVENESS);
		if (rig_found(&r) == CLEAN)
			diag("after cycle %d", i);
		else
			fired[rig_found(&r)] = true;
		stopped += rig_found(&r) != CLEAN;
		rig_close(&r);
	}
	is_u32((uint32_t)stopped, (uint32_t)(cycles - idle - 1), name);
}

static void wrong(const char *name, scenario *s, const struct wrong *w,
		  size_t n)
{
	struct rig r;

	for (size_t i = 0; i < n; i++, w++) {
		rig_run(&r, s, w, -1);
		rig_judge(&r, w->check, "%s, %s, %u", name, w->at, w->value);
	}
}

#define SET(record, field) record, rec_set_##field
#define WRONG(name, s, w) wrong(name, s, w, sizeof w / sizeof *w)

static void plain_wrong(void)
{
	static const struct wrong w[] = {
		{ "ring", LAUNCH, NULL, 0, COSIM_LAUNCH_RING },
		{ "ring", SET(LAUNCH, launch_rung), 2, COSIM_LAUNCH_RING },
		{ "go", SET(LAUNCH, launch_ring), 1, COSIM_LAUNCH_RING },
		{ "ring", SET(LAUNCH, head_seq), 1, COSIM_HEADER },
		{ "give", SET(BLOCK, head_seq), 1, COSIM_HEADER },
		{ "give", SET(BLOCK, head_warp), 1, COSIM_HEADER },
		{ "take", SET(LAUNCH, launch_taken), 2, COSIM_LAUNCH_ORDER },
		{ "acquired", SET(LAUNCH, launch_take), 1, COSIM_LAUNCH_ORDER },
		{ "take", SET(LAUNCH, launch_go), 1, COSIM_LAUNCH_ORDER },
		{ "acquire", SET(LAUNCH, launch_release), 1,
		  COSIM_LAUNCH_SYNC },
		{ "go", SET(LAUNCH, launch_synced), 1, COSIM_LAUNCH_SYNC },
		{ "go", SET(LAUNCH, launch_acquire), 1, COSIM_LAUNCH_SYNC },
		{ "acquired", LAUNCH, NULL, 0, COSIM_LAUNCH_ORDER },
		{ "go", SET(LAUNCH, launch_skip), 1, COSIM_LAUNCH_ORDER },
		{ "go", SET(LAUNCH, launch_reason), 3, COSIM_LAUNCH_REASON },
		{ "go", LAUNCH, NULL, 0, COSIM_BLOCK_NEXT },
		{ "give", SET(BLOCK, block_x), 1, COSIM_BLOCK_NEXT },
		{ "give", SET(BLOCK, block_launch), 0, COSIM_BLOCK_NEXT },
		{ "give 2", SET(BLOCK, block_place), 0, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_place), 4, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_page), 4, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_page), 12, COSIM_BLOCK_ROOM },
		{ "start", SET(BLOCK, block_mask), 1, COSIM_BLOCK_START },
		{ "start", SET(BLOCK, block_number), 1, COSIM_BLOCK_START },
		{ "start", SET(BLOCK, block_start), 1, COSIM_BLOCK_START },
		{ "start", BLOCK, NULL, 0, COSIM_BLOCK_START },
		{ "full", BLOCK, NULL, 0, COSIM_ISSUE_WAITING },
		{ "full", SET(BLOCK, block_full), 1, COSIM_BLOCK_FULL },
		{ "act", SET(BLOCK, block_full), 4, COSIM_BLOCK_FULL },
		{ "act", SET(BLOCK, block_killed), 8, COSIM_BLOCK_KILL },
		{ "act", SET(BLOCK, block_ended), 8, COSIM_BLOCK_WARP },
		{ "ended", SET(BLOCK, block_ended), 1, COSIM_BLOCK_WARP },
		{ "ended", BLOCK, NULL, 0, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_end), 1, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_end), 0, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_of), 2, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_trapped), 1, COSIM_BLOCK_END },
		{ "before end", SET(LAUNCH, launch_cut), 2, COSIM_LAUNCH_CUT },
		{ "acquire", SET(LAUNCH, launch_keep), 1, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_keep), 1, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_flush), 0, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_released), 6,
		  COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_released), 1,
		  COSIM_LAUNCH_SYNC },
		{ "release", LAUNCH, NULL, 0, COSIM_LAUNCH_SYNC },
		{ "done", SET(LAUNCH, launch_done), 0, COSIM_LAUNCH_DONE },
		{ "release", SET(LAUNCH, launch_done), 2, COSIM_LAUNCH_DONE }
	};

	WRONG("plain", scene_plain, w);
}

static void set_bank(uint32_t *r, uint32_t v)
{
	r[REC_WORD_smem_bank + 2] = v;
}

static void check_clears(void)
{
	static const struct wrong w[] = {
		{ "act", SET(SMEM, smem_mask), 0, COSIM_BLOCK_CLEAR },
		{ "act", SMEM, set_bank, 0xCF, COSIM_BLOCK_CLEAR },
		{ "first", SMEM, NULL, 0, COSIM_BLOCK_CLEAR },
		{ "first", SMEM, set_bank, 0xD0, COSIM_BLOCK_CLEAR },
		{ "first", SET(SMEM, smem_mask), 7, COSIM_BLOCK_CLEAR },
		{ "row", SET(SMEM, smem_store), 0, COSIM_BLOCK_CLEAR },
		{ "row", SET(SMEM, head_seq), 1, COSIM_BLOCK_CLEAR },
		{ "last", SMEM, NULL, 0, COSIM_BLOCK_END }
	};

	built.clear = true;
	right("clears", scene_clears, 0);
	WRONG("clears", scene_clears, w);
	built.clear = false;
}

static void others_wrong(void)
{
	static const struct wrong p[] = {
		{ "full", BLOCK, NULL, 0, COSIM_ISSUE_WAITING },
		{ "arrived", SET(BLOCK, block_full), 8, COSIM_BLOCK_FULL }
	}, l[] = {
		{ "act", SET(BLOCK, block_ended), 1, COSIM_BLOCK_WARP }
	}, t[] = {
		{ "trap", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "trap", SET(LAUNCH, launch_cut), 6, COSIM_LAUNCH_CUT },
		{ "killed", SET(BLOCK, block_killed), 3, COSIM_BLOCK_KILL },
		{ "trap", SET(BLOCK, block_killed), 1, COSIM_BLOCK_KILL },
		{ "end", SET(BLOCK, block_trapped), 0, COSIM_BLOCK_END },
		{ "killed", BLOCK, NULL, 0, COSIM_BLOCK_WARP },
		{ "trapped", SET(BLOCK, block_gives), 1, COSIM_BLOCK_NEXT }
	}, e[] = {
		{ "exit", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "end", SET(BLOCK, block_trapped), 0, COSIM_BLOCK_END }
	}, f[] = {
		{ "skip", SET(LAUNCH, launch_reason), 3, COSIM_LAUNCH_REASON },
		{ "skip", SET(LAUNCH, launch_skip), 0, COSIM_LAUNCH_SYNC },
		{ "abort", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "abort 2", SET(BLOCK, block_starts), 1, COSIM_BLOCK_START },
		{ "abort 2", SET(LAUNCH, launch_cut), 0, COSIM_LAUNCH_CUT }
	}, m[] = {
		{ "give", SET(LAUNCH, launch_cut), 1, COSIM_LAUNCH_CUT },
		{ "stop", CONTROL, NULL, 0, COSIM_BLOCK_WARP },
		{ "cut", LAUNCH, NULL, 0, COSIM_LAUNCH_SYNC }
	};

	WRONG("phases", scene_phases, p);
	WRONG("leaves", scene_leaves, l);
	WRONG("traps", scene_traps, t);
	WRONG("exits", scene_exits, e);
	WRONG("refuses", scene_refuses, f);
	WRONG("fails", scene_fails, m);
}

/* Values of active_warps. */
static void set_value(uint32_t *r, uint32_t v)
{
	for (uint32_t i = 0; i < THREADS; i++)
		r[REC_WORD_retire_data + i] = v;
}

static void actives(void)
{
	static const struct wrong w[] = {
		{ "read", RETIRE, set_value, 10, CLEAN },
		{ "read", RETIRE, set_value, 9, COSIM_RETIRE_CSR },
		{ "read", RETIRE, set_value, 2, COSIM_RETIRE_CSR },
		{ "read later", RETIRE, set_value, 2, COSIM_RETIRE_CSR }
	};

	WRONG("counts", scene_counts, w);
}

/* A warp issues N cycles after its launch is cut. */
static void late_issue(int n, int want)
{
	struct rig r;

	rig_open(&r);
	rig_launch(&r, 1, 4, SYNC, 0);
	rig_enter(&r, 0, 0, 0);
	rig_start(&r, 0, 0, 0, 15);
	r.host.abort = 1;
	rig_cut(&r, 1, "abort");
	for (int i = 1; i < n; i++)
		rig_tick(&r, "pause");
	rig_act(&r, 0, SYNC, 5, 15, 15);
	rig_judge(&r, want, "it issues after a cut");
}

static uint32_t status(enum isa_launch_end end, uint32_t reason, uint32_t cause,
		       uint32_t warp)
{
	return (uint32_t)ISA_STATUS_DONE | (uint32_t)end |
	       reason << ISA_STATUS_LOW_REASON | cause << ISA_STATUS_LOW_CAUSE |
	       warp << ISA_STATUS_LOW_WARP;
}

static void one_result(scenario *s, uint32_t slot, const uint32_t *word,
		       int want)
{
	struct rig r;

	rig_run(&r, s, NULL, -1);
	is_u32((uint32_t)cosim_check_result(r.c, slot, word), want != CLEAN,
	       "whether a result is refused");
	rig_judge(&r, want, "a result, 0x%08x", word[0]);
}

/* The launch in SLOT of S ends with WORD; each word that differs is noticed if
 * TRAPPED, else the first. */
static void result(scenario *s, uint32_t slot, const uint32_t *word,
		   bool trapped)
{
	one_result(s, slot, word, CLEAN);
	for (int i = 0; i < 6; i++) {
		uint32_t other[6];

		memcpy(other, word, sizeof other);
		other[i] ^= 1;
		one_result(s, slot, other, trapped || i == 0 ?
			   COSIM_LAUNCH_RESULT : CLEAN);
	}
}

static void results(void)
{
	const uint32_t complete[6] = { status(ISA_LAUNCH_COMPLETE, 0, 3, 2) };
	const uint32_t cuts[6] = { status(ISA_LAUNCH_CUT, 0, 0, 0) };
	const uint32_t refused[6] = { status(ISA_LAUNCH_REFUSED, 4, 0, 0) };
	const uint32_t trap[6] = { status(ISA_LAUNCH_TRAPPED, 0, 11, 1),
				   (uint32_t)BASE + TRAP };
	const uint32_t exit[6] = { status(ISA_LAUNCH_TRAPPED, 0, 23, 0),
				   (uint32_t)BASE + EXIT, 7 };

	result(scene_leaves, 0, complete, false);
	result(scene_refuses, 3, cuts, false);
	result(scene_refuses, 1, cuts, false);
	result(scene_refuses, 0, refused, false);
	result(scene_traps, 2, trap, true);
	result(scene_exits, 0, exit, true);
}

/* The end of a run of S, cut short after LEFT cycles. */
static void final(scenario *s, int left, struct cosim_final f, int want)
{
	struct rig r;

	rig_run(&r, s, NULL, left);
	f.cycle = r.cycle + 1;
	cosim_finish(r.c, &f);
	rig_judge(&r, want, "the end of a run");
}

static void finals(void)
{
	const struct cosim_final good = { .done = true }, late = { 0 };
	const struct cosim_final code = { .done = true, .exit_code = 7 };
	const struct cosim_final trap = {
		.done = true, .fault_valid = true, .fault_warp = 1,
		.fault_pc = (uint32_t)BASE + TRAP, .fault_cause = 11
	};

	final(scene_plain, -1, good, CLEAN);
	final(scene_plain, -1, late, COSIM_END_LATE);
	final(scene_plain, 1, good, COSIM_END_EARLY);
	final(scene_plain, 1, late, CLEAN);
	final(scene_plain, 7, good, COSIM_END_EARLY);
	final(scene_exits, -1, good, CLEAN);
	final(scene_exits, -1, code, COSIM_END_EXIT);
	final(scene_traps, -1, good, CLEAN);
	final(scene_traps, -1, trap, COSIM_END_FAULT);
}

/* --- coverage ------------------------------------------------------------ */

static uint64_t hits(const char *group, const char *bin)
{
	enum coverage_group g = coverage_find_group(group);
	struct coverage_group_info info = coverage_group(g);
	uint64_t sum = 0;
	char name[100];

	for (size_t n = 0; n < info.count; n++) {
		coverage_bin_name(&info, n, name, sizeof name);
		for (size_t i = 0; !strcmp(name, bin) && i < covered.count; i++)
			sum += covered.sets[i].hits[info.first + n];
	}
	return sum;
}

/* What the scenarios hit, and what none does. */
static void check_coverage(void)
{
	static const struct { const char *group, *hit, *miss; } t[] = {
		{ "launch-refused", "threads", "grid" },
		{ "launch-cut", "queued", "read" },
		{ "launch-cut", "starts-warps", "waits-at-barrier" },
		{ "launch-cut", "runs", "releases" },
		{ "launch-beside", "grid none", "grid of-whole" },
		{ "launch-beside", "whole none", "whole of-whole" },
		{ "block-warps", "partial some", "partial one" },
		{ "block-warps", "full all", "partial all" },
		{ "block-full", "warps", "barriers" },
		{ "block-end", "one", "several" },
		{ "block-barrier", "bar.sync waits some", "bar.wait waits one" }
	};
	struct coverage_sum all;

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		ok(hits(t[i].group, t[i].hit) && !hits(t[i].group, t[i].miss),
		   "%s: %s, but not %s", t[i].group, t[i].hit, t[i].miss);
	for (int g = COVERAGE_LAUNCH_REFUSED; g < COVERAGE_GROUPS; g++) {
		all = coverage_sum(&covered, (enum coverage_group)g);
		ok(!all.wrong, "no rule excludes what happens");
	}
	coverage_free(&covered);
}

static void every_check_fired(void)
{
	for (int i = COSIM_BLOCK_NEXT; i <= COSIM_LAUNCH_RESULT; i++)
		ok(fired[i], "%s has a test that makes it fire",
		   cosim_check_name((enum cosim_check)i));
	ok(fired[COSIM_ISSUE_CUT], "so has issue-cut");
	ok(fired[COSIM_LIVE_DISPATCH], "so has live-dispatch");
	ok(fired[COSIM_ACQUIRE], "so has acquire");
}

int main(void)
{
	coverage_init(&covered);
	right("plain", scene_plain, 1);
	right("phases", scene_phases, 0);
	right("leaves", scene_leaves, 0);
	right("traps", scene_traps, 0);
	right("exits", scene_exits, 0);
	right("refuses", scene_refuses, 0);
	right("fails", scene_fails, 0);
	right("counts", scene_counts, 0);
	plain_wrong();
	others_wrong();
	actives();
	late_issue(3, CLEAN);
	late_issue(7, COSIM_ISSUE_CUT);
	results();
	finals();
	check_cores();
	check_caches();
	check_clears();
	check_coverage();
	every_check_fired();
	return tap_done();
}
