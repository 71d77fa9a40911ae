/* memory.c - accesses to what the program does not own
 * SPDX-License-Identifier: Apache-2.0
 *
 * A pointer whose object is known must stay in it; any other must point to
 * memory that is owned. The runtime's own code is not judged.
 */
#include <inttypes.h>

#include "sanitize/state.h"

enum { NULL_PAGE = 4096 };

/* The tag of an address that may be of several objects. */
#define MIXED UINT32_MAX

static const char *noun(const struct golden_effect *fx)
{
	return fx->access.op == GOLDEN_READ ? "read" :
	       fx->access.op == GOLDEN_WRITE ? "write" : "atomic access";
}

static const char *verb(const struct golden_effect *fx)
{
	return fx->access.op == GOLDEN_READ ? "reads" :
	       fx->access.op == GOLDEN_WRITE ? "writes" : "updates";
}

/* The access of LANE is wrong: WHY. */
static void report(struct san *k, const struct golden_effect *fx, uint32_t lane,
		   int core, uint32_t object, const char *why)
{
	struct san_finding *f = san_finding(k, SAN_OF_MEMORY, fx->pc, 0);

	if (!f)
		return;
	san_text(k, f, "%s of %" PRIu32 " bytes %s", noun(fx), fx->access.size,
		 why);
	san_side(k, f, verb(fx), fx, lane);
	san_at(k, f, core, fx->access.addr[lane], fx->access.size, object);
	san_tell(k, f);
}

/* Is ADDR below the stack pointer of LANE, and in the stack of that? */
static bool is_below(const struct san *k, struct golden_core *c,
		     const struct golden_effect *fx, uint32_t lane,
		     uint32_t addr)
{
	uint32_t sp = golden_lanes(c, fx->warp, SAN_SP)[lane];
	const struct san_program *p = k->p;

	return p->stack_bytes && addr < sp && sp - addr < p->stack_bytes &&
	       sp - 1 - p->stacks < p->top - p->stacks &&
	       (p->top - addr - 1) / p->image->stack_stride ==
		       (p->top - sp) / p->image->stack_stride;
}

/* The access of LANE by a pointer to OBJECT. */
static void judge_object(struct san *k, const struct golden_effect *fx,
			 uint32_t lane, const struct san_space *s, uint32_t at,
			 uint32_t object)
{
	const struct san_object *o = &k->objects[object];
	uint32_t addr = fx->access.addr[lane];

	if (o->freed)
		report(k, fx, lane, s->core, object,
		       "in a block that has been given back");
	else if (addr < o->low || addr + fx->access.size > o->high)
		report(k, fx, lane, s->core, object, "outside its object");
	else if (fx->access.op != GOLDEN_READ && s->state[at] == SAN_CONSTANT)
		report(k, fx, lane, s->core, object, "to a constant");
}

/* What is wrong with the access of LANE by any other pointer, or NULL. */
static const char *fault_of(struct san *k, struct golden_core *c,
			    const struct golden_effect *fx, uint32_t lane,
			    const struct san_space *s, uint32_t at)
{
	const struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t addr = fx->access.addr[lane];
	bool writes = fx->access.op != GOLDEN_READ;
	enum san_state state = (enum san_state)s->state[at];

	if (w->grouped && !w->in_block && san_strays(k, fx, addr))
		return "in local memory of another group";
	if (state == SAN_OWNED)
		state = (enum san_state)s->state[at + fx->access.size - 1];
	switch (state) {
	case SAN_NOBODY:
		return "in memory that nobody owns";
	case SAN_FREED:
		return "in a block that has been given back";
	case SAN_CODE:
		return writes ? "to code" : NULL;
	case SAN_CONSTANT:
		return writes ? "to a constant" : NULL;
	case SAN_STACK:
		return s->core < 0 && is_below(k, c, fx, lane, addr) ?
		       "below the stack pointer" : NULL;
	case SAN_OWNED:
		break;
	}
	return NULL;
}

/* The warp of FX is one of a block: is ADDR shared memory of another? */
static bool leaves_block(const struct san *k, const struct golden_effect *fx,
			 const struct san_space *s, uint32_t addr)
{
	const struct san_warp *w = san_warp(k, fx->core, fx->warp);
	const struct san_block *b;

	if (!w->in_block || s->core < 0)
		return false;
	b = san_block_of(k, fx->core, w);
	return addr < b->low || addr + fx->access.size > b->high;
}

