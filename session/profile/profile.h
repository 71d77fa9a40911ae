/* profile.h - which instruction and which source line the cycles went to
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every cycle of every core belongs to the instruction that issued in it. If
 * none issued, it belongs in equal shares to the warps that wait, and each
 * share to an instruction with a reason (doc/profile.md). A cycle in which no
 * warp waits belongs to nobody.
 *
 * A cycle has PROFILE_PARTS parts, so that shares are integers and their sum is
 * exact. profile.c takes the steps of the checker, profile_rows.c keeps the
 * rows, profile_time.c what happened when, profile_lines.c adds up by line, the
 * other files write.
 */
#ifndef WW_SESSION_PROFILE_H
#define WW_SESSION_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"
#include "session/profile/profile_traffic.h"

/* PROFILE_PARTS is the least common multiple of 1 .. 16. */
enum { PROFILE_PARTS = 720720, PROFILE_PIECES = 1024 };

enum profile_reason {
#define REASON(id, name, doc) PROFILE_##id,
#include "session/profile/reasons.def"
#undef REASON
	PROFILE_REASONS
};

enum profile_count {
#define COUNT(id, name, doc) PROFILE_##id,
#include "session/profile/counts.def"
#undef COUNT
	PROFILE_COUNTS
};

/* An instruction, or a line. */
struct profile_sum {
	uint64_t counts[PROFILE_COUNTS];
	uint64_t parts[PROFILE_REASONS];
};

struct profile_row {
	uint32_t pc, program;   /* program: for profile_image */
	struct golden_code code;
	struct profile_sum sum;
};

/* A source line, or a function without one: FILE is NULL then, LINE 0. */
struct profile_line {
	const char *file, *folder, *function;
	uint32_t line;
	/* The text of FILE, of program SOURCE - 1 (profile_source); NULL, 0: it
	 * is in the file. */
	const char *text;
	uint32_t source;
	struct profile_sum sum;
};

/* Rows by pc and program. */
struct profile_rows {
	struct profile_row *at;
	size_t count, room;
	uint32_t *table;        /* places in AT + 1, by a hash of both */
	size_t slots;           /* a power of two, or 0 */
};

/* The run over time: pieces of WIDTH cycles, the last one perhaps of fewer. */
struct profile_time {
	uint64_t width;
	uint32_t count;         /* at most PROFILE_PIECES */
	struct profile_piece {
		uint64_t share;         /* of profile.c, at its begin */
		/* of the reasons; the last ones of no warp */
		uint64_t parts[PROFILE_REASONS + 1];
	} *at;
};

/* A launch. */
struct profile_launch {
	uint32_t pc, program;   /* where its warps begin */
	uint32_t blocks;        /* that were given to cores */
	/* cycles of the doorbell, and of the end; 0: it has not ended */
	uint64_t rung, ended;
	struct profile_sum sum; /* of its warps */
	/* on the bus, while it was the last launch that had given blocks */
	struct profile_traffic bus;
};

enum { PROFILE_KERNEL = 64 };

/* All launches of a kernel. */
struct profile_kernel {
	char name[PROFILE_KERNEL];
	uint64_t launches, blocks;
	struct profile_sum sum;
	struct profile_traffic bus;
};

/* A region that the program has marked. */
struct profile_region {
	const char *name;
	uint64_t begun;         /* how often, by a warp */
	struct profile_sum sum; /* of the warps that were in it */
};

struct profile;
struct profile_warps;  /* profile_warps.h */

/* A profile of a device of CORES with WARPS each, of LANES, or NULL without
 * memory. */
struct profile *profile_new(uint32_t cores, uint32_t warps, uint32_t lanes);
void profile_free(struct profile *p);

/* profile_programs.c. IMAGE, with its bytes in RAM, is a program of the device
 * from now on, until profile_unload for an address in it. If the result is
 * true, P keeps IMAGE, but not its RAM: it must outlive P. */
bool profile_load(struct profile *p, const struct elf_image *image);
void profile_unload(struct profile *p, uint32_t addr);
/* The file NAME of the program with ADDR has this TEXT, which is copied: it is
 * in no file. */
void profile_source(struct profile *p, uint32_t addr, const char *name,
		    const char *text);
/* The number of the program with PC, for: */
uint32_t profile_program_at(struct profile *p, uint32_t pc);
/* The image of a program of P; of other numbers an empty one. The text of its
 * file FILE, or NULL. */
const struct elf_image *profile_image(const struct profile *p,
				      uint32_t program);
const char *profile_text(const struct profile *p, uint32_t program,
			 const char *file);

/* To be called with each step of the checker, and with each request of CORE for
 * BYTES of instructions at ADDR. */
void profile_step(struct profile *p, const struct cosim_step *step);
void profile_fetch(struct profile *p, uint32_t core, uint32_t addr,
		   uint32_t bytes);
/* To be called with each request, and with what moves behind the caches. */
void profile_access(struct profile *p, const struct cosim_request *r);
void profile_moves(struct profile *p, const struct cosim_traffic *t);
/* A block of the launch in SLOT starts WARP of CORE in CYCLE, or it is
 * killed. */
