/* cmd_synth.c - the command synth: the cost of a core on an FPGA
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/synth/synth_target.h"
#include "fpga/record.h"
#include "session/interrupt.h"
#include "session/json.h"
#include "session/outfile.h"
#include "session/synth/synth.h"

enum { TARGETS = 16, SEEDS = 5, MHZ = 60 };

enum row {
	TARGET, MODULES, HIERARCHICAL, PATH, PATHS, SEED_COUNT, SHUFFLE,
	FREQUENCY, JSON, OUTPUT, VERBOSE, LIST
};

static const struct option_row rows[] = {
	[TARGET] = { 't', "target", "NAME",
		"chip to synthesize for; may be repeated; 'all' (default: "
		"ecp5)" },
	[MODULES] = { 'm', "modules", NULL,
		"keep the hierarchy and list what each module costs" },
	[HIERARCHICAL] = { 0, "hierarchical", NULL,
			   "part by part, for cores that are big: nothing is "
			   "placed" },
	[PATH] = { 'p', "path", NULL, "show the longest path" },
	[PATHS] = { 0, "paths", "N",
		"show between which N pairs of registers the longest paths "
		"are" },
	[SEED_COUNT] = { 0, "seeds", "N",
		"placements, of which the median counts; 0: none (default: "
		"5)" },
	[SHUFFLE] = { 0, "shuffle", "N",
		"other names for all cells, by seed N: shows how far an "
		"estimate is chance" },
	[FREQUENCY] = { 0, "freq", "MHZ",
		"what place and route aims at (default: 60)" },
	[JSON] = { 0, "json", option_out, "write the result as JSON" },
	[OUTPUT] = { 'o', "output", "DIR",
		"keep netlists, logs, placements, the bitstream; one target" },
	[VERBOSE] = { 'v', "verbose", NULL,
		"say what is being done, without a terminal too" },
	[LIST] = { 0, "list", NULL, "list the targets" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"synth [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... [-t TARGET]... "
	"[OPTIONS]",
	"Synthesizes the core with yosys and prints what it costs. iCE40 cores "
	"are placed and\n"
	"routed by nextpnr-ice40, and a bitstream is packed; for other chips "
	"the frequency is an\n"
	"estimate (doc/synth.md), good for comparing cores. Results are kept "
	"in the cache."
};

struct synth_call {
	const struct fpga_target *targets[TARGETS];
	struct flow_result results[TARGETS];
	size_t count;
	bool modules, hierarchical, path, list;
	uint64_t seeds, mhz, paths, shuffle;
	const char *json, *output;
	bool verbose;
};

/* --- options ------------------------------------------------------------ */

static int add_target(const struct options *o, struct synth_call *c)
{
	const struct fpga_target *t;

	if (strcmp(o->value, "all") == 0) {
		c->count = 0;
		for (size_t i = 0; i < fpga_target_count && i < TARGETS; i++)
			c->targets[c->count++] = &fpga_targets[i];
		return 0;
	}
	t = synth_target(o);
	if (!t)
		return OPTIONS_BAD;
	for (size_t i = 0; i < c->count; i++)
		if (c->targets[i] == t)
			return 0;
	if (c->count < TARGETS)
		c->targets[c->count++] = t;
	return 0;
}

static int number(struct options *o, uint64_t least, uint64_t most,
		  uint64_t *out)
{
	int bad = options_number(o, out);

	if (!bad && (*out < least || *out > most))
		return options_bad(o, "'%s' is not in %llu..%llu", o->value,
				   (unsigned long long)least,
				   (unsigned long long)most);
	return bad;
}

