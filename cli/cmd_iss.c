/* cmd_iss - the command iss: a program on the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/machine.h"
#include "cli/options.h"

enum { TRACE, MAX_INSTRUCTIONS, MAX_CYCLES, MAX_SECONDS, JSON, STRICT };

static const struct option_row rows[] = {
	[TRACE] = { 0, "trace", "FILE",
		    "write a line per warp instruction; - is stdout" },
	[MAX_INSTRUCTIONS] = { 0, "max-instructions", "N",
			       "stop after N warp instructions" },
	[MAX_CYCLES] = { 0, "max-cycles", "N",
			 "the same: the model takes one cycle for each" },
	[MAX_SECONDS] = { 0, "max-seconds", "S", "stop after S seconds" },
	[JSON] = { 0, "json", "FILE", "write the result as JSON" },
	[STRICT] = { 0, "strict", NULL,
		     "a branch on which active lanes disagree is an error" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"iss [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... PROG.elf",
	"Runs a program on the golden model alone. The console goes to stdout, a"
	"\nsummary to stderr. The exit status is 0 if the program ended with "
	"exit\ncode 0, else 1."
};

/* One run, and what is asked of it. */
struct run {
	const char *program, *trace_path, *json_path;
	uint64_t max_instructions;
	double max_seconds;
	bool strict;

	struct config cfg;
	struct elf_image image;
	struct golden *g;
	FILE *trace;
	enum golden_status status;
	double seconds;
};

static const char *status_word(enum golden_status status)
{
	switch (status) {
	case GOLDEN_RUNNING: return "error";
	case GOLDEN_PASS: return "pass";
	case GOLDEN_FAULT: return "fault";
	case GOLDEN_DEADLOCK: return "deadlock";
	case GOLDEN_LIMIT: return "timeout";
	case GOLDEN_DIVERGENT: return "divergent";
	}
	return "error";
}

/* The words that every command shares; "failure" says more. */
static const char *json_status(enum golden_status status)
{
	bool other = status == GOLDEN_DEADLOCK || status == GOLDEN_DIVERGENT;
	return other ? "error" : status_word(status);
}