static void judge(struct san *k, struct golden_core *c,
		  const struct golden_effect *fx, uint32_t lane,
		  uint32_t object)
{
	uint32_t addr = fx->access.addr[lane], at;
	struct san_space *s = san_space(k, fx->core, addr, &at);
	const char *why;

	if (!s)                 /* a trap or the console */
		return;
	if (object == MIXED)
		object = 0;
	if (object & SAN_FRAME) {
		if (san_leaves_frame(k, object, addr, fx->access.size)) {
			report(k, fx, lane, s->core, object,
			       "outside its object");
			return;
		}
		object = 0;
	}
	if (s->core < 0 && addr - k->local < k->local_bytes)
		return;         /* local memory */
	if (object) {
		judge_object(k, fx, lane, s, at, object);
		return;
	}
	why = leaves_block(k, fx, s, addr) ?
	      "in shared memory that is not the block's" :
	      fault_of(k, c, fx, lane, s, at);
	if (why)
		report(k, fx, lane, s->core, 0, why);
}

/* Is no lane's byte of S that FX accesses in STATE? */
static bool has_none(const struct golden_access *a, const struct san_space *s,
		     enum san_state state)
{
	bool any = false;

	for (uint32_t m = a->lanes; m; m &= m - 1)
		any |= s->state[a->addr[san_lead(m)] - s->base] == state;
	return !any;
}

/* Are all bytes of S that FX accesses owned? */
static bool is_owned(const struct golden_access *a, const struct san_space *s)
{
	bool all = true;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t at = a->addr[san_lead(m)] - s->base;

		all &= s->state[at] == SAN_OWNED &&
		       s->state[at + a->size - 1] == SAN_OWNED;
	}
	return all;
}

/* Is the access of all lanes by pointers to OBJECT right? */
static bool stays(const struct san *k, const struct golden_access *a,
		  uint32_t object)
{
	const struct san_object *o = &k->objects[object];

	return !o->freed && k->span.low >= o->low && k->span.high <= o->high &&
	       (a->op == GOLDEN_READ ||
		has_none(a, k->span.s, SAN_CONSTANT));
}

/* Is FX one of the common accesses that are right? OBJECT is that of all
 * lanes, or 0. */
static bool is_right(const struct san *k, const struct golden_effect *fx,
		     const struct san_warp *w, uint32_t object)
{
	const struct san_space *s = k->span.s;
	const struct san_block *b;

	if (object & SAN_FRAME)
		return false;
	if (object)
		return stays(k, &fx->access, object);
	if (w->grouped && !w->in_block)
		return false;
	if (w->in_block && s->core >= 0) {
		b = san_block_of(k, fx->core, w);
		if (k->span.low < b->low || k->span.high > b->high)
			return false;
	}
	return is_owned(&fx->access, s);
}

/* The object of all lanes of FX, 0 if that is not known, or MIXED. */
static uint32_t common_object(const struct san *k,
			      const struct golden_effect *fx,
			      const struct san_warp *w)
{
	const uint32_t *tag = san_reg(k, w->tag, fx->regs.rs1);
	uint32_t m = fx->access.lanes, first = tag[san_lead(m)], differ = 0;

	if (!(w->tagged >> fx->regs.rs1 & 1))
		return 0;
	for (; m; m &= m - 1)
		differ |= tag[san_lead(m)] ^ first;
	return differ ? MIXED : first;
}

void san_memory(struct san *k, struct golden_core *c,
		const struct golden_effect *fx)
{
	const struct san_warp *w = san_warp(k, fx->core, fx->warp);
	bool tags = w->tagged >> fx->regs.rs1 & 1;
	uint32_t object = common_object(k, fx, w);

	if (!k->p->runtime || (k->span.s && object != MIXED &&
			       is_right(k, fx, w, object)))
		return;
	for (uint32_t m = fx->access.lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);

		judge(k, c, fx, lane, tags ?
		      san_reg(k, w->tag, fx->regs.rs1)[lane] : 0);
	}
}

