/* cosim_result.c - the result of a lockstep run: for users, and as JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/cosim/cosim_command.h"
#include "cosim/explain/report.h"
#include "session/check.h"
#include "session/cosim/gates.h"
#include "session/json.h"

enum { TEXT = 256 };

/* --- the outcome ------------------------------------------------------ */

static const char *status_word(const struct job *job)
{
	switch (job->status) {
	case HARNESS_DONE:
		if (cosim_exit_code(job) || !launches_good(&job->launches))
			break;
		return job->check ? "pass" : "unchecked";
	case HARNESS_MISMATCH:
		return "mismatch";
	case HARNESS_FAULT:
		return "fault";
	case HARNESS_LIMIT:
	case HARNESS_HANG:
		return "timeout";
	case HARNESS_DEADLOCK:
	case HARNESS_OVERFLOW:
	case HARNESS_RUNNING:
	case HARNESS_INTERRUPTED:
		break;
	}
	return "error";
}

/* The kind of failure in the JSON result, or NULL. */
static const char *failure_kind(const struct job *job)
{
	switch (job->status) {
	case HARNESS_DONE:
		return cosim_exit_code(job) ? "exit-code" :
		       launches_good(&job->launches) ? NULL : "launch";
	case HARNESS_MISMATCH:
		return "mismatch";
	case HARNESS_FAULT:
		return "trap";
	case HARNESS_LIMIT:
		return "max-cycles";
	case HARNESS_HANG:
		return "hang";
	case HARNESS_DEADLOCK:
		return "deadlock";
	case HARNESS_OVERFLOW:
		return "stack-overflow";
	case HARNESS_RUNNING:
	case HARNESS_INTERRUPTED:
		break;
	}
	return "interrupted";
}

static double rate(uint64_t n, uint64_t cycles)
{
	return cycles ? (double)n / (double)cycles : 0;
}

/* --- for users -------------------------------------------------------- */

/* How the run of a core that was done has ended. */
static void print_end(const struct job *job)
{
	uint32_t code = cosim_exit_code(job);

	if (code || launches_good(&job->launches))
		fprintf(stderr, ": exit code %u", code);
	else
		fprintf(stderr, ": a launch has failed");
}

static void print_reason(const struct job *job)
{
	switch (job->status) {
	case HARNESS_DONE:
		print_end(job);
		break;
	case HARNESS_LIMIT:
		fprintf(stderr, ": --max-cycles %llu reached",
			(unsigned long long)job->max_cycles);
		break;
	case HARNESS_HANG:
		fprintf(stderr, ": hang");
		break;
	case HARNESS_DEADLOCK:
		fprintf(stderr, ": deadlock");
		break;
	case HARNESS_OVERFLOW:
		fprintf(stderr, ": stack overflow");
		break;
	case HARNESS_INTERRUPTED:
		fprintf(stderr, ": interrupted");
		break;
	case HARNESS_RUNNING:
	case HARNESS_MISMATCH:
	case HARNESS_FAULT:
		break;
	}
}

static void summary(const struct job *job)
{
	const struct cosim_stats *s = cosim_stats(harness_cosim(job->harness));
	unsigned long long cycles = job->run_cycles;

	fprintf(stderr, "%s", status_word(job));
	print_reason(job);
	fprintf(stderr, ", %llu cycles", cycles);
	if (job->check)
		fprintf(stderr, ", %llu warp instructions, IPC %.3f, thread "
			"IPC %.3f, %llu records checked, %d mismatches",
			(unsigned long long)s->retired,
			rate(s->retired, job->run_cycles),
			rate(s->thread_instructions, job->run_cycles),
			(unsigned long long)s->records,
			job->status == HARNESS_MISMATCH);
	else
		fprintf(stderr, ", NOTHING WAS CHECKED (--no-check)");
	fprintf(stderr, ", %.0f kcycles/s\n",
		job->cpu > 0 ? (double)job->cycles / job->cpu / 1000 : 0);
}

static void placed(const struct job *job)
{
	if (job->placed)
		fprintf(stderr,
			"placed: %.1f MHz, %u logic cells, bitstream %zu "
			"bytes\n",
			job->placed_mhz, job->placed_cells, job->placed_bytes);
}

/* Reports that the state was not audited, since the simulator cannot read
 * it. */
static void audit(const struct job *job)
{
	const struct cosim_stats *s = cosim_stats(harness_cosim(job->harness));

	if (!job->check || job->status != HARNESS_DONE || s->audited)
		return;
	fprintf(stderr, "not audited: the core's registers and memories cannot "
		"be read (%s %s)\n", job->gates ? "--gates" : "--sim",
		job->gates ? gates_target(job) : cosim_sim(job)->name);
}

