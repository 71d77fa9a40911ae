/* dispatch_caches.c - what caches have done when launches begin and end
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/dispatch.h"

/* How far a store has come when its launch is released; when a line is read
 * that is not there when an acquire ends. */
enum { IN_CORE, IN_L2, LEFT_L2, IN_MEMORY, BEFORE, MEANWHILE };
static int place;

static void lands(struct rig *r)
{
	const uint32_t strobe = 0xF0, data[ROW / 4] = { 0 };

	cosim_bus_write(r->c, 0, (uint32_t)BASE + WORD - 4, &strobe, data, ROW);
	rig_tick(r, "lands");
}

static void l2(struct rig *r, uint32_t op, bool fresh)
{
	uint32_t *w = rig_put(r, L2);

	rec_set_l2_op(w, op);
	rec_set_l2_fresh(w, fresh);
	rec_set_l2_addr(w, (uint32_t)BASE + WORD - 4);
	w[REC_WORD_l2_rest] = 0xF0;
	rig_tick(r, "l2");
}

/* Warp 0 stores a word. */
static void store(struct rig *r)
{
	uint32_t *w;

	rig_issue(r, 0, STORE, 15);
	rig_retire(r, 0, (uint32_t)BASE + WORD, "address");
	r->seq[0]++;
	for (int i = 0; i < 3; i++)
		rig_tick(r, "pause");
	rig_issue(r, 0, STORE + 4, 15);
	w = rig_put(r, PERFORM);
	rec_set_head_seq(w, r->seq[0]);
	rec_set_perform_store(w, 1);
	rec_set_perform_size(w, 2);
	rec_set_perform_lanes(w, 15);
	rec_set_perform_addr(w, (uint32_t)BASE + WORD - 4);
	w[REC_WORD_perform_rest + 1] = 0xF0;
	w = rig_put(r, RETIRE);
	rec_set_head_seq(w, r->seq[0]++);
	rec_set_retire_last(w, 1);
	rig_tick(r, "store");
}

static void stores(struct rig *r)
{
	rig_launch(r, 1, 4, STORE, ISA_LAUNCH_FLUSH);
	rig_enter(r, 0, 0, 0);
	rig_start(r, 0, 0, 0, 15);
	store(r);
	rig_halt(r, 0, STORE + 8, 15);
	rig_end(r, 0, 0, false);
	if (built.l2 && place >= IN_L2)
		l2(r, 1, true);
	if (built.l2 && place >= LEFT_L2)
		l2(r, 3, false);
	if (place == IN_MEMORY)
		lands(r);
	rig_finish(r, 0, true);
}

static void line_read(struct rig *r)
{
	cosim_bus_read(r->c, 0, COSIM_DBUS, 0, (uint32_t)BASE + WORD - 4, LINE);
	rig_tick(r, "read");
}

/* A line is on its way when a launch begins. */
static void reads(struct rig *r)
{
	if (place == BEFORE)
		line_read(r);
	rig_launch(r, 1, 4, HALT, 0);
	rig_ring(r, 0);
	rec_set_launch_take(rig_put(r, LAUNCH), 1);
	rig_tick(r, "take");
	rec_set_launch_acquire(rig_put(r, LAUNCH), 1);
	rig_tick(r, "acquire");
	if (place == MEANWHILE)
		line_read(r);
	rec_set_launch_synced(rig_put(r, LAUNCH), 1);
	rig_tick(r, "acquired");
}

void check_caches(void)
{
	static const struct {
		scenario *s;
		int place;
		bool l2;
		int check;
	} t[] = {
		{ stores, IN_MEMORY, false, CLEAN },
		{ stores, IN_CORE, false, COSIM_LAUNCH_RELEASE },
		{ stores, IN_MEMORY, true, CLEAN },
		{ stores, IN_CORE, true, COSIM_LAUNCH_RELEASE },
		{ stores, IN_L2, true, COSIM_LAUNCH_RELEASE },
		{ stores, LEFT_L2, true, COSIM_LAUNCH_RELEASE },
		{ reads, MEANWHILE, false, CLEAN },
		{ reads, BEFORE, false, COSIM_ACQUIRE }
	};
	struct rig r;

	built.dcache = 256;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		place = t[i].place;
		built.l2 = t[i].l2 ? 1024 : 0;
		rig_run(&r, t[i].s, NULL, -1);
		rig_judge(&r, t[i].check, "caches of a launch, %zu", i);
	}
	built.dcache = built.l2 = 0;
}
