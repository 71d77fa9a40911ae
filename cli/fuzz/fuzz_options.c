/* fuzz_options.c - the options of the command fuzz
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/cosim/gates_option.h"
#include "cli/run/program.h"
#include "cli/cosim/cosim_command.h"

enum {
	OPT_SEED, OPT_COUNT, OPT_SECONDS, OPT_LENGTH, OPT_WEIGHTS, OPT_CONFIGS,
	OPT_CONFIG_SEED,
	OPT_COVERAGE, OPT_RTL_COVERAGE, OPT_STEER,
	OPT_CONGEST, OPT_GATES, OPT_PLACED,
	OPT_ORACLE,
	OPT_DIALECT,
	OPT_SIM, OPT_PRINT, OPT_SHRINK, OPT_OUTPUT, OPT_LATENCY, OPT_FAILS,
	OPT_RTL,
	OPT_JSON, OPT_VERBOSE
};

const struct option_row fuzz_options[] = {
	[OPT_SEED] = { 0, "seed", "N",
		"seed of the first program; the next has the next (1)" },
	[OPT_COUNT] = { 0, "count", "N",
		"programs (100; 0: until something fails)" },
	[OPT_SECONDS] = { 0, "max-seconds", "S",
		"begin no program, and shrink no more, S seconds after the "
		"first" },
	[OPT_LENGTH] = { 0, "length", "N",
		"instructions of a warp, about (150)" },
	[OPT_WEIGHTS] = { 0, "weights", "NAME=N,...",
		"how often a kind of instruction is drawn; 'list' lists them" },
	[OPT_CONFIGS] = { 0, "configs", "N",
		"so many random configurations, COUNT programs on each" },
	[OPT_CONFIG_SEED] = { 0, "config-seed", "N",
		"seed of the first of them (1)" },
	[OPT_DIALECT] = { 0, "dialect", "NAME",
		"with --configs: their isa.dialect, vortex or ventus "
		"(vortex)" },
	[OPT_ORACLE] = { 0, "oracle", "NAME",
		"no RTL: golden model against 'threads', 'blocks' or 'qemu'" },
	[OPT_SIM] = { 0, "sim", "NAME", cosim_sim_doc },
	[OPT_STEER] = { 0, "steer", "FILE",
		"draw more of what fills the holes of this coverage" },
	[OPT_RTL_COVERAGE] = { 0, "rtl-coverage", option_add,
		"add the lines and toggles of the Verilog to FILE" },
	[OPT_COVERAGE] = { 0, "coverage", option_add,
		"add what the programs cover to FILE (see coverage)" },
	[OPT_CONGEST] = { 0, "congest", NULL,
		"random stalls inside the core, others for each program" },
	[OPT_GATES] = { 0, "gates", "TARGET",
		"run the netlist that synth makes for this chip" },
	[OPT_PLACED] = { 0, "placed", NULL,
		"run it placed, from its bitstream, beside the core" },
	[OPT_PRINT] = { 0, "print", NULL,
		"print the first program and run none" },
	[OPT_SHRINK] = { 0, "shrink", NULL,
		"make the program that fails as small as possible" },
	[OPT_OUTPUT] = { 'o', "output", option_out,
		"write the failing program there (fuzz-SEED.S; of Ventus "
		"fuzz-SEED.metadata)" },
	[OPT_LATENCY] = { 0, "mem-latency", "N",
		"memory responds after N cycles (else at random)" },
	[OPT_FAILS] = { 0, "mem-fails", "N",
		"in one of N programs memory begins to fail in mid-run (8; 0: "
		"in none)" },
	[OPT_RTL] = { 0, "rtl", "DIR",
		"use this emitted tree and its configuration" },
	[OPT_JSON] = { 0, "json", option_out,
		"write the result as JSON (-: to stdout)" },
	[OPT_VERBOSE] = { 'v', "verbose", NULL,
		"say what is being built" },
	{ 0, NULL, NULL, NULL }
};

static int weight(struct fuzz *f, const char *entry, size_t n)
{
	size_t name = strcspn(entry, "=,");
	char *end;
	unsigned long value;

	for (uint32_t k = 0; k < FUZZ_KINDS; k++) {
		if (strlen(fuzz_kind_name(k)) != name ||
		    strncmp(fuzz_kind_name(k), entry, name) != 0)
			continue;
		value = name < n ? strtoul(entry + name + 1, &end, 10) : 0;
		if (name + 1 >= n || end != entry + n ||
		    value > FUZZ_MOST_WEIGHT || entry[name + 1] == '-' ||
		    entry[name + 1] == '+')
			return options_bad(f->o,
					   "--weights: '%.*s' is not NAME=N "
					   "with N from 0 to %d",
					   (int)n, entry, FUZZ_MOST_WEIGHT);
		f->options.weight[k] = (uint32_t)value;
		return 0;
	}
	return options_bad(f->o,
			   "--weights: there is no kind '%.*s'; --weights list "
			   "lists them",
			   (int)name, entry);
}

static int weights(struct fuzz *f)
{
	const char *at = f->o->value;
	int bad = 0;

	f->has_weights = true;
	f->list = strcmp(at, "list") == 0;
	while (!f->list && !bad) {
		size_t n = strcspn(at, ",");

		bad = weight(f, at, n);
		at += n;
		if (!*at++)
			break;
	}
	return bad;
}

static int number(struct fuzz *f, uint64_t least, uint64_t most, uint64_t *out)
{
	int bad = options_number(f->o, out);

	if (!bad && (*out < least || *out > most))
		bad = options_bad(f->o,
				  "'%s' is not in %" PRIu64 " .. %" PRIu64,
				  f->o->value, least, most);
	return bad;
}

static int oracle(struct fuzz *f)
{
	if (strcmp(f->o->value, "threads") == 0)
		f->second.who = SECOND_THREADS;
	else if (strcmp(f->o->value, "blocks") == 0)
		f->second.who = SECOND_BLOCKS;
	else if (strcmp(f->o->value, "qemu") == 0)
		f->second.who = SECOND_QEMU;
	else
		return options_bad(f->o,
				   "there is no oracle '%s'; there are "
				   "threads, blocks and qemu",
				   f->o->value);
	f->options.class = second_class(&f->second);
	f->options.blocks = f->second.who == SECOND_BLOCKS;
	return 0;
}

static int dialect(struct fuzz *f)
{
	const struct param *p = param_row(PARAM_dialect);

	for (uint32_t i = 0; p->words[i]; i++)
		if (strcmp(p->words[i], f->o->value) == 0) {
			f->dialect = i;
			f->has_dialect = true;
			return 0;
		}
	return options_bad(f->o, "--dialect is vortex or ventus, not '%s'",
			   f->o->value);
}

static int option(struct fuzz *f, int opt)
{
	uint64_t n = f->options.length;
	int bad;

	switch (opt) {
	case OPT_SEED: return options_number(f->o, &f->options.seed);
	case OPT_COUNT: return options_number(f->o, &f->count);
	case OPT_SECONDS: return number(f, 1, 1000000000, &f->max_seconds);
	case OPT_LENGTH:
		bad = number(f, 1, FUZZ_LONGEST, &n);
		f->options.length = (uint32_t)n;
		return bad;
	case OPT_WEIGHTS: return weights(f);
	case OPT_CONFIGS: return number(f, 1, 1000000, &f->configs);
	case OPT_CONFIG_SEED: return options_number(f->o, &f->config_seed);
	case OPT_DIALECT: return dialect(f);
	case OPT_ORACLE: return oracle(f);
	case OPT_SIM: return cosim_sim_option(f->o, &f->job);
	case OPT_STEER: f->steer = f->o->value; return 0;
	case OPT_RTL_COVERAGE: f->job.rtl_coverage = f->o->value; return 0;
	case OPT_COVERAGE: f->coverage = f->o->value; return 0;
	case OPT_CONGEST: f->congest = true; return 0;
	case OPT_GATES: return gates_option(f->o, &f->job);
	case OPT_PLACED: f->job.placed = true; return 0;
	case OPT_PRINT: f->print = true; return 0;
	case OPT_SHRINK: f->shrink = true; return 0;
	case OPT_OUTPUT: f->output = f->o->value; return 0;
	case OPT_LATENCY:
		f->fixed = true;
		return number(f, 1, 1000000, &f->job.latency);
	case OPT_FAILS:
		f->has_failing = true;
		return number(f, 0, 1000000, &f->failing);
	case OPT_RTL: f->job.rtl = f->o->value; return 0;
	case OPT_JSON: f->json = f->o->value; return 0;
	case OPT_VERBOSE: f->job.verbose = true; return 0;
	case OPTIONS_WORD: return options_unexpected(f->o);
	}
	return 0;
}

int fuzz_options_list(void)
{
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		printf("%-8s %3" PRIu32 "  %s\n", fuzz_kind_name(k),
		       fuzz_kind_weight(k), fuzz_kind_doc(k));
	return CMD_PASS;
}

int fuzz_options_read(struct fuzz *f)
{
	int opt;

	while (options_more(opt = options_next(f->o)))
		if (option(f, opt))
			return OPTIONS_BAD;
	return opt;
}

int fuzz_options_combine(const struct fuzz *f)
{
	const struct job *job = &f->job;
	const struct options *o = f->o;
	const bool has_config = o->config || o->override_count;

	if (job->rtl && has_config)
		return options_bad(o, "--rtl brings its own configuration; "
				   "leave out -c, -s and CONFIG.toml");
	if (f->second.who &&
	    (job->rtl || job->sim || f->fixed || f->congest || f->coverage ||
	     job->rtl_coverage || job->gates))
		return options_bad(o, "--oracle runs no RTL; leave out --rtl, "
				   "--sim, --mem-latency, --congest and "
				   "--coverage");
	if (f->configs && (job->rtl || has_config))
		return options_bad(o, "--configs makes configurations; leave "
				   "out --rtl, -c, -s and CONFIG.toml");
	if (f->has_dialect && !f->configs)
		return options_bad(o, "--dialect is that of the random "
				   "configurations of --configs; -c ventus has "
				   "Ventus'");
	if (f->configs && !f->count)
		return options_bad(o, "--configs needs a --count of programs "
				   "for each");
	if (f->list)
		return 0;
	if (job->rtl_coverage && cosim_sim(job) != sim_find("verilator"))
		return options_bad(o, "--rtl-coverage needs --sim verilator");
	if (job->rtl_coverage && job->gates)
		return options_bad(o, "--rtl-coverage is of the Verilog's "
				   "lines; leave out --gates");
	return placed_combine(o, job);
}
