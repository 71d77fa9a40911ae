/* profile_count.c - a profile of the golden model: instructions, no cycles
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each instruction is one unit, which belongs to itself.
 */
#include "session/profile/profile_state.h"

void profile_counts(struct profile *p)
{
	p->counts = true;
}

void profile_executed(struct profile *p, const struct golden_effect *fx)
{
	struct core *c = &p->core[fx->core];
	struct warp *w = &c->warps[fx->warp];
	uint32_t row = profile_row_of(p, c, fx->pc);
	struct profile_sum *sum;

	if (row == UINT32_MAX)
		p->wrong = profile_no_memory;
	if (p->wrong)
		return;
	profile_mark(p, c, w, row, fx, false);
	c->rows.at[row].code = golden_code(fx);
	sum = &c->rows.at[row].sum;
	profile_count_issue(c, w, sum, fx);
	sum->parts[PROFILE_ISSUE] += PROFILE_PARTS;
	profile_scope_add(c->scopes, &w->scope, PROFILE_ISSUE, PROFILE_PARTS);
	profile_mark(p, c, w, row, fx, true);
	for (uint32_t i = 0; fx->kind == GOLDEN_WSPAWN && i < p->warps; i++)
		if (fx->aux_mask >> i & 1)
			c->warps[i].scope = w->scope;
}

uint64_t profile_instructions(const struct profile *p)
{
	uint64_t n = 0;

	for (size_t i = 0; i < p->scopes.count; i++)
		n += p->scopes.launch[i].sum.counts[PROFILE_ISSUES];
	return n;
}

void profile_starts(struct profile *p, uint32_t core, uint32_t warp,
		    uint32_t slot)
{
	p->core[core].warps[warp].scope = (struct profile_scope){
		.launch = p->scopes.slot[slot]
	};
}
