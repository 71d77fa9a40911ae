/* cmd_sweep.c - the command sweep: cost and speed of many cores
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/near.h"
#include "base/proc.h"
#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/sweep/plot.h"
#include "cli/sweep/sweep.h"
#include "cosim/device/sim.h"
#include "fpga/flow.h"

enum {
	SEEDS = 5, MHZ = 60, LATENCY = 4, MAX_CYCLES = 100000000,
	MOST_JOBS = 1024,
	MOST_LATENCY = 1000000
};

enum {
	OPT_CONFIG, OPT_SET, OPT_TARGET, OPT_PROGRAM, OPT_HIERARCHICAL,
	OPT_SEEDS, OPT_FREQ,
	OPT_LATENCY, OPT_MAX_CYCLES, OPT_NO_CHECK, OPT_SIM, OPT_JOBS,
	OPT_OUTPUT, OPT_TABLE,
	OPT_NO_PLOTS, OPT_GATHER, OPT_LIST
};

static const struct option_row rows[] = {
	[OPT_CONFIG] = { 'c', "config", "NAME|PATH",
		"a configuration to begin with; repeatable" },
	[OPT_SET] = { 's', "set", "KEY=V,V...",
		"values of a parameter; KEY+KEY=V:V,V:V of several at a time" },
	[OPT_TARGET] = { 't', "target", "NAME",
		"chip to synthesize for (see synth --list); repeatable; "
		"'all'" },
	[OPT_PROGRAM] = { 'p', "program", "FILE",
		"program (ELF) whose cycles count; repeatable" },
	[OPT_HIERARCHICAL] = { 0, "hierarchical", NULL,
		"synthesize part by part, for cores that are big" },
	[OPT_SEEDS] = { 0, "seeds", "N",
		"placements, of which the median counts; 0: none (default: "
		"5)" },
	[OPT_FREQ] = { 0, "freq", "MHZ",
		"what place and route aims at (default: 60)" },
	[OPT_LATENCY] = { 0, "mem-latency", "N",
		"cycles from a request to its response (default: 4)" },
	[OPT_MAX_CYCLES] = { 0, "max-cycles", "N",
		"a program fails after N cycles (default: 100000000)" },
	[OPT_NO_CHECK] = { 0, "no-check", NULL,
		"run programs without the golden model" },
	[OPT_SIM] = { 0, "sim", "NAME",
		"simulator (see cosim)" },
	[OPT_JOBS] = { 'j', "jobs", "N",
		"runs at a time (as many as processors)" },
	[OPT_OUTPUT] = { 'o', "output", "DIR",
		"where results go (default: sweep)" },
	[OPT_TABLE] = { 0, "table", option_out,
		"write the results as tables in Markdown too" },
	[OPT_NO_PLOTS] = { 0, "no-plots", NULL,
		"draw nothing" },
	[OPT_GATHER] = { 0, "gather", NULL,
		"run nothing: write what has a result in DIR" },
	[OPT_LIST] = { 0, "list", NULL,
		"print the commands and run none" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"sweep [-c NAME|PATH]... [-s KEY=V,V...]... [-t TARGET]... [-p "
	"PROG.elf]... [OPTIONS]",
	"Synthesizes the cores of all combinations, runs programs on them in "
	"lockstep and\n"
	"writes area, frequency, cycles and run time to DIR: sweep.csv, "
	"sweep.json, plots. What\n"
	"has a result is not run again, so that a sweep that was stopped goes "
	"on (doc/sweep.md)."
};

/* --- options ------------------------------------------------------------ */

static int number(struct options *o, const char *name, uint64_t least,
		  uint64_t most, uint64_t *out)
{
	int bad = options_number(o, out);

	if (!bad && (*out < least || *out > most))
		bad = options_bad(o, "--%s: '%s' is not in %llu..%llu", name,
				  o->value, (unsigned long long)least,
				  (unsigned long long)most);
	return bad;
}

static int add(struct options *o, const char *name, const char **all,
	       size_t *count, size_t most)
{
	for (size_t i = 0; i < *count; i++)
		if (strcmp(all[i], o->value) == 0)
			return options_bad(o, "--%s %s: given twice", name,
					   o->value);
	if (*count == most)
		return options_bad(o, "--%s: more than %zu", name, most);
	all[(*count)++] = o->value;
	return 0;
}

static int unknown_target(const struct options *o)
{
	struct near n;

	near_init(&n, o->value);
	for (size_t i = 0; i < fpga_target_count; i++)
		near_try(&n, fpga_targets[i].name);
	if (near_best(&n))
		return options_bad(o, "unknown target '%s'; did you mean '%s'?",
				   o->value, n.best);
	return options_bad(o,
			   "unknown target '%s'; 'warpwright synth --list' has "
			   "all",
			   o->value);
}

