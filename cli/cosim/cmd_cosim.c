/* cmd_cosim.c - the command cosim: a program on the RTL, in lockstep
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_option.h"
#include "cli/cmd.h"
#include "cli/cosim/cosim_command.h"
#include "cli/cosim/gates_option.h"
#include "cli/coverage/coverage.h"
#include "cli/debug.h"
#include "cli/image_option.h"
#include "cli/launch_option.h"
#include "cli/profile_option.h"
#include "cli/run/program.h"
#include "session/image.h"
#include "session/interrupt.h"

enum {
	OPT_SIM, OPT_MAX_CYCLES, OPT_LATENCY, OPT_BANDWIDTH, OPT_DRAM,
	OPT_RANDOM,
	OPT_ERROR, OPT_TRACE, OPT_TRACE_LINES, OPT_TRACE_CYCLES,
	OPT_RECORDS, OPT_WAVES,
	OPT_WINDOW, OPT_JSON,
	OPT_STRICT, OPT_NO_CHECK,
	OPT_RTL, OPT_RTL_COVERAGE, OPT_COVERAGE, OPT_COUNTERS, OPT_IMAGE,
	OPT_VERBOSE,
	OPT_KONATA, OPT_PERFETTO, OPT_VIEW_FROM, OPT_VIEW_CYCLES, OPT_VIEW_OF,
	OPT_SNAPSHOT, OPT_PROFILE,
	OPT_CONGEST,
	OPT_AUDIT,
	OPT_GATES, OPT_PLACED,
	OPT_LAUNCH, OPT_DISPATCH,
	OPT_CHECK, OPT_GDB, OPT_MEMORY
};

const struct option_row cosim_options[] = {
	[OPT_SIM] = { 0, "sim", "NAME", cosim_sim_doc },
	[OPT_MAX_CYCLES] = { 0, "max-cycles", "N",
		"give up after N cycles (0: never; default 100000000)" },
	[OPT_LATENCY] = { 0, "mem-latency", "N",
		"cycles from a request to its response (default 4)" },
	[OPT_BANDWIDTH] = { 0, "mem-bandwidth", "N",
		"a beat of data each way once in N cycles (default 1)" },
	[OPT_DRAM] = { 0, "mem-dram", "CHIP[:MHZ]",
		"add the times of ddr4, lpddr4 or hbm2, beside a core of MHZ "
		"(1000)" },
	[OPT_RANDOM] = { 0, "mem-random", "SEED",
		"random delays and order, the same for the same seed" },
	[OPT_ERROR] = { 0, "mem-error", "PLACE",
		"accesses to ADDR[:BYTES[:reads|writes]][@CYCLE] fail; "
		"repeatable" },
	[OPT_TRACE] = { 0, "trace", option_out,
		"write a line per retired warp instruction" },
	[OPT_TRACE_LINES] = { 0, "trace-lines", NULL,
		"end each of them with its source line" },
	[OPT_TRACE_CYCLES] = { 0, "trace-cycles", option_out,
		"write, cycle by cycle, what each core does" },
	[OPT_RECORDS] = { 0, "records", option_out,
		"write the core's trace records as they are" },
	[OPT_WAVES] = { 0, "waves", option_out,
		"write waves (.fst or .vcd), and of an old cause FILE-cause" },
	[OPT_WINDOW] = { 0, "waves-window", "N",
		"only the last N cycles (default: 200, to 1000 for a cause)" },
	[OPT_JSON] = { 0, "json", option_out, "write the result as JSON" },
	[OPT_STRICT] = { 0, "strict", NULL,
		"branches whose lanes disagree are errors" },
	[OPT_NO_CHECK] = { 0, "no-check", NULL,
		"run without the golden model, to measure speed" },
	[OPT_RTL] = { 0, "rtl", "DIR",
		"use this emitted tree and its configuration" },
	[OPT_RTL_COVERAGE] = { 0, "rtl-coverage", option_add,
		"add the lines and toggles of the Verilog to FILE" },
	[OPT_COVERAGE] = { 0, "coverage", option_add,
		"add what the run covers to FILE (see coverage)" },
	[OPT_COUNTERS] = { 0, "counters", NULL,
		"say where the cycles went, and what the program did" },
	[OPT_IMAGE] = { 0, "dump-image", option_out,
		"write the program's pictures (.ppm, .pgm or .png)" },
	[OPT_VERBOSE] = { 0, "verbose", NULL, "say what is being built" },
	[OPT_SNAPSHOT] = { 0, "snapshot", "SECONDS",
		"with --waves: how often to fork a copy to go back to (1)" },
	[OPT_KONATA] = { 0, "konata", option_out,
		"draw the instructions, stage by stage, for Konata" },
	[OPT_PERFETTO] = { 0, "perfetto", option_out,
		"the same for ui.perfetto.dev and chrome://tracing" },
	[OPT_VIEW_FROM] = { 0, "view-from", "CYCLE",
		"of them those that issue from CYCLE on (else the last)" },
	[OPT_VIEW_CYCLES] = { 0, "view-cycles", "N",
		"for N cycles (default 10000)" },
	[OPT_VIEW_OF] = { 0, "view-of", "NAME",
		"of them, and of --trace-cycles, those of a function or "
		"kernel, or launch:N (from 0)" },
	[OPT_PROFILE] = { 0, "profile", option_outs,
		"write the cycles of each source line: .html, .json, "
		".callgrind, or - for a table; repeatable" },
	[OPT_CONGEST] = { 0, "congest", "SEED",
		"random stalls inside the core; SEED[:PERCENT] of the cycles" },
	[OPT_AUDIT] = { 0, "audit", "CYCLES",
		"look at a row of the core's state once in so many (1; 0: at "
		"the end)" },
	[OPT_GATES] = { 0, "gates", "TARGET",
		"run the netlist that synth makes for this chip" },
	[OPT_PLACED] = { 0, "placed", NULL,
		"run it placed, from its bitstream, beside the core" },
	[OPT_LAUNCH] = { 0, "launch", launches_arg, launches_doc },
	[OPT_DISPATCH] = { 0, "dispatch", NULL, launches_whole_doc },
	[OPT_CHECK] = { 0, "check", check_arg, check_doc },
	[OPT_GDB] = { 0, "gdb", "PORT", debug_doc },
	[OPT_MEMORY] = { 0, "dump-memory", option_out,
		"write the buffers of launches of Ventus" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"cosim [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... PROG.elf\n"
	"       warpwright cosim [-c NAME|PATH] [-s KEY=VALUE]... [PROG.elf] "
	"NAME.metadata...",
	"Runs a program on the emitted core and compares every instruction of "
	"every\nlane with the golden model. The model is built once per "
	"configuration and kept\nin $WARPWRIGHT_CACHE, "
	"$XDG_CACHE_HOME/warpwright or ~/.cache/warpwright."
};

/* --- options ---------------------------------------------------------- */

