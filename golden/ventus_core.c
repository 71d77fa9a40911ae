/* ventus_core.c - cores whose instruction set is Ventus'
 * SPDX-License-Identifier: Apache-2.0
 *
 * golden/ventus/ decides what an instruction does. This file makes it an
 * instruction of golden: the barrier of the block, the end of the warp and
 * traps are those of every core, and the effect names them as doc/trace.md
 * does. Cores keep a scalar register in each lane, so a scalar result is
 * written to all threads, whatever the thread mask. Thread 0 makes scalar
 * loads and stores.
 */
#include "golden/ventus_core.h"

#include "golden/ventus/vt_core.h"
#include "golden/ventus/vt_launch.h"
#include "golden/ventus_words.h"

/* --- the model of a core ------------------------------------------------ */

static bool allows(void *ctx, uint32_t addr, bool store)
{
	const struct golden_core *c = ctx;

	if (store && addr == GOLDEN_CONSOLE)
		return true;
	return (golden_in_ram(c, addr) || golden_in_smem(c, addr)) &&
	       !(store && golden_in_constant(c->memory, addr));
}

static uint32_t load(void *ctx, uint32_t addr, uint32_t size)
{
	return golden_load_lane(ctx, addr, size, false);
}

static void store(void *ctx, uint32_t addr, uint32_t size, uint32_t value)
{
	golden_store_lane(ctx, addr, size, value);
}

struct vt *ventus_core_new(struct golden_core *c)
{
	const struct vt_port port = { allows, load, store, c,
				      c->cfg.fp != 0, c->cfg.has_sfu,
				      c->cfg.vregs };

	return vt_new_core(&port);
}

void ventus_core_free(struct vt *m)
{
	vt_free(m);
}

void ventus_core_clear(struct golden_core *c, struct golden_warp *w)
{
	vt_clear(c->vt, w->id);
}

void ventus_core_start(struct golden_core *c, const struct golden_warp *w)
{
	const struct golden_block *b = golden_block_of(c, w);
	const struct golden_launch *l = golden_launch_of(c, b);
	const uint32_t *grid = &l->word[ISA_LAUNCH_GRID_X];
	const uint32_t number = b->place[0] +
		grid[0] * (b->place[1] + grid[1] * b->place[2]);
	const struct vt_group g = {
		.pc = w->pc, .warps = l->shape.starts,
		.threads = c->cfg.threads, .knl = l->word[ISA_LAUNCH_ARG],
		.wgid = number,
		.gid = { b->place[0], b->place[1], b->place[2] },
		.lds = c->cfg.smem_base + b->page * golden_page_bytes(&c->cfg),
		.pds = (l->word[ISA_LAUNCH_DIM_Y] +
			number * l->word[ISA_LAUNCH_DIM_Z]) & ~UINT32_C(3)
	};

	vt_begin(c->vt, w->id, &g, c->number[w->id]);
	c->vt->warp[w->id].mask = w->tmask;
}

/* --- launches ----------------------------------------------------------- */

void ventus_words(const struct vt_launch *l, uint32_t word[ISA_LAUNCH_WORDS])
{
	uint64_t threads = l->warps * l->threads;

	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		word[i] = 0;
	word[ISA_LAUNCH_PC] = (uint32_t)l->start_pc;
	word[ISA_LAUNCH_ARG] = (uint32_t)l->knl;
	for (int i = 0; i < 3; i++)
		word[ISA_LAUNCH_GRID_X + i] = (uint32_t)l->groups[i];
	word[ISA_LAUNCH_DIM_X] = (uint32_t)threads;
	word[ISA_LAUNCH_DIM_Y] = (uint32_t)l->pds;
	word[ISA_LAUNCH_DIM_Z] = (uint32_t)(threads * l->pds_bytes);
	word[ISA_LAUNCH_SMEM] = (uint32_t)l->lds_bytes;
}

/* --- registers ---------------------------------------------------------- */

uint32_t ventus_core_reg(const struct golden_core *c, uint32_t warp,
			 uint32_t lane, uint32_t reg)
{
	return reg < VT_CORE_V ? vt_x(c->vt, warp, reg) :
				 vt_v(c->vt, warp, reg - VT_CORE_V, lane);
}

