/* profile_end.c - the end of a profile: are all cycles there? Its results
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/profile/profile_state.h"

static void add_rows(struct profile *p, const struct profile_rows *rows)
{
	for (size_t i = 0; i < rows->count; i++) {
		uint32_t at = profile_row_at(&p->all, rows->at[i].program,
					     rows->at[i].pc);

		if (at == UINT32_MAX) {
			p->wrong = profile_no_memory;
			return;
		}
		p->all.at[at].code = rows->at[i].code;
		profile_add(&p->all.at[at].sum, &rows->at[i].sum);
	}
}

static uint64_t rows_sum(const struct profile_rows *rows)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < rows->count; i++)
		sum += profile_parts(&rows->at[i].sum);
	return sum;
}

/* Do the parts of C sum to its cycles, by row and over time? */
static bool is_whole(const struct profile *p, const struct core *c)
{
	struct profile_sum all = { 0 };
	bool good = profile_time_all(&c->time, PROFILE_REASONS) == c->nobody;

	for (size_t i = 0; i < c->rows.count; i++)
		profile_add(&all, &c->rows.at[i].sum);
	for (int r = 0; r < PROFILE_REASONS; r++)
		good = good && profile_time_all(&c->time, r) == all.parts[r];
	return good &&
	       profile_parts(&all) + c->nobody == p->cycles * PROFILE_PARTS;
}

/* Do the parts of all launches sum to those of all rows? */
static bool scopes_are_whole(const struct profile *p)
{
	struct profile_sum all = { 0 };

	for (size_t i = 0; i < p->all.count; i++)
		profile_add(&all, &p->all.at[i].sum);
	return profile_scopes_whole(&p->scopes, &all);
}

static bool counts_are_whole(const struct profile *p)
{
	return !p->counts || rows_sum(&p->all) == p->cycles * PROFILE_PARTS;
}

const char *profile_finish(struct profile *p, uint64_t cycles)
{
	static const char not_whole[] = "the parts of the profile do not sum "
		"to the run";

	p->cycles = p->base + cycles;
	if (!profile_warps_end(&p->masks, p->cycles) && !p->wrong)
		p->wrong = profile_no_memory;
	for (uint32_t i = 0; !p->wrong && i < p->cores; i++) {
		if (!p->counts)
			profile_core_end(p, &p->core[i]);
		if (!p->counts && !is_whole(p, &p->core[i]))
			p->wrong = not_whole;
		profile_rows_sort(&p->core[i].rows);
		add_rows(p, &p->core[i].rows);
		profile_time_sum(&p->time, &p->core[i].time);
	}
	profile_rows_sort(&p->all);
	if (!p->wrong && (!scopes_are_whole(p) || !counts_are_whole(p)))
		p->wrong = not_whole;
	return p->wrong;
}

uint32_t profile_cores(const struct profile *p)
{
	return p->cores;
}

uint64_t profile_cycles(const struct profile *p)
{
	return p->cycles;
}

bool profile_has_counts(const struct profile *p)
{
	return p->counts;
}

uint64_t profile_total(const struct profile *p, uint32_t core)
{
	uint64_t one = p->cycles * PROFILE_PARTS;

	if (p->counts)
		return rows_sum(profile_rows(p, core));
	return core < p->cores ? one : one * p->cores;
}

const struct profile_rows *profile_rows(const struct profile *p, uint32_t core)
{
	return core < p->cores ? &p->core[core].rows : &p->all;
}

const struct profile_time *profile_time(const struct profile *p, uint32_t core)
{
	return core < p->cores ? &p->core[core].time : &p->time;
}

const struct profile_warps *profile_masks(const struct profile *p)
{
	return &p->masks;
}

const struct profile_traffic *profile_traffic(const struct profile *p, bool bus)
{
	return &p->traffic[bus];
}

uint64_t profile_nobody(const struct profile *p, uint32_t core)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < p->cores; i++)
		if (core == i || core == p->cores)
			sum += p->core[i].nobody;
	return sum;
}

const struct profile_launch *profile_launches(const struct profile *p,
					      size_t *count)
{
	*count = p->scopes.count - 1;
	return p->scopes.launch + 1;
}

const struct profile_region *profile_regions(const struct profile *p,
					     size_t *count, uint64_t *unpaired)
{
	*count = p->scopes.regions;
	*unpaired = p->scopes.unpaired;
	return p->scopes.region;
}
