/* vt_step.c - one instruction of one warp; the work-group
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "golden/float.h"
#include "golden/ventus/vt_core.h"

struct vt *vt_new(void)
{
	struct vt *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	m->memory = vt_memory_new();
	for (int i = 0; i < VT_DECODED; i++)
		m->decoded[i].op = VT_INVALID;
	if (!m->memory) {
		free(m);
		return NULL;
	}
	return m;
}

struct vt *vt_new_core(const struct vt_port *port)
{
	struct vt *m = vt_new();

	if (m) {
		m->port = *port;
		m->is_core = true;
	}
	return m;
}

void vt_clear(struct vt *m, uint32_t warp)
{
	struct vt_warp *w = &m->warp[warp];

	memset(w->x, 0, sizeof w->x);
	memset(w->v, 0, sizeof w->v);
	w->frm = w->fflags = 0;
}

void vt_begin(struct vt *m, uint32_t warp, const struct vt_group *g,
	      uint32_t number)
{
	struct vt_warp *w = &m->warp[warp];

	w->group = *g;
	w->id = number;
	w->pc = g->pc;
	w->mask = vt_all(w);
	w->depth = w->rpc = w->reserved = 0;
	w->prefix = (struct vt_prefix){ 0 };
	w->mstatus = w->mtvec = w->mscratch = w->print = 0;
}

void vt_free(struct vt *m)
{
	if (m)
		vt_memory_free(m->memory);
	free(m);
}

void vt_start(struct vt *m, const struct vt_group *g)
{
	m->group = *g;
	memset(m->lds, 0, sizeof m->lds);
	memset(m->warp, 0, sizeof m->warp);
	m->turn = 0;
	for (uint32_t i = 0; i < g->warps; i++) {
		m->warp[i].group = *g;
		m->warp[i].id = i;
		m->warp[i].pc = g->pc;
		m->warp[i].mask = vt_all(&m->warp[i]);
	}
}

bool vt_can_step(const struct vt *m, uint32_t warp)
{
	return warp < m->group.warps && !m->warp[warp].ended &&
	       !m->warp[warp].waits;
}

bool vt_ended(const struct vt *m)
{
	for (uint32_t i = 0; i < m->group.warps; i++)
		if (!m->warp[i].ended)
			return false;
	return true;
}

/* A direct-mapped cache of decoded words. */
static enum vt_op decode(struct vt *m, uint32_t word)
{
	struct vt_decoded *d = &m->decoded[(word ^ word >> 12) % VT_DECODED];

	if (d->op == VT_INVALID || d->word != word) {
		d->word = word;
		d->op = vt_decode(word);
	}
	return d->op;
}

/* What the word of OP is with the prefix of W, and in which threads it acts. */
static struct vt_insn operands(const struct vt_warp *w, enum vt_op op,
			       uint32_t word)
{
	const struct vt_row *row = vt_row(op);
	const struct vt_prefix *p = &w->prefix;
	struct vt_insn d = {
		.row = row,
		.imm = vt_imm(op, word, *p),
		.rd = (word >> 7 & 31) | (uint32_t)p->rd << 5,
		.rs1 = (word >> 15 & 31) | (uint32_t)p->rs1 << 5,
		.rs2 = (word >> 20 & 31) | (uint32_t)p->rs2 << 5,
		.rs3 = word >> 27 & 31,
		.active = row->threads ? w->mask : 1
	};

	if (row->maskable && !(word >> 25 & 1))
		for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
			if (!(w->v[0][lane] & 1))
				d.active &= ~(UINT32_C(1) << lane);
	return d;
}

