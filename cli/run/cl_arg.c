/* cl_arg.c - the option --arg of run: an argument of an OpenCL kernel
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/run/cl_arg.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "golden/bytes.h"

__attribute__((format(printf, 2, 3)))
static int bad(char *why, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(why, CL_ARG_WHY, format, ap);
	va_end(ap);
	return -1;
}

/* --- words ------------------------------------------------------------ */

static const char *value_of(const char *word, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(word, name, n) && word[n] == '=' ? word + n + 1 : NULL;
}

/* A number, perhaps with K or M behind it. */
static int read_size(const char *text, uint64_t *size, char *why)
{
	char *end;

	errno = 0;
	*size = strtoull(text, &end, 0);
	if (*end == 'K' || *end == 'M')
		*size <<= *end++ == 'K' ? 10 : 20;
	if (errno || end == text || *end || *text == '-' ||
	    *size > UINT32_MAX)
		return bad(why, "'%s' is no number of bytes or elements: 4096, "
			   "0x1000, 4K", text);
	return 0;
}

static int read_word(struct cl_given *g, const char *word, char *why)
{
	const char *value;

	if ((value = value_of(word, "in"))) {
		g->in = value;
	} else if ((value = value_of(word, "out"))) {
		g->out = value;
	} else if ((value = value_of(word, "size"))) {
		g->has_size = true;
		return read_size(value, &g->size, why);
	} else if ((value = value_of(word, "count"))) {
		g->has_count = true;
		return read_size(value, &g->count, why);
	} else if (!strcmp(word, "print")) {
		g->print = true;
	} else if (!strcmp(word, "null")) {
		g->null = true;
	} else if (strchr(word, '=')) {
		return bad(why, "'%s' is none of in=FILE, out=FILE, size=BYTES,"
			   " count=N", word);
	} else {
		g->numbers[g->number_count++] = word;
	}
	return 0;
}

int cl_arg_load(struct arena *a, struct cl_given *g, char *why)
{
	if (!g->in)
		return 0;
	g->file = file_read(g->in, UINT32_MAX / 2, &g->file_bytes, a);
	if (!g->file)
		return bad(why, "cannot read '%s': %s", g->in,
			   file_strerror(errno));
	return 0;
}

int cl_arg_read(struct arena *a, const char *text, struct cl_given *g,
		char *why)
{
	size_t words = 1;
	char *rest, *comma;

	*g = (struct cl_given){ .text = text };
	for (const char *s = text; *s; s++)
		words += *s == ',';
	g->numbers = arena_alloc(a, words * sizeof *g->numbers);
	for (rest = arena_copy(a, text, strlen(text)); rest;
	     rest = comma ? comma + 1 : NULL) {
		comma = strchr(rest, ',');
		if (comma)
			*comma = '\0';
		if (!*rest)
			return bad(why, "--arg '%s': a word is empty", text);
		if (read_word(g, rest, why))
			return -1;
	}
	if (g->in && g->number_count)
		return bad(why, "--arg '%s' has both a file and numbers", text);
	if (g->has_size && g->has_count)
		return bad(why, "--arg '%s' has both size= and count=", text);
	return 0;
}

/* --- elements --------------------------------------------------------- */

/* Bytes of an element in memory: vectors of three have the place of four. */
static uint32_t stride(const struct cl_arg *arg)
{
	return arg->element * (arg->lanes == 3 ? 4 : arg->lanes);
}