/* Takes a number of cycles from LOW to a million. */
static int cycles(struct options *o, uint64_t low, uint64_t *out)
{
	int bad = options_number(o, out);

	if (!bad && (*out < low || *out > 1000000))
		bad = options_bad(o, "'%s' is not between %u and 1000000",
				  o->value, (unsigned)low);
	return bad;
}

/* Parses the first N characters of FROM as a number; an error names the whole
 * value of the option. */
static int parse_part(struct options *o, const char *from, size_t n,
		      uint32_t *out)
{
	int64_t v;
	const char *why = toml_integer(from, n, &v);

	if (why || v < 0 || v > UINT32_MAX)
		return options_bad(o, "--mem-error '%s' is not ADDR, "
				   "ADDR:BYTES or ADDR:BYTES:reads or :writes: "
				   "%s", o->value, why ? why :
				   "the number is out of range");
	*out = (uint32_t)v;
	return 0;
}

/* Parses the N characters behind the second colon of --mem-error: which
 * accesses fail. */
static int parse_direction(struct options *o, const char *from, size_t n,
			   struct mem_range *r)
{
	r->spare_writes = n == 5 && strncmp(from, "reads", n) == 0;
	r->spare_reads = n == 6 && strncmp(from, "writes", n) == 0;
	if (r->spare_reads || r->spare_writes)
		return 0;
	return options_bad(o, "--mem-error '%s' has neither 'reads' nor "
			   "'writes' behind the second colon", o->value);
}

