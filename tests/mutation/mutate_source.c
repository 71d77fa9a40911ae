/* mutate_source.c - put faults into an emitted core, each behind its number
 * SPDX-License-Identifier: Apache-2.0
 *
 *     mutate-source [-c] [-m MODULES] DIR PREFIX COUNT SEED [UNTRACED [ONLY]]
 *
 * Reads DIR/rtl/PREFIX_*.v, lists all faults of their expressions, draws COUNT
 * of them, each module in proportion to its size, but at least a few times if
 * COUNT is enough for that, and writes the files back: an expression E becomes
 * (PREFIX_top.mutant == N ? FAULT : E), where PREFIX_top.mutant is the value of
 * the environment variable WW_MUTANT when simulation starts (Verilator only).
 * With ONLY nothing is selected at run time: the fault of this number stands
 * there instead of E. With -c the faults are comparisons that leave out a bit,
 * and with WW_MUTANT=-1 a run of the core without a fault sets byte N of those
 * that WW_SEEN points at, in this process, when FAULT and E ever differ: a run
 * in which they do not is the same with the fault.
 * With -m all faults are in modules whose names match one of MODULES: patterns
 * as in the shell, separated by spaces.
 * UNTRACED is the same core without trace ports: a fault in a line that it does
 * not have changes records alone; one in ten of the faults is such a one, at
 * most.
 *
 * Prints a line for each fault: number, class (core or trace), module, line,
 * kind, expression, what takes its place, the whole line; separated by tabs.
 */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/mutation/operators.h"

enum { MAX_MODULES = 128, LEAST = 3, TRACED_SHARE = 10 };

struct design {
	const char *dir, *prefix, *untraced;
	const char *chosen;     /* patterns of modules, or NULL: all */
	struct module modules[MAX_MODULES];
	int count, listed;      /* modules; those that may have faults */
	struct mutants all;
	int only;               /* a number, or 0 */
	bool seen;              /* tell which mutants differ in a run */
	uint64_t random;
};

__attribute__((noreturn))
static void die(const char *what, const char *name)
{
	fprintf(stderr, "mutate-source: %s: %s\n", what, name);
	exit(99);
}

/* --- files ------------------------------------------------------------ */

static char *read_file(const char *path)
{
	FILE *in = fopen(path, "r");
	char *text = NULL;
	size_t n = 0, got;

	if (!in)
		return NULL;
	do {
		text = grow(text, n + 65536 + 1, 1);
		got = fread(text + n, 1, 65536, in);
		n += got;
	} while (got);
	fclose(in);
	text[n] = '\0';
	return text;
}

static void load(struct design *d, const char *file)
{
	struct module *m = &d->modules[d->count];
	char path[PATH_MAX];
	size_t n = strlen(d->prefix) + 1;

	if (d->count++ == MAX_MODULES)
		die("too many modules", d->dir);
	snprintf(path, sizeof path, "%s/rtl/%s", d->dir, file);
	m->path = strdup(path);
	m->name = strndup(file + n, strlen(file) - n - 2);
	m->text = read_file(path);
	if (!m->path || !m->name || !m->text)
		die("cannot read", path);
	lexer_run(m);
	if (!parser_run(m))
		return;
	fprintf(stderr, "%s:%d: expected %s\n", path,
		line_of(m, m->tokens[m->at].start), m->bad);
	exit(99);
}

static int is_module(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 2 && strcmp(e->d_name + n - 2, ".v") == 0;
}

static void load_all(struct design *d)
{
	struct dirent **names;
	char path[PATH_MAX];
	int n;

	snprintf(path, sizeof path, "%s/rtl", d->dir);
	n = scandir(path, &names, is_module, alphasort);
	if (n < 1)
		die("no modules", path);
	for (int i = 0; i < n; i++) {
		if (strncmp(names[i]->d_name, d->prefix, strlen(d->prefix)) ==
		    0)
			load(d, names[i]->d_name);
		free(names[i]);
	}
	free(names);
}

/* --- what only the records depend on ---------------------------------- */