void ventus_core_set_reg(struct golden_core *c, uint32_t warp, uint32_t lane,
			 uint32_t reg, uint32_t value)
{
	if (reg >= VT_CORE_V)
		vt_set_v(c->vt, warp, reg - VT_CORE_V, lane, value);
	else if (lane == 0)
		vt_set_x(c->vt, warp, reg, value);
}

const uint32_t *ventus_core_lanes(const struct golden_core *c, uint32_t warp,
				  uint32_t reg)
{
	struct vt_warp *w = &c->vt->warp[warp];

	if (reg >= VT_CORE_V)
		return w->v[reg - VT_CORE_V];
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
		w->spread[lane] = w->x[reg];
	return w->spread;
}

struct golden_stacked ventus_core_entry(const struct golden_core *c,
					uint32_t warp, uint32_t place)
{
	const struct vt_entry *e = &c->vt->warp[warp].stack[place];

	return (struct golden_stacked){ e->mask, e->pc, true };
}

bool ventus_core_csr(const struct golden_core *c, uint32_t warp,
		     uint32_t address, uint32_t *value)
{
	return vt_csr_read(c->vt, &c->vt->warp[warp], address, value);
}

/* --- what an instruction is --------------------------------------------- */

static enum golden_kind kind_of(const struct vt_effect *v)
{
	switch (vt_row(v->op)->class) {
	case VT_CLASS_LOAD: return GOLDEN_LOAD;
	case VT_CLASS_STORE: return GOLDEN_STORE;
	case VT_CLASS_ATOMIC: return GOLDEN_ATOMIC;
	case VT_CLASS_BRANCH:
	case VT_CLASS_JUMP: return GOLDEN_BRANCH;
	case VT_CLASS_CSR: return v->csr ? GOLDEN_CSR_WRITE : GOLDEN_PLAIN;
	case VT_CLASS_FENCE: return GOLDEN_FENCE;
	case VT_CLASS_VBRANCH:
		return v->op == VT_JOIN ? GOLDEN_JOIN : GOLDEN_SPLIT;
	case VT_CLASS_WARP:
		return v->op == VT_ENDPRG ? GOLDEN_HALT : GOLDEN_BAR;
	case VT_CLASS_ALU:
	case VT_CLASS_MUL:
	case VT_CLASS_DIV:
	case VT_CLASS_FLOAT:
	case VT_CLASS_VSET:
	case VT_CLASS_PREFIX: break;
	}
	return GOLDEN_PLAIN;
}

static enum isa_class class_of(enum vt_op op)
{
	switch (vt_row(op)->class) {
	case VT_CLASS_MUL: return ISA_CLASS_MUL;
	case VT_CLASS_DIV: return ISA_CLASS_DIV;
	case VT_CLASS_FLOAT: return ISA_CLASS_FLOAT;
	case VT_CLASS_LOAD: return ISA_CLASS_LOAD;
	case VT_CLASS_STORE: return ISA_CLASS_STORE;
	case VT_CLASS_ATOMIC: return ISA_CLASS_ATOMIC;
	case VT_CLASS_BRANCH: return ISA_CLASS_BRANCH;
	case VT_CLASS_JUMP: return ISA_CLASS_JUMP;
	case VT_CLASS_CSR: return ISA_CLASS_CSR;
	case VT_CLASS_FENCE: return ISA_CLASS_FENCE;
	case VT_CLASS_VBRANCH: return ISA_CLASS_SIMT;
	case VT_CLASS_WARP: return ISA_CLASS_SYSTEM;
	case VT_CLASS_ALU:
	case VT_CLASS_VSET:
	case VT_CLASS_PREFIX: break;
	}
	return ISA_CLASS_ALU;
}

/* Does the instruction OP wait until the accesses of its warp have performed?
 * Writes of CSRs do, as on every core, but for setrpc. */
static bool drains(enum golden_kind kind, enum vt_op op)
{
	return kind == GOLDEN_FENCE || kind == GOLDEN_HALT ||
	       kind == GOLDEN_BAR ||
	       (kind == GOLDEN_CSR_WRITE && op != VT_SETRPC);
}

/* The threads that V acts in, on a core. */
static uint32_t acting(const struct vt_effect *v, uint32_t all)
{
	const struct vt_row *row;

	if (v->op == VT_INVALID)
		return v->mask;
	row = vt_row(v->op);
	if (row->threads && row->rd != VT_FILE_X)
		return v->mask;
	return vt_access_bytes(v->op) ? 1 : all;
}