/* The operands in LANE, as vt_ops.def explains. */
static struct vt_operands operands_in(const struct vt_warp *w,
				      const struct vt_insn *d,
				      const struct vt_effect *fx,
				      uint32_t lane)
{
	const struct vt_row *row = d->row;
	uint32_t list[3] = { 0 }, count = 0;
	uint32_t rm = row->rounds ? fx->word >> 12 & 7 : 7;

	if (row->rs2 == VT_FILE_V)
		list[count++] = w->v[d->rs2][lane];
	if (row->rs1)
		list[count++] = vt_reg(w, row->rs1, d->rs1, lane);
	if (row->rs2 == VT_FILE_X)
		list[count++] = w->x[d->rs2];
	if (count < 2)
		list[count++] = d->imm;
	return (struct vt_operands){
		.a = list[0], .b = list[1],
		.c = row->rs3 ? w->x[d->rs3] :
		     row->reads_rd ? w->v[d->rd][lane] : 0,
		.pc = fx->pc, .lane = lane, .rm = rm == 7 ? w->frm : rm,
		.take = w->v[0][lane] & 1
	};
}

/* Does an instruction of D need a frm that is a rounding mode? Each float of V
 * does, a scalar one if the word has no mode of its own. */
static bool needs_frm(const struct vt_insn *d, uint32_t word)
{
	if (d->row->class != VT_CLASS_FLOAT)
		return false;
	return d->row->rounds ? (word >> 12 & 7) == 7 : d->row->threads;
}

/* The value of each active thread. */
static void compute(const struct vt_warp *w, const struct vt_insn *d,
		    struct vt_effect *fx)
{
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++) {
		struct vt_operands in;

		if (!(d->active >> lane & 1))
			continue;
		in = operands_in(w, d, fx, lane);
		fx->value[lane] = vt_compute(fx->op, &in, &fx->flags);
	}
	fx->file = d->rd || d->row->rd == VT_FILE_V ? d->row->rd :
						      VT_FILE_NONE;
	fx->reg = d->rd;
	fx->lanes = fx->file ? d->active : 0;
}

/* A branch of the warp. */
static void branch(const struct vt_warp *w, const struct vt_insn *d,
		   struct vt_effect *fx)
{
	uint32_t to = fx->pc + d->imm;

	if (vt_taken(fx->op, w->x[d->rs1], w->x[d->rs2]) &&
	    !vt_jump_traps(fx, to))
		fx->next_pc = to;
}

/* vmv.x.s: of several active threads, the last one's value. */
void vt_to_scalar(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		  struct vt_effect *fx)
{
	uint32_t lane = 31 - (uint32_t)__builtin_clz(w->mask);

	(void)m;
	vt_result(fx, d->rd, w->v[d->rs2][lane]);
}

/* vftta.vv: lane 4 * i + j of vd += sum over k of lane 8 * i + k of vs1 times
 * lane 8 * j + k of vs2, for 4 x 8 x 4 with 32 threads; fused, k ascending. */
void vt_multiply_tiles(struct vt *m, const struct vt_warp *w,
		       struct vt_insn *d, struct vt_effect *fx)
{
	uint32_t n = w->group.threads;

	(void)m;
	for (uint32_t lane = 0; lane < n / 2; lane++) {
		uint32_t sum = w->v[d->rd][lane];

		for (uint32_t k = 0; k < n / 4; k++)
			sum = float_fma(w->v[d->rs1][(lane / 4 * 8 + k) % n],
					w->v[d->rs2][(lane % 4 * 8 + k) % n],
					sum, w->frm, &fx->flags);
		fx->value[lane] = sum;
	}
	fx->file = VT_FILE_V;
	fx->reg = d->rd;
	fx->lanes = d->active & ((UINT32_C(1) << n / 2) - 1);
}

