/* skip.c - looks at instructions before they execute
 * SPDX-License-Identifier: Apache-2.0
 *
 * Golden executes several times as fast if it need not stop at each
 * instruction. So the next instructions of a warp are looked at in one go, as
 * far as the registers and the memory that this takes are known now: not behind
 * the first branch, nor where an instruction before has set the register that
 * is an address, or may have stored what is looked at.
 */
#include "golden/bytes.h"
#include "sanitize/state.h"

/* Bytes of struct vx_warp (sw/vx_runtime.h) that who.c and order.c read. */
enum { VX_WARP = 64 };

enum { FRM_LIMIT = 4 };         /* the last rounding mode that is one */

struct ahead {                  /* the instructions that are looked at */
	struct san *k;
	struct golden_core *c;
	struct san_warp *w;
	struct golden_effect *fx;
	uint64_t written;       /* rows that they set */
	bool stored;            /* one stores */
	bool ends;              /* no other may follow */
};

/* The instruction at PC, if it is of the program that executes; else NULL. */
static struct san_insn *insn_at(struct san *k, uint32_t pc)
{
	const struct elf_image *e = k->p->image;
	uint32_t at = pc - k->ram.base, n = (pc - e->lowest) / 4, word;
	struct san_insn *page;

	if (pc < e->lowest || pc >= e->highest || at > k->ram.bytes - 4 ||
	    at % 4)
		return NULL;
	word = bytes_u32(k->bytes + at);
	page = k->p->code ? k->p->code[n / SAN_CODE_PAGE] : NULL;
	if (page && page[n % SAN_CODE_PAGE].word == word && word)
		return &page[n % SAN_CODE_PAGE];
	return san_insn(k, pc, word);
}

/* --- without values --------------------------------------------------- */

/* I sets a register, and what it reads is known. */
static void set(struct ahead *a, struct san_insn *i)
{
	struct san_warp *w = a->w;

	san_number(w, i);
	if (!(i->ref || (w->tagged & (i->reads | i->sets)) ||
	      (w->dirty & i->sets)))
		return;
	if (a->k->what & SAN_INIT && w->dirty & i->sets)
		san_known(a->k, w, i->regs.rd, a->fx->tmask);
	if (a->k->what & SAN_MEMORY)
		san_tag(a->k, a->c, a->fx->warp, w, i, a->fx->tmask);
}

/* --- accesses --------------------------------------------------------- */

/* Does LANE's access of ADDR trap, or reach the console? */
static bool is_bad(struct san *k, const struct golden_access *a, uint32_t core,
		   uint32_t addr)
{
	uint32_t at;

	return addr % a->size || !san_space(k, core, addr, &at) ||
	       (a->op == GOLDEN_WRITE &&
		addr - k->m->const_base < k->m->const_size);
}

/* The same for all lanes; addresses of local memory become those in RAM. */
static bool is_any_bad(const struct ahead *a)
{
	struct golden_access *x = &a->fx->access;

	for (uint32_t m = x->lanes; m; m &= m - 1) {
		uint32_t *addr = &x->addr[san_lead(m)];

		if (is_bad(a->k, x, a->fx->core, *addr))
			return true;
		if (*addr - a->k->local < a->k->local_bytes)
			*addr = golden_address(a->k->g, *addr);
	}
	return false;
}

/* May the store be one to constant memory? */
static bool is_constant(const struct san *k)
{
	const struct machine *m = k->m;

	return k->span.high > m->const_base &&
	       k->span.low < m->const_base + m->const_size;
}

/* Sets the addresses and data of FX, which is I. False if it may trap. */
static bool set_access(const struct ahead *a, const struct san_insn *i)
{
	struct golden_access *x = &a->fx->access;
	uint32_t warp = a->fx->warp, threads = a->k->threads;
	const uint32_t *base = golden_lanes(a->c, warp, i->regs.rs1);
	const uint32_t *data = golden_lanes(a->c, warp, i->regs.rs2);
	uint32_t mask = UINT32_MAX >> (32 - 8 * i->bytes);
	bool store = i->kind == GOLDEN_STORE;

	x->op = store ? GOLDEN_WRITE : GOLDEN_READ;
	x->size = i->bytes;
	x->sign = i->op == ISA_LB || i->op == ISA_LH;
	x->lanes = a->fx->tmask;
	for (uint32_t lane = 0; lane < threads; lane++)
		x->addr[lane] = base[lane] + i->imm;
	for (uint32_t lane = 0; store && lane < threads; lane++)
		x->data[lane] = data[lane] & mask;
	a->k->span = san_span(a->k, a->fx->core, x);
	return (a->k->span.s && !(store && is_constant(a->k))) ||
	       !is_any_bad(a);
}

