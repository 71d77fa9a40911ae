/* cl_arg.h - the option --arg of run: an argument of an OpenCL kernel
 * SPDX-License-Identifier: Apache-2.0
 *
 * The text of --arg is a list of words between commas. Before the program is
 * compiled nothing is known about the kernel, so cl_arg_read only sorts the
 * words; cl_arg_place gives them the meaning that the kernel's argument has.
 */
#ifndef WW_CLI_CL_ARG_H
#define WW_CLI_CL_ARG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "cl/launch.h"
#include "session/outfile.h"

struct cl_given {
	const char *text;       /* as the user wrote it */
	const char *in, *out;   /* files, or NULL */
	uint64_t size, count;   /* bytes, elements */
	bool has_size, has_count, print, null;
	const char **numbers;
	size_t number_count;
	const char *file;       /* what IN has */
	size_t file_bytes;

	/* After cl_arg_place: the buffer, 0 if there is none. */
	const struct cl_arg *arg;
	uint32_t addr, bytes;
	struct outfile result;
};

enum { CL_ARG_WHY = 512 };

/* Reads TEXT into *G, with memory of A: 0, or -1 with the reason in WHY. */
int cl_arg_read(struct arena *a, const char *text, struct cl_given *g,
		char *why);
/* Reads the file that G names for input: 0, or -1 with the reason. */
int cl_arg_load(struct arena *a, struct cl_given *g, char *why);

/* Where arguments go: the block of arguments, memory for buffers, bytes of
 * local memory. */
struct cl_places {
	const struct cl_kernel *kernel;
	struct cl_memory *memory;
	uint8_t *block;
	uint32_t locals;
};

/* G becomes argument ARG of the kernel: 0, or -1 with the reason. */
int cl_arg_place(struct cl_places *p, const struct cl_arg *arg,
		 struct cl_given *g, char *why);

/* Prints the elements of the buffer of G, whose bytes are AT. */
void cl_arg_print(const struct cl_given *g, const uint8_t *at);

/* The declaration of ARG, as "__global const int *a", into TEXT. */
void cl_arg_declare(const struct cl_arg *arg, char *text, size_t size);

#endif