/* Executes D, by its row of vt_ops.def. */
static void act(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		struct vt_effect *fx)
{
	switch ((unsigned)fx->op) {
#define ALU(id, value)            case VT_##id:
#define FLOAT(id, value)          case VT_##id:
#define FLOAT1(id, op)            case VT_##id:
#define FLOAT2(id, op)            case VT_##id:
#define TOZERO(id, op)            case VT_##id:
#define FUSED(id, fp, p, q, fr, r) case VT_##id:
#include "golden/ventus/vt_ops.def"
		compute(w, d, fx);
		break;
#define LOAD(id, type)            case VT_##id:
#define STORE(id, type)           case VT_##id:
#define ATOMIC(id, stores, value) case VT_##id:
#include "golden/ventus/vt_ops.def"
		vt_access(m, w, d, fx);
		break;
#define BRANCH(id, taken)         case VT_##id:
#include "golden/ventus/vt_ops.def"
		if (d->row->class == VT_CLASS_VBRANCH)
			vt_branch_threads(m, w, d, fx);
		else
			branch(w, d, fx);
		break;
#define WARP(id, function)        case VT_##id: function(m, w, d, fx); break;
#include "golden/ventus/vt_ops.def"
	}
}

static void write_back(struct vt_warp *w, const struct vt_effect *fx)
{
	if (fx->file == VT_FILE_X)
		w->x[fx->reg] = fx->value[0];
	if (fx->file != VT_FILE_V)
		return;
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
		if (fx->lanes >> lane & 1)
			w->v[fx->reg][lane] = fx->value[lane];
}

/* If all warps that have not ended wait, they go on. */
static void release(struct vt *m)
{
	for (uint32_t i = 0; i < m->group.warps; i++)
		if (vt_can_step(m, i))
			return;
	for (uint32_t i = 0; i < m->group.warps; i++)
		m->warp[i].waits = false;
}

void vt_apply(struct vt *m, uint32_t warp, const struct vt_insn *d,
	      const struct vt_effect *fx)
{
	struct vt_warp *w = &m->warp[warp];

	write_back(w, fx);
	vt_perform(m, w, fx);
	w->fflags |= fx->flags;
	if (fx->csr == VT_CSR_VL) {
		w->vl = fx->csr_value;
		w->vtype = d->vtype;
	} else if (fx->csr) {
		vt_csr_write(w, fx->csr, fx->csr_value);
	}
	for (int i = 0; i < 2; i++)
		if (d->push[i])
			w->stack[w->depth++] = d->entry[i];
	w->depth -= d->pop;
	w->prefix = d->next_prefix;
	w->mask = fx->next_mask;
	w->pc = fx->next_pc;
}

/* Clears FX but for values, addresses and data, which its lanes name, and sets
 * what holds for each instruction of W. */
static void begin(const struct vt_warp *w, struct vt_effect *fx)
{
	memset(fx, 0, offsetof(struct vt_effect, value));
	memset(&fx->access, 0, sizeof *fx - offsetof(struct vt_effect, access));
	fx->warp = w->id;
	fx->pc = w->pc;
	fx->mask = fx->next_mask = w->mask;
	fx->next_pc = w->pc + 4;
	fx->depth = w->depth;
	fx->prefix = w->prefix;
	fx->op = VT_INVALID;
}

/* Fetches the word of FX; false if its pc is outside of memory. */
static bool fetch(struct vt *m, const uint32_t *forced, struct vt_effect *fx)
{
	if (!vt_mapped(m, fx->pc)) {
		fx->trap = VT_TRAP_FAULT;
		fx->trap_value = fx->pc;
		return false;
	}
	fx->word = forced ? *forced : vt_load(m, fx->pc, 4);
	return true;
}

/* Has the machine the instruction OP behind the prefix of W? */
static bool has(const struct vt *m, const struct vt_warp *w, enum vt_op op)
{
	if (op == VT_INVALID || !m->is_core)
		return op != VT_INVALID;
	if (vt_row(op)->class == VT_CLASS_FLOAT && !m->port.floats)
		return false;
	if (op == VT_VFEXP_V && !m->port.special)
		return false;
	return vt_core_has(op, w->prefix, m->port.vregs);
}