static void put_console(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double m_per_second(const struct run *r)
{
	double m = 1e-6 * (double)golden_stats(r->g)->instructions;
	return r->seconds > 0 ? m / r->seconds : 0;
}

static uint32_t word_at(const struct run *r, uint32_t pc)
{
	uint8_t b[4] = { 0 };

	golden_read(r->g, pc, b, 4);
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

/* What went wrong, for people. */

static void report_fault(const struct run *r)
{
	const struct golden_trap *t = golden_first_trap(r->g);
	char place[200], insn[80];

	machine_place(&r->image, t->pc, place, sizeof place);
	isa_disasm(t->pc, t->insn, insn, sizeof insn);
	fprintf(stderr, "%s: error: warp %" PRIu32 " trapped at %s: %s (cause %"
		PRIu32 "), tval 0x%08" PRIx32 "\n", r->program, t->warp, place,
		isa_cause_name(t->cause), t->cause, t->tval);
	if (t->cause != 1)
		fprintf(stderr, "    %08" PRIx32 "  %s\n", t->insn, insn);
}

static void report_warps(const struct run *r)
{
	char place[200];

	for (uint32_t i = 0; i < r->cfg.warps; i++) {
		int barrier = golden_barrier(r->g, i);
		if (golden_tmask(r->g, i) == 0)
			continue;
		machine_place(&r->image, golden_pc(r->g, i), place,
			      sizeof place);
		fprintf(stderr, "    warp %" PRIu32 " ", i);
		if (barrier >= 0)
			fprintf(stderr, "waits at barrier %d, to go on", barrier);
		else
			fprintf(stderr, "is");
		fprintf(stderr, " at %s, tmask 0x%" PRIx32 "\n", place,
			golden_tmask(r->g, i));
	}
}

static void report_divergent(const struct run *r)
{
	uint32_t pc = golden_stats(r->g)->divergent_pc;
	char place[200], insn[80];

	machine_place(&r->image, pc, place, sizeof place);
	isa_disasm(pc, word_at(r, pc), insn, sizeof insn);
	fprintf(stderr, "%s: error: active lanes disagree on the branch at %s\n"
		"    %s\n    all lanes follow the lowest active one; put split "
		"before the branch and\n    join where the ways meet, or make "
		"its operands the same in every lane\n", r->program, place,
		insn);
}

static void warn_divergent(const struct run *r)
{
	const struct golden_stats *s = golden_stats(r->g);
	char place[200];

	if (s->divergent_branches == 0 || r->status == GOLDEN_DIVERGENT)
		return;
	machine_place(&r->image, s->divergent_pc, place, sizeof place);
	fprintf(stderr, "%s: warning: active lanes disagreed on %" PRIu64
		" branch%s, first at %s; --strict stops there\n", r->program,
		s->divergent_branches, s->divergent_branches == 1 ? "" : "es",
		place);
}

static void report(const struct run *r)
{
	const struct golden_stats *s = golden_stats(r->g);

	switch (r->status) {
	case GOLDEN_RUNNING:
	case GOLDEN_PASS:
		break;
	case GOLDEN_FAULT:
		report_fault(r);
		break;
	case GOLDEN_DEADLOCK:
		fprintf(stderr, "%s: error: deadlock: every active warp waits "
			"at a barrier\n", r->program);
		report_warps(r);
		break;
	case GOLDEN_LIMIT:
		fprintf(stderr, "%s: error: the limit is reached and the program"
			" has not ended\n", r->program);
		report_warps(r);
		break;
	case GOLDEN_DIVERGENT:
		report_divergent(r);
		break;
	}
	warn_divergent(r);
	fprintf(stderr, "%s: exit code %" PRIu32 ", %" PRIu64 " instructions, %"
		PRIu64 " thread instructions, %.3f s, %.1f M instructions/s\n",
		status_word(r->status), golden_exit_code(r->g), s->instructions,
		s->thread_instructions, r->seconds, m_per_second(r));
}

/* The same as JSON. */

static void json_place(FILE *out, const struct run *r, uint32_t pc)
{
	const struct elf_symbol *s = elf_symbol_at(&r->image, pc);
	char insn[80];

	fprintf(out, "\"pc\": \"0x%08" PRIx32 "\", \"symbol\": ", pc);
	if (s) {
		machine_json_string(out, s->name);
		fprintf(out, ", \"offset\": %" PRIu32, pc - s->addr);
	} else {
		fputs("null", out);
	}
	isa_disasm(pc, word_at(r, pc), insn, sizeof insn);
	fputs(", \"disassembly\": ", out);
	machine_json_string(out, insn);
}

static void json_fault(FILE *out, const struct run *r)
{
	const struct golden_trap *t = golden_first_trap(r->g);

	fprintf(out, "{\"kind\": \"trap\", \"warp\": %" PRIu32 ", ", t->warp);
	json_place(out, r, t->pc);
	fprintf(out, ", \"insn\": \"0x%08" PRIx32 "\", \"cause\": %" PRIu32
		", \"cause_name\": ", t->insn, t->cause);
	machine_json_string(out, isa_cause_name(t->cause));
	fprintf(out, ", \"tval\": \"0x%08" PRIx32 "\"}", t->tval);
}

static void json_warps(FILE *out, const struct run *r)
{
	const char *comma = "";

	fprintf(out, "{\"kind\": \"%s\", \"warps\": [", status_word(r->status));
	for (uint32_t i = 0; i < r->cfg.warps; i++) {
		if (golden_tmask(r->g, i) == 0)
			continue;
		fprintf(out, "%s\n    {\"warp\": %" PRIu32 ", \"barrier\": %d, ",
			comma, i, golden_barrier(r->g, i));
		json_place(out, r, golden_pc(r->g, i));
		fputs("}", out);
		comma = ",";
	}
	fputs("]}", out);
}

static void json_failure(FILE *out, const struct run *r)
{
	switch (r->status) {
	case GOLDEN_RUNNING:
	case GOLDEN_PASS:
		fputs("null", out);
		break;
	case GOLDEN_FAULT:
		json_fault(out, r);
		break;
	case GOLDEN_DEADLOCK:
	case GOLDEN_LIMIT:
		json_warps(out, r);
		break;
	case GOLDEN_DIVERGENT:
		fputs("{\"kind\": \"divergent branch\", ", out);
		json_place(out, r, golden_stats(r->g)->divergent_pc);
		fputs("}", out);
		break;
	}
}

static void json(FILE *out, const struct run *r)
{
	const struct golden_stats *s = golden_stats(r->g);

	fprintf(out, "{\n  \"status\": \"%s\",\n  \"program\": ",
		json_status(r->status));
	machine_json_string(out, r->program);
	fprintf(out, ",\n  \"exit_code\": %" PRIu32 ",\n  \"cycles\": null,\n"
		"  \"instructions\": %" PRIu64 ",\n  \"thread_instructions\": %"
		PRIu64 ",\n  \"ipc\": null,\n  \"wall_seconds\": %.6f,\n"
		"  \"checks\": 0,\n  \"divergent_branches\": %" PRIu64
		",\n  \"failure\": ", golden_exit_code(r->g), s->instructions,
		s->thread_instructions, r->seconds, s->divergent_branches);
	json_failure(out, r);
	fputs(",\n  \"config\": ", out);
	machine_json_config(out, &r->cfg);
	fputs("\n}\n", out);
}

static int cannot(const char *what, const char *path)
{
	fprintf(stderr, "%s: error: cannot %s: %s\n", path, what,
		errno ? strerror(errno) : "write error");
	return CMD_TOOL;
}

/* "-" is stdout, which is not closed. */
static int open_out(const char *path, FILE **out)
{
	errno = 0;
	*out = !path ? NULL : strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
	return path && !*out ? cannot("open", path) : CMD_PASS;
}

static int close_out(FILE *out, const char *path)
{
	bool failed;

	if (!out || out == stdout)
		return CMD_PASS;
	errno = 0;
	failed = ferror(out);
	failed |= fclose(out) != 0;
	return failed ? cannot("write", path) : CMD_PASS;
}

static int write_json(const struct run *r)
{
	FILE *out;
	int status = open_out(r->json_path, &out);

	if (status != CMD_PASS || !out)
		return status;
	json(out, r);
	return close_out(out, r->json_path);
}

/* An instruction and a time limit of 0 mean none. */
static void execute(struct run *r)
{
	double start = now();

	golden_set_console(r->g, put_console, NULL);
	golden_stop_divergent(r->g, r->strict);
	r->status = golden_run(r->g, r->max_instructions, r->max_seconds,
			       r->trace);
	r->seconds = now() - start;
	fflush(stdout);
}

static int run_loaded(struct run *r)
{
	int status = open_out(r->trace_path, &r->trace), late;

	if (status != CMD_PASS)
		return status;
	execute(r);
	report(r);
	status = close_out(r->trace, r->trace_path);
	late = write_json(r);
	if (status != CMD_PASS || late != CMD_PASS)
		return CMD_TOOL;
	return r->status == GOLDEN_PASS && golden_exit_code(r->g) == 0
		? CMD_PASS : CMD_FAIL;
}

static int load_program(struct run *r)
{
	struct golden_config machine;
	char why[300];
	int error;

	machine_from_config(&r->cfg, &machine);
	if (elf_load(r->program, machine.ram_base, machine.ram_size, &r->image,
		     why, sizeof why) != 0) {
		fprintf(stderr, "%s: error: %s\n", r->program, why);
		return CMD_REFUSED;
	}
	machine.reset_pc = r->image.entry;
	error = golden_new(&machine, &r->g);
	if (error) {
		fprintf(stderr, "warpwright iss: error: %s\n",
			golden_strerror(error));
		return CMD_TOOL;
	}
	golden_write(r->g, r->image.lowest, r->image.ram +
		     (r->image.lowest - r->image.ram_base),
		     r->image.highest - r->image.lowest);
	return CMD_PASS;
}

static int run(struct options *o, struct run *r)
{
	struct diag dg;
	int status;

	diag_init(&dg, stderr);
	status = options_load(o, &r->cfg, &dg);
	if (status == CMD_PASS)
		status = load_program(r);
	if (status == CMD_PASS)
		status = run_loaded(r);
	golden_free(r->g);
	elf_free(&r->image);
	diag_free(&dg);
	return status;
}

static int take_seconds(struct options *o, struct run *r)
{
	char *end;

	r->max_seconds = strtod(o->value, &end);
	if (end == o->value || *end || !isfinite(r->max_seconds) ||
	    r->max_seconds <= 0)
		return options_bad(o, "'%s' is no number of seconds above 0",
				   o->value);
	return 0;
}

static int take_limit(struct options *o, struct run *r)
{
	int result = options_number(o, &r->max_instructions);

	if (result == 0 && r->max_instructions == 0)
		return options_bad(o, "the limit must be above 0");
	return result;
}

static int take_program(struct options *o, struct run *r)
{
	if (r->program)
		return options_unexpected(o);
	r->program = o->value;
	return 0;
}

/* 0, or OPTIONS_BAD after an error. */
static int take(struct options *o, int opt, struct run *r)
{
	switch (opt) {
	case TRACE: r->trace_path = o->value; return 0;
	case JSON: r->json_path = o->value; return 0;
	case STRICT: r->strict = true; return 0;
	case MAX_SECONDS: return take_seconds(o, r);
	case MAX_INSTRUCTIONS:
	case MAX_CYCLES: return take_limit(o, r);
	default: return take_program(o, r);
	}
}

int cmd_iss(int argc, char **argv)
{
	struct run r = { 0 };
	struct options o;
	int opt, status;

	options_init(&o, argc, argv, &text, rows);
	while (options_more(opt = options_next(&o)))
		if (take(&o, opt, &r) != 0) {
			opt = OPTIONS_BAD;
			break;
		}
	if (opt == OPTIONS_END && !r.program)
		opt = options_bad(&o, "PROG.elf is missing");
	status = opt == OPTIONS_END ? run(&o, &r) : options_status(opt);
	options_free(&o);
	return status;
}
