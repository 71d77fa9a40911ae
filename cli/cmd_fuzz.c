/* cmd_fuzz.c - the command fuzz: random programs in lockstep
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/cosim_job.h"
#include "cli/coverage.h"
#include "cli/gates.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "cli/placed.h"
#include "cli/program.h"
#include "cli/second.h"
#include "cli/steer.h"
#include "fuzz/fuzz.h"
#include "gen/tpl.h"

enum {
	OPT_SEED, OPT_COUNT, OPT_SECONDS, OPT_LENGTH, OPT_WEIGHTS, OPT_CONFIGS, OPT_CONFIG_SEED,
	OPT_COVERAGE, OPT_RTL_COVERAGE, OPT_STEER,
	OPT_CONGEST, OPT_GATES, OPT_PLACED,
	OPT_ORACLE,
	OPT_SIM, OPT_PRINT, OPT_SHRINK, OPT_OUTPUT, OPT_LATENCY, OPT_RTL, OPT_JSON, OPT_VERBOSE
};

const struct option_row fuzz_options[] = {
	[OPT_SEED] = { 0, "seed", "N",
		"seed of the first program; the next has the next (1)" },
	[OPT_COUNT] = { 0, "count", "N",
		"programs (100; 0: until something fails)" },
	[OPT_SECONDS] = { 0, "max-seconds", "S",
		"begin no program S seconds after the first" },
	[OPT_LENGTH] = { 0, "length", "N",
		"instructions of a warp, about (150)" },
	[OPT_WEIGHTS] = { 0, "weights", "NAME=N,...",
		"how often a kind of instruction is drawn; 'list' lists them" },
	[OPT_CONFIGS] = { 0, "configs", "N",
		"so many random configurations, COUNT programs on each" },
	[OPT_CONFIG_SEED] = { 0, "config-seed", "N",
		"seed of the first of them (1)" },
	[OPT_ORACLE] = { 0, "oracle", "NAME",
		"no RTL: golden model against 'threads' or 'qemu'" },
	[OPT_SIM] = { 0, "sim", "NAME", cosim_sim_doc },
	[OPT_STEER] = { 0, "steer", "FILE",
		"draw more of what fills the holes of this coverage" },
	[OPT_RTL_COVERAGE] = { 0, "rtl-coverage", "FILE",
		"add the lines and toggles of the Verilog to FILE" },
	[OPT_COVERAGE] = { 0, "coverage", "FILE",
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
	[OPT_OUTPUT] = { 'o', "output", "FILE.S",
		"where it is written (fuzz-SEED.S)" },
	[OPT_LATENCY] = { 0, "mem-latency", "N",
		"memory answers after N cycles (else at random)" },
	[OPT_RTL] = { 0, "rtl", "DIR",
		"use this emitted tree and its configuration" },
	[OPT_JSON] = { 0, "json", "FILE",
		"write the result as JSON (-: to stdout)" },
	[OPT_VERBOSE] = { 'v', "verbose", NULL,
		"say what is being built" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"fuzz [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]...",
	"Runs random programs in lockstep: divergence, loops, barriers, spawned "
	"warps, races, traps.\nA seed gives the same program and the same memory "
	"timing everywhere. Ends at the first\nprogram that fails, with status 1."
};

enum { LEAST_RAM = 1 << 20, OPTIONS_TEXT = 512, CHOICE = 4 };

struct fuzz {
	struct job job;
	struct options *o;
	struct fuzz_options options;
	struct fuzz_machine machine;
	const char *output, *json, *coverage;
	const char *steer;
	struct coverage holes;          /* that programs are steered at */
	struct fuzz_options plain;      /* the options before that */
	struct coverage covered;        /* by all programs that passed */
	struct second second;
	uint64_t count, max_seconds;
	uint64_t configs, config_seed;  /* of random ones; 0 of them: the options' */
	bool print, list, shrink, fixed, congest;

	char model[PATH_MAX];
	char *command;                  /* without seeds and counts */
	uint64_t first_seed, begun;     /* on each configuration; programs on this one */
	struct timespec start;          /* of the first program */
	uint64_t programs, instructions, records, cycles;
	uint64_t thread_instructions;   /* with --oracle */
	bool terminal;

	/* The first failure. */
	enum harness_status status;
	uint32_t check;                 /* of the mismatch; or COMPARE_... */
	char where[PATH_MAX];           /* its file */
	char config[PATH_MAX];          /* its configuration, if that is a random one */
	size_t size;                    /* instructions of it */
	const char *what;               /* name of the check or difference, or NULL */
	uint32_t insn;                  /* that it is about; 0: none */
};

