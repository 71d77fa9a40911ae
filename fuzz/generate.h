/* generate.h - shared by the parts of the generator of random programs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 has code of its own; the other warps share the code of up to three
 * groups. Each warp is woken exactly once, by warp 0 or by a warp of an earlier
 * group, so a free hardware warp always exists for it. All warps execute the
 * same number of phases. Between two phases some groups, or all, meet at a
 * barrier. A warp that ends may wake one further warp, of the group LATE; if no
 * hardware warp is free, wspawn traps.
 *
 * Registers, all of which may be read:
 *   x5..x20   working registers (x10 also: the operand of a probe)
 *   x1        link of calls
 *   x2, x3    of the interrupt handler
 *   x4        written by few instructions, used by none
 *   x21..x23  loop counters, one per depth
 *   x24       a thread mask
 *   x25       link of islands
 *   x26, x27  temporaries of an instruction or two
 *   x28       address of the thread's own memory
 *   x29       address of the table
 *   x30       address of the memory that all threads write
 *   x31       address of shared memory
 *
 * In a FUZZ_ORDERED program a thread stores only to one half of its own memory.
 * It loads the other half of the memory of one of the next FURTHEST threads.
 * The halves change places at barriers of all warps. There, clone would copy
 * x28 and x31 to other threads, so both are computed anew before each use. A
 * FUZZ_SCALAR program has one thread.
 *
 * On a side of a split the active threads need not be the first ones (first =
 * false). A change of the leader could then change loop counters: such code
 * contains no tmc, and no clone inside loops or functions.
 */
#ifndef WW_FUZZ_GENERATE_H
#define WW_FUZZ_GENERATE_H

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
	FURTHEST = 3, WALK_STEPS = 5, WALK_BYTES = (WALK_STEPS + 1) << 12
};

/* busy_bank.c: HOT_BYTES of each of at most HOT_LINES lines are accessed; bits
 * HOT_LOW and HOT_HIGH and those above tell lines apart. A word HOT_CONSOLE
 * bytes below the end of RAM has the console's low address bits. */
enum {
	HOT_LINES = 8, HOT_LOW = 7, HOT_HIGH = 13, HOT_BYTES = 64,
	HOT_CONSOLE = 4096
};

#define CONSOLE_HIGH 0xfffff

struct group {
	uint32_t warps;
	uint32_t start;                 /* index of its first item */
	/* warps of the group that warp 0 wakes */
	uint32_t by_warp0;
	/* each warp of the group wakes TIMES warps of group WAKES */
	uint32_t wakes, times;
};

struct wake {
	/* first of the two items that load the start address */
	uint32_t item;
	uint32_t group;
};

struct function {
	uint32_t start, section;
	/* of the IPDOM stack: entries that its code needs */
	uint32_t stack;
};

/* The events behind a barrier: see coincidences.c. */
struct meeting {
	bool on, last;
	bool inside;                    /* the barrier is inside the paths */
	uint8_t event[2], spread;
};

/* Lists of the machine's instructions that are interchangeable. */
enum fuzz_list {
	LIST_REGS,                      /* rd = rs1 op rs2 */
	LIST_IMM,                       /* rd = rs1 op imm, or imm alone */
	LIST_MULDIV,
	/* two source registers, any result or a branch */
	LIST_PAIRS,
	LIST_BRANCH,
	LIST_ACCESS,
	LIST_ALL,
	/* combines lanes: rd depends on other threads */
	LIST_ACROSS,
	LIST_FLOAT,
	LIST_ATOMIC,                    /* except lr.w and sc.w */
	LISTS
};

_Static_assert(ISA_OP_COUNT <= UINT8_MAX + 1, "numbers of operations fit");

struct fuzz_ops {
	uint8_t op[ISA_OP_COUNT];
	uint32_t count;
};

struct gen {
	struct fuzz_ops list[LISTS];
	uint64_t random;
	const struct machine *machine;
	struct fuzz_program *p;
	uint32_t weight[FUZZ_KINDS];
	/* stands in for an item when memory is exhausted */
	struct fuzz_item nowhere;
	const char *pending;            /* label of the next item */
	bool no_memory;
	uint32_t section;               /* of the next item */
	/* code may have more than one section */
	bool far_code;
	/* decides the addresses of far data and sections */
	uint64_t far_random;

	/* State of the code that is being emitted. */
	uint32_t depth;                 /* IPDOM stack entries in use */
	uint32_t deepest;
	uint32_t loops;                 /* enclosing loops */
	/* the active threads are the first ones */
	bool first;
	bool in_while, in_function;

