/* dump.c - reads the names of the signals in a file of waves
 * SPDX-License-Identifier: Apache-2.0
 *
 * A VCD file is text; its names precede $enddefinitions. An FST file is a chain
 * of blocks. A block begins with a byte for its kind and eight bytes for its
 * length, most significant first; the length does not count the first byte. A
 * block of kind 6 is the hierarchy. It has its uncompressed length and one LZ4
 * block. Its contents are tags that begin and end scopes and variables, with
 * their names.
 */
#define _XOPEN_SOURCE 700
#include "cosim/explain/dump.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"

enum {
	NAME = 512, PATH = 4096,
	FST_HEADER = 0, FST_HIERARCHY_GZIP = 4, FST_HIERARCHY = 6,
	FST_HIERARCHY_TWICE = 7,
	MAX_HIERARCHY = 1 << 28,
	TAG_SCOPE = 254, TAG_UP = 255, TAG_ATTRIBUTE = 252,
	TAG_ATTRIBUTE_END = 253,
	MAX_VARIABLE = 29       /* kinds of variables are the tags 0 to this */
};

struct reader {
	struct dump *dump;
	char scope[PATH];
	const uint8_t *at, *end;
};

/* --- signals ---------------------------------------------------------- */

void dump_free(struct dump *d)
{
	for (size_t i = 0; i < d->count; i++) {
		free(d->signals[i].scope);
		free(d->signals[i].name);
	}
	free(d->signals);
	*d = (struct dump){ 0 };
}

static bool enter_scope(struct reader *r, const char *name)
{
	size_t n = strlen(r->scope);
	int more = snprintf(r->scope + n, PATH - n, n ? ".%s" : "%s", name);

	return more >= 0 && (size_t)more < PATH - n;
}

static void leave_scope(struct reader *r)
{
	char *dot = strrchr(r->scope, '.');

	*(dot ? dot : r->scope) = '\0';
}

/* Adds a signal. NAME may end with its range after a blank: "pc [31:0]". */
static bool add_signal(struct reader *r, const char *name, const char *range,
		       uint32_t bits)
{
	struct dump *d = r->dump;
	struct dump_signal *s;
	size_t plain = strcspn(name, " "), room = d->room ? 2 * d->room : 1024;
	char text[NAME];

	if (d->count == d->room) {
		s = realloc(d->signals, room * sizeof *s);
		if (!s)
			return false;
		d->signals = s;
		d->room = room;
	}
	if (name[plain])
		range = name + plain + 1;
	snprintf(text, sizeof text, "%.*s%s", (int)plain, name, range);
	s = &d->signals[d->count];
	s->scope = strdup(r->scope);
	s->name = strdup(text);
	s->bits = bits;
	d->count++;
	return s->scope && s->name;
}

/* --- VCD -------------------------------------------------------------- */

static bool vcd_variable(struct reader *r, const char *line)
{
	char name[NAME], range[NAME] = "";
	unsigned bits;

	if (sscanf(line, " $var %*s %u %*s %511s %511s", &bits, name, range) <
	    2)
		return false;
	return add_signal(r, name, range[0] == '[' ? range : "", bits);
}

static bool read_vcd(struct reader *r, FILE *f)
{
	char line[2 * NAME], name[NAME];
	bool good = true;

	while (good && fgets(line, sizeof line, f)) {
		if (sscanf(line, " $scope %*s %511s", name) == 1)
			good = enter_scope(r, name);
		else if (strstr(line, "$upscope"))
			leave_scope(r);
		else if (strstr(line, "$var "))
			good = vcd_variable(r, line);
		else if (strstr(line, "$enddefinitions"))
			return true;
	}
	return false;
}

/* --- LZ4 -------------------------------------------------------------- */

/* Completes the length *N: one of 15 or more continues in further bytes. */
static bool read_length(const uint8_t **at, const uint8_t *end, size_t *n)
{
	uint8_t more = 255;

	if (*n < 15)
		return true;
	while (more == 255) {
		if (*at == end)
			return false;
		more = *(*at)++;
		*n += more;
	}
	return true;
}

/* Decompresses one block. It is a list of sequences: literal bytes, then a copy
 * of bytes OFFSET before. Returns false unless it fills TO exactly. */
static bool unpack(const uint8_t *from, size_t from_size, uint8_t *to,
		   size_t size)
{
	const uint8_t *end = from + from_size;
	size_t at = 0, literals, copied, offset;

	while (from < end) {
		literals = *from >> 4;
		copied = *from++ & 15;
		if (!read_length(&from, end, &literals) ||
		    literals > size - at || literals > (size_t)(end - from))
			return false;
		memcpy(to + at, from, literals);
		at += literals;
		from += literals;
		if (from == end)
			break;
		if (end - from < 2)
			return false;
		offset = from[0] | (size_t)from[1] << 8;
		from += 2;
		if (!read_length(&from, end, &copied) || !offset ||
		    offset > at || copied + 4 > size - at)
			return false;
		for (copied += 4; copied; copied--, at++)
			to[at] = to[at - offset];
	}
	return at == size;
}

