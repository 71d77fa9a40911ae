/* toml.c - reads a strict subset of TOML: tables, dotted keys, scalars
 * SPDX-License-Identifier: Apache-2.0
 *
 * The text is read line by line. An error on a line does not hide an error on
 * the next. The encoding of a line is checked first.
 */
#include "gen/toml.h"

#include <string.h>

struct toml_parser {
	struct diag *dg;
	const char *file;
	const char *line;       /* first byte of the current line */
	const char *p;          /* current position in it */
	const char *end;        /* after its last byte, without the line end */
	unsigned number;
	const char *table;      /* the current table; "" at first, NULL: none */
	struct toml_doc *doc;
	struct toml_entry **last_entry;
	struct toml_table **last_table;
};

static struct diag_loc place_of(const struct toml_parser *t, const char *p)
{
	return (struct diag_loc){ t->file, t->number,
				  (unsigned)(p - t->line) + 1 };
}

static bool refuse(struct toml_parser *t, const char *p, const char *text)
{
	diag_error(t->dg, place_of(t, p), "toml-syntax", "%s", text);
	return false;
}

static bool is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static void skip_blanks(struct toml_parser *t)
{
	while (t->p < t->end && (*t->p == ' ' || *t->p == '\t'))
		t->p++;
}

static bool at_end(const struct toml_parser *t)
{
	return t->p == t->end || *t->p == '#';
}

static bool is_next(const struct toml_parser *t, char c)
{
	return t->p < t->end && *t->p == c;
}

/* The length of the UTF-8 character at P, or 0 if it is malformed. */
static size_t utf8_length(const unsigned char *p, size_t left)
{
	size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 :
		   p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
	if (n > left)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if (n == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) ||
		       (p[0] == 0xed && p[1] > 0x9f)))
		return 0;
	if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) ||
		       (p[0] == 0xf4 && p[1] > 0x8f)))
		return 0;
	return n;
}

/* Checks that the line is UTF-8 without control characters other than tab. */
static bool check_encoding(struct toml_parser *t)
{
	for (const char *p = t->line; p < t->end;) {
		unsigned char c = (unsigned char)*p;
		size_t n = utf8_length((const unsigned char *)p,
				       (size_t)(t->end - p));
		if (n == 0) {
			diag_error(t->dg, place_of(t, p), "toml-encoding",
				   "byte 0x%02x is not UTF-8", c);
			return false;
		}
		if ((c < 0x20 && c != '\t') || c == 0x7f) {
			diag_error(t->dg, place_of(t, p), "toml-encoding",
				   "control character 0x%02x", c);
			return false;
		}
		p += n;
	}
	return true;
}

/* Skips one bare key. A quoted key is refused. */
static bool skip_bare_key(struct toml_parser *t)
{
	const char *start = t->p;
	if (start < t->end && (*start == '"' || *start == '\''))
		return refuse(t, start, "write the key without quotes");
	while (t->p < t->end && is_bare(*t->p))
		t->p++;
	if (t->p == start)
		return refuse(t, start, "expected a key (letters, digits, "
			      "'_' and '-')");
	return true;
}

/* Reads a path a.b.c without blanks around the dots. NULL if it is
 * malformed. */
static const char *read_key_path(struct toml_parser *t)
{
	const char *start = t->p;
	do {
		if (t->p > start)
			t->p++;
		if (!skip_bare_key(t))
			return NULL;
	} while (is_next(t, '.'));
	return arena_copy(&t->dg->arena, start, (size_t)(t->p - start));
}

static const char *join(struct toml_parser *t, const char *table,
			const char *key)
{
	size_t a = strlen(table), b = strlen(key);
	char *path = arena_alloc(&t->dg->arena, a + b + 2);
	if (a == 0)
		return key;
	memcpy(path, table, a);
	path[a] = '.';
	memcpy(path + a + 1, key, b);
	return path;
}

/* Is PATH the same as NAME, or below it? */
static bool is_below(const char *path, const char *name)
{
	size_t n = strlen(name);
	return strncmp(path, name, n) == 0 &&
	       (path[n] == '\0' || path[n] == '.');
}

static bool fail_duplicate(struct toml_parser *t, struct diag_loc at,
			   struct diag_loc before, const char *kind,
			   const char *name)
{
	diag_error(t->dg, at, "toml-duplicate", "%s '%s' is already defined",
		   kind, name);
	diag_note(t->dg, before, "'%s' was defined here first", name);
	return false;
}

static bool table_is_new(struct toml_parser *t, const char *name,
			 struct diag_loc at)
{
	for (struct toml_table *b = t->doc->tables; b; b = b->next)
		if (strcmp(b->name, name) == 0)
			return fail_duplicate(t, at, b->at, "table", name);
	for (struct toml_entry *e = t->doc->entries; e; e = e->next)
		if (is_below(e->path, name))
			return fail_duplicate(t, at, e->at, "table", name);
	return true;
}