/* --- options ---------------------------------------------------------- */

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
		if (name + 1 >= n || end != entry + n || value > FUZZ_MOST_WEIGHT ||
		    entry[name + 1] == '-' || entry[name + 1] == '+')
			return options_bad(f->o, "--weights: '%.*s' is not NAME=N with N from 0 "
					   "to %d", (int)n, entry, FUZZ_MOST_WEIGHT);
		f->options.weight[k] = (uint32_t)value;
		return 0;
	}
	return options_bad(f->o, "--weights: there is no kind '%.*s'; --weights list lists them",
			   (int)name, entry);
}

static int weights(struct fuzz *f)
{
	const char *at = f->o->value;
	int bad = 0;

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
		bad = options_bad(f->o, "'%s' is not in %" PRIu64 " .. %" PRIu64, f->o->value,
				  least, most);
	return bad;
}

static int oracle(struct fuzz *f)
{
	if (strcmp(f->o->value, "threads") == 0)
		f->second.who = SECOND_THREADS;
	else if (strcmp(f->o->value, "qemu") == 0)
		f->second.who = SECOND_QEMU;
	else
		return options_bad(f->o, "there is no oracle '%s'; there are threads and qemu",
				   f->o->value);
	f->options.class = second_class(&f->second);
	return 0;
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
	case OPT_RTL: f->job.rtl = f->o->value; return 0;
	case OPT_JSON: f->json = f->o->value; return 0;
	case OPT_VERBOSE: f->job.verbose = true; return 0;
	case OPTIONS_WORD: return options_unexpected(f->o);
	}
	return 0;
}

static int list(void)
{
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		printf("%-8s %3" PRIu32 "  %s\n", fuzz_kind_name(k), fuzz_kind_weight(k),
		       fuzz_kind_doc(k));
	return CMD_PASS;
}

/* --- one program ------------------------------------------------------ */

static int no_memory(void)
{
	fprintf(stderr, "warpwright fuzz: error: out of memory\n");
	return CMD_TOOL;
}

static int make(struct fuzz *f, struct fuzz_program **p)
{
	uint32_t needed = 0;
	int bad = fuzz_generate(&f->options, &f->machine, p, &needed);

	if (bad == -2) {
		fprintf(stderr, "warpwright fuzz: error: the program needs %" PRIu32 " bytes from "
			"core.reset_pc on, RAM has %" PRIu32 " there; give it more (mem.ram_size), "
			"or make programs shorter (--length)\n", needed, f->machine.ram_size -
			(f->machine.reset_pc - f->machine.ram_base));
		return CMD_REFUSED;
	}
	return bad ? no_memory() : 0;
}

/* Names for the report. */
static int name_symbols(struct elf_image *image, const struct fuzz_program *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].name != NULL;
	image->symbols = calloc(n + 1, sizeof *image->symbols);
	for (size_t i = 0; image->symbols && i < p->count; i++) {
		struct elf_symbol *s = &image->symbols[image->symbol_count];

		if (!p->items[i].name)
			continue;
		s->addr = fuzz_address(p, i);
		s->name = strdup(p->items[i].name);
		if (!s->name)
			return -1;
		image->symbol_count++;
	}
	return image->symbols ? 0 : -1;
}

static int place(struct elf_image *image, const struct fuzz_program *p)
{
	const struct fuzz_machine *m = &p->machine;

	*image = (struct elf_image){
		.entry = m->reset_pc, .ram_base = m->ram_base, .ram_size = m->ram_size,
		.ram = calloc(m->ram_size, 1)
	};
	if (!image->ram || name_symbols(image, p) ||
	    fuzz_place(p, image->ram, &image->lowest, &image->highest))
		return no_memory();
	return 0;
}

/* Where the core can stall by itself, it does so for each program in another way:
 * from hardly ever to most of the time, now and then not at all. */
