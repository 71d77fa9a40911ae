/* lines.c - the line table of a program that was compiled with -g
 * SPDX-License-Identifier: Apache-2.0
 *
 * The constants are those of the DWARF standard: version 5, section 6.2, and
 * version 4, which clang writes for linkers that lack some of its relocations.
 */
#include "golden/lines.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "golden/dwarf.h"

enum {
	VERSION = 5, OLD_VERSION = 4,
	ADDRESS_BYTES = 4,
	CONTENT_PATH = 1, CONTENT_FOLDER = 2,
	FORM_STRING = 0x08, FORM_DATA1 = 0x0b, FORM_DATA2 = 0x05,
	FORM_UDATA = 0x0f, FORM_DATA16 = 0x1e, FORM_LINE_STRP = 0x1f,
	COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN, NEGATE_STMT,
	BASIC_BLOCK, CONST_ADD_PC, FIXED_ADVANCE_PC,
	END_SEQUENCE = 1, SET_ADDRESS = 2,
	FORMATS = 8             /* most columns of a table of files */
};

struct unit {                   /* unit of the line table, usually a source
				 * file */
	struct cursor c;
	struct lines_unit names;
	uint32_t step;          /* bytes of the shortest instruction */
	int32_t line_base;
	uint32_t line_range, opcode_base;
	uint8_t arguments[256]; /* of each standard opcode */
};

struct reader {
	struct lines *out;
	const uint8_t *line;    /* the section .debug_line, and its copy in
				 * OUT */
	const char *copy;
	size_t room;
	size_t names_size;
	uint32_t lowest, highest;
};

/* --- the head of a unit ----------------------------------------------- */

/* Reads a string up to its zero byte; "" if it has no end. */
static const char *read_string(struct cursor *c, const struct reader *r)
{
	const uint8_t *from = c->at;

	while (u8(c))
		;
	return c->bad ? "" : r->copy + (from - r->line);
}

/* Skips a column of FORM. Returns its string, if it is a name, or NULL; then
 * *NUMBER becomes its number, if it is one. */
static const char *read_column(struct cursor *c, uint32_t form,
			       const struct reader *r, uint32_t *number)
{
	uint32_t at;

	switch (form) {
	case FORM_LINE_STRP:
		at = u32(c);
		return at < r->names_size ? r->out->names + at : NULL;
	case FORM_STRING: return read_string(c, r);
	case FORM_UDATA: *number = leb(c, false); return NULL;
	case FORM_DATA1: *number = u8(c); return NULL;
	case FORM_DATA2: *number = u16(c); return NULL;
	case FORM_DATA16: skip(c, 16); return NULL;
	default: c->bad = true; return NULL;
	}
}

/* Reads a table of folders or of files. *NAME becomes a new array of the
 * names, and *HOME one of the numbers of their folders. Returns the number of
 * entries. */
static uint32_t read_table(struct cursor *c, const struct reader *r,
			   const char ***name, uint32_t **home)
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
	*name = calloc(n + 1, sizeof **name);
	*home = calloc(n + 1, sizeof **home);
	if (!*name || !*home)
		c->bad = true;
	for (uint32_t i = 0; i < n && !c->bad; i++)
		for (uint32_t j = 0; j < columns; j++) {
			uint32_t number = 0;
			const char *text = read_column(c, form[j], r, &number);

			if (content[j] == CONTENT_PATH)
				(*name)[i] = text;
			if (content[j] == CONTENT_FOLDER)
				(*home)[i] = number;
		}
	return n;
}

/* Reads the folders of version 4 into FOLDER, or its files into FILE and HOME,
 * unless they are NULL. Numbers begin with 1. Returns 1 + the number of
 * names. */
static uint32_t read_old_folders(struct cursor *c, const struct reader *r,
				 const char **folder)
{
	uint32_t n = 1;
	const char *name;

	for (; *(name = read_string(c, r)); n++)
		if (folder)
			folder[n] = name;
	return n;
}

static uint32_t read_old_files(struct cursor *c, const struct reader *r,
			       const char **file, uint32_t *home)
{
	uint32_t n = 1;
	const char *name;

	for (; *(name = read_string(c, r)); n++) {
		uint32_t folder = leb(c, false);

		leb(c, false);  /* time */
		leb(c, false);  /* size */
		if (file)
			file[n] = name;
		if (home)
			home[n] = folder;
	}
	return n;
}

