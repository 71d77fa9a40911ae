/* inlines.c - what a compiler has inlined, and where it was called
 * SPDX-License-Identifier: Apache-2.0
 *
 * The constants are those of the DWARF standard: version 5, section 7.5, and
 * version 4. GCC writes addresses and offsets in place, and so does clang in
 * version 4; a unit with indexed ones contributes nothing.
 */
#include "golden/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/dwarf.h"

enum {
	VERSION = 5, OLD_VERSION = 4, UNIT_COMPILE = 1,
	TAG_COMPILE_UNIT = 0x11, TAG_INLINED = 0x1d,
	AT_STMT_LIST = 0x10, AT_LOW_PC, AT_HIGH_PC, AT_RANGES = 0x55,
	AT_CALL_FILE = 0x58, AT_CALL_LINE = 0x59,
	FORM_ADDR = 1, FORM_BLOCK2 = 3, FORM_BLOCK4, FORM_DATA2, FORM_DATA4,
	FORM_DATA8, FORM_STRING, FORM_BLOCK, FORM_BLOCK1, FORM_DATA1, FORM_FLAG,
	FORM_SDATA, FORM_STRP, FORM_UDATA, FORM_REF_ADDR, FORM_REF1, FORM_REF2,
	FORM_REF4, FORM_REF8, FORM_REF_UDATA,
	FORM_SEC_OFFSET = 0x17, FORM_EXPRLOC, FORM_FLAG_PRESENT,
	FORM_DATA16 = 0x1e, FORM_LINE_STRP, FORM_REF_SIG8, FORM_IMPLICIT_CONST,
	RANGE_END = 0, RANGE_OFFSET_PAIR = 4, RANGE_BASE, RANGE_START_END,
	RANGE_START_LENGTH,
	CODES = 4096,           /* most kinds of entries in a unit */
	MOST = 1 << 18,         /* most ranges that are kept */
	PATH = 4096,            /* bytes of a folder; longer ones are cut */
	DEPTH = 32              /* most calls that were inlined in each other */
};

struct unit {
	struct cursor c;
	uint32_t version, base;
	const struct lines_unit *names;         /* NULL: not known */
	const uint8_t *codes[CODES];            /* abbreviations by code */
	const uint8_t *codes_end;               /* end of their section */
};

struct reader {
	const struct lines_info *from;
	struct lines *lines;
	size_t room;
};

/* An entry: of its attributes those that are looked at. */
struct entry {
	uint32_t tag, low, high, ranges, stmt_list, file, line;
	bool has_low, has_high, has_ranges;
};

/* --- abbreviations ---------------------------------------------------- */

static struct cursor cursor_at(const struct lines_section *s, uint32_t at)
{
	const uint8_t *from = s->data;

	if (!from || at > s->size)
		return (struct cursor){ NULL, NULL, true };
	return (struct cursor){ from + at, from + s->size, false };
}

static bool read_codes(struct unit *u, struct cursor c)
{
	uint32_t code, at, form;

	memset(u->codes, 0, sizeof u->codes);
	u->codes_end = c.end;
	while ((code = leb(&c, false)) && !c.bad) {
		if (code >= CODES)
			return false;
		u->codes[code] = c.at;
		leb(&c, false);
		u8(&c);
		do {
			at = leb(&c, false);
			form = leb(&c, false);
			if (form == FORM_IMPLICIT_CONST)
				leb(&c, true);
		} while (at || form);
	}
	return !c.bad;
}

/* --- entries ---------------------------------------------------------- */

static uint32_t skip_block(struct cursor *c, uint32_t size)
{
	skip(c, size);
	return 0;
}

/* Reads a value of FORM, or skips one that is no number. */
static uint32_t read_value(struct cursor *c, uint32_t form, struct cursor *kind)
{
	uint32_t low;

	switch (form) {
	case FORM_ADDR:
	case FORM_DATA4:
	case FORM_STRP:
	case FORM_REF_ADDR:
	case FORM_REF4:
	case FORM_SEC_OFFSET:
	case FORM_LINE_STRP: return u32(c);
	case FORM_DATA2:
	case FORM_REF2: return u16(c);
	case FORM_DATA1:
	case FORM_FLAG:
	case FORM_REF1: return u8(c);
	case FORM_SDATA: return leb(c, true);
	case FORM_UDATA:
	case FORM_REF_UDATA: return leb(c, false);
	case FORM_IMPLICIT_CONST: return leb(kind, true);
	case FORM_FLAG_PRESENT: return 1;
	case FORM_DATA8:
	case FORM_REF8:
	case FORM_REF_SIG8:
		low = u32(c);
		skip(c, 4);
		return low;
	case FORM_DATA16: return skip_block(c, 16);
	case FORM_BLOCK1: return skip_block(c, u8(c));
	case FORM_BLOCK2: return skip_block(c, u16(c));
	case FORM_BLOCK4: return skip_block(c, u32(c));
	case FORM_BLOCK:
	case FORM_EXPRLOC: return skip_block(c, leb(c, false));
	case FORM_STRING:
		while (u8(c))
			;
		return 0;
	}
	c->bad = true;
	return 0;
}