static void draw_stalls(struct job *job, uint64_t seed)
{
	static const uint32_t percent[] = { 2, 10, 20, 30, 45, 60, 75, 0 };
	uint64_t z = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);

	job->congest = (struct harness_congest){ 0 };
	if (!job->cfg.congest)
		return;
	job->congest.seed = (uint32_t)(z >> 32);
	job->congest.percent = percent[z >> 29 & 7];
}

/* Runs P; how it went is in the job. */
static int run_program(struct fuzz *f, const struct fuzz_program *p)
{
	struct job *job = &f->job;
	int status;

	cosim_run_clean(job);
	elf_free(&job->image);
	job->image = (struct elf_image){ 0 };
	job->random = !f->fixed;
	job->seed = p->options.seed;
	draw_stalls(job, p->options.seed);
	status = place(&job->image, p);
	return status ? status : cosim_run(job, f->model);
}

static bool passed(const struct job *job)
{
	return job->status == HARNESS_DONE || job->status == HARNESS_FAULT;
}

static void count(struct fuzz *f)
{
	const struct cosim_stats *s = cosim_stats(harness_cosim(f->job.harness));

	f->programs++;
	f->instructions += s->retired;
	f->records += s->records;
	f->cycles += f->job.run_cycles;
}

/* --- smaller ---------------------------------------------------------- */

/* 1 if P fails as the first one did, -1 if somebody wants to stop. */
static int fails_so(void *ctx, const struct fuzz_program *p)
{
	struct fuzz *f = ctx;
	const struct job *job = &f->job;

	if (run_program(f, p) || job->status == HARNESS_INTERRUPTED)
		return -1;
	if (f->terminal)
		fprintf(stderr, "\rwarpwright: shrinking: %zu instructions  ", fuzz_size(p));
	return job->status == f->status &&
	       (f->status != HARNESS_MISMATCH ||
		harness_mismatch(job->harness)->check == f->check);
}

static void clear_line(const struct fuzz *f)
{
	if (f->terminal)
		fprintf(stderr, "\r\033[K");
}

/* The same where no RTL is asked. */
static int differs_so(void *ctx, const struct fuzz_program *p)
{
	struct fuzz *f = ctx;

	if (*f->job.interrupt || second_run(&f->second, &f->job.cfg, p))
		return -1;
	return f->second.result.what == f->check;
}

/* How to run the assembly file, in two lines. */
static void how_to_repeat(struct tpl_out *out, const struct fuzz *f)
{
	const struct fuzz_machine *m = &f->machine;
	const struct options *o = f->o;

	tpl_printf(out, "ww-cc --bare --ram-base=0x%" PRIx32 " --ram-size=0x%" PRIx32 " %s",
		   m->ram_base, m->ram_size, m->has_m ? "" : "-march=rv32i ");
	if (m->reset_pc != m->ram_base)
		tpl_printf(out, "-Wl,--section-start=.text=0x%" PRIx32 " ", m->reset_pc);
	tpl_printf(out, "-o fuzz.elf %s\nwarpwright %s", f->where,
		   f->second.who ? "iss" : "cosim");
	if (f->job.rtl)
		tpl_printf(out, " --rtl %s", f->job.rtl);
	else if (f->config[0])
		tpl_printf(out, " %s", f->config);
	else if (o->config)
		tpl_printf(out, " -c %s", o->config);
	for (size_t i = 0; i < o->override_count; i++)
		tpl_printf(out, " -s %s", o->overrides[i]);
	if (f->second.who)
		;
	else if (f->fixed)
		tpl_printf(out, " --mem-latency %" PRIu64, f->job.latency);
	else
		tpl_printf(out, " --mem-random %" PRIu64, f->options.seed);
	if (f->job.congest.percent)
		tpl_printf(out, " --congest %" PRIu32 ":%" PRIu32, f->job.congest.seed,
			   f->job.congest.percent);
	if (f->job.sim)
		tpl_printf(out, " --sim %s", f->job.sim->name);
	if (f->job.gates)
		tpl_printf(out, " --gates %s", gates_target(&f->job));
	if (f->job.placed)
		tpl_printf(out, " --placed");
	tpl_printf(out, " fuzz.elf\n");
}