static int add_target(struct options *o, struct sweep *s)
{
	const struct fpga_target *t = fpga_target(o->value);
	bool all = strcmp(o->value, "all") == 0;

	if (!t && !all)
		return unknown_target(o);
	for (size_t i = 0; i < fpga_target_count && all; i++)
		if (i < SWEEP_TARGETS)
			s->targets[i] = &fpga_targets[i];
	if (all) {
		s->target_count = fpga_target_count < SWEEP_TARGETS ?
					  fpga_target_count :
					  SWEEP_TARGETS;
		return 0;
	}
	for (size_t i = 0; i < s->target_count; i++)
		if (s->targets[i] == t)
			return 0;
	s->targets[s->target_count++] = t;
	return 0;
}

static int simulator(struct options *o, struct sweep *s)
{
	s->sim = o->value;
	return sim_find(o->value) ? 0 :
				    options_bad(o,
						"--sim '%s' is no simulator "
						"that this build has",
						o->value);
}

static int option(struct options *o, struct sweep *s, int opt)
{
	switch (opt) {
	case OPT_CONFIG:
		return add(o, "config", s->configs, &s->config_count,
			   SWEEP_CONFIGS);
	case OPT_SET: return add(o, "set", s->sets, &s->set_count, SWEEP_AXES);
	case OPT_TARGET: return add_target(o, s);
	case OPT_PROGRAM:
		return add(o, "program", s->programs, &s->program_count,
			   SWEEP_PROGRAMS);
	case OPT_HIERARCHICAL: s->hierarchical = true; return 0;
	case OPT_SEEDS: return number(o, "seeds", 0, FLOW_SEEDS, &s->seeds);
	case OPT_FREQ: return number(o, "freq", 1, 1000, &s->mhz);
	case OPT_LATENCY:
		return number(o, "mem-latency", 1, MOST_LATENCY, &s->latency);
	case OPT_MAX_CYCLES: return options_number(o, &s->max_cycles);
	case OPT_NO_CHECK: s->no_check = true; return 0;
	case OPT_SIM: return simulator(o, s);
	case OPT_JOBS: return number(o, "jobs", 1, MOST_JOBS, &s->jobs);
	case OPT_OUTPUT: s->dir = o->value; return 0;
	case OPT_TABLE: s->table = o->value; return 0;
	case OPT_NO_PLOTS: s->no_plots = true; return 0;
	case OPT_GATHER: s->gather = true; return 0;
	case OPT_LIST: s->only_list = true; return 0;
	default: return options_unexpected(o);
	}
}

/* Takes a configuration given as a word, and the default target. */
static int complete(struct options *o, struct sweep *s)
{
	o->value = o->config;
	if (o->config &&
	    add(o, "config", s->configs, &s->config_count, SWEEP_CONFIGS))
		return OPTIONS_BAD;
	if (!s->target_count && !s->program_count)
		s->targets[s->target_count++] = fpga_target("ecp5");
	return 0;
}

/* --- before it begins --------------------------------------------------- */

static int missing(const char *name, const char *package)
{
	fprintf(stderr,
		"warpwright sweep: error: '%s' was not found; install the "
		"package '%s' (Debian: apt install %s)\n",
		name, package, package);
	return CMD_TOOL;
}

static const char *tool(const char *variable, const char *name)
{
	const char *own = getenv(variable);

	return own && *own && strcmp(own, "no") != 0 ? own : name;
}

/* Checks for tools without which all runs of a kind would fail. */
static int check_tools(const struct sweep *s)
{
	char path[PATH_MAX];

	if (s->target_count &&
	    !proc_find(tool("YOSYS", "yosys"), path, sizeof path))
		return missing(tool("YOSYS", "yosys"), "yosys");
	for (size_t i = 0; i < s->target_count; i++)
		if (*s->targets[i]->device && s->seeds && !s->hierarchical &&
		    !proc_find(tool("NEXTPNR_ICE40", "nextpnr-ice40"), path,
			       sizeof path))
			return missing(tool("NEXTPNR_ICE40", "nextpnr-ice40"),
				       "nextpnr-ice40");
	return 0;
}

static int bad_path(const char *what, const char *path)
{
	fprintf(stderr, "warpwright sweep: error: cannot %s '%s': %s\n", what,
		path, strerror(errno));
	return CMD_TOOL;
}

static int check_programs(const struct sweep *s)
{
	for (size_t i = 0; i < s->program_count; i++)
		if (access(s->programs[i], R_OK)) {
			bad_path("read", s->programs[i]);
			return CMD_REFUSED;
		}
	return 0;
}

