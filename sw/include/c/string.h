/* string.h - the functions of C's header that the runtime has
 * SPDX-License-Identifier: Apache-2.0
 *
 * The headers of this folder are found where the compiler has none of that
 * name. What they do not declare, there is not.
 *
 * In a kernel with __if, N is the same in all threads of the warp, and so are
 * the bytes that memcmp compares. With ww-cc --plain they may differ.
 */
#ifndef WW_C_STRING_H
#define WW_C_STRING_H

#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
/* Below, equal to or above zero, as the first byte that differs. */
int memcmp(const void *a, const void *b, size_t n);

#endif
