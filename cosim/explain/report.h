/* report.h - explain to a person what went wrong in a lockstep run
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each function writes some lines of text to a stream that the caller gives.
 * Nothing is owned; symbols may be missing.
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
	const char *command;            /* that repeats the run */
	bool waves;                     /* they are being written already */
	bool view;                      /* so is a pipeline view */
	bool colour;                    /* OUT is a terminal that has them */
};

/* The cause: what is wrong with which instruction of which warp, where in the
 * source; what it looks like; what differs, by thread or by field, as the core
 * and the golden model have it; who wrote what the instruction reads, when and
 * through which unit; what the warp did before; how to go on. */
void report_mismatch(const struct report *r, const struct cosim_mismatch *m);

/* What each warp waits for in cycle CYCLE. */
void report_hang(const struct report *r, uint64_t cycle);

/* Which barrier each warp waits at, when nobody is left to come. */
void report_deadlock(const struct report *r);

/* Where each warp is, in a program that has not ended: WHY it is asked. */
void report_unfinished(const struct report *r, const char *why);

/* The trap that ended the program. */
void report_trap(const struct report *r, const struct golden_trap *t);

/* What ended a run in which a warp has trapped, before the others had
 * halted. */
enum report_cut { REPORT_ENDED, REPORT_WAITING, REPORT_IDLE, REPORT_LIMIT };
enum report_cut report_cut(const struct golden *g);
/* The word for it in a result; and a sentence, OPTION being that of the
 * limit. */
const char *report_cut_word(enum report_cut cut);
void report_cut_text(enum report_cut cut, const char *option, char *buf,
		     size_t size);

/* The thread that has left its stack, and what helps. */
void report_overflow(FILE *out, const struct elf_image *image,
		     const struct golden_overflow *o);

/* "0x80000010 <main+0x10> hello.c:12" for PC, cut at SIZE; what is not known is
 * left out. */
void report_place(const struct elf_image *image, uint32_t pc, char *buf,
		  size_t size);

#endif
