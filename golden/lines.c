/* lines.c - the line numbers of a program that was compiled with -g
 * SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of the DWARF standard, version 5, section 6.2, and version 4, which
 * clang writes for linkers that do not know all of its relocations.
 */
#include "golden/lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "golden/bytes.h"

enum {
	VERSION = 5, OLD_VERSION = 4,
	ADDRESS_BYTES = 4,
	CONTENT_PATH = 1,
	FORM_STRING = 0x08, FORM_DATA1 = 0x0b, FORM_DATA2 = 0x05,
	FORM_UDATA = 0x0f, FORM_DATA16 = 0x1e, FORM_LINE_STRP = 0x1f,
	COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, NEGATE_STMT,
	BASIC_BLOCK, CONST_ADD_PC, FIXED_ADVANCE_PC,
	END_SEQUENCE = 1, SET_ADDRESS = 2,
	FORMATS = 8             /* columns of a table of files */
};

/* Bytes from AT to END; once one is missing, all that follow are zero. */
struct cursor {
	const uint8_t *at, *end;
	bool bad;
};

struct unit {                   /* of the line table: usually a source file */
	struct cursor c;
	uint32_t files;         /* how many */
	const char **file;      /* names, or NULL */
	uint32_t step;          /* bytes of the shortest instruction */
	int32_t line_base;
	uint32_t line_range, opcode_base;
	uint8_t arguments[256]; /* of the standard opcodes */
};

struct reader {
	struct lines *out;
	const uint8_t *line;    /* the section, and our copy of it */
	const char *copy;
	size_t room;
	size_t names_size;
	uint32_t lowest, highest;
};

/* --- bytes ------------------------------------------------------------ */

static const uint8_t *take(struct cursor *c, size_t n)
{
	static const uint8_t none[16];
	const uint8_t *p = c->at;

	if (c->bad || n > (size_t)(c->end - c->at)) {
		c->bad = true;
		return none;
	}
	c->at += n;
	return p;
}

static void skip(struct cursor *c, size_t n)
{
	if (n > (size_t)(c->end - c->at))
		c->bad = true;
	else
		c->at += n;
}

static uint32_t u8(struct cursor *c) { return *take(c, 1); }
static uint32_t u16(struct cursor *c) { return bytes_u16(take(c, 2)); }
static uint32_t u32(struct cursor *c) { return bytes_u32(take(c, 4)); }

/* The low 32 bits. */
static uint32_t leb(struct cursor *c, bool sign)
{
	uint32_t value = 0, shift = 0, byte;

	do {
		byte = u8(c);
		if (shift < 32)
			value |= (byte & 127) << shift;
		shift += 7;
	} while (byte & 128);
	if (sign && byte & 64 && shift < 32)
		value |= UINT32_MAX << shift;
	return value;
}

/* --- the head of a unit ----------------------------------------------- */

/* A string of the section, which ends with a zero; "" if it has no end. */
static const char *string(struct cursor *c, const struct reader *r)
{
	const uint8_t *from = c->at;

	while (u8(c))
		;
	return c->bad ? "" : r->copy + (from - r->line);
}

/* A column of FORM: its string if it is one that is kept, else NULL. */
static const char *column(struct cursor *c, uint32_t form,
			  const struct reader *r)
{
	uint32_t at;

	switch (form) {
	case FORM_LINE_STRP:
		at = u32(c);
		return at < r->names_size ? r->out->names + at : NULL;
	case FORM_STRING: return string(c, r);
	case FORM_UDATA: leb(c, false); return NULL;
	case FORM_DATA1: skip(c, 1); return NULL;
	case FORM_DATA2: skip(c, 2); return NULL;
	case FORM_DATA16: skip(c, 16); return NULL;
	default: c->bad = true; return NULL;
	}
}

/* A table of folders or of files, whose names go to FILE if that is not NULL.
 * Returns the number of entries. */
static uint32_t table(struct cursor *c, const struct reader *r,
		      const char ***file)
{
	uint32_t content[FORMATS] = { 0 }, form[FORMATS] = { 0 };
	uint32_t columns = u8(c), n;

	if (columns > FORMATS)
		c->bad = true;
	for (uint32_t i = 0; i < columns && !c->bad; i++) {
		content[i] = leb(c, false);
		form[i] = leb(c, false);
	}
	n = leb(c, false);
	if (c->bad || n > (size_t)(c->end - c->at))
		c->bad = true;
	if (c->bad)
		return 0;
	if (file && !(*file = calloc(n + 1, sizeof **file)))
		c->bad = true;
	for (uint32_t i = 0; i < n && !c->bad; i++)
		for (uint32_t j = 0; j < columns; j++) {
			const char *name = column(c, form[j], r);

			if (file && content[j] == CONTENT_PATH)
				(*file)[i] = name;
		}
	return n;
}

/* The files of version 4, of which the first has the number 1. */
static uint32_t old_files(struct cursor *c, const struct reader *r,
			  const char **file)
{
	uint32_t n = 1;
	const char *name;

	while (*(name = string(c, r))) {
		for (int i = 0; i < 3; i++) /* folder, time, size */
			leb(c, false);
		if (file)
			file[n] = name;
		n++;
	}
	return n;
}

static uint32_t old_tables(struct cursor *c, const struct reader *r,
			   const char ***file)
{
	struct cursor again;

	while (*string(c, r))
		; /* folders */
	again = *c;
	*file = calloc(old_files(&again, r, NULL), sizeof **file);
	if (!*file)
		c->bad = true;
	return c->bad ? 0 : old_files(c, r, *file);
}

