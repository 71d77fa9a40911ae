/* cmd_regress.c - the command regress: run a list of commands in parallel
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/regress/regress.h"
#include "session/interrupt.h"
#include "session/outfile.h"

enum {
	OPT_JOBS, OPT_OUTPUT, OPT_RESUME, OPT_LIST, OPT_DEFINE, OPT_TAP,
	OPT_JUNIT, OPT_HTML,
	OPT_COVERAGE, OPT_QUIET, OPT_GATHER, OPT_SLURM, OPT_SLURM_OPTIONS,
	OPT_WAIT, OPT_TASK
};

static const struct option_row rows[] = {
	[OPT_JOBS] = { 'j', "jobs", "N",
		"runs at a time (as many as processors)" },
	[OPT_OUTPUT] = { 'o', "output", "DIR",
		"where results go (regress-NAME of NAME.list)" },
	[OPT_RESUME] = { 0, "resume", NULL,
		"skip the runs that have a result in DIR" },
	[OPT_LIST] = { 0, "list", NULL,
		"print the commands and run none" },
	[OPT_DEFINE] = { 'D', "define", "NAME=VALUE",
		"value of ${NAME} in the list; else the environment's" },
	[OPT_TAP] = { 0, "tap", option_out,
		"write the results as TAP (-: to stdout)" },
	[OPT_JUNIT] = { 0, "junit", option_out,
		"write the results as JUnit XML" },
	[OPT_HTML] = { 0, "html", option_out,
		"write one page with what failed and all runs" },
	[OPT_COVERAGE] = { 0, "coverage", option_add,
		"add what the runs cover to FILE (see coverage)" },
	[OPT_QUIET] = { 'q', "quiet", NULL,
		"do not say what fails while it runs" },
	[OPT_GATHER] = { 0, "gather", NULL,
		"run nothing: report what has a result in DIR" },
	[OPT_SLURM] = { 0, "slurm", NULL,
		"submit the runs as a job array; --gather reports later" },
	[OPT_SLURM_OPTIONS] = { 0, "slurm-options", "WORDS",
		"more options for sbatch" },
	[OPT_WAIT] = { 0, "wait", NULL,
		"with --slurm: wait for the end and report" },
	[OPT_TASK] = { 0, "task", "I/K",
		"of all runs every Kth from the Ith on (what a job does)" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"regress [OPTIONS] LIST",
	"Runs the commands of a list in parallel and compares how they end "
	"with what the\n"
	"list expects. Results are kept in a directory, by which an "
	"interrupted regression\n"
	"goes on. The list is explained in doc/regress.md."
};

enum { MOST_JOBS = 1024 };

/* --- options ---------------------------------------------------------- */

static int define(struct options *o, struct regress *r)
{
	if (strcspn(o->value, "=") == 0 || !strchr(o->value, '='))
		return options_bad(o, "--define: '%s' is not NAME=VALUE",
				   o->value);
	r->defines[r->define_count++] = o->value;
	return 0;
}

static int jobs(struct options *o, struct regress *r)
{
	int bad = options_number(o, &r->jobs);

	if (!bad && (r->jobs < 1 || r->jobs > MOST_JOBS))
		bad = options_bad(o, "--jobs: '%s' is not in 1 .. %d", o->value,
				  MOST_JOBS);
	return bad;
}

static int task(struct options *o, struct regress *r)
{
	char *end;
	const char *slash = strchr(o->value, '/');

	r->task = strtoull(o->value, &end, 10);
	r->tasks = slash ? strtoull(slash + 1, NULL, 10) : 0;
	if (end == o->value || end != slash || r->task >= r->tasks)
		return options_bad(o, "--task: '%s' is not I/K with I below K",
				   o->value);
	return 0;
}

static int word(struct options *o, struct regress *r)
{
	if (r->list)
		return options_unexpected(o);
	r->list = o->value;
	return 0;
}

static int option(struct options *o, struct regress *r, int opt)
{
	switch (opt) {
	case OPT_JOBS: return jobs(o, r);
	case OPT_OUTPUT: r->dir = o->value; return 0;
	case OPT_RESUME: r->resume = true; return 0;
	case OPT_LIST: r->only_list = true; return 0;
	case OPT_DEFINE: return define(o, r);
	case OPT_TAP: r->tap = o->value; return 0;
	case OPT_JUNIT: r->junit = o->value; return 0;
	case OPT_HTML: r->html = o->value; return 0;
	case OPT_COVERAGE: r->coverage = o->value; return 0;
	case OPT_QUIET: r->quiet = true; return 0;
	case OPT_GATHER: r->gather = true; return 0;
	case OPT_SLURM: r->slurm = true; return 0;
	case OPT_SLURM_OPTIONS: r->slurm_options = o->value; return 0;
	case OPT_WAIT: r->wait = true; return 0;
	case OPT_TASK: return task(o, r);
	default: return word(o, r);
	}
}

static int check_options(const struct options *o, const struct regress *r)
{
	if (!r->list)
		return options_bad(o, "which list? For example: warpwright "
				      "regress regress/smoke.list");
	if (o->config || o->override_count)
		return options_bad(o, "the list says which configurations; "
				      "leave out -c, -s and CONFIG.toml");
	if (r->slurm && (r->gather || r->tasks))
		return options_bad(o, "--slurm submits, --gather and --task do "
				      "not");
	if ((r->wait || r->slurm_options) && !r->slurm)
		return options_bad(o, "--wait and --slurm-options are for "
				      "--slurm");
	if (r->slurm && r->coverage)
		return options_bad(o, "--coverage is for runs on this machine, "
				      "not for --slurm");
	return 0;
}

/* --- places ----------------------------------------------------------- */