void vt_decide(struct vt *m, uint32_t warp, const uint32_t *forced,
	       struct vt_insn *d, struct vt_effect *fx)
{
	const struct vt_warp *w = &m->warp[warp];

	*d = (struct vt_insn){ 0 };
	begin(w, fx);
	if (!fetch(m, forced, fx))
		return;
	fx->op = decode(m, fx->word);
	if (!has(m, w, fx->op)) {
		fx->op = VT_INVALID;
		fx->trap = VT_TRAP_ILLEGAL;
		return;
	}
	*d = operands(w, fx->op, fx->word);
	if (needs_frm(d, fx->word) && w->frm > FLOAT_RMM)
		fx->trap = VT_TRAP_ILLEGAL;
	else
		act(m, w, d, fx);
}

static void count(struct vt_counts *n, const struct vt_insn *d,
		  const struct vt_effect *fx)
{
	n->instructions++;
	n->scalar += !d->row->threads;
	n->threads += d->row->threads ?
		      (uint64_t)__builtin_popcount(fx->mask) : 1;
}

void vt_step(struct vt *m, uint32_t warp, struct vt_effect *fx)
{
	struct vt_warp *w = &m->warp[warp];
	struct vt_insn d;

	vt_decide(m, warp, NULL, &d, fx);
	if (fx->trap != VT_NO_TRAP) {
		w->ended = true;
		release(m);
		return;
	}
	vt_apply(m, warp, &d, fx);
	w->waits = fx->waits;
	w->ended = fx->ends;
	if (fx->waits || fx->ends)
		release(m);
	fx->rpc = w->rpc;
	count(&m->counts, &d, fx);
}

/* The next warp that can step; some warp can. */
static uint32_t next_warp(struct vt *m)
{
	uint32_t warp;

	do {
		warp = m->turn;
		m->turn = (warp + 1) % m->group.warps;
	} while (!vt_can_step(m, warp));
	return warp;
}

enum vt_end vt_run(struct vt *m, uint64_t most, FILE *trace,
		   struct vt_effect *fx)
{
	while (!vt_ended(m)) {
		if (most-- == 0)
			return VT_END_LIMIT;
		vt_step(m, next_warp(m), fx);
		if (trace)
			vt_trace(fx, m->group.wgid, trace);
		if (fx->trap != VT_NO_TRAP)
			return VT_END_TRAP;
	}
	return VT_END;
}

struct vt_counts vt_counted(const struct vt *m)
{
	return m->counts;
}

const char *vt_trap_name(enum vt_trap trap)
{
	switch (trap) {
	case VT_NO_TRAP:
		break;
	case VT_TRAP_ILLEGAL:
		return "illegal instruction";
	case VT_TRAP_MISALIGNED:
		return "misaligned address";
	case VT_TRAP_FAULT:
		return "address outside of memory";
	case VT_TRAP_DIVERGED:
		return "end or barrier with inactive threads";
	}
	return "no trap";
}

uint32_t vt_x(const struct vt *m, uint32_t warp, uint32_t reg)
{
	return m->warp[warp].x[reg];
}

uint32_t vt_v(const struct vt *m, uint32_t warp, uint32_t reg, uint32_t lane)
{
	return m->warp[warp].v[reg][lane];
}

void vt_set_x(struct vt *m, uint32_t warp, uint32_t reg, uint32_t value)
{
	if (reg)
		m->warp[warp].x[reg] = value;
}

void vt_set_v(struct vt *m, uint32_t warp, uint32_t reg, uint32_t lane,
	      uint32_t value)
{
	m->warp[warp].v[reg][lane] = value;
}

uint32_t vt_pc(const struct vt *m, uint32_t warp)
{
	return m->warp[warp].pc;
}

uint32_t vt_mask(const struct vt *m, uint32_t warp)
{
	return m->warp[warp].mask;
}

bool vt_waits(const struct vt *m, uint32_t warp)
{
	return m->warp[warp].waits;
}
