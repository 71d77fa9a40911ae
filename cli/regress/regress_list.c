/* regress_list.c - read the list of a regression
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line is a command with its options. A word with braces stands for several
 * words, and the line is run with all combinations. doc/regress.md describes
 * the format.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/near.h"
#include "cli/options.h"
#include "cli/regress/regress_words.h"
#include "cli/run/program.h"

enum { LIST_BYTES = 1 << 20 };

static const char *const kinds[] = { "cosim", "fuzz", "iss" };

/* --- directives ------------------------------------------------------- */

static bool number(struct parser *p, const struct word *w, const char *text,
		   uint64_t least, uint64_t most, uint64_t *out)
{
	char *end;

	errno = 0;
	*out = strtoull(text, &end, 0);
	if (*text >= '0' && *text <= '9' && !*end && !errno && *out >= least &&
	    *out <= most)
		return true;
	diag_error(p->dg, words_column(p, w->col), "list-directive",
		   "'%s' is not a number from %" PRIu64 " to %" PRIu64, text,
		   least, most);
	return false;
}

static bool expectation(struct parser *p, const struct word *w,
			const char *text)
{
	static const char *const words[] = {
		"pass", "mismatch", "exit-code", "trap", "max-cycles", "limit",
		"hang", "deadlock",
		"stack-overflow", "divergent-branch", "interrupted"
	};
	struct near n;

	near_init(&n, text);
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (strcmp(text, words[i]) == 0) {
			p->want.result = words[i];
			return true;
		}
		near_try(&n, words[i]);
	}
	diag_error(p->dg, words_column(p, w->col), "list-directive",
		   "no run ends with '%s'%s%s%s", text,
		   near_best(&n) ? "; did you mean '" : "",
		   near_best(&n) ? n.best : "", near_best(&n) ? "'?" : "");
	return false;
}

static bool directive(struct parser *p, const struct word *w)
{
	const char *text = w->choices[0], *value = strchr(text, '=');
	size_t n = value ? (size_t)(value - text) : strlen(text);
	uint64_t x = 0;
	bool good;

	if (w->count > 1) {
		diag_error(p->dg, words_column(p, w->col), "list-directive",
			   "a directive has one value");
		return false;
	}
	value = value ? value + 1 : "";
	if (n == 5 && memcmp(text, "@time", n) == 0) {
		good = number(p, w, value, 1, 1000000, &x);
		p->want.seconds = (uint32_t)x;
	} else if (n == 7 && memcmp(text, "@repeat", n) == 0) {
		good = number(p, w, value, 1, REGRESS_MOST, &p->repeat);
	} else if (n == 7 && memcmp(text, "@expect", n) == 0) {
		good = expectation(p, w, value);
	} else if (n == 5 && memcmp(text, "@exit", n) == 0) {
		good = number(p, w, value, 0, UINT32_MAX, &x);
		p->want.has_exit = good;
		p->want.exit_code = (uint32_t)x;
		p->want.result = x ? "exit-code" : "pass";
	} else if (n == 5 && memcmp(text, "@trap", n) == 0) {
		good = number(p, w, value, 0, UINT32_MAX, &x);
		p->want.has_cause = good;
		p->want.cause = (uint32_t)x;
		p->want.result = "trap";
	} else {
		diag_error(p->dg, words_column(p, w->col), "list-directive",
			   "there is no directive '%.*s'; there are @time=, "
			   "@repeat=, @expect=, @exit= and @trap=",
			   (int)n, text);
		good = false;
	}
	return good;
}

/* --- options ---------------------------------------------------------- */

static const struct option_row *rows_of(const char *kind)
{
	return strcmp(kind, "cosim") == 0 ? cosim_options :
	       strcmp(kind, "fuzz") == 0 ? fuzz_options : iss_options;
}

