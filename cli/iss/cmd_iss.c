/* cmd_iss.c - the command iss: run a program on the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_option.h"
#include "cli/cmd.h"
#include "cli/debug.h"
#include "cli/image_option.h"
#include "cli/iss/iss_command.h"
#include "cli/launch_option.h"
#include "cli/options.h"
#include "cli/profile_option.h"
#include "cli/run/program.h"
#include "gdb/gdb.h"
#include "session/check.h"
#include "session/image.h"

enum {
	OPT_TRACE, OPT_TRACE_LINES,
	OPT_MAX_INSTRUCTIONS, OPT_MAX_CYCLES, OPT_MAX_SECONDS,
	OPT_JSON, OPT_STRICT, OPT_IMAGE, OPT_PROFILE, OPT_LAUNCH, OPT_DISPATCH,
	OPT_CHECK, OPT_GDB, OPT_MEMORY
};

const struct option_row iss_options[] = {
	[OPT_TRACE] = { 0, "trace", option_out,
		"write a line per warp instruction (-: to stdout)" },
	[OPT_TRACE_LINES] = { 0, "trace-lines", NULL,
		"end each of them with its source line" },
	[OPT_MAX_INSTRUCTIONS] = { 0, "max-instructions", "N",
		"give up after N warp instructions (0, default: never)" },
	[OPT_MAX_CYCLES] = { 0, "max-cycles", "N",
		"the same: the model counts a cycle for each" },
	[OPT_MAX_SECONDS] = { 0, "max-seconds", "S",
		"give up after S seconds" },
	[OPT_JSON] = { 0, "json", option_out,
		"write the result as JSON (-: to stdout)" },
	[OPT_STRICT] = { 0, "strict", NULL,
		"branches whose lanes disagree are errors" },
	[OPT_IMAGE] = { 0, "dump-image", option_out,
		"write the program's pictures (.ppm, .pgm or .png)" },
	[OPT_PROFILE] = { 0, "profile", option_outs,
		"write the instructions of each source line: .html, .json, "
		".callgrind, or - for a table; repeatable" },
	[OPT_LAUNCH] = { 0, "launch", launches_arg, launches_doc },
	[OPT_DISPATCH] = { 0, "dispatch", NULL, launches_whole_doc },
	[OPT_CHECK] = { 0, "check", check_arg, check_doc },
	[OPT_GDB] = { 0, "gdb", "PORT", debug_doc },
	[OPT_MEMORY] = { 0, "dump-memory", option_out,
		"write the buffers of launches of Ventus after the run, "
		"\"ADDRESS WORD\" per line" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"iss [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... PROG.elf\n"
	"       warpwright iss [PROG.elf] NAME.metadata...",
	"Runs a program on the golden model alone. The console goes to stdout, "
	"a"
	"\nsummary to stderr. The exit status is 0 if the program ended with "
	"exit\ncode 0.\n\n"
	"NAME.metadata, with NAME.data beside it, is a launch of Ventus. "
	"Launches run in\ntheir order, with one memory, on a model of its "
	"instruction set. Given a\nconfiguration, they must fit core.threads "
	"and core.warps."
};

/* --- options ---------------------------------------------------------- */

static int take_seconds(struct options *o, struct iss *iss)
{
	char *end;

	iss->max_seconds = strtod(o->value, &end);
	if (end == o->value || *end != '\0' ||
	    !(iss->max_seconds > 0 && iss->max_seconds < 1e9))
		return options_bad(o, "'%s' is no number of seconds above 0",
				   o->value);
	return 0;
}

static int take_program(struct options *o, struct iss *iss)
{
	if (ventus_is_launch(o->value)) {
		iss->ventus[iss->ventus_count++] = o->value;
		return 0;
	}
	if (iss->program)
		return options_unexpected(o);
	iss->program = o->value;
	return 0;
}

static int launch(struct options *o, struct iss *iss)
{
	int bad = launches_option(o, &iss->launches);
	const struct harness_launch *last =
		&iss->launches.list[iss->launches.count - 1];

	if (!bad && (last->abort || last->reset))
		bad = options_bad(o, "%s=N counts cycles, which cosim has",
				  last->abort ? "abort" : "reset");
	return bad;
}

/* Handles option OPT: 0, or OPTIONS_BAD after an error. */
static int option(struct options *o, int opt, struct iss *iss)
{
	switch (opt) {
	case OPT_TRACE:
		iss->trace = o->value;
		return 0;
	case OPT_TRACE_LINES:
		iss->trace_lines = true;
		return 0;
	case OPT_MAX_INSTRUCTIONS:
	case OPT_MAX_CYCLES:
		iss->has_limit = true;
		return options_number(o, &iss->max_instructions);
	case OPT_MAX_SECONDS:
		return take_seconds(o, iss);
	case OPT_JSON:
		iss->json = o->value;
		return 0;
	case OPT_STRICT:
		iss->strict = true;
		return 0;
	case OPT_IMAGE:
		return image_option(o, &iss->pictures);
	case OPT_PROFILE:
		return profile_option(o, &iss->profiles);
	case OPT_LAUNCH:
		iss->dispatch = true;
		return launch(o, iss);
	case OPT_DISPATCH:
		iss->dispatch = true;
		return 0;
	case OPT_CHECK:
		return check_option(o, &iss->checks);
	case OPT_GDB:
		return debug_option(o, &iss->gdb);
	case OPT_MEMORY:
		iss->memory = o->value;
		return 0;
	default:
		return take_program(o, iss);
	}
}

