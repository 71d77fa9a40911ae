/* state.h - the shadows of a program, shared by the files of sanitize/
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to sanitize/. A space is RAM or the shared memory of a core. Each of
 * its bytes has a state (who may access it) and a mask of bits that nobody has
 * written; each word has the object that a pointer stored there belongs to.
 *
 * A strand is what executes in order: a round of a software warp, a warp of a
 * block of a launch, a row of a group of OpenCL C; or, in main, in the
 * scheduler and in kernels of ww_spawn, a hardware warp.
 */
#ifndef WW_SANITIZE_STATE_H
#define WW_SANITIZE_STATE_H

#include "isa/isa.h"
#include "sanitize/san.h"

enum san_state {
	SAN_NOBODY,             /* the program does not own it */
	SAN_OWNED, SAN_FREED, SAN_STACK, SAN_CODE, SAN_CONSTANT
};

enum { SAN_LANES = GOLDEN_MAX_THREADS, SAN_ROWS = ISA_REGS };

/* Registers of the ABI. */
enum { SAN_RA = 1, SAN_SP = 2, SAN_TP = 4, SAN_A0 = 10 };

/* Cores of an object, and of a space. */
enum { SAN_RAM = -1, SAN_EACH = -2 /* in the shared memory of each core */ };

struct san_object {             /* a variable, block or buffer */
	uint32_t low, high;     /* [low, high) */
	int core;               /* of shared memory; or one of these */
	char *name;             /* owned; NULL: a block of the heap */
	bool freed, buffer;
	uint32_t taken, given;  /* the pcs that took it and gave it back */
};

/* A variable of a stack frame. */
struct san_frame {
	const struct elf_array *of;     /* NULL: its program is gone */
	uint32_t low;
	uint32_t next;          /* of its chain; 0: none */
};

/* Besides the index of a struct san_frame, in tags of pointers. */
#define SAN_FRAME (UINT32_C(1) << 31)
enum { SAN_CHAINS = 4096, SAN_SEEN = 4 };

/* A vector clock: at[i] is what it knows of strand i; 0 from N on. */
struct san_clock {
	uint32_t n, *at;
	uint32_t own;           /* the index that ticks */
	uint64_t version;       /* changes when anything else does */
	/* It knows all of these, as they were at that version, but for their
	 * own index. */
	struct { const struct san_clock *clock; uint64_t version; }
		seen[SAN_SEEN];
};

enum san_access {
	SAN_READ = 1, SAN_WRITE = 2,
	SAN_ATOMIC = 4,         /* besides: an atomic instruction, or a load or
				 * store that a fence makes one */
	SAN_SILENT = 8          /* besides: it left the value as it was */
};

/* An access to a word. Those of a word fill one line of the host's cache. */
struct san_record {
	uint32_t clock, pc;
	uint16_t generation;    /* 0: none */
	uint16_t strand, hart;  /* hart: core * warps + warp */
	/* A mask of bytes, enum san_access << SAN_ACCESS_AT, lane <<
	 * SAN_LANE_AT; SAN_SEVERAL: other lanes have, too. One number, since
	 * the host is slow to copy what it has just written by parts. */
	uint16_t what;
};

enum { SAN_ACCESS_AT = 4, SAN_LANE_AT = 8, SAN_SEVERAL = 1 << 15 };

static inline uint32_t san_bytes_of(uint16_t what)
{
	return what & 15u;
}
static inline uint32_t san_access_of(uint16_t what)
{
	return what >> SAN_ACCESS_AT & 15u;
}
static inline uint32_t san_lane_of(uint16_t what)
{
	return what >> SAN_LANE_AT & (SAN_LANES - 1u);
}

enum { SAN_RECORDS = 4, SAN_PAGE = 1024, SAN_LINE = 64 };

struct san_page {               /* of words: who has accessed them */
	struct san_record at[SAN_PAGE][SAN_RECORDS];
	/* what those who stored there have released; NULL: nothing */
	struct san_clock *sync[SAN_PAGE];
	uint16_t writer[SAN_PAGE];      /* the last strand of them */
	bool published;         /* some SYNC is not NULL */
	void *room;             /* in which the page lies, at a line */
};