/* Parses the part behind the @ of --mem-error. */
static int parse_since(struct options *o, const char *from, uint64_t *out)
{
	int64_t v;
	const char *why = toml_integer(from, strlen(from), &v);

	if (why || v < 0)
		return options_bad(o, "--mem-error '%s': the cycle behind @ is "
				   "no number: %s", o->value,
				   why ? why : "it is negative");
	*out = (uint64_t)v;
	return 0;
}

/* Parses the SIZE characters before the @ of --mem-error. */
static int parse_range(struct options *o, size_t size, struct mem_range *r)
{
	const char *end = o->value + size;
	const char *bytes = memchr(o->value, ':', size);
	const char *which = bytes ? memchr(bytes + 1, ':',
					   (size_t)(end - bytes - 1)) : NULL;
	int bad = parse_part(o, o->value,
			     (size_t)((bytes ? bytes : end) - o->value),
			     &r->addr);

	r->bytes = 4;
	if (!bad && bytes)
		bad = parse_part(o, bytes + 1,
				 (size_t)((which ? which : end) - bytes - 1),
				 &r->bytes);
	if (!bad && which)
		bad = parse_direction(o, which + 1,
				      (size_t)(end - which - 1), r);
	if (!bad && (!r->bytes || r->addr > UINT32_MAX - (r->bytes - 1)))
		bad = options_bad(o, "--mem-error '%s' covers no bytes, or "
				  "ends behind the last address", o->value);
	return bad;
}

static int mem_error_range(struct options *o, struct job *job)
{
	size_t size = strcspn(o->value, "@");
	struct mem_range *r = &job->errors[job->error_count];
	int bad;

	if (job->error_count == MEM_ERRORS)
		return options_bad(o, "--mem-error: more than %d of them",
				   MEM_ERRORS);
	bad = parse_range(o, size, r);
	if (!bad && o->value[size])
		bad = parse_since(o, o->value + size + 1, &r->since);
	job->error_count += !bad;
	return bad;
}

static int wave_file(struct options *o, struct job *job)
{
	size_t n = strlen(o->value);
	const char *end = o->value + (n > 4 ? n - 4 : n);

	job->waves = o->value;
	if (strcmp(end, ".fst") == 0 || strcmp(end, ".vcd") == 0)
		return 0;
	return options_bad(o, "--waves '%s' must end in .fst or .vcd",
			   o->value);
}

/* Takes the word NAME.metadata. */
static int ventus_word(const struct options *o, struct job *job)
{
	struct cosim_ventus *v = &job->ventus;

	if (v->count == LAUNCHES)
		return options_bad(o, "more than %d launches", LAUNCHES);
	v->path[v->count++] = o->value;
	return 0;
}

static int word(struct options *o, struct job *job)
{
	if (ventus_is_launch(o->value))
		return ventus_word(o, job);
	if (job->program)
		return options_unexpected(o);
	job->program = o->value;
	return 0;
}

static int snapshot(struct options *o, struct job *job)
{
	char *end;

	job->has_snapshot = true;
	job->snapshot = strtod(o->value, &end);
	if (isdigit((unsigned char)o->value[0]) && !*end &&
	    job->snapshot <= 86400)
		return 0;
	return options_bad(o, "--snapshot '%s' is no number of seconds between "
			   "0 (none) and 86400", o->value);
}

static int view_cycles(struct options *o, struct job *job)
{
	int bad = cycles(o, 1, &job->window.cycles);

	job->has_view_cycles = !bad;
	return bad;
}