void profile_warp(struct profile *p, uint64_t cycle, uint32_t core,
		  uint32_t warp, bool starts, uint32_t slot);
/* As the callback of cosim_on_launch. */
void profile_launch(struct profile *p, uint64_t cycle, uint32_t slot,
		    enum cosim_launch_step step, uint32_t pc);

/* profile_count.c: P counts instructions in place of cycles. To be called
 * before the first; profile_executed after each; profile_starts when a block of
 * the launch in SLOT starts WARP of CORE. */
void profile_counts(struct profile *p);
void profile_executed(struct profile *p, const struct golden_effect *fx);
void profile_starts(struct profile *p, uint32_t core, uint32_t warp,
		    uint32_t slot);

/* The device has been reset after CYCLES cycles, and begins anew with cycle 0:
 * what was in flight has ended. */
void profile_again(struct profile *p, uint64_t cycles);
/* How often profile_executed has been called. */
uint64_t profile_instructions(const struct profile *p);

/* The run has had CYCLES cycles since the last reset, or in all so many
 * instructions. Returns NULL, or what is wrong: memory ran out, or the parts do
 * not sum to that. */
const char *profile_finish(struct profile *p, uint64_t cycles);

/* Results, after profile_finish. CORE may be profile_cores: their sum. */
uint32_t profile_cores(const struct profile *p);
uint64_t profile_cycles(const struct profile *p);
/* Of the golden model: are there instructions and no cycles? */
bool profile_has_counts(const struct profile *p);
/* All parts of CORE, with those of nobody. */
uint64_t profile_total(const struct profile *p, uint32_t core);
const struct profile_rows *profile_rows(const struct profile *p, uint32_t core);
const struct profile_time *profile_time(const struct profile *p, uint32_t core);
/* The active threads of the warps of all cores, core by core. */
const struct profile_warps *profile_masks(const struct profile *p);
/* What has moved behind the first level of all cores, or on the BUS. */
const struct profile_traffic *profile_traffic(const struct profile *p,
					      bool bus);
uint64_t profile_nobody(const struct profile *p, uint32_t core);
/* The launches, in the order of their doorbells. */
const struct profile_launch *profile_launches(const struct profile *p,
					      size_t *count);
/* The regions, by the address where each begins first, and how often one ended
 * that had not begun. */
const struct profile_region *profile_regions(const struct profile *p,
					     size_t *count, uint64_t *unpaired);

const char *profile_reason_name(enum profile_reason reason);
const char *profile_reason_doc(enum profile_reason reason);
const char *profile_count_name(enum profile_count count);
/* Threads active in an instruction of S, on average. */
double profile_threads(const struct profile_sum *s);
/* All parts of S; its largest reason but PROFILE_ISSUE, which stands for
 * none. */
uint64_t profile_parts(const struct profile_sum *s);
enum profile_reason profile_wait(const struct profile_sum *s);

/* profile_rows.c: the place of the row of PC of PROGRAM, which is made if need
 * be; UINT32_MAX without memory. */
uint32_t profile_row_at(struct profile_rows *rows, uint32_t program,
			uint32_t pc);
void profile_rows_free(struct profile_rows *rows);
void profile_rows_sort(struct profile_rows *rows);
void profile_add(struct profile_sum *into, const struct profile_sum *s);

/* profile_lines.c: the source line or function of a pc. */
struct profile_line profile_line_of(const struct profile *p, uint32_t program,
				    uint32_t pc);
/* profile_kernels.c: the name of the kernel of L, a symbol without the ending
 * that says how its warps begin. */
void profile_kernel_name(const struct profile *p,
			 const struct profile_launch *l,
			 char out[PROFILE_KERNEL]);
/* The kernels, those with most cycles first; to be freed. NULL without
 * memory. */
struct profile_kernel *profile_kernels(const struct profile *p, size_t *count);
/* Writes the path of L's file to OUT (SIZE bytes). */
void profile_path(const struct profile_line *l, char *out, size_t size);
/* The lines of ROWS, those with most cycles first; to be freed. NULL without
 * memory. */
struct profile_line *profile_lines(const struct profile *p,
				   const struct profile_rows *rows,
				   size_t *count);

/* What the writers must know besides; all of it is borrowed. */
struct profile_about {
	const char *program;
	uint32_t warps, threads;        /* of a core, of a warp */
	/* of a core with cycles: threads that execute at once, and the most
	 * bytes of a request */
	uint32_t lanes, request_bytes;
	uint32_t float_lanes;   /* of its floating-point unit; 0: none */
	uint32_t bus_bytes;     /* a cycle, each way, of all cores */
};

/* Writers: 0, or -1 without memory. */
int profile_table(const struct profile *p, const struct profile_about *a,
		  FILE *out);
int profile_json(const struct profile *p, const struct profile_about *a,
		 FILE *out);
int profile_callgrind(const struct profile *p, const struct profile_about *a,
		      FILE *out);

/* profile_page.c: one file for a browser, the text of *PAGE with the JSON in
 * its place. profile_page_find reads the text from the files of warpwright; it
 * is to be freed. -1 after an error message. */
int profile_page_find(char **page);
int profile_page(const struct profile *p, const struct profile_about *a,
		 const char *page, FILE *out);

#endif
