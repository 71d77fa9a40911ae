/* iss_result.c - the result of a run on the golden model: for users, and as
 * JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/iss/iss_command.h"
#include "cosim/explain/report.h"
#include "machine/has.h"
#include "session/check.h"
#include "session/json.h"
#include "session/outfile.h"

enum { TEXT = 256 };

/* --- the outcome ------------------------------------------------------ */

static const char *status_word(const struct iss *iss)
{
	switch (iss->status) {
	case GOLDEN_PASS:
		if (golden_exit_code(iss->golden) ||
		    !launches_good(&iss->launches))
			break;
		return "pass";
	case GOLDEN_FAULT:
		return "fault";
	case GOLDEN_LIMIT:
		return "timeout";
	case GOLDEN_RUNNING:
	case GOLDEN_CALLED_OFF:
	case GOLDEN_DEADLOCK:
	case GOLDEN_DIVERGENT:
	case GOLDEN_OVERFLOW:
		break;
	}
	return "error";
}

/* The kind of failure in the JSON result, or NULL. */
static const char *failure_kind(const struct iss *iss)
{
	switch (iss->status) {
	case GOLDEN_PASS:
		return golden_exit_code(iss->golden) ? "exit-code" :
		       launches_good(&iss->launches) ? NULL : "launch";
	case GOLDEN_FAULT:
		return "trap";
	case GOLDEN_LIMIT:
		return "limit";
	case GOLDEN_CALLED_OFF:
		return "interrupted";
	case GOLDEN_DEADLOCK:
		return "deadlock";
	case GOLDEN_DIVERGENT:
		return "divergent-branch";
	case GOLDEN_OVERFLOW:
		return "stack-overflow";
	case GOLDEN_RUNNING:
		break;
	}
	return "error";
}

static uint32_t word_at(const struct iss *iss, uint32_t pc)
{
	uint8_t b[4] = { 0 };

	golden_read(iss->golden, pc, b, 4);
	return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
	       (uint32_t)b[3] << 24;
}

/* --- for people ------------------------------------------------------- */

static double m_per_second(const struct iss *iss)
{
	double m = 1e-6 * (double)golden_total(iss->golden).instructions;

	return iss->wall > 0 ? m / iss->wall : 0;
}

static void summary(const struct iss *iss)
{
	const struct golden_stats s = golden_total(iss->golden);
	const char *kind = failure_kind(iss);

	fprintf(stderr, "%s: exit code %" PRIu32 ", %" PRIu64
		" warp instructions, %" PRIu64 " thread instructions, %.3f s, "
		"%.1f M instructions/s\n", kind ? kind : status_word(iss),
		golden_exit_code(iss->golden), s.instructions,
		s.thread_instructions, iss->wall, m_per_second(iss));
}

static void explain_trap(const struct iss *iss)
{
	const struct golden_trap *t = golden_first_trap(iss->golden);
	char place[TEXT], text[TEXT];

	report_place(&iss->image, t->pc, place, sizeof place);
	isa_disasm(t->pc, t->insn, machine_files(golden_machine(iss->golden)),
		   text, sizeof text);
	fprintf(stderr, "%s: error: %swarp %" PRIu32 " trapped at %s: %s "
		"(cause %" PRIu32 "), tval 0x%08" PRIx32 "\n    %08" PRIx32
		"  %s\n", iss->program,
		report_core(iss->golden, t->core).text, t->warp, place,
		isa_cause_name(t->cause), t->cause, t->tval, t->insn, text);
	report_remedy(stderr, "    ", iss->golden, t);
}

static void explain_warp(const struct iss *iss, void *unused, uint32_t core,
			 uint32_t warp)
{
	const struct golden_core *c = golden_core(iss->golden, core);
	int barrier = golden_barrier(c, warp);
	char place[TEXT];

	(void)unused;
	report_place(&iss->image, golden_pc(c, warp), place, sizeof place);
	fprintf(stderr, "    %swarp %" PRIu32 " ",
		report_core(iss->golden, core).text, warp);
	if (barrier >= 0)
		fprintf(stderr, "waits at barrier %d, its next pc is %s\n",
			barrier, place);
	else
		fprintf(stderr, "is at %s\n", place);
}

