/* cover_warp.c - coverage of masks, stacks, barriers, warps and traps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover/cover.h"

/* --- divergence ------------------------------------------------------- */

static size_t around_class(const struct core *c, const struct slot *s)
{
	uint32_t depth = c->cover->now.depth;

	return depth ? c->cover->warps[s->fx.warp].around[depth] :
		       AT(AROUND, NOTHING);
}

static size_t stack_op(const struct golden_effect *fx)
{
	if (fx->kind == GOLDEN_SPLIT)
		return fx->aux_mask ? AT(STACK, DIVERGENT) : AT(STACK, UNIFORM);
	return fx->aux_value ? AT(STACK, ELSE) : AT(STACK, RESTORE);
}

static size_t depth_class(const struct core *c, const struct slot *s)
{
	uint32_t before = c->cover->now.depth, all = c->all->cfg.stack;

	if (s->fx.depth == all)
		return AT(DEPTH, FILLS);
	return before == all ? AT(DEPTH, FULL) :
	       before ? AT(DEPTH, SOME) : AT(DEPTH, EMPTY);
}

/* Notes the meaning of each entry of the stack for the code above it. */
static void note_entries(struct core *c, const struct slot *s)
{
	uint8_t *kind = c->cover->warps[s->fx.warp].around;
	uint32_t depth = s->fx.depth;

	if (s->fx.kind != GOLDEN_SPLIT)
		return;
	if (s->fx.aux_mask) {
		kind[depth - 1] = AT(AROUND, SECOND);
		kind[depth] = AT(AROUND, FIRST);
	} else {
		kind[depth] = AT(AROUND, UNIFORM);
	}
}

static void count_stack(struct core *c, const struct slot *s, size_t outside,
			size_t lanes)
{
	size_t op;

	if (s->fx.kind != GOLDEN_SPLIT && s->fx.kind != GOLDEN_JOIN)
		return;
	op = stack_op(&s->fx);
	cover_hit(c, COVERAGE_STACK, op, depth_class(c, s), 0);
	cover_hit(c, COVERAGE_NESTING, op, outside, lanes);
	note_entries(c, s);
}

static void count_branch(struct core *c, const struct slot *s, size_t outside)
{
	const struct golden_effect *fx = &s->fx;

	if (fx->kind != GOLDEN_BRANCH || fx->op == ISA_JAL)
		return;
	cover_hit(c, COVERAGE_BRANCH, fx->op, fx->divergent ?
		  (fx->taken ? AT(WAY, SPLIT) : AT(WAY, SPLIT_NOT)) :
		  (fx->taken ? AT(WAY, TAKEN) : AT(WAY, NOT)), outside);
}

static void count_tmc(struct core *c, const struct slot *s, size_t outside,
		      size_t lanes)
{
	uint32_t to = s->fx.next_tmask;

	if (s->fx.kind == GOLDEN_TMC)
		cover_hit(c, COVERAGE_TMC, lanes, !to ? AT(TO, HALT) :
			  to == c->all->all_threads ? AT(TO, ALL) :
			  to == 1 ? AT(TO, ONE) : AT(TO, SOME), outside);
}

static void count_clone(struct core *c, const struct slot *s, size_t outside,
			size_t lanes)
{
	uint32_t target = s->fx.write[0].lanes;

	if (s->fx.kind == GOLDEN_CLONE)
		cover_hit(c, COVERAGE_CLONE, target == 1 ? AT(TARGET, SELF) :
			  target & s->fx.tmask ? AT(TARGET, ACTIVE) :
			  AT(TARGET, IDLE), lanes, outside);
}

void cover_threads(struct core *c, const struct slot *s)
{
	size_t outside = around_class(c, s);
	size_t lanes = cover_lanes(c, s->fx.tmask);

	if (s->fx.kind != GOLDEN_TRAP)
		cover_hit(c, COVERAGE_CODE, cover_class(c, &s->fx), outside,
			  lanes);
	count_stack(c, s, outside, lanes);
	count_branch(c, s, outside);
	count_tmc(c, s, outside, lanes);
	count_clone(c, s, outside, lanes);
}

/* --- barriers --------------------------------------------------------- */

struct meeting {
	uint32_t id, count;
	uint32_t here;          /* number of warps that wait there already */
	bool elsewhere;         /* a warp waits at another barrier */
};

static struct meeting meeting_of(const struct core *c, const struct slot *s)
{
	const struct cover_moment *now = &c->cover->now;
	uint32_t leader = lowest(s->fx.tmask);
	struct meeting m = { now->first[leader], now->second[leader], 0,
			     false };