static bool is_reserved(const char *kind, const char *name)
{
	return strcmp(name, "json") == 0 || strcmp(name, "help") == 0 ||
	       strcmp(name, "print") == 0 ||
	       (strcmp(kind, "fuzz") == 0 && strcmp(name, "output") == 0);
}

/* The row of option WORD of command KIND; NULL after an error. */
static const struct option_row *find_option(struct parser *p,
					    const struct word *w,
					    const char *kind, const char *word)
{
	const struct option_row *const tables[] = { rows_of(kind),
						    options_shared };
	size_t n = strcspn(word, "=") - (word[1] == '-' ? 2 : 1);
	const char *name = word + (word[1] == '-' ? 2 : 1);
	char copy[64];
	struct near near;

	snprintf(copy, sizeof copy, "%.*s", (int)n, name);
	near_init(&near, copy);
	for (size_t t = 0; t < 2; t++)
		for (const struct option_row *row = tables[t]; row->name;
		     row++) {
			if (word[1] == '-' ? strcmp(row->name, copy) == 0 :
					     row->letter == name[0])
				return row;
			near_try(&near, row->name);
		}
	diag_error(p->dg, words_column(p, w->col), "list-option",
		   "%s has no option '%.*s'%s%s%s", kind,
		   (int)strcspn(word, "="), word,
		   near_best(&near) ? "; did you mean '--" : "",
		   near_best(&near) ? near.best : "",
		   near_best(&near) ? "'?" : "");
	return NULL;
}

/* Does the option ROW select the model that is built? */
static bool makes_model(const struct option_row *row)
{
	static const char *const names[] = {
		"config", "set", "sim", "rtl", "waves", "rtl-coverage",
		"congest", "configs",
		"config-seed"
	};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(row->name, names[i]) == 0)
			return true;
	return false;
}

/* Checks that the options of a line exist and have their values; checks only
 * the first choice of each word. */
static bool check_options(struct parser *p)
{
	const char *kind = p->words[0].choices[0];

	for (size_t i = 1; i < p->count; i++) {
		const struct word *w = &p->words[i];
		const char *text = w->choices[0];
		const struct option_row *row;

		if (strcmp(text, "--") == 0)
			return true;
		if (text[0] != '-' || !text[1])
			continue;
		row = find_option(p, w, kind, text);
		if (!row)
			return false;
		if (is_reserved(kind, row->name)) {
			diag_error(p->dg, words_column(p, w->col),
				   "list-option",
				   "'--%s' is not for lists: regress says "
				   "where results go",
				   row->name);
			return false;
		}
		if (!row->arg || (text[1] == '-' ? strchr(text, '=') != NULL :
						   text[2] != '\0'))
			continue;
		if (++i == p->count) {
			diag_error(p->dg, words_column(p, w->col),
				   "list-option", "'%s' needs %s", text,
				   row->arg);
			return false;
		}
	}
	return true;
}

/* --- runs ------------------------------------------------------------- */

static uint64_t mix(uint64_t sum, const char *text)
{
	do
		sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	while (*text++);
	return sum;
}

static bool is_toml(const char *word)
{
	size_t n = strlen(word);

	return n > 5 && strcmp(word + n - 5, ".toml") == 0;
}

/* A hash of the words that select the model. */
static uint64_t model_of(char **words, size_t count)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	bool takes = false;

	if (strcmp(words[0], "iss") == 0)
		return 0;
	for (size_t i = 1; i < count; i++) {
		const struct option_row *rows[] = { rows_of(words[0]),
						    options_shared };
		const char *name = words[i] + (words[i][1] == '-' ? 2 : 1);
		size_t n = strcspn(name, "=");

		if (strncmp(words[i], "--oracle", 8) == 0)
			return 0;
		if (takes || is_toml(words[i]))
			sum = mix(sum, words[i]);
		takes = false;
		for (size_t t = 0; words[i][0] == '-' && t < 2; t++)
			for (const struct option_row *row = rows[t]; row->name;
			     row++)
				if ((words[i][1] == '-' ?
					     strlen(row->name) == n &&
						     strncmp(row->name, name,
							     n) == 0 :
					     row->letter == name[0]) &&
				    makes_model(row)) {
					sum = mix(sum, words[i]);
					takes = row->arg != NULL;
				}
	}
	return sum | 1;
}