static void add_source(struct golden_foreign *f, enum vt_file file,
		       uint32_t reg, uint32_t lanes)
{
	if (file == VT_FILE_NONE)
		return;
	f->source[f->sources++] = (struct golden_source){
		.reg = file == VT_FILE_V ? VT_CORE_V + reg : reg,
		.lanes = lanes
	};
}

/* Does v0 choose between the operands? */
static bool merges(const struct vt_row *row)
{
	return row->format == VT_FMT_MERGE_VV ||
	       row->format == VT_FMT_MERGE_VX ||
	       row->format == VT_FMT_MERGE_VI;
}

static void note_sources(const struct vt_insn *d, struct golden_effect *fx)
{
	const struct vt_row *row = d->row;
	struct golden_foreign *f = &fx->foreign;

	if ((row->maskable && !(fx->insn >> 25 & 1)) || merges(row))
		add_source(f, VT_FILE_V, 0, fx->tmask);
	if (row->reads_rd)
		add_source(f, row->rd, d->rd, fx->tmask);
	add_source(f, row->rs3, d->rs3, fx->tmask);
	add_source(f, row->rs2, d->rs2, fx->tmask);
	add_source(f, row->rs1, d->rs1, fx->tmask);
}

/* --- its text ----------------------------------------------------------- */

#define TEN(file, tens) \
	#file #tens "0", #file #tens "1", #file #tens "2", #file #tens "3", \
	#file #tens "4", #file #tens "5", #file #tens "6", #file #tens "7", \
	#file #tens "8", #file #tens "9"
#define FILE_NAMES(file) TEN(file, ), TEN(file, 1), TEN(file, 2), \
	TEN(file, 3), TEN(file, 4), TEN(file, 5), \
	#file "60", #file "61", #file "62", #file "63"
#define MORE_NAMES(file) \
	#file "64", #file "65", #file "66", #file "67", #file "68", \
	#file "69", TEN(file, 7), TEN(file, 8), TEN(file, 9), TEN(file, 10), \
	TEN(file, 11), TEN(file, 12), TEN(file, 13), TEN(file, 14), \
	TEN(file, 15), TEN(file, 16), TEN(file, 17), TEN(file, 18), \
	TEN(file, 19), TEN(file, 20), TEN(file, 21), TEN(file, 22), \
	TEN(file, 23), TEN(file, 24), #file "250", #file "251", \
	#file "252", #file "253", #file "254", #file "255"

_Static_assert((int)VT_CORE_REGS <= (int)GOLDEN_REGS, "golden has them all");
_Static_assert((int)VT_CORE_V == (int)GOLDEN_V, "golden counts them so");

const char *ventus_core_reg_name(uint32_t reg)
{
	static const char *const names[VT_CORE_REGS] = {
		FILE_NAMES(x), FILE_NAMES(v), MORE_NAMES(v)
	};

	return names[reg];
}

/* A prefix in one word. */
static uint32_t packed(struct vt_prefix p)
{
	return p.rd | (uint32_t)p.rs1 << 3 | (uint32_t)p.rs2 << 6 |
	       (uint32_t)p.has_imm << 9 | (uint32_t)p.imm << 10;
}

void ventus_core_disasm(uint32_t pc, uint32_t insn, uint32_t prefix, char *buf,
			size_t size)
{
	const struct vt_prefix p = {
		prefix & 7, prefix >> 3 & 7, prefix >> 6 & 7, prefix >> 9 & 1,
		prefix >> 10 & 63
	};

	vt_disasm(pc, insn, p, buf, size);
}

uint32_t ventus_core_reg_count(const struct machine *m)
{
	return VT_CORE_V + m->vregs;
}

/* --- the effect --------------------------------------------------------- */