/* The folder 0, that of the compiler, is in another section. */
static void read_old_tables(struct unit *u, const struct reader *r)
{
	struct lines_unit *n = &u->names;
	struct cursor pass = u->c;
	uint32_t files;

	n->folder = calloc(read_old_folders(&pass, r, NULL),
			   sizeof *n->folder);
	files = read_old_files(&pass, r, NULL, NULL);
	n->file = calloc(files, sizeof *n->file);
	n->home = calloc(files, sizeof *n->home);
	if (!n->folder || !n->file || !n->home)
		u->c.bad = true;
	if (u->c.bad)
		return;
	n->folders = read_old_folders(&u->c, r, n->folder);
	n->files = read_old_files(&u->c, r, n->file, n->home);
}

static void read_tables(struct unit *u, const struct reader *r)
{
	struct lines_unit *n = &u->names;
	uint32_t *none = NULL;

	n->folders = read_table(&u->c, r, &n->folder, &none);
	free(none);
	n->files = read_table(&u->c, r, &n->file, &n->home);
}

/* Reads the header of a unit, and leaves the cursor at the line-number program.
 * Returns false if the unit cannot be used. */
static bool read_head(struct unit *u, const struct reader *r)
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
	if (version == VERSION)
		read_tables(u, r);
	else
		read_old_tables(u, r);
	if (c->bad || !u->line_range || !u->opcode_base)
		return false;
	c->at = program;
	return true;
}

/* --- the line-number program ------------------------------------------ */

struct state {
	uint32_t addr, line, file;
};

/* Adds a row for the state S, unless it is outside the range. ENDS: the end of
 * a sequence. Returns false if memory runs out. */
static bool put_row(struct reader *r, const struct unit *u,
		    const struct state *s, bool ends)
{
	const struct lines_unit *n = &u->names;
	const char *file = s->file < n->files ? n->file[s->file] : NULL;
	uint32_t home = file ? n->home[s->file] : 0;
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
		s->addr, ends || !file ? 0 : s->line, (uint32_t)l->count, file,
		home < n->folders ? n->folder[home] : NULL
	};
	l->count++;
	return true;
}

static bool run_extended(struct reader *r, struct unit *u, struct state *s)
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
		done = put_row(r, u, s, true);
		*s = first;
	}
	if (length)
		skip(c, length - 1);
	return done;
}

static void run_standard(struct unit *u, struct state *s, uint32_t op)
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

static bool run_program(struct reader *r, struct unit *u)
{
	struct state s = { 0, 1, 1 };
	bool done = true;

	while (done && !u->c.bad && u->c.at < u->c.end) {
		uint32_t op = u8(&u->c);

		if (op >= u->opcode_base) {
			op -= u->opcode_base;
			s.addr += op / u->line_range * u->step;
			s.line += (uint32_t)u->line_base + op % u->line_range;
			done = put_row(r, u, &s, false);
		} else if (op == 0) {
			done = run_extended(r, u, &s);
		} else if (op == COPY) {
			done = put_row(r, u, &s, false);
		} else {
			run_standard(u, &s, op);
		}
	}
	return done;
}

/* --- the interface ---------------------------------------------------- */

/* Orders rows by address. At one address the end of a sequence comes first,
 * then rows in the order of the table, so that the last one holds. */
static int compare_rows(const void *a, const void *b)
{
	const struct lines_row *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr > y->addr ? 1 : -1;
	if (!x->line != !y->line)
		return x->line ? 1 : -1;
	return x->number > y->number ? 1 : -1;
}

static void free_names(struct lines_unit *u)
{
	free(u->file);
	free(u->folder);
	free(u->home);
}

/* Moves the names of a unit to L. */
static bool keep_names(struct lines *l, struct lines_unit *u)
{
	size_t size = (l->unit_count + 1) * sizeof *l->units;
	struct lines_unit *more = realloc(l->units, size);

	if (!more) {
		free_names(u);
		return false;
	}
	l->units = more;
	l->units[l->unit_count++] = *u;
	return true;
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
		u.names.offset = (uint32_t)(all.at - 4 - line);
		all.at += length;
		u.c.end = all.at;
		if (read_head(&u, r))
			done = run_program(r, &u);
		else
			u.names.files = u.names.folders = 0;
		done = keep_names(r->out, &u.names) && done;
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
		qsort(out->rows, out->count, sizeof *out->rows, compare_rows);
	return 0;
}

void lines_free(struct lines *lines)
{
	for (size_t i = 0; i < lines->unit_count; i++)
		free_names(&lines->units[i]);
	free(lines->units);
	free(lines->inlines);
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