static int take(struct options *o, int opt, struct synth_call *c)
{
	switch ((enum row)opt) {
	case TARGET: return add_target(o, c);
	case MODULES: c->modules = true; return 0;
	case HIERARCHICAL: c->hierarchical = true; return 0;
	case PATH: c->path = true; return 0;
	case PATHS: return number(o, 1, FLOW_ENDS, &c->paths);
	case SEED_COUNT: return number(o, 0, FLOW_SEEDS, &c->seeds);
	case SHUFFLE: return number(o, 1, UINT32_MAX >> 1, &c->shuffle);
	case FREQUENCY: return number(o, 1, 1000, &c->mhz);
	case JSON: c->json = o->value; return 0;
	case OUTPUT: c->output = o->value; return 0;
	case VERBOSE: c->verbose = true; return 0;
	case LIST: c->list = true; return 0;
	}
	return options_unexpected(o);
}

/* A mapping of its own is what the names change; a path has none of ours. */
static int check_shuffle(const struct options *o, const struct synth_call *c)
{
	if (c->path || c->paths || c->hierarchical)
		return options_bad(o, "--shuffle goes with neither --path nor "
				      "--paths nor --hierarchical");
	for (size_t i = 0; i < c->count; i++)
		if (!*c->targets[i]->map)
			return options_bad(o, "--shuffle is for ecp5 and xc7, "
					      "not for %s",
					   c->targets[i]->name);
	return 0;
}

static int complete(const struct options *o, struct synth_call *c)
{
	if (!c->count)
		c->targets[c->count++] = fpga_target("ecp5");
	if (c->output && c->count > 1)
		return options_bad(o,
				   "--output keeps the files of one target; "
				   "there are %zu",
				   c->count);
	return c->shuffle ? check_shuffle(o, c) : 0;
}

/* --- results ------------------------------------------------------------ */

static void print_list(void)
{
	for (size_t i = 0; i < fpga_target_count; i++)
		printf("%-14s %s\n", fpga_targets[i].name, fpga_targets[i].doc);
}

static void print_head(void)
{
	printf("%-14s", "target");
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		printf(" %7s", fpga_class_name(c));
	printf(" %7s\n", "MHz");
}

static void print_row(const struct fpga_target *t, const struct flow_result *r)
{
	printf("%-14s", t->name);
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		printf(" %7u", r->totals[c]);
	if (!r->fits)
		printf(" %7s  does not fit\n", "-");
	else if (r->placed)
		printf(" %7.1f  placed, %u logic cells, %u seeds %.1f-%.1f, "
		       "bitstream %zu bytes\n",
		       r->mhz, r->logic_cells, r->seeds, r->seed_mhz[0],
		       r->seed_mhz[r->seeds - 1], r->bitstream);
	else if (r->mhz > 0)
		printf(" %7.1f  estimated\n", r->mhz);
	else
		printf(" %7s  not placed\n", "-");
}

static void print_modules(const struct flow_result *r)
{
	printf("\n%-28s %5s", "module", "count");
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
		printf(" %7s", fpga_class_name(c));
	putchar('\n');
	for (size_t i = 0; i < r->module_count; i++) {
		printf("%-28s %5u", r->modules[i].name,
		       r->modules[i].instances);
		for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
			printf(" %7u", r->modules[i].counts[c]);
		putchar('\n');
	}
}

/* Prints the name of a net; a net that the tool derived from a signal,
 * "pc_LUT4_Z_D[3]", is printed as "pc ~". */
static void print_signal(const struct flow_result *r, const char *net)
{
	size_t n = flow_signal(r, net);

	printf("%.*s%s\n", (int)n, net, net[n] ? " ~" : "");
}

/* Is step I inside a carry chain: neither its first nor its last step? */
static bool is_inner(const struct flow_result *r, size_t i)
{
	const struct flow_step *s = r->steps;

	return i > 1 && i + 2 < r->step_count &&
	       !strcmp(s[i].cell, s[i - 1].cell) &&
	       !strcmp(s[i].cell, s[i + 1].cell) && s[i].ns - s[i - 1].ns < 0.2;
}

static void print_path(const struct flow_result *r)
{
	printf("\n%7s  %-16s %s\n", "ns", r->placed ? "to pin" : "through",
	       "signal");
	for (size_t i = 0; i < r->step_count; i++) {
		if (is_inner(r, i))
			continue;
		printf("%7.2f  %-16s ", r->steps[i].ns, r->steps[i].cell);
		print_signal(r, r->steps[i].net);
	}
}