static int bad_path(const char *what, const char *path)
{
	fprintf(stderr, "warpwright regress: error: cannot %s '%s': %s\n", what,
		path, strerror(errno));
	return CMD_TOOL;
}

/* The directory of results: regress-NAME, in the current directory, for
 * .../NAME.list. */
static void name_dir(struct regress *r)
{
	const char *slash = strrchr(r->list, '/'),
		   *name = slash ? slash + 1 : r->list;
	size_t n = strlen(name);

	if (n > 5 && strcmp(name + n - 5, ".list") == 0)
		n -= 5;
	r->dir = arena_format(&r->dg->arena, "regress-%.*s", (int)n, name);
}

/* Runs start in the directory of the list, so paths in the list are relative to
 * it. */
static int find_base(struct regress *r)
{
	char list[PATH_MAX], *slash;

	if (!realpath(r->list, list))
		return bad_path("find", r->list);
	slash = strrchr(list, '/');
	*slash = '\0';
	snprintf(r->base, sizeof r->base, "%s", *list ? list : "/");
	return 0;
}

static int find_program(struct regress *r)
{
	ssize_t n = readlink("/proc/self/exe", r->program,
			     sizeof r->program - 1);

	if (n < 0)
		return bad_path("read", "/proc/self/exe");
	r->program[n] = '\0';
	return 0;
}

/* PATH as an absolute path, since runs start in another directory. */
static const char *absolute_path(struct regress *r, const char *path)
{
	char here[PATH_MAX];

	if (!path || *path == '/' || !getcwd(here, sizeof here))
		return path;
	return arena_format(&r->dg->arena, "%s/%s", here, path);
}

static bool has_results(const struct regress *r)
{
	char path[PATH_MAX + 8];
	struct stat st;

	snprintf(path, sizeof path, "%s/runs", r->dir);
	return !stat(path, &st);
}

static int open_dir(struct regress *r)
{
	if (has_results(r) && !r->resume && !r->gather) {
		fprintf(stderr,
			"%s: error: there are results already; --resume goes "
			"on, --gather reports them, -o DIR takes another "
			"place\n",
			r->dir);
		return CMD_REFUSED;
	}
	if (proc_make_dirs(r->dir))
		return bad_path("make", r->dir);
	if (!realpath(r->dir, r->results))
		return bad_path("find", r->dir);
	if (strlen(r->results) > PATH_MAX - 100) {
		errno = ENAMETOOLONG;
		return bad_path("use", r->dir);
	}
	r->coverage = absolute_path(r, r->coverage);
	return find_program(r);
}

/* --- reports ---------------------------------------------------------- */

static int write_report(const struct regress *r, const struct regress_totals *t,
			const char *path, int kind)
{
	struct outfile f;

	if (!path)
		return 0;
	if (outfile_open(&f, path))
		return CMD_TOOL;
	if (kind == OPT_TAP)
		regress_tap(f.stream, r);
	else if (kind == OPT_JUNIT)
		regress_junit(f.stream, r, t);
	else
		regress_html(f.stream, r, t);
	return outfile_keep(&f) ? CMD_TOOL : 0;
}

static int report(const struct regress *r)
{
	struct regress_totals t;
	bool bad;

	regress_count(r, &t);
	if (!r->tap || strcmp(r->tap, "-") != 0)
		regress_summary(r, &t);
	bad = write_report(r, &t, r->tap, OPT_TAP) ||
	      write_report(r, &t, r->junit, OPT_JUNIT) ||
	      write_report(r, &t, r->html, OPT_HTML);
	if (bad)
		return CMD_TOOL;
	if (t.failed)
		return CMD_FAIL;
	if (t.broken)
		return CMD_TOOL;
	return t.waiting && !r->tasks ? CMD_FAIL : CMD_PASS;
}

/* --- the command ------------------------------------------------------ */

static void load_results(struct regress *r)
{
	for (size_t i = 0; i < r->count; i++)
		regress_load(r, &r->runs[i]);
}

static void list_runs(const struct regress *r)
{
	for (size_t i = 0; i < r->count; i++)
		printf("%s  %s\n", r->runs[i].id,
		       regress_command(r, &r->runs[i]));
}

static int run_here(struct regress *r)
{
	int status;

	status = regress_run_all(r);
	if (*r->interrupt)
		fprintf(stderr,
			"warpwright regress: interrupted; --resume goes on\n");
	return status;
}

static int work(struct regress *r)
{
	int status = open_dir(r);

	if (status)
		return status;
	load_results(r);
	r->interrupt = interrupt_catch();
	if (r->slurm) {
		status = regress_slurm(r);
		if (status || !r->wait)
			return status;
		load_results(r);
	} else if (!r->gather) {
		status = run_here(r);
	}
	return status ? status : report(r);
}

static int run(struct regress *r)
{
	int status;

	if (regress_read(r))
		return CMD_REFUSED;
	if (!r->dir)
		name_dir(r);
	if (r->only_list) {
		list_runs(r);
		return CMD_PASS;
	}
	status = find_base(r);
	return status ? status : work(r);
}

int cmd_regress(int argc, char **argv)
{
	struct options o;
	struct diag dg;
	struct regress r = { .command = "regress",
			     .dg = &dg,
			     .terminal = isatty(STDERR_FILENO),
			     .begun = clock_now() };
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int opt, status;

	diag_init(&dg, stderr);
	r.jobs = processors > 0 ? (uint64_t)processors : 1;
	r.defines = arena_alloc(&dg.arena, (size_t)argc * sizeof *r.defines);
	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (option(&o, &r, opt)) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && check_options(&o, &r))
		opt = OPTIONS_BAD;
	status = opt == OPTIONS_END ? run(&r) : options_status(opt);
	options_free(&o);
	diag_free(&dg);
	return status;
}
