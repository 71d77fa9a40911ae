/* profile_scope.c - what the cycles of a warp count for besides instructions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/profile/profile_scope.h"

#include <stdlib.h>

enum { FIRST = 16 };

/* The next launch, or NULL without memory. */
static struct profile_launch *add_launch(struct profile_scopes *s)
{
	size_t room = s->room ? 2 * s->room : FIRST;
	struct profile_launch *more;

	if (s->count == s->room) {
		more = realloc(s->launch, room * sizeof *more);
		if (!more)
			return NULL;
		s->launch = more;
		s->room = room;
	}
	s->launch[s->count] = (struct profile_launch){ .pc = 0 };
	return &s->launch[s->count++];
}

bool profile_scopes_new(struct profile_scopes *s)
{
	return add_launch(s);
}

void profile_scopes_free(struct profile_scopes *s)
{
	free(s->launch);
	*s = (struct profile_scopes){ 0 };
}

void profile_scope_add(struct profile_scopes *s,
		       const struct profile_scope *scope, int reason,
		       uint64_t parts)
{
	s->launch[scope->launch].sum.parts[reason] += parts;
}

void profile_scope_issue(struct profile_scopes *s,
			 const struct profile_scope *scope, uint32_t threads)
{
	s->launch[scope->launch].sum.issues++;
	s->launch[scope->launch].sum.threads += threads;
}

bool profile_scopes_launch(struct profile_scopes *s, uint64_t cycle,
			   uint32_t slot, enum cosim_launch_step step,
			   uint32_t pc)
{
	struct profile_launch *l = &s->launch[s->slot[slot]];

	switch (step) {
	case COSIM_LAUNCH_RUNG:
		l = add_launch(s);
		if (!l)
			return false;
		s->slot[slot] = (uint32_t)(s->count - 1);
		l->pc = pc;
		l->rung = cycle;
		break;
	case COSIM_LAUNCH_GIVEN: l->blocks++; break;
	case COSIM_LAUNCH_ENDED: l->ended = cycle; break;
	}
	return true;
}

bool profile_scopes_whole(const struct profile_scopes *s,
			  const struct profile_sum *all)
{
	struct profile_sum sum = { 0 };

	for (size_t i = 0; i < s->count; i++)
		profile_add(&sum, &s->launch[i].sum);
	return sum.issues == all->issues && sum.threads == all->threads &&
	       profile_parts(&sum) == profile_parts(all);
}