/* A random configuration, beside the program. */
static int write_config(struct fuzz *f)
{
	struct tpl_out toml = { NULL, 0, 0 };
	struct outfile file;
	size_t stem = strlen(f->where);

	if (stem > 2 && strcmp(f->where + stem - 2, ".S") == 0)
		stem -= 2;
	snprintf(f->config, PATH_MAX, "%.*s.toml", (int)stem, f->where);
	if (outfile_open(&file, f->config))
		return CMD_TOOL;
	config_write_toml(&f->job.cfg, &toml);
	fputs(toml.text, file.stream);
	free(toml.text);
	return outfile_keep(&file) ? CMD_TOOL : 0;
}

static int name_files(struct fuzz *f)
{
	int n = f->output ? snprintf(f->where, PATH_MAX, "%s", f->output) :
			    snprintf(f->where, PATH_MAX, "fuzz-%" PRIu64 ".S", f->options.seed);

	if (n < 0 || n > PATH_MAX - (int)sizeof ".toml") {
		fprintf(stderr, "warpwright fuzz: error: the name '%s' is too long\n", f->output);
		return CMD_TOOL;
	}
	return f->configs ? write_config(f) : 0;
}

static void note_mismatch(struct fuzz *f)
{
	const struct cosim_mismatch *m = NULL;

	if (f->status == HARNESS_MISMATCH)
		m = harness_mismatch(f->job.harness);
	if (m) {
		f->what = m->name;
		f->insn = m->has_insn ? m->insn : 0;
	}
}

static int write_program(struct fuzz *f, const struct fuzz_program *p)
{
	struct tpl_out head = { NULL, 0, 0 }, repeat = { NULL, 0, 0 };
	struct outfile file;
	int bad;

	if (name_files(f) || outfile_open(&file, f->where)) {
		f->where[0] = '\0';
		return CMD_TOOL;
	}
	how_to_repeat(&repeat, f);
	tpl_printf(&head, "SPDX-License-Identifier: Apache-2.0\n\nProgram of seed %" PRIu64
		   ", of which %zu instructions are left. Run it:\n\n%s\n", f->options.seed,
		   fuzz_size(p), repeat.text);
	bad = fuzz_write(file.stream, p, head.text);
	free(head.text);
	f->size = fuzz_size(p);
	if (bad || outfile_keep(&file)) {
		outfile_drop(&file);
		free(repeat.text);
		return bad ? no_memory() : CMD_TOOL;
	}
	fprintf(stderr, "%s: %zu instructions; to run it:\n%s", f->where, f->size, repeat.text);
	free(repeat.text);
	return 0;
}

/* P has failed: its report, small and written down. */
static int failed(struct fuzz *f, struct fuzz_program *p)
{
	struct job *job = &f->job;
	int status = 0;

	job->cover = NULL;
	job->rtl_coverage = NULL;
	f->status = job->status;
	if (job->status == HARNESS_MISMATCH)
		f->check = harness_mismatch(job->harness)->check;
	/* To see that a program does not end takes too long for that. */
	if (f->shrink && f->status != HARNESS_LIMIT) {
		job->max_cycles = 4 * job->cycles + 10000;
		fuzz_shrink(p, fails_so, f);
		clear_line(f);
		status = run_program(f, p);
	}
	if (!status) {
		note_mismatch(f);
		cosim_result(job);
	}
	return status ? status : write_program(f, p);
}

/* The two machines make something else of P. */
static int differed(struct fuzz *f, struct fuzz_program *p)
{
	const struct compare_result *r = &f->second.result;
	int status;

	f->status = HARNESS_MISMATCH;
	f->check = r->what;
	f->what = compare_name(r->what);
	if (f->shrink) {
		f->second.most = 4 * r->instructions + 10000;
		fuzz_shrink(p, differs_so, f);
		clear_line(f);
	}
	status = second_run(&f->second, &f->job.cfg, p);
	if (status)
		return status;
	fprintf(stderr, "difference: %s\n  %s\nrepeat: %s\n", compare_name(r->what), r->text,
		f->job.command);
	return write_program(f, p);
}

static int compare(struct fuzz *f, struct fuzz_program *p)
{
	const struct compare_result *r = &f->second.result;
	int status = second_run(&f->second, &f->job.cfg, p);

	if (status)
		return status;
	f->programs++;
	f->instructions += r->instructions;
	f->thread_instructions += r->thread_instructions;
	if (r->what != COMPARE_SAME) {
		clear_line(f);
		status = differed(f, p);
	} else if (*f->job.interrupt) {
		f->status = HARNESS_INTERRUPTED;
	}
	return status;
}

