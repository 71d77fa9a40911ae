/* explain.c - finds where the values of an instruction come from
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/explain/explain.h"

#include <stdio.h>
#include <string.h>

#include "cosim/check/slot.h"
#include "cosim/check/sources.h"
#include "cosim/state/origin.h"

static const char *const source_names[COSIM_SOURCES] = {
	[COSIM_FROM_ALU] = "the ALU",
	[COSIM_FROM_MULTIPLIER] = "the multiplier",
	[COSIM_FROM_DIVIDER] = "the divider",
	[COSIM_FROM_FLOAT] = "the floating-point unit",
	[COSIM_FROM_CSR] = "the CSRs",
	[COSIM_FROM_CONTROL] = "warp control",
	[COSIM_FROM_MEMORY] = "load/store, from memory",
	[COSIM_FROM_CACHE] = "load/store, from the data cache (hit)",
	[COSIM_FROM_MISS] = "load/store, from the data cache (miss)",
	[COSIM_FROM_SMEM] = "load/store, from shared memory"
};

const char *cosim_source_name(enum cosim_source source)
{
	return source_names[source];
}

/* --- steps ------------------------------------------------------------ */

void cosim_on_step(struct cosim *c,
		   void (*fn)(void *ctx, const struct cosim_step *step),
		   void *ctx)
{
	c->on_step = fn;
	c->on_step_ctx = ctx;
}

void cosim_on_fetch(struct cosim *c,
		    void (*fn)(void *ctx, uint32_t core, uint32_t addr,
			       uint32_t bytes), void *ctx)
{
	c->on_fetch = fn;
	c->on_fetch_ctx = ctx;
}

void cosim_on_request(struct cosim *c,
		      void (*fn)(void *ctx, const struct cosim_request *r),
		      void *ctx)
{
	c->on_request = fn;
	c->on_request_ctx = ctx;
}

void cosim_on_traffic(struct cosim *c,
		      void (*fn)(void *ctx, const struct cosim_traffic *t),
		      void *ctx)
{
	c->on_traffic = fn;
	c->on_traffic_ctx = ctx;
}

void cosim_on_warp(struct cosim *c,
		   void (*fn)(void *ctx, uint64_t cycle, uint32_t core,
			      uint32_t warp, bool starts, uint32_t slot),
		   void *ctx)
{
	c->on_warp = fn;
	c->on_warp_ctx = ctx;
}

void cosim_on_launch(struct cosim *c,
		     void (*fn)(void *ctx, uint64_t cycle, uint32_t slot,
				enum cosim_launch_step step, uint32_t pc),
		     void *ctx)
{
	c->on_launch = fn;
	c->on_launch_ctx = ctx;
}

/* --- writers ----------------------------------------------------------- */

/* The write of S to REG of LANE of its own warp, or NULL. */
static const struct golden_write *slot_write(const struct slot *s, uint32_t reg,
					     uint32_t lane)
{
	for (int i = 0; i < GOLDEN_WRITES; i++)
		if (golden_write_hits(&s->fx.write[i], s->fx.warp, reg, lane))
			return &s->fx.write[i];
	return NULL;
}

const struct slot *explain_slot(const struct core *c, uint32_t warp,
				uint64_t number)
{
	return slot_numbered(&c->warps[warp], number);
}

/* The newest instruction of WARP older than NUMBER that writes REG of LANE. */
static const struct slot *older_writer(const struct core *c, uint32_t warp,
				       uint64_t number, uint32_t reg,
				       uint32_t lane)
{
	for (uint64_t n = number; n > 0 && n + SLOTS > number; n--) {
		const struct slot *s = explain_slot(c, warp, n - 1);

		if (!s)
			break;
		if (slot_write(s, reg, lane))
			return s;
	}
	return NULL;
}

/* May WARP have issued an instruction that writes REG of LANE, from NUMBER
 * on? */
static bool written_since(const struct core *c, uint32_t warp, uint64_t number,
			  uint32_t reg, uint32_t lane)
{
	const struct warp *w = &c->warps[warp];

	for (uint64_t n = number; n < w->next; n++)
		if (w->next - n > SLOTS ||
		    slot_write(&w->slots[n % SLOTS], reg, lane))
			return true;
	return false;
}

