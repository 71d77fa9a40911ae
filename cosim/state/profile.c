/* profile.c - profile of a program: events and distributions, from the records
 * SPDX-License-Identifier: Apache-2.0
 *
 * Called by the checker for each instruction and request. Counts are per core;
 * cosim_profile adds the cores up. The performance counters of the device are
 * checked against the counts of events.
 */
#include "cosim/state/profile.h"

static const char *const class_names[] = {
	[COSIM_CLASS_ALU] = "alu", [COSIM_CLASS_MULTIPLY] = "multiply",
	[COSIM_CLASS_FLOAT] = "float",
	[COSIM_CLASS_LOAD] = "load", [COSIM_CLASS_STORE] = "store",
	[COSIM_CLASS_ATOMIC] = "atomic",
	[COSIM_CLASS_BRANCH] = "branch", [COSIM_CLASS_WARP] = "warp"
};

const char *cosim_class_name(enum cosim_class class)
{
	return class_names[class];
}

static void add(uint64_t *into, const uint64_t *from, size_t count)
{
	for (size_t i = 0; i < count; i++)
		into[i] += from[i];
}

/* The structure has only 64-bit counts. */
struct cosim_profile cosim_profile(const struct cosim *c)
{
	struct cosim_profile sum = { 0 };

	for (uint32_t i = 0; i < c->cfg.cores; i++)
		add((uint64_t *)&sum, (const uint64_t *)&c->core[i].profile,
		    sizeof sum / sizeof(uint64_t));
	return sum;
}

/* --- uniform operands ------------------------------------------------- */

static enum cosim_class class_of(enum isa_op op)
{
	switch (isa_insn(op)->class) {
	case ISA_CLASS_ALU:
		return COSIM_CLASS_ALU;
	case ISA_CLASS_MUL:
	case ISA_CLASS_DIV:
		return COSIM_CLASS_MULTIPLY;
	case ISA_CLASS_FLOAT:
		return COSIM_CLASS_FLOAT;
	case ISA_CLASS_LOAD:
		return COSIM_CLASS_LOAD;
	case ISA_CLASS_ATOMIC:
		return COSIM_CLASS_ATOMIC;
	case ISA_CLASS_STORE:
		return COSIM_CLASS_STORE;
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_JUMP:
		return COSIM_CLASS_BRANCH;
	case ISA_CLASS_CSR:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT:
		break;
	}
	return COSIM_CLASS_WARP;
}

/* CSR instructions are left out: they are few, and their operand is the
 * leader's. */
static bool is_counted(enum isa_op op)
{
	return op != ISA_INVALID && isa_insn(op)->class != ISA_CLASS_CSR;
}

static void note_uniform(struct core *c, const struct golden_effect *fx)
{
	struct cosim_uniform *u;
	uint32_t same = (uint32_t)fx->equal1 | (uint32_t)fx->equal2 << 1 |
			(uint32_t)fx->equal3 << 2;
	uint32_t read;

	if (!is_counted(fx->op) || !(read = isa_reads(fx->op)))
		return;
	u = &c->profile.uniform[class_of(fx->op)];
	u->reading++;
	u->rs1 += (read & same & 1) != 0;
	u->rs2 += (read & same & 2) != 0;
	u->all += (read & ~same) == 0;
}

/* --- events ----------------------------------------------------------- */

static void note_event(struct core *c, enum isa_event_number event,
		       bool happens)
{
	c->profile.events[event] += happens;
	if (happens)
		c->event_cycle[event] = c->all->cycle;
}

/* Events of a kind of instruction; a trap has its own kind and counts none. */
static void note_kind(struct core *c, const struct golden_effect *fx)
{
	bool atomic = fx->kind == GOLDEN_ATOMIC;

	note_event(c, ISA_EVENT_TAKEN,
		   fx->kind == GOLDEN_BRANCH && fx->taken);
	note_event(c, ISA_EVENT_DIVERGED,
		   fx->kind == GOLDEN_SPLIT && fx->aux_mask);
	note_event(c, ISA_EVENT_LOADS,
		   fx->kind == GOLDEN_LOAD || (atomic && fx->op == ISA_LR_W));
	note_event(c, ISA_EVENT_STORES,
		   fx->kind == GOLDEN_STORE || (atomic && fx->op != ISA_LR_W));
	note_event(c, ISA_EVENT_ARRIVALS, fx->kind == GOLDEN_BAR);
}

void profile_issued(struct core *c, struct slot *s)
{
	const struct golden_effect *fx = &s->fx;
	struct cosim_profile *p = &c->profile;
	uint32_t lanes = 0;

	for (uint32_t m = fx->tmask; m; m &= m - 1)
		lanes++;
	s->requests = s->smem = s->smem_beats = 0;
	p->lanes[lanes]++;
	p->events[ISA_EVENT_THREADS] += lanes;
	note_event(c, ISA_EVENT_ISSUED, true);
	note_event(c, ISA_EVENT_FULL, lanes == c->all->cfg.threads);
	note_event(c, ISA_EVENT_SINGLE, lanes == 1);
	note_kind(c, fx);
	if (lanes > 1)
		note_uniform(c, fx);
}

/* --- requests --------------------------------------------------------- */

void profile_request(struct core *c, struct slot *s)
{
	s->requests++;
	note_event(c, ISA_EVENT_REQUESTS, true);
}

/* A second access of a beat is a bank conflict. Threads of an atomic
 * instruction are served one by one, so they have no conflicts. */
bool profile_smem(struct core *c, struct slot *s, uint32_t beat)
{
	bool is_conflict = s->smem_beats >> beat & 1 &&
			   s->fx.kind != GOLDEN_ATOMIC;

	s->smem++;
	s->smem_beats |= UINT32_C(1) << beat;
	note_event(c, ISA_EVENT_SMEM, true);
	note_event(c, ISA_EVENT_CONFLICTS, is_conflict);
	return is_conflict;
}

void profile_bus_read(struct core *c, enum cosim_port port)
{
	note_event(c, ISA_EVENT_IFETCHES,
		   port == COSIM_IBUS && !c->all->own.icache.size);
}

void profile_row_back(struct core *c, uint32_t addr)
{
	note_event(c, ISA_EVENT_WRITEBACKS, !(addr % c->all->own.dcache.line));
}

/* Accesses by their number of requests; 0 if all threads access shared memory.
 * Atomic instructions are left out: each of their threads makes its own
 * request. */
void profile_retired(struct core *c, const struct slot *s)
{
	if (s->fx.kind == GOLDEN_ATOMIC)
		return;
	if (s->fx.kind == GOLDEN_LOAD)
		c->profile.loads[s->requests]++;
	else if (s->fx.kind == GOLDEN_STORE)
		c->profile.stores[s->requests]++;
	if (s->smem)
		c->profile.smem[s->smem]++;
}
