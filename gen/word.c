/* word.c - emitters of the control word: queues of issue,
 * registers of operand read
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/word.h"

#include <string.h>

#include "gen/control.h"
#include "gen/emitters.h"
#include "gen/list.h"

struct words {
	struct word_field list[WORD_FIELDS_MAX];
	size_t count;
};

uint32_t word_reg_bits(const struct config *c)
{
	return c->fp == CONFIG_fp_f ? 6 : 5;
}

/* The register x0. */
static const char *no_reg(const struct config *c)
{
	return c->fp == CONFIG_fp_f ? "6'd0" : "5'd0";
}

/* That of the third operand, which is of f where there is such a file. */
static const char *addend(const struct config *c)
{
	return c->fp == CONFIG_fp_f ? "{1'b1, queued_insn[31:27]}" :
				      "queued_insn[31:27]";
}

size_t word_fields(const struct config *c, struct word_field *list)
{
	size_t n = 0;

#define FIELD(name, low, bits, when, uses, slice, irq, clone, doc) \
	if (when) \
		list[n++] = (struct word_field){ #name, low, bits, uses, \
						 slice, irq, clone, doc };
#include "gen/word.def"
	return n;
}

void word_width(const struct word_field *f, char *text)
{
	if (f->low + f->bits == 1)
		strcpy(text, "");
	else
		sprintf(text, "[%u:%u]", (unsigned)(f->low + f->bits - 1),
			(unsigned)f->low);
}

static void fill(struct words *w, const struct config *cfg)
{
	w->count = word_fields(cfg, w->list);
}

/* Is F in what USE says, with bits of its own? */
static bool packed(const struct word_field *f, int use)
{
	return f->uses & use && !f->slice;
}

/* HEAD{what has USE, each behind PREFIX}TAIL */
static void put_list(struct tpl_out *out, const struct words *w, int use,
		     const char *head, const char *prefix, const char *tail)
{
	struct list l;

	list_begin(&l, out, head);
	for (size_t i = 0; i < w->count; i++)
		if (packed(&w->list[i], use))
			list_add(&l, prefix, w->list[i].name);
	list_end(&l, tail);
}

/* The same of what an interrupt has, without the first row. */
static void put_interrupt(struct tpl_out *out, const struct words *w, int use,
			  const char *head)
{
	struct list l;

	list_begin(&l, out, head);
	for (size_t i = 1; i < w->count; i++)
		if (packed(&w->list[i], use))
			list_add(&l, "", w->list[i].interrupt);
	list_end(&l, ";");
}

uint32_t word_bits(const struct config *c, int use)
{
	struct words w;
	uint32_t bits = 0;

	fill(&w, c);
	for (size_t i = 0; i < w.count; i++)
		if (packed(&w.list[i], use))
			bits += w.list[i].bits;
	return bits;
}

/* "  WHAT [BITS-1:0] NAME = " for a list of what has USE. */
static void head_of(char *text, const struct config *cfg, int use,
		    const char *what, const char *name, unsigned less)
{
	sprintf(text, "  %s [%u:0] %s = ", what,
		(unsigned)word_bits(cfg, use) - 1 - less, name);
}

void emit_word_queue(struct tpl_out *out, const struct config *cfg)
{
	struct words w;
	char head[80];

	fill(&w, cfg);
	head_of(head, cfg, WORD_JUDGED, "wire", "d_head", 0);
	put_list(out, &w, WORD_JUDGED, head, "d_", ";");
	head_of(head, cfg, WORD_KEPT, "wire", "d_entry", 0);
	put_list(out, &w, WORD_KEPT, head, "d_", ";");
	if (!cfg->timer)
		return;
	head_of(head, cfg, WORD_KEPT, "localparam", "INTERRUPT",
		w.list[0].bits);
	put_interrupt(out, &w, WORD_KEPT, head);
}

static void put_wires(struct tpl_out *out, const struct words *w, int use,
		      const char *indent, const char *prefix)
{
	char width[24];

	for (size_t i = 0; i < w->count; i++) {
		if (!packed(&w->list[i], use))
			continue;
		word_width(&w->list[i], width);
		tpl_printf(out, "%swire %-6s %s%s;\n", indent, width, prefix,
			   w->list[i].name);
	}
}

void emit_word_head(struct tpl_out *out, const struct config *cfg)
{
	struct words w;
	char head[80];

	fill(&w, cfg);
	if (cfg->timer) {
		head_of(head, cfg, WORD_JUDGED, "localparam", "INTERRUPT_HEAD",
			0);
		put_interrupt(out, &w, WORD_JUDGED, head);
	}
	put_wires(out, &w, WORD_JUDGED, "  ", "");
	tpl_printf(out, "\n");
	put_list(out, &w, WORD_JUDGED, "  assign ", "", cfg->timer ?
		 " = c_irq ? INTERRUPT_HEAD : head_q;" : " = head_q;");
}

void emit_word_entry(struct tpl_out *out, const struct config *cfg)
{
	struct words w;

	fill(&w, cfg);
	put_wires(out, &w, WORD_KEPT, "  ", "queued_");
	tpl_printf(out, "\n");
	put_list(out, &w, WORD_KEPT, "  assign ", "queued_", " = entry;");
	for (size_t i = 0; i < w.count; i++) {
		const struct word_field *f = &w.list[i];
		if (!(f->uses & WORD_KEPT))
			continue;
		tpl_printf(out, "  assign i_%s = ", f->name);
		if (*f->clone)
			tpl_printf(out, "is_clone_q ? %s : ", f->clone);
		if (f->slice)
			tpl_printf(out, "%s;\n", f->slice);
		else
			tpl_printf(out, "queued_%s;\n", f->name);
	}
}

void emit_word_registers(struct tpl_out *out, const struct config *cfg)
{
	struct words w;
	char width[24];

	fill(&w, cfg);
	for (size_t i = 0; i < w.count; i++) {
		const struct word_field *f = &w.list[i];
		if (!(f->uses & WORD_THROUGH))
			continue;
		word_width(f, width);
		tpl_printf(out, "  reg  %-6s o_%s_q;\n  reg  %-6s x_%s_q;\n",
			   width, f->name, width, f->name);
	}
	tpl_printf(out, "\n  always @(posedge clk) begin\n");
	for (size_t i = 0; i < w.count; i++)
		if (w.list[i].uses & WORD_THROUGH)
			tpl_printf(out, "    o_%s_q <= i_%s;\n    x_%s_q <= "
				   "o_%s_q;\n", w.list[i].name,
				   w.list[i].name, w.list[i].name,
				   w.list[i].name);
	tpl_printf(out, "  end\n\n");
	for (size_t i = 0; i < w.count; i++)
		if (w.list[i].uses & WORD_THROUGH)
			tpl_printf(out, "  assign x_%s = x_%s_q;\n",
				   w.list[i].name, w.list[i].name);
}