static bool key_is_new(struct toml_parser *t, const char *path,
		       struct diag_loc at)
{
	for (struct toml_entry *e = t->doc->entries; e; e = e->next)
		if (is_below(path, e->path) || is_below(e->path, path))
			return fail_duplicate(t, at, e->at, "key", path);
	for (struct toml_table *b = t->doc->tables; b; b = b->next)
		if (strcmp(b->name, path) == 0)
			return fail_duplicate(t, at, b->at, "key", path);
	return true;
}

static bool check_line_end(struct toml_parser *t)
{
	skip_blanks(t);
	if (at_end(t))
		return true;
	return refuse(t, t->p, "expected the end of the line or a comment");
}

/* Reads a table header. After a bad header the following keys are dropped, not
 * added to another table. */
static bool read_header(struct toml_parser *t)
{
	const char *start = t->p++, *name;
	struct toml_table *b;

	t->table = NULL;
	if (is_next(t, '['))
		return refuse(t, start, "arrays of tables are not used in a "
			      "configuration");
	skip_blanks(t);
	name = t->p;
	if (!skip_bare_key(t))
		return false;
	if (is_next(t, '.'))
		return refuse(t, t->p, "tables have one level: [core], "
			      "not [core.more]");
	b = arena_alloc(&t->dg->arena, sizeof *b);
	b->name = arena_copy(&t->dg->arena, name, (size_t)(t->p - name));
	b->at = place_of(t, name);
	skip_blanks(t);
	if (!is_next(t, ']'))
		return refuse(t, t->p, "expected ']' after the table name");
	t->p++;
	t->table = b->name;
	if (!table_is_new(t, b->name, b->at))
		return false;
	*t->last_table = b;
	t->last_table = &b->next;
	return check_line_end(t);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static char *put_utf8(char *out, uint32_t c)
{
	if (c < 0x80) {
		*out++ = (char)c;
	} else if (c < 0x800) {
		*out++ = (char)(0xc0 | c >> 6);
		*out++ = (char)(0x80 | (c & 0x3f));
	} else if (c < 0x10000) {
		*out++ = (char)(0xe0 | c >> 12);
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	} else {
		*out++ = (char)(0xf0 | c >> 18);
		*out++ = (char)(0x80 | (c >> 12 & 0x3f));
		*out++ = (char)(0x80 | (c >> 6 & 0x3f));
		*out++ = (char)(0x80 | (c & 0x3f));
	}
	return out;
}

/* Reads \uXXXX or \UXXXXXXXX; T is at the letter. */
static bool read_unicode(struct toml_parser *t, char **out)
{
	const char *start = t->p - 1;
	int digits = *t->p++ == 'u' ? 4 : 8;
	uint32_t c = 0;

	for (int i = 0; i < digits; i++, t->p++) {
		int d = t->p < t->end ? hex_digit(*t->p) : -1;
		if (d < 0)
			return refuse(t, start, "\\u takes four hexadecimal "
				      "digits, \\U eight");
		c = c << 4 | (uint32_t)d;
	}
	if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return refuse(t, start, "this escape is no character");
	*out = put_utf8(*out, c);
	return true;
}

static bool read_escape(struct toml_parser *t, char **out)
{
	static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
	const char *found;

	t->p++;
	if (t->p < t->end && (*t->p == 'u' || *t->p == 'U'))
		return read_unicode(t, out);
	found = t->p < t->end ? memchr(from, *t->p, sizeof from - 1) : NULL;
	if (!found)
		return refuse(t, t->p - 1, "unknown escape; there are \\b \\t "
			      "\\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX");
	*(*out)++ = to[found - from];
	t->p++;
	return true;
}

static bool read_string(struct toml_parser *t, struct toml_value *v)
{
	const char *start = t->p;
	char quote = *t->p++;
	char *out = arena_alloc(&t->dg->arena, (size_t)(t->end - start) + 1);

	v->type = TOML_STRING;
	v->string = out;
	if (t->end - start >= 3 && start[1] == quote && start[2] == quote)
		return refuse(t, start, "strings of several lines are not "
			      "used in a configuration");
	while (t->p < t->end && *t->p != quote) {
		if (quote == '"' && *t->p == '\\') {
			if (!read_escape(t, &out))
				return false;
		} else {
			*out++ = *t->p++;
		}
	}
	if (t->p == t->end)
		return refuse(t, start, "the string does not end on its line");
	t->p++;
	return true;
}

static int digit_of(char c, int base)
{
	int d = hex_digit(c);
	return d < base ? d : -1;
}

const char *toml_integer(const char *text, size_t length, int64_t *out)
{
	const char *p = text, *end = text + length;
	bool negative = p < end && *p == '-';
	int base = 10;
	int64_t value = 0;

	if (p < end && (*p == '-' || *p == '+'))
		p++;
	if (p == text && end - p >= 2 && p[0] == '0' && p[1] == 'x') {
		base = 16;
		p += 2;
	} else if (end - p > 1 && *p == '0') {
		return "a decimal number does not begin with 0";
	}
	if (p == end || digit_of(*p, base) < 0)
		return "expected a number";
	for (; p < end; p++) {
		if (*p == '_') {
			if (end - p < 2 || p[-1] == '_' ||
			    digit_of(p[1], base) < 0)
				return "'_' stands between two digits";
			continue;
		}
		if (digit_of(*p, base) < 0)
			return base == 16 ? "expected hexadecimal digits" :
			       "expected digits (decimal, or hexadecimal "
			       "after 0x)";
		if (value > (INT64_MAX - 15) / base)
			return "the number is too large";
		value = value * base + digit_of(*p, base);
	}
	*out = negative ? -value : value;
	return NULL;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return length == strlen(word) && memcmp(text, word, length) == 0;
}

static bool read_boolean(const char *text, size_t length, struct toml_value *v)
{
	v->type = TOML_BOOL;
	v->boolean = is_word(text, length, "true");
	return v->boolean || is_word(text, length, "false");
}

/* Reads an integer, true or false. */
static bool read_scalar(struct toml_parser *t, struct toml_value *v)
{
	const char *start = t->p, *why;
	size_t n;

	while (t->p < t->end && (is_bare(*t->p) || strchr("+.:", *t->p)))
		t->p++;
	n = (size_t)(t->p - start);
	if (n == 0)
		return refuse(t, start, "expected a value: a number, true, "
			      "false or a \"string\"");
	if (read_boolean(start, n, v))
		return true;
	if (hex_digit(*start) < 0 || *start > '9') {
		if (*start != '-' && *start != '+')
			return refuse(t, start, "a word is written in quotes; "
				      "only true and false stand bare");
	}
	v->type = TOML_INTEGER;
	if (memchr(start, '.', n) || memchr(start, ':', n))
		return refuse(t, start, "only whole numbers are used in a "
			      "configuration");
	why = toml_integer(start, n, &v->integer);
	return why ? refuse(t, start, why) : true;
}

static bool read_value(struct toml_parser *t, struct toml_value *v)
{
	v->at = place_of(t, t->p);
	if (is_next(t, '"') || is_next(t, '\''))
		return read_string(t, v);
	if (is_next(t, '['))
		return refuse(t, t->p, "arrays are not used in a "
			      "configuration");
	if (is_next(t, '{'))
		return refuse(t, t->p, "inline tables are not used in a "
			      "configuration; write a [table]");
	return read_scalar(t, v);
}

static bool read_entry(struct toml_parser *t)
{
	struct toml_entry *e = arena_alloc(&t->dg->arena, sizeof *e);
	const char *key;

	e->at = place_of(t, t->p);
	key = read_key_path(t);
	if (!key)
		return false;
	skip_blanks(t);
	if (!is_next(t, '='))
		return refuse(t, t->p, "expected '=' after the key");
	t->p++;
	skip_blanks(t);
	if (!read_value(t, &e->value) || !check_line_end(t))
		return false;
	if (!t->table)
		return true;
	e->path = join(t, t->table, key);
	if (!key_is_new(t, e->path, e->at))
		return false;
	*t->last_entry = e;
	t->last_entry = &e->next;
	return true;
}

static bool read_line(struct toml_parser *t)
{
	if (!check_encoding(t))
		return false;
	skip_blanks(t);
	if (at_end(t))
		return true;
	return is_next(t, '[') ? read_header(t) : read_entry(t);
}

static bool read_lines(struct toml_parser *t, const char *end)
{
	bool good = true;
	while (t->p < end && !diag_full(t->dg)) {
		const char *newline = memchr(t->p, '\n', (size_t)(end - t->p));
		const char *next = newline ? newline + 1 : end;
		t->line = t->p;
		t->end = newline ? newline : end;
		if (newline && t->end > t->line && t->end[-1] == '\r')
			t->end--;
		t->number++;
		good &= read_line(t);
		t->p = next;
	}
	return good;
}

int toml_parse(const char *file, const char *text, size_t length,
	       struct toml_doc *doc, struct diag *dg)
{
	struct toml_parser t = { .dg = dg, .file = file, .p = text,
				 .table = "", .doc = doc };

	*doc = (struct toml_doc){ 0 };
	t.last_entry = &doc->entries;
	t.last_table = &doc->tables;
	if (length > TOML_MAX_BYTES) {
		diag_error(dg, (struct diag_loc){ file, 0, 0 }, "toml-size",
			   "a configuration has at most %d bytes",
			   TOML_MAX_BYTES);
		return -1;
	}
	if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		t.p += 3;
	return read_lines(&t, text + length) ? 0 : -1;
}

void toml_word(const char *word, struct diag_loc at, struct toml_value *v)
{
	size_t n = strlen(word);
	*v = (struct toml_value){ .string = word, .at = at };
	if (read_boolean(word, n, v))
		return;
	v->type = toml_integer(word, n, &v->integer) ? TOML_BARE :
		  TOML_INTEGER;
}
