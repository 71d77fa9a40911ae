/* arena.h - memory that lives as long as a run
 * SPDX-License-Identifier: Apache-2.0
 *
 * What an arena hands out belongs to the arena and goes away with arena_free.
 * The generator is a tool: without memory it reports and exits with status 4.
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

/* printf into a fresh string. */
__attribute__((format(printf, 2, 3)))
char *arena_format(struct arena *a, const char *fmt, ...);

void arena_free(struct arena *a);

/* Reports that memory ran out and exits; for growing buffers elsewhere. */
_Noreturn void arena_exhausted(void);

#endif
