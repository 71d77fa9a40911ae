/* steer.c - weights of random programs for the holes of coverage
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/fuzz/steer.h"

#include <inttypes.h>
#include <string.h>

#include "isa/isa.h"

/* Votes are in thousandths. EXTRA: weight that a whole vote adds to a kind of
 * weight 0. LONGER: length to which votes may raise programs. */
enum { VOTE = 1000, EXTRA = 12, LONGER = 500 };

struct votes {
	uint64_t kind[FUZZ_KINDS];
	uint64_t length;
};

/* The votes of a hole of a group (fuzz/steer.def). */
struct rows {
	uint64_t kind[FUZZ_KINDS];
	uint64_t op, class, length;
};

static void rows_of(enum coverage_group g, struct rows *r)
{
	memset(r, 0, sizeof *r);
#define STEER(group, name, votes) \
	r->kind[FUZZ_##name] += g == COVERAGE_##group ? votes : 0;
#define STEER_OP(group, votes) r->op += g == COVERAGE_##group ? votes : 0;
#define STEER_CLASS(group, votes) r->class += g == COVERAGE_##group ? votes : 0;
#define STEER_LENGTH(group, votes) \
	r->length += g == COVERAGE_##group ? votes : 0;
#include "fuzz/steer.def"
#undef STEER
#undef STEER_OP
#undef STEER_CLASS
#undef STEER_LENGTH
}

static void vote_op(struct votes *v, enum isa_op op, uint64_t n)
{
	enum isa_class class = isa_insn(op)->class;

#define OP_KIND(condition, name) v->kind[FUZZ_##name] += (condition) ? n : 0;
#include "fuzz/steer.def"
#undef OP_KIND
}

static void vote_class(struct votes *v, size_t class, uint64_t n)
{
#define CLASS_KIND(id, name) \
	v->kind[FUZZ_##name] += \
		class == COVER_CLASS_##id - COVER_FIRST_CLASS ? n : 0;
#include "fuzz/steer.def"
#undef CLASS_KIND
}

/* The counters of configurations like M in C, or NULL. */
static const uint64_t *hits_of(const struct coverage *c,
			       const struct coverage_machine *m)
{
	for (size_t i = 0; i < c->count; i++)
		if (!memcmp(&c->sets[i].machine, m, sizeof *m))
			return c->sets[i].hits;
	return NULL;
}

/* Adds the votes of one hole of a group with BINS possible bins. */
static void vote(struct votes *v, const struct rows *r,
		 const struct coverage_group_info *g, size_t bin, size_t bins)
{
	size_t first = bin / g->size[2] / g->size[1];

	for (int k = 0; k < FUZZ_KINDS; k++)
		v->kind[k] += r->kind[k] * VOTE * 1000 / bins;
	v->length += r->length * VOTE * 1000 / bins;
	if (r->op)
		vote_op(v, (enum isa_op)first, r->op * VOTE * 1000 / bins);
	if (r->class)
		vote_class(v, first, r->class * VOTE * 1000 / bins);
}

static void vote_group(struct votes *v, enum coverage_group g,
		       const uint64_t *hits, const struct coverage_machine *m)
{
	struct coverage_group_info info = coverage_group(g);
	struct rows rows;
	size_t bins = 0;

	rows_of(g, &rows);
	for (size_t n = 0; n < info.count; n++)
		bins += !coverage_never(g, n, m);
	for (size_t n = 0; n < info.count; n++)
		if (!coverage_never(g, n, m) &&
		    (!hits || hits[info.first + n] < info.goal))
			vote(v, &rows, &info, n, bins);
}

static uint32_t at_most(uint64_t n, uint32_t limit)
{
	return n < limit ? (uint32_t)n : limit;
}

void steer(const struct coverage *c, const struct coverage_machine *m,
	   struct fuzz_options *o)
{
	const uint64_t *hits = hits_of(c, m);
	struct votes v = { .length = 0 };

	for (int g = 0; g < COVERAGE_GROUPS; g++)
		vote_group(&v, (enum coverage_group)g, hits, m);
	for (int k = 0; k < FUZZ_KINDS; k++) {
		uint64_t votes = v.kind[k] / 1000, w = o->weight[k];

		w += (w ? w : EXTRA) * votes / VOTE;
		o->weight[k] = at_most(w, FUZZ_MOST_WEIGHT);
	}
	o->length = at_most(o->length + o->length * (v.length / 1000) / VOTE,
			    o->length < LONGER ? LONGER : o->length);
}

size_t steer_worth(const struct coverage *c, const struct coverage_machine *m)
{
	size_t worth = 0;

	for (int g = 0; g < COVERAGE_GROUPS; g++) {
		struct coverage_group_info info =
			coverage_group((enum coverage_group)g);

		for (size_t n = 0; n < info.count; n++)
			worth += coverage_state(c, (enum coverage_group)g, n,
						NULL, NULL) != COVERAGE_HIT &&
				 !coverage_never((enum coverage_group)g, n, m);
	}
	return worth;
}

void steer_options(const struct fuzz_options *o, char *buf, size_t size)
{
	int n = snprintf(buf, size, "--length %" PRIu32 " --weights ",
			 o->length);

	for (int k = 0; k < FUZZ_KINDS && n >= 0 && (size_t)n < size; k++)
		n += snprintf(buf + n, size - (size_t)n, "%s%s=%" PRIu32,
			      k ? "," : "", fuzz_kind_name((enum fuzz_kind)k),
			      o->weight[k]);
}
