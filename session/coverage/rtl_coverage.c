/* rtl_coverage.c - lines and toggles of the Verilog: read and add up
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/coverage/rtl_coverage.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/shared_file.h"
#include "session/cmd_status.h"

#define HEAD "# SystemC::Coverage-3"

enum { LINE = 4096, WHY = 4400 };

static int error(int status, const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return status;
}

void rtl_coverage_free(struct rtl_coverage *c)
{
	for (size_t i = 0; i < c->count; i++)
		free(c->points[i].key);
	free(c->points);
	*c = (struct rtl_coverage){ NULL, 0, 0 };
}

static bool add(struct rtl_coverage *c, const char *key, uint64_t count)
{
	if (c->count == c->room) {
		size_t room = 2 * c->room + 1024;
		struct rtl_point *more = realloc(c->points,
						 room * sizeof *more);

		if (!more)
			return false;
		c->points = more;
		c->room = room;
	}
	c->points[c->count] = (struct rtl_point){ strdup(key), count };
	return c->points[c->count++].key != NULL;
}

static int by_key(const void *a, const void *b)
{
	const struct rtl_point *x = a, *y = b;

	return strcmp(x->key, y->key);
}

/* Sorts the points and merges those of one key. */
static void merge_points(struct rtl_coverage *c)
{
	size_t to = 0;

	if (c->count)
		qsort(c->points, c->count, sizeof *c->points, by_key);
	for (size_t i = 0; i < c->count; i++) {
		if (to && !strcmp(c->points[to - 1].key, c->points[i].key)) {
			c->points[to - 1].count += c->points[i].count;
			free(c->points[i].key);
		} else {
			c->points[to++] = c->points[i];
		}
	}
	c->count = to;
}

/* --- reading ---------------------------------------------------------- */

/* The part of PATH up to END that begins at rtl/, or its last part. */
static const char *within_tree(const char *path, const char *end)
{
	const char *last = end, *dir;

	while (last > path && last[-1] != '/')
		last--;
	dir = last - (last > path);
	while (dir > path && dir[-1] != '/')
		dir--;
	return last - dir == 4 && !strncmp(dir, "rtl", 3) ? dir : last;
}

/* OUT = KEY with the file relative to its tree, and with DESIGN if KEY has no
 * design. */
static void normalize_key(const char *key, const char *design,
			  char out[2 * LINE])
{
	const char *file = strstr(key, "\001f\002");
	const char *end = file ? strchr(file + 3, '\001') : NULL;
	const char *from;

	if (!end || strstr(key, "\001w\002")) {
		snprintf(out, 2 * LINE, "%s", key);
		return;
	}
	from = within_tree(file + 3, end);
	snprintf(out, 2 * LINE, "\001f\002%s\001w\002%.8s", from, design);
}

/* Adds the point of a line C 'KEY' COUNT; false if LINE is not of this form.
 * Writes to LINE. */
static bool read_point(struct rtl_coverage *c, char *line, const char *design)
{
	char *quote = strrchr(line, '\''), *end, key[2 * LINE];
	uint64_t count;

	if (strncmp(line, "C '", 3) != 0 || quote < line + 3)
		return false;
	count = strtoull(quote + 1, &end, 10);
	if (end == quote + 1 || *end)
		return false;
	*quote = '\0';
	normalize_key(line + 3, design, key);
	return add(c, key, count);
}

static int read_stream(struct rtl_coverage *c, FILE *in, const char *path,
		       const char *design, char *why)
{
	char line[LINE];
	unsigned number = 0;

	while (fgets(line, sizeof line, in)) {
		size_t n = strlen(line);
		bool good = n && line[n - 1] == '\n';

		if (good)
			line[n - 1] = '\0';
		number++;
		if (good && (number == 1 ? !strcmp(line, HEAD) :
			     read_point(c, line, design)))
			continue;
		snprintf(why, WHY, "%s:%u: not a line of a coverage file of "
			 "Verilator", path, number);
		return -1;
	}
	if (!number) {
		snprintf(why, WHY, "%s: not a coverage file of Verilator",
			 path);
		return -1;
	}
	merge_points(c);
	return 0;
}

int rtl_coverage_read(struct rtl_coverage *c, const char *path,
		      const char *design)
{
	FILE *in = shared_read(path);
	char why[WHY];
	int bad;

	if (!in) {
		snprintf(why, sizeof why, "cannot read '%s': %s", path,
			 file_strerror(errno));
		return error(CMD_REFUSED, why);
	}
	bad = read_stream(c, in, path, design, why);
	fclose(in);
	return bad ? error(CMD_REFUSED, why) : 0;
}

/* --- one file of many runs -------------------------------------------- */

static int write_all(FILE *out, const void *what)
{
	const struct rtl_coverage *c = what;

	fprintf(out, HEAD "\n");
	for (size_t i = 0; i < c->count; i++)
		fprintf(out, "C '%s' %" PRIu64 "\n", c->points[i].key,
			c->points[i].count);
	return ferror(out);
}

static int merge_into(struct shared_file *f, const struct rtl_coverage *c)
{
	struct rtl_coverage all = { NULL, 0, 0 };
	int bad = f->empty ? 0 : read_stream(&all, f->in, f->path, "", f->why);

	for (size_t i = 0; !bad && i < c->count; i++)
		if (!add(&all, c->points[i].key, c->points[i].count)) {
			snprintf(f->why, f->why_size, "out of memory");
			bad = -1;
		}
	merge_points(&all);
	if (!bad)
		bad = shared_replace(f, write_all, &all);
	rtl_coverage_free(&all);
	return bad;
}