struct san_space {
	int core;               /* or SAN_RAM */
	uint32_t base, bytes;
	uint8_t *state, *undef;
	uint32_t *tag;
	struct san_page **pages;
};

/* Where the lanes of an access are, if it is one of the common kind: aligned,
 * in one space, and not in the window of local memory. */
struct san_span {
	struct san_space *s;    /* or NULL: it is not */
	uint32_t low, high;     /* the bytes [low, high) have all of them */
};

struct san_strand {
	bool used;
	uint16_t index;         /* in clocks */
	uint32_t number;        /* its place among all */
	uint32_t tp, wid, tid;  /* what it is known by */
	struct san_strand *next;        /* in its bucket */
	struct san_warp *owner; /* which executes it; NULL: of a block */
	struct san_clock vc;
	struct san_clock rel;   /* at its last release */
	struct san_clock acq;   /* what its next acquire gets */
	uint32_t synced;        /* its clock when its lanes last met */
	uint32_t known;         /* what it knows of the strand that had its
				 * index before */
	bool fenced;            /* its last access was a release */
};

struct san_call {               /* of a function of the runtime */
	uint32_t pc, ra, sp, size;
	uint32_t from;          /* where the program called; 0: for itself */
	bool stacks, main, gives;
};

enum { SAN_CALLS = 4 };

struct san_warp {
	uint32_t *undef, *origin, *tag; /* rows of lanes, as golden's */
	uint64_t dirty, tagged; /* rows that have any */
	uint64_t constant;      /* rows that the program set to a number */
	struct san_call call[SAN_CALLS];
	uint32_t calls;
	bool forms_sp;
	uint32_t giving;        /* the block that vx_free gives back */
	uint32_t user_pc;       /* the last one outside the runtime */
	bool in_block;          /* of a launch, but one of a whole core */
	uint32_t place;         /* its block's, in the core */
	bool grouped;           /* OpenCL, and its groups share memory */
	bool in_row;            /* of items, whose notes it has passed */
	uint32_t note[3];       /* of the row: its group, */
	uint32_t first;         /* and the item of lane 0 */
	uint32_t phase;         /* of its block, before the instruction */
	int meets;              /* the lowest bit of the phase that it has
				 * waited for, or -1 */
	struct san_strand own;  /* the hardware warp itself */
	struct san_clock ended; /* of strands that have ended here */
	bool joined;            /* OWN knows what they have done */
	struct san_clock met;   /* of rows of its group, at the last barrier */
	struct san_strand *now; /* the one that executes */
	/* a load that a fence may make an acquire */
	struct golden_access load;
	struct san_span load_span;
	uint32_t load_pc;
	bool loaded, load_volatile;
	uint32_t volatile_at;   /* of the lead lane; 0: none is noted */
};

/* A block in a core. */
struct san_block {
	bool used;
	uint32_t launch;        /* slot */
	uint64_t order;         /* of its launch's doorbell */
	uint32_t at[3];
	uint32_t low, high;     /* its shared memory */
	uint32_t group;         /* the last one of OpenCL in it */
	struct san_clock phase[2];      /* of those that have arrived */
};

/* A launch slot. */
struct san_launch {
	bool used, begun;
	uint64_t order;
	struct san_clock begin, end;    /* of the host; of its warps */
};

/* Of an OpenCL launch whose groups share memory (sw/cl/cl.h). */
struct san_groups {
	uint32_t launch, slots;
	uint32_t room, bytes, stride;   /* of slot 0, of each; to the next
					 * core's */
	uint32_t *group;                /* per core and slot: its last one */
};

/* How an instruction is looked at before it executes (skip.c). */
enum san_way {
	SAN_STEPPED,            /* by itself, with golden_step */
	SAN_PLAIN,              /* it sets at most a register */
	SAN_JUMP,               /* the same, and it jumps: jal */
	SAN_ACCESS,             /* a load or store */
	/* It moves sp or tp, or where the warp goes on is not known yet. */
	SAN_LAST
};

/* Does an instruction set its register to a number of the program? SAN_SAME: if
 * rs1 has one. */
enum san_number { SAN_OTHER, SAN_NUMBER, SAN_SAME };

