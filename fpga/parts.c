/* parts.c - divide an elaborated design into parts that are synthesized
 * separately
 * SPDX-License-Identifier: Apache-2.0
 *
 * A module is a list of items: wires, memories, cells, processes, connections.
 * Yosys numbers unnamed items through the whole design and sorts by name, so
 * the same module looks different in two designs. Here the numbers become ranks
 * within the module, and the items are sorted again.
 */
#define _XOPEN_SOURCE 700
#include "fpga/parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A module with fewer lines becomes part of the modules that have instances of
 * it. */
enum { LEAST_LINES = 600 };

enum { DIGITS = 7, INDENT = 2 };

enum kind { ATTRIBUTE, PARAMETER, WIRE, MEMORY, CELL, PROCESS, CONNECT };

struct item {
	enum kind kind;
	char *text;             /* lines with newlines; owned */
	const char *child;      /* type of a cell, within text */
	size_t child_length;
};

struct module {
	char *name;
	struct item *items;
	size_t count, room;
	size_t lines;           /* lines of its own */
	/* with the small modules that it contains; 0: unknown */
	size_t all_lines;
	bool open;              /* count_lines is active on it */
	/* its index in the result, plus 1; 0: none yet */
	size_t part;
	unsigned *numbers;      /* numbers by yosys, ascending */
	size_t number_count, number_room;
};

struct design {
	struct module *modules; /* sorted by name */
	size_t count, room;
	struct parts *out;
	char *why;
	size_t why_size;
};

/* A growing text. */
struct text {
	char *at;
	size_t size, room;
	bool failed;
};

__attribute__((format(printf, 2, 3)))
static int refuse(struct design *d, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(d->why, d->why_size, fmt, ap);
	va_end(ap);
	return -1;
}

static int no_memory(struct design *d)
{
	return refuse(d, "out of memory");
}

static void put(struct text *t, const char *from, size_t n)
{
	if (!t->failed && t->size + n + 1 > t->room) {
		size_t room = 2 * (t->size + n) + 256;
		char *more = realloc(t->at, room);

		t->failed = !more;
		if (more) {
			t->at = more;
			t->room = room;
		}
	}
	if (t->failed)
		return;
	memcpy(t->at + t->size, from, n);
	t->size += n;
	t->at[t->size] = '\0';
}

static void put_word(struct text *t, const char *word)
{
	put(t, word, strlen(word));
}

/* Makes room in an array of COUNT elements of SIZE bytes; frees it and returns
 * NULL if memory is exhausted. */
static void *more(void *array, size_t count, size_t *room, size_t size)
{
	void *bigger;

	if (count < *room)
		return array;
	*room = *room ? 2 * *room : 32;
	bigger = realloc(array, *room * size);
	if (!bigger)
		free(array);
	return bigger;
}

/* --- numbers ------------------------------------------------------------ */

/* The number of digits of a number by yosys, "$12". "$0\y" is none: it
 * distinguishes the values of one register. */
static size_t counted(const char *at)
{
	size_t n = 0;

	if (*at != '$')
		return 0;
	while (isdigit((unsigned char)at[1 + n]))
		n++;
	/* "$4fb2..." is a digest of parameters in a module's name. */
	return n && n < 10 && at[1 + n] != '\\' &&
			       !isalnum((unsigned char)at[1 + n]) ?
		       n :
		       0;
}

static bool note_numbers(struct module *m, const char *text)
{
	for (; *text; text++) {
		if (!counted(text))
			continue;
		m->numbers = more(m->numbers, m->number_count, &m->number_room,
				  sizeof *m->numbers);
		if (!m->numbers)
			return false;
		m->numbers[m->number_count++] = (unsigned)strtoul(text + 1,
								  NULL, 10);
	}
	return true;
}

