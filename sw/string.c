/* string.c - the four functions that GCC may call on its own
 * SPDX-License-Identifier: Apache-2.0
 *
 * N is the same in all threads of a warp, as in copies of structures; so is
 * what memcmp compares.
 */
#include <stddef.h>

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
int memcmp(const void *a, const void *b, size_t n);

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	while (n--)
		*d++ = *s++;
	return dst;
}

void *memmove(void *dst, const void *src, size_t n)
{
	unsigned char *d = dst;
	const unsigned char *s = src;

	if (d <= s)
		return memcpy(dst, src, n); /* ours copies upwards */
	while (n--)
		d[n] = s[n];
	return dst;
}

void *memset(void *dst, int value, size_t n)
{
	unsigned char *d = dst;

	while (n--)
		*d++ = (unsigned char)value;
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;

	for (; n > 0; n--, p++, q++)
		if (*p != *q)
			return *p < *q ? -1 : 1;
	return 0;
}
