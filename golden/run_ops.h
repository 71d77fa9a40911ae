/* run_ops.h - the handlers of every instruction for one kind of thread mask
 * SPDX-License-Identifier: Apache-2.0
 *
 * No include guard. Included inside the function of run_lanes.h with these
 * defined, and undefines them:
 *
 *   MODE          prefix of the labels
 *   LANES         the lanes that the loops visit
 *   ACTIVE(lane)  is the lane active?
 *   LIVE          per lane: nonzero if active; or NULL if all are
 *   LEADER        the lowest active lane
 *   COUNT_ACTIVE  the number of active lanes
 *   MASKED        defined if lanes may be inactive; loads and stores are then
 *                 executed by memory.c
 */
#define HANDLER(id) LABEL(MODE, id)
#define EACH EACH_OF(LANES)

#define ALU(id, value) HANDLER(id): { \
	const uint32_t *const ra = x[d->rs1], *const rb = x[d->rs2]; \
	uint32_t *const rd = x[d->rd]; \
	EACH { \
		const uint32_t a = ra[lane], b = rb[lane]; \
		(void)b; \
		rd[lane] = ACTIVE(lane) ? (uint32_t)(value) : rd[lane]; \
	} \
	NEXT(); \
}

#define ALU_IMM(id, value) HANDLER(id): { \
	const uint32_t *const ra = x[d->rs1]; \
	uint32_t *const rd = x[d->rd]; \
	const uint32_t b = d->imm; \
	EACH { \
		const uint32_t a = ra[lane]; \
		rd[lane] = ACTIVE(lane) ? (uint32_t)(value) : rd[lane]; \
	} \
	NEXT(); \
}

/* Inactive lanes raise no flags. FLAGS starts as fflags: see float_lanes.h. */
#define FLOAT(id, value) HANDLER(id): { \
	const uint32_t *const ra = x[d->rs1], *const rb = x[d->rs2]; \
	uint32_t *const rd = x[d->rd], flags = w->fflags; \
	for (uint32_t lane = 0; lane < LANES; lane++) { \
		const uint32_t a = ra[lane], b = rb[lane]; \
		if (ACTIVE(lane)) \
			rd[lane] = (value); \
	} \
	w->fflags = flags; \
	NEXT(); \
}

#define ROUNDS(id, call) HANDLER(id): { \
	const uint32_t rm = d->imm >> 6 == FLOAT_DYN ? w->frm : d->imm >> 6; \
	const uint32_t *const ra = x[d->rs1], *const rb = x[d->rs2]; \
	uint32_t *const rd = x[d->rd], flags = w->fflags; \
	(void)rb; \
	if (rm > FLOAT_RMM) \
		goto bad_mode; \
	call; \
	w->fflags = flags; \
	NEXT(); \
}
#define FLOAT1(id, op) \
	ROUNDS(id, float_lanes_##op(LANES, LIVE, rd, ra, rm, &flags))
#define FLOAT2(id, op) \
	ROUNDS(id, float_lanes_##op(LANES, LIVE, rd, ra, rb, rm, &flags))
#define FUSED(id, sa, sc) ROUNDS(id, \
	float_lanes_fma(LANES, LIVE, rd, ra, rb, x[d->imm & 63], sa, sc, rm, \
			&flags))

#define UPPER(id, value) HANDLER(id): { \
	uint32_t *const rd = x[d->rd]; \
	const uint32_t imm = d->imm, pc = PC(), all = (value); \
	(void)imm; \
	(void)pc; \
	EACH \
		rd[lane] = ACTIVE(lane) ? all : rd[lane]; \
	NEXT(); \
}

#define BRANCH(id, taken) HANDLER(id): { \
	const uint32_t *const ra = x[d->rs1], *const rb = x[d->rs2]; \
	uint32_t count = 0; \
	EACH { \
		const uint32_t a = ra[lane], b = rb[lane]; \
		count += ACTIVE(lane) ? (uint32_t)(taken) : 0; \
	} \
	if (count == 0) \
		NEXT(); \
	target = OFFSET() + d->imm; \
	if (count != COUNT_ACTIVE) { \
		const uint32_t a = ra[LEADER], b = rb[LEADER]; \
		if (!(taken)) \
			target = OFFSET() + 4; \
		goto divergent; \
	} \
	GO_TO(target); \
}