/* Is stderr a terminal with colours, and NO_COLOR unset (no-color.org)? */
static bool colours(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(STDERR_FILENO) && !(no && *no) && term && *term &&
	       strcmp(term, "dumb") != 0;
}

static void wave_file(const char *title, const char *path, const char *save)
{
	fprintf(stderr, "  %-8s%s%s%s\n", title, path,
		save[0] ? "; by stage: gtkwave " : "", save);
}

/* Prints the files of waves; if the cause of a mismatch has waves of its own,
 * prints its store or write, too. */
static void waves(const struct job *job)
{
	const struct cosim_cause *by = &job->cause;

	if (!job->waves_written)
		return;
	wave_file("waves:", job->waves, job->gtkw);
	if (!job->cause_waves[0])
		return;
	if (by->memory)
		fprintf(stderr, "  and the store to 0x%08x", by->addr);
	else
		fprintf(stderr, "  and the write of %s",
			golden_reg_name(golden_machine(job->golden), by->reg));
	fprintf(stderr, " by %swarp %u, #%llu, in cycle %llu:\n",
		report_core(job->golden, by->core).text, by->warp,
		(unsigned long long)by->number, (unsigned long long)by->last);
	wave_file("", job->cause_waves, job->cause_gtkw);
}

/* Reports the warps that had not halted when the run was cut short behind a
 * trap, and the reason. */
static void cut_short(const struct report *r)
{
	enum report_cut cut = report_cut(r->golden);
	char text[TEXT];

	if (cut == REPORT_ENDED)
		return;
	report_cut_text(cut, "--max-cycles", text, sizeof text);
	report_unfinished(r, text);
}

static void explain(const struct job *job)
{
	struct report r = {
		.out = stderr, .cosim = harness_cosim(job->harness),
		.golden = job->golden,
		.cores = cosim_cores(harness_cosim(job->harness)),
		.warps = job->cfg.warps,
		.image = &job->image, .command = job->command,
		.waves = job->waves_written || job->quiet,
		.view = job->view_written || job->quiet, .colour = colours()
	};

	if (!job->check)
		return;
	switch (job->status) {
	case HARNESS_MISMATCH:
		report_mismatch(&r, harness_mismatch(job->harness));
		break;
	case HARNESS_HANG:
		report_hang(&r, job->cycles);
		break;
	case HARNESS_DEADLOCK:
		report_deadlock(&r);
		break;
	case HARNESS_OVERFLOW:
		report_overflow(stderr, &job->image, job->golden);
		break;
	case HARNESS_LIMIT:
		report_unfinished(&r, "limit");
		break;
	case HARNESS_FAULT:
		report_trap(&r, cosim_trap(harness_cosim(job->harness)));
		cut_short(&r);
		break;
	case HARNESS_RUNNING:
	case HARNESS_DONE:
		break;
	case HARNESS_INTERRUPTED:
		if (cosim_trap(harness_cosim(job->harness))->valid)
			report_trap(&r,
				    cosim_trap(harness_cosim(job->harness)));
		report_unfinished(&r, "interrupted");
		break;
	}
	report_divergence(stderr, job->program, &job->image, job->golden);
	waves(job);
	if (job->view_written)
		fprintf(stderr, "  view:   %s%s%s\n",
			job->konata ? job->konata : "",
			job->konata && job->perfetto ? ", " : "",
			job->perfetto ? job->perfetto : "");
}

/* --- as JSON ---------------------------------------------------------- */

/* Writes the instruction that wrote REG of LANE; nothing if the register still
 * has its reset value. */
static void json_maker(FILE *out, const struct job *job,
		       const struct cosim_mismatch *m, uint32_t reg,
		       uint32_t lane)
{
	struct cosim_maker by;

	if (!cosim_made(harness_cosim(job->harness), m->core, m->warp,
			m->number, reg, lane, &by))
		return;
	fprintf(out, ", \"by\": { \"core\": %u, \"warp\": %u, "
		"\"number\": %llu, \"issued\": %llu, \"written\": %llu",
		by.core, by.warp,
		(unsigned long long)by.number,
		(unsigned long long)by.issue_cycle,
		(unsigned long long)by.write_cycle);
	json_place(out, &job->image, golden_machine(job->golden), by.pc,
		   by.insn, by.prefix);
	json_key(out, "through", cosim_source_name(by.source));
	fprintf(out, " }");
}