	struct group group[GROUPS + 1]; /* group[LATE] is the last */
	uint32_t groups;                /* groups, without LATE */
	bool late;
	struct wake wake[WAKES];
	uint32_t wakes;
	struct function function[FUNCTIONS];
	uint32_t functions;
	uint32_t own_bytes;             /* of each thread's own memory */
	uint32_t smem_bytes;
	/* window of the local memory of all threads; 0 bytes: none */
	uint32_t window, window_bytes;
	/* address of the lines of busy_bank.c, of the word with the console's
	 * low bits; 0: none */
	uint32_t hot, hot_lines, alias;
	/* item, 0: no handler; ticks of the first burst, 0: none */
	uint32_t handler, burst;
	/* number, 0: none; items */
	uint32_t probes, probe_start, probe_operands;
	/* number, 0: none; distance; item */
	uint32_t islands, island_shift, island_start;
	uint32_t island;                /* address of the first island */
	bool thrashes;                  /* warps thrash a cache set at first */
	struct meeting meeting[PHASES];
	/* a barrier at which no warp waits; machine->barriers: none */
	uint32_t free_barrier;
	/* all warps end behind the last barrier */
	bool clash;
	/* no warp may trap before that barrier */
	bool no_trap;
	enum fuzz_class class;
	/* half of its own memory to which a thread stores now: 0 or 1 */
	uint32_t half;
};

struct barrier {
	uint32_t id, count, groups;     /* groups: bit mask */
};

/* --- chance ----------------------------------------------------------- */

/* splitmix64. The order of two draws is fixed by statements or declarations:
 * the evaluation order of arguments is the compiler's choice. */
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

/* A register to write: sometimes x0, or a register that no code needs: x4, or
 * x2 if there is no interrupt handler. */
static inline uint32_t destination(struct gen *g)
{
	uint32_t n = below(g, 72), rd = work_reg(g);

	if (n == 0 && g->class == FUZZ_ANY)
		return UNUSED;
	if (n == 1 && g->class == FUZZ_ANY && !g->handler)
		return EPC;
	return n < 5 ? 0 : rd;
}

/* A register to read, mostly a working register. */
static inline uint32_t source(struct gen *g)
{
	uint32_t reg = one_in(g, 12) ? below(g, 32) : work_reg(g);

	/* Where a block has its shared memory differs. */
	return g->p->options.blocks && (reg == SHARED || reg == ADDR) ? 0 : reg;
}

/* A value: a corner case, or random with a random number of leading zeros. */
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

/* Appends an item. If memory is exhausted, sets no_memory and returns a
 * dummy. */
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

/* Emits a branch or jal to item TARGET, which land() may change; returns the
 * index of the branch. A and B are its registers: rd of jal, else rs1 and
 * rs2. */
static inline uint32_t jump(struct gen *g, enum isa_op op, uint32_t a,
			    uint32_t b, uint32_t target)
{
	bool jal = op == ISA_JAL;

	relocate(emit(g, op, jal ? a : 0, jal ? 0 : a, jal ? 0 : b, 0),
		 FUZZ_RELATIVE, target);
	return here(g) - 1;
}

/* Makes the next item the target of the item FROM. */
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

/* As constant(), always in two instructions: the length of the code must not
 * depend on addresses of far data. */
static inline void fuzz_wide(struct gen *g, uint32_t rd, uint32_t value)
{
	emit(g, ISA_LUI, rd, 0, 0, (int32_t)((value + 0x800) >> 12));
	emit(g, ISA_ADDI, rd, rd, 0, (int32_t)(value & 0xfff));
}

/* RD = the address of item TARGET, in two instructions; returns the index of
 * the first. */
static inline uint32_t address(struct gen *g, uint32_t rd, uint32_t target)
{
	relocate(emit(g, ISA_LUI, rd, 0, 0, 0), FUZZ_HIGH, target);
	relocate(emit(g, ISA_ADDI, rd, rd, 0, 0), FUZZ_LOW, target);
	return here(g) - 2;
}

/* The CSR of a block's program that has the place of CSR in others: a block is
 * what a core is there. */
static inline uint32_t csr_of_block(uint32_t csr)
{
	switch (csr) {
	case ISA_CSR_CORE_ID: return ISA_CSR_BLOCK_X;
	case ISA_CSR_WARP_ID: return ISA_CSR_BLOCK_WARP;
	case ISA_CSR_MHARTID: return ISA_CSR_BLOCK_THREAD;
	case ISA_CSR_NUM_CORES: return ISA_CSR_GRID_X;
	case ISA_CSR_NUM_WARPS: return ISA_CSR_BLOCK_DIM_X;
	case ISA_CSR_SMEM_SIZE: return ISA_CSR_BLOCK_SMEM_SIZE;
	default: return csr;
	}
}