static int open_dir(struct sweep *s)
{
	struct regress *r = &s->regress;

	if (proc_make_dirs(s->dir))
		return bad_path("make", s->dir);
	if (!realpath(s->dir, r->results))
		return bad_path("find", s->dir);
	if (strlen(r->results) > PATH_MAX - 100) {
		errno = ENAMETOOLONG;
		return bad_path("use", s->dir);
	}
	return 0;
}

static int start_regress(struct sweep *s)
{
	struct regress *r = &s->regress;
	ssize_t n = readlink("/proc/self/exe", r->program,
			     sizeof r->program - 1);

	if (n < 0)
		return bad_path("read", "/proc/self/exe");
	r->program[n] = '\0';
	if (!getcwd(r->base, sizeof r->base))
		return bad_path("find", ".");
	r->command = "sweep";
	r->dg = s->dg;
	r->dir = s->dir;
	r->jobs = s->jobs;
	r->quiet = true;
	r->terminal = isatty(STDERR_FILENO);
	return 0;
}

/* --- the command -------------------------------------------------------- */

static void list_runs(const struct sweep *s)
{
	for (size_t i = 0; i < s->point_count; i++)
		if (s->points[i].refused)
			printf("refused: %s\n", s->points[i].refused);
	for (size_t i = 0; i < s->regress.count; i++)
		printf("%s  %s\n", s->regress.runs[i].id,
		       regress_command(&s->regress, &s->regress.runs[i]));
}

static int write_all(struct sweep *s)
{
	int status = sweep_write(s);

	if (!status && s->table)
		status = sweep_write_table(s, s->table);
	if (!status && !s->no_plots)
		status = sweep_plots(s);
	return status;
}

/* Prints the number of points per status; returns the exit status. */
static int summary(const struct sweep *s)
{
	size_t counts[SWEEP_BROKEN + 1] = { 0 };
	const char *comma = "";

	for (size_t i = 0; i < s->point_count; i++) {
		for (size_t t = 0; t < s->target_count; t++)
			counts[s->points[i].areas[t].status]++;
		for (size_t p = 0; p < s->program_count; p++)
			counts[s->points[i].cycles[p].status]++;
	}
	printf("%s: %zu cores, %zu results: ", s->dir, s->point_count,
	       s->point_count * (s->target_count + s->program_count));
	for (int i = 0; i <= SWEEP_BROKEN; i++)
		if (counts[i]) {
			printf("%s%zu %s", comma, counts[i],
			       sweep_status_name((enum sweep_status)i));
			comma = ", ";
		}
	putchar('\n');
	if (s->broken)
		return CMD_TOOL;
	return counts[SWEEP_FAILED] || counts[SWEEP_WAITING] ? CMD_FAIL :
							       CMD_PASS;
}

/* Prints the reason of the first failure of a tool; the table has the
 * others. */
static void say_broken(const struct sweep *s)
{
	for (size_t i = 0; i < s->point_count; i++) {
		for (size_t t = 0; t < s->target_count; t++)
			if (s->points[i].areas[t].status == SWEEP_BROKEN) {
				fprintf(stderr, "warpwright sweep: error: %s\n",
					s->points[i].areas[t].reason);
				return;
			}
		for (size_t p = 0; p < s->program_count; p++)
			if (s->points[i].cycles[p].status == SWEEP_BROKEN) {
				fprintf(stderr, "warpwright sweep: error: %s\n",
					s->points[i].cycles[p].reason);
				return;
			}
	}
}

static int work(struct sweep *s)
{
	int status = open_dir(s);

	if (!status)
		status = sweep_run(s);
	if (!status)
		status = write_all(s);
	if (status)
		return status;
	say_broken(s);
	return summary(s);
}

static int sweep(struct sweep *s)
{
	int status = sweep_points(s);

	if (!status)
		status = check_programs(s);
	if (!status && !s->gather && !s->only_list)
		status = check_tools(s);
	if (!status)
		status = start_regress(s);
	if (!status)
		status = sweep_prepare(s);
	if (status)
		return status;
	if (!s->only_list)
		return work(s);
	list_runs(s);
	return 0;
}

int cmd_sweep(int argc, char **argv)
{
	struct sweep *s = calloc(1, sizeof *s);
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct options o;
	struct diag dg;
	int opt, status;

	if (!s)
		return CMD_TOOL;
	diag_init(&dg, stderr);
	s->dg = &dg;
	s->dir = "sweep";
	s->seeds = SEEDS;
	s->mhz = MHZ;
	s->latency = LATENCY;
	s->max_cycles = MAX_CYCLES;
	s->jobs = processors > 0 ? (uint64_t)processors : 1;
	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (option(&o, s, opt)) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && complete(&o, s))
		opt = OPTIONS_BAD;
	status = opt == OPTIONS_END ? sweep(s) : options_status(opt);
	options_free(&o);
	diag_free(&dg);
	free(s);
	return status;
}
