/* cycles.c - a trace for users: what each core does, cycle by cycle
 * SPDX-License-Identifier: Apache-2.0
 *
 * The trace keeps its own copy of the registers, as the device has written
 * them. Golden has executed an instruction before it issues in the device, so
 * golden may have overwritten its operands.
 */
#include "session/cosim/cycles.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { REGS = GOLDEN_REGS };

struct cycles {
	const struct golden *golden;
	const struct elf_image *image;
	FILE *out;
	struct machine machine;
	uint32_t *regs;         /* [core][warp][register][thread] */
	uint64_t cycle;         /* cycle of the last step */
	bool begun;
};

struct cycles *cycles_new(const struct golden *golden,
			  const struct elf_image *image, FILE *out)
{
	struct cycles *t = calloc(1, sizeof *t);
	size_t rows;

	if (!t)
		return NULL;
	t->golden = golden;
	t->image = image;
	t->out = out;
	t->machine = *golden_machine(golden);
	rows = (size_t)t->machine.cores * t->machine.warps * REGS;
	t->regs = calloc(rows * t->machine.threads, sizeof *t->regs);
	if (t->regs)
		return t;
	cycles_free(t);
	return NULL;
}

void cycles_free(struct cycles *t)
{
	if (!t)
		return;
	free(t->regs);
	free(t);
}

/* --- registers -------------------------------------------------------- */

static uint32_t *row(struct cycles *t, uint32_t core, uint32_t warp,
		     uint32_t reg)
{
	size_t n = ((size_t)core * t->machine.warps + warp) * REGS + reg;

	return t->regs + n * t->machine.threads;
}

/* Copies registers from golden whose values the effect does not contain. */
static void copy(struct cycles *t, uint32_t core, const struct golden_write *w)
{
	const struct golden_core *c = golden_core(t->golden, core);

	for (uint32_t lane = 0; lane < t->machine.threads; lane++)
		for (uint32_t i = 0; w->lanes >> lane & 1 && i < w->count; i++)
			row(t, core, w->warp, w->reg + i)[lane] =
				golden_reg(c, w->warp, lane, w->reg + i);
}

static void written(struct cycles *t, const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;

	for (int n = 0; n < GOLDEN_WRITES; n++) {
		const struct golden_write *w = &fx->write[n];
		uint32_t *r = row(t, fx->core, w->warp, w->reg);
		uint32_t lanes = w->warp == fx->warp ? step->lanes : w->lanes;

		for (uint32_t i = 0; w->count == 1 && i < t->machine.threads;
		     i++)
			if (w->lanes & lanes & UINT32_C(1) << i)
				r[i] = w->data[i];
	}
}

/* --- parts of a line -------------------------------------------------- */

/* Prints the values of LANES, and - for inactive lanes below the highest active
 * one. */
static void values(struct cycles *t, uint32_t lanes, const uint32_t *value)
{
	for (uint32_t i = 0; i < t->machine.threads && lanes >> i; i++)
		if (lanes >> i & 1)
			fprintf(t->out, " %08" PRIx32, value[i]);
		else
			fputs(" -", t->out);
}

static void place(struct cycles *t, uint32_t pc)
{
	const struct elf_symbol *s = elf_symbol_at(t->image, pc);

	fprintf(t->out, "%08" PRIx32, pc);
	if (s)
		fprintf(t->out, " <%s+0x%" PRIx32 ">", s->name, pc - s->addr);
}

static void text(struct cycles *t, const struct golden_effect *fx)
{
	const struct golden_code code = golden_code(fx);
	char buf[GOLDEN_TEXT] = "interrupt";

	if (fx->kind != GOLDEN_INTERRUPT)
		golden_code_text(&code, fx->pc, buf, sizeof buf);
	fprintf(t->out, "  %s", buf);
}

static const char *reg_name(const struct cycles *t, uint32_t reg)
{
	return golden_reg_name(&t->machine, reg);
}

static void operands(struct cycles *t, const struct golden_effect *fx)
{
	uint32_t reg[GOLDEN_SOURCES], count = golden_reads(fx, reg);

	for (uint32_t n = 0; n < count; n++) {
		fprintf(t->out, "  %s =", reg_name(t, reg[n]));
		values(t, fx->tmask, row(t, fx->core, fx->warp, reg[n]));
	}
}

static void access(struct cycles *t, const struct cosim_step *step)
{
	const struct golden_access *a = &step->effect->access;
	uint32_t lanes = a->lanes & step->lanes;

	fprintf(t->out, "  %s", step->miss ? "(a miss) at" : "at");
	values(t, lanes, a->addr);
	if (a->op == GOLDEN_WRITE) {
		fputs("  stores", t->out);
		values(t, lanes, a->data);
	}
	if (a->op == GOLDEN_UPDATE) {
		fputs("  finds", t->out);
		values(t, lanes, a->found);
	}
}

