/* arena.c - memory that lives as long as a run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct arena_block {
	struct arena_block *next;
	max_align_t data[];
};

void arena_exhausted(void)
{
	fputs("warpwright: error: out of memory\n", stderr);
	exit(4);
}

void *arena_alloc(struct arena *a, size_t size)
{
	struct arena_block *b = calloc(1, sizeof *b + size);
	if (!b)
		arena_exhausted();
	b->next = a->blocks;
	a->blocks = b;
	return b->data;
}

char *arena_copy(struct arena *a, const char *text, size_t n)
{
	char *copy = arena_alloc(a, n + 1);
	memcpy(copy, text, n);
	return copy;
}

char *arena_format(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		arena_exhausted();
	text = arena_alloc(a, (size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(text, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return text;
}

void arena_free(struct arena *a)
{
	while (a->blocks) {
		struct arena_block *next = a->blocks->next;
		free(a->blocks);
		a->blocks = next;
	}
}