static inline void read_csr(struct gen *g, uint32_t rd, uint32_t csr)
{
	emit(g, ISA_CSRRS, rd, 0, 0,
	     (int32_t)(g->p->options.blocks ? csr_of_block(csr) : csr));
}

static inline void write_csr(struct gen *g, uint32_t csr, uint32_t rs1)
{
	emit(g, ISA_CSRRW, 0, rs1, 0, (int32_t)csr);
}

/* For choices that take turns: modulo any number up to 32, the values are
 * evenly spread over programs of successive seeds. N counts within a
 * program. */
static inline uint32_t fuzz_turn(const struct gen *g, uint32_t n)
{
	return (uint32_t)g->p->options.seed * 83 + n;
}

/* One of OPS, an array of uint8_t. */
static inline enum isa_op pick(struct gen *g, const uint8_t *ops, size_t n)
{
	return ops[below(g, (uint32_t)n)];
}

#define PICK(g, ops) pick(g, ops, sizeof ops)

static inline enum isa_op pick_of(struct gen *g, enum fuzz_list list)
{
	return pick(g, g->list[list].op, g->list[list].count);
}

/* --- address_bits.c: data and code anywhere, one address bit apart --- */

/* Chooses the window of far data (p->far), after the program's data
 * (p->end). */
void fuzz_plan_far(struct gen *g);
/* fuzz_go_far may begin a new section for the following code; fuzz_come_back
 * returns to section 0. */
void fuzz_go_far(struct gen *g);
void fuzz_come_back(struct gen *g);
/* Chooses the addresses of all sections; false if there is no room. */
bool fuzz_place_sections(struct gen *g);
void fuzz_far(struct gen *g);
/* Emits the end of a warp: an access or jump at an address one bit from a legal
 * one, in one thread or in all. */
void fuzz_far_trap(struct gen *g);

/* --- branchless.c: straight-line code ------------------------------------ */

void fuzz_alu(struct gen *g);
void fuzz_alu_or_shuffle(struct gen *g);
void fuzz_imm(struct gen *g);
void fuzz_muldiv(struct gen *g);
/* Emits an access within BYTES (a power of two, at least 16) at address
 * register BASE. */
void fuzz_access(struct gen *g, uint32_t base, uint32_t bytes, bool store);
void fuzz_access_private(struct gen *g);
void fuzz_access_raced(struct gen *g);
void fuzz_access_shared(struct gen *g);
void fuzz_csr(struct gen *g);
void fuzz_fence(struct gen *g);
void fuzz_flush(struct gen *g);
void fuzz_console(struct gen *g);
/* x28, x31 = the thread's addresses (FUZZ_ORDERED); x27 = its mhartid. */
void fuzz_find_own(struct gen *g);
/* For coverage holes: see kinds.def. */
void fuzz_corners(struct gen *g);
void fuzz_edge(struct gen *g);
void fuzz_hazard(struct gen *g);
void fuzz_divergent_jump(struct gen *g);
/* TEMP = OTHER in the first thread or two; in all others what register ADDR
 * has, which is the value ADDR. */
void fuzz_mix_addresses(struct gen *g, uint32_t other, uint32_t addr);
void fuzz_mixed(struct gen *g);
void fuzz_walk(struct gen *g);

/* --- operands.c: values around powers of two and limits ------------------ */

/* A value greater than LIMIT. */
uint32_t fuzz_beyond(struct gen *g, uint32_t limit);
void fuzz_divide(struct gen *g);
void fuzz_single_bit(struct gen *g);
void fuzz_open_barrier(struct gen *g);
/* fuzz_name_barrier loads the operands of bar; fuzz_wait emits bar. */
void fuzz_name_barrier(struct gen *g, const struct barrier *b);
void fuzz_wait(struct gen *g);
/* Emits a wspawn of a warp of GROUP. */
void fuzz_wake(struct gen *g, uint32_t group);
void fuzz_operand_trap(struct gen *g);
/* Emits a loop over all bits of a word: each alone is an operand. */
void fuzz_sweep(struct gen *g);

/* --- floats.c: floating point -------------------------------------------- */

uint32_t fuzz_float_value(struct gen *g);
/* A value for the table or a register: half of them are floats, on a machine
 * with floating point. */