/* The line around an offset, without its indentation. */
static char *line_at(const char *text, size_t at)
{
	size_t first = at, last = at;

	while (first > 0 && text[first - 1] != '\n')
		first--;
	while (isspace((unsigned char)text[first]))
		first++;
	while (text[last] && text[last] != '\n')
		last++;
	return strndup(text + first, last > first ? last - first : 0);
}

static bool has_line(const char *text, const char *line)
{
	size_t n = strlen(line);

	for (const char *at = text; (at = strstr(at, line)); at += n ? n : 1)
		if (at[n] == '\n' || !at[n])
			return true;
	return false;
}

static void mark_traced(struct design *d, int module)
{
	const struct module *m = &d->modules[module];
	char path[PATH_MAX];
	char *text;

	snprintf(path, sizeof path, "%s/rtl/%s_%s.v", d->untraced, d->prefix,
		 m->name);
	text = read_file(path);
	for (size_t i = 0; i < d->all.count; i++) {
		struct mutant *x = &d->all.list[i];
		char *line;

		if (x->module != module)
			continue;
		line = line_at(m->text, m->nodes[x->node].start);
		x->traced = !text || (line && !has_line(text, line));
		free(line);
	}
	free(text);
}

/* --- listing ---------------------------------------------------------- */

static bool is_chosen(const struct design *d, const char *module)
{
	const char *at = d->chosen;
	char pattern[NAME_MAX];
	size_t n;

	if (!at)
		return true;
	for (; *at; at += n) {
		at += strspn(at, " ");
		n = strcspn(at, " ");
		snprintf(pattern, sizeof pattern, "%.*s", (int)n, at);
		if (fnmatch(pattern, module, 0) == 0)
			return true;
	}
	return false;
}

static void list_all(struct design *d, struct widths *widths)
{
	if (widths)
		widths_read(widths, d->modules, d->count, d->prefix);
	for (int i = 0; i < d->count; i++) {
		if (!is_chosen(d, d->modules[i].name))
			continue;
		d->listed++;
		if (widths)
			comparators_list(&widths[i], i, &d->all);
		else
			operators_list(&d->modules[i], i, &d->all);
		if (d->untraced)
			mark_traced(d, i);
	}
	if (!d->listed)
		die("there is no such module", d->chosen);
}

/* --- choosing --------------------------------------------------------- */

static uint64_t draw(struct design *d, uint64_t below)
{
	d->random ^= d->random << 13;
	d->random ^= d->random >> 7;
	d->random ^= d->random << 17;
	return (d->random >> 11) % below;
}

static size_t size_of(const struct design *d, int module, bool traced)
{
	size_t n = 0;

	for (size_t i = 0; i < d->all.count; i++)
		n += (module < 0 || d->all.list[i].module == module) &&
		     d->all.list[i].traced == traced;
	return n;
}

static void choose_one(struct design *d, int module, bool traced, int *number)
{
	struct mutant *x;

	do {
		x = &d->all.list[draw(d, d->all.count)];
	} while (x->module != module || x->traced != traced || x->number);
	x->number = ++*number;
}

static void choose(struct design *d, size_t count, bool traced, int *number)
{
	size_t all = size_of(d, -1, traced);

	for (int m = 0; m < d->count; m++) {
		size_t have = size_of(d, m, traced);
		size_t want = all ? (count * have + all / 2) / all : 0;

		if (want < LEAST && !traced)
			want = LEAST;
		for (size_t i = 0; i < want && i < have; i++)
			choose_one(d, m, traced, number);
	}
}

/* Few of all modules together. */
static void choose_few(struct design *d, size_t count, int *number)
{
	size_t have = size_of(d, -1, false);

	for (size_t i = 0; i < count && i < have; i++) {
		struct mutant *x;

		do {
			x = &d->all.list[draw(d, d->all.count)];
		} while (x->traced || x->number);
		x->number = ++*number;
	}
}

static void choose_all(struct design *d, size_t count, int *number)
{
	if (count < LEAST * (size_t)d->listed) {
		choose_few(d, count, number);
		return;
	}
	choose(d, count, false, number);
	if (d->untraced)
		choose(d, count / TRACED_SHARE, true, number);
}

/* --- writing ---------------------------------------------------------- */

static void put(FILE *out, const struct module *m, size_t from, size_t to)
{
	fwrite(m->text + from, 1, to - from, out);
}