static int option(struct options *o, int opt, struct job *job)
{
	switch (opt) {
	case OPTIONS_WORD: return word(o, job);
	case OPT_SIM: return cosim_sim_option(o, job);
	case OPT_MAX_CYCLES:
		job->has_limit = true;
		return options_number(o, &job->max_cycles);
	case OPT_LATENCY: return cycles(o, 1, &job->latency);
	case OPT_BANDWIDTH: return cycles(o, 1, &job->bandwidth);
	case OPT_DRAM: return cosim_dram_option(o, job);
	case OPT_RANDOM:
		job->random = true;
		return options_number(o, &job->seed);
	case OPT_ERROR: return mem_error_range(o, job);
	case OPT_AUDIT: return cycles(o, 0, &job->audit);
	case OPT_GATES: return gates_option(o, job);
	case OPT_PLACED: job->placed = true; return 0;
	case OPT_CONGEST: return cosim_congest_option(o, job);
	case OPT_TRACE: job->trace = o->value; return 0;
	case OPT_TRACE_LINES: job->trace_lines = true; return 0;
	case OPT_TRACE_CYCLES: job->trace_cycles = o->value; return 0;
	case OPT_RECORDS: job->records = o->value; return 0;
	case OPT_WAVES: return wave_file(o, job);
	case OPT_WINDOW:
		job->has_window = true;
		return options_number(o, &job->waves_window);
	case OPT_JSON: job->json = o->value; return 0;
	case OPT_STRICT: job->strict = true; return 0;
	case OPT_NO_CHECK: job->check = false; return 0;
	case OPT_RTL: job->rtl = o->value; return 0;
	case OPT_RTL_COVERAGE: job->rtl_coverage = o->value; return 0;
	case OPT_COVERAGE: job->coverage = o->value; return 0;
	case OPT_COUNTERS: job->counters = true; return 0;
	case OPT_IMAGE: return image_option(o, &job->pictures);
	case OPT_VERBOSE: job->verbose = true; return 0;
	case OPT_SNAPSHOT: return snapshot(o, job);
	case OPT_KONATA: job->konata = o->value; return 0;
	case OPT_PERFETTO: job->perfetto = o->value; return 0;
	case OPT_VIEW_FROM:
		job->window.has_from = true;
		return options_number(o, &job->window.from);
	case OPT_PROFILE: return profile_option(o, &job->profiles);
	case OPT_VIEW_CYCLES: return view_cycles(o, job);
	case OPT_VIEW_OF:
		if (view_of_parse(&job->view_of, o->value))
			return 0;
		return options_bad(o, "--view-of '%s' is neither a function "
				   "nor launch:N, such as launch:0", o->value);
	case OPT_LAUNCH:
		job->dispatch = true;
		return launches_option(o, &job->launches);
	case OPT_DISPATCH: job->dispatch = true; return 0;
	case OPT_CHECK: return check_option(o, &job->checks);
	case OPT_GDB: return debug_option(o, &job->gdb);
	case OPT_MEMORY: job->ventus.memory = o->value; return 0;
	}
	return 0;
}

static int combine_check(const struct options *o, const struct job *job)
{
	if (job->checks && !job->check)
		return options_bad(o, "--check needs the golden model; leave "
				   "out --no-check");
	for (size_t i = 0; job->checks && i < job->launches.count; i++)
		if (job->launches.list[i].reset)
			return options_bad(o, "--check is of one run; leave "
					   "out reset=N of --launch");
	return 0;
}

/* Checks options that exclude or need each other. */
static int check_options(const struct options *o, struct job *job)
{
	if (cosim_ventus_combine(o, job))
		return OPTIONS_BAD;
	if (!job->program)
		return options_bad(o, "the program is missing: PROG.elf");
	if (job->rtl && (o->config || o->override_count))
		return options_bad(o, "--rtl brings its own configuration; "
				   "leave out -c, -s and CONFIG.toml");
	if (job->has_window && !job->waves)
		return options_bad(o, "--waves-window needs --waves FILE");
	if (job->has_snapshot && !job->waves)
		return options_bad(o, "--snapshot needs --waves FILE");
	if ((job->window.has_from || job->has_view_cycles) && !job->konata &&
	    !job->perfetto)
		return options_bad(o, "--view-from and --view-cycles need "
				   "--konata FILE or --perfetto FILE");
	if (job->view_of.text && !job->konata && !job->perfetto &&
	    !job->trace_cycles)
		return options_bad(o, "--view-of needs --konata FILE, "
				   "--perfetto FILE or --trace-cycles FILE");
	if ((job->konata || job->perfetto) && !job->check)
		return options_bad(o, "--konata and --perfetto need the golden "
				   "model; leave out --no-check");
	if ((job->trace || job->trace_cycles) && !job->check)
		return options_bad(o, "--trace and --trace-cycles need the "
				   "golden model; leave out --no-check");
	if (job->trace_lines && !job->trace)
		return options_bad(o, "--trace-lines needs --trace FILE");
	if (cosim_profile_combine(o, job) || combine_check(o, job) ||
	    cosim_gdb_combine(o, job))
		return OPTIONS_BAD;
	if (job->rtl_coverage && cosim_sim(job) != sim_find("verilator"))
		return options_bad(o, "--rtl-coverage needs --sim verilator");
	if (job->rtl_coverage && job->gates)
		return options_bad(o, "--rtl-coverage is of the Verilog's "
				      "lines; leave out --gates");
	if (job->coverage && !job->check)
		return options_bad(o, "--coverage needs the golden model; "
				      "leave out --no-check");
	return placed_combine(o, job);
}

