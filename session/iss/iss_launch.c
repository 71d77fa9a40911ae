/* iss_launch.c - rings the launches of a run on the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cmd_status.h"
#include "session/iss/iss.h"

int iss_launch_names(struct iss *iss)
{
	if (!iss->cfg.dispatch)
		return CMD_PASS;
	if (!iss->launches.count)
		launches_whole(&iss->launches, &iss->image, iss->cfg.cores);
	return launches_names(&iss->launches, &iss->image, iss->program,
			      &iss->cfg);
}

/* Rings as many launches as there are free slots. */
static void ring(struct iss *iss)
{
	for (uint32_t slot = 0; slot < iss->cfg.launches &&
	     iss->rung < iss->launches.count; slot++) {
		const uint32_t *word = iss->launches.list[iss->rung].word;

		if (golden_ring(iss->golden, slot, word))
			continue;
		iss->slot[iss->rung++] = slot;
		if (iss->profile)
			profile_launch(iss->profile, 0, slot, COSIM_LAUNCH_RUNG,
				       word[ISA_LAUNCH_PC]);
	}
}

static void done(void *ctx, uint32_t slot)
{
	struct iss *iss = ctx;

	for (size_t i = 0; i < iss->rung; i++) {
		struct harness_launch *l = &iss->launches.list[i];

		if (iss->slot[i] == slot && !l->done)
			l->done = golden_done(iss->golden, slot, &l->result);
	}
	golden_acknowledge(iss->golden, slot);
	ring(iss);
}

void iss_launch_begin(struct iss *iss)
{
	if (!iss->cfg.dispatch)
		return;
	golden_when_done(iss->golden, done, iss);
	ring(iss);
}
