/* clc.h - the divergence compiler: what its parts know of each other
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-clc reads LLVM bitcode of C in which each function describes one thread.
 * It writes an object in which a warp executes these functions: a branch on
 * which threads may disagree has the instructions split and join around it.
 * main.c names the phases in their order.
 *
 * The tool runs once per program. LLVM owns functions, blocks and values; what
 * a function here returns by pointer belongs to its caller.
 */
#ifndef WW_CLC_H
#define WW_CLC_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- report.c: messages and the end of the tool ------------------------- */

/* As the other commands have it. */
enum clc_status { CLC_USAGE = 2, CLC_REFUSED = 3, CLC_TOOL = 4 };

/* "ww-clc: error: ...", and the end with STATUS. */
__attribute__((format(printf, 2, 3)))
_Noreturn void report_fatal(enum clc_status status, const char *format, ...);

/* "FILE:LINE: error: ...": the user's line of instruction I. The line is that
 * of a call if I comes from a function of a header. Counts. */
__attribute__((format(printf, 2, 3)))
void report_warned(LLVMValueRef i, const char *format, ...);
void report_refused(LLVMValueRef i, const char *format, ...);

/* The same with the line of function F. */
__attribute__((format(printf, 2, 3)))
void report_refused_function(LLVMValueRef f, const char *format, ...);

/* Ends the tool with CLC_REFUSED if something has been refused. */
void report_end_phase(void);

/* The user's line of I, 0 if nothing is known about it. */
unsigned report_line(LLVMValueRef i);

/* --- map.c: from pointers to numbers, and memory ------------------------ */

/* All zero: an empty map. */
struct map {
	const void **key;
	int *value;
	int count, size;
};

void map_set(struct map *m, const void *key, int value);
int map_get(const struct map *m, const void *key, int otherwise);
void map_free(struct map *m);

/* COUNT zeroed elements; a block made longer. Never NULL. */
void *map_alloc(int count, size_t size);
void *map_grow(void *old, int count, size_t size);

/* --- target.c: the core ------------------------------------------------- */

struct target {
	bool m, a, f, zba, zbb, zicond, zfinx;
	bool wide;              /* warps of more than eight threads */
	unsigned turns;         /* of a loop at once, at most */
	LLVMTargetMachineRef machine;
};

/* The core that MARCH names, such as rv32im_zicond. Ends the tool if there is
 * no such core. */
void target_open(struct target *t, const char *march);
void target_close(struct target *t);

/* --- module.c: bitcode -------------------------------------------------- */

#define ON_FUNCTION ((unsigned)LLVMAttributeFunctionIndex)

LLVMModuleRef module_read_file(const char *path);
/* M, of file PATH, becomes part of ALL, or ALL if that is NULL. */
LLVMModuleRef module_link(LLVMModuleRef all, LLVMModuleRef m, const char *path);
/* M is for T, whatever it was for. */
void module_take_target(LLVMModuleRef m, const struct target *t);
/* The COUNT files PATHS, bitcode or LLVM's text, as one module for T. */
LLVMModuleRef module_read(const char *const *paths, int count,
			  const struct target *t);
/* Functions take the core of the target machine, not that of clang's command
 * line; an access through a null pointer, which traps, is none that the
 * optimizer may take for impossible. */
void module_retarget(LLVMModuleRef m);
/* Sets the attributes that our passes take. */
void module_prepare(LLVMModuleRef m);
/* Name of F; name of the function that CALL calls, "" if a pointer or asm. */
const char *module_name(LLVMValueRef f);
const char *module_callee(LLVMValueRef call);
/* The text of an asm that CALL is, else "". */
const char *module_asm(LLVMValueRef call);
void module_add_attribute(LLVMValueRef f, unsigned index, const char *name);
/* Calls of F may be moved, made once for two, and left out. */
void module_mark_pure(LLVMValueRef f);
void module_remove_attribute(LLVMValueRef f, const char *name);
bool module_has_attribute(LLVMValueRef f, unsigned index, const char *name);
bool module_starts(const char *s, const char *with);
/* Debug information for the function F, which BODY becomes part of: the line of
 * BODY. Returns the place of the call, NULL if BODY has no lines. */
LLVMMetadataRef module_add_lines(LLVMValueRef f, LLVMValueRef body);
/* The debug information of FROM becomes that of TO. */
void module_move_lines(LLVMValueRef from, LLVMValueRef to);

/* F, or the first function behind it that has a body; NULL if there is none. */
LLVMValueRef module_defined(LLVMValueRef f);
/* The functions of M that have a body; blocks; instructions. */
#define EACH_FUNCTION(f, m) \
	(LLVMValueRef f = module_defined(LLVMGetFirstFunction(m)); f; \
	 f = module_defined(LLVMGetNextFunction(f)))
#define EACH_BLOCK(b, f) \
	(LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; \
	 b = LLVMGetNextBasicBlock(b))
#define EACH_INSTRUCTION(i, b) \
	(LLVMValueRef i = LLVMGetFirstInstruction(b); i; \
	 i = LLVMGetNextInstruction(i))

