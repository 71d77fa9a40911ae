/* iss_profile.c - the profile of a run on golden: instructions by line
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cmd_status.h"
#include "session/iss/iss.h"

int iss_profile_begin(struct iss *iss)
{
	const struct config *c = &iss->cfg;

	if (!iss->profiles.count)
		return CMD_PASS;
	if (profile_files_open(&iss->profiles))
		return CMD_TOOL;
	iss->profile = profile_new(c->cores, c->warps, c->threads);
	if (!iss->profile) {
		fprintf(stderr, "warpwright iss: error: %s\n",
			golden_strerror(GOLDEN_E_NOMEM));
		return CMD_TOOL;
	}
	profile_load(iss->profile, &iss->image);
	profile_watch(&iss->watch, iss->profile, iss->golden);
	return CMD_PASS;
}

int iss_profile_write(struct iss *iss)
{
	const struct profile_about a = {
		.program = iss->program,
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