static void print_paths(const struct flow_result *r, size_t most)
{
	printf("\n%7s  %-40s %s\n", "ns", "from", "to");
	for (size_t i = 0; i < r->end_count && i < most; i++)
		printf("%7.2f  %-40s %s\n", r->ends[i].ns, r->ends[i].from,
		       r->ends[i].to);
}

static void print_details(const struct synth_call *c)
{
	for (size_t i = 0; i < c->count; i++) {
		if ((c->modules || c->path || c->paths) && c->count > 1)
			printf("\n%s", c->targets[i]->name);
		if (c->modules)
			print_modules(&c->results[i]);
		if (c->path && c->results[i].step_count)
			print_path(&c->results[i]);
		if (c->paths && c->results[i].placed)
			puts("\nA placed core has its longest path alone: "
			     "--path.");
		else if (c->paths)
			print_paths(&c->results[i], c->paths);
	}
}

static int write_json(const struct synth_call *c, const struct config *cfg)
{
	struct outfile f;

	if (outfile_open(&f, c->json))
		return CMD_TOOL;
	fputs("{\"config\": ", f.stream);
	json_config(f.stream, cfg);
	fputs(", \"results\": [", f.stream);
	for (size_t i = 0; i < c->count; i++) {
		json_t *record = record_json(c->targets[i], &c->results[i]);

		fputs(i ? ", " : "", f.stream);
		if (!record ||
		    json_dumpf(record, f.stream, JSON_REAL_PRECISION(6)))
			fputs("null", f.stream);
		json_decref(record);
	}
	fputs("]}\n", f.stream);
	if (!outfile_keep(&f))
		return 0;
	outfile_drop(&f);
	return CMD_TOOL;
}

/* --- the command -------------------------------------------------------- */

static int run_all(struct synth_call *c, const struct config *cfg,
		   struct diag *dg)
{
	struct synth_job job = {
		.cfg = cfg, .dg = dg, .apart = c->modules,
		.parts = c->hierarchical, .seeds = (uint32_t)c->seeds,
		.shuffle = (uint32_t)c->shuffle,
		.mhz = (double)c->mhz, .keep = c->output, .verbose = c->verbose,
		.interrupt = interrupt_catch()
	};
	int status = 0;

	for (size_t i = 0; i < c->count && !status; i++) {
		job.target = c->targets[i];
		status = synth_run(&job, &c->results[i]);
		if (!status && !i)
			print_head();
		if (!status)
			print_row(c->targets[i], &c->results[i]);
		fflush(stdout);
	}
	if (status)
		return status;
	print_details(c);
	return c->json ? write_json(c, cfg) : 0;
}

static int synth(struct options *o, struct synth_call *c)
{
	struct config cfg;
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	status = options_load(o, &cfg, &dg);
	if (!status)
		status = run_all(c, &cfg, &dg);
	diag_free(&dg);
	return status;
}

static int call(struct options *o, struct synth_call *c)
{
	int opt;

	while (options_more(opt = options_next(o)))
		if (opt == OPTIONS_WORD ? options_unexpected(o) :
					  take(o, opt, c))
			return options_status(OPTIONS_BAD);
	if (opt != OPTIONS_END)
		return options_status(opt);
	if (c->list) {
		print_list();
		return 0;
	}
	return complete(o, c) ? options_status(OPTIONS_BAD) : synth(o, c);
}

int cmd_synth(int argc, char **argv)
{
	struct synth_call *c = calloc(1, sizeof *c);
	struct options o;
	int status;

	if (!c)
		return CMD_TOOL;
	c->seeds = SEEDS;
	c->mhz = MHZ;
	options_init(&o, argc, argv, &text, rows);
	status = call(&o, c);
	for (size_t i = 0; i < TARGETS; i++)
		flow_free(&c->results[i]);
	options_free(&o);
	free(c);
	return status;
}