bool explain_value(const struct core *c, uint32_t warp, uint64_t number,
		   uint32_t reg, uint32_t lane, uint32_t *value)
{
	const struct golden_write *w;
	const struct slot *s;

	*value = 0;
	if (!reg)
		return true;
	if (!written_since(c, warp, number, reg, lane)) {
		*value = golden_reg(c->golden, warp, lane, reg);
		return true;
	}
	s = older_writer(c, warp, number, reg, lane);
	w = s ? slot_write(s, reg, lane) : NULL;
	if (!w || w->count > 1)
		return false;
	*value = w->data[lane];
	return true;
}

/* A writer older than the slots is in ORIGIN, if no later write has replaced it
 * there. */
bool cosim_made(const struct cosim *c, uint32_t core, uint32_t warp,
		uint64_t number, uint32_t reg, uint32_t lane,
		struct cosim_maker *out)
{
	const struct core *k = &c->core[core];
	const struct slot *s = older_writer(k, warp, number, reg, lane);
	const struct cosim_maker *m;

	if (s) {
		*out = slot_maker(s);
		out->has_addr = out->is_load;
		out->addr = s->fx.access.addr[lane];
		return true;
	}
	m = origin_of(c->origin, k->first + warp, reg, lane);
	if (!m || (m->warp == warp && m->number >= number))
		return false;
	*out = *m;
	return true;
}

bool cosim_stored(const struct cosim *c, uint32_t core, uint32_t addr,
		  struct cosim_storer *out)
{
	size_t at = mirror_at(&c->core[core], addr);
	const struct cosim_storer *s = at == NOWHERE ? NULL :
				       origin_stored_by(c->origin, at);

	if (s)
		*out = *s;
	return s != NULL;
}

/* A name that both instruction sets have is the same number in both. */
static bool find_reg(const char *name, uint32_t *reg)
{
	const struct machine ventus = { .dialect = MACHINE_VENTUS,
					.vregs = 256 };

	if (isa_reg_find(name, reg))
		return true;
	for (*reg = 0; *reg < golden_reg_count(&ventus); ++*reg)
		if (!strcmp(name, golden_reg_name(&ventus, *reg)))
			return true;
	return false;
}

bool explain_row(const struct cosim_row *row, uint32_t *reg, uint32_t *lane)
{
	char name[8];

	return sscanf(row->name, "%7s lane %u", name, lane) == 2 &&
	       find_reg(name, reg) && *lane < GOLDEN_MAX_THREADS;
}

/* --- the instruction of a mismatch ------------------------------------ */

const struct slot *explain_mismatch(const struct cosim *c,
				    const struct cosim_mismatch *m)
{
	return m->issued ? explain_slot(&c->core[m->core], m->warp,
				       m->number) : NULL;
}

const struct golden_effect *cosim_effect(const struct cosim *c,
					 const struct cosim_mismatch *m)
{
	const struct slot *s = explain_mismatch(c, m);

	return s ? &s->fx : NULL;
}

bool cosim_loading(const struct cosim *c, const struct cosim_mismatch *m,
		   uint32_t lane, struct cosim_maker *out)
{
	const struct slot *s = explain_mismatch(c, m);

	if (!s || (s->fx.kind != GOLDEN_LOAD && s->fx.kind != GOLDEN_ATOMIC) ||
	    !(s->fx.access.lanes >> lane & 1))
		return false;
	*out = slot_maker(s);
	out->has_addr = true;
	out->addr = s->fx.access.addr[lane];
	return true;
}

static void fill_values(const struct core *c, const struct slot *s,
			struct cosim_operand *o)
{
	for (uint32_t m = o->lanes; m; m &= m - 1) {
		uint32_t lane = lowest(m);

		if (explain_value(c, s->fx.warp, s->number, o->reg, lane,
				  &o->value[lane]))
			o->known |= m & ~(m - 1);
	}
}

/* slot_sources has rs2 before rs1; here rs1 comes first. A register that is
 * read twice is reported once. */
uint32_t cosim_operands(const struct cosim *c, const struct cosim_mismatch *m,
			struct cosim_operand out[COSIM_OPERANDS])
{
	const struct slot *s = explain_mismatch(c, m);
	struct sources src;
	uint32_t n = 0;

	if (!s)
		return 0;
	slot_sources(&s->fx, &src);
	for (uint32_t i = src.count; i-- > 0;) {
		if (!src.reg[i] || (n && out[n - 1].reg == src.reg[i]))
			continue;
		out[n] = (struct cosim_operand){ .reg = src.reg[i],
						 .lanes = src.lanes[i] };
		fill_values(&c->core[m->core], s, &out[n++]);
	}
	return n;
}
