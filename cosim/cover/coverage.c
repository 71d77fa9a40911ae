/* coverage.c - functional coverage: tables, rules and counts
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/cover/coverage_rules.h"

/* --- the tables ------------------------------------------------------- */

static const char *const axis_names[] = {
#define AXIS(id, name, doc) name,
#define BIN(axis, id, name)
#include "cosim/cover/coverage.def"
#undef AXIS
#undef BIN
};

static const char *const bin_names[] = {
#define AXIS(id, name, doc)
#define BIN(axis, id, name) name,
#include "cosim/cover/coverage.def"
#undef AXIS
#undef BIN
};

static const uint16_t axis_first[] = {
#define AXIS(id, name, doc) COVER_FIRST_##id,
#define BIN(axis, id, name)
#include "cosim/cover/coverage.def"
#undef AXIS
#undef BIN
	COVERAGE_BINS
};

static const struct {
	const char *name, *doc;
	enum coverage_axis axis[COVERAGE_CROSS];
	uint64_t goal;
	bool ventus;            /* of Ventus' cores */
} groups[] = {
#define ROW(name, a, b, c, goal, doc, ventus) \
	{ name, doc, { COVERAGE_AXIS_##a, COVERAGE_AXIS_##b, \
		       COVERAGE_AXIS_##c }, goal, ventus },
#define GROUP(id, name, a, b, c, goal, doc) \
	ROW(name, a, b, c, goal, doc, false)
#define VT_GROUP(id, name, a, b, c, goal, doc) \
	ROW(name, a, b, c, goal, doc, true)
#include "cosim/cover/coverage.def"
#undef GROUP
#undef VT_GROUP
#undef ROW
};

size_t coverage_axis_size(enum coverage_axis axis)
{
	return (size_t)axis_first[axis + 1] - axis_first[axis];
}

const char *coverage_axis_name(enum coverage_axis axis)
{
	return axis_names[axis];
}

static size_t group_size(enum coverage_group g)
{
	size_t n = 1;

	for (int i = 0; i < COVERAGE_CROSS; i++)
		n *= coverage_axis_size(groups[g].axis[i]);
	return n;
}

struct coverage_group_info coverage_group(enum coverage_group g)
{
	struct coverage_group_info info = {
		.name = groups[g].name, .doc = groups[g].doc,
		.goal = groups[g].goal, .count = group_size(g)
	};

	for (int i = 0; i < COVERAGE_CROSS; i++) {
		info.axis[i] = groups[g].axis[i];
		info.size[i] = coverage_axis_size(info.axis[i]);
	}
	for (int i = 0; i < (int)g; i++)
		info.first += group_size((enum coverage_group)i);
	return info;
}

size_t coverage_bins(void)
{
	size_t n = 0;

	for (int g = 0; g < COVERAGE_GROUPS; g++)
		n += group_size((enum coverage_group)g);
	return n;
}

enum coverage_group coverage_find_group(const char *name)
{
	int g = 0;

	while (g < COVERAGE_GROUPS && strcmp(groups[g].name, name) != 0)
		g++;
	return (enum coverage_group)g;
}

/* The places of bin N on the axes of G. */
static void find_places(const struct coverage_group_info *g, size_t n,
			size_t *at)
{
	at[2] = n % g->size[2];
	at[1] = n / g->size[2] % g->size[1];
	at[0] = n / g->size[2] / g->size[1];
}

void coverage_bin_name(const struct coverage_group_info *g, size_t n, char *buf,
		       size_t size)
{
	size_t at[COVERAGE_CROSS], used = 0;

	find_places(g, n, at);
	*buf = '\0';
	for (int i = 0; i < COVERAGE_CROSS && used < size; i++) {
		const char *name = bin_names[axis_first[g->axis[i]] + at[i]];

		if (g->axis[i] == COVERAGE_AXIS_NONE)
			break;
		snprintf(buf + used, size - used, "%s%s", i ? " " : "", name);
		for (char *c = buf + used + (i != 0); *c; c++)
			*c = (char)(*c == ' ' ? '_' : *c);
		used += strlen(buf + used);
	}
}

void coverage_machine_text(const struct coverage_machine *m, char *buf,
			   size_t size)
{
	int n = 0;

#define MACHINE(field, doc) \
	if (n >= 0 && (size_t)n < size) \
		n += snprintf(buf + n, size - (size_t)n, "%s%s=%u", \
			      n ? " " : "", #field, m->field);
#include "cosim/cover/coverage.def"
#undef MACHINE
}

/* --- rules ------------------------------------------------------------ */

static const char *never_on(enum coverage_axis axis, size_t v,
			    const struct coverage_machine *m)
{
#define NEVER(on, condition, reason) \
	if (axis == COVERAGE_AXIS_##on && (condition)) \
		return reason;
#include "cosim/cover/coverage.def"
#undef NEVER
	return NULL;
}

static const char *never_in(enum coverage_group g, size_t a, size_t b,
			    size_t d, const struct coverage_machine *m)
{
#define RULE(group, condition, reason) \
	if (g == COVERAGE_##group && (condition)) \
		return reason;
#include "cosim/cover/coverage.def"
#undef RULE
	return NULL;
}

bool coverage_counts(enum coverage_group g, const struct coverage_machine *m)
{
	return groups[g].ventus == (m->ventus != 0);
}

const char *coverage_never(enum coverage_group g, size_t n,
			   const struct coverage_machine *m)
{
	struct coverage_group_info info = coverage_group(g);
	size_t at[COVERAGE_CROSS];
	const char *why = coverage_counts(g, m) ? NULL :
			  "of the other instruction set";

	find_places(&info, n, at);
	for (int i = 0; i < COVERAGE_CROSS && !why; i++)
		why = never_on(info.axis[i], at[i], m);
	return why ? why : never_in(g, at[0], at[1], at[2], m);
}

/* --- counts ----------------------------------------------------------- */

void coverage_init(struct coverage *c)
{
	*c = (struct coverage){ NULL, 0 };
}

void coverage_free(struct coverage *c)
{
	for (size_t i = 0; i < c->count; i++)
		free(c->sets[i].hits);
	free(c->sets);
	coverage_init(c);
}

/* Sets are ordered by machine, so that files do not depend on the order of
 * runs. */
static struct coverage_set *insert_set(struct coverage *c, size_t at,
				       const struct coverage_machine *m)
{
	size_t size = (c->count + 1) * sizeof *c->sets;
	struct coverage_set *more = realloc(c->sets, size);
	uint64_t *hits = calloc(coverage_bins(), sizeof *hits);

	if (more)
		c->sets = more;
	if (!more || !hits) {
		free(hits);
		return NULL;
	}
	memmove(&more[at + 1], &more[at], (c->count - at) * sizeof *more);
	more[at] = (struct coverage_set){ *m, 0, hits };
	c->count++;
	return &more[at];
}

static int compare(const struct coverage_machine *a,
		   const struct coverage_machine *b)
{
#define MACHINE(field, doc) \
	if (a->field != b->field) \
		return a->field < b->field ? -1 : 1;
#include "cosim/cover/coverage.def"
#undef MACHINE
	return 0;
}

struct coverage_set *coverage_set(struct coverage *c,
				  const struct coverage_machine *m)
{
	size_t at = 0;

	while (at < c->count && compare(&c->sets[at].machine, m) < 0)
		at++;
	if (at < c->count && !compare(&c->sets[at].machine, m))
		return &c->sets[at];
	return insert_set(c, at, m);
}

int coverage_add(struct coverage *to, const struct coverage *from)
{
	size_t bins = coverage_bins();

	for (size_t i = 0; i < from->count; i++) {
		const struct coverage_set *s = &from->sets[i];
		struct coverage_set *t = coverage_set(to, &s->machine);

		if (!t)
			return COVERAGE_E_NOMEM;
		t->runs += s->runs;
		for (size_t n = 0; n < bins; n++)
			t->hits[n] += s->hits[n];
	}
	return 0;
}

enum coverage_state coverage_state(const struct coverage *c,
				   enum coverage_group g, size_t n,
				   uint64_t *hits, const char **reason)
{
	struct coverage_group_info info = coverage_group(g);
	const char *why = NULL, *first = NULL;
	bool can = false, wrong = false;
	uint64_t sum = 0;

	for (size_t i = 0; i < c->count; i++) {
		const struct coverage_set *s = &c->sets[i];

		sum += s->hits[info.first + n];
		why = coverage_never(g, n, &s->machine);
		can = can || !why;
		wrong = wrong || (why && s->hits[info.first + n]);
		first = first ? first : why;
	}
	if (hits)
		*hits = sum;
	if (reason)
		*reason = first;
	return wrong ? COVERAGE_WRONG : sum >= info.goal ? COVERAGE_HIT :
	       can ? COVERAGE_HOLE : COVERAGE_NEVER;
}

static void add_group(const struct coverage *c, enum coverage_group g,
		      struct coverage_sum *sum)
{
	for (size_t n = 0; n < group_size(g); n++)
		switch (coverage_state(c, g, n, NULL, NULL)) {
		case COVERAGE_HIT: sum->hit++; break;
		case COVERAGE_HOLE: sum->holes++; break;
		case COVERAGE_NEVER: sum->never++; break;
		case COVERAGE_WRONG: sum->wrong++; break;
		}
}

struct coverage_sum coverage_sum(const struct coverage *c,
				 enum coverage_group g)
{
	struct coverage_sum sum = { 0, 0, 0, 0 };

	for (int i = 0; i < COVERAGE_GROUPS; i++)
		if (g == COVERAGE_GROUPS || (int)g == i)
			add_group(c, (enum coverage_group)i, &sum);
	return sum;
}

double coverage_percent(struct coverage_sum s)
{
	size_t all = s.hit + s.holes;

	return all ? 100.0 * (double)s.hit / (double)all : 100.0;
}