/* The option of ISS that has no meaning for launches, or NULL. */
static const char *unsuited(const struct iss *iss)
{
	return iss->strict ? "--strict" :
	       iss->trace_lines ? "--trace-lines" :
	       iss->pictures ? "--dump-image" :
	       iss->profiles.count ? "--profile" :
	       iss->launches.count ? "--launch" :
	       iss->dispatch ? "--dispatch" :
	       iss->checks ? "--check" :
	       iss->gdb ? "--gdb" : NULL;
}

static int ventus_options(const struct options *o, const struct iss *iss)
{
	const char *name = unsuited(iss);

	if (!iss->ventus_count && iss->memory)
		return options_bad(o, "--dump-memory is for launches of "
				   "Ventus, NAME.metadata");
	if (iss->ventus_count && name)
		return options_bad(o, "%s is not for launches of Ventus",
				   name);
	return 0;
}

/* --- the run ---------------------------------------------------------- */

/* Writes the pictures of --dump-image. */
static int dump(const struct iss *iss)
{
	if (!iss->pictures)
		return CMD_PASS;
	if (iss->status == GOLDEN_PASS)
		return image_dump(iss->program, &iss->image,
				  golden_ram(iss->golden), iss->pictures);
	image_none(iss->program);
	return CMD_PASS;
}

/* Hands the memory to who provided the program. */
static int finish(const struct iss *iss, int status)
{
	if (!iss->from || !iss->from->finish)
		return CMD_PASS;
	return iss->from->finish(iss->from->ctx, status == CMD_PASS ?
				 golden_ram(iss->golden) : NULL);
}

static int run(struct options *o, struct iss *iss)
{
	struct diag dg;
	int status, dumped, finished, profiled;

	diag_init(&dg, stderr);
	if (iss->dispatch)
		options_override(o, "gpu.dispatch=true");
	status = options_load(o, &iss->cfg, &dg);
	if (status == CMD_PASS)
		status = iss_load(iss);
	if (status == CMD_PASS)
		status = iss_launch_names(iss);
	if (status == CMD_PASS && iss->pictures)
		status = image_announced(iss->program, &iss->image);
	if (status == CMD_PASS)
		status = iss_place(iss);
	if (status == CMD_PASS)
		status = iss_run(iss);
	if (status == CMD_PASS) {
		profiled = iss_profile_write(iss);
		status = iss_result(iss);
		dumped = dump(iss);
		finished = finish(iss, status);
		if (iss->san)
			status = check_end(iss->san, status);
		status = status ? status : dumped ? dumped : finished;
		status = profiled ? profiled : status;
	}
	iss_clean(iss);
	diag_free(&dg);
	return status;
}

static int run_ventus(struct options *o, struct iss *iss)
{
	struct ventus v = { .iss = iss };
	int status = CMD_PASS;
	struct diag dg;

	diag_init(&dg, stderr);
	if (o->config || o->override_count) {
		v.machine = &iss->cfg;
		status = options_load(o, &iss->cfg, &dg);
	}
	if (status == CMD_PASS)
		status = ventus_begin(&v);
	if (status == CMD_PASS)
		status = ventus_execute(&v);
	if (status == CMD_PASS)
		status = ventus_result(&v);
	ventus_end(&v);
	diag_free(&dg);
	return status;
}

int iss_main(int argc, char **argv, const struct program_source *from)
{
	struct iss iss = { .from = from };
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &text, iss_options);
	iss.ventus = calloc((size_t)argc + 1, sizeof *iss.ventus);
	if (!iss.ventus)
		arena_exhausted();
	while (options_more(opt = options_next(&o)))
		if (option(&o, opt, &iss) != 0) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && ventus_options(&o, &iss) != 0)
		opt = OPTIONS_BAD;
	if (opt == OPTIONS_END && !iss.program && !iss.ventus_count)
		opt = options_bad(&o, "PROG.elf is missing");
	if (opt == OPTIONS_END && iss.trace_lines && !iss.trace)
		opt = options_bad(&o, "--trace-lines needs --trace FILE");
	if (opt == OPTIONS_END && iss.gdb)
		opt = debug_combine(&o, iss.gdb, iss.max_seconds) ?
		      OPTIONS_BAD : OPTIONS_END;
	status = opt != OPTIONS_END ? options_status(opt) :
		 iss.ventus_count ? run_ventus(&o, &iss) : run(&o, &iss);
	free(iss.ventus);
	launches_free(&iss.launches);
	options_free(&o);
	return status;
}

int cmd_iss(int argc, char **argv)
{
	return iss_main(argc, argv, NULL);
}
