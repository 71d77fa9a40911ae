/* string.h - the functions of C's header that the runtime has
 * SPDX-License-Identifier: Apache-2.0
 *
 * The headers of this folder are found where the compiler has none of that
 * name. What they do not declare, there is not.
 *
 * In a kernel with __if, N is the same in all threads of the warp, and so are
 * the bytes that memcmp compares, and all strings. With ww-cc --plain they may
 * differ.
 */
#ifndef WW_C_STRING_H
#define WW_C_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

void *memcpy(void *__restrict dst, const void *__restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
/* Below, equal to or above zero, as the first byte that differs. */
int memcmp(const void *a, const void *b, size_t n);

/* Functions of strings have names of their own, by which no compiler knows
 * them: it would call others of C's library in their place. */
#define strlen ww_strlen_
#define strcmp ww_strcmp_
#define strncmp ww_strncmp_
#define strcpy ww_strcpy_
#define strncpy ww_strncpy_
#define strcat ww_strcat_
#define strchr ww_strchr_
#define strrchr ww_strrchr_

static inline size_t ww_strlen_(const char *s)
{
	size_t n = 0;

	for (; s[n]; n++)
		__asm__("" : "+r"(n));  /* else GCC makes a call of strlen */
	return n;
}

static inline int ww_strncmp_(const char *a, const char *b, size_t n)
{
	for (; n > 0; n--, a++, b++)
		if (*a != *b || !*a)
			return (unsigned char)*a - (unsigned char)*b;
	return 0;
}

static inline int ww_strcmp_(const char *a, const char *b)
{
	return ww_strncmp_(a, b, (size_t)-1);
}

static inline char *ww_strcpy_(char *__restrict to, const char *__restrict from)
{
	size_t n = 0;

	do
		to[n] = from[n];
	while (from[n++]);
	return to;
}

/* All N bytes are written. */
static inline char *ww_strncpy_(char *__restrict to,
				const char *__restrict from, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		to[i] = *from;
		from += *from != 0;
	}
	return to;
}

static inline char *ww_strcat_(char *__restrict to, const char *__restrict from)
{
	ww_strcpy_(to + ww_strlen_(to), from);
	return to;
}

static inline char *ww_strchr_(const char *s, int c)
{
	for (; *s != (char)c; s++)
		if (!*s)
			return NULL;
	return (char *)s;
}

static inline char *ww_strrchr_(const char *s, int c)
{
	const char *last = NULL;

	do
		if (*s == (char)c)
			last = s;
	while (*s++);
	return (char *)last;
}

#ifdef __cplusplus
}
#endif

#endif