/* What is known of an instruction of a program before it executes. */
struct san_insn {
	uint32_t word;          /* of memory; 0: not decoded yet */
	uint32_t imm;
	uint8_t op, kind, way, bytes;   /* bytes: of an access */
	bool keeps;             /* the object of a pointer: memory.c */
	bool by_value;          /* so, as the values of its operands say */
	bool dynamic;           /* rounds as frm says */
	bool user;              /* it is not of the runtime */
	bool is_volatile;
	uint8_t number;         /* enum san_number */
	uint32_t ref;           /* the variable whose address it forms, or 0 */
	uint32_t object, version;       /* that, and k->version then */
	struct isa_regs regs;
	uint64_t reads, sets;   /* the rows of rs1, rs2 and rs3; of rd */
};

enum { SAN_CLOCKS = 4096, SAN_BUCKETS = 1 << 10, SAN_TRUSTING = 4 };

enum { SAN_CODE_PAGE = 1024 };  /* instructions */

struct san_program {
	const struct elf_image *image;
	struct san_program *next;
	bool runtime;           /* it has sw/ in it */
	bool software;          /* and software warps */
	uint32_t text, text_end;        /* the runtime's code */
	uint32_t end, stacks, top;      /* of the program; of the stacks */
	uint32_t stack_bytes;
	/* Entries of the runtime; 0: not in the program. */
	uint32_t heap_take, heap_return, shared_take, shared_give, malloc_pc,
		 try_pc, free_pc, task, stacks_take;
	uint32_t opencl;        /* ww_cl_program */
	/* memcpy and the like, which are judged as the program is */
	struct { uint32_t low, high; } trusting[SAN_TRUSTING];
	/* Of the image, from its lowest word on, in pages; made when needed. */
	struct san_insn **code;
	uint32_t code_pages;
};

struct san {
	struct golden *g;
	struct golden_watch watch;
	const struct machine *m;
	unsigned what;
	FILE *out;
	uint32_t cores, warps, threads;
	uint8_t *bytes;         /* RAM */
	/* The programs in memory, and the one that executes. */
	struct san_program *programs, *p;
	struct san_program none;        /* if there is none */
	struct elf_image empty;         /* its image */
	uint32_t local, local_bytes;    /* the window of local memory */

	struct san_groups groups;
	struct san_space ram, *smem;    /* of each core */
	struct san_object *objects;     /* from 1 on */
	uint32_t object_count, object_room;
	uint32_t version;               /* changes when objects do */
	struct san_frame *frames;       /* from 1 on, in chains by address */
	uint32_t frame_count, frame_room, frame_first[SAN_CHAINS];
	struct san_insn insn;           /* one outside all programs */
	struct golden_effect fx;        /* what san_skips looks at */
	struct san_span span;           /* of the access that is looked at */
	struct san_warp *warp;          /* cores * warps of them */

	struct san_strand **strands;    /* all but those of hardware warps */
	uint32_t strand_count;
	struct san_strand *bucket[SAN_BUCKETS];
	uint32_t unused;                /* all strands below are used */
	bool *used;                     /* each index of clocks, by a strand */
	struct san_who *who;            /* of each index of clocks, */
	uint32_t *born, *last;          /* and its clock at begin and end */
	uint32_t turn;                  /* the index that was used again last */
	uint32_t clocks;                /* indices in use */
	uint16_t generation;
	struct san_clock *halted;       /* per core */
	struct san_block *blocks;       /* per core and place */
	struct san_launch launch[GOLDEN_MAX_LAUNCHES];
	struct san_clock host;
	struct san_clock meeting;       /* of warps at a barrier */

	struct san_finding *findings;
	struct san_key { uint32_t a, b; } *keys;        /* of each */
	size_t finding_count, finding_room;
	uint32_t counts[SAN_KIND_COUNT];
	bool failed;                    /* out of memory */
};