void san_trap(struct san *k, const struct golden_effect *fx)
{
	bool reads = fx->cause < 6;
	struct san_finding *f;

	if (fx->cause < 4 || fx->cause > 7)
		return;
	f = san_finding(k, SAN_OF_MEMORY, fx->pc, 0);
	if (!f)
		return;
	san_text(k, f, "%s of 0x%08" PRIx32 ", %s", reads ? "read" : "write",
		 fx->tval, fx->tval < NULL_PAGE ? "a null pointer" :
		 fx->cause % 2 == 0 ? "misaligned" :
		 fx->tval - k->m->const_base < k->m->const_size ?
		 "in constant memory" : "outside all memory");
	san_side(k, f, reads ? "reads" : "writes", fx, san_lead(fx->tmask));
	san_tell(k, f);
}

/* --- objects of pointers ---------------------------------------------- */

bool san_keeps(enum isa_op op)
{
	switch ((unsigned)op) {
	case ISA_ADD: case ISA_ADDI: case ISA_SUB: case ISA_SH1ADD:
	case ISA_SH2ADD: case ISA_SH3ADD: case ISA_CZERO_EQZ:
	case ISA_CZERO_NEZ: case ISA_FMV_X_W: case ISA_FMV_W_X:
	case ISA_OR: case ISA_XOR: case ISA_ANDI: case ISA_AND:
		return true;
	}
	return false;
}

bool san_keeps_by_value(enum isa_op op)
{
	return op == ISA_AND || op == ISA_XOR || op == ISA_CZERO_EQZ ||
	       op == ISA_CZERO_NEZ;
}

/* Of what A and B have to do with: an address of which object is not known. */
static uint32_t mixed(uint32_t a, uint32_t b)
{
	return !a || !b ? a | b : a == b && a != MIXED ? 0 : MIXED;
}

/* Of X ^ Y, as where compilers choose by p ^ (mask & (p ^ q)): is it an address
 * of what one of them has to do with? */
static uint32_t differing(uint32_t a, uint32_t b, uint32_t x, uint32_t y)
{
	return (a && b) || (a ? y : x) < NULL_PAGE ? mixed(a, b) : MIXED;
}

/* Of OP of X and Y. */
static uint32_t tag_of(enum isa_op op, uint32_t a, uint32_t b, uint32_t x,
		       uint32_t y)
{
	switch ((unsigned)op) {
	case ISA_ADD: case ISA_OR:
		return mixed(a, b);
	case ISA_AND:
		return x & y ? mixed(a, b) : 0;
	case ISA_XOR:
		return differing(a, b, x, y);
	case ISA_CZERO_EQZ:
		return y ? a : 0;
	case ISA_CZERO_NEZ:
		return y ? 0 : a;
	case ISA_SUB:
		return !b ? a : a ? mixed(a, b) : MIXED;
	case ISA_SH1ADD: case ISA_SH2ADD: case ISA_SH3ADD:
		return b;
	default:
		return a;
	}
}

/* LANES set register RD; TAG is NULL: to no pointer. */
static void set_row(struct san *k, struct san_warp *w, uint32_t rd,
		    uint32_t lanes, const uint32_t *tag)
{
	uint32_t any = 0, *to = san_reg(k, w->tag, rd);

	if (!rd)
		return;
	for (uint32_t lane = 0; lane < k->threads; lane++) {
		if (lanes >> lane & 1)
			to[lane] = tag ? tag[lane] : 0;
		any |= to[lane];
	}
	w->tagged &= ~(UINT64_C(1) << rd);
	w->tagged |= (uint64_t)(any != 0) << rd;
}

/* san_space, of an address of the access that is looked at. */
static struct san_space *space_at(struct san *k, uint32_t core, uint32_t addr,
				  uint32_t *at)
{
	struct san_space *s = k->span.s;

	if (!s)
		return san_space(k, core, addr, at);
	*at = addr - s->base;
	return s;
}

/* Pointers come from memory as words. */
static void load_tags(struct san *k, const struct golden_effect *fx,
		      struct san_warp *w)
{
	const struct golden_access *a = &fx->access;
	uint32_t tag[SAN_LANES], any = 0, at;

	if (k->span.s && a->size < 4 && !(w->tagged >> fx->regs.rd & 1))
		return;
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_space *s = space_at(k, fx->core, a->addr[lane], &at);

		tag[lane] = s && a->size == 4 && at % 4 == 0 ? s->tag[at / 4] :
							       0;
		any |= tag[lane];
	}
	if (any || w->tagged >> fx->regs.rd & 1)
		set_row(k, w, fx->regs.rd, fx->tmask, tag);
}

