/* launch.h - the launches of a run, and what became of them
 * SPDX-License-Identifier: Apache-2.0
 *
 * For commands that run a program on a machine with dispatch. Launches are rung
 * in the order of the options, as soon as a slot is free; who runs them sets
 * DONE and RESULT.
 */
#ifndef WW_SESSION_LAUNCH_H
#define WW_SESSION_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/run/harness.h"
#include "golden/elf.h"

enum { LAUNCHES = 64 };

/* Behind the name of a kernel without a main: where its warps begin. Alone it
 * stands for the first such kernel of the program. */
#define LAUNCHES_ENTRY ".blocks"
/* Behind its name without that: a symbol whose value is the bytes of its
 * __shared__ variables (clc/shared.c). */
#define LAUNCHES_SHARED ".shared"

struct launches {
	/* What the options say of each. */
	struct launch_source {
		char *kernel;           /* NULL: the program's entry; owned,
					 * with ARG behind it */
		const char *arg;        /* a number or a name, or NULL */
		char *name;             /* for messages, or NULL; owned */
		uint32_t shared;        /* bytes of __shared__ variables */
	} from[LAUNCHES];
	struct harness_launch list[LAUNCHES];
	size_t count;
	const struct config *cfg;       /* of the machine, for messages */
};

/* Reads a number at the beginning of TEXT, of BASE as in strtoull; *END becomes
 * the text behind the number. False: TEXT begins with no digit, or the number
 * has more than 32 bits. */
bool launches_number(const char *text, int base, const char **end,
		     uint32_t *out);
/* WORDS becomes a launch of one thread. */
void launches_one(uint32_t *words);
void launches_free(struct launches *l);

/* L becomes the launch of a program with a main on the whole CORES. */
void launches_whole(struct launches *l, const struct elf_image *image,
		    uint32_t cores);
/* Gives names of IMAGE, the file PROGRAM, their addresses, and blocks the
 * shared memory that the kernel's variables take. Returns an exit status. CFG
 * outlives L. */
int launches_names(struct launches *l, const struct elf_image *image,
		   const char *program, const struct config *cfg);

/* Have all launches ended well? */
bool launches_good(const struct launches *l);
/* Prints a line for each launch of an option that has not; writes all as JSON,
 * unless there are none. */
void launches_report(const struct launches *l, const struct elf_image *image,
		     const char *program);
void launches_json(FILE *out, const struct launches *l,
		   const struct elf_image *image);

#endif
