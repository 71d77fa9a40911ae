/* gen.h - what the parts of the generator of random programs share
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 has code of its own; the others share the code of up to three groups.
 * Warp 0 wakes them, or a group in front of theirs does, so that each is woken
 * once and there is always a free warp for it. All go through the same phases;
 * between two phases some groups, or all, meet at a barrier. The last thing
 * that a warp does may be to wake another one more, of the late ones: if none
 * is free, it traps.
 *
 * Registers: x5 .. x20 are worked with, everything else may be read. x1 is the
 * link; x2, x3 are the interrupt handler's, x4 nobody's; x21 .. x23 count the
 * turns of loops by depth, x24 holds a mask; x25 is the link of islands; x26,
 * x27 are for an instruction or two; x28 points to what is the thread's own,
 * x29 to the table, x30 to what all threads write, x31 to shared memory.
 *
 * In a FUZZ_ORDERED program a thread stores only to its own memory, to one half
 * of it, and loads the other half of others'; the halves change places at
 * barriers to which all come. There a clone takes x28 and x31 along, so that
 * they are made anew before they are used. In a FUZZ_SCALAR program one thread
 * does all.
 *
 * Where the mask is not that of the first threads (a side of a split) nothing
 * happens that gives the leader other counters: no tmc, and no clone where
 * loops or functions are left by them.
 */
#ifndef WW_FUZZ_GEN_H
#define WW_FUZZ_GEN_H

#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "machine/has.h"

enum {
	LINK = 1, EPC = 2, TICKS = 3, UNUSED = 4, FIRST = 5, PROBED = 10,
	LAST = 20,
	COUNTER = 21, MASK = 24,
	RETURN = 25, TEMP = 26, ADDR = 27, OWN = 28, TABLE = 29, RACED = 30,
	SHARED = 31,
	LOOPS = 3, GROUPS = 4, LATE = GROUPS, PHASES = 4, FUNCTIONS = 3,
	MOST_WARPS = 32, WAKES = 3 * MOST_WARPS,
	RACED_BYTES = 256, LONGEST_BLOCK = 120, SLACK = 128,
	WALK_STEPS = 5, WALK_BYTES = (WALK_STEPS + 1) << 12
};

#define CONSOLE_HIGH 0xfffff
#define SMEM_HIGH 0xff000

struct group {
	uint32_t warps;
	uint32_t start;                 /* item */
	uint32_t by_warp0;              /* of them, woken by it */
	/* each of them wakes so many of a group behind */
	uint32_t wakes, times;
};

struct wake {
	uint32_t item;                  /* the address of what it starts */
	uint32_t group;
};

struct function {
	uint32_t start, section;
	uint32_t stack;                 /* entries */
};

/* Behind a barrier: see meet.c. */
struct meeting {
	bool on, last;
	bool inside;                    /* the barrier is in the lanes */
	uint8_t event[2], spread;
};

/* Instructions of the machine that may stand for each other. */
enum gen_list {
	LIST_REGS,                      /* rd = two registers */
	LIST_IMM,                       /* rd = less than that */
	LIST_MULDIV,
	/* two registers that count, all of them */
	LIST_PAIRS,
	LIST_BRANCH,
	LIST_ACCESS,
	LIST_ALL,
	LIST_ACROSS,                    /* rd = another thread's register */
	LIST_FLOAT,
	LIST_ATOMIC,                    /* all but lr.w and sc.w */
	LISTS
};

struct gen_ops {
	uint8_t op[ISA_OP_COUNT];
	uint32_t count;
};

struct gen {
	struct gen_ops list[LISTS];
	uint64_t random;
	const struct machine *machine;
	struct fuzz_program *p;
	uint32_t weight[FUZZ_KINDS];
	struct fuzz_item nowhere;       /* what there is no memory for */
	const char *pending;            /* name of the next item */
	bool no_memory;
	uint32_t section;               /* of the next item */
	bool far_code;                  /* there may be more than one */
	uint64_t far_random;            /* decides where what is far away is */

	/* Where we are. */
	uint32_t depth;                 /* stack entries taken */
	uint32_t deepest;
	uint32_t loops;                 /* around us */
	/* the mask is that of the first threads */
	bool first;
	bool in_while, in_function;