static bool is_code(const struct elf_image *e, uint32_t addr)
{
	for (size_t i = 0; i < e->code_count; i++)
		if (addr - e->code[i].addr < e->code[i].bytes)
			return true;
	return false;
}

/* May the store FX change what tells which thread executes, or code? */
static bool changes_more(const struct ahead *a)
{
	const uint32_t *tp = golden_lanes(a->c, a->fx->warp, SAN_TP);
	const struct golden_access *x = &a->fx->access;
	uint32_t first = tp[san_lead(x->lanes)];

	if (a->w->grouped || a->w->in_row)
		return true;
	for (uint32_t m = x->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);

		if (tp[lane] != first || x->addr[lane] - first < VX_WARP ||
		    is_code(a->k->p->image, x->addr[lane]))
			return true;
	}
	return false;
}

/* --- each instruction ------------------------------------------------- */

/* FX is I, as far as it is known. */
static void set_effect(const struct ahead *a, const struct san_insn *i,
		       uint32_t pc)
{
	a->fx->kind = (enum golden_kind)i->kind;
	a->fx->op = (enum isa_op)i->op;
	a->fx->pc = pc;
	a->fx->insn = i->word;
	a->fx->regs = i->regs;
	a->fx->access.op = GOLDEN_NO_ACCESS;
}

/* Looks at the access I at PC, if its registers have their values now. */
static bool look_access(struct ahead *a, struct san_insn *i, uint32_t pc)
{
	bool store = i->kind == GOLDEN_STORE;

	if ((store && a->stored) || i->reads & a->written)
		return false;
	set_effect(a, i, pc);
	if (!set_access(a, i))
		return false;
	san_look(a->k, a->c, a->fx, i, a->w);
	a->stored |= store;
	a->ends = store && changes_more(a);
	return true;
}

/* Does the last instruction I trap? Its registers have their values now. */
static bool traps(const struct ahead *a, const struct san_insn *i)
{
	uint32_t warp = a->fx->warp, lead = san_lead(a->fx->tmask);
	uint32_t depth = golden_depth(a->c, warp);

	switch ((unsigned)i->op) {
	case ISA_JALR:
		return (golden_lanes(a->c, warp, i->regs.rs1)[lead] + i->imm) &
		       2;
	case ISA_SPLIT:
		return a->k->m->stack - depth < 2;
	case ISA_JOIN:
		return depth == 0;
	default:
		return false;
	}
}

/* Looks at I at PC. UNKNOWN: bits of what it reads are unknown, so it takes the
 * others. False if it does not have its values now, or traps. */
static bool look(struct ahead *a, struct san_insn *i, uint32_t pc, bool unknown)
{
	if ((unknown || i->op == ISA_JALR) && i->reads & a->written)
		return false;
	if (i->way == SAN_LAST && traps(a, i))
		return false;
	set_effect(a, i, pc);
	san_look(a->k, a->c, a->fx, i, a->w);
	a->ends = i->way == SAN_LAST;
	return true;
}

/* Looks at I at PC. False if it cannot be looked at yet. */
static bool ahead(struct ahead *a, struct san_insn *i, uint32_t pc)
{
	const uint64_t dirty = a->k->what & SAN_INIT ? a->w->dirty : 0;

	if (a->w->calls && a->w->call[a->w->calls - 1].ra == pc)
		return false;
	if (i->dynamic && golden_fcsr(a->c, a->fx->warp) >> 5 > FRM_LIMIT)
		return false;
	if (i->way == SAN_STEPPED)
		return false;
	if (i->way == SAN_ACCESS)
		return look_access(a, i, pc);
	if (i->way != SAN_PLAIN || dirty & i->reads)
		return look(a, i, pc, dirty & i->reads);
	if (i->by_value && a->w->tagged & i->reads && i->reads & a->written)
		return false;
	if (i->user)
		a->w->user_pc = pc;
	if (i->regs.rd)
		set(a, i);
	return true;
}

uint32_t san_skips(void *ctx, struct golden_core *c, uint32_t warp,
		   uint32_t most)
{
	struct san *k = ctx;
	uint32_t core = golden_id(c), pc = golden_pc(c, warp), n = 0;
	struct ahead a = { .k = k, .c = c, .w = san_warp(k, core, warp),
			   .fx = &k->fx };
	struct san_insn *i;

	k->p = san_program(k, pc);
	k->fx.core = core;
	k->fx.warp = warp;
	k->fx.tmask = golden_tmask(c, warp);
	if (a.w->in_block && a.w->meets >= 0)
		return 0;
	while (n < most && !a.ends && (i = insn_at(k, pc)) &&
	       ahead(&a, i, pc)) {
		a.written |= i->sets;
		pc += i->way == SAN_JUMP ? i->imm : 4;
		n++;
	}
	return n;
}