/* Notes in programs that are compiled for --check: slti zero, RS1, NUMBER. */
enum san_note {
	SAN_NOTE_MEET = 77,     /* the lanes meet: __syncwarp, barrier */
	/* A row of items of OpenCL C begins: its group; its item, in each
	 * lane. */
	SAN_NOTE_X, SAN_NOTE_Y, SAN_NOTE_Z, SAN_NOTE_ITEM,
	SAN_NOTE_VOLATILE,      /* the next access of this address is */
	SAN_NOTE_FRAME,         /* the address of a variable of a frame */
	SAN_NOTE_INDEX          /* an index outside its array; or 0 */
};
/* The number of the note that FX is, or 0. */
static inline uint32_t san_note(const struct golden_effect *fx)
{
	uint32_t number = fx->insn >> 20;

	return (fx->insn & 0x7FFF) == 0x2013 && number >= SAN_NOTE_MEET &&
	       number <= SAN_NOTE_INDEX ? number : 0;
}

/* --- san.c ------------------------------------------------------------ */

/* The program with code at PC. */
struct san_program *san_program(struct san *k, uint32_t pc);
bool san_in_runtime(const struct san *k, uint32_t pc);
static inline struct san_warp *san_warp(const struct san *k, uint32_t core,
					uint32_t warp)
{
	return &k->warp[core * k->warps + warp];
}
/* The space of ADDR for CORE, or NULL, with its offset. */
static inline struct san_space *san_space(struct san *k, uint32_t core,
					  uint32_t addr, uint32_t *at)
{
	struct san_space *s = &k->smem[core];

	*at = addr - s->base;
	if (*at < s->bytes)
		return s;
	*at = addr - k->ram.base;
	return *at < k->ram.bytes ? &k->ram : NULL;
}
/* What is looked for in FX, which is I, before it executes on W. k->span is
 * that of its access. */
void san_look(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx, struct san_insn *i,
	      struct san_warp *w);
/* The word of RAM at ADDR; 0 outside. */
uint32_t san_word(const struct san *k, uint32_t addr);
/* The row of register REG among ROWS. */
static inline uint32_t *san_reg(const struct san *k, uint32_t *rows,
				uint32_t reg)
{
	return rows + reg * k->threads;
}
static inline uint32_t san_lead(uint32_t mask)
{
	return (uint32_t)__builtin_ctz(mask);
}

/* --- code.c ----------------------------------------------------------- */

/* What is known of WORD at PC of the program that executes. It is valid until
 * the next call. */
struct san_insn *san_insn(struct san *k, uint32_t pc, uint32_t word);
void san_code_free(struct san_program *p);

/* --- skip.c ----------------------------------------------------------- */

/* As golden_watch.skips. */
uint32_t san_skips(void *ctx, struct golden_core *c, uint32_t warp,
		   uint32_t most);

/* --- who.c ------------------------------------------------------------ */

/* The software warp that a warp with TP runs, as its address; 0: none. */
uint32_t san_software(const struct san *k, uint32_t tp);
/* Who executes on WARP of CORE, whose lane LANE is active. */
struct san_who san_who(const struct san *k, uint32_t core, uint32_t warp,
		       uint32_t lane);

/* --- groups.c --------------------------------------------------------- */

bool san_groups_new(struct san *k);
/* The struct ww_cl_here of a warp. */
uint32_t san_here(const struct san *k, uint32_t core, uint32_t warp);
struct san_who san_group(const struct san *k, uint32_t core, uint32_t warp);
/* Is FX the last note of a row, which begins? */
bool san_row_begins(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx);
/* The row that WARP has. */
struct san_who san_row(const struct san *k, uint32_t core, uint32_t warp);
/* Is ADDR the local memory of another group than that of the warp, or of
 * none? */
bool san_strays(const struct san *k, const struct golden_effect *fx,
		uint32_t addr);
/* The warp begins with a group: if it is the first that does, nobody has
 * written its local memory. */
void san_begin_group(struct san *k, uint32_t core, uint32_t warp);
/* Does the launch of WARP, which may be a block, share memory in groups? */
bool san_grouped(const struct san *k, uint32_t core, uint32_t warp);

/* --- blocks.c --------------------------------------------------------- */

bool san_blocks_new(struct san *k);
/* WARP of C, which was halted, starts. */
void san_starts(struct san *k, struct golden_core *c, uint32_t warp);
/* The block of W, a warp of CORE in a block. */
struct san_block *san_block_of(const struct san *k, uint32_t core,
			       const struct san_warp *w);
void san_blocks_free(struct san *k);

/* --- objects.c -------------------------------------------------------- */