static void put_integer(uint8_t *to, uint32_t bytes, uint64_t value)
{
	for (uint32_t i = 0; i < bytes; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

/* A float, or a double of 8 BYTES. */
static int put_float(const char *text, uint32_t bytes, uint8_t *to, char *why)
{
	uint64_t value;
	uint32_t word;
	char *end;
	double d = strtod(text, &end);
	float f = strtof(text, NULL);

	if (end == text || (*end && strcmp(end, "f")))
		return bad(why, "'%s' is no %s", text, bytes == 8 ? "double" :
			   "float");
	memcpy(&word, &f, sizeof word);
	memcpy(&value, &d, sizeof value);
	put_integer(to, bytes, bytes == 8 ? value : word);
	return 0;
}

/* Of BITS bits: numbers from the least signed to the largest unsigned one. */
static bool fits(const char *text, uint32_t bits, uint64_t *value)
{
	bool minus = *text == '-';
	char *end;

	errno = 0;
	*value = strtoull(text + minus, &end, 0);
	if (errno || end == text + minus || *end || text[minus] == '-' ||
	    text[minus] == '+' || text[minus] == ' ')
		return false;
	if (minus) {
		if (*value > UINT64_C(1) << (bits - 1))
			return false;
		*value = -*value;
		return true;
	}
	return bits == 64 || *value >> bits == 0;
}

/* Writes TEXT as one number of ARG. */
static int put_number(const struct cl_arg *arg, const char *text, uint8_t *to,
		      char *why)
{
	uint64_t value;

	if (arg->class_ == WW_CL_FLOAT)
		return put_float(text, arg->element, to, why);
	if (!fits(text, 8 * arg->element, &value))
		return bad(why, "'%s' is no integer of %" PRIu32 " bits", text,
			   8 * arg->element);
	put_integer(to, arg->element, value);
	return 0;
}

/* Writes the numbers of G as vectors of ARG. */
static int put_numbers(const struct cl_given *g, const struct cl_arg *arg,
		       uint8_t *to, char *why)
{
	for (size_t i = 0; i < g->number_count; i++)
		if (put_number(arg, g->numbers[i],
			       to + i / arg->lanes * stride(arg) +
				       i % arg->lanes * arg->element, why))
			return -1;
	return 0;
}

/* --- kinds of arguments ----------------------------------------------- */

static int place_value(struct cl_places *p, const struct cl_arg *arg,
		       const struct cl_given *g, char *why)
{
	uint8_t *to = p->block + arg->offset;

	if (g->out || g->print || g->has_size || g->has_count || g->null)
		return bad(why, "a value takes numbers, or in=FILE");
	if (g->in) {
		if (g->file_bytes != arg->bytes)
			return bad(why, "'%s' has %zu bytes, the value %"
				   PRIu32, g->in, g->file_bytes, arg->bytes);
		memcpy(to, g->file, arg->bytes);
		return 0;
	}
	if (arg->class_ == WW_CL_OTHER)
		return bad(why, "a value of type %s takes in=FILE, a file of %"
			   PRIu32 " bytes", arg->type, arg->bytes);
	if (g->number_count != arg->lanes)
		return bad(why, "the value has %" PRIu32 " number%s, not %zu",
			   arg->lanes, arg->lanes == 1 ? "" : "s",
			   g->number_count);
	return put_numbers(g, arg, to, why);
}

/* The bytes that G asks for, of a buffer or of local memory. */
static int find_bytes(const struct cl_arg *arg, const struct cl_given *g,
		      uint64_t *bytes, char *why)
{
	uint64_t data = g->file_bytes;

	if (arg->class_ == WW_CL_OTHER && (g->has_count || g->number_count ||
					   g->print))
		return bad(why, "elements of type %s: size=BYTES, in=FILE, "
			   "out=FILE", arg->type);
	if (g->number_count) {
		if (g->number_count % arg->lanes)
			return bad(why, "%zu numbers make no whole vectors of %"
				   PRIu32, g->number_count, arg->lanes);
		data = g->number_count / arg->lanes * stride(arg);
	}
	*bytes = g->has_size ? g->size : g->has_count ?
		 g->count * stride(arg) : data;
	if (*bytes < data)
		return bad(why, "%" PRIu64 " bytes do not hold the %" PRIu64
			   " that are given", *bytes, data);
	if (!*bytes && !g->null)
		return bad(why, "the size is missing: size=BYTES, count=N, "
			   "in=FILE or numbers");
	return 0;
}

static int place_local(struct cl_places *p, const struct cl_arg *arg,
		       const struct cl_given *g, char *why)
{
	uint64_t bytes;

	if (g->in || g->out || g->print || g->number_count || g->null)
		return bad(why, "local memory takes size=BYTES or count=N");
	if (find_bytes(arg, g, &bytes, why))
		return -1;
	bytes_put_u32(p->block + arg->offset,
		      cl_launch_local(p->kernel, (uint32_t)bytes, &p->locals));
	return 0;
}

static int place_buffer(struct cl_places *p, const struct cl_arg *arg,
			struct cl_given *g, char *why)
{
	uint64_t bytes;
	uint8_t *to;

	if (g->null && (g->in || g->out || g->print || g->number_count ||
			g->has_size || g->has_count))
		return bad(why, "null stands alone");
	if (find_bytes(arg, g, &bytes, why))
		return -1;
	if (g->null)
		return 0;
	g->bytes = (uint32_t)bytes;
	g->addr = cl_memory_take(p->memory, bytes);
	if (!g->addr)
		return bad(why, "RAM has no room for %" PRIu64 " bytes: a "
			   "larger mem.ram_size", bytes);
	bytes_put_u32(p->block + arg->offset, g->addr);
	to = cl_memory_at(p->memory, g->addr);
	if (g->file)
		memcpy(to, g->file, g->file_bytes);
	return put_numbers(g, arg, to, why);
}

int cl_arg_place(struct cl_places *p, const struct cl_arg *arg,
		 struct cl_given *g, char *why)
{
	g->arg = arg;
	switch (arg->kind) {
	case WW_CL_VALUE: return place_value(p, arg, g, why);
	case WW_CL_LOCAL: return place_local(p, arg, g, why);
	case WW_CL_IMAGE: case WW_CL_SAMPLER:
		return bad(why, "it is %s, which a host alone can give (the "
			   "OpenCL driver)", arg->kind == WW_CL_IMAGE ?
			   "an image" : "a sampler");
	default: return place_buffer(p, arg, g, why);
	}
}

/* --- results ---------------------------------------------------------- */

static uint64_t get_integer(const uint8_t *from, uint32_t bytes)
{
	uint64_t value = 0;

	for (uint32_t i = 0; i < bytes; i++)
		value |= (uint64_t)from[i] << 8 * i;
	return value;
}

static void print_number(const struct cl_arg *arg, const uint8_t *from)
{
	uint64_t value = get_integer(from, arg->element);
	uint32_t bits = 8 * arg->element, word = (uint32_t)value;
	double d;
	float f;

	switch (arg->class_) {
	case WW_CL_FLOAT:
		memcpy(&f, &word, sizeof f);
		memcpy(&d, &value, sizeof d);
		printf(bits == 64 ? " %.17g" : " %.9g", bits == 64 ? d :
		       (double)f);
		break;
	case WW_CL_SIGNED:
		if (bits < 64 && value >> (bits - 1))
			value |= ~UINT64_C(0) << bits;
		printf(" %" PRId64, (int64_t)value);
		break;
	default:
		printf(" %" PRIu64, value);
	}
}

void cl_arg_print(const struct cl_given *g, const uint8_t *at)
{
	const struct cl_arg *arg = g->arg;
	uint32_t step = stride(arg);

	printf("%s:", arg->name);
	for (uint32_t i = 0; step && i + step <= g->bytes; i += step)
		for (uint32_t lane = 0; lane < arg->lanes; lane++)
			print_number(arg, at + i + lane * arg->element);
	putchar('\n');
}

void cl_arg_declare(const struct cl_arg *arg, char *text, size_t size)
{
	static const char *const spaces[] = { "", "__global ", "__constant ",
					      "__local " };
	size_t n = strlen(arg->type);
	bool star = n && arg->type[n - 1] == '*';

	snprintf(text, size, "%s%.*s %s%s", spaces[arg->kind],
		 (int)(n - star), arg->type, star ? "*" : "", arg->name);
}
