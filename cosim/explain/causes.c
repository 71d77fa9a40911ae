/* causes.c - finds the instructions that may have caused a mismatch
 * SPDX-License-Identifier: Apache-2.0
 *
 * The cause of a wrong register or word in the state is its last writer. The
 * causes of a wrong result are the writers of the instruction's operands, and
 * the last stores to the words that it loaded.
 */
#include "cosim/explain/explain.h"

#include <stdio.h>

/* The causes found so far, each once. */
struct list {
	const struct cosim *c;
	uint32_t core;        /* core of the mismatch */
	struct cosim_cause *out;
	uint32_t count;
};

static bool is_same(const struct cosim_cause *a, const struct cosim_cause *b)
{
	return a->memory == b->memory && a->core == b->core &&
	       a->warp == b->warp && a->number == b->number &&
	       (a->memory ? a->addr == b->addr : a->reg == b->reg);
}

static void add_cause(struct list *l, const struct cosim_cause *cause)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (is_same(&l->out[i], cause))
			return;
	if (l->count < COSIM_CAUSES)
		l->out[l->count++] = *cause;
}

/* --- registers and words ---------------------------------------------- */

/* Adds the writers of REG in LANES that instruction NUMBER of WARP reads
 * from. */
static void add_register(struct list *l, uint32_t warp, uint64_t number,
			 uint32_t reg, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		struct cosim_maker by;

		if (!cosim_made(l->c, l->core, warp, number, reg, lowest(m),
				&by))
			continue;
		add_cause(l, &(struct cosim_cause){
			.reg = reg, .core = by.core, .warp = by.warp,
			.pc = by.pc, .insn = by.insn, .prefix = by.prefix,
			.number = by.number,
			.first = by.issue_cycle,
			.last = by.write_cycle > by.issue_cycle ?
				by.write_cycle : by.issue_cycle
		});
	}
}

/* Adds the last store to the word at ADDR, unless it came after cycle
 * BEFORE. */
static void add_word(struct list *l, uint32_t addr, uint64_t before)
{
	struct cosim_storer s;

	if (!cosim_stored(l->c, l->core, addr, &s) || s.cycle > before)
		return;
	add_cause(l, &(struct cosim_cause){
		.memory = true, .addr = addr & ~UINT32_C(3), .core = s.core,
		.warp = s.warp,
		.pc = s.pc, .insn = s.insn, .prefix = s.prefix,
		.number = s.number,
		.first = s.cycle, .last = s.cycle
	});
}

/* --- wrong registers and words ----------------------------------------- */

/* The threads of the rows "xN lane L"; *REG is the N of the last. */
static uint32_t wrong_lanes(const struct cosim_mismatch *m, uint32_t *reg)
{
	uint32_t lanes = 0, lane;

	for (size_t i = 0; i < m->row_count; i++)
		if (explain_row(&m->rows[i], reg, &lane))
			lanes |= UINT32_C(1) << lane;
	return lanes;
}

/* Adds the stores to the words of the rows "[ADDRESS]" and "word N". */
static void add_words(struct list *l, const struct cosim_mismatch *m)
{
	for (size_t i = 0; i < m->row_count; i++) {
		const char *name = m->rows[i].name;
		uint32_t n;

		if (sscanf(name, "[%x]", &n) == 1)
			add_word(l, n, m->cycle);
		else if (m->has_addr && sscanf(name, "word %u", &n) == 1)
			add_word(l, m->addr + 4 * n, m->cycle);
	}
}

static void add_registers(struct list *l, const struct cosim_mismatch *m)
{
	uint32_t reg = 0, lanes = wrong_lanes(m, &reg);

	if (m->has_warp)
		add_register(l, m->warp,
			     l->c->core[m->core].warps[m->warp].next, reg,
			     lanes);
}

/* --- operands of an instruction ---------------------------------------- */

static void add_loaded(struct list *l, const struct cosim_mismatch *m,
		       uint32_t lanes)
{
	for (; lanes; lanes &= lanes - 1) {
		struct cosim_maker load;

		if (cosim_loading(l->c, m, lowest(lanes), &load))
			add_word(l, load.addr, load.access_cycle ?
				 load.access_cycle : m->cycle);
	}
}

/* Adds the writers of operand O in LANES; in all its lanes if LANES do not read
 * it. */
static void add_operand(struct list *l, const struct cosim_mismatch *m,
			const struct cosim_operand *o, uint32_t lanes)
{
	add_register(l, m->warp, m->number, o->reg,
		     o->lanes & lanes ? o->lanes & lanes : o->lanes);
}

/* Register STALE comes first, since its old value explains the mismatch. */
static void add_operands(struct list *l, const struct cosim_mismatch *m,
			 uint32_t lanes, uint32_t stale)
{
	struct cosim_operand o[COSIM_OPERANDS];
	uint32_t n = cosim_operands(l->c, m, o);

	for (uint32_t i = 0; i < n; i++)
		if (o[i].reg == stale)
			add_operand(l, m, &o[i], lanes);
	for (uint32_t i = 0; i < n; i++)
		add_operand(l, m, &o[i], lanes);
}

uint32_t cosim_causes(const struct cosim *c, const struct cosim_mismatch *m,
		      struct cosim_cause out[COSIM_CAUSES])
{
	struct list l = { c, m->core, out, 0 };
	uint32_t reg, lanes = wrong_lanes(m, &reg);

	if (!m->issued) {
		add_registers(&l, m);
		add_words(&l, m);
		return l.count;
	}
	if (!lanes)
		lanes = m->tmask;
	add_loaded(&l, m, lanes);
	add_operands(&l, m, lanes, guess_stale_register(c, m));
	return l.count;
}
