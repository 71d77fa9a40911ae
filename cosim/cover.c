/* cover.c - functional coverage: its life, and classes that many groups share
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover.h"

#include <stdlib.h>

/* --- life ------------------------------------------------------------- */

void cosim_cover_machine(const struct golden_config *config,
			 const struct cosim_config *own,
			 struct coverage_machine *m)
{
	const struct cosim_dcache *d = &own->dcache;

	*m = (struct coverage_machine){
		.warps = config->warps, .threads = config->threads,
		.lanes = own->lanes, .stack = config->stack_entries,
		.barriers = config->barriers, .has_m = config->has_m,
		.timer = config->timer, .smem_banks = own->smem_banks,
		.smem_words = config->smem_size / 4,
		.row = own->access_bytes ? own->access_bytes : own->bus_bytes,
		.icache = own->icache_line != 0,
		.dcache = d->size ? d->size / d->line : 0,
		.line = d->size ? d->line : 0,
		.writeback = d->size && d->write_back,
		.mshrs = d->size ? d->mshrs : 0
	};
}

static bool allocate(const struct cosim *c, struct cover *k)
{
	k->warps = calloc(c->cfg.warps, sizeof *k->warps);
	k->lines = calloc(k->machine.dcache + 1, sizeof *k->lines);
	k->came = calloc(c->cfg.barriers + 1, sizeof *k->came);
	return k->warps && k->lines && k->came;
}

int cosim_cover(struct cosim *c, struct coverage_set *set)
{
	struct cover *k = calloc(1, sizeof *k);

	if (!k)
		return GOLDEN_E_NOMEM;
	k->machine = set->machine;
	k->hits = set->hits;
	if (!allocate(c, k)) {
		cover_free(k);
		return GOLDEN_E_NOMEM;
	}
	for (int g = 0; g < COVERAGE_GROUPS; g++)
		k->group[g] = coverage_group((enum coverage_group)g);
	for (size_t i = 0; isa_csr_row(i); i++)
		k->csr[isa_csr_row(i)->address] = (uint8_t)i;
	cover_free(c->cover);
	c->cover = k;
	return 0;
}

void cover_free(struct cover *k)
{
	if (!k)
		return;
	free(k->warps);
	free(k->lines);
	free(k->came);
	free(k);
}

/* --- classes ---------------------------------------------------------- */

static uint32_t count(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

static bool beat_empty(const struct cosim *c, uint32_t tmask)
{
	uint32_t beat = UINT32_MAX >> (32 - c->own.lanes);

	for (uint32_t i = 0; i < c->beats; i++)
		if (!(tmask >> i * c->own.lanes & beat))
			return true;
	return false;
}

size_t cover_lanes(const struct cosim *c, uint32_t tmask)
{
	if (tmask == c->all_threads)
		return AT(LANES, ALL);
	if (count(tmask) == 1)
		return AT(LANES, ONE);
	return beat_empty(c, tmask) ? AT(LANES, PARTIAL) : AT(LANES, SOME);
}

size_t cover_others(uint32_t warp, uint32_t active, uint32_t waiting)
{
	uint32_t others = active & ~(UINT32_C(1) << warp);

	if (!others)
		return AT(OTHERS, NONE);
	return others & ~waiting ? AT(OTHERS, RUN) : AT(OTHERS, WAIT);
}

size_t cover_number(uint32_t n)
{
	return n <= 1 ? 0 : n == 2 ? 1 : n <= 4 ? 2 : n <= 8 ? 3 : 4;
}

size_t cover_gap(uint64_t cycles)
{
	return cycles <= 1 ? 0 : cycles == 2 ? 1 : cycles <= 4 ? 2 :
	       cycles <= 16 ? 3 : 4;
}

static bool divides(enum isa_op op)
{
	return op == ISA_DIV || op == ISA_DIVU || op == ISA_REM ||
	       op == ISA_REMU;
}

size_t cover_class(const struct golden_effect *fx)
{
	enum isa_op op = fx->op;

	if (op == ISA_INVALID)
		return AT(CLASS, WARP);
	if (op == ISA_FENCE || op == ISA_FENCE_I)
		return AT(CLASS, FENCE);
	switch (isa_insn(op)->format) {
	case ISA_FMT_LOAD: return AT(CLASS, LOAD);
	case ISA_FMT_STORE: return AT(CLASS, STORE);
	case ISA_FMT_BRANCH: return AT(CLASS, BRANCH);
	case ISA_FMT_J:
	case ISA_FMT_JALR: return AT(CLASS, JUMP);
	case ISA_FMT_CSR:
	case ISA_FMT_CSRI: return AT(CLASS, CSR);
	default: break;
	}
	if (isa_insn(op)->ext == ISA_EXT_M)
		return divides(op) ? AT(CLASS, DIV) : AT(CLASS, MUL);
	return isa_insn(op)->ext == ISA_EXT_I && op != ISA_ECALL &&
	       op != ISA_EBREAK ? AT(CLASS, ALU) : AT(CLASS, WARP);
}

size_t cover_unit(const struct cosim *c, const struct golden_effect *fx)
{
	switch (cover_class(fx)) {
	case AT(CLASS, MUL): return AT(UNIT, MUL);
	case AT(CLASS, DIV): return AT(UNIT, DIV);
	case AT(CLASS, LOAD):
		return in_smem(c, fx->addr[lowest(fx->tmask)]) ?
		       AT(UNIT, SMEM) : AT(UNIT, LOAD);
	case AT(CLASS, JUMP): return AT(UNIT, LINK);
	case AT(CLASS, CSR): return AT(UNIT, CSR);
	case AT(CLASS, WARP):
		return fx->op == ISA_CLONE ? AT(UNIT, CLONE) : AT(UNIT, SPAWN);
	}
	return AT(UNIT, ALU);
}