/* --- kernels.c: which functions are for threads ------------------------- */

/* Attribute of a parameter: the threads of a warp have the same value. */
#define UNIFORM "ww-uniform"

/* Marks kernels and their parameters. Before anything is inlined. */
void kernels_mark(LLVMModuleRef m);
/* Whether F has other uses than calls of it. */
bool kernels_is_address_taken(LLVMValueRef f);
/* Puts into THREADS the functions that threads of a warp execute together. */
void kernels_reach(LLVMModuleRef m, struct map *threads);

/* --- notes.c, frames.c, indexes.c: for programs that are checked --------- */

/* Notes which accesses are volatile. Behind all passes. */
void notes_make(LLVMModuleRef m);
/* Builds a note of N bytes or elements of variable NAME with the value V. It
 * returns V, or nothing. */
enum note { NOTE_FRAME = 83, NOTE_INDEX };      /* sanitize/state.h */
#define NOTE_BEGIN "1:\tslti zero, $0, "
LLVMValueRef notes_build(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef returns,
			 enum note note, unsigned long long n,
			 const char *name);
/* What describes the alloca V for debuggers, in LLVM's old format; or NULL. */
LLVMValueRef notes_description(LLVMValueRef v);
/* The name that the source has for V, which CALL describes if it is not NULL;
 * "" if it is not known. The assembler takes it. */
enum { NOTE_NAME = 64 };
void notes_name(LLVMValueRef v, LLVMValueRef call, char name[NOTE_NAME]);

/* Notes the variables that are in stack frames. Behind all passes. */
void frames_note(LLVMModuleRef m);

/* The branches of clang's -fsanitize=array-bounds become notes if NOTED; else
 * they go. Before all passes. */
void indexes_note(LLVMModuleRef m, bool noted);
/* Removes those notes whose index is known to be right. */
void indexes_drop(LLVMModuleRef m);
/* Whether I is such a note. */
bool indexes_is_note(LLVMValueRef i);

/* --- loops.c: kernels with their loops ---------------------------------- */

/* Kernels that vx_spawn calls become part of loops over software warps. */
void loops_make(LLVMModuleRef m);

/* --- place.c, shared.c: variables of shared memory ---------------------- */

struct placing {
	bool (*is_placed)(LLVMValueRef variable);
	uint32_t (*offset)(void *ctx, LLVMValueRef variable);
	void *ctx;
	const char *kind;       /* of variable, for messages */
	LLVMBuilderRef b;
	LLVMValueRef room;      /* the pointer */
};

/* Whether V is a variable that is placed, or a constant that is computed from
 * the address of one. */
bool place_has(const struct placing *p, LLVMValueRef v);
/* Replaces such operands of I. */
void place_operands(struct placing *p, LLVMValueRef i);

/* Variables of section .ww_shared (ww_block.h) become places in the shared
 * memory of the block. Defines a symbol KERNEL.shared for the bytes of those
 * that a kernel of blocks uses. Before anything is inlined. */
void shared_place(LLVMModuleRef m);

/* --- check.c: what is refused ------------------------------------------- */

/* Whether the software warp has to be together at instruction I. */
bool check_is_meeting(LLVMValueRef i);
/* Whether it is one for the barrier of a block, at which warps arrive with
 * whatever threads they have. In a function that is LEAVING all are. */
#define LEAVING "ww-leaving"
bool check_is_block_barrier(LLVMValueRef i);
/* The name of that meeting for its user. */
const char *check_meeting_name(LLVMValueRef i);
/* Refuses what functions of THREADS cannot have, before anything is inlined. */
void check_source(LLVMModuleRef m, const struct map *threads);
/* Refuses calls that are left after optimization: of functions that have the
 * attribute error, and in THREADS of functions whose source is missing. */
void check_optimized(LLVMModuleRef m, const struct map *threads);

/* --- passes.c: LLVM's passes and ours, over a module -------------------- */

void passes_run(LLVMModuleRef m, const struct target *t, const char *passes);
/* Accesses to memory that LLVM has moved get lines (lines.c). */
void lines_find(LLVMModuleRef m);
/* CSRs that never change are read in front of loops (csr.c), which takes
 * registers. */
void csr_move(LLVMModuleRef m, const struct target *t);
/* LLVM's optimizer. */
void passes_optimize(LLVMModuleRef m, const struct target *t);
void passes_end_unreachable(LLVMModuleRef m);
/* Kernels of CUDA whose threads may return before a barrier get LEAVING, and
 * their descriptions say so: leaving.c. */
void leaving_find(LLVMModuleRef m, const struct map *threads);
/* Is F the entry of such a kernel for blocks that are folded? */
bool leaving_is_folded(LLVMValueRef f);
/* Threads share the branches before barriers, or of CUDA go along as GHOSTS:
 * structure_agree. */
void passes_agree(LLVMModuleRef m, const struct target *t,
		  const struct map *threads, bool ghosts);