char *cosim_quote_command(int argc, char **argv)
{
	struct tpl_out out = { NULL, 0, 0 };

	tpl_printf(&out, "warpwright");
	for (int i = 0; i < argc; i++) {
		const char *arg = argv[i];
		size_t plain = strspn(arg, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz"
				      "0123456789_-+=./:,@%");

		if (*arg && !arg[plain]) {
			tpl_printf(&out, " %s", arg);
			continue;
		}
		tpl_printf(&out, " '");
		for (; *arg; arg++)
			tpl_printf(&out, *arg == '\'' ? "'\\''" : "%c", *arg);
		tpl_printf(&out, "'");
	}
	return out.text;
}

/* --- configuration and program ---------------------------------------- */

static int load_config(struct options *o, struct job *job)
{
	char path[PATH_MAX];
	int n;

	if (!job->rtl && job->dispatch)
		options_override(o, "gpu.dispatch=true");
	if (!job->rtl)
		return options_load(o, &job->cfg, job->dg);
	n = snprintf(path, sizeof path, "%s/config.toml", job->rtl);
	if (n < 0 || (size_t)n >= sizeof path)
		return options_status(options_bad(o, "--rtl: path too long"));
	return config_load(&job->cfg, path, NULL, 0, job->dg);
}

/* Enables the trace ports, which the lockstep needs. */
static int fit_trace(struct job *job)
{
	struct config *cfg = &job->cfg;
	bool set = cfg->at[PARAM_trace_retire].file != NULL;

	if (job->rtl && job->check && !cfg->trace_retire) {
		fprintf(stderr, "%s/config.toml: error: the design has no "
			"trace ports; emit it with trace.retire=true, or run "
			"with --no-check\n", job->rtl);
		return CMD_REFUSED;
	}
	if (!job->rtl && (job->check || !set))
		cfg->trace_retire = true;
	return 0;
}

/* Can the design run launches, if it has to? */
static int fit_launch(const struct job *job)
{
	if (!job->dispatch || job->cfg.dispatch)
		return 0;
	fprintf(stderr, "%s/config.toml: error: the design has no dispatcher; "
		"emit it with gpu.dispatch=true, or leave out --launch and "
		"--dispatch\n", job->rtl);
	return CMD_REFUSED;
}

int cosim_load_config(struct options *o, struct job *job)
{
	int status = load_config(o, job);

	if (!status)
		status = fit_launch(job);
	if (!status)
		status = cosim_congest_fit(job);
	return status ? status : fit_trace(job);
}

/* Refuses --mem-error outside RAM and the console, where the core makes no
 * accesses. */
static int fit_errors(const struct job *job)
{
	const struct config *cfg = &job->cfg;

	for (uint32_t i = 0; i < job->error_count; i++) {
		uint32_t first = job->errors[i].addr;
		uint32_t last = first + (job->errors[i].bytes - 1);

		if (last >= (uint32_t)MEM_CONSOLE ||
		    (last >= cfg->ram_base &&
		     first <= cfg->ram_base + (cfg->ram_size - 1)))
			continue;
		fprintf(stderr, "warpwright cosim: error: --mem-error 0x%08x "
			"is not in RAM (0x%08x .. 0x%08x)\n", first,
			cfg->ram_base, cfg->ram_base + (cfg->ram_size - 1));
		return CMD_USAGE;
	}
	return 0;
}