	struct group group[GROUPS + 1]; /* LATE: the last */
	uint32_t groups;                /* without it */
	bool late;
	struct wake wake[WAKES];
	uint32_t wakes;
	struct function function[FUNCTIONS];
	uint32_t functions;
	uint32_t own_bytes;             /* of a thread */
	uint32_t smem_bytes;
	/* local memory of all threads; no bytes: none */
	uint32_t window, window_bytes;
	/* items; ticks that come soon, 0: none */
	uint32_t handler, burst;
	uint32_t probes, probe_start, probe_operands;   /* 0: none; items */
	uint32_t islands, island_shift, island_start;   /* 0: none; item */
	uint32_t island;                /* address of the first */
	bool thrashes;                  /* warps thrash a set at the start */
	struct meeting meeting[PHASES];
	/* where nobody waits; as many as there are: none */
	uint32_t free_barrier;
	/* all warps end behind the last barrier */
	bool clash;
	bool no_trap;                   /* before that nothing traps */
	enum fuzz_class class;
	/* of a thread's memory that it stores to now */
	uint32_t half;
};

struct barrier {
	uint32_t id, count, groups;     /* a bit for each group */
};

/* --- chance ----------------------------------------------------------- */

/* splitmix64. Where two numbers are drawn their order is told by statements or
 * declarations: that of arguments is the compiler's. */
static inline uint32_t next_random(uint64_t *random)
{
	uint64_t z = *random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(z >> 32) ^ (uint32_t)(z >> 1);
}

static inline uint32_t draw(struct gen *g)
{
	return next_random(&g->random);
}

static inline uint32_t below(struct gen *g, uint32_t n)
{
	return (uint32_t)((uint64_t)draw(g) * n >> 32);
}

static inline bool one_in(struct gen *g, uint32_t n)
{
	return below(g, n) == 0;
}

static inline uint32_t work_reg(struct gen *g)
{
	return FIRST + below(g, LAST - FIRST + 1);
}

/* To be written: sometimes x0, or what has few bits and nobody needs. */
static inline uint32_t destination(struct gen *g)
{
	uint32_t n = below(g, 72), rd = work_reg(g);

	if (n == 0 && g->class == FUZZ_ANY)
		return UNUSED;
	if (n == 1 && g->class == FUZZ_ANY && !g->handler)
		return EPC;
	return n < 5 ? 0 : rd;
}

static inline uint32_t source(struct gen *g)
{
	return one_in(g, 12) ? below(g, 32) : work_reg(g);
}

static inline uint32_t corner(struct gen *g)
{
	static const uint32_t corners[] = {
		0, 1, 2, 3, 4, 7, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7ff, 0x800,
		0x7fff, 0x8000,
		0xffff, 0x10000, 0x55555555, 0xaaaaaaaa, 0x7fffffff, 0x80000000,
		0x80000001,
		0xfffffffe, 0xffffffff
	};

	uint32_t value;

	if (one_in(g, 2))
		return corners[below(g, sizeof corners / sizeof corners[0])];
	value = draw(g);
	return value >> below(g, 32);
}

/* --- instructions ----------------------------------------------------- */

static inline struct fuzz_item *item(struct gen *g)
{
	struct fuzz_program *p = g->p;

	if (p->count == p->room) {
		size_t room = 2 * p->room + 256;
		struct fuzz_item *more = realloc(p->items, room * sizeof *more);

		if (!more) {
			g->no_memory = true;
			return &g->nowhere;
		}
		p->items = more;
		p->room = room;
	}
	p->items[p->count] = (struct fuzz_item){
		.op = ISA_INVALID, .name = g->pending,
		.section = (uint8_t)g->section
	};
	g->pending = NULL;
	return &p->items[p->count++];
}

static inline uint32_t here(const struct gen *g)
{
	return (uint32_t)g->p->count;
}

static inline struct fuzz_item *emit(struct gen *g, enum isa_op op, uint32_t rd,
				     uint32_t rs1, uint32_t rs2, int32_t imm)
{
	struct fuzz_item *i = item(g);

	i->op = op;
	i->rd = (uint8_t)rd;
	i->rs1 = (uint8_t)rs1;
	i->rs2 = (uint8_t)rs2;
	i->imm = imm;
	return i;
}

static inline void relocate(struct fuzz_item *i, enum fuzz_reloc reloc,
			    uint32_t target)
{
	i->reloc = reloc;
	i->target = target;
}