/* Writes the registers that the instruction reads, each by its lowest lane. */
static void operands(FILE *out, const struct job *job,
		     const struct cosim_mismatch *m)
{
	struct cosim_operand o[COSIM_OPERANDS];
	uint32_t n = cosim_operands(harness_cosim(job->harness), m, o);

	fprintf(out, ", \"operands\": [");
	for (uint32_t i = 0; i < n; i++) {
		uint32_t lane = (uint32_t)ffs((int)o[i].lanes) - 1;
		const char *name = golden_reg_name(golden_machine(job->golden),
						   o[i].reg);
		const char file[2] = { name[0] };

		fprintf(out, "%s{ \"register\": %s, \"lane\": %u",
			i ? ", " : "", name + 1, lane);
		if (file[0] != 'x')
			json_key(out, "file", file);
		if (o[i].known >> lane & 1)
			fprintf(out, ", \"value\": %u", o[i].value[lane]);
		json_maker(out, job, m, o[i].reg, lane);
		fprintf(out, " }");
	}
	fprintf(out, "]");
}

static void mismatch(FILE *out, const struct job *job)
{
	const struct cosim_mismatch *m = harness_mismatch(job->harness);
	char guess[TEXT];

	json_key(out, "check", m->name);
	json_key(out, "meaning", m->doc);
	json_key(out, "text", m->text);
	fprintf(out, ", \"cycle\": %llu", (unsigned long long)m->cycle);
	if (m->has_warp)
		fprintf(out, ", \"core\": %u, \"warp\": %u", m->core,
			m->warp);
	if (m->has_insn) {
		fprintf(out, ", \"seq\": %u", m->seq);
		json_place(out, &job->image, golden_machine(job->golden),
			   m->pc, m->insn, m->prefix);
	}
	if (cosim_guess(harness_cosim(job->harness), m, guess, sizeof guess))
		json_key(out, "looks_like", guess);
	operands(out, job, m);
	fprintf(out, ", \"fields\": [");
	for (size_t i = 0; i < m->row_count; i++) {
		fprintf(out, "%s{ \"name\": ", i ? ", " : "");
		json_quoted(out, m->rows[i].name);
		fprintf(out, ", \"rtl\": %u, \"golden\": %u }", m->rows[i].rtl,
			m->rows[i].golden);
	}
	fprintf(out, "]");
}

static void json_trap(FILE *out, const struct job *job)
{
	const struct golden_trap *t = cosim_trap(harness_cosim(job->harness));

	if (!job->check)
		return;
	fprintf(out, ", \"core\": %u, \"warp\": %u, \"cause\": %u, "
		"\"tval\": %u", t->core, t->warp, t->cause, t->tval);
	json_key(out, "text", isa_cause_name(t->cause));
	json_place(out, &job->image, golden_machine(job->golden), t->pc,
		   t->insn, 0);
	json_key(out, "ended_by", report_cut_word(report_cut(job->golden)));
}

/* Writes a list of the texts that TEXT_OF makes for each warp, core by core. */
static void warps(FILE *out, const struct job *job,
		  void (*text_of)(const struct job *job, uint32_t core,
				  uint32_t warp, char *text, size_t size))
{
	uint32_t cores = cosim_cores(harness_cosim(job->harness));
	const char *comma = "";
	char text[TEXT], named[2 * TEXT];

	if (!job->check)
		return;
	fprintf(out, ", \"warps\": [");
	for (uint32_t i = 0; i < cores * job->cfg.warps; i++, comma = ", ") {
		text_of(job, i / job->cfg.warps, i % job->cfg.warps, text,
			sizeof text);
		snprintf(named, sizeof named, cores > 1 ?
			 "core %2$u, warp %3$u: %1$s" : "%s", text,
			 i / job->cfg.warps, i % job->cfg.warps);
		fprintf(out, "%s", comma);
		json_quoted(out, named);
	}
	fprintf(out, "]");
}

static void waits(const struct job *job, uint32_t core, uint32_t warp,
		  char *text, size_t size)
{
	cosim_waits_for(harness_cosim(job->harness), core, warp, text, size);
}

static void place(const struct job *job, uint32_t core, uint32_t warp,
		  char *text, size_t size)
{
	const struct golden_core *c = golden_core(job->golden, core);
	int barrier = golden_barrier(c, warp), n = 0;

	if (!(golden_active(c) >> warp & 1)) {
		snprintf(text, size, "halted");
		return;
	}
	if (barrier >= 0)
		n = snprintf(text, size, "waits at barrier %d, its next pc is ",
			     barrier);
	report_place(&job->image, golden_pc(c, warp), text + n,
		     size - (size_t)n);
}

static void failure(FILE *out, const struct job *job)
{
	const char *kind = failure_kind(job);

	if (!kind)
		return;
	fprintf(out, ",\n  \"failure\": { \"kind\": ");
	json_quoted(out, kind);
	if (job->status == HARNESS_MISMATCH)
		mismatch(out, job);
	if (job->status == HARNESS_FAULT)
		json_trap(out, job);
	if (job->status == HARNESS_HANG || job->status == HARNESS_DEADLOCK)
		warps(out, job, waits);
	if (job->status == HARNESS_LIMIT)
		warps(out, job, place);
	if (job->status == HARNESS_OVERFLOW)
		json_overflow(out, &job->image, job->golden);
	json_key(out, "repeat", job->command);
	if (job->waves_written)
		json_key(out, "waves", job->waves);
	if (job->cause_waves[0])
		json_key(out, "cause_waves", job->cause_waves);
	fprintf(out, " }");
}

