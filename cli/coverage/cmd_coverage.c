/* cmd_coverage.c - the command coverage: report the coverage of runs, and its
 * holes
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "cli/cmd.h"
#include "cli/coverage/coverage.h"
#include "cli/options.h"
#include "session/coverage/rtl_coverage.h"

enum {
	OPT_HOLES, OPT_NEVER, OPT_GROUP, OPT_MIN, OPT_OUTPUT, OPT_JSON,
	OPT_HTML, OPT_RTL, OPT_LIST
};

static const struct option_row rows[] = {
	[OPT_HOLES] = { 0, "holes", NULL, "list what is not covered" },
	[OPT_NEVER] = { 0, "never", NULL,
		"list what the configurations never do, and why" },
	[OPT_GROUP] = { 0, "group", "NAME",
		"list those of this group only; repeatable" },
	[OPT_MIN] = { 0, "min", "[GROUP=]PERCENT",
		"less in all, or in this group, is a failure; repeatable" },
	[OPT_OUTPUT] = { 'o', "output", option_add,
		"add the files to this one" },
	[OPT_JSON] = { 0, "json", option_out, "write all bins as JSON" },
	[OPT_HTML] = { 0, "html", option_out, "write a page" },
	[OPT_RTL] = { 0, "rtl", NULL,
		"the files are of --rtl-coverage: lines and toggles by "
		"module" },
	[OPT_LIST] = { 0, "list", NULL, "list the groups and their bins" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"coverage [OPTIONS] FILE...",
	"Reports the coverage of runs with --coverage: a table of groups. "
	"Files of many runs and\n"
	"configurations add up. What no configuration among them can do does "
	"not count."
};

struct call {
	struct options *o;
	struct coverage all;
	const char **files;
	size_t count;
	const char *output, *json, *html;
	bool holes, never, list, rtl;
	/* chosen groups; some: at least one */
	bool chosen[COVERAGE_GROUPS], some;
	/* required percentage per group; the last: of all */
	double least[COVERAGE_GROUPS + 1];
};

/* --- options ---------------------------------------------------------- */

/* *G = the group whose name is the first N bytes of NAME: 0, or an error. */
static int find_group(struct call *c, const char *name, size_t n,
		      enum coverage_group *g)
{
	char word[64];
	struct near near;

	snprintf(word, sizeof word, "%.*s", (int)n, name);
	*g = coverage_find_group(word);
	if (*g != COVERAGE_GROUPS)
		return 0;
	near_init(&near, word);
	for (int i = 0; i < COVERAGE_GROUPS; i++)
		near_try(&near, coverage_group((enum coverage_group)i).name);
	if (near_best(&near))
		return options_bad(c->o, "there is no group '%s'; did you mean "
				   "'%s'?", word, near.best);
	return options_bad(c->o, "there is no group '%s'; --list lists them",
			   word);
}

static int least(struct call *c)
{
	const char *value = c->o->value, *equal = strchr(value, '=');
	enum coverage_group g = COVERAGE_GROUPS;
	const char *number = equal ? equal + 1 : value;
	char *end;
	double percent = strtod(number, &end);
	int bad = 0;

	if (equal)
		bad = find_group(c, value, (size_t)(equal - value), &g);
	if (!bad && (*number < '0' || *number > '9' || *end || percent > 100))
		bad = options_bad(c->o, "--min: '%s' is not a percentage from "
				  "0 to 100", number);
	if (!bad)
		c->least[g] = percent;
	return bad;
}

static int choose(struct call *c)
{
	enum coverage_group g;
	int bad = find_group(c, c->o->value, strlen(c->o->value), &g);

	if (bad)
		return bad;
	c->chosen[g] = c->some = true;
	return 0;
}

static int option(struct call *c, int opt)
{
	switch (opt) {
	case OPT_HOLES: c->holes = true; return 0;
	case OPT_NEVER: c->never = true; return 0;
	case OPT_GROUP: return choose(c);
	case OPT_MIN: return least(c);
	case OPT_OUTPUT: c->output = c->o->value; return 0;
	case OPT_JSON: c->json = c->o->value; return 0;
	case OPT_HTML: c->html = c->o->value; return 0;
	case OPT_RTL: c->rtl = true; return 0;
	case OPT_LIST: c->list = true; return 0;
	case OPTIONS_WORD: c->files[c->count++] = c->o->value; return 0;
	}
	return 0;
}