/* Writes the link; the target must be aligned, since a trap writes none. */
#define LINK() do { \
	uint32_t *const rd = x[d->rd]; \
	const uint32_t link = PC() + 4; \
	EACH \
		rd[lane] = ACTIVE(lane) ? link : rd[lane]; \
} while (0)

#define JUMP(id) JUMP_##id
#define JUMP_JAL HANDLER(JAL): { \
	target = OFFSET() + d->imm; \
	if (d->imm % 4 != 0) \
		goto far; \
	LINK(); \
	GO_TO(target); \
}
#define JUMP_JALR HANDLER(JALR): { \
	const uint32_t *const ra = x[d->rs1]; \
	const uint32_t imm = d->imm, to = (ra[LEADER] + imm) & ~UINT32_C(1); \
	uint32_t differ = 0; \
	EACH \
		differ |= ACTIVE(lane) ? (ra[lane] + imm) ^ to : 0; \
	target = to - page_pc; \
	if (to % 4 != 0) \
		goto far; \
	LINK(); \
	if (differ > 1) \
		goto divergent; \
	GO_TO(target); \
}

#define GENERAL_LOAD(type) do { \
	w->pc = PC(); \
	if (golden_load(c, w, d, sizeof(type), (type)-1 < (type)1) == \
	    GOLDEN_TRAPPED) \
		goto trapped; \
} while (0)
#define GENERAL_STORE(type) do { \
	w->pc = PC(); \
	if (golden_store(c, w, d, sizeof(type)) == GOLDEN_TRAPPED) \
		goto trapped; \
} while (0)

#ifdef MASKED
#define LOAD(id, type) HANDLER(id): GENERAL_LOAD(type); NEXT();
#define STORE(id, type) HANDLER(id): GENERAL_STORE(type); NEXT();
#else
/* BAD: some access is outside RAM, in the window of local memory, misaligned,
 * or a store to constant memory.
 * STRAY: the accesses are not adjacent in lane order. AT(lane): offset in
 * RAM. */
#define AT(lane) (ra[lane] + imm - base)
#define BESIDE(lane, type) (first + (lane) * (uint32_t)sizeof(type))
#define GET(type, at) ((uint32_t)get_##type(at))
#define INSPECT(type) \
	const uint32_t *const ra = x[d->rs1]; \
	const uint32_t imm = d->imm, first = AT(0); \
	uint32_t bad = 0, stray = 0; \
	EACH { \
		bad |= (AT(lane) & (sizeof(type) - 1)) | \
		       ((AT(lane) | (AT(lane) + window)) & outside); \
		stray |= AT(lane) ^ BESIDE(lane, type); \
	} \
	uint8_t *const side = ram + (bad ? 0 : first);

#define LOAD(id, type) HANDLER(id): { \
	INSPECT(type) \
	uint32_t *const rd = x[d->rd]; \
	if (bad) \
		GENERAL_LOAD(type); \
	else if (!stray) \
		EACH \
			rd[lane] = GET(type, side + lane * sizeof(type)); \
	else \
		EACH \
			rd[lane] = GET(type, ram + AT(lane)); \
	NEXT(); \
}

#define STORE(id, type) HANDLER(id): { \
	INSPECT(type) \
	const uint32_t *const rb = x[d->rs2]; \
	if (constant_bytes) \
		EACH \
			bad |= AT(lane) - constant < constant_bytes; \
	if (bad | memory->reservations) { \
		GENERAL_STORE(type); \
	} else if (!stray && !golden_is_code(memory, first) && \
		   !golden_is_code(memory, BESIDE(LANES - 1, type))) { \
		EACH \
			put_##type(side + lane * sizeof(type), rb[lane]); \
	} else { \
		for (unsigned lane = 0; lane < LANES; lane++) { \
			put_##type(ram + AT(lane), rb[lane]); \
			golden_code_touch(memory, AT(lane)); \
		} \
	} \
	NEXT(); \
}
#endif

#define WARP(id, function, kind)
#include "golden/ops.def"

#undef HANDLER
#undef ROUNDS
#undef EACH
#undef LINK
#undef JUMP_JAL
#undef JUMP_JALR
#undef GENERAL_LOAD
#undef GENERAL_STORE
#undef INSPECT
#undef AT
#undef BESIDE
#undef GET
#undef MODE
#undef LANES
#undef ACTIVE
#undef LIVE
#undef LEADER
#undef COUNT_ACTIVE
