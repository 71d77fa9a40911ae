/* causes.c - who wrote a wrong value, or what it was made of
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/explain/explain.h"

#include <stdio.h>

/* Causes as they are found, each once. */
struct list {
	const struct cosim *c;
	uint32_t core;        /* of the mismatch */
	struct cosim_cause *out;
	uint32_t count;
};

static bool same(const struct cosim_cause *a, const struct cosim_cause *b)
{
	return a->memory == b->memory && a->core == b->core &&
	       a->warp == b->warp && a->number == b->number &&
	       (a->memory ? a->addr == b->addr : a->reg == b->reg);
}

static void add(struct list *l, const struct cosim_cause *cause)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (same(&l->out[i], cause))
			return;
	if (l->count < COSIM_CAUSES)
		l->out[l->count++] = *cause;
}

/* --- registers and words ---------------------------------------------- */

/* Who wrote REG of the threads LANES for instruction NUMBER of WARP. */
static void add_register(struct list *l, uint32_t warp, uint64_t number,
			 uint32_t reg, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		struct cosim_maker by;

		if (!cosim_made(l->c, l->core, warp, number, reg, lowest(m),
				&by))
			continue;
		add(l, &(struct cosim_cause){
			.reg = reg, .core = by.core, .warp = by.warp,
			.pc = by.pc, .insn = by.insn, .number = by.number,
			.first = by.issue_cycle,
			.last = by.write_cycle > by.issue_cycle ?
				by.write_cycle : by.issue_cycle
		});
	}
}

/* Who stored to the word at ADDR, unless that was after cycle BEFORE. */
static void add_word(struct list *l, uint32_t addr, uint64_t before)
{
	struct cosim_storer s;

	if (!cosim_stored(l->c, l->core, addr, &s) || s.cycle > before)
		return;
	add(l, &(struct cosim_cause){
		.memory = true, .addr = addr & ~UINT32_C(3), .core = s.core,
		.warp = s.warp,
		.pc = s.pc, .insn = s.insn, .number = s.number,
		.first = s.cycle, .last = s.cycle
	});
}

/* --- what is shown wrong ---------------------------------------------- */

/* Threads of rows "xN lane L", and the last N. */
static uint32_t wrong_lanes(const struct cosim_mismatch *m, uint32_t *reg)
{
	uint32_t lanes = 0, lane;

	for (size_t i = 0; i < m->row_count; i++)
		if (explain_row(&m->rows[i], reg, &lane))
			lanes |= UINT32_C(1) << lane;
	return lanes;
}

/* Of rows "[ADDRESS]" and "word N". */
static void wrong_words(struct list *l, const struct cosim_mismatch *m)
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

static void wrong_registers(struct list *l, const struct cosim_mismatch *m)
{
	uint32_t reg = 0, lanes = wrong_lanes(m, &reg);

	if (m->has_warp)
		add_register(l, m->warp,
			     l->c->core[m->core].warps[m->warp].next, reg,
			     lanes);
}

/* --- what an instruction reads ---------------------------------------- */

static void loaded(struct list *l, const struct cosim_mismatch *m,
		   uint32_t lanes)
{
	for (; lanes; lanes &= lanes - 1) {
		struct cosim_maker load;

		if (cosim_loading(l->c, m, lowest(lanes), &load))
			add_word(l, load.addr, load.access_cycle ?
				 load.access_cycle : m->cycle);
	}
}

/* Those of LANES, unless it is read for all by others. */
static void add_operand(struct list *l, const struct cosim_mismatch *m,
			const struct cosim_operand *o, uint32_t lanes)
{
	add_register(l, m->warp, m->number, o->reg,
		     o->lanes & lanes ? o->lanes & lanes : o->lanes);
}

/* STALE goes first: its old value explains what is wrong. */
static void operands(struct list *l, const struct cosim_mismatch *m,
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
		wrong_registers(&l, m);
		wrong_words(&l, m);
		return l.count;
	}
	if (!lanes)
		lanes = m->tmask;
	loaded(&l, m, lanes);
	operands(&l, m, lanes, guess_stale_register(c, m));
	return l.count;
}
