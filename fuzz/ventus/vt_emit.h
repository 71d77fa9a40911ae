/* vt_emit.h - instructions and registers of random programs of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to this folder.
 */
#ifndef WW_FUZZ_VENTUS_VT_EMIT_H
#define WW_FUZZ_VENTUS_VT_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "fuzz/ventus/vt_random.h"
#include "isa/ventus/vt_isa.h"

enum { RECENT = 4 };

/* The program under construction. */
struct program {
	uint64_t state;         /* of the random numbers */
	bool core, special, no_floats;
	uint32_t vregs;         /* of a core */
	uint32_t *code;
	uint32_t at;            /* words of it; more than fit if it is too
				 * long */
	int depth;              /* of regions */
	bool in_loop;           /* v7 counts */
	/* registers that were written last; 0: none */
	uint32_t recent_x[RECENT], recent_v[RECENT], writes;
};

/* Registers: x6 rpc, x7 loop counter of the warp, x1 link, x2 region of the
 * warp in global memory, from x8 on free; v2 zero; v0 zero, on cores a mask;
 * v3, v4, v5 bases of the thread in global, local and private memory, v6
 * offsets, v7 loop counter, from v8 on free. On cores, so that prefixes reach
 * them: x61 and x63 as x1 and x6, x62 and v60 to v63 copies of x2, v6, v3 to
 * v5; v58 and v59 bit 0 of the thread, and its number in the warp. */
enum {
	LINK = 61, REGION = 62, RPC = 63, ODD = 58, THREAD = 59, OFFSETS = 60,
	BASES = 61
};

/* A random word; a number below N, which is not 0. */
uint32_t vt_random32(struct program *p);
uint32_t vt_below(struct program *p, uint32_t n);
/* Of the fields of an instruction of threads: it has no mask. */
#define UNMASKED (UINT32_C(1) << 25)
/* Adds WORD to the program. */
void vt_emit(struct program *p, uint32_t word);
/* Sets BITS of word INDEX. */
void vt_patch(struct program *p, uint32_t index, uint32_t bits);
/* Adds OP with registers at bit 7, 15, 20, each below 256, and the rest of the
 * fields REST; after a prefix, if a register needs one. */
void vt_put(struct program *p, enum vt_op op, uint32_t rd, uint32_t rs1,
	    uint32_t rs2, uint32_t rest);
/* Sets x RD to VALUE. */
void vt_load_imm(struct program *p, uint32_t rd, uint32_t value);
/* A register to write. */
uint32_t vt_free_x(struct program *p);
uint32_t vt_free_v(struct program *p);
/* A register to read: often one that has just been written, sometimes x0. */
uint32_t vt_source_x(struct program *p);
uint32_t vt_source_v(struct program *p);

/* vt_traps.c: adds an instruction that traps in each warp which comes to it, or
 * in one warp of the work-group. */
void vt_trap(struct program *p);

#endif