int rtl_coverage_merge(const char *path, const struct rtl_coverage *c)
{
	struct shared_file f;
	char why[WHY];
	int bad = shared_open(&f, path, why, sizeof why);

	if (!bad) {
		bad = merge_into(&f, c);
		shared_close(&f);
	}
	return bad ? error(CMD_TOOL, why) : 0;
}

/* --- reports ---------------------------------------------------------- */

/* BUF = the value of field NAME in KEY; "" if KEY has no such field. */
static void field(const char *key, const char *name, char *buf, size_t size)
{
	char mark[16];
	const char *at;

	snprintf(mark, sizeof mark, "\001%s\002", name);
	at = strstr(key, mark);
	at = at ? at + strlen(mark) : "";
	snprintf(buf, size, "%.*s", (int)strcspn(at, "\001"), at);
}

/* The trace ports belong to the test, not to the core. */
static bool is_trace_port(const char *key)
{
	char name[256];

	field(key, "o", name, sizeof name);
	return strncmp(name, "trace_", 6) == 0;
}

static bool is_toggle(const char *page)
{
	return strncmp(page, "v_toggle/", 9) == 0;
}

struct module {
	char name[128];
	size_t lines, lines_hit, toggles, toggles_hit;
};

struct modules {
	struct module *list;
	size_t count;
};

/* The module NAME, added if it is new; NULL: out of memory. A linear search
 * suffices for some forty modules. */
static struct module *find_module(struct modules *m, const char *name)
{
	struct module *more;

	for (size_t i = 0; i < m->count; i++)
		if (!strcmp(m->list[i].name, name))
			return &m->list[i];
	more = realloc(m->list, (m->count + 1) * sizeof *more);
	if (!more)
		return NULL;
	m->list = more;
	more[m->count] = (struct module){ .lines = 0 };
	snprintf(more[m->count].name, sizeof more->name, "%s", name);
	return &more[m->count++];
}

/* The name of the module, without the parameter suffix that Verilator
 * appends. */
static void module_name(const char *page, char *buf, size_t size)
{
	const char *slash = strchr(page, '/');
	char *end;

	snprintf(buf, size, "%s", slash ? slash + 1 : page);
	end = strstr(buf, "__");
	if (end)
		*end = '\0';
}

static void count_points(const struct rtl_coverage *c, struct modules *m)
{
	char page[256], name[128];

	for (size_t i = 0; i < c->count; i++) {
		struct module *row;
		bool hit = c->points[i].count != 0;

		if (is_trace_port(c->points[i].key))
			continue;
		field(c->points[i].key, "page", page, sizeof page);
		module_name(page, name, sizeof name);
		row = find_module(m, name);
		if (!row)
			return;
		if (is_toggle(page)) {
			row->toggles++;
			row->toggles_hit += hit;
		} else {
			row->lines++;
			row->lines_hit += hit;
		}
	}
}

static int by_name(const void *a, const void *b)
{
	const struct module *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static double percent(size_t part, size_t all)
{
	return all ? 100.0 * (double)part / (double)all : 100.0;
}

static void row(FILE *out, const struct module *m)
{
	fprintf(out, "%-24s %6zu %6zu  %5.1f %7zu %7zu  %5.1f\n", m->name,
		m->lines, m->lines_hit, percent(m->lines_hit, m->lines),
		m->toggles, m->toggles_hit,
		percent(m->toggles_hit, m->toggles));
}

void rtl_coverage_table(FILE *out, const struct rtl_coverage *c)
{
	struct modules m = { NULL, 0 };
	struct module all = { .name = "total" };

	count_points(c, &m);
	if (m.count)
		qsort(m.list, m.count, sizeof *m.list, by_name);
	fprintf(out, "%-24s %6s %6s  %5s %7s %7s  %5s\n", "module", "lines",
		"hit", "%", "toggles", "hit", "%");
	for (size_t i = 0; i < m.count; i++) {
		row(out, &m.list[i]);
		all.lines += m.list[i].lines;
		all.lines_hit += m.list[i].lines_hit;
		all.toggles += m.list[i].toggles;
		all.toggles_hit += m.list[i].toggles_hit;
	}
	row(out, &all);
	free(m.list);
}

double rtl_coverage_percent(const struct rtl_coverage *c)
{
	size_t all = 0, hit = 0;

	for (size_t i = 0; i < c->count; i++) {
		bool counts = !is_trace_port(c->points[i].key);

		all += counts;
		hit += counts && c->points[i].count;
	}
	return percent(hit, all);
}

void rtl_coverage_holes(FILE *out, const struct rtl_coverage *c)
{
	char file[256], line[32], page[256], what[256], where[512], name[128];

	for (size_t i = 0; i < c->count; i++) {
		const char *key = c->points[i].key;

		if (c->points[i].count || is_trace_port(key))
			continue;
		field(key, "f", file, sizeof file);
		field(key, "l", line, sizeof line);
		field(key, "page", page, sizeof page);
		field(key, "o", what, sizeof what);
		field(key, "h", where, sizeof where);
		module_name(page, name, sizeof name);
		fprintf(out, "%s:%s: %s %s (%s)\n", file, line,
			is_toggle(page) ? "never toggles:" : "never executed:",
			what, where);
	}
}
