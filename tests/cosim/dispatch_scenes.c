/* dispatch_scenes.c - launches on one core, from the first record to the last
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/dispatch.h"

/* Both warps of a block meet at its barrier and halt. */
static void meet(struct rig *r, uint32_t place, uint32_t warp)
{
	rig_act(r, warp + 1, SYNC, 5, 3, 3);
	rig_act(r, warp, SYNC, 5, 15, 15);
	rig_tick(r, "before full");
	rig_full(r, 1u << place);
	rig_halt(r, warp + 1, HALT, 3);
	rig_halt(r, warp, HALT, 15);
}

/* Two blocks of two warps, beside each other. */
void scene_plain(struct rig *r)
{
	rig_launch(r, 2, 6, SYNC, ISA_LAUNCH_FLUSH);
	rig_enter(r, 1, 0, 0);
	rig_start(r, 0, 0, 0, 15);
	rig_start(r, 0, 1, 1, 3);
	rig_give(r, 1, 1, 2, 5, "give 2");
	rig_start(r, 2, 2, 0, 15);
	rig_start(r, 2, 3, 1, 3);
	meet(r, 2, 2);
	rig_end(r, 2, 1, false);
	meet(r, 0, 0);
	rig_tick(r, "before end");
	rig_leave(r, 0, 1, false, true);
	r->host.ack = 2;
	rig_tick(r, "ack");
}

static void arrive(struct rig *r, uint32_t warp)
{
	rig_issue(r, warp, ARRIVE, 15);
	rig_retire(r, warp, 0, "arrived");
	rig_control(r, warp, 5, WAIT, 15);
	rig_tick(r, "act");
}

/* A warp arrives and waits, another one arrives alone; warp numbers are others
 * than those of the block. */
void scene_phases(struct rig *r)
{
	rig_launch(r, 1, 8, ARRIVE, 0);
	rig_enter(r, 0, 3, 11);
	rig_start(r, 3, 2, 0, 15);
	rig_start(r, 3, 0, 1, 15);
	arrive(r, 2);
	rig_tick(r, "pause");
	rig_act(r, 2, WAIT, 5, 15, 15);
	arrive(r, 0);
	rig_full(r, 8);
	rig_tick(r, "pause");
	rig_act(r, 0, WAIT, 5, 15, 15);
	rig_halt(r, 0, LEAVE, 15);
	rig_halt(r, 2, LEAVE, 15);
	rig_leave(r, 3, 0, false, false);
}

/* A warp halts, which ends the phase for the other. */
void scene_leaves(struct rig *r)
{
	rig_launch(r, 1, 8, SYNC, 0);
	rig_ring(r, 0);
	r->launch[ISA_LAUNCH_PC] = (uint32_t)BASE + HALT;
	rig_go(r, 0);
	rig_give(r, 0, 0, 0, 0, "give");
	rig_start(r, 0, 0, 0, 15);
	rig_start(r, 0, 1, 1, 15);
	rig_act(r, 0, SYNC, 5, 15, 15);
	rig_act(r, 1, SYNC, 5, 15, 15);
	rig_full(r, 1);
	rig_act(r, 0, HALT, 3, 15, 0);
	rig_act(r, 1, HALT, 3, 15, 0);
	rig_ended(r, 3);
	rig_leave(r, 0, 0, false, false);
}

/* A warp traps, the other is killed; further blocks are not given. */
void scene_traps(struct rig *r)
{
	uint32_t *w;

	rig_launch(r, 3, 8, TRAP, ISA_LAUNCH_ORDERED);
	rig_enter(r, 2, 0, 0);
	rig_start(r, 0, 0, 0, 15);
	rig_start(r, 0, 1, 1, 15);
	rig_issue(r, 1, TRAP, 15);
	w = rig_control(r, 1, 8, TRAP, 0);
	rec_set_control_cause(w, 11);
	rig_cut(r, 4, "trap");
	rig_killed(r, 1);
	rec_set_block_ended(rig_put(r, BLOCK), 2);
	rig_tick(r, "trapped");
	rig_leave(r, 0, 2, true, false);
}

/* A warp writes mexit, and is killed as well; another one that has issued goes
 * on for some cycles. */