/* --- the command ------------------------------------------------------ */

/* Writes waves; a run with snapshots already has a model for them. */
static int waves(struct job *job, char *model)
{
	int status = 0;

	if (!cosim_takes_snapshots(job))
		status = cosim_model(job, cosim_wave_kind(job->waves), model);
	return status ? status : cosim_run_waves(job, model);
}

/* Writes the pictures of --dump-image. */
static int dump(const struct job *job)
{
	if (!job->pictures)
		return 0;
	if (job->status == HARNESS_DONE)
		return image_dump(job->program, &job->image,
				  harness_ram(job->harness), job->pictures);
	image_none(job->program);
	return 0;
}

/* Hands the memory to who provided the program. */
static int finish(const struct job *job, int status)
{
	if (!job->from || !job->from->finish)
		return 0;
	return job->from->finish(job->from->ctx, status ? NULL :
				 harness_ram(job->harness));
}

static int simulate(struct job *job)
{
	char model[PATH_MAX];
	enum build_waves kind = cosim_takes_snapshots(job) ?
				cosim_wave_kind(job->waves) : BUILD_NO_WAVES;
	int status = cosim_model(job, kind, model), result, dumped;
	int finished;

	if (!status)
		status = cosim_run(job, model);
	if (status)
		return status;
	if (job->waves && job->status != HARNESS_INTERRUPTED)
		status = waves(job, model);
	if (!status)
		status = cosim_run_views(job);
	if (!status)
		status = cosim_profile_write(job);
	result = cosim_result(job);
	dumped = job->ventus.count ? cosim_ventus_dump(job) : dump(job);
	finished = finish(job, result);
	return status ? status : result ? result : dumped ? dumped : finished;
}

/* Runs the job, and saves its coverage for --coverage. */
static int run_with_coverage(struct job *job)
{
	struct coverage all;
	int status, saved = 0;

	coverage_init(&all);
	job->cover = job->coverage ? &all : NULL;
	status = simulate(job);
	if (job->coverage)
		saved = coverage_save(job->coverage, &all);
	coverage_free(&all);
	job->cover = NULL;
	return saved ? saved : status;
}

static int run(struct options *o, struct job *job)
{
	int status = cosim_load_config(o, job);

	if (!status)
		status = cosim_load(job);
	if (!status)
		status = cosim_launch_names(job);
	if (!status)
		status = cosim_fit_reset(job);
	if (!status)
		status = fit_errors(job);
	if (!status && job->pictures)
		status = image_announced(job->program, &job->image);
	if (!status)
		status = run_with_coverage(job);
	cosim_run_clean(job);
	cosim_model_clean(job);
	elf_free(&job->image);
	cosim_ventus_free(job);
	return status;
}

static int run_job(struct options *o, struct job *job)
{
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	job->dg = &dg;
	job->interrupt = interrupt_catch();
	status = run(o, job);
	diag_free(&dg);
	return status;
}

int cosim_main(int argc, char **argv, const struct program_source *from)
{
	struct job job = cosim_job_start;
	struct options o;
	int opt, status;

	job.from = from;
	options_init(&o, argc, argv, &text, cosim_options);
	while (options_more(opt = options_next(&o))) {
		opt = option(&o, opt, &job);
		if (opt)
			break;
	}
	if (opt == OPTIONS_END)
		opt = check_options(&o, &job) ? OPTIONS_BAD : OPTIONS_END;
	if (opt != OPTIONS_END) {
		launches_free(&job.launches);
		options_free(&o);
		return options_status(opt);
	}
	job.command = from ? cosim_quote_command(from->argc, from->argv) :
			     cosim_quote_command(argc, argv);
	status = run_job(&o, &job);
	free(job.command);
	launches_free(&job.launches);
	options_free(&o);
	return status;
}

int cmd_cosim(int argc, char **argv)
{
	return cosim_main(argc, argv, NULL);
}
