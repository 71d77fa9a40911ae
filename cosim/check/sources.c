/* sources.c - the registers that an instruction reads, and in which lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/sources.h"

#include "cosim/state/state.h"

static void add_source(struct sources *s, uint32_t reg, uint32_t lanes)
{
	s->reg[s->count] = reg;
	s->lanes[s->count++] = lanes;
}

/* Did FX trap as illegal? It may be an instruction that the machine lacks. */
static bool is_illegal(const struct golden_effect *fx)
{
	return fx->kind == GOLDEN_TRAP && fx->cause == ISA_CAUSE_ILLEGAL;
}

static void foreign_sources(const struct golden_foreign *f, struct sources *s)
{
	for (uint32_t i = 0; i < f->sources; i++)
		add_source(s, f->source[i].reg, f->source[i].lanes);
}

void slot_sources(const struct golden_effect *fx, struct sources *s)
{
	uint32_t leader = UINT32_C(1) << lowest(fx->tmask);
	bool writes_csr = fx->kind == GOLDEN_CSR_WRITE;
	uint32_t lanes, read;

	s->count = 0;
	foreign_sources(&fx->foreign, s);
	if (fx->op == ISA_INVALID || is_illegal(fx))
		return;
	lanes = isa_reads_leader(fx->op) ? leader : fx->tmask;
	read = isa_reads(fx->op);
	if (isa_insn(fx->op)->class == ISA_CLASS_CSR && !writes_csr)
		read = 0;
	if (read & 4)
		add_source(s, fx->regs.rs3, lanes);
	if (read & 2)
		add_source(s, fx->regs.rs2, lanes);
	if (read & 1)
		add_source(s, fx->regs.rs1, lanes);
	if (isa_insn(fx->op)->reads == ISA_READS_EXIT && !fx->next_tmask)
		add_source(s, 10, leader);
}
