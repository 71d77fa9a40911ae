/* check.c - what is wrong in a run beside its result
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/check.h"

#include <inttypes.h>

#include "session/cmd_status.h"
#include "session/json.h"

enum { TEXT = 256 };

int check_begin(unsigned checks, struct golden *g,
		const struct elf_image *image,
		const struct program_source *from, struct san **san)
{
	*san = san_new(g, image, checks, stderr);
	if (!*san) {
		fprintf(stderr, "warpwright: error: out of memory\n");
		return CMD_TOOL;
	}
	if (from && from->buffers)
		from->buffers(from->ctx, *san);
	return CMD_PASS;
}

uint32_t check_findings(const void *san, uint32_t *lane)
{
	const struct san_finding *f;
	size_t count;

	f = san_findings(san, &count);
	if (count && f[count - 1].sides)
		*lane = f[count - 1].side[0].lane;
	return san_errors(san);
}

int check_end(const struct san *san, int status)
{
	san_summary(san);
	return status == CMD_PASS && san_errors(san) ? CMD_FAIL : status;
}

/* --- JSON ------------------------------------------------------------- */

static void place(FILE *out, const struct san *san, const char *name,
		  uint32_t pc)
{
	char text[TEXT];

	json_key(out, name, san_place(san, pc, text, sizeof text));
}

static void object(FILE *out, const struct san *san,
		   const struct san_finding *f)
{
	fprintf(out, ", \"address\": %" PRIu32 ", \"bytes\": %" PRIu32,
		f->addr, f->size);
	if (!f->object)
		return;
	fprintf(out, ", \"object\": { \"bytes\": %" PRIu32 ", \"offset\": %"
		PRId64, f->bytes, (int64_t)f->addr - f->low);
	json_key(out, "name", f->object);
	if (f->taken)
		place(out, san, "taken", f->taken);
	if (f->given)
		place(out, san, "given", f->given);
	if (f->declared)
		place(out, san, "declared", f->declared);
	fputs(" }", out);
}

static void side(FILE *out, const struct san *san, const struct san_side *s)
{
	char text[TEXT];

	fprintf(out, "{ \"pc\": %" PRIu32 ", \"core\": %" PRIu32
		", \"warp\": %" PRIu32 ", \"lane\": %" PRIu32, s->pc, s->core,
		s->warp, s->lane);
	json_key(out, "does", s->verb);
	place(out, san, "place", s->pc);
	if (s->caller)
		place(out, san, "caller", s->caller);
	if (*san_thread(s, text, sizeof text))
		json_key(out, "thread", text);
	fputs(" }", out);
}

static void finding(FILE *out, const struct san *san,
		    const struct san_finding *f)
{
	fprintf(out, "{ \"times\": %" PRIu64, f->times);
	json_key(out, "kind", san_kind_name[f->kind]);
	json_key(out, "text", f->text ? f->text : "");
	if (f->size)
		object(out, san, f);
	fputs(", \"sides\": [", out);
	for (uint32_t i = 0; i < f->sides; i++) {
		fputs(i ? ", " : "", out);
		side(out, san, &f->side[i]);
	}
	fputs("] }", out);
}

void check_json(FILE *out, const struct san *san)
{
	size_t count;
	const struct san_finding *f = san_findings(san, &count);

	fprintf(out, ",\n  \"check\": { \"errors\": %" PRIu32
		", \"findings\": [", san_errors(san));
	for (size_t i = 0; i < count; i++) {
		fputs(i ? ",\n    " : "\n    ", out);
		finding(out, san, &f[i]);
	}
	fprintf(out, "%s] }", count ? "\n  " : "");
}