static void put_node(FILE *out, const struct design *d, int module, int node);

static void put_inner(FILE *out, const struct design *d, int module, int node)
{
	const struct module *m = &d->modules[module];
	const struct node *n = &m->nodes[node];
	size_t at = n->start;

	for (int i = 0; i < n->children; i++) {
		const struct node *c = &m->nodes[n->child[i]];

		put(out, m, at, c->start);
		put_node(out, d, module, n->child[i]);
		at = c->end;
	}
	put(out, m, at, n->end);
}

static bool applies(const struct design *d, const struct mutant *x, int module,
		    int node)
{
	return x->number && x->module == module && x->node == node &&
	       (!d->only || x->number == d->only);
}

static void put_node(FILE *out, const struct design *d, int module, int node)
{
	size_t open = 0;

	for (size_t i = 0; i < d->all.count; i++) {
		const struct mutant *x = &d->all.list[i];

		if (!applies(d, x, module, node))
			continue;
		if (d->only) {
			fprintf(out, "(%s)", x->text);
			return;
		}
		fprintf(out, "(%s_top.mutant == %d ? (%s) : (", d->prefix,
			x->number, x->text);
		open += 2;
	}
	put_inner(out, d, module, node);
	while (open--)
		putc(')', out);
}

/* Its width is that of its parts: the context may widen none. */
static bool keeps_width(const struct module *m, const struct node *n)
{
	for (size_t i = n->start; i < n->end; i++)
		if (strchr("+-*/%", m->text[i]) ||
		    !strncmp(m->text + i, "<<", 2))
			return false;
	return true;
}

/* 1 if ROOT has another value with the mutant. */
static void put_differs(FILE *out, const struct module *m,
			const struct mutant *x, int root)
{
	const struct node *n = &m->nodes[x->node];
	const struct node *r = keeps_width(m, &m->nodes[root]) ?
				       &m->nodes[root] :
				       n;

	putc('(', out);
	put(out, m, r->start, r->end);
	fputs(") != (", out);
	put(out, m, r->start, n->start);
	fprintf(out, "(%s)", x->text);
	put(out, m, n->end, r->end);
	putc(')', out);
}

/* Before ROOT, with -1 as the number: which mutants make it another. The core
 * does what it does without them.
 */
static bool put_seen(FILE *out, const struct design *d, int module, int root)
{
	const struct module *m = &d->modules[module];
	const struct node *r = &m->nodes[root];
	const char *comma = "";

	for (size_t i = 0; i < d->all.count; i++) {
		const struct mutant *x = &d->all.list[i];
		const struct node *n = &m->nodes[x->node];

		if (!x->number || x->module != module || n->start < r->start ||
		    n->end > r->end)
			continue;
		if (!*comma)
			fprintf(out, "((%s_top.mutant == ~32'd0 ? |{",
				d->prefix);
		fprintf(out,
			"%s$c1(\"(\", %s_top.seen, \" ? ((unsigned char *)\", "
			"%s_top.seen, \")[%d] |= \", ",
			comma, d->prefix, d->prefix, x->number);
		put_differs(out, m, x, root);
		fputs(", \" : 0, 0)\")", out);
		comma = ", ";
	}
	if (*comma)
		fputs("} : 1'b0) ? 1'sb0 : ", out);
	return *comma;
}

static const char mutant_number[] =
	"  reg [31:0] mutant;\n\n  initial\n    mutant = $c32("
	"\"(getenv(\\\"WW_MUTANT\\\") ? atoi(getenv(\\\"WW_MUTANT\\\")) : "
	"0)\");\n\n";

/* The address of a byte for each mutant, in the process that runs the model. */
static const char seen_bytes[] =
	"  reg [63:0] seen;\n\n  initial\n    seen = $c64("
	"\"(getenv(\\\"WW_SEEN\\\") ? "
	"strtoull(getenv(\\\"WW_SEEN\\\"), 0, 0) : 0)\");\n\n";

