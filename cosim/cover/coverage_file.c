/* coverage_file.c - coverage as text, and files to which many runs add
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first line is the version. Then, for each configuration, a line `machine
 * NAME=N ...`, a line `runs N`, and a line per bin that was hit: group, bin and
 * number. The last line is `end`, so that a truncated file is detected.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/shared_file.h"
#include "cosim/cover/coverage.h"

#define VERSION "warpwright-coverage 1"

enum { LINE = 512 };

/* --- writing ---------------------------------------------------------- */

static void write_group(FILE *out, const struct coverage_set *s,
			enum coverage_group g)
{
	struct coverage_group_info info = coverage_group(g);
	char name[LINE];

	for (size_t n = 0; n < info.count; n++) {
		if (!s->hits[info.first + n])
			continue;
		coverage_bin_name(&info, n, name, sizeof name);
		fprintf(out, "%s %s %" PRIu64 "\n", info.name, name,
			s->hits[info.first + n]);
	}
}

int coverage_write(FILE *out, const struct coverage *c)
{
	char machine[LINE];

	fprintf(out, VERSION "\n");
	for (size_t i = 0; i < c->count; i++) {
		coverage_machine_text(&c->sets[i].machine, machine,
				      sizeof machine);
		fprintf(out, "machine %s\nruns %" PRIu64 "\n", machine,
			c->sets[i].runs);
		for (int g = 0; g < COVERAGE_GROUPS; g++)
			write_group(out, &c->sets[i], (enum coverage_group)g);
	}
	fprintf(out, "end\n");
	return ferror(out);
}

/* --- reading ---------------------------------------------------------- */

struct reader {
	const char *path;
	FILE *in;
	unsigned line;
	struct coverage got;
	struct coverage_set *set;
	/* group of the last line, and its next bin */
	enum coverage_group group;
	size_t next;                    /* files are in the order of the
					 * tables */
	char *why;
	size_t why_size;
};

__attribute__((format(printf, 2, 3)))
static int refuse(struct reader *r, const char *fmt, ...)
{
	va_list ap;
	int n = r->line ? snprintf(r->why, r->why_size, "%s:%u: ", r->path,
				   r->line) :
			  snprintf(r->why, r->why_size, "%s: ", r->path);

	va_start(ap, fmt);
	if (n >= 0 && (size_t)n < r->why_size)
		vsnprintf(r->why + n, r->why_size - (size_t)n, fmt, ap);
	va_end(ap);
	return COVERAGE_E_FORMAT;
}

static int out_of_memory(struct reader *r)
{
	refuse(r, "out of memory");
	return COVERAGE_E_NOMEM;
}

/* Reads the next line without its newline. Returns 1; 0 at the end; or an
 * error. */
static int next_line(struct reader *r, char *line)
{
	size_t n;

	if (!fgets(line, LINE, r->in))
		return 0;
	r->line++;
	n = strlen(line);
	if (!n || line[n - 1] != '\n')
		return refuse(r, "the line is cut");
	line[n - 1] = '\0';
	return 1;
}

static bool read_number(const char *text, uint64_t *out)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*out = strtoull(text, &end, 10);
	return !*end && !errno;
}

/* Reads NAME=N at *AT, and moves *AT past it and a blank. */
static bool read_field(const char **at, const char *name, uint32_t *out)
{
	size_t n = strlen(name);
	char *end;

	if (strncmp(*at, name, n) != 0 || (*at)[n] != '=')
		return false;
	*out = (uint32_t)strtoul(*at + n + 1, &end, 10);
	if (end == *at + n + 1)
		return false;
	*at = end + (*end == ' ');
	return true;
}

static int read_machine(struct reader *r, const char *text)
{
	struct coverage_machine m;
	const char *at = text;
	bool good = true;

#define MACHINE(name, doc) good = good && read_field(&at, #name, &m.name);
#include "cosim/cover/coverage.def"
#undef MACHINE
	if (!good || *at)
		return refuse(r, "'%s' is not a configuration", text);
	r->set = coverage_set(&r->got, &m);
	r->group = (enum coverage_group)0;
	r->next = 0;
	return r->set ? 0 : out_of_memory(r);
}