/* Leaves the cursor at the program. */
static bool head(struct unit *u, const struct reader *r)
{
	struct cursor *c = &u->c;
	const uint8_t *program;
	uint32_t length, version = u16(c);

	if (version == VERSION ? u8(c) != ADDRESS_BYTES || u8(c) != 0 :
				 version != OLD_VERSION)
		return false;
	length = u32(c);
	if (c->bad || length > (size_t)(c->end - c->at))
		return false;
	program = c->at + length;
	u->step = u8(c);
	skip(c, 2);
	u->line_base = (int8_t)u8(c);
	u->line_range = u8(c);
	u->opcode_base = u8(c);
	for (uint32_t i = 1; i < u->opcode_base; i++)
		u->arguments[i] = (uint8_t)u8(c);
	if (version == VERSION) {
		table(c, r, NULL);
		u->files = table(c, r, &u->file);
	} else {
		u->files = old_tables(c, r, &u->file);
	}
	if (c->bad || !u->line_range || !u->opcode_base)
		return false;
	c->at = program;
	return true;
}

/* --- its program ------------------------------------------------------ */

struct state {
	uint32_t addr, line, file;
};

static bool add(struct reader *r, const struct unit *u, const struct state *s,
		bool ends)
{
	const char *file = s->file < u->files ? u->file[s->file] : NULL;
	struct lines *l = r->out;
	struct lines_row *more;

	if (s->addr < r->lowest || s->addr > r->highest)
		return true;
	if (l->count == r->room) {
		r->room = r->room ? 2 * r->room : 256;
		more = realloc(l->rows, r->room * sizeof *more);
		if (!more)
			return false;
		l->rows = more;
	}
	l->rows[l->count] = (struct lines_row){
		s->addr, ends || !file ? 0 : s->line, (uint32_t)l->count, file
	};
	l->count++;
	return true;
}

static bool extended(struct reader *r, struct unit *u, struct state *s)
{
	static const struct state first = { 0, 1, 1 };
	struct cursor *c = &u->c;
	uint32_t length = leb(c, false);
	uint32_t op = length ? u8(c) : 0;
	bool done = true;

	if (op == SET_ADDRESS && length == 1 + ADDRESS_BYTES) {
		s->addr = u32(c);
		return true;
	}
	if (op == END_SEQUENCE) {
		done = add(r, u, s, true);
		*s = first;
	}
	if (length)
		skip(c, length - 1);
	return done;
}

static void standard(struct unit *u, struct state *s, uint32_t op)
{
	struct cursor *c = &u->c;

	switch (op) {
	case ADVANCE_PC: s->addr += leb(c, false) * u->step; break;
	case ADVANCE_LINE: s->line += leb(c, true); break;
	case SET_FILE: s->file = leb(c, false); break;
	case CONST_ADD_PC:
		s->addr += (255 - u->opcode_base) / u->line_range * u->step;
		break;
	case FIXED_ADVANCE_PC: s->addr += u16(c); break;
	default:
		for (uint32_t i = 0; i < u->arguments[op]; i++)
			leb(c, false);
	}
}

static bool run(struct reader *r, struct unit *u)
{
	struct state s = { 0, 1, 1 };
	bool done = true;

	while (done && !u->c.bad && u->c.at < u->c.end) {
		uint32_t op = u8(&u->c);

		if (op >= u->opcode_base) {
			op -= u->opcode_base;
			s.addr += op / u->line_range * u->step;
			s.line += (uint32_t)u->line_base + op % u->line_range;
			done = add(r, u, &s, false);
		} else if (op == 0) {
			done = extended(r, u, &s);
		} else if (op == COPY) {
			done = add(r, u, &s, false);
		} else {
			standard(u, &s, op);
		}
	}
	return done;
}

/* --- all of it -------------------------------------------------------- */

/* Where one sequence ends and another begins, the end comes first; else what
 * comes later in the table holds. */
static int order(const void *a, const void *b)
{
	const struct lines_row *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr > y->addr ? 1 : -1;
	if (!x->line != !y->line)
		return x->line ? 1 : -1;
	return x->number > y->number ? 1 : -1;
}

static bool read_units(struct reader *r, const uint8_t *line, size_t size)
{
	struct cursor all = { line, line + size, false };
	bool done = true;

	while (done && all.at < all.end) {
		uint32_t length = u32(&all);
		struct unit u = { .c = { all.at, all.at, false } };

		if (all.bad || length > (size_t)(all.end - all.at))
			break;
		all.at += length;
		u.c.end = all.at;
		if (head(&u, r))
			done = run(r, &u);
		free(u.file);
	}
	return done;
}

int lines_read(const uint8_t *line, size_t line_size, const uint8_t *names,
	       size_t names_size, uint32_t lowest, uint32_t highest,
	       struct lines *out)
{
	char *kept = malloc(names_size + 1 + line_size);
	struct reader r = { out, line, NULL, 0, names_size, lowest, highest };

	*out = (struct lines){ .names = kept };
	if (!kept)
		return -1;
	if (names_size)
		memcpy(kept, names, names_size);
	kept[names_size] = '\0';
	r.copy = kept + names_size + 1;
	memcpy(kept + names_size + 1, line, line_size);
	if (!read_units(&r, line, line_size)) {
		lines_free(out);
		return -1;
	}
	if (out->count)
		qsort(out->rows, out->count, sizeof *out->rows, order);
	return 0;
}

void lines_free(struct lines *lines)
{
	free(lines->rows);
	free(lines->names);
	*lines = (struct lines){ 0 };
}

const struct lines_row *lines_at(const struct lines *lines, uint32_t addr)
{
	size_t low = 0, high = lines->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->rows[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low && lines->rows[low - 1].line ? &lines->rows[low - 1] : NULL;
}