static void add_run(struct parser *p, char **words, size_t count, uint64_t copy)
{
	struct regress *r = p->r;
	struct regress_run *run;
	uint64_t sum = UINT64_C(0xcbf29ce484222325);
	char number[32];

	if (r->count == p->room) {
		size_t room = 2 * p->room + 64;
		struct regress_run *more = arena_alloc(&p->dg->arena,
						       room * sizeof *more);

		if (r->count)
			memcpy(more, r->runs, r->count * sizeof *more);
		r->runs = more;
		p->room = room;
	}
	run = &r->runs[r->count++];
	*run = (struct regress_run){ .line = p->number, .words = words,
				     .count = count, .want = p->want,
				     .model = model_of(words, count) };
	for (size_t i = 0; i < count; i++)
		sum = mix(sum, words[i]);
	snprintf(number, sizeof number, "%" PRIu64, copy);
	sum = mix(mix(sum, run->want.result), copy ? number : "");
	if (run->want.has_exit || run->want.has_cause) {
		snprintf(number, sizeof number, "%" PRIu32, run->want.has_exit ?
			 run->want.exit_code : run->want.cause);
		sum = mix(sum, number);
	}
	snprintf(run->id, sizeof run->id, "%016" PRIx64, sum);
}

/* Adds a run for each combination of the choices; the last word varies
 * fastest. */
static bool add_combinations(struct parser *p)
{
	size_t index[LINE_WORDS] = { 0 };
	uint64_t all = p->repeat;

	for (size_t i = 0; i < p->count; i++)
		all = all > REGRESS_MOST ? all : all * p->words[i].count;
	if (all + p->r->count > REGRESS_MOST) {
		diag_error(p->dg, words_column(p, 0), "list-runs",
			   "the list has more than %d runs", REGRESS_MOST);
		return false;
	}
	for (uint64_t n = 0; n < all; n++) {
		char **words = arena_alloc(&p->dg->arena,
					   (p->count + 1) * sizeof *words);
		size_t i = p->count;

		for (size_t k = 0; k < p->count; k++)
			words[k] = p->words[k].choices[index[k]];
		add_run(p, words, p->count, n % p->repeat);
		while (n % p->repeat == p->repeat - 1 && i-- > 0 &&
		       ++index[i] == p->words[i].count)
			index[i] = 0;
	}
	return true;
}

/* --- lines ------------------------------------------------------------ */

static bool check_kind(struct parser *p)
{
	const struct word *w = &p->words[0];
	struct near n;

	near_init(&n, w->choices[0]);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
		if (w->count == 1 && strcmp(w->choices[0], kinds[i]) == 0)
			return true;
		near_try(&n, kinds[i]);
	}
	diag_error(p->dg, words_column(p, w->col), "list-kind",
		   "a line begins with cosim, fuzz, iss or default, not '%s'",
		   w->choices[0]);
	return false;
}

/* Applies the directives (@...) and removes them from the words. */
static bool take_directives(struct parser *p)
{
	size_t kept = 0;
	bool good = true;

	p->want = p->defaults;
	p->repeat = 1;
	for (size_t i = 0; i < p->count; i++)
		if (p->words[i].choices[0][0] == '@')
			good &= directive(p, &p->words[i]);
		else
			p->words[kept++] = p->words[i];
	p->count = kept;
	return good;
}

static bool is_default(const struct parser *p)
{
	return p->count && strcmp(p->words[0].choices[0], "default") == 0;
}