/* --- FST -------------------------------------------------------------- */

static const char *read_string(struct reader *r)
{
	const uint8_t *zero = memchr(r->at, 0, (size_t)(r->end - r->at));
	const char *text = (const char *)r->at;

	if (!zero)
		return NULL;
	r->at = zero + 1;
	return text;
}

/* Reads a number of seven bits per byte, low bits first. */
static bool read_number(struct reader *r, uint32_t *out)
{
	*out = 0;
	for (int shift = 0; shift < 35 && r->at < r->end; shift += 7) {
		uint8_t byte = *r->at++;

		*out |= (uint32_t)(byte & 127) << shift;
		if (byte < 128)
			return true;
	}
	return false;
}

static bool skip(struct reader *r, size_t n)
{
	if ((size_t)(r->end - r->at) < n)
		return false;
	r->at += n;
	return true;
}

static bool fst_scope(struct reader *r)
{
	const char *name = skip(r, 1) ? read_string(r) : NULL;

	return name && read_string(r) && enter_scope(r, name);
}

static bool fst_variable(struct reader *r)
{
	const char *name = skip(r, 1) ? read_string(r) : NULL;
	uint32_t bits, alias;

	return name && read_number(r, &bits) && read_number(r, &alias) &&
	       add_signal(r, name, "", bits);
}

static bool fst_attribute(struct reader *r)
{
	uint32_t value;

	return skip(r, 2) && read_string(r) && read_number(r, &value);
}

static bool read_hierarchy(struct reader *r)
{
	bool good = true;

	while (good && r->at < r->end) {
		uint8_t tag = *r->at++;

		if (tag == TAG_SCOPE)
			good = fst_scope(r);
		else if (tag == TAG_UP)
			leave_scope(r);
		else if (tag == TAG_ATTRIBUTE)
			good = fst_attribute(r);
		else if (tag <= MAX_VARIABLE)
			good = fst_variable(r);
		else
			good = tag == TAG_ATTRIBUTE_END;
	}
	return good;
}

static uint64_t read_big_endian(const uint8_t *p)
{
	uint64_t v = 0;

	for (int i = 0; i < 8; i++)
		v = v << 8 | p[i];
	return v;
}

/* Reads the hierarchy from BLOCK: its uncompressed length, then LZ4 data. */
static bool unpack_hierarchy(struct reader *r, const uint8_t *block,
			     size_t size)
{
	uint64_t n = size < 8 ? MAX_HIERARCHY : read_big_endian(block);
	uint8_t *text = n < MAX_HIERARCHY ? malloc(n + 1) : NULL;
	bool good = text && unpack(block + 8, size - 8, text, n);

	r->at = text;
	r->end = text ? text + n : NULL;
	good = good && read_hierarchy(r);
	free(text);
	return good;
}

static bool read_fst(struct reader *r, const uint8_t *file, size_t size,
		     const char **why)
{
	size_t at = 0;

	*why = "it has no names";
	while (size - at > 9) {
		uint64_t n = read_big_endian(file + at + 1);

		if (n < 8 || n > size - at - 1)
			break;
		if (file[at] == FST_HIERARCHY_GZIP ||
		    file[at] == FST_HIERARCHY_TWICE)
			*why = "its names are compressed in a way that is "
			       "not known here";
		if (file[at] == FST_HIERARCHY)
			return unpack_hierarchy(r, file + at + 9, n - 8);
		at += 1 + n;
	}
	return false;
}

/* --- files ------------------------------------------------------------ */

static bool read_binary(struct reader *r, const char *path, const char **why)
{
	size_t size;
	char *file = proc_read_file(path, &size);
	bool good = file && read_fst(r, (const uint8_t *)file, size, why);

	free(file);
	return good;
}

int dump_read(const char *path, struct dump *out, char *why, size_t why_size)
{
	struct reader r = { .dump = out };
	const char *reason = "it is no VCD or FST file";
	FILE *f = fopen(path, "rb");
	int first;
	bool good;

	*out = (struct dump){ 0 };
	if (!f) {
		snprintf(why, why_size, "cannot read '%s'", path);
		return -1;
	}
	first = getc(f);
	rewind(f);
	good = first == FST_HEADER ? read_binary(&r, path, &reason) :
	       read_vcd(&r, f);
	fclose(f);
	if (good)
		return 0;
	dump_free(out);
	snprintf(why, why_size, "'%s': %s", path, reason);
	return -1;
}
