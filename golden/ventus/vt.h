/* vt.h - the golden model of one Ventus core
 * SPDX-License-Identifier: Apache-2.0
 *
 * A machine runs one work-group at a time: its warps, its local memory, and a
 * global memory that persists from one work-group and one launch to the next.
 * A program can access what the caller has mapped, and the local memory of its
 * work-group; any other access traps. The caller chooses which warp steps: the
 * order of the warps can be that of a log or of hardware. Nothing here exits. A
 * machine owns all of its memory; vt_free releases it.
 */
#ifndef WW_VT_H
#define WW_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/ventus/vt_isa.h"

enum {
	VT_MAX_THREADS = 32,    /* of a warp */
	VT_MAX_WARPS = 32,      /* of a work-group */
	VT_REGS = 256,          /* of each file, with prefixes */
	VT_STACK = 2 * VT_MAX_THREADS,  /* entries of a divergence stack */
	VT_LDS_BYTES = 128 << 10
};

#define VT_LDS_BASE UINT32_C(0x70000000)

/* What a work-group gets from the dispatcher. */
struct vt_group {
	uint32_t pc;            /* of every warp's first instruction */
	uint32_t warps, threads;
	uint32_t knl;           /* CSRs of vt_csrs.def */
	uint32_t wgid, gid[3];
	uint32_t lds, pds;
	uint32_t lds_bytes;     /* at most VT_LDS_BYTES; whole words */
};

/* What a core is connected to. */
struct vt_port {
	/* May a program load from, or STORE to, the word that contains ADDR? */
	bool (*allows)(void *ctx, uint32_t addr, bool store);
	/* Accesses of SIZE bytes, 1, 2 or 4, that are allowed and aligned. */
	uint32_t (*load)(void *ctx, uint32_t addr, uint32_t size);
	void (*store)(void *ctx, uint32_t addr, uint32_t size, uint32_t value);
	void *ctx;
	bool floats, special;   /* the core has these instructions;
					 * special: vfexp.v */
	uint32_t vregs;         /* vector registers of a thread */
};

enum vt_trap {
	VT_NO_TRAP,
	VT_TRAP_ILLEGAL,        /* no such instruction, CSR or rounding mode */
	VT_TRAP_MISALIGNED,     /* an access or a jump */
	VT_TRAP_FAULT,          /* an access or a fetch outside of memory */
	VT_TRAP_DIVERGED        /* endprg or barrier with inactive threads */
};

enum vt_operation { VT_NO_ACCESS, VT_READ, VT_WRITE, VT_UPDATE };

/* What one instruction of one warp did. */
struct vt_effect {
	enum vt_trap trap;      /* if set, the warp has ended, and nothing of
				 * FILE, ACCESS, CSR and FLAGS has happened */
	uint32_t trap_value;    /* the address of an access, fetch or jump */
	enum vt_op op;
	uint32_t warp, pc, word;
	struct vt_prefix prefix;        /* that applied to it */
	uint32_t mask;          /* active threads when it executed */

	enum vt_file file;      /* of the register written, if any */
	uint32_t reg;
	uint32_t lanes;         /* threads written; 1 for a scalar register */
	uint32_t value[VT_MAX_THREADS]; /* meaningless in other lanes */

	enum vt_operation access;
	uint32_t size;          /* bytes of each access */
	uint32_t accesses;      /* its lanes; 1 for a scalar access; those that
				 * store, of an update */
	uint32_t addr[VT_MAX_THREADS];
	uint32_t data[VT_MAX_THREADS];  /* of a write, the low SIZE bytes */
	uint32_t old;           /* of an update, the word that it read */

	uint32_t csr, csr_value;        /* the CSR written, or 0 */
	uint32_t csr_given;     /* the value before bits that the CSR has not
				 * were cleared */
	uint32_t flags;         /* floating-point flags raised */
	bool waits, ends;       /* it stopped at a barrier; it ended */

	/* State of the warp after it. */
	uint32_t next_pc, next_mask, depth, rpc;
};

struct vt;

/* The counts of a machine, from vt_new on. */
struct vt_counts {
	uint64_t instructions;  /* of warps; without those that trapped */
	uint64_t scalar;        /* those that act once for their warp */
	uint64_t threads;       /* instructions of threads; 1 of a scalar one */
};

/* What ended vt_run. */
enum vt_end { VT_END, VT_END_TRAP, VT_END_LIMIT };

/* A machine with empty memory, of which nothing is mapped; or NULL without
 * memory. */
struct vt *vt_new(void);
void vt_free(struct vt *m);

/* A core instead: its memory is behind PORT, and it lacks the instructions of
 * vt_core.def. Its warps are of several work-groups; the functions of vt_core.h
 * execute them one by one, vt_start and vt_step do not. */
struct vt *vt_new_core(const struct vt_port *port);
/* The registers of WARP of a core, fflags and frm are zero. */
void vt_clear(struct vt *m, uint32_t warp);
/* WARP of a core begins, as warp NUMBER of the work-group G. */
void vt_begin(struct vt *m, uint32_t warp, const struct vt_group *g,
	      uint32_t number);

/* Starts G: all its registers and its local memory are zero. */
void vt_start(struct vt *m, const struct vt_group *g);
/* Can WARP of the group step? It has neither ended nor waits. */
bool vt_can_step(const struct vt *m, uint32_t warp);
/* Has every warp ended? */
bool vt_ended(const struct vt *m);
/* Executes one instruction of WARP, which must be able to step. After a trap
 * the warp has ended. */
void vt_step(struct vt *m, uint32_t warp, struct vt_effect *fx);
/* Steps the warps in turn until all have ended, one has trapped, or MOST
 * instructions are done; another call goes on. *FX is the last instruction.
 * Writes a line of TRACE for each, unless it is NULL. */
enum vt_end vt_run(struct vt *m, uint64_t most, FILE *trace,
		   struct vt_effect *fx);
struct vt_counts vt_counted(const struct vt *m);

/* The name of a trap, for users. */
const char *vt_trap_name(enum vt_trap trap);
/* Writes a line about FX of a warp of work-group GROUP. (vt_trace.c) */
void vt_trace(const struct vt_effect *fx, uint32_t group, FILE *out);

/* Maps BYTES of global memory from ADDR on, rounded out to whole words. 0, or
 * -1 without memory. */
int vt_map(struct vt *m, uint32_t addr, uint32_t bytes);
/* May a program access the word that contains ADDR? */
bool vt_mapped(struct vt *m, uint32_t addr);
/* Has a store been lost, because the host has no memory? */
bool vt_short(const struct vt *m);
/* Memory, mapped or not: local in its window, else global. SIZE is 1, 2 or 4,
 * the address aligned. */
uint32_t vt_load(const struct vt *m, uint32_t addr, uint32_t size);
void vt_store(struct vt *m, uint32_t addr, uint32_t size, uint32_t value);

/* The state of a warp. */
uint32_t vt_x(const struct vt *m, uint32_t warp, uint32_t reg);
uint32_t vt_v(const struct vt *m, uint32_t warp, uint32_t reg, uint32_t lane);
void vt_set_x(struct vt *m, uint32_t warp, uint32_t reg, uint32_t value);
void vt_set_v(struct vt *m, uint32_t warp, uint32_t reg, uint32_t lane,
	      uint32_t value);
uint32_t vt_pc(const struct vt *m, uint32_t warp);
uint32_t vt_mask(const struct vt *m, uint32_t warp);
/* Does WARP wait at a barrier? */
bool vt_waits(const struct vt *m, uint32_t warp);

#endif