static void note_access(const struct golden_core *c, const struct vt_insn *d,
			const struct vt_effect *v, struct golden_effect *fx)
{
	struct golden_access *a = &fx->access;
	if (v->access == VT_NO_ACCESS)
		return;
	a->op = v->access == VT_READ ? GOLDEN_READ :
		v->access == VT_WRITE ? GOLDEN_WRITE : GOLDEN_UPDATE;
	a->size = v->size;
	a->sign = vt_extends_sign(v->op);
	a->lanes = d->active;
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);

		a->addr[lane] = v->addr[lane];
		if (a->op == GOLDEN_WRITE)
			a->data[lane] = v->data[lane] &
					(UINT32_MAX >> (32 - 8 * a->size));
	}
	if (a->op == GOLDEN_UPDATE) {
		fx->op = isa_decode(fx->insn);
		a->data[0] = vt_x(c->vt, fx->warp, d->rs2);
		a->found[0] = v->old;
		a->stores = v->accesses != 0;
	}
}

static void note_write(const struct golden_core *c, const struct vt_effect *v,
		       struct golden_effect *fx)
{
	struct golden_write *to = &fx->write[0];
	bool vector = v->file == VT_FILE_V;

	*to = (struct golden_write){
		.warp = fx->warp, .count = v->file != VT_FILE_NONE,
		.reg = vector ? VT_CORE_V + v->reg : v->reg,
		.lanes = vector ? v->lanes :
			 v->file == VT_FILE_X ? c->all : 0
	};
	for (uint32_t m = to->lanes; m; m &= m - 1)
		to->data[golden_lead(m)] =
			v->value[vector ? golden_lead(m) : 0];
}

/* The aux fields of the control record. */
static void note_aux(const struct vt_effect *v, const struct vt_insn *d,
		     struct golden_effect *fx)
{
	if (fx->kind == GOLDEN_SPLIT) {
		fx->aux_mask = d->push[1] ? d->entry[1].mask : 0;
		fx->aux_value = v->mask;
	} else if (fx->kind == GOLDEN_JOIN && d->pop) {
		fx->aux_mask = v->next_mask;
		fx->aux_value = 1;
	} else if (fx->kind == GOLDEN_CSR_WRITE) {
		fx->aux_mask = v->csr;
		fx->aux_value = v->csr_given;
	}
}

/* Cause and value of the trap V, as on every core. */
static uint32_t cause_of(const struct vt_effect *v)
{
	bool load = v->op != VT_INVALID && !vt_may_store(v->op);
	bool access = v->op != VT_INVALID && vt_access_bytes(v->op);

	switch (v->trap) {
	case VT_TRAP_MISALIGNED: return !access ? 0 : load ? 4 : 6;
	case VT_TRAP_FAULT: return !access ? 1 : load ? 5 : 7;
	case VT_TRAP_ILLEGAL:
	case VT_TRAP_DIVERGED:
	case VT_NO_TRAP: break;
	}
	return ISA_CAUSE_ILLEGAL;
}

static void trap(struct golden_core *c, struct golden_warp *w,
		 const struct vt_effect *v, struct golden_effect *fx)
{
	fx->kind = GOLDEN_TRAP;
	fx->access.op = GOLDEN_NO_ACCESS;
	fx->cause = cause_of(v);
	fx->tval = fx->cause == ISA_CAUSE_ILLEGAL ? v->word : v->trap_value;
	golden_trap(c, w, fx->cause, fx->tval);
}

/* Counts FX, which has not trapped, and which had ACTIVE threads. */
static void count(struct golden_core *c, const struct golden_effect *fx,
		  uint32_t active)
{
	c->stats.instructions++;
	c->stats.thread_instructions += active;
	golden_count_lanes(c, 1, active);
	if (fx->kind == GOLDEN_SPLIT)
		c->stats.diverged += fx->aux_mask != 0;
}

/* The state of W that golden has, too, is that of its model. */
static void take_over(struct golden_core *c, struct golden_warp *w)
{
	const struct vt_warp *from = &c->vt->warp[w->id];

	if (w->tmask != from->mask)
		golden_set_tmask(c, w, from->mask);
	w->depth = from->depth;
	w->frm = from->frm;
	w->fflags = from->fflags;
}

/* Ends the instruction: what it does to the block of W. */
static void finish(struct golden_core *c, struct golden_warp *w,
		   struct golden_effect *fx)
{
	take_over(c, w);
	if (fx->kind == GOLDEN_BAR)
		golden_bar_sync(c, w, NULL);
	w->pc = fx->next_pc;
	if (fx->kind == GOLDEN_HALT)
		golden_halt(c, w);
	fx->waits = c->waiting >> w->id & 1;
}

