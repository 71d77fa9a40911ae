/* cover.h - counts functional coverage from the checker's records
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. The checker calls these functions after a record has
 * passed its checks, if coverage is counted (c->cover). They do not change the
 * state of the checker. Each adds hits to bins of coverage.def.
 */
#ifndef WW_COSIM_COVER_H
#define WW_COSIM_COVER_H

#include "cosim/cover/coverage.h"
#include "cosim/level/level.h"

enum { COVER_NEAR = 8, COVER_CSRS = 4096 };

/* The last instruction that wrote, or read, a register. */
struct cover_touch {
	uint64_t number;        /* number in its warp + 2; 0: none yet */
	uint32_t mask;
	uint8_t place;          /* place on its axis, UNIT or USER */
};

struct cover_warp {
	struct cover_touch writer[GOLDEN_REGS], reader[GOLDEN_REGS];
	uint8_t around[65];     /* by stack depth: place on axis AROUND */
	bool ran;               /* has issued since reset */
	uint8_t before;         /* CLASS of its last instruction */
	uint32_t prefix;        /* of Ventus: the word in front; 0: none */
};

/* The history of a line of the data cache. */
struct cover_line {
	uint64_t complete;      /* event of its last row */
	bool used;              /* accessed since then */
	uint8_t over;           /* place on axis OVER, for the next fill */
};

/* The state before an instruction executes. */
struct cover_moment {
	uint32_t warp, insn;
	bool interrupt;
	uint32_t active, waiting, depth, tmask;
	int barrier[GOLDEN_MAX_WARPS];
	uint32_t first[GOLDEN_MAX_THREADS], second[GOLDEN_MAX_THREADS];
	uint32_t third[GOLDEN_MAX_THREADS];     /* rs1, rs2, rs3 */
	uint32_t reg1, reg2;                    /* of Ventus: rs1, rs2 */
};

struct cover {
	struct coverage_machine machine;
	uint64_t *hits;
	struct coverage_group_info group[COVERAGE_GROUPS];
	bool counts[COVERAGE_GROUPS];   /* coverage_counts */
	uint8_t csr[COVER_CSRS];        /* by address: place on axis CSR */
	struct cover_warp *warps;
	struct cover_line *lines;
	/* by barrier: cycle of the last arrival, or 0 */
	uint64_t *came;
	struct cover_moment now;
	bool issued;
	uint64_t last_cycle;
	uint32_t interrupts;    /* launches that are done; bit 31: an error */
	uint32_t last_warp, last_class;
};

static inline void cover_hit(struct core *c, enum coverage_group g, size_t a,
			     size_t b, size_t d)
{
	const struct coverage_group_info *i = &c->cover->group[g];

	if (!c->cover->counts[g])
		return;
	c->cover->hits[i->first + (a * i->size[1] + b) * i->size[2] + d]++;
}

/* The place of bin ID on its axis. */
#define AT(axis, id) ((size_t)(COVER_##axis##_##id - COVER_FIRST_##axis))

/* Releases the counting of coverage; NULL is allowed. (cover.c) */
void cover_free(struct cover *k);

/* Place of a mask of active threads on the axis LANES. */
size_t cover_lanes(const struct core *c, uint32_t tmask);
/* Place on the axis OTHERS: the state of the warps other than WARP. */
size_t cover_others(uint32_t warp, uint32_t active, uint32_t waiting);
/* Place of N on an axis of the bins 1, 2, 3-4, 5-8, 9+. */
size_t cover_number(uint32_t n);
/* Place of CYCLES on an axis of the bins 1, 2, 3-4, 5-16, 17+. */
size_t cover_gap(uint64_t cycles);
/* The place on the axis CLASS. */
size_t cover_class(const struct core *c, const struct golden_effect *fx);
/* Place on the axis UNIT: the unit that computes the result of FX. */
size_t cover_unit(const struct core *c, const struct golden_effect *fx);

/* WARP is about to execute INSN, or to be interrupted. */
void cover_before(struct core *c, uint32_t warp, uint32_t insn,
		  bool interrupt);
/* The instruction of cover_before has executed as S. (cover_issue.c) */
void cover_issued(struct core *c, const struct slot *s);
/* Parts of cover_issued: registers, masks and warps. (cover_regs.c,
 * cover_warp.c) */
void cover_registers(struct core *c, const struct slot *s);
void cover_threads(struct core *c, const struct slot *s);
void cover_warps(struct core *c, const struct slot *s);

/* Place of N on the axis VALUE. (cover_regs.c) */
size_t cover_value(uint32_t n);
/* The place on axis DISTANCE from T to S; SIZE_MAX if T is not near before
 * it. (cover_regs.c) */
size_t cover_distance(const struct cover_touch *t, const struct slot *s);
/* T is now S, whose place is PLACE. (cover_regs.c) */
void cover_touched(struct cover_touch *t, const struct slot *s, size_t place);
/* The place of CAUSE on its axis. (cover_warp.c) */
size_t cover_cause(uint32_t cause);
/* The same as cover_before, with what it has noted already, and as
 * cover_issued, on a core of Ventus. (cosim/cover/ventus/cover.c) */
void cover_ventus_before(struct core *c);
void cover_ventus_issued(struct core *c, const struct slot *s);

/* The next functions are in cover_memory.c. */
/* LANE of S, an atomic instruction, has loaded. */
void cover_update(struct core *c, const struct slot *s, uint32_t lane);
/* S, a load or store, has issued; S, a fence or flush, has issued. */
void cover_addresses(struct core *c, const struct slot *s);
void cover_fence(struct core *c, const struct slot *s);
/* FX has conflicts between its threads in the banks of shared memory. */
void cover_conflicts(struct core *c, const struct golden_effect *fx);
/* S is complete: counts its requests. */
void cover_requests(struct core *c, const struct slot *s);
/* S has retired, or trapped. */
void cover_retired(struct core *c, const struct slot *s);
/* What the data cache does. */
extern const struct level_watch cover_watch;
/* What the second-level cache does. */
struct l2_event;
void cover_l2(struct core *c, const struct l2_event *e);
/* One cycle of shared memory: S accesses BANKS. */
void cover_smem(struct core *c, const struct slot *s, uint32_t banks);

/* Launches and blocks (cover_blocks.c). The launch in SLOT gets its blocks, or
 * none, for REASON; it is cut, READ or not. */
void cover_launch(struct cosim *c, uint32_t slot, uint32_t reason);
void cover_cut(struct cosim *c, uint32_t slot, bool read);
/* A warp of P starts; what C lacks for the next block (golden_lacks); BLOCKS
 * have ended in this cycle. */
void cover_start(struct core *c, const struct golden_place *p);
void cover_room(struct core *c, uint32_t lacks);
void cover_over(struct cosim *c, uint32_t blocks);
/* S is an instruction for the barrier of a block, or another one. */
void cover_bar(struct core *c, const struct slot *s);

#endif