/* --- all of them ------------------------------------------------------ */

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	       1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static void progress(const struct fuzz *f)
{
	if (f->terminal && f->programs % 16 == 0)
		fprintf(stderr, "\rwarpwright: %" PRIu64 " programs, seed %" PRIu64 " ",
			f->programs, f->options.seed);
}

static bool more(const struct fuzz *f)
{
	if (f->max_seconds && seconds_since(&f->start) >= (double)f->max_seconds)
		return false;
	return !f->count || f->begun < f->count;
}

static int one(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	char command[PATH_MAX], steered[OPTIONS_TEXT] = "";
	int status = make(f, &p);

	if (status)
		return status;
	f->begun++;
	if (f->steer)
		steer_options(&f->options, steered, sizeof steered);
	if (f->configs)
		snprintf(command, sizeof command, "%s%s%s --configs 1 --config-seed %" PRIu64
			 " --seed %" PRIu64 " --count 1", f->command, f->steer ? " " : "",
			 steered, f->config_seed, f->options.seed);
	else
		snprintf(command, sizeof command, "%s%s%s --seed %" PRIu64 " --count 1",
			 f->command, f->steer ? " " : "", steered, f->options.seed);
	f->job.command = command;
	status = f->second.who ? compare(f, p) : run_program(f, p);
	if (f->second.who)
		;
	else if (!status && f->job.status == HARNESS_INTERRUPTED)
		f->status = HARNESS_INTERRUPTED;
	else if (!status) {
		count(f);
		if (!passed(&f->job)) {
			clear_line(f);
			status = failed(f, p);
		}
	}
	f->job.command = NULL;
	fuzz_free(p);
	return status;
}

static int all(struct fuzz *f)
{
	int status = 0;

	f->options.seed = f->first_seed;
	f->begun = 0;
	for (; !status && more(f); f->options.seed++) {
		progress(f);
		status = one(f);
		if (f->status != HARNESS_DONE)
			break;
	}
	clear_line(f);
	return status;
}

/* --- the result ------------------------------------------------------- */

static const char *status_word(const struct fuzz *f)
{
	switch (f->status) {
	case HARNESS_DONE: return "pass";
	case HARNESS_MISMATCH: return "mismatch";
	case HARNESS_INTERRUPTED: return "interrupted";
	case HARNESS_HANG: return "hang";
	case HARNESS_LIMIT: return "timeout";
	case HARNESS_RUNNING:
	case HARNESS_FAULT:
	case HARNESS_DEADLOCK:
	case HARNESS_OVERFLOW:
		break;
	}
	return "error";
}

static void json(FILE *out, const struct fuzz *f, double wall)
{
	fprintf(out, "{\n  \"status\": \"%s\",\n  \"simulator\": \"%s\",\n  \"programs\": %"
		PRIu64 ",\n  \"instructions\": %" PRIu64 ",\n  \"cycles\": %" PRIu64 ",\n  \"checks\": %" PRIu64
		",\n  \"wall_seconds\": %.6f,\n  \"config\": ", status_word(f),
		f->second.who ? "none" : cosim_sim(&f->job)->name, f->programs,
		f->instructions, f->cycles, f->records, wall);
	json_config(out, &f->job.cfg);
	if (f->where[0]) {
		fprintf(out, ",\n  \"failure\": { \"seed\": %" PRIu64 ", \"instructions\": %zu",
			f->options.seed, f->size);
		if (f->configs)
			fprintf(out, ", \"config_seed\": %" PRIu64, f->config_seed);
		json_key(out, "program", f->where);
		if (f->what)
			json_key(out, "check", f->what);
		if (f->insn)
			fprintf(out, ", \"insn\": %" PRIu32, f->insn);
		fputs(" }", out);
	}
	fputs("\n}\n", out);
}

