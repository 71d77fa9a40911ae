/* load_result.c - the result of a run on a board, and dumps of its memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "cli/cmd.h"
#include "cli/load/load.h"
#include "cosim/explain/report.h"
#include "isa/isa.h"
#include "machine/march.h"
#include "session/json.h"
#include "session/outfile.h"

enum { TEXT = 256 };

/* --- the board ----------------------------------------------------------- */

static double mhz(const struct load *l)
{
	return 1e-6 * l->board.clock_hz;
}

void load_print_info(const struct load *l)
{
	const struct link_info *b = &l->board;

	printf("board      %s\n", b->name);
	printf("protocol   %u\n", b->version);
	printf("core       %u warp%s x %u thread%s, %u lane%s, %s\n", b->warps,
	       b->warps == 1 ? "" : "s", b->threads, b->threads == 1 ? "" : "s",
	       b->lanes, b->lanes == 1 ? "" : "s",
	       machine_march(&b->core).text);
	if (b->core.has_vote || b->core.has_shfl || b->core.has_sfu)
		printf("more       %s%s%s\n", b->core.has_vote ? "vote " : "",
		       b->core.has_shfl ? "shfl " : "",
		       b->core.has_sfu ? "sfu" : "");
	printf("clock      %g MHz\n", mhz(l));
	printf("RAM        0x%" PRIx32 " bytes at 0x%08" PRIx32 "\n",
	       b->ram_size, b->ram_base);
	printf("shared     0x%" PRIx32 " bytes\n", b->smem_size);
	printf("reset pc   0x%08" PRIx32 "\n", b->reset_pc);
}

/* --- memory -------------------------------------------------------------- */

struct range {
	char what[TEXT];
	uint32_t addr, size;
	const char *file;
};

static bool parse_number(const char *text, uint32_t *out)
{
	unsigned long long v;
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	v = strtoull(text, &end, 0);
	*out = (uint32_t)v;
	return *end == '\0' && v <= UINT32_MAX;
}

static int unknown_symbol(const struct load *l, const char *name)
{
	struct near n;

	near_init(&n, name);
	for (size_t i = 0; i < l->image.variable_count; i++)
		near_try(&n, l->image.variables[i].name);
	if (near_best(&n))
		fprintf(stderr, "%s: error: --dump: there is no variable '%s'; "
			"did you mean '%s'?\n", l->program, name, n.best);
	else
		fprintf(stderr, "%s: error: --dump: there is no variable "
			"'%s'\n", l->program, name);
	return CMD_REFUSED;
}

static int bad_range(const struct load *l, const char *text, const char *why)
{
	fprintf(stderr, "%s: error: --dump %s: %s\n", l->program, text, why);
	return CMD_REFUSED;
}

static int parse_range(const struct load *l, const char *text,
		       struct range *r)
{
	const struct elf_symbol *s;
	const char *equals = strchr(text, '=');
	size_t n = equals ? (size_t)(equals - text) : strlen(text);
	char *colon;

	if (n >= sizeof r->what)
		return bad_range(l, text, "the name is too long");
	memcpy(r->what, text, n);
	r->what[n] = '\0';
	r->file = equals ? equals + 1 : NULL;
	r->size = 0;
	colon = strchr(r->what, ':');
	if (colon) {
		*colon = '\0';
		if (!parse_number(colon + 1, &r->size) || r->size == 0)
			return bad_range(l, text, "no number of bytes behind "
					 "the colon");
	}
	if (!parse_number(r->what, &r->addr)) {
		s = elf_variable(&l->image, r->what);
		if (!s)
			return unknown_symbol(l, r->what);
		r->addr = s->addr;
		r->size = r->size ? r->size : s->size;
	}
	if (r->size == 0)
		return bad_range(l, text, "how many bytes? Write "
				 "ADDRESS:BYTES or SYMBOL:BYTES");
	if (r->addr < l->board.ram_base ||
	    r->addr - l->board.ram_base >= l->board.ram_size ||
	    r->size > l->board.ram_size - (r->addr - l->board.ram_base))
		return bad_range(l, text, "not all of it is in the board's "
				 "RAM");
	return CMD_PASS;
}

int load_check_dumps(const struct load *l)
{
	struct range r;
	int status = CMD_PASS;

	for (unsigned i = 0; i < l->dump_count && status == CMD_PASS; i++)
		status = parse_range(l, l->dumps[i], &r);
	return status;
}

static void print_words(const struct range *r, const uint8_t *b)
{
	for (uint32_t i = 0; i < r->size; i += 4) {
		if (i % 32 == 0)
			printf("%s%08" PRIx32 ":", i ? "\n" : "", r->addr + i);
		printf(" %08" PRIx32, (uint32_t)b[i] | (uint32_t)b[i + 1] << 8 |
		       (uint32_t)b[i + 2] << 16 | (uint32_t)b[i + 3] << 24);
	}
	puts("");
}

static void print_bytes(const struct range *r, const uint8_t *b)
{
	for (uint32_t i = 0; i < r->size; i++) {
		if (i % 16 == 0)
			printf("%s%08" PRIx32 ":", i ? "\n" : "", r->addr + i);
		printf(" %02x", b[i]);
	}
	puts("");
}

static int write_range(const struct range *r, const uint8_t *bytes)
{
	struct outfile f;

	if (!r->file) {
		(r->addr % 4 || r->size % 4 ? print_bytes : print_words)
			(r, bytes);
		return CMD_PASS;
	}
	if (outfile_open(&f, r->file))
		return CMD_TOOL;
	fwrite(bytes, 1, r->size, f.stream);
	return outfile_keep(&f) ? CMD_TOOL : CMD_PASS;
}