static inline uint32_t fuzz_value(struct gen *g)
{
	return g->machine->fp && one_in(g, 2) ? fuzz_float_value(g) : corner(g);
}
/* The machine has floating point, and its kind has a weight. */
static inline bool fuzz_floats(const struct gen *g)
{
	return g->machine->fp && g->p->options.weight[FUZZ_FLOAT];
}
void fuzz_atomic(struct gen *g);
/* Emits an atomic instruction at the address in x27. */
void fuzz_atomic_here(struct gen *g);
void fuzz_atomic_trap(struct gen *g);
void fuzz_float(struct gen *g);
/* Emits one instruction on any registers. */
void fuzz_float_op(struct gen *g);
/* Does the machine have registers f? */
static inline bool fuzz_has_f(const struct gen *g)
{
	return machine_has(g->machine, ISA_EXT_FREGS);
}
/* Copies x[A], x[B] to f[A], f[B] if OP reads its rs1, rs2 from f. */
static inline void fuzz_to_f(struct gen *g, enum isa_op op, uint32_t a,
			     uint32_t b)
{
	const struct isa_insn *insn = isa_insn(op);

	if (!fuzz_has_f(g))
		return;
	if (insn->rs1 == ISA_FILE_F)
		emit(g, ISA_FMV_W_X, a, a, 0, 0);
	if (insn->rs2 == ISA_FILE_F)
		emit(g, ISA_FMV_W_X, b, b, 0, 0);
}
/* Writes a legal rounding mode to frm; RD receives the old one. */
void fuzz_float_mode(struct gen *g, uint32_t rd);
void fuzz_float_trap(struct gen *g);
/* Writes fflags. */
void fuzz_float_flags(struct gen *g);

/* --- busy_bank.c: lines of one bank that all cores access ---------------- */

/* Takes room for the lines behind p->end, if the machine has several cores. */
void fuzz_plan_hot(struct gen *g);
void fuzz_hot(struct gen *g);

/* --- one_bit_traps.c: warps that trap by one wrong bit ------------------- */

/* Is WORD a legal instruction of this machine? */
bool fuzz_is_instruction(const struct gen *g, uint32_t word);
/* An illegal word that becomes a legal instruction if BIT is inverted. */
uint32_t fuzz_no_instruction(struct gen *g, uint32_t bit);
/* Emits the code and operands of the probes; emits the loop in which warp 0
 * starts them. */
void fuzz_probes(struct gen *g);
void fuzz_use_probes(struct gen *g);

/* --- traps.c: traps of any cause ----------------------------------------- */

void fuzz_trap(struct gen *g);

/* --- timer.c: the timer -------------------------------------------------- */

void fuzz_handler(struct gen *g);
void fuzz_start_ticks(struct gen *g);
void fuzz_enable_ticks(struct gen *g);
void fuzz_tick(struct gen *g);

/* --- rewritten_code.c: self-modifying code ------------------------------- */

/* Plans islands in at most ROOM bytes behind p->end. */
void fuzz_plan_islands(struct gen *g, uint32_t room);
void fuzz_island(struct gen *g);
void fuzz_copy_islands(struct gen *g);
void fuzz_flush_first(struct gen *g);
void fuzz_patch(struct gen *g);
void fuzz_contend(struct gen *g);
void fuzz_thrash(struct gen *g);

/* --- coincidences.c: two events at nearly the same time ------------------ */

void fuzz_plan_meetings(struct gen *g, uint32_t phases);
void fuzz_plan_no_clash(struct gen *g);
/* Emits the barrier B and the paths of meeting M behind it. */
void fuzz_meeting(struct gen *g, const struct meeting *m,
		  const struct barrier *b);

/* --- blocks.c: nested code, and the choice of kinds ---------------------- */

/* Emits about LENGTH instructions. */
void fuzz_block(struct gen *g, uint32_t length);
void fuzz_tmc(struct gen *g, uint32_t n);
/* x26 = a predicate: zero in some threads or in all, or in none. */
void fuzz_predicate(struct gen *g);
/* Has the IPDOM stack room for ENTRIES more? */
static inline bool fuzz_room_for(const struct gen *g, uint32_t entries)
{
	return g->depth + entries <= g->machine->stack;
}

/* --- warps.c: the code of a warp, its barriers and its end --------------- */

/* fuzz_plan_groups chooses the number of warps of each group, and the warps
 * that wake them. fuzz_plan_barriers chooses the groups that meet behind each
 * phase; it returns the number of phases. */
void fuzz_plan_groups(struct gen *g);
uint32_t fuzz_plan_barriers(struct gen *g, struct barrier *barrier);
/* Emits the code of group NUMBER. */
void fuzz_warp(struct gen *g, uint32_t number, uint32_t length, uint32_t phases,
	       const struct barrier *barrier);

#endif