static int by_number(const void *a, const void *b)
{
	const unsigned *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void sort_numbers(struct module *m)
{
	size_t kept = 0;

	if (m->number_count)
		qsort(m->numbers, m->number_count, sizeof *m->numbers,
		      by_number);
	for (size_t i = 0; i < m->number_count; i++)
		if (!kept || m->numbers[kept - 1] != m->numbers[i])
			m->numbers[kept++] = m->numbers[i];
	m->number_count = kept;
}

static size_t rank(const struct module *m, unsigned number)
{
	const unsigned *at = bsearch(&number, m->numbers, m->number_count,
				     sizeof number, by_number);

	return (size_t)(at - m->numbers);
}

/* TEXT with ranks in place of numbers, which the caller frees; NULL: out of
 * memory. */
static char *ranked(const struct module *m, const char *text)
{
	struct text t = { NULL, 0, 0, false };
	const char *from = text;

	put(&t, "", 0);
	for (; *text; text++) {
		size_t n = counted(text);
		char word[32];

		if (!n)
			continue;
		put(&t, from, (size_t)(text - from));
		snprintf(word, sizeof word, "$%0*zu", DIGITS,
			 rank(m, (unsigned)strtoul(text + 1, NULL, 10)));
		put_word(&t, word);
		text += n;
		from = text + 1;
	}
	put(&t, from, (size_t)(text - from));
	if (!t.failed)
		return t.at;
	free(t.at);
	return NULL;
}

/* --- reading -------------------------------------------------------------- */

static size_t indent(const char *line)
{
	return strspn(line, " ");
}

static bool begins(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 && (line[n] == ' ' || !line[n]);
}

static bool is_kind(const char *line, enum kind *kind)
{
	static const char *const words[] = {
		[ATTRIBUTE] = "attribute", [PARAMETER] = "parameter",
		[WIRE] = "wire",
		[MEMORY] = "memory", [CELL] = "cell", [PROCESS] = "process",
		[CONNECT] = "connect"
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (begins(line, words[i])) {
			*kind = (enum kind)i;
			return true;
		}
	return false;
}

static bool is_source(const char *line)
{
	return begins(line + indent(line), "attribute \\src");
}

/* The next line of *AT, which advances behind it; NULL: no more. */
static char *next_line(char **at)
{
	char *line = *at, *end;

	if (!*line)
		return NULL;
	end = strchr(line, '\n');
	*at = end ? end + 1 : line + strlen(line);
	if (end)
		*end = '\0';
	return line;
}

static void put_line(struct text *t, const char *line)
{
	put_word(t, line);
	put(t, "\n", 1);
}

static int add_item(struct design *d, struct module *m, enum kind kind,
		    struct text *t)
{
	if (t->failed)
		return no_memory(d);
	m->items = more(m->items, m->count, &m->room, sizeof *m->items);
	if (!m->items) {
		m->count = 0;
		return no_memory(d);
	}
	m->items[m->count++] = (struct item){ .kind = kind, .text = t->at };
	*t = (struct text){ NULL, 0, 0, false };
	return 0;
}

/* Reads the items of M up to its end. */
static int read_items(struct design *d, struct module *m, char **at)
{
	struct text t = { NULL, 0, 0, false };
	enum kind kind = ATTRIBUTE;
	bool inside = false;
	char *line;
	int bad = 0;

	while (!bad && (line = next_line(at)) && strcmp(line, "end") != 0) {
		m->lines++;
		if (!*line || is_source(line))
			continue;
		put_line(&t, line);
		if (indent(line) != INDENT)
			continue;
		if (!inside && !is_kind(line + INDENT, &kind)) {
			bad = refuse(d,
				     "yosys wrote RTLIL that is not "
				     "understood: '%s'",
				     line);
		} else if (!inside && (kind == CELL || kind == PROCESS)) {
			inside = true;
		} else if (inside ? begins(line + INDENT, "end") :
				    kind != ATTRIBUTE) {
			inside = false;
			bad = add_item(d, m, kind, &t);
		}
	}
	free(t.at);
	return bad;
}

static int finish_items(struct design *d, struct module *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (!note_numbers(m, m->items[i].text))
			return no_memory(d);
	sort_numbers(m);
	for (size_t i = 0; i < m->count; i++) {
		char *text = ranked(m, m->items[i].text);

		if (!text)
			return no_memory(d);
		free(m->items[i].text);
		m->items[i].text = text;
	}
	return 0;
}

static int by_text(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return x->kind != y->kind ? (int)x->kind - (int)y->kind :
				    strcmp(x->text, y->text);
}

/* Finds the type of a cell in " cell TYPE NAME". */
static void find_child(struct item *item)
{
	const char *at = item->text;

	while (!begins(at, "  cell"))
		at = strchr(at, '\n') + 1;
	item->child = at + strlen("  cell ");
	item->child_length = strcspn(item->child, " ");
}

static int read_module(struct design *d, const char *name, char **at)
{
	struct module *m;
	int bad;

	d->modules = more(d->modules, d->count, &d->room, sizeof *d->modules);
	if (!d->modules) {
		d->count = 0;
		return no_memory(d);
	}
	m = &d->modules[d->count++];
	memset(m, 0, sizeof *m);
	m->name = strdup(name);
	if (!m->name)
		return no_memory(d);
	bad = read_items(d, m, at);
	if (!bad)
		bad = finish_items(d, m);
	if (!bad && m->count)
		qsort(m->items, m->count, sizeof *m->items, by_text);
	for (size_t i = 0; i < m->count && !bad; i++)
		if (m->items[i].kind == CELL)
			find_child(&m->items[i]);
	return bad;
}

static int by_name(const void *a, const void *b)
{
	const struct module *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static int read_design(struct design *d, char *text)
{
	char *line;
	int bad = 0;

	while (!bad && (line = next_line(&text)))
		if (strncmp(line, "module ", 7) == 0)
			bad = read_module(d, line + 7, &text);
	if (d->count)
		qsort(d->modules, d->count, sizeof *d->modules, by_name);
	return bad;
}

/* --- the hierarchy ------------------------------------------------------ */

static struct module *find(const struct design *d, const char *name,
			   size_t length)
{
	size_t low = 0, high = d->count;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const char *own = d->modules[middle].name;
		int order = strncmp(name, own, length);

		if (!order)
			order = own[length] ? -1 : 0;
		if (!order)
			return &d->modules[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

static struct module *child_of(const struct design *d, const struct item *item)
{
	return item->kind == CELL ? find(d, item->child, item->child_length) :
				    NULL;
}

static bool is_part(const struct module *m)
{
	return m->all_lines >= LEAST_LINES;
}

/* Counts the lines of M and of the small modules below it. */
static int count_lines(struct design *d, struct module *m)
{
	if (m->all_lines)
		return 0;
	if (m->open)
		return refuse(d, "module %s is in itself", m->name);
	m->open = true;
	for (size_t i = 0; i < m->count; i++) {
		struct module *child = child_of(d, &m->items[i]);

		if (child && count_lines(d, child))
			return -1;
		if (child && !is_part(child))
			m->all_lines += child->all_lines;
	}
	m->all_lines += m->lines + 1;
	return 0;
}

/* --- writing ------------------------------------------------------------ */

static void put_module(struct text *t, const struct module *m, const char *name)
{
	put_word(t, "module ");
	put_line(t, name);
	for (size_t i = 0; i < m->count; i++)
		put_word(t, m->items[i].text);
	put_line(t, "end");
}

static bool is_port(const struct item *item)
{
	const char *at = strstr(item->text, "  wire ");

	return item->kind == WIRE && at &&
	       (strstr(at, " input ") || strstr(at, " output ") ||
		strstr(at, " inout "));
}

static void put_black_box(struct text *t, const struct module *m)
{
	put_line(t, "attribute \\blackbox 1");
	put_word(t, "module ");
	put_line(t, m->name);
	for (size_t i = 0; i < m->count; i++)
		if (is_port(&m->items[i]))
			put_word(t, m->items[i].text);
	put_line(t, "end");
}

/* Writes the modules of which M has instances; MARKS: already written, per
 * module. */
static void put_children(const struct design *d, struct text *t,
			 const struct module *m, bool *marks)
{
	for (size_t i = 0; i < m->count; i++) {
		struct module *child = child_of(d, &m->items[i]);

		if (!child || marks[child - d->modules])
			continue;
		marks[child - d->modules] = true;
		if (is_part(child)) {
			put_black_box(t, child);
			continue;
		}
		put_children(d, t, child, marks);
		put_module(t, child, child->name);
	}
}

static int add_part(struct design *d, struct module *m)
{
	struct part *all = realloc(d->out->all,
				   (d->out->count + 1) * sizeof *all);
	struct text t = { NULL, 0, 0, false };
	bool *marks = calloc(d->count, sizeof *marks);

	if (all)
		d->out->all = all;
	if (all && marks) {
		put_children(d, &t, m, marks);
		put_module(&t, m, "\\" PART_TOP);
		all[d->out->count++] = (struct part){ strdup(m->name), t.at,
						      t.size, m->all_lines };
	}
	free(marks);
	m->part = d->out->count;
	return all && marks && !t.failed && all[m->part - 1].name ?
		       0 :
		       no_memory(d);
}

/* Writes the parts below M, then M if it is a part or WANTED. */
static int write_parts(struct design *d, struct module *m, bool wanted)
{
	int bad = 0;

	if (m->part)
		return 0;
	for (size_t i = 0; i < m->count && !bad; i++) {
		struct module *child = child_of(d, &m->items[i]);

		if (child)
			bad = write_parts(d, child, false);
	}
	return !bad && (wanted || is_part(m)) ? add_part(d, m) : bad;
}

static int divide(struct design *d, char *text, const char *top)
{
	char name[256];
	struct module *m;
	int n = snprintf(name, sizeof name, "\\%s", top);

	if (n >= (int)sizeof name)
		return refuse(d, "the name of the top module is too long");
	if (read_design(d, text))
		return -1;
	m = d->count ? find(d, name, (size_t)n) : NULL;
	if (!m)
		return refuse(d, "the design has no module '%s'", top);
	return count_lines(d, m) || write_parts(d, m, true) ? -1 : 0;
}

int parts_divide(char *text, const char *top, struct parts *out, char *why,
		 size_t why_size)
{
	struct design d = { .out = out, .why = why, .why_size = why_size };
	int bad;

	memset(out, 0, sizeof *out);
	bad = divide(&d, text, top);
	for (size_t i = 0; i < d.count; i++) {
		for (size_t k = 0; k < d.modules[i].count; k++)
			free(d.modules[i].items[k].text);
		free(d.modules[i].items);
		free(d.modules[i].numbers);
		free(d.modules[i].name);
	}
	free(d.modules);
	if (bad)
		parts_free(out);
	return bad;
}

void parts_free(struct parts *p)
{
	for (size_t i = 0; i < p->count; i++) {
		free(p->all[i].name);
		free(p->all[i].text);
	}
	free(p->all);
	memset(p, 0, sizeof *p);
}