/* Calls FN for each active warp of each core. */
static void each_active(const struct iss *iss, void *ctx,
			void (*fn)(const struct iss *iss, void *ctx,
				   uint32_t core, uint32_t warp))
{
	for (uint32_t core = 0; core < iss->cfg.cores; core++)
		for (uint32_t warp = 0; warp < iss->cfg.warps; warp++)
			if (golden_active(golden_core(iss->golden, core)) >>
				    warp & 1)
				fn(iss, ctx, core, warp);
}

/* Prints the error WHAT, and the place of each active warp. */
static void explain_warps(const struct iss *iss, const char *what)
{
	fprintf(stderr, "%s: error: %s\n", iss->program, what);
	each_active(iss, NULL, explain_warp);
}

/* Reports the warps that had not halted when the run was cut short behind a
 * trap, and the reason. */
static void explain_cut(const struct iss *iss)
{
	enum report_cut cut = report_cut(iss->golden);
	char text[TEXT];

	if (cut == REPORT_ENDED)
		return;
	report_cut_text(cut, "--max-instructions", text, sizeof text);
	explain_warps(iss, text);
}

static const char advice[] =
	"All lanes follow the lowest active one. In C, write __if, __while or "
	"__for where\n    threads may disagree, or compile with --plain; in "
	"assembly, put a split before the\n    branch and a join where the "
	"ways meet. Or make its operands the same in every lane.";

/* Only such a branch of OpenCL C has no split. */
static const char advice_cl[] =
	"A barrier is behind it. All items of a group must agree on the way to "
	"a barrier.";

static void explain_divergent(const struct iss *iss)
{
	const struct golden_divergence *d =
		golden_first_divergence(iss->golden);
	char place[TEXT], text[TEXT];

	report_place(&iss->image, d->pc, place, sizeof place);
	isa_disasm(d->pc, word_at(iss, d->pc),
		   machine_files(golden_machine(iss->golden)), text,
		   sizeof text);
	fprintf(stderr,
		"%s: error: active lanes disagree on the branch at %s in "
		"%swarp %" PRIu32 "\n    %s\n    %s\n", iss->program, place,
		report_core(iss->golden, d->core).text, d->warp, text,
		elf_variable(&iss->image, "ww_cl_program") ? advice_cl :
							     advice);
}

static void explain(const struct iss *iss)
{
	switch (iss->status) {
	case GOLDEN_RUNNING:
	case GOLDEN_PASS:
		break;
	case GOLDEN_FAULT:
		explain_trap(iss);
		explain_cut(iss);
		break;
	case GOLDEN_DEADLOCK:
		explain_warps(iss, golden_any_ready(iss->golden) ?
			      "deadlock: warps wait at a barrier, and the last "
			      "other one loops for ever" :
			      "deadlock: every active warp waits at a "
			      "barrier");
		break;
	case GOLDEN_LIMIT:
		explain_warps(iss, "the limit was reached before the program "
			      "ended");
		break;
	case GOLDEN_CALLED_OFF:
		if (golden_first_trap(iss->golden)->valid)
			explain_trap(iss);
		explain_warps(iss, "interrupted before the program ended");
		break;
	case GOLDEN_DIVERGENT:
		explain_divergent(iss);
		break;
	case GOLDEN_OVERFLOW:
		fprintf(stderr, "%s: error: ", iss->program);
		report_overflow(stderr, &iss->image, iss->golden);
		break;
	}
	if (iss->status != GOLDEN_DIVERGENT)
		report_divergence(stderr, iss->program, &iss->image,
				  iss->golden);
}

/* --- as JSON ---------------------------------------------------------- */

static void json_trap(FILE *out, const struct iss *iss)
{
	const struct golden_trap *t = golden_first_trap(iss->golden);

	fprintf(out, ", \"core\": %" PRIu32 ", \"warp\": %" PRIu32
		", \"cause\": %" PRIu32 ", \"tval\": %" PRIu32,
		t->core, t->warp, t->cause, t->tval);
	json_key(out, "text", isa_cause_name(t->cause));
	json_place(out, &iss->image, golden_machine(iss->golden), t->pc,
		   t->insn, 0);
	json_key(out, "ended_by", report_cut_word(report_cut(iss->golden)));
}