static void results(struct cycles *t, const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;

	for (int n = 0; n < GOLDEN_WRITES; n++) {
		const struct golden_write *w = &fx->write[n];
		bool own = w->warp == fx->warp;
		uint32_t lanes = own ? w->lanes & step->lanes : w->lanes;

		if (!lanes || w->count > 1)
			continue;
		fputs("  ", t->out);
		if (!own)
			fprintf(t->out, "warp %" PRIu32 " ", w->warp);
		fprintf(t->out, "%s =", reg_name(t, w->reg));
		values(t, lanes, w->data);
	}
}

static void control(struct cycles *t, const struct golden_effect *fx)
{
	if (fx->kind == GOLDEN_TRAP) {
		fprintf(t->out, "  trap %" PRIu32 ", tval %08" PRIx32,
			fx->cause, fx->tval);
		return;
	}
	fputs("  -> ", t->out);
	if (fx->next_tmask)
		place(t, fx->next_pc);
	else
		fputs("halted", t->out);
	if (fx->next_tmask && fx->next_tmask != fx->tmask)
		fprintf(t->out, "  tmask %" PRIx32, fx->next_tmask);
	if (fx->waits)
		fputs("  waits", t->out);
	else if (fx->aux_mask && fx->kind == GOLDEN_BAR)
		fprintf(t->out, "  releases warps %" PRIx32, fx->aux_mask);
	if (fx->kind == GOLDEN_CSR_WRITE)
		fprintf(t->out, "  csr %03" PRIx32 " = %08" PRIx32,
			fx->aux_mask, fx->aux_value);
}

/* --- lines ------------------------------------------------------------ */

static void cycle(struct cycles *t, uint64_t now)
{
	if (t->begun && now == t->cycle)
		return;
	if (t->begun && now > t->cycle + 1)
		fprintf(t->out, "(%" PRIu64 " cycle%s)\n", now - t->cycle - 1,
			now > t->cycle + 2 ? "s" : "");
	fprintf(t->out, "cycle %" PRIu64 "\n", now);
	t->begun = true;
	t->cycle = now;
}

static void line(struct cycles *t, const struct cosim_step *step,
		 const char *what)
{
	const struct golden_effect *fx = step->effect;

	cycle(t, step->cycle);
	fputs("  ", t->out);
	if (t->machine.cores > 1)
		fprintf(t->out, "core %" PRIu32 " ", fx->core);
	fprintf(t->out, "warp %" PRIu32 " #%-5" PRIu64 " %-7s", fx->warp,
		step->number, what);
}

static void copy_many(struct cycles *t, const struct golden_effect *fx)
{
	for (int n = 0; n < GOLDEN_WRITES; n++)
		if (fx->write[n].count > 1)
			copy(t, fx->core, &fx->write[n]);
}

static void issued(struct cycles *t, const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;

	line(t, step, "issues");
	fputs(" ", t->out);
	place(t, fx->pc);
	text(t, fx);
	fprintf(t->out, "  tmask %" PRIx32, fx->tmask);
	operands(t, fx);
	putc('\n', t->out);
	copy_many(t, fx);
}

/* What is not shown changes registers all the same. */
static void follow(struct cycles *t, const struct cosim_step *step)
{
	if (step->kind == COSIM_STEP_ISSUE)
		copy_many(t, step->effect);
	else if (step->kind == COSIM_STEP_WRITE && step->lanes)
		written(t, step);
}

void cycles_step(struct cycles *t, const struct cosim_step *step, bool shown)
{
	if (!shown) {
		follow(t, step);
		return;
	}
	switch (step->kind) {
	case COSIM_STEP_ISSUE:
		issued(t, step);
		return;
	case COSIM_STEP_PERFORM:
	case COSIM_STEP_SMEM:
		line(t, step, step->kind == COSIM_STEP_SMEM ? "shared" :
		     "memory");
		text(t, step->effect);
		access(t, step);
		break;
	case COSIM_STEP_WRITE:
		if (!step->lanes)
			return;
		line(t, step, "writes");
		text(t, step->effect);
		results(t, step);
		written(t, step);
		break;
	case COSIM_STEP_CONTROL:
		line(t, step, "acts");
		text(t, step->effect);
		control(t, step->effect);
		break;
	case COSIM_STEP_DONE:
		return;
	}
	putc('\n', t->out);
}
