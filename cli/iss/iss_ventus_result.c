/* iss_ventus_result.c - the result of launches of Ventus: for users, as JSON,
 * and their memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cmd.h"
#include "cli/iss/iss_command.h"
#include "cosim/explain/report.h"
#include "session/json.h"
#include "session/outfile.h"

enum { TEXT = 256 };

static const char *outcome_word(const struct ventus *v)
{
	switch (v->outcome) {
	case VENTUS_PASS:
		return "pass";
	case VENTUS_TRAP:
		return "trap";
	case VENTUS_LIMIT:
		return "limit";
	case VENTUS_INTERRUPTED:
		return "interrupted";
	case VENTUS_NO_MEMORY:
		break;
	}
	return "no-memory";
}

/* --- for people ------------------------------------------------------- */

static void explain_trap(const struct ventus *v)
{
	const struct vt_effect *fx = &v->last;
	char place[TEXT], text[VT_TEXT], value[32] = "";

	report_place(&v->image, fx->pc, place, sizeof place);
	vt_disasm(fx->pc, fx->word, fx->prefix, text, sizeof text);
	if (fx->trap == VT_TRAP_FAULT || fx->trap == VT_TRAP_MISALIGNED)
		snprintf(value, sizeof value, ", 0x%08" PRIx32,
			 fx->trap_value);
	fprintf(stderr, "%s: error: work-group %" PRIu32 " warp %" PRIu32
		" trapped at %s: %s%s\n    %08" PRIx32 "  %s\n", v->launch,
		v->group, fx->warp, place, vt_trap_name(fx->trap), value,
		fx->word, text);
}

/* Prints the error WHAT, and the place of each warp that has not ended. */
static void explain_warps(const struct ventus *v, const char *what)
{
	char place[TEXT];

	fprintf(stderr, "%s: error: %s\n", v->launch, what);
	for (uint32_t warp = 0; warp < VT_MAX_WARPS; warp++) {
		bool waits = vt_waits(v->model, warp);

		if (!waits && !vt_can_step(v->model, warp))
			continue;
		report_place(&v->image, vt_pc(v->model, warp), place,
			     sizeof place);
		fprintf(stderr, "    work-group %" PRIu32 " warp %" PRIu32
			" %s %s\n", v->group, warp, waits ?
			"waits at a barrier, its next pc is" : "is at", place);
	}
}

static void explain(const struct ventus *v)
{
	switch (v->outcome) {
	case VENTUS_PASS:
		break;
	case VENTUS_TRAP:
		explain_trap(v);
		break;
	case VENTUS_LIMIT:
		explain_warps(v, "the limit was reached before the kernel "
			      "ended");
		break;
	case VENTUS_INTERRUPTED:
		explain_warps(v, "interrupted before the kernel ended");
		break;
	case VENTUS_NO_MEMORY:
		explain_warps(v, "no memory for what the kernel stores");
		break;
	}
}

static void summary(const struct ventus *v)
{
	const struct vt_counts n = vt_counted(v->model);

	fprintf(stderr, "%s: %zu launch%s, %" PRIu64 " work-group%s, %" PRIu64
		" warp instructions, %" PRIu64 " of them scalar, %" PRIu64
		" thread instructions, %.3f s\n", outcome_word(v),
		v->iss->ventus_count, v->iss->ventus_count == 1 ? "" : "es",
		v->groups, v->groups == 1 ? "" : "s", n.instructions, n.scalar,
		n.threads, v->wall);
}

/* --- as JSON ---------------------------------------------------------- */

static void json_failure(FILE *out, const struct ventus *v)
{
	const struct vt_effect *fx = &v->last;
	char text[TEXT];

	fputs(",\n  \"failure\": { \"kind\": ", out);
	json_quoted(out, outcome_word(v));
	json_key(out, "launch", v->launch);
	fprintf(out, ", \"work_group\": %" PRIu32, v->group);
	if (v->outcome == VENTUS_TRAP) {
		fprintf(out, ", \"warp\": %" PRIu32 ", \"address\": %" PRIu32
			", \"pc\": %" PRIu32 ", \"insn\": %" PRIu32, fx->warp,
			fx->trap_value, fx->pc, fx->word);
		json_key(out, "text", vt_trap_name(fx->trap));
		vt_disasm(fx->pc, fx->word, fx->prefix, text, sizeof text);
		json_key(out, "disassembly", text);
		report_place(&v->image, fx->pc, text, sizeof text);
		json_key(out, "place", text);
	}
	fputs(" }", out);
}

static void json(FILE *out, const struct ventus *v)
{
	const struct vt_counts n = vt_counted(v->model);

	fprintf(out, "{\n  \"status\": \"%s\",\n  \"launches\": [",
		v->outcome == VENTUS_PASS ? "pass" :
		v->outcome == VENTUS_TRAP ? "fault" :
		v->outcome == VENTUS_LIMIT ? "timeout" : "error");
	for (size_t i = 0; i < v->iss->ventus_count; i++) {
		fputs(i ? ", " : " ", out);
		json_quoted(out, v->iss->ventus[i]);
	}
	fprintf(out, " ],\n  \"work_groups\": %" PRIu64
		",\n  \"instructions\": %" PRIu64
		",\n  \"scalar_instructions\": %" PRIu64
		",\n  \"thread_instructions\": %" PRIu64
		",\n  \"wall_seconds\": %.6f", v->groups, n.instructions,
		n.scalar, n.threads, v->wall);
	if (v->outcome != VENTUS_PASS)
		json_failure(out, v);
	fputs("\n}\n", out);
}

static int write_json(const struct ventus *v)
{
	struct outfile f;

	if (!v->iss->json)
		return 0;
	if (outfile_open(&f, v->iss->json))
		return -1;
	json(f.stream, v);
	return outfile_keep(&f);
}

/* --- memory ----------------------------------------------------------- */

static uint32_t word_at(const void *ctx, uint32_t addr)
{
	return vt_load(ctx, addr, 4);
}

static int write_memory(struct ventus *v)
{
	if (!v->iss->memory || v->outcome != VENTUS_PASS)
		return 0;
	return ventus_dump(v->iss->memory, &v->buffers, word_at, v->model);
}

int ventus_result(struct ventus *v)
{
	explain(v);
	summary(v);
	if (write_json(v) || write_memory(v))
		return CMD_TOOL;
	return v->outcome == VENTUS_PASS ? CMD_PASS :
	       v->outcome == VENTUS_NO_MEMORY ? CMD_TOOL : CMD_FAIL;
}