static void read_line(struct parser *p)
{
	if (!words_read(p) || !p->count || !take_directives(p))
		return;
	if (!p->count) {
		diag_error(p->dg, words_column(p, 1), "list-kind",
			   "directives without a command; 'default' sets them "
			   "for the lines below");
	} else if (!is_default(p)) {
		if (check_kind(p) && check_options(p))
			add_combinations(p);
	} else if (p->count > 1 || p->repeat > 1) {
		diag_error(p->dg,
			   words_column(p, p->count > 1 ? p->words[1].col : 1),
			   "list-directive",
			   "only directives stand behind 'default', and not "
			   "@repeat");
	} else {
		p->defaults = p->want;
	}
}

static int by_id(const void *a, const void *b)
{
	const struct regress_run *const *x = a, *const *y = b;

	return strcmp((*x)->id, (*y)->id);
}

/* Reports equal runs: they would share one result. */
static void check_twice(struct parser *p)
{
	struct regress *r = p->r;
	const struct regress_run **sorted =
		arena_alloc(&p->dg->arena, (r->count + 1) * sizeof *sorted);

	for (size_t i = 0; i < r->count; i++)
		sorted[i] = &r->runs[i];
	qsort(sorted, r->count, sizeof *sorted, by_id);
	for (size_t i = 1; i < r->count && !diag_full(p->dg); i++)
		if (strcmp(sorted[i]->id, sorted[i - 1]->id) == 0) {
			const struct regress_run *a = sorted[i - 1],
						 *b = sorted[i];

			p->number = a->line > b->line ? a->line : b->line;
			diag_error(p->dg, words_column(p, 0), "list-twice",
				   "the same run as in line %u; @repeat=N runs "
				   "one several times",
				   a->line < b->line ? a->line : b->line);
		}
}

int regress_read(struct regress *r)
{
	struct parser p;
	size_t n;
	const char *text = file_read(r->list, LIST_BYTES, &n, &r->dg->arena);
	const char *at;

	p = (struct parser){ .r = r,
			     .dg = r->dg,
			     .file = diag_file(r->dg, r->list),
			     .defaults = { .result = "pass",
					   .seconds = REGRESS_SECONDS } };
	if (!text || n > LIST_BYTES) {
		diag_error(r->dg, (struct diag_loc){ p.file, 0, 0 }, NULL, "%s",
			   text ? "a list is at most 1 MiB" :
				  file_strerror(errno));
		return -1;
	}
	for (at = text; at < text + n && !diag_full(r->dg); at = p.end + 1) {
		p.number++;
		p.line = p.at = at;
		p.end = memchr(at, '\n', (size_t)(text + n - at));
		if (!p.end)
			p.end = text + n;
		read_line(&p);
	}
	if (!r->dg->errors)
		check_twice(&p);
	if (!r->dg->errors && !r->count)
		diag_error(r->dg, (struct diag_loc){ p.file, 0, 0 },
			   "list-empty", "no run in the list");
	return r->dg->errors ? -1 : 0;
}

/* --- as a command ----------------------------------------------------- */

static bool is_plain(const char *word)
{
	return *word &&
	       strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			    "YZ0123456789-_=./,:+@%") == strlen(word);
}

char *regress_command(const struct regress *r, const struct regress_run *run)
{
	char *text = arena_format(&r->dg->arena, "warpwright");

	for (size_t i = 0; i < run->count; i++) {
		const char *w = run->words[i];

		if (*w == REGRESS_RUN_DIR || strchr(w, REGRESS_RUN_DIR))
			text = arena_format(&r->dg->arena,
					    "%s \"%.*s%s/runs/%s%s\"", text,
					    (int)(strchr(w, REGRESS_RUN_DIR) -
						  w),
					    w, r->dir, run->id,
					    strchr(w, REGRESS_RUN_DIR) + 1);
		else
			text = arena_format(&r->dg->arena,
					    is_plain(w) ? "%s %s" : "%s '%s'",
					    text, w);
	}
	return text;
}
