/* gtkw.c - writes a GTKWave save file that shows a core by pipeline stage
 * SPDX-License-Identifier: Apache-2.0
 *
 * A save file is a list of traces, each after a line with its flags.
 */
#include "cosim/explain/gtkw.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

/* Flags of a trace. */
#define BIT "@28"               /* binary, right-justified */
#define BUS "@22"               /* hexadecimal, right-justified */
#define OPEN_BEGIN "@800200"
#define OPEN_END "@1000200"
#define CLOSED_BEGIN "@c00200"
#define CLOSED_END "@1401200"

enum { NAMED_MARKERS = 26 };

static const struct group {
	const char *title;
	bool open;
	const char *scope, *names;
	bool below;
} groups[] = {
#define GROUP(title, open, scope, names, below) \
	{ title, open, scope, names, below },
#include "cosim/explain/gtkw.def"
#undef GROUP
};

enum { GROUPS = sizeof groups / sizeof *groups };

/* --- the signals of a group -------------------------------------------- */

/* Does SCOPE end with the instance NAME? BELOW: or contain it? */
static bool is_within(const char *scope, const char *name, bool below)
{
	size_t n = strlen(name);

	for (const char *at = scope; (at = strstr(at, name)) != NULL; at++) {
		bool begins = at == scope || at[-1] == '.';

		if (begins && (!at[n] || (below && at[n] == '.')))
			return true;
	}
	return false;
}

static bool is_top(const struct gtkw *g, const char *scope)
{
	const char *name = strrchr(scope, '.');
	size_t n = strlen(g->prefix);

	name = name ? name + 1 : scope;
	return strncmp(name, g->prefix, n) == 0 &&
	       strcmp(name + n, "_top") == 0;
}

static bool has_beginning(const char *name, const char *beginnings)
{
	if (!*beginnings)
		return true;
	while (*beginnings) {
		size_t n = strcspn(beginnings, " ");

		if (strncmp(name, beginnings, n) == 0)
			return true;
		beginnings += n + strspn(beginnings + n, " ");
	}
	return false;
}

/* Only parameters have no lower-case letter. */
static bool is_parameter(const char *name)
{
	for (; *name && *name != '['; name++)
		if (islower((unsigned char)*name))
			return false;
	return true;
}

static bool is_in_group(const struct gtkw *g, const struct group *group,
			const struct dump_signal *s)
{
	if (is_parameter(s->name) || !has_beginning(s->name, group->names))
		return false;
	return *group->scope ? is_within(s->scope, group->scope, group->below) :
	       is_top(g, s->scope);
}

/* --- the file --------------------------------------------------------- */

static void put_header(FILE *out, const struct gtkw *g)
{
	fprintf(out, "[*] %s, by pipeline stage\n[dumpfile] \"%s\"\n"
		"[timestart] %" PRIu64 "\n[size] 1600 900\n[pos] -1 -1\n",
		g->prefix, g->file, g->start);
	fprintf(out, "*-1.000000 %" PRIu64, g->marker);
	for (int i = 0; i < NAMED_MARKERS; i++)
		if (i < GTKW_NAMED && g->named[i] != UINT64_MAX)
			fprintf(out, " %" PRIu64, g->named[i]);
		else
			fprintf(out, " -1");
	fprintf(out, "\n[sst_width] 250\n[signals_width] 300\n"
		"[sst_expanded] 0\n");
}

static size_t put_signals(FILE *out, const struct gtkw *g,
			  const struct group *group, const struct dump *d,
			  bool write)
{
	size_t n = 0;

	for (size_t i = 0; i < d->count; i++) {
		const struct dump_signal *s = &d->signals[i];

		if (!is_in_group(g, group, s))
			continue;
		if (write)
			fprintf(out, "%s\n%s.%s\n", s->bits == 1 ? BIT : BUS,
				s->scope, s->name);
		n++;
	}
	return n;
}

/* Writes the rows of GROUPS from FIRST on that have the same title. Returns the
 * index of the next row. */
static size_t put_group(FILE *out, const struct gtkw *g, size_t first,
			const struct dump *d)
{
	const struct group *group = &groups[first];
	size_t n = 0, end = first;

	while (end < GROUPS && strcmp(groups[end].title, group->title) == 0)
		n += put_signals(out, g, &groups[end++], d, false);
	if (!n)
		return end;
	fprintf(out, "%s\n-%s\n", group->open ? OPEN_BEGIN : CLOSED_BEGIN,
		group->title);
	for (size_t i = first; i < end; i++)
		put_signals(out, g, &groups[i], d, true);
	fprintf(out, "%s\n-%s\n", group->open ? OPEN_END : CLOSED_END,
		group->title);
	return end;
}

void gtkw_write(FILE *out, const struct gtkw *g, const struct dump *d)
{
	put_header(out, g);
	for (size_t i = 0; i < GROUPS;)
		i = put_group(out, g, i, d);
	fprintf(out, "[pattern_trace] 1\n[pattern_trace] 0\n");
}