static void note(struct entry *e, uint32_t at, uint32_t form, uint32_t value)
{
	switch (at) {
	case AT_LOW_PC:
		e->low = value;
		e->has_low = true;
		break;
	case AT_HIGH_PC:
		e->high = form == FORM_ADDR ? value : e->low + value;
		e->has_high = true;
		break;
	case AT_RANGES:
		e->ranges = value;
		e->has_ranges = true;
		break;
	case AT_STMT_LIST: e->stmt_list = value; break;
	case AT_CALL_FILE: e->file = value; break;
	case AT_CALL_LINE: e->line = value; break;
	}
}

/* Reads an entry of CODE. Has it children? */
static bool read_entry(struct unit *u, uint32_t code, struct entry *e)
{
	struct cursor kind;
	uint32_t at, form;
	bool children;

	*e = (struct entry){ 0 };
	if (code >= CODES || !u->codes[code]) {
		u->c.bad = true;
		return false;
	}
	kind = (struct cursor){ u->codes[code], u->codes_end, false };
	e->tag = leb(&kind, false);
	children = u8(&kind);
	for (;;) {
		at = leb(&kind, false);
		form = leb(&kind, false);
		if (!at && !form)
			return children;
		note(e, at, form, read_value(&u->c, form, &kind));
		if (u->c.bad)
			return false;
	}
}

/* --- ranges ----------------------------------------------------------- */

static bool add(struct reader *r, const struct unit *u, const struct entry *e,
		uint32_t depth, uint32_t low, uint32_t high)
{
	const struct lines_unit *n = u->names;
	struct lines *l = r->lines;
	struct lines_inline *more;
	uint32_t home;

	if (l->inline_count == MOST || low >= high || !n ||
	    e->file >= n->files || !n->file[e->file])
		return true;
	home = n->home[e->file];
	if (l->inline_count == r->room) {
		r->room = r->room ? 2 * r->room : 64;
		more = realloc(l->inlines, r->room * sizeof *more);
		if (!more)
			return false;
		l->inlines = more;
	}
	l->inlines[l->inline_count++] = (struct lines_inline){
		low, high, depth, e->line, n->file[e->file],
		home < n->folders ? n->folder[home] : NULL
	};
	return true;
}

/* The ranges of version 4: pairs of addresses. */
static bool add_old_ranges(struct reader *r, const struct unit *u,
			   const struct entry *e, uint32_t depth)
{
	struct cursor c = cursor_at(&r->from->ranges, e->ranges);
	uint32_t base = u->base, low, high;
	bool done = true;

	while (done) {
		low = u32(&c);
		high = u32(&c);
		if (c.bad || (!low && !high))
			break;
		if (low == UINT32_MAX)
			base = high;
		else
			done = add(r, u, e, depth, base + low, base + high);
	}
	return done;
}

static bool add_ranges(struct reader *r, const struct unit *u,
		       const struct entry *e, uint32_t depth)
{
	struct cursor c = cursor_at(&r->from->rnglists, e->ranges);
	uint32_t base = u->base, low, high, kind;
	bool done = true;

	while (done && (kind = u8(&c)) && !c.bad) {
		if (kind == RANGE_BASE) {
			base = u32(&c);
			continue;
		}
		if (kind < RANGE_OFFSET_PAIR || kind > RANGE_START_LENGTH)
			break;
		low = kind == RANGE_OFFSET_PAIR ? base + leb(&c, false) :
		      u32(&c);
		high = kind == RANGE_START_END ? u32(&c) : leb(&c, false);
		if (kind != RANGE_START_END)
			high += kind == RANGE_OFFSET_PAIR ? base : low;
		if (!c.bad)
			done = add(r, u, e, depth, low, high);
	}
	return done;
}

static bool add_inline(struct reader *r, const struct unit *u,
		       const struct entry *e, uint32_t depth)
{
	if (e->has_ranges)
		return u->version == VERSION ? add_ranges(r, u, e, depth) :
		       add_old_ranges(r, u, e, depth);
	return !e->has_low || !e->has_high ||
	       add(r, u, e, depth, e->low, e->high);
}