/* Text between nodes; behind the ports of the top module comes the number. */
static void put_text(FILE *out, const struct design *d, const struct module *m,
		     size_t from, size_t to)
{
	const char *ports = strstr(m->text, ");\n");
	size_t end = ports ? (size_t)(ports - m->text) + 3 : 0;

	if (strcmp(m->name, "top") != 0 || d->only || from > end || end > to) {
		put(out, m, from, to);
		return;
	}
	put(out, m, from, end);
	fputs(mutant_number, out);
	if (d->seen)
		fputs(seen_bytes, out);
	put(out, m, end, to);
}

static void write_module(const struct design *d, int module)
{
	const struct module *m = &d->modules[module];
	FILE *out = fopen(m->path, "w");
	size_t at = 0;

	if (!out)
		die("cannot write", m->path);
	for (size_t i = 0; i < m->root_count; i++) {
		int root = m->roots[i].node;
		bool open;

		put_text(out, d, m, at, m->nodes[root].start);
		open = d->seen && put_seen(out, d, module, root);
		put_node(out, d, module, root);
		if (open)
			putc(')', out);
		at = m->nodes[root].end;
	}
	put_text(out, d, m, at, strlen(m->text));
	if (fclose(out))
		die("cannot write", m->path);
}

/* --- the list --------------------------------------------------------- */

/* On one line, runs of space as one. */
static void print_short(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!isspace((unsigned char)text[i]))
			putchar(text[i]);
		else if (i && !isspace((unsigned char)text[i - 1]))
			putchar(' ');
	}
}

static void print_mutant(const struct design *d, const struct mutant *x)
{
	const struct module *m = &d->modules[x->module];
	const struct node *n = &m->nodes[x->node];
	char *line;

	printf("%d\t%s\t%s\t%d\t%s\t", x->number, x->traced ? "trace" : "core",
	       m->name, line_of(m, n->start), x->kind);
	print_short(m->text + n->start, n->end - n->start);
	putchar('\t');
	print_short(x->text, strlen(x->text));
	putchar('\t');
	line = line_at(m->text, n->start);
	print_short(line ? line : "", line ? strlen(line) : 0);
	free(line);
	putchar('\n');
}

static void print_all(const struct design *d, int count)
{
	for (int number = 1; number <= count; number++)
		for (size_t i = 0; i < d->all.count; i++)
			if (d->all.list[i].number == number)
				print_mutant(d, &d->all.list[i]);
}

static void free_all(struct design *d)
{
	for (size_t i = 0; i < d->all.count; i++)
		free(d->all.list[i].text);
	free(d->all.list);
	for (int i = 0; i < d->count; i++) {
		struct module *m = &d->modules[i];

		for (size_t k = 0; k < m->constant_count; k++)
			free(m->constants[k]);
		free(m->constants);
		free(m->name);
		free(m->path);
		free(m->text);
		free(m->tokens);
		free(m->nodes);
		free(m->roots);
	}
}

static int usage(void)
{
	fputs("usage: mutate-source [-c] [-m MODULES] DIR PREFIX COUNT SEED "
	      "[UNTRACED [ONLY]]\n",
	      stderr);
	return 2;
}

int main(int argc, char **argv)
{
	static struct design d;
	static struct widths widths[MAX_MODULES];
	bool bits = false;
	int number = 0, opt;
	size_t count;

	while ((opt = getopt(argc, argv, "cm:")) != -1)
		switch (opt) {
		case 'c': bits = true; break;
		case 'm': d.chosen = optarg; break;
		default: return usage();
		}
	argc -= optind;
	argv += optind;
	if (argc < 4 || argc > 6)
		return usage();
	d.dir = argv[0];
	d.prefix = argv[1];
	count = strtoul(argv[2], NULL, 10);
	d.random = strtoull(argv[3], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) +
		   1;
	d.untraced = argc > 4 && *argv[4] ? argv[4] : NULL;
	d.only = argc > 5 ? atoi(argv[5]) : 0;
	d.seen = bits && !d.only;
	load_all(&d);
	list_all(&d, bits ? widths : NULL);
	choose_all(&d, count, &number);
	for (int i = 0; i < d.count; i++)
		write_module(&d, i);
	print_all(&d, number);
	fprintf(stderr, "%zu faults, %d chosen\n", d.all.count, number);
	widths_free(widths, bits ? d.count : 0);
	free_all(&d);
	return 0;
}