/* To item TARGET, or to where land comes to be; returns the item. */
static inline uint32_t jump(struct gen *g, enum isa_op op, uint32_t a,
			    uint32_t b, uint32_t target)
{
	bool jal = op == ISA_JAL;

	relocate(emit(g, op, jal ? a : 0, jal ? 0 : a, jal ? 0 : b, 0),
		 FUZZ_RELATIVE, target);
	return here(g) - 1;
}

static inline void land(struct gen *g, uint32_t from)
{
	if (!g->no_memory)
		g->p->items[from].target = here(g);
}

static inline void constant(struct gen *g, uint32_t rd, uint32_t value)
{
	uint32_t high = (value + 0x800) >> 12, low = value & 0xfff;

	if (high)
		emit(g, ISA_LUI, rd, 0, 0, (int32_t)high);
	if (low || !high)
		emit(g, ISA_ADDI, rd, high ? rd : 0, 0, (int32_t)low);
}

/* The address of an item, in two instructions; returns the first. */
static inline uint32_t address(struct gen *g, uint32_t rd, uint32_t target)
{
	relocate(emit(g, ISA_LUI, rd, 0, 0, 0), FUZZ_HIGH, target);
	relocate(emit(g, ISA_ADDI, rd, rd, 0, 0), FUZZ_LOW, target);
	return here(g) - 2;
}

static inline void read_csr(struct gen *g, uint32_t rd, uint32_t csr)
{
	emit(g, ISA_CSRRS, rd, 0, 0, (int32_t)csr);
}

static inline void write_csr(struct gen *g, uint32_t csr, uint32_t rs1)
{
	emit(g, ISA_CSRRW, 0, rs1, 0, (int32_t)csr);
}

/* For what is to come in turn: modulo any number up to 32 these are evenly
 * spread over the programs of successive seeds. N counts within a program. */
static inline uint32_t gen_turn(const struct gen *g, uint32_t n)
{
	return (uint32_t)g->p->options.seed * 83 + n;
}

/* One of OPS, an array of uint8_t. */
static inline enum isa_op pick(struct gen *g, const uint8_t *ops, size_t n)
{
	return ops[below(g, (uint32_t)n)];
}

#define PICK(g, ops) pick(g, ops, sizeof ops)

static inline enum isa_op pick_of(struct gen *g, enum gen_list list)
{
	return pick(g, g->list[list].op, g->list[list].count);
}

/* --- far.c: addresses that differ in one bit alone, and code, in all of RAM */

/* Where memory far away is, once it is known where the program's own memory
 * ends. */
void gen_plan_far(struct gen *g);
/* What follows is code of a section of its own, perhaps; then of the first one
 * again. */
void gen_go_far(struct gen *g);
void gen_come_back(struct gen *g);
/* Gives all sections their places; false if there is no room. */
bool gen_place_sections(struct gen *g);
void gen_far(struct gen *g);
/* As constant(), always in two instructions: how long code is must not depend
 * on where memory is. */
void gen_wide(struct gen *g, uint32_t rd, uint32_t value);
/* The last thing that a warp does: one thread, or all, at an address one bit
 * from a good one. */
void gen_far_trap(struct gen *g);

/* --- straight.c: code without a branch of the generator ----------------- */

void gen_alu(struct gen *g);
void gen_alu_or_shuffle(struct gen *g);
void gen_imm(struct gen *g);
void gen_muldiv(struct gen *g);
/* An access within BYTES, a power of two of 16 or more, at BASE. */
void gen_access(struct gen *g, uint32_t base, uint32_t bytes, bool store);
void gen_access_private(struct gen *g);
void gen_access_raced(struct gen *g);
void gen_access_shared(struct gen *g);
void gen_csr(struct gen *g);
void gen_fence(struct gen *g);
void gen_flush(struct gen *g);
void gen_console(struct gen *g);
/* x28 and x31 for the thread, whose number is put into x27. */
void gen_find_own(struct gen *g);
/* For holes of coverage: see kinds.def. */
void gen_corners(struct gen *g);
void gen_edge(struct gen *g);
void gen_hazard(struct gen *g);
void gen_divergent_jump(struct gen *g);
void gen_mixed(struct gen *g);
void gen_walk(struct gen *g);

/* --- operands.c: values around powers of two and limits ----------------- */