static int dump_one(struct load *l, const char *text)
{
	struct range r;
	int status = parse_range(l, text, &r), bad;
	uint8_t *bytes;

	if (status)
		return status;
	bytes = malloc(r.size);
	if (!bytes) {
		fprintf(stderr, "warpwright load: error: out of memory\n");
		return CMD_TOOL;
	}
	bad = link_read(&l->link, r.addr, bytes, r.size);
	status = bad ? load_line_error(l, bad) : write_range(&r, bytes);
	free(bytes);
	return status;
}

int load_dump(struct load *l)
{
	int status = CMD_PASS;

	for (unsigned i = 0; i < l->dump_count && status == CMD_PASS; i++)
		status = dump_one(l, l->dumps[i]);
	return status;
}

/* --- the run ------------------------------------------------------------- */

/* The kind of failure in the JSON result, or NULL. */
static const char *failure_kind(const struct load *l)
{
	switch (l->end) {
	case LOAD_DONE:
		if (l->status.fault)
			return "trap";
		return l->status.exit_code ? "exit-code" : NULL;
	case LOAD_TIMEOUT:
		return "max-seconds";
	case LOAD_RUNNING:
	case LOAD_INTERRUPTED:
		break;
	}
	return "interrupted";
}

static const char *status_word(const struct load *l)
{
	if (!failure_kind(l))
		return "pass";
	if (l->end == LOAD_TIMEOUT)
		return "timeout";
	return l->end == LOAD_DONE && l->status.fault ? "fault" : "error";
}

static void explain_trap(const struct load *l)
{
	const struct link_status *s = &l->status;
	const struct elf_image *i = &l->image;
	char place[TEXT], text[TEXT];
	uint32_t at = s->pc - i->ram_base, insn = 0;

	report_place(i, s->pc, place, sizeof place);
	fprintf(stderr, "%s: error: warp %u trapped at %s: %s (cause %u), tval "
		"0x%08" PRIx32 "\n", l->program, s->warp, place,
		isa_cause_name(s->cause), s->cause, s->tval);
	if (at > i->ram_size - 4)
		return;
	for (unsigned n = 4; n-- > 0;)
		insn = insn << 8 | i->ram[at + n];
	isa_disasm(s->pc, insn, isa_files_with(i->has_f), text, sizeof text);
	fprintf(stderr, "    %08" PRIx32 "  %s\n", insn, text);
}

static void summary(const struct load *l)
{
	const char *kind = failure_kind(l);

	fprintf(stderr, "%s: ", kind ? kind : "pass");
	if (l->end == LOAD_DONE && l->complete)
		fprintf(stderr, "the launch is complete");
	else if (l->end == LOAD_DONE)
		fprintf(stderr, "exit code %" PRIu32, l->status.exit_code);
	if (l->end == LOAD_DONE)
		fprintf(stderr, ", %" PRIu64 " cycles, %.3f ms at %g MHz",
			l->status.cycles, 1e3 * (double)l->status.cycles /
			l->board.clock_hz, mhz(l));
	else
		fprintf(stderr, "stopped after %.1f s", l->wall_seconds);
	fprintf(stderr, ", loaded in %.1f s", l->load_seconds);
	if (l->link.repeated)
		fprintf(stderr, ", %u request%s repeated", l->link.repeated,
			l->link.repeated == 1 ? "" : "s");
	fputs("\n", stderr);
}

static void json(FILE *out, const struct load *l)
{
	const char *kind = failure_kind(l);

	fprintf(out, "{\n  \"status\": \"%s\",\n  \"program\": ",
		status_word(l));
	json_quoted(out, l->program);
	fputs(",\n  \"board\": ", out);
	json_quoted(out, l->board.name);
	fprintf(out, ",\n  \"warps\": %u,\n  \"threads\": %u,\n"
		"  \"clock_hz\": %" PRIu32 ",\n", l->board.warps,
		l->board.threads, l->board.clock_hz);
	if (l->end == LOAD_DONE && !l->complete)
		fprintf(out, "  \"exit_code\": %" PRIu32 ",\n",
			l->status.exit_code);
	else
		fputs("  \"exit_code\": null,\n", out);
	if (l->end == LOAD_DONE)
		fprintf(out, "  \"cycles\": %" PRIu64 ",\n",
			l->status.cycles);
	else
		fputs("  \"cycles\": null,\n", out);
	fprintf(out, "  \"load_seconds\": %.6f,\n  \"wall_seconds\": %.6f,\n"
		"  \"repeated\": %u", l->load_seconds, l->wall_seconds,
		l->link.repeated);
	if (kind) {
		fprintf(out, ",\n  \"failure\": { \"kind\": \"%s\"", kind);
		if (strcmp(kind, "trap") == 0)
			fprintf(out, ", \"warp\": %u, \"cause\": %u, \"pc\": %"
				PRIu32 ", \"tval\": %" PRIu32, l->status.warp,
				l->status.cause, l->status.pc, l->status.tval);
		fputs(" }", out);
	}
	fputs("\n}\n", out);
}

static int write_json(const struct load *l)
{
	struct outfile f;

	if (!l->json)
		return 0;
	if (outfile_open(&f, l->json))
		return -1;
	json(f.stream, l);
	return outfile_keep(&f);
}

int load_result(const struct load *l)
{
	if (l->end == LOAD_DONE && l->status.fault)
		explain_trap(l);
	summary(l);
	if (write_json(l))
		return CMD_TOOL;
	return failure_kind(l) ? CMD_FAIL : CMD_PASS;
}
