/* stdlib.h - what of C's header has the same sense on a core
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_C_STDLIB_H
#define WW_C_STDLIB_H

#include <stddef.h>
#include "vx.h"

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1

/* Ends the run with this code, whatever other warps do. */
static inline void __attribute__((noreturn)) exit(int code)
{
	vx_exit(code);
}

static inline int abs(int x)
{
	return __builtin_abs(x);
}

static inline long labs(long x)
{
	return __builtin_labs(x);
}

/* There is no heap of this kind: an error at compile time, where one is
 * called. */
void *ww_no_heap_(void) __attribute__((error("there is no malloc: vx_malloc "
	"of vx.h gives the active threads of a warp one block together, and "
	"vx_free takes it back")));
#define malloc(size) ((void)(size), ww_no_heap_())
#define calloc(count, size) ((void)(count), (void)(size), ww_no_heap_())
#define realloc(block, size) ((void)(block), (void)(size), ww_no_heap_())
#define free(block) ((void)(block), (void)ww_no_heap_())

#endif