static void store_tags(struct san *k, const struct golden_effect *fx,
		       struct san_warp *w)
{
	const struct golden_access *a = &fx->access;
	const uint32_t *from = san_reg(k, w->tag, fx->regs.rs2);
	bool words = a->size == 4;
	uint32_t at;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_space *s = space_at(k, fx->core, a->addr[lane], &at);

		if (s && at % a->size == 0)
			s->tag[at / 4] = words ? from[lane] : 0;
	}
}

/* They go there and come from there. */
static void swap_tags(struct san *k, const struct golden_effect *fx,
		      struct san_warp *w)
{
	const struct golden_access *a = &fx->access;
	const uint32_t *from = san_reg(k, w->tag, fx->regs.rs2);
	uint32_t tag[SAN_LANES] = { 0 }, at;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_space *s = san_space(k, fx->core, a->addr[lane],
						&at);

		if (!s || at % 4)
			continue;
		tag[lane] = s->tag[at / 4];
		s->tag[at / 4] = from[lane];
	}
	set_row(k, w, fx->regs.rd, fx->tmask, tag);
}

/* The object of the variable whose address I forms, or 0. */
static uint32_t object_of(struct san *k, struct san_insn *i)
{
	if (i->version != k->version) {
		i->object = san_object_at(k, SAN_RAM, i->ref);
		i->version = k->version;
	}
	return i->object;
}

/* LANES set the register of I, which has pointers among its operands. */
static void combine(struct san *k, struct golden_core *c, uint32_t warp,
		    struct san_warp *w, const struct san_insn *i,
		    uint32_t lanes)
{
	const uint32_t *x = golden_lanes(c, warp, i->regs.rs1);
	const uint32_t *y = golden_lanes(c, warp, i->regs.rs2);
	const uint32_t *a = san_reg(k, w->tag, i->regs.rs1);
	const uint32_t *b = san_reg(k, w->tag, i->regs.rs2);
	uint32_t tag[SAN_LANES];

	/* A pointer that moves. */
	if (i->op == ISA_ADDI && i->regs.rd == i->regs.rs1)
		return;
	for (uint32_t lane = 0; lane < k->threads; lane++)
		tag[lane] = tag_of((enum isa_op)i->op, a[lane], b[lane],
				   x[lane], y[lane]);
	set_row(k, w, i->regs.rd, lanes, tag);
}

void san_tag(struct san *k, struct golden_core *c, uint32_t warp,
	     struct san_warp *w, struct san_insn *i, uint32_t lanes)
{
	uint32_t tag[SAN_LANES], rd = i->regs.rd;

	if (!rd || i->op >= ISA_OP_COUNT)
		return;
	if (i->ref) {
		for (uint32_t lane = 0; lane < k->threads; lane++)
			tag[lane] = object_of(k, i);
		set_row(k, w, rd, lanes, tag);
	} else if (i->keeps && ((w->tagged >> i->regs.rs1 |
				 w->tagged >> i->regs.rs2) & 1)) {
		combine(k, c, warp, w, i, lanes);
	} else if (w->tagged >> rd & 1) {
		set_row(k, w, rd, lanes, NULL);
	}
}

/* FX notes something of its first register. */
static void take_note(struct san *k, struct golden_core *c,
		      const struct golden_effect *fx, struct san_warp *w)
{
	uint32_t tag[SAN_LANES] = { 0 };

	if (san_note(fx) == SAN_NOTE_FRAME) {
		san_frame_tags(k, c, fx, tag);
		set_row(k, w, fx->regs.rs1, fx->tmask, tag);
	}
	if (san_note(fx) == SAN_NOTE_INDEX)
		san_indexes(k, c, fx);
}

void san_tags(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx, struct san_insn *i)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);

	switch (fx->access.op) {
	case GOLDEN_NO_ACCESS:
		take_note(k, c, fx, w);
		san_tag(k, c, fx->warp, w, i, fx->tmask);
		break;
	case GOLDEN_READ:
		load_tags(k, fx, w);
		break;
	case GOLDEN_WRITE:
		store_tags(k, fx, w);
		break;
	case GOLDEN_UPDATE:
		swap_tags(k, fx, w);
	}
}