/* More than LIMIT. */
uint32_t gen_beyond(struct gen *g, uint32_t limit);
void gen_divide(struct gen *g);
void gen_single_bit(struct gen *g);
void gen_open_barrier(struct gen *g);
void gen_operand_trap(struct gen *g);
/* A loop over all bits of a word, each alone an operand. */
void gen_sweep(struct gen *g);

/* --- floats.c: floating point ------------------------------------------- */

uint32_t gen_float_value(struct gen *g);
/* For the table and registers: one of two is a float, where there are any. */
static inline uint32_t gen_value(struct gen *g)
{
	return g->machine->fp && one_in(g, 2) ? gen_float_value(g) : corner(g);
}
/* There is, and it is wanted. */
static inline bool gen_floats(const struct gen *g)
{
	return g->machine->fp && g->p->options.weight[FUZZ_FLOAT];
}
void gen_atomic(struct gen *g);
/* One at ADDR, without a look at where that is. */
void gen_atomic_here(struct gen *g);
void gen_atomic_trap(struct gen *g);
void gen_float(struct gen *g);
/* One instruction, with what registers there are. */
void gen_float_op(struct gen *g);
/* Are there registers f? */
static inline bool gen_has_f(const struct gen *g)
{
	return machine_has_f(g->machine);
}
/* What OP reads from A and B is in x: copied to f where OP looks there. */
void gen_to_f(struct gen *g, enum isa_op op, uint32_t a, uint32_t b);
/* A rounding mode into frm, with RD. */
void gen_float_mode(struct gen *g, uint32_t rd);
void gen_float_trap(struct gen *g);
/* A write of the flags. */
void gen_float_flags(struct gen *g);

/* --- probes.c: warps that end by one wrong bit ---------------------------- */

/* Is WORD an instruction that this machine does not take for illegal? */
bool gen_is_instruction(const struct gen *g, uint32_t word);
/* What is none, one bit from one. */
uint32_t gen_no_instruction(struct gen *g, uint32_t bit);
/* What such warps execute; what starts them. */
void gen_probes(struct gen *g);
void gen_use_probes(struct gen *g);

/* --- ticks.c: the timer ------------------------------------------------- */

void gen_handler(struct gen *g);
void gen_start_ticks(struct gen *g);
void gen_enable_ticks(struct gen *g);
void gen_tick(struct gen *g);

/* --- islands.c: code that is stored -------------------------------------- */

/* Islands may take ROOM behind what the program has. */
void gen_plan_islands(struct gen *g, uint32_t room);
void gen_island(struct gen *g);
void gen_copy_islands(struct gen *g);
void gen_flush_first(struct gen *g);
void gen_patch(struct gen *g);
void gen_contend(struct gen *g);
void gen_thrash(struct gen *g);

/* --- meet.c: two events at nearly the same time --------------------------- */

void gen_plan_meetings(struct gen *g, uint32_t phases);
void gen_plan_no_clash(struct gen *g);
/* The warp arrives at B and goes on. */
void gen_meeting(struct gen *g, const struct meeting *m,
		 const struct barrier *b);

/* --- blocks.c: what contains other code, and what is drawn ---------------- */

/* About LENGTH instructions. */
void gen_block(struct gen *g, uint32_t length);
void gen_tmc(struct gen *g, uint32_t n);
/* x26 = something that is 0 in some threads and not in others, or the same in
 * all. */
void gen_predicate(struct gen *g);
/* Whether the stack has room for so many more. */
static inline bool gen_room_for(const struct gen *g, uint32_t entries)
{
	return g->depth + entries <= g->machine->stack;
}

/* --- warps.c: all that a warp does, and where they meet ------------------- */

/* How many warps each group has and who wakes them, and which groups meet
 * behind which phase; returns the phases. */
void gen_plan_groups(struct gen *g);
uint32_t gen_plan_barriers(struct gen *g, struct barrier *barrier);
/* Its operands; and the barrier that is named so. */
void gen_name_barrier(struct gen *g, const struct barrier *b);
void gen_wait(struct gen *g);
void gen_trap(struct gen *g);
/* Wakes a warp of GROUP. */
void gen_wake(struct gen *g, uint32_t group);
/* The code of group NUMBER. */
void gen_warp(struct gen *g, uint32_t number, uint32_t length, uint32_t phases,
	      const struct barrier *barrier);

#endif
