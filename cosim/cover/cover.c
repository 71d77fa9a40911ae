/* cover.c - makes the counting of coverage, and has classes for many groups
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover/cover.h"
#include "cosim/level/l2.h"

#include <stdlib.h>

#include "machine/has.h"

/* --- make and free ------------------------------------------------------- */

void cosim_cover_machine(const struct machine *config,
			 const struct shape *own,
			 struct coverage_machine *m)
{
	const struct shape_cache *d = &own->dcache;

	*m = (struct coverage_machine){
		.ventus = config->dialect == MACHINE_VENTUS,
		.cores = config->cores,
		.warps = config->warps, .threads = config->threads,
		.lanes = own->lanes, .stack = config->stack,
		.barriers = config->barriers,
#define EXT(id, name, flag, ...) .flag = config->flag,
#include "isa/exts.def"
		.selected = config->selected, .timer = config->timer,
		.dispatch = config->dispatch, .host = own->host,
		.mapped = machine_is_mapped(config),
		.fp = config->fp, .has_sfu = config->has_sfu,
		.smem_banks = own->smem_banks,
		.smem_words = config->smem_size / 4,
		.local = config->local_size &&
			 config->cores * config->warps * config->threads > 1,
		.row = own->access_bytes ? own->access_bytes : own->bus_bytes,
		.icache = own->icache.size != 0,
		.dcache = d->size ? d->size / d->line : 0,
		.line = d->size ? d->line : 0,
		.writeback = d->size && d->write_back,
		.mshrs = d->size ? d->mshrs : 0,
		.l2 = own->l2.size ? own->l2.banks : 0
	};
}

static bool allocate(const struct core *c, struct cover *k)
{
	k->warps = calloc(c->all->cfg.warps, sizeof *k->warps);
	k->lines = calloc(k->machine.dcache + 1, sizeof *k->lines);
	k->came = calloc(c->all->cfg.barriers + 1, sizeof *k->came);
	return k->warps && k->lines && k->came;
}

static struct cover *new_cover(const struct core *c, struct coverage_set *set)
{
	struct cover *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->machine = set->machine;
	k->hits = set->hits;
	if (!allocate(c, k)) {
		cover_free(k);
		return NULL;
	}
	for (int g = 0; g < COVERAGE_GROUPS; g++) {
		k->group[g] = coverage_group((enum coverage_group)g);
		k->counts[g] = coverage_counts((enum coverage_group)g,
					       &set->machine);
	}
	for (size_t i = 0; isa_csr_row(i); i++)
		k->csr[isa_csr_row(i)->address] = (uint8_t)i;
	return k;
}

int cosim_cover(struct cosim *c, struct coverage_set *set)
{
	for (uint32_t i = 0; i < c->cfg.cores; i++) {
		struct core *k = &c->core[i];

		cover_free(k->cover);
		k->cover = new_cover(k, set);
		if (k->cache)
			k->cache->watch = k->cover ? &cover_watch : NULL;
		if (!k->cover)
			return GOLDEN_E_NOMEM;
	}
	if (c->l2)
		l2_watch(c->l2, cover_l2);
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

static bool beat_empty(const struct core *c, uint32_t tmask)
{
	uint32_t beat = UINT32_MAX >> (32 - c->all->own.lanes);

	for (uint32_t i = 0; i < c->all->beats; i++)
		if (!(tmask >> i * c->all->own.lanes & beat))
			return true;
	return false;
}

size_t cover_lanes(const struct core *c, uint32_t tmask)
{
	if (tmask == c->all->all_threads)
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

/* Is the instruction illegal, or not an instruction of this machine? */
static bool is_missing(const struct core *c, const struct golden_effect *fx)
{
	return fx->op == ISA_INVALID ||
	       !machine_has_insn(&c->all->cfg, fx->op);
}

size_t cover_class(const struct core *c, const struct golden_effect *fx)
{
	if (!fx->foreign.valid && is_missing(c, fx))
		return AT(CLASS, WARP);
	switch (golden_class(fx)) {
	case ISA_CLASS_ALU: return AT(CLASS, ALU);
	case ISA_CLASS_MUL: return AT(CLASS, MUL);
	case ISA_CLASS_DIV: return AT(CLASS, DIV);
	case ISA_CLASS_FLOAT: return AT(CLASS, FLOAT);
	case ISA_CLASS_LOAD: return AT(CLASS, LOAD);
	case ISA_CLASS_STORE: return AT(CLASS, STORE);
	case ISA_CLASS_ATOMIC: return AT(CLASS, ATOMIC);
	case ISA_CLASS_BRANCH: return AT(CLASS, BRANCH);
	case ISA_CLASS_JUMP: return AT(CLASS, JUMP);
	case ISA_CLASS_CSR: return AT(CLASS, CSR);
	case ISA_CLASS_FENCE: return AT(CLASS, FENCE);
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT: break;
	}
	return AT(CLASS, WARP);
}

size_t cover_unit(const struct core *c, const struct golden_effect *fx)
{
	if (is_missing(c, fx))
		return AT(UNIT, SPAWN);
	switch (isa_insn(fx->op)->class) {
	case ISA_CLASS_MUL: return AT(UNIT, MUL);
	case ISA_CLASS_DIV: return AT(UNIT, DIV);
	case ISA_CLASS_FLOAT: return AT(UNIT, FLOAT);
	case ISA_CLASS_LOAD:
		return in_smem(c->all, fx->access.addr[lowest(fx->tmask)]) ?
		       AT(UNIT, SMEM) : AT(UNIT, LOAD);
	case ISA_CLASS_ATOMIC: return AT(UNIT, ATOMIC);
	case ISA_CLASS_JUMP: return AT(UNIT, LINK);
	case ISA_CLASS_CSR: return AT(UNIT, CSR);
	case ISA_CLASS_SIMT:
		if (isa_combines(fx->op))
			break;
		return fx->op == ISA_CLONE ? AT(UNIT, CLONE) :
		       fx->op == ISA_BAR_ARRIVE ? AT(UNIT, ARRIVE) :
		       AT(UNIT, SPAWN);
	case ISA_CLASS_ALU:
	case ISA_CLASS_STORE:
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM: break;
	}
	return AT(UNIT, ALU);
}
