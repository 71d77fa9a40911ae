/* kernels.h - kernels in C without a main: their parameters, and their entries
 * SPDX-License-Identifier: Apache-2.0
 *
 * The compiler's types say what an argument is, but a program has no table of
 * them. So run reads the kernels, functions with __global__ or of WW_KERNEL, in
 * what the preprocessor makes of the source, and puts text behind the source:
 * an entry for each, and the table of sw/cl/cl.h (sw/cl/blocks.h has the
 * macros).
 */
#ifndef WW_CLI_KERNELS_H
#define WW_CLI_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

struct kernel_param {
	const char *declaration;        /* an array as a pointer */
	const char *type, *name;
	bool pointer, bytes;            /* bytes: a pointer to void */
};

struct kernel_source {
	const char *name;
	const char *function;   /* the name, or name__threads of WW_KERNEL */
	unsigned line;
	struct kernel_param *params;
	size_t count;
};

struct kernels {
	struct kernel_source *list;
	size_t count;
	bool has_main;
	bool broken;            /* brackets do not match: no C */
};

enum { KERNELS_WHY = 256 };

/* Reads TEXT, a source that has been preprocessed, into *K, with memory of A:
 * 0, or -1 with the reason in WHY and its line in *LINE. */
int kernels_read(struct arena *a, const char *text, struct kernels *k,
		 char *why, unsigned *line);
/* In TEXT, a source, writes ww_dynamic (ww_block.h) for __shared__ behind
 * extern: such an array is not static. */
void kernels_mark_dynamic(char *text);
/* Writes to OUT what stands behind the source PATH; DATADIR has sw/cl. */
void kernels_write(FILE *out, const struct kernels *k, const char *path,
		   const char *datadir);

/* Writes PATH, escaped for a C string. */
void kernels_put_string(FILE *out, const char *path);

#endif
