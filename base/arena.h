/* arena.h - memory that lives as long as a run
 * SPDX-License-Identifier: Apache-2.0
 *
 * All memory of an arena belongs to the arena and is freed by arena_free. If
 * the host is out of memory, the functions print an error and exit with status
 * 4, so they never return NULL.
 */
#ifndef WW_BASE_ARENA_H
#define WW_BASE_ARENA_H

#include <stddef.h>

struct arena {
	struct arena_block *blocks;     /* newest first; NULL when empty */
};

/* SIZE zeroed bytes, aligned for any type. */
void *arena_alloc(struct arena *a, size_t size);

/* A terminated copy of the N bytes at TEXT. */
char *arena_copy(struct arena *a, const char *text, size_t n);

/* Prints into a new string. */
__attribute__((format(printf, 2, 3)))
char *arena_format(struct arena *a, const char *fmt, ...);

void arena_free(struct arena *a);

/* Prints "out of memory" and exits with status 4; also for buffers outside an
 * arena. */
_Noreturn void arena_exhausted(void);

#endif