	for (uint32_t w = 0; w < c->all->cfg.warps; w++) {
		m.here += now->barrier[w] == (int)m.id;
		m.elsewhere = m.elsewhere || (now->barrier[w] >= 0 &&
					      now->barrier[w] != (int)m.id);
	}
	return m;
}

static size_t count_class(const struct core *c, uint32_t n)
{
	if (n <= 1)
		return AT(COUNT, ONE);
	if (n == c->all->cfg.warps)
		return AT(COUNT, ALL);
	return n == 2 ? AT(COUNT, TWO) : AT(COUNT, MORE);
}

static size_t place_class(const struct core *c, uint32_t id)
{
	return !id ? AT(PLACE, FIRST) : id + 1 == c->all->cfg.barriers ?
	       AT(PLACE, LAST) : AT(PLACE, OTHER);
}

static void count_barrier(struct core *c, const struct slot *s)
{
	struct meeting m = meeting_of(c, s);
	uint64_t *came = &c->cover->came[m.id];
	size_t arrival = s->fx.aux_mask ?
			 (m.here ? AT(ARRIVAL, LAST) : AT(ARRIVAL, ALONE)) :
			 (m.here ? AT(ARRIVAL, MIDDLE) : AT(ARRIVAL, FIRST));

	cover_hit(c, COVERAGE_BARRIER, arrival, count_class(c, m.count),
		  place_class(c, m.id));
	if (*came)
		cover_hit(c, COVERAGE_BARRIER_GAP, arrival,
			  cover_gap(s->issue_cycle - *came), 0);
	*came = s->issue_cycle;
	cover_hit(c, COVERAGE_BARRIER_STATE, arrival,
		  cover_lanes(c, s->fx.tmask),
		  m.elsewhere ? AT(BUSY, YES) : AT(BUSY, NO));
}

/* --- start and end of warps ---------------------------------------------- */

static void count_wspawn(struct core *c, const struct slot *s, size_t others,
			 size_t lanes)
{
	uint32_t started = lowest(s->fx.aux_mask);
	bool ran = c->cover->warps[started].ran;

	cover_hit(c, COVERAGE_WSPAWN, ran ? AT(BORN, AGAIN) : AT(BORN, NEW),
		  lanes, others);
}

size_t cover_cause(uint32_t cause)
{
	size_t i = 0;

	while (isa_cause_row(i) && isa_cause_row(i)->number != cause)
		i++;
	return i;
}

static void count_trap(struct core *c, const struct slot *s, size_t others,
		       size_t lanes)
{
	size_t cause = cover_cause(s->fx.cause);

	cover_hit(c, COVERAGE_TRAP, cause, lanes, around_class(c, s));
	cover_hit(c, COVERAGE_TRAP_OTHERS, cause, others, 0);
}

static void count_end(struct core *c, const struct slot *s, size_t others,
		      size_t lanes)
{
	const struct golden_effect *fx = &s->fx;
	size_t end = AT(END, TRAP);

	if (fx->kind == GOLDEN_CSR_WRITE && fx->aux_mask == ISA_CSR_MEXIT)
		end = AT(END, MEXIT);
	else if (fx->next_tmask)
		return;
	else if (fx->kind == GOLDEN_HALT)
		end = AT(END, EBREAK);
	else if (fx->kind == GOLDEN_TMC)
		end = AT(END, TMC);
	cover_hit(c, COVERAGE_END, end, others, lanes);
}

static void count_csr(struct core *c, const struct slot *s)
{
	const struct golden_effect *fx = &s->fx;
	uint32_t f = fx->insn >> 12 & 3;

	if (fx->kind == GOLDEN_TRAP ||
	    cover_class(c, fx) != AT(CLASS, CSR))
		return;
	cover_hit(c, COVERAGE_CSR, c->cover->csr[fx->insn >> 20],
		  fx->kind != GOLDEN_CSR_WRITE ? AT(CSR_DO, READ) :
		  f == 1 ? AT(CSR_DO, WRITE) : f == 2 ? AT(CSR_DO, SET) :
		  AT(CSR_DO, CLEAR), 0);
}

void cover_warps(struct core *c, const struct slot *s)
{
	const struct cover_moment *now = &c->cover->now;
	size_t lanes = cover_lanes(c, s->fx.tmask);
	size_t others = cover_others(s->fx.warp, now->active, now->waiting);

	count_csr(c, s);
	count_end(c, s, others, lanes);
	if (s->fx.kind == GOLDEN_BAR && s->fx.op == ISA_BAR)
		count_barrier(c, s);
	if (s->fx.kind == GOLDEN_WSPAWN)
		count_wspawn(c, s, others, lanes);
	if (s->fx.kind == GOLDEN_TRAP)
		count_trap(c, s, others, lanes);
}