/* --- units ------------------------------------------------------------ */

static const struct lines_unit *find_names(const struct lines *l,
					   uint32_t offset)
{
	for (size_t i = 0; i < l->unit_count; i++)
		if (l->units[i].offset == offset)
			return &l->units[i];
	return NULL;
}

/* Reads the header of a unit and its abbreviations; false: it cannot be
 * used. */
static bool read_head(struct unit *u, const struct reader *r)
{
	struct cursor *c = &u->c;
	uint32_t abbrev, bytes;
	bool compiles = true;

	u->version = u16(c);
	if (u->version == VERSION) {
		compiles = u8(c) == UNIT_COMPILE;
		bytes = u8(c);
		abbrev = u32(c);
	} else {
		abbrev = u32(c);
		bytes = u8(c);
	}
	return !c->bad && compiles && bytes == 4 &&
	       (u->version == VERSION || u->version == OLD_VERSION) &&
	       read_codes(u, cursor_at(&r->from->abbrev, abbrev));
}

static bool read_unit(struct reader *r, struct unit *u)
{
	uint32_t depth = 0, code;
	struct entry e;
	bool done = true;

	while (done && !u->c.bad && u->c.at < u->c.end) {
		code = leb(&u->c, false);
		if (!code) {
			depth -= depth > 0;
			continue;
		}
		depth += read_entry(u, code, &e);
		if (u->c.bad)
			break;
		if (e.tag == TAG_COMPILE_UNIT) {
			u->base = e.low;
			u->names = find_names(r->lines, e.stmt_list);
		} else if (e.tag == TAG_INLINED) {
			done = add_inline(r, u, &e, depth);
		}
	}
	return done;
}

int lines_read_inlines(const struct lines_info *sections, struct lines *lines)
{
	struct reader r = { sections, lines, 0 };
	struct cursor all = cursor_at(&sections->info, 0);
	struct unit *u = malloc(sizeof *u);
	bool done = u;

	while (done && !all.bad && all.at < all.end) {
		uint32_t length = u32(&all);

		if (all.bad || length > (size_t)(all.end - all.at))
			break;
		u->c = (struct cursor){ all.at, all.at + length, false };
		u->base = 0;
		u->names = NULL;
		all.at += length;
		if (read_head(u, &r))
			done = read_unit(&r, u);
	}
	free(u);
	return done ? 0 : -1;
}

/* --- the user's line -------------------------------------------------- */

/* Adds I to the CALLS, the innermost ones first. */
static size_t insert(const struct lines_inline *calls[DEPTH], size_t count,
		     const struct lines_inline *i)
{
	size_t at = count;

	if (count == DEPTH)
		return count;
	for (; at && calls[at - 1]->depth < i->depth; at--)
		calls[at] = calls[at - 1];
	calls[at] = i;
	return count + 1;
}

/* Writes the folder of FILE, which may lie below FOLDER, to OUT. */
static void folder_of(const char *folder, const char *file, char out[PATH])
{
	char *slash;

	if (!folder || file[0] == '/')
		snprintf(out, PATH, "%s", file);
	else
		snprintf(out, PATH, "%s/%s", folder, file);
	slash = strrchr(out, '/');
	if (slash)
		*slash = '\0';
	else
		*out = '\0';
}

/* Compilers write one file as FOLDER/SUB and FILE or as FOLDER and SUB/FILE. */
static bool same_folder(const struct lines_row *a, const struct lines_inline *b)
{
	char x[PATH], y[PATH];

	if (!a->file || !b->file)
		return a->file == b->file;
	folder_of(a->folder, a->file, x);
	folder_of(b->folder, b->file, y);
	return strcmp(x, y) == 0;
}

int lines_user(const struct lines *lines, uint32_t addr, struct lines_row *out)
{
	const struct lines_row *row = lines_at(lines, addr);
	const struct lines_inline *calls[DEPTH];
	size_t count = 0;

	if (!row)
		return -1;
	*out = *row;
	for (size_t i = 0; i < lines->inline_count; i++)
		if (addr - lines->inlines[i].low <
		    lines->inlines[i].high - lines->inlines[i].low)
			count = insert(calls, count, &lines->inlines[i]);
	if (!count)
		return 0;
	for (size_t i = 0;
	     i < count && !same_folder(out, calls[count - 1]); i++) {
		out->line = calls[i]->line;
		out->file = calls[i]->file;
		out->folder = calls[i]->folder;
	}
	return 0;
}