void scene_exits(struct rig *r)
{
	uint32_t *w;

	rig_launch(r, 1, 8, EXIT, 0);
	rig_enter(r, 0, 0, 0);
	rig_start(r, 0, 0, 0, 15);
	rig_start(r, 0, 1, 1, 15);
	rig_issue(r, 0, EXIT, 15);
	w = rig_control(r, 0, 10, ARRIVE, 15);
	rec_set_control_aux_mask(w, ISA_CSR_MEXIT);
	rec_set_control_aux_value(w, 7);
	rig_cut(r, 1, "exit");
	rig_killed(r, 3);
	rig_leave(r, 0, 0, true, false);
}

/* One is refused, one cut while it waits, one while its block starts. */
void scene_refuses(struct rig *r)
{
	rig_launch(r, 1, 17, HALT, ISA_LAUNCH_FLUSH);
	rig_ring(r, 0);
	rig_launch(r, 1, 4, HALT, 0);
	rig_ring(r, 3);
	rig_ring(r, 1);
	rig_skip(r, 0, ISA_REFUSED_THREADS);
	rig_finish(r, 0, false);
	r->host.abort = 8;
	rig_cut(r, 8, "abort");
	rig_skip(r, 3, 0);
	rig_finish(r, 3, false);
	rig_go(r, 1);
	rig_give(r, 1, 0, 0, 0, "give");
	r->host.abort = 2;
	rig_cut(r, 2, "abort 2");
	rig_leave(r, 0, 1, false, false);
}

/* An access fails: the core stops, and all launches are cut. */
void scene_fails(struct rig *r)
{
	uint32_t *w;

	rig_launch(r, 2, 16, SPIN, 0);
	rig_ring(r, 0);
	rig_ring(r, 1);
	rig_go(r, 0);
	rig_give(r, 0, 0, 0, 0, "give");
	for (uint32_t i = 0; i < WARPS; i++)
		rig_start(r, 0, i, i, 15);
	if (!r->stopped)
		cosim_bus_error(r->c, 0, COSIM_DBUS, 0, true,
				(uint32_t)BASE + 0x8000, 16);
	rig_tick(r, "error");
	w = rig_put(r, CONTROL);
	rec_set_control_op(w, 11);
	rec_set_control_cause(w, 19);
	rec_set_control_tval(w, (uint32_t)BASE + 0x8000);
	rig_tick(r, "stop");
	rig_cut(r, 3, "cut");
	rig_ended(r, 15);
	rig_leave(r, 0, 0, false, false);
	rig_skip(r, 1, 0);
	rig_finish(r, 1, false);
}

/* A warp reads active_warps while others start and halt. */
void scene_counts(struct rig *r)
{
	rig_launch(r, 1, 8, ACTIVE, 0);
	rig_enter(r, 0, 0, 0);
	rig_start(r, 0, 3, 0, 15);
	rig_tick(r, "pause");
	rig_start(r, 0, 1, 1, 15);
	rig_issue(r, 3, ACTIVE, 15);
	rig_retire(r, 3, 8, "read");
	r->seq[3]++;
	for (int i = 0; i < 3; i++)
		rig_tick(r, "pause");
	rig_issue(r, 1, ACTIVE, 15);
	rig_retire(r, 1, 10, "read later");
	r->seq[1]++;
	r->host.abort = 1;
	rig_cut(r, 1, "abort");
	rig_killed(r, 10);
	rig_leave(r, 0, 0, false, false);
}

/* A block has used a page of shared memory, which is four rows. */
void scene_clears(struct rig *r)
{
	rig_launch(r, 1, 4, HALT, 0);
	r->launch[ISA_LAUNCH_SMEM] = 64;
	rig_enter(r, 0, 1, 3);
	rig_start(r, 1, 0, 0, 15);
	rig_halt(r, 0, HALT, 15);
	for (uint32_t row = 12; row < 16; row++) {
		uint32_t *w = rig_put(r, SMEM);

		rec_set_smem_store(w, 1);
		rec_set_smem_mask(w, 15);
		for (int bank = 0; bank < 4; bank++)
			w[REC_WORD_smem_bank + 2 * bank] = row << 4 | 15;
		rig_tick(r, row == 12 ? "first" : row == 15 ? "last" : "row");
	}
	rig_leave(r, 1, 0, false, false);
}