static void counts(FILE *out, const struct job *job)
{
	const struct cosim_stats *s = cosim_stats(harness_cosim(job->harness));

	fprintf(out, "  \"exit_code\": %u,\n", cosim_exit_code(job));
	fprintf(out, "  \"cycles\": %llu,\n",
		(unsigned long long)job->run_cycles);
	fprintf(out, "  \"instructions\": %llu,\n",
		(unsigned long long)s->retired);
	fprintf(out, "  \"thread_instructions\": %llu,\n",
		(unsigned long long)s->thread_instructions);
	fprintf(out, "  \"ipc\": %.6f,\n", rate(s->retired, job->run_cycles));
	fprintf(out, "  \"thread_ipc\": %.6f,\n",
		rate(s->thread_instructions, job->run_cycles));
	fprintf(out, "  \"wall_seconds\": %.6f,\n", job->wall);
	fprintf(out, "  \"cpu_seconds\": %.6f,\n", job->cpu);
	fprintf(out, "  \"checked\": %s,\n", job->check ? "true" : "false");
	fprintf(out, "  \"checks\": %llu,\n", (unsigned long long)s->records);
	if (job->check)
		fprintf(out, "  \"divergent_branches\": %llu,\n",
			(unsigned long long)
			golden_total(job->golden).divergent_branches);
	fprintf(out, "  \"rows_audited\": %llu,\n",
		(unsigned long long)s->audited);
	fprintf(out, "  \"stale_fetches\": %llu,\n",
		(unsigned long long)s->stale_fetches);
}

static const char *failing(const struct mem_range *r)
{
	return r->spare_reads ? "writes" : r->spare_writes ? "reads" : "all";
}

static void memory(FILE *out, const struct job *job)
{
	fprintf(out, "  \"memory\": { \"latency\": %llu, \"bandwidth\": %llu",
		(unsigned long long)job->latency,
		(unsigned long long)job->bandwidth);
	if (job->random)
		fprintf(out, ", \"seed\": %llu", (unsigned long long)job->seed);
	for (uint32_t i = 0; i < job->error_count; i++)
		fprintf(out, "%s{ \"addr\": %u, \"bytes\": %u, \"of\": "
			"\"%s\", \"since\": %llu }",
			i ? ", " : ", \"errors\": [", job->errors[i].addr,
			job->errors[i].bytes, failing(&job->errors[i]),
			(unsigned long long)job->errors[i].since);
	fprintf(out, "%s", job->error_count ? "]" : "");
	cosim_dram_json(out, job);
	fprintf(out, " },\n");
}

static void json(FILE *out, const struct job *job)
{
	fprintf(out, "{\n  \"status\": \"%s\",\n  \"program\": ",
		status_word(job));
	json_quoted(out, job->program);
	fprintf(out, ",\n  \"simulator\": \"%s\",\n",
		cosim_sim(job)->name);
	if (job->gates)
		fprintf(out, "  \"gates\": \"%s\",\n", gates_target(job));
	if (job->placed)
		fprintf(out,
			"  \"placed\": { \"mhz\": %.2f, \"logic_cells\": %u, "
			"\"bitstream\": %zu },\n",
			job->placed_mhz, job->placed_cells, job->placed_bytes);
	counts(out, job);
	memory(out, job);
	cosim_congest_json(out, job);
	cosim_counters_json(out, job);
	launches_json(out, &job->launches, &job->image);
	fprintf(out, "  \"config\": ");
	json_config(out, &job->cfg);
	failure(out, job);
	if (job->san)
		check_json(out, job->san);
	fprintf(out, "\n}\n");
}

static int write_json(const struct job *job)
{
	struct outfile f;

	if (!job->json)
		return 0;
	if (outfile_open(&f, job->json))
		return -1;
	json(f.stream, job);
	return outfile_keep(&f);
}

int cosim_result(struct job *job)
{
	int status;

	fflush(stdout);
	summary(job);
	placed(job);
	audit(job);
	cosim_congest_print(job);
	if (job->counters) {
		cosim_counters_print(job);
		cosim_dram_print(job);
	}
	explain(job);
	launches_report(&job->launches, &job->image, job->program);
	if (write_json(job))
		return CMD_TOOL;
	status = failure_kind(job) ? CMD_FAIL : CMD_PASS;
	return job->san ? check_end(job->san, status) : status;
}