/* The bin named NAME. The search begins after the bin of the last line. */
static size_t find_bin(struct reader *r, const struct coverage_group_info *g,
		       const char *name)
{
	char text[LINE];

	for (size_t k = 0; k < g->count; k++) {
		size_t n = (r->next + k) % g->count;

		coverage_bin_name(g, n, text, sizeof text);
		if (strcmp(text, name) == 0)
			return n;
	}
	return g->count;
}

static int read_bin(struct reader *r, char *line)
{
	char *name = strchr(line, ' '), *hits = strrchr(line, ' ');
	struct coverage_group_info g;
	enum coverage_group group;
	uint64_t n;
	size_t bin;

	if (!name || name == hits || !read_number(hits + 1, &n))
		return refuse(r, "'%s' is not a group, a bin and a number",
			      line);
	*name++ = *hits = '\0';
	group = coverage_find_group(line);
	if (group == COVERAGE_GROUPS)
		return refuse(r, "there is no group '%s'; the file is of "
			      "another version", line);
	if (group != r->group)
		r->next = 0;
	r->group = group;
	g = coverage_group(group);
	bin = find_bin(r, &g, name);
	if (bin == g.count)
		return refuse(r, "group %s has no bin '%s'; the file is of "
			      "another version", line, name);
	r->set->hits[g.first + bin] += n;
	r->next = bin + 1;
	return 0;
}

static int read_line(struct reader *r, char *line)
{
	uint64_t n;

	if (strncmp(line, "machine ", 8) == 0)
		return read_machine(r, line + 8);
	if (!r->set)
		return refuse(r, "'%s' belongs to no machine", line);
	if (strncmp(line, "runs ", 5) != 0)
		return read_bin(r, line);
	if (!read_number(line + 5, &n))
		return refuse(r, "'%s' is not a number", line + 5);
	r->set->runs += n;
	return 0;
}

static int read_lines(struct reader *r)
{
	char line[LINE];
	int status = next_line(r, line);

	if (status < 0)
		return status;
	if (!status || strcmp(line, VERSION) != 0)
		return refuse(r, "not a coverage file of this version ('%s')",
			      VERSION);
	while ((status = next_line(r, line)) > 0) {
		if (strcmp(line, "end") == 0)
			return 0;
		status = read_line(r, line);
		if (status)
			return status;
	}
	return status < 0 ? status : refuse(r, "the end is missing");
}

static int read_stream(struct coverage *c, FILE *in, const char *path,
		       char *why, size_t why_size)
{
	struct reader r = {
		.path = path, .in = in, .why = why, .why_size = why_size
	};
	int status = read_lines(&r);

	if (!status && coverage_add(c, &r.got))
		status = out_of_memory(&r);
	coverage_free(&r.got);
	return status;
}

int coverage_read(struct coverage *c, const char *path, char *why,
		  size_t why_size)
{
	FILE *in = shared_read(path);
	int status;

	if (!in) {
		snprintf(why, why_size, "cannot read '%s': %s", path,
			 file_strerror(errno));
		return COVERAGE_E_OPEN;
	}
	status = read_stream(c, in, path, why, why_size);
	fclose(in);
	return status;
}

/* --- merging into a file ----------------------------------------------- */

static int write_all(FILE *out, const void *counts)
{
	return coverage_write(out, counts);
}

static int merge_into(struct shared_file *f, const struct coverage *c)
{
	struct coverage all;
	int status = 0;

	coverage_init(&all);
	if (!f->empty)
		status = read_stream(&all, f->in, f->path, f->why, f->why_size);
	if (!status && coverage_add(&all, c)) {
		snprintf(f->why, f->why_size, "out of memory");
		status = COVERAGE_E_NOMEM;
	}
	if (!status && shared_replace(f, write_all, &all))
		status = COVERAGE_E_WRITE;
	coverage_free(&all);
	return status;
}

int coverage_merge(const char *path, const struct coverage *c, char *why,
		   size_t why_size)
{
	struct shared_file f;
	int status;

	if (shared_open(&f, path, why, why_size))
		return COVERAGE_E_WRITE;
	status = merge_into(&f, c);
	shared_close(&f);
	return status;
}