/* --- lists and reports ------------------------------------------------ */

static void list(void)
{
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		struct coverage_group_info g =
			coverage_group((enum coverage_group)i);

		printf("%-16s %5zu bins  %s (", g.name, g.count, g.doc);
		for (int k = 0; k < COVERAGE_CROSS; k++)
			if (g.axis[k] != COVERAGE_AXIS_NONE)
				printf("%s%s", k ? " x " : "",
				       coverage_axis_name(g.axis[k]));
		printf(")\n");
	}
}

static void lists(const struct call *c)
{
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;

		if (c->some && !c->chosen[i])
			continue;
		if (c->holes)
			coverage_holes(stdout, &c->all, g);
		if (c->never)
			coverage_nevers(stdout, &c->all, g);
	}
}

/* The exit status: is the required coverage reached, and has no run
 * contradicted a rule of impossible bins? */
static int judge(const struct call *c)
{
	size_t wrong = coverage_sum(&c->all, COVERAGE_GROUPS).wrong;
	int status = CMD_PASS;

	for (int i = 0; i <= COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;
		double has = coverage_percent(coverage_sum(&c->all, g));

		if (has >= c->least[i])
			continue;
		fprintf(stderr, "warpwright coverage: %s is covered to %.1f "
			"percent, less than %g\n", g == COVERAGE_GROUPS ?
			"all" : coverage_group(g).name, has, c->least[i]);
		status = CMD_FAIL;
	}
	if (!wrong)
		return status;
	fprintf(stderr, "warpwright coverage: %zu bins were hit where a rule "
		"of coverage.def says never; --holes lists them\n", wrong);
	return CMD_FAIL;
}

static int report(struct call *c)
{
	int status = 0;

	coverage_table(stdout, &c->all);
	lists(c);
	if (c->output)
		status = coverage_save(c->output, &c->all);
	if (!status && c->json)
		status = coverage_json(c->json, &c->all);
	if (!status && c->html)
		status = coverage_html(c->html, &c->all);
	return status ? status : judge(c);
}

/* --- lines and toggles ------------------------------------------------ */

static int judge_rtl(const struct call *c, const struct rtl_coverage *all)
{
	double has = rtl_coverage_percent(all),
	       least = c->least[COVERAGE_GROUPS];

	if (has >= least)
		return CMD_PASS;
	fprintf(stderr, "warpwright coverage: %.1f percent of lines and toggles"
		", less than %g\n", has, least);
	return CMD_FAIL;
}

static int run_rtl(const struct call *c)
{
	struct rtl_coverage all = { NULL, 0, 0 };
	int status = 0;

	for (size_t i = 0; !status && i < c->count; i++)
		status = rtl_coverage_read(&all, c->files[i], "");
	if (!status)
		rtl_coverage_table(stdout, &all);
	if (!status && c->holes)
		rtl_coverage_holes(stdout, &all);
	if (!status && c->output)
		status = rtl_coverage_merge(c->output, &all);
	if (!status)
		status = judge_rtl(c, &all);
	rtl_coverage_free(&all);
	return status;
}

static int run(struct call *c)
{
	int status;

	if (c->o->config || c->o->override_count)
		return options_status(options_bad(c->o, "a coverage file has "
							"its configurations; "
							"leave out -c and -s"));
	if (c->list) {
		list();
		return CMD_PASS;
	}
	if (!c->count)
		return options_status(options_bad(c->o, "the files are "
							"missing: FILE..."));
	if (c->rtl && (c->json || c->html || c->never || c->some))
		return options_status(options_bad(c->o, "--rtl goes with "
							"--holes, --min and -o "
							"alone"));
	if (c->rtl)
		return run_rtl(c);
	status = coverage_load(&c->all, c->files, c->count);
	return status ? status : report(c);
}

int cmd_coverage(int argc, char **argv)
{
	struct options o;
	struct call c = { .o = &o };
	int opt, status;

	c.files = calloc((size_t)argc + 1, sizeof *c.files);
	if (!c.files) {
		fprintf(stderr, "warpwright: error: out of memory\n");
		return CMD_TOOL;
	}
	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (option(&c, opt)) {
			opt = OPTIONS_BAD;
			break;
		}
	status = opt == OPTIONS_END ? run(&c) : options_status(opt);
	options_free(&o);
	coverage_free(&c.all);
	free(c.files);
	return status;
}