struct json_list { FILE *out; const char *comma; };

static void json_warp(const struct iss *iss, void *ctx, uint32_t core,
		      uint32_t warp)
{
	const struct golden_core *c = golden_core(iss->golden, core);
	uint32_t pc = golden_pc(c, warp);
	struct json_list *list = ctx;

	fprintf(list->out, "%s\n    { \"core\": %" PRIu32 ", \"warp\": %"
		PRIu32 ", \"barrier\": %d", list->comma, core, warp,
		golden_barrier(c, warp));
	json_place(list->out, &iss->image, golden_machine(iss->golden), pc,
		   word_at(iss, pc), 0);
	fputs(" }", list->out);
	list->comma = ",";
}

static void json_warps(FILE *out, const struct iss *iss)
{
	struct json_list list = { out, "" };

	fputs(", \"warps\": [", out);
	each_active(iss, &list, json_warp);
	fputs(" ]", out);
}

static void json_divergence(FILE *out, const struct iss *iss)
{
	const struct golden_divergence *d =
		golden_first_divergence(iss->golden);

	fprintf(out, ", \"core\": %" PRIu32 ", \"warp\": %" PRIu32, d->core,
		d->warp);
	json_place(out, &iss->image, golden_machine(iss->golden), d->pc,
		   word_at(iss, d->pc), 0);
}

static void json_failure(FILE *out, const struct iss *iss)
{
	const char *kind = failure_kind(iss);

	if (!kind)
		return;
	fputs(",\n  \"failure\": { \"kind\": ", out);
	json_quoted(out, kind);
	if (iss->status == GOLDEN_FAULT)
		json_trap(out, iss);
	if (iss->status == GOLDEN_DEADLOCK || iss->status == GOLDEN_LIMIT ||
	    iss->status == GOLDEN_CALLED_OFF)
		json_warps(out, iss);
	if (iss->status == GOLDEN_OVERFLOW)
		json_overflow(out, &iss->image, iss->golden);
	if (iss->status == GOLDEN_DIVERGENT)
		json_divergence(out, iss);
	fputs(" }", out);
}

static void json_counts(FILE *out, const struct iss *iss)
{
	const struct golden_stats s = golden_total(iss->golden);

	fprintf(out, "  \"exit_code\": %" PRIu32 ",\n",
		golden_exit_code(iss->golden));
	fputs("  \"cycles\": null,\n", out);
	fprintf(out, "  \"instructions\": %" PRIu64 ",\n", s.instructions);
	fprintf(out, "  \"thread_instructions\": %" PRIu64 ",\n",
		s.thread_instructions);
	fputs("  \"ipc\": null,\n", out);
	fprintf(out, "  \"wall_seconds\": %.6f,\n", iss->wall);
	fputs("  \"checks\": 0,\n", out);
	fprintf(out, "  \"divergent_branches\": %" PRIu64 ",\n",
		s.divergent_branches);
}

static void json(FILE *out, const struct iss *iss)
{
	fprintf(out, "{\n  \"status\": \"%s\",\n  \"program\": ",
		status_word(iss));
	json_quoted(out, iss->program);
	fputs(",\n", out);
	json_counts(out, iss);
	launches_json(out, &iss->launches, &iss->image);
	fputs("  \"config\": ", out);
	json_config(out, &iss->cfg);
	json_failure(out, iss);
	if (iss->san)
		check_json(out, iss->san);
	fputs("\n}\n", out);
}

static int write_json(const struct iss *iss)
{
	struct outfile f;

	if (!iss->json)
		return 0;
	if (outfile_open(&f, iss->json))
		return -1;
	json(f.stream, iss);
	return outfile_keep(&f);
}

int iss_result(const struct iss *iss)
{
	explain(iss);
	launches_report(&iss->launches, &iss->image, iss->program);
	summary(iss);
	if (write_json(iss))
		return CMD_TOOL;
	return failure_kind(iss) ? CMD_FAIL : CMD_PASS;
}
