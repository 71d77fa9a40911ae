/* tpl_out.c - text under construction
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gen/tpl.h"

static void reserve(struct tpl_out *out, size_t n)
{
	size_t need = out->length + n + 1;
	size_t capacity = out->capacity ? out->capacity : 4096;

	while (capacity < need)
		capacity *= 2;
	if (capacity == out->capacity)
		return;
	out->text = realloc(out->text, capacity);
	if (!out->text)
		arena_exhausted();
	out->capacity = capacity;
}

void tpl_write(struct tpl_out *out, const char *text, size_t n)
{
	reserve(out, n);
	memcpy(out->text + out->length, text, n);
	out->length += n;
	out->text[out->length] = '\0';
}

void tpl_printf(struct tpl_out *out, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	assert(n >= 0);
	reserve(out, (size_t)n);
	va_start(ap, fmt);
	vsnprintf(out->text + out->length, (size_t)n + 1, fmt, ap);
	va_end(ap);
	out->length += (size_t)n;
}

void tpl_out_free(struct tpl_out *out)
{
	free(out->text);
	*out = (struct tpl_out){ 0 };
}