/* Short loops make several turns at once: those that threads leave together, of
 * all functions (unroll.c), and those of THREADS that they leave one by one
 * (batch.c). */
void passes_unroll(LLVMModuleRef m, const struct target *t);
void passes_batch(LLVMModuleRef m, const struct target *t,
		  const struct map *threads);
/* Gives the functions of THREADS shapes that structure.c knows. */
void passes_structurize(LLVMModuleRef m, const struct target *t,
			const struct map *threads);
/* Puts split and join into the functions of THREADS. */
void passes_divide(LLVMModuleRef m, const struct target *t,
		   const struct map *threads);

/* --- dot.c: pictures of functions, for Graphviz ------------------------- */

/* Graphs go to the new file PATH; NULL: there are none. */
void dot_open(const char *path);
/* The graph of each function of THREADS; its title is the name and WHEN. */
void dot_write(LLVMModuleRef m, const struct map *threads, const char *when);
void dot_close(const char *path);

/* --- cfg.c: the graph of a function ------------------------------------- */

struct edges {
	int *first, *to; /* of node i: to[first[i]] .. to[first[i + 1] - 1] */
};

struct loop {
	int header, latches, entries, exits; /* numbers of edges but header */
	bool *in;
};

struct graph {
	int n; /* blocks; 0 is the entry, n stands behind all exits */
	LLVMBasicBlockRef *block;
	struct map number;
	struct edges out, in;
	int *idom, *ipdom; /* -1: none; ipdom n: none but the end */
	int loops;
	struct loop *loop;
};

struct graph *graph_new(LLVMValueRef function);
void graph_free(struct graph *g);
bool graph_dominates(const struct graph *g, int a, int b);
int graph_successor(const struct graph *g, int b, int which);
/* Adds to SET all blocks that FROM reaches without STOP. */
void graph_reach(const struct graph *g, int from, int stop, bool *set);
/* The conditional branch that ends block B, or NULL. */
LLVMValueRef graph_branch(const struct graph *g, int b);

/* --- uniform.c, structure.c, lower.c ------------------------------------ */

/* Puts into DIVERGENT the values of FUNCTION, and its branches, that threads of
 * a warp may disagree on. */
void uniform_find(const struct graph *g, LLVMValueRef function,
		  struct map *divergent);

/* If one side alone of the divergent branch at block B has meetings, the
 * threads of the other side go to these, too, without effect (ghosts.c), at the
 * latest when this is called again. Returns whether that can be; G and
 * DIVERGENT then are no longer true. */
bool ghosts_make(const struct graph *g, const struct map *divergent, int b);

/* Instructions of the machine as LLVM's assembler takes them; a test compares
 * them with isa/insns.def and isa/csrs.def. */
#define STRUCTURE_SPLIT ".insn r 0x0b, 2, 0, x0, $0, x0"
#define STRUCTURE_TURN STRUCTURE_JOIN "\n\t" STRUCTURE_SPLIT
#define STRUCTURE_JOIN ".insn r 0x0b, 3, 0, x0, x0, x0"
#define STRUCTURE_SAME "# ww_same"
#define STRUCTURE_TMASK "csrr $0, 0xcc4"

/* $0 is the active threads if all of them have $1, else something else. */
#define BATCH_VOTE "# ww_vote\n\tli $0, 0\n\t" \
	".insn r 0x0b, 2, 0, x0, $1, x0\n\tbeqz $1, 1f\n\t" \
	"csrr $0, 0xcc4\n1:\t" STRUCTURE_JOIN

/* Four turns at once of the short loops of FUNCTION. AHEAD allows loads for the
 * turns behind these, which take registers. Returns how many loops. */
int batch_loops(LLVMValueRef function, bool ahead);

/* Notes for LLVM's pass loop-unroll which loops of FUNCTION, that threads leave
 * together, make how many turns at once: up to MOST. Returns how many loops. */
int unroll_note(LLVMValueRef function, unsigned most);

struct shapes {
	int branches, divergent, loops, unstructured;
};

/* Counts the branches of FUNCTION by shape. Refuses barriers that not all
 * threads may reach, and calls by differing pointers. */
struct shapes structure_count(LLVMValueRef function);
/* Branches of FUNCTION on which threads may disagree and that have a barrier
 * behind them become branches that threads share, each with a warning. For
 * OpenCL C, where all items of a group meet at each barrier by definition: such
 * a branch has no split, so a checked run stops where threads disagree. Returns
 * whether threads have become ghosts in its place (ghosts.c), which they MAY:
 * then mem2reg is due. */
bool structure_agree(LLVMValueRef function, bool may);
/* Has FUNCTION, which is LEAVING, a branch at which threads end before barriers
 * of the others? structure_agree leaves such a branch as it is. */
bool structure_leaves(LLVMValueRef function);
/* Puts split and join around the branches that have a shape. */
struct shapes structure_divide(LLVMValueRef function);

/* Replaces what the back end would make branches of. */
void lower_function(LLVMValueRef function, const struct target *t);

#endif
