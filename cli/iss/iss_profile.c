/* iss_profile.c - the option --profile of iss: instructions by line
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cmd.h"
#include "cli/iss/iss.h"

static void executed(void *ctx, struct golden_core *c,
		     const struct golden_effect *fx)
{
	struct iss *iss = ctx;

	(void)c;
	profile_executed(iss->profile, fx);
}

static uint32_t number_of(const struct iss *iss, const struct golden_core *c)
{
	uint32_t i = 0;

	while (golden_core(iss->golden, i) != c)
		i++;
	return i;
}

/* A warp that wspawn starts gets its launch when wspawn has executed. */
static void starts(void *ctx, struct golden_core *c, uint32_t warp)
{
	struct iss *iss = ctx;
	struct golden_place p;

	if (!iss->cfg.dispatch)
		return;
	p = golden_place(c, golden_place_of(c, warp));
	profile_starts(iss->profile, number_of(iss, c), warp, p.launch);
	if (p.number == 0)
		profile_launch(iss->profile, 0, p.launch, COSIM_LAUNCH_GIVEN,
			       0);
}

int iss_profile_begin(struct iss *iss)
{
	const struct config *c = &iss->cfg;

	if (!iss->profiles.count)
		return CMD_PASS;
	if (profile_files_open(&iss->profiles))
		return CMD_TOOL;
	iss->profile = profile_new(&iss->image, c->cores, c->warps, c->threads);
	if (!iss->profile) {
		fprintf(stderr, "warpwright iss: error: %s\n",
			golden_strerror(GOLDEN_E_NOMEM));
		return CMD_TOOL;
	}
	profile_counts(iss->profile);
	iss->watch = (struct golden_watch){
		.after = executed, .starts = starts, .ctx = iss
	};
	golden_watch(iss->golden, &iss->watch);
	return CMD_PASS;
}

int iss_profile_write(struct iss *iss)
{
	const struct profile_about a = {
		.image = &iss->image, .program = iss->program,
		.warps = iss->cfg.warps, .threads = iss->cfg.threads
	};
	const struct golden_stats s = golden_total(iss->golden);
	const char *wrong;

	if (!iss->profile)
		return CMD_PASS;
	/* Golden counts interrupts as instructions; nothing executes them. */
	wrong = profile_finish(iss->profile, iss->cfg.timer ?
			       profile_instructions(iss->profile) :
			       s.instructions + s.trapped);
	if (!wrong)
		return profile_files_write(&iss->profiles, iss->profile, &a);
	fprintf(stderr, "warpwright iss: error: --profile: %s\n", wrong);
	return CMD_TOOL;
}

void iss_profile_clean(struct iss *iss)
{
	profile_files_drop(&iss->profiles);
	profile_free(iss->profile);
	iss->profile = NULL;
}