static void summary(const struct fuzz *f, double wall)
{
	if (f->second.who) {
		fprintf(stderr, "%s: %" PRIu64 " programs, %" PRIu64 " warp instructions, %" PRIu64
			" of threads, %d differences, %.1f s\n", status_word(f), f->programs,
			f->instructions, f->thread_instructions, f->status == HARNESS_MISMATCH,
			wall);
		return;
	}
	fprintf(stderr, "%s: %" PRIu64 " programs, %" PRIu64 " warp instructions, %" PRIu64
		" cycles, %" PRIu64 " records checked, %d mismatches, %.1f s\n", status_word(f),
		f->programs, f->instructions, f->cycles, f->records,
		f->status == HARNESS_MISMATCH, wall);
}

static int result(const struct fuzz *f)
{
	double wall = seconds_since(&f->start);
	struct outfile file;

	summary(f, wall);
	if (f->json) {
		if (outfile_open(&file, f->json))
			return CMD_TOOL;
		json(file.stream, f, wall);
		if (outfile_keep(&file))
			return CMD_TOOL;
	}
	return f->status == HARNESS_DONE ? CMD_PASS : CMD_FAIL;
}

/* --- the command ------------------------------------------------------ */

static struct fuzz_machine machine(const struct config *cfg)
{
	return (struct fuzz_machine){
		.warps = cfg->warps, .threads = cfg->threads, .stack = cfg->stack,
		.barriers = cfg->barriers, .has_m = cfg->has_m, .timer = cfg->timer,
		.ram_base = cfg->ram_base, .ram_size = cfg->ram_size,
		.reset_pc = cfg->reset_pc, .smem_size = cfg->smem_size
	};
}

static int print(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	char head[64];
	int status = make(f, &p);

	if (status)
		return status;
	snprintf(head, sizeof head, "Program of seed %" PRIu64 "\n", f->options.seed);
	status = fuzz_write(stdout, p, head) ? no_memory() : 0;
	fuzz_free(p);
	return status;
}

static void clean(struct fuzz *f)
{
	cosim_run_clean(&f->job);
	cosim_model_clean(&f->job);
	elf_free(&f->job.image);
	f->job.image = (struct elf_image){ 0 };
	f->job.tree[0] = '\0';
}

/* Weights for the holes on the configuration in the job. */
static void steer_config(struct fuzz *f)
{
	struct coverage_machine m;
	char shown[OPTIONS_TEXT];

	if (!f->steer)
		return;
	cosim_machine(&f->job, &m);
	memcpy(f->options.weight, f->plain.weight, sizeof f->options.weight);
	f->options.length = f->plain.length;
	steer(&f->holes, &m, &f->options);
	if (f->machine.ram_size < LEAST_RAM / 4)
		f->options.weight[FUZZ_WALK] = 0;
	steer_options(&f->options, shown, sizeof shown);
	fprintf(stderr, "warpwright: steered: %s\n", shown);
}

/* All programs on the configuration in the job. */
static int run_config(struct fuzz *f)
{
	struct fuzz_program *p = NULL;
	int status;

	f->machine = second_machine(&f->second, machine(&f->job.cfg));
	steer_config(f);
	if (f->print)
		return print(f);
	/* Is there room for programs? Before a model is built. */
	status = make(f, &p);
	fuzz_free(p);
	if (status)
		return status;
	status = f->second.who ? second_begin(&f->second) :
				 cosim_model(&f->job, BUILD_NO_WAVES, f->model);
	if (!f->start.tv_sec)
		clock_gettime(CLOCK_MONOTONIC, &f->start);
	if (!status)
		status = all(f);
	clean(f);
	return status;
}

/* With room for programs. */
static void random_config(struct config *cfg, uint64_t seed, bool congest)
{
	config_random(cfg, seed, false);
	cfg->trace_retire = true;
	cfg->congest |= congest;
	if (cfg->ram_size < LEAST_RAM)
		cfg->ram_size = LEAST_RAM;
}

/* Of the configurations of the next CHOICE seeds the one that can cover most of what
 * nothing has. */
static void choose_config(struct fuzz *f)
{
	uint64_t best = f->config_seed;
	size_t most = 0;

	for (uint64_t i = 0; f->steer && i < CHOICE; i++) {
		struct coverage_machine m;
		size_t worth;

		random_config(&f->job.cfg, f->config_seed + i, f->congest);
		cosim_machine(&f->job, &m);
		worth = steer_worth(&f->holes, &m);
		if (worth > most) {
			most = worth;
			best = f->config_seed + i;
		}
	}
	f->config_seed = best;
}

