/* vt_core.h - the state of the Ventus model, shared by its files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal. An instruction is executed by a function that sets fields of the
 * effect; vt_step then applies the effect to the warp. So an instruction that
 * traps changes nothing, and no state changes that the effect does not have.
 */
#ifndef WW_VT_CORE_H
#define WW_VT_CORE_H

#include "golden/ventus/vt.h"
#include "golden/ventus/vt_memory.h"

struct vt_entry {               /* of the divergence stack */
	uint32_t rpc, pc, mask;
};

struct vt_warp {
	uint32_t x[VT_REGS];    /* x[0] stays 0 */
	uint32_t v[VT_REGS][VT_MAX_THREADS];
	uint32_t id, pc, mask, rpc, depth;
	struct vt_entry stack[VT_STACK];
	struct vt_group group;
	struct vt_prefix prefix;
	uint32_t frm, fflags, mstatus, mtvec, mscratch, print, vl, vtype;
	uint32_t spread[VT_MAX_THREADS];        /* a scalar in all lanes */
	uint32_t reserved;      /* the reserved address | 1, or 0 */
	bool ended, waits;
};

enum { VT_DECODED = 1024 };

struct vt {
	struct vt_memory *memory;
	struct vt_port port;    /* of a core, in place of MEMORY and LDS */
	bool is_core;
	struct vt_counts counts;
	uint32_t turn;          /* the warp that vt_run steps next */
	uint8_t lds[VT_LDS_BYTES];
	struct vt_group group;
	struct vt_warp warp[VT_MAX_WARPS];
	struct vt_decoded {
		uint32_t word;
		enum vt_op op;
	} decoded[VT_DECODED];
};

/* A decoded instruction, beside its effect. */
struct vt_insn {
	const struct vt_row *row;
	uint32_t imm;
	uint32_t vtype;         /* of vset* */
	uint32_t rd, rs1, rs2, rs3;     /* with the prefix */
	uint32_t active;        /* threads that it acts in */
	struct vt_prefix next_prefix;
	bool push[2], pop;      /* its effect on the stack: vt_simt.c */
	struct vt_entry entry[2];
};

static inline uint32_t vt_all(const struct vt_warp *w)
{
	return UINT32_MAX >> (32 - w->group.threads);
}

/* Register REG of FILE, of thread LANE. */
static inline uint32_t vt_reg(const struct vt_warp *w, enum vt_file file,
			      uint32_t reg, uint32_t lane)
{
	return file == VT_FILE_V ? w->v[reg][lane] : w->x[reg];
}

/* Sets the scalar result of FX. */
static inline void vt_result(struct vt_effect *fx, uint32_t reg,
			     uint32_t value)
{
	fx->file = reg ? VT_FILE_X : VT_FILE_NONE;
	fx->reg = reg;
	fx->lanes = reg != 0;
	fx->value[0] = value;
}

/* vt_step.c: an instruction in two steps. vt_decide fetches the next one of
 * WARP, or takes *FORCED in its place, and fills in D and FX; no state changes.
 * vt_apply makes them part of the state of WARP: its registers, CSRs, stack,
 * mask and pc, and memory. Whether warps wait or have ended is the caller's. */
void vt_decide(struct vt *m, uint32_t warp, const uint32_t *forced,
	       struct vt_insn *d, struct vt_effect *fx);
void vt_apply(struct vt *m, uint32_t warp, const struct vt_insn *d,
	      const struct vt_effect *fx);

/* vt_csr.c */
/* Reads the CSR at ADDRESS; false if there is none. */
bool vt_csr_read(const struct vt *m, const struct vt_warp *w,
		 uint32_t address, uint32_t *value);
void vt_csr_write(struct vt_warp *w, uint32_t address, uint32_t value);

/* vt_compute.c: the result of OP in one lane. */
struct vt_operands {
	uint32_t a, b, c, pc, lane, rm;
	bool take;
};
uint32_t vt_compute(enum vt_op op, const struct vt_operands *in,
		    uint32_t *flags);
/* The condition of a branch. */
bool vt_taken(enum vt_op op, uint32_t a, uint32_t b);
/* The word that an atomic instruction stores; false if it stores none. */
bool vt_atomic(enum vt_op op, uint32_t a, uint32_t b, bool reserved,
	       uint32_t *stored);
/* May OP write memory? Stores do, and atomic instructions but lr.w. */
bool vt_may_store(enum vt_op op);
/* Does a load of OP extend the sign? */
bool vt_extends_sign(enum vt_op op);

/* vt_access.c: loads, stores and atomics. */
void vt_access(struct vt *m, const struct vt_warp *w,
	       const struct vt_insn *d, struct vt_effect *fx);
/* Performs the writes of FX. */
void vt_perform(struct vt *m, struct vt_warp *w, const struct vt_effect *fx);

/* vt_simt.c */
/* Is TO no place for an instruction? Then FX becomes a trap. */
bool vt_jump_traps(struct vt_effect *fx, uint32_t to);
/* A branch of threads. */
void vt_branch_threads(struct vt *m, const struct vt_warp *w,
		       struct vt_insn *d, struct vt_effect *fx);

/* A function of an instruction that acts on the whole warp. */
#define WARP(id, function) \
	void function(struct vt *m, const struct vt_warp *w, \
		      struct vt_insn *d, struct vt_effect *fx);
#include "golden/ventus/vt_ops.def"

#endif