/* Reservations are those of golden, whose other cores end them, too. Thread 0
 * has that of a warp. */
static void note_reservations(struct golden_core *c, struct golden_warp *w,
			      const struct vt_effect *v)
{
	bool update = v->access == VT_UPDATE;

	for (uint32_t m = v->accesses; m && v->access != VT_READ; m &= m - 1)
		if (c->memory->reservations)
			golden_unreserve(c, v->addr[golden_lead(m)], update);
	if (v->op == VT_LR_W)
		golden_reserve(c, w, 0, v->addr[0] | 1);
	else if (v->op == VT_SC_W)
		golden_reserve(c, w, 0, 0);
}

/* Applies the instruction that D and V are. */
static void execute(struct golden_core *c, struct golden_warp *w,
		    const struct vt_insn *d, const struct vt_effect *v,
		    struct golden_effect *fx)
{
	uint32_t active = (uint32_t)__builtin_popcount(fx->tmask);

	if (v->trap != VT_NO_TRAP) {
		trap(c, w, v, fx);
	} else {
		vt_apply(c->vt, w->id, d, v);
		note_reservations(c, w, v);
		finish(c, w, fx);
		count(c, fx, active);
	}
	fx->next_pc = w->pc;
	fx->next_tmask = w->tmask;
	fx->depth = w->depth;
}

/* What is known of V before it executes. */
static void describe(const struct golden_core *c, const struct vt_insn *d,
		     const struct vt_effect *v, struct golden_effect *fx)
{
	fx->insn = v->word;
	fx->foreign = (struct golden_foreign){
		.valid = true, .class = ISA_CLASS_SYSTEM
	};
	fx->tmask = acting(v, c->all);
	if (v->op == VT_INVALID)
		return;
	fx->kind = kind_of(v);
	fx->foreign.class = class_of(v->op);
	fx->foreign.scalar = !d->row->threads;
	fx->foreign.fused = fx->foreign.class == ISA_CLASS_FLOAT &&
			    (d->row->rs3 || d->row->reads_rd);
	fx->foreign.waits = drains(fx->kind, v->op) ? ISA_WAITS_OWN :
						      ISA_WAITS_NONE;
	if (v->trap != VT_TRAP_ILLEGAL)
		note_sources(d, fx);
	if (v->trap != VT_NO_TRAP)
		return;
	fx->next_pc = v->next_pc;
	fx->flags = v->flags;
	fx->taken = v->next_pc != v->pc + 4;
	note_access(c, d, v, fx);
	note_write(c, v, fx);
	note_aux(v, d, fx);
}

/* Fetches and decides; the fetch of a core is from RAM alone. */
static void decide(struct golden_core *c, const struct golden_warp *w,
		   const uint32_t *insn, struct vt_insn *d,
		   struct vt_effect *v)
{
	c->vt->warp[w->id].pc = w->pc;
	c->vt->warp[w->id].reserved = w->reserved[0];
	vt_decide(c->vt, w->id, insn, d, v);
	if (golden_in_ram(c, w->pc))
		return;
	v->op = VT_INVALID;
	v->word = 0;
	v->trap = VT_TRAP_FAULT;
	v->trap_value = w->pc;
}

int ventus_core_step(struct golden_core *c, struct golden_warp *w,
		     const uint32_t *insn, struct golden_effect *fx)
{
	struct vt_effect v;
	struct vt_insn d;

	*fx = (struct golden_effect){ .op = ISA_INVALID, .core = c->id,
				      .warp = w->id, .pc = w->pc };
	decide(c, w, insn, &d, &v);
	describe(c, &d, &v, fx);
	fx->foreign.prefix = packed(c->vt->warp[w->id].prefix);
	if (c->machine->watch) {
		if (golden_holds(c, fx))
			return GOLDEN_E_HELD;
		golden_tell_before(c, fx);
	}
	c->last_trap.valid = false;
	c->forced = insn;
	execute(c, w, &d, &v, fx);
	c->forced = NULL;
	if (c->machine->watch)
		golden_tell_after(c, fx);
	return 0;
}

void ventus_core_run(struct golden_core *c, struct golden_warp *w,
		     uint32_t left)
{
	struct golden_effect fx;

	while (left-- && (c->active & ~c->waiting) >> w->id & 1)
		ventus_core_step(c, w, NULL, &fx);
}