static int run(struct fuzz *f)
{
	int status = 0;

	f->status = HARNESS_DONE;
	if (!f->configs) {
		f->job.congest.percent = f->congest;
		status = cosim_load_config(f->o, &f->job);
		return status ? status : run_config(f);
	}
	for (uint64_t left = f->configs; !status && left; left--, f->config_seed++) {
		f->begun = 0;
		if (f->start.tv_sec && !more(f))
			break;
		choose_config(f);
		random_config(&f->job.cfg, f->config_seed, f->congest);
		status = run_config(f);
		if (f->status != HARNESS_DONE || f->print)
			break;
	}
	return status;
}

/* The options that steering has made take its place in the command that repeats
 * a program. */
static char *command_without_steer(int argc, char **argv)
{
	char **kept = calloc((size_t)argc + 1, sizeof *kept), *line;
	int n = 0;

	for (int i = 0; kept && i < argc; i++)
		if (!strcmp(argv[i], "--steer"))
			i++;
		else if (strncmp(argv[i], "--steer=", 8) != 0)
			kept[n++] = argv[i];
	line = kept ? cosim_quote_command(n, kept) : NULL;
	free(kept);
	return line;
}

static int run_all(struct fuzz *f, int argc, char **argv)
{
	struct diag dg;
	int status, saved;

	if (f->job.rtl && (f->o->config || f->o->override_count))
		return options_status(options_bad(f->o, "--rtl brings its own configuration; "
						  "leave out -c, -s and CONFIG.toml"));
	if (f->second.who && (f->job.rtl || f->job.sim || f->fixed || f->congest || f->coverage ||
			      f->job.rtl_coverage || f->job.gates))
		return options_status(options_bad(f->o, "--oracle runs no RTL; leave out --rtl, --sim, "
						  "--mem-latency, --congest and --coverage"));
	if (f->configs && (f->job.rtl || f->o->config || f->o->override_count))
		return options_status(options_bad(f->o, "--configs makes configurations; leave out "
						  "--rtl, -c, -s and CONFIG.toml"));
	if (f->configs && !f->count)
		return options_status(options_bad(f->o, "--configs needs a --count of programs for "
						  "each"));
	if (f->list)
		return list();
	if (f->job.rtl_coverage && cosim_sim(&f->job) != sim_find("verilator"))
		return options_status(options_bad(f->o, "--rtl-coverage needs --sim verilator"));
	if (f->job.rtl_coverage && f->job.gates)
		return options_status(options_bad(f->o, "--rtl-coverage is of the Verilog's lines; "
						  "leave out --gates"));
	if (placed_combine(f->o, &f->job))
		return options_status(OPTIONS_BAD);
	if (f->steer && (status = coverage_load(&f->holes, &f->steer, 1)))
		return status;
	f->plain = f->options;
	f->first_seed = f->options.seed;
	f->command = command_without_steer(argc, argv);
	diag_init(&dg, stderr);
	f->job.dg = &dg;
	f->job.interrupt = interrupt_catch();
	f->job.cover = f->coverage ? &f->covered : NULL;
	status = run(f);
	if (!status && !f->print)
		status = result(f);
	saved = f->coverage ? coverage_save(f->coverage, &f->covered) : 0;
	coverage_free(&f->covered);
	coverage_free(&f->holes);
	diag_free(&dg);
	second_end(&f->second);
	free(f->command);
	return saved ? saved : status;
}

int cmd_fuzz(int argc, char **argv)
{
	struct options o;
	struct fuzz f = {
		.job = cosim_job_start, .o = &o, .count = 100, .config_seed = 1,
		.options = { .seed = 1, .length = 150 }, .terminal = isatty(STDERR_FILENO)
	};
	int opt, status;

	f.job.quiet = true;
	f.job.max_cycles = 4000000;
	f.second.most = 1000000;
	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		f.options.weight[k] = fuzz_kind_weight(k);
	options_init(&o, argc, argv, &text, fuzz_options);
	while (options_more(opt = options_next(&o)))
		if (option(&f, opt)) {
			opt = OPTIONS_BAD;
			break;
		}
	status = opt == OPTIONS_END ? run_all(&f, argc, argv) : options_status(opt);
	options_free(&o);
	return status;
}
