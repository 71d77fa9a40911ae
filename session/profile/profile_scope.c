/* profile_scope.c - what the cycles of a warp count for besides instructions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_scope.h"

#include <stdlib.h>
#include <string.h>

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

/* The region NAME, or the number of regions. */
static uint32_t find_region(const struct profile_scopes *s, const char *name)
{
	uint32_t at = 0;

	while (at < s->regions && strcmp(s->region[at].name, name))
		at++;
	return at;
}

bool profile_scopes_new(struct profile_scopes *s)
{
	return add_launch(s);
}

bool profile_scopes_regions(struct profile_scopes *s,
			    const struct elf_image *image)
{
	size_t room = s->regions + image->region_count;
	struct profile_region *more;

	if (room > s->region_room) {
		more = realloc(s->region, room * sizeof *more);
		if (!more)
			return false;
		s->region = more;
		s->region_room = room;
	}
	for (size_t i = 0; i < image->region_count; i++) {
		const char *name = image->regions[i].name;

		if (*name && find_region(s, name) == s->regions)
			s->region[s->regions++] = (struct profile_region){
				.name = name
			};
	}
	return true;
}

void profile_scopes_free(struct profile_scopes *s)
{
	free(s->launch);
	free(s->region);
	*s = (struct profile_scopes){ 0 };
}

static uint32_t depth_of(const struct profile_scope *scope)
{
	return scope->depth < PROFILE_DEPTH ? scope->depth : PROFILE_DEPTH;
}

/* Is region I of SCOPE not within itself? */
static bool is_outermost(const struct profile_scope *scope, uint32_t i)
{
	for (uint32_t k = 0; k < i; k++)
		if (scope->region[k] == scope->region[i])
			return false;
	return true;
}

void profile_scope_add(struct profile_scopes *s,
		       const struct profile_scope *scope, int reason,
		       uint64_t parts)
{
	s->launch[scope->launch].sum.parts[reason] += parts;
	for (uint32_t i = 0; i < depth_of(scope); i++)
		if (is_outermost(scope, i))
			s->region[scope->region[i]].sum.parts[reason] += parts;
}

void profile_scope_late(struct profile_scopes *s,
			const struct profile_scope *scope,
			enum profile_count count, uint64_t n)
{
	s->launch[scope->launch].sum.counts[count] += n;
}

void profile_scope_count(struct profile_scopes *s,
			 const struct profile_scope *scope,
			 enum profile_count count, uint64_t n)
{
	profile_scope_late(s, scope, count, n);
	for (uint32_t i = 0; i < depth_of(scope); i++)
		if (is_outermost(scope, i))
			s->region[scope->region[i]].sum.counts[count] += n;
}

void profile_scope_mark(struct profile_scopes *s, struct profile_scope *scope,
			const char *name)
{
	if (*name) {
		uint32_t region = find_region(s, name);

		s->region[region].begun++;
		if (scope->depth < PROFILE_DEPTH)
			scope->region[scope->depth] = region;
		scope->depth++;
	} else if (scope->depth)
		scope->depth--;
	else
		s->unpaired++;
}

bool profile_scopes_launch(struct profile_scopes *s, uint64_t cycle,
			   uint32_t slot, enum cosim_launch_step step,
			   uint32_t program, uint32_t pc)
{
	struct profile_launch *l = &s->launch[s->slot[slot]];

	switch (step) {
	case COSIM_LAUNCH_RUNG:
		l = add_launch(s);
		if (!l)
			return false;
		s->slot[slot] = (uint32_t)(s->count - 1);
		l->pc = pc;
		l->program = program;
		l->rung = cycle;
		break;
	case COSIM_LAUNCH_GIVEN:
		l->blocks++;
		s->last = s->slot[slot];
		break;
	case COSIM_LAUNCH_ENDED:
		l->ended = cycle;
		if (s->last == s->slot[slot])
			s->last = 0;
		break;
	}
	return true;
}

void profile_scopes_cut(struct profile_scopes *s, uint64_t cycle)
{
	for (size_t i = 1; i < s->count; i++)
		if (!s->launch[i].ended)
			s->launch[i].ended = cycle;
	s->last = 0;
	memset(s->slot, 0, sizeof s->slot);
}

bool profile_scopes_whole(const struct profile_scopes *s,
			  const struct profile_sum *all)
{
	struct profile_sum sum = { 0 };

	for (size_t i = 0; i < s->count; i++)
		profile_add(&sum, &s->launch[i].sum);
	return memcmp(sum.counts, all->counts, sizeof sum.counts) == 0 &&
	       profile_parts(&sum) == profile_parts(all);
}