/* A copy of O; its name becomes the sanitizer's. 0 if memory runs out. */
uint32_t san_object_new(struct san *k, struct san_object o);
/* The object of SPACE that ADDR is in, a live one if there is one, or 0. */
uint32_t san_object_at(const struct san *k, int core, uint32_t addr);
/* Where the lanes of A are, an access of CORE. */
struct san_span san_span(struct san *k, uint32_t core,
			 const struct golden_access *a);
void san_set(struct san_space *s, uint32_t addr, uint32_t n,
	     enum san_state state);
void san_set_undef(struct san_space *s, uint32_t addr, uint32_t n,
		   uint8_t mask);
/* Calls and returns of the runtime's functions that give and take memory. */
void san_calls(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx);

/* --- frames.c --------------------------------------------------------- */

/* FX notes the address of a variable of a frame: TAG becomes what pointers of
 * its lanes to that have. */
void san_frame_tags(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx, uint32_t *tag);
/* FX notes indexes of its lanes. */
void san_indexes(struct san *k, struct golden_core *c,
		 const struct golden_effect *fx);
/* Are any of the SIZE bytes at ADDR outside the variable of TAG? */
bool san_leaves_frame(const struct san *k, uint32_t tag, uint32_t addr,
		      uint32_t size);
/* The variable of TAG is the object of F. */
void san_frame_at(const struct san *k, struct san_finding *f, uint32_t tag);
/* Forgets the variables of IMAGE. */
void san_frames_unload(struct san *k, const struct elf_image *image);

/* pages.c: the page P, which is made if it is not there; NULL if memory runs
 * out. */
struct san_page *san_page(struct san_page **p);
/* pages.c: who has accessed the N bytes at ADDR is forgotten. */
void san_forget(struct san_space *s, uint32_t addr, uint32_t n);

/* --- the kinds -------------------------------------------------------- */

void san_memory(struct san *k, struct golden_core *c,
		const struct golden_effect *fx);
void san_trap(struct san *k, const struct golden_effect *fx);
void san_races(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx, const struct san_insn *i);
/* I sets a register of W: does that hold a number of the program then? */
static inline void san_number(struct san_warp *w, const struct san_insn *i)
{
	if (i->number == SAN_NUMBER ||
	    (i->number == SAN_SAME && w->constant >> i->regs.rs1 & 1))
		w->constant |= i->sets;
	else
		w->constant &= ~i->sets;
}
void san_init(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx);
/* LANES of W set register RD to what is known. */
void san_known(struct san *k, struct san_warp *w, uint32_t rd, uint32_t lanes);
/* Objects of pointers, from register to register and memory. */
void san_tags(struct san *k, struct golden_core *c,
	      const struct golden_effect *fx, struct san_insn *i);
/* The same for I, no access, which LANES of WARP of C execute, that is W. What
 * it reads has its value now if I->by_value. */
void san_tag(struct san *k, struct golden_core *c, uint32_t warp,
	     struct san_warp *w, struct san_insn *i, uint32_t lanes);
/* Does OP keep the object of a pointer among its operands? Do the values of its
 * operands decide? */
bool san_keeps(enum isa_op op);
bool san_keeps_by_value(enum isa_op op);

/* --- report.c --------------------------------------------------------- */

/* A finding of KIND with these two places, if it is the first; else NULL. The
 * caller sets what is known, and calls san_tell. */
struct san_finding *san_finding(struct san *k, enum san_kind kind, uint32_t a,
				uint32_t b);
/* The text of F, as of printf. */
__attribute__((format(printf, 3, 4)))
void san_text(struct san *k, struct san_finding *f, const char *format, ...);
/* LANE, which executes FX, as a side of F. */
void san_side(const struct san *k, struct san_finding *f, const char *verb,
	      const struct golden_effect *fx, uint32_t lane);
/* The place: SIZE bytes at ADDR of a space of CORE; OBJECT: where the pointer
 * comes from, or 0. */
void san_at(const struct san *k, struct san_finding *f, int core, uint32_t addr,
	    uint32_t size, uint32_t object);
/* Writes F to the stream. */
void san_tell(struct san *k, const struct san_finding *f);
void san_report_free(struct san *k);

#endif
