/* report.h - explains the result of a lockstep run to the user
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function writes some lines of text to a stream of the caller. Nothing is
 * owned. Without symbols, addresses are printed alone.
 */
#ifndef WW_COSIM_REPORT_H
#define WW_COSIM_REPORT_H

#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"

struct report {
	FILE *out;
	const struct cosim *cosim;
	const struct golden *golden;
	uint32_t cores, warps;          /* warps of each core */
	const struct elf_image *image;  /* for symbols; may be NULL */
	const char *command;            /* that repeats the run; or NULL */
	bool waves;                     /* waves are being written */
	bool view;                      /* a pipeline view is being written */
	bool colour;                    /* OUT is a terminal with colours */
};

/* "core 1, " if G has several cores, else "". */
struct report_core { char text[24]; };
struct report_core report_core(const struct golden *g, uint32_t core);

/* Reports a mismatch: the instruction, its place in the source and the fault; a
 * guess of its cause; the fields or threads in which core and golden model
 * differ; the writers of its operands; the last instructions of the warp; the
 * next command to run. */
void report_mismatch(const struct report *r, const struct cosim_mismatch *m);

/* Reports a hang: for each warp the reason why it waits, in cycle CYCLE. */
void report_hang(const struct report *r, uint64_t cycle);

/* Reports a deadlock: the barrier at which each active warp waits. */
void report_deadlock(const struct report *r);

/* Reports the pc of each warp of a program that has not ended. WHY begins the
 * text. */
void report_unfinished(const struct report *r, const char *why);

/* Writes a line, behind INDENT, with a machine that would not trap, if the
 * trap is one of an instruction or a size that G's machine lacks. */
void report_remedy(FILE *out, const char *indent, const struct golden *g,
		   const struct golden_trap *t);

/* Reports the trap that ended the program. */
void report_trap(const struct report *r, const struct golden_trap *t);

/* The reason for the end of a run after a trap. */
enum report_cut { REPORT_ENDED, REPORT_WAITING, REPORT_IDLE, REPORT_LIMIT };
enum report_cut report_cut(const struct golden *g);
/* A word for CUT, for a result; a sentence in BUF, in which OPTION is the
 * option of the limit. */
const char *report_cut_word(enum report_cut cut);
void report_cut_text(enum report_cut cut, const char *option, char *buf,
		     size_t size);

/* Reports the stack overflow of G, and its remedy. */
void report_overflow(FILE *out, const struct elf_image *image,
		     const struct golden *g);

/* Warns of the divergent branches of PROGRAM on G: how many, and the place of
 * the first. Writes nothing if there are none. */
void report_divergence(FILE *out, const char *program,
		       const struct elf_image *image, const struct golden *g);

/* Writes the place of PC to BUF, such as "0x80000010 <main+0x10> hello.c:12",
 * cut at SIZE. Unknown parts are left out. */
void report_place(const struct elf_image *image, uint32_t pc, char *buf,
		  size_t size);

#endif
