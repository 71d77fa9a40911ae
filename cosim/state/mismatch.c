/* mismatch.c - the first mismatch of a run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state/mismatch.h"

static const struct { const char *name, *doc; } check_table[] = {
#define CHECK(id, name, doc) { name, doc },
#include "cosim/checks.def"
#undef CHECK
};

const char *cosim_check_name(enum cosim_check check)
{
	return check_table[check].name;
}

const char *cosim_check_doc(enum cosim_check check)
{
	return check_table[check].doc;
}

static void set_insn(struct cosim_mismatch *m, uint32_t warp,
		     const struct slot *s)
{
	m->has_warp = warp < GOLDEN_MAX_WARPS;
	m->warp = m->has_warp ? warp : 0;
	if (!s)
		return;
	m->seq = slot_seq(s);
	m->has_insn = true;
	m->pc = s->fx.pc;
	m->insn = s->fx.insn;
	m->prefix = s->fx.foreign.prefix;
	m->issued = true;
	m->number = s->number;
	m->issue_cycle = s->issue_cycle;
	m->tmask = s->fx.tmask;
}

int fail_about(struct cosim *all, const struct core *c, enum cosim_check check,
	       const char *fmt, va_list ap)
{
	struct cosim_mismatch *m = &all->mismatch;

	if (all->failed)
		return 1;
	all->failed = true;
	m->check = check;
	m->name = cosim_check_name(check);
	m->doc = cosim_check_doc(check);
	m->cycle = all->cycle;
	m->has_core = c != NULL;
	m->core = c ? c->id : 0;
	vsnprintf(m->text, sizeof m->text, fmt, ap);
	return 1;
}

int fail(struct core *c, enum cosim_check check, uint32_t warp,
	 const struct slot *s, const char *fmt, ...)
{
	bool first = !c->all->failed;
	va_list ap;

	va_start(ap, fmt);
	fail_about(c->all, c, check, fmt, ap);
	va_end(ap);
	if (first)
		set_insn(&c->all->mismatch, warp, s);
	return 1;
}

int fail_shared(struct cosim *c, enum cosim_check check, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	fail_about(c, NULL, check, fmt, ap);
	va_end(ap);
	return 1;
}

void fail_row(struct cosim *c, const char *name, uint32_t rtl, uint32_t golden)
{
	struct cosim_mismatch *m = &c->mismatch;
	struct cosim_row *row;

	if (m->row_count == COSIM_ROWS)
		return;
	row = &m->rows[m->row_count++];
	snprintf(row->name, sizeof row->name, "%s", name);
	row->rtl = rtl;
	row->golden = golden;
}

void fail_diff(struct cosim *c, const char *name, uint32_t rtl,
	       uint32_t golden)
{
	if (rtl != golden)
		fail_row(c, name, rtl, golden);
}

void fail_lane(struct cosim *c, const char *name, uint32_t lane, uint32_t rtl,
	       uint32_t golden)
{
	char text[24];

	snprintf(text, sizeof text, "%s lane %u", name, lane);
	fail_row(c, text, rtl, golden);
}

int cosim_report(struct cosim *c, enum cosim_check check, uint64_t cycle,
		 const char *text)
{
	if (!c->failed)
		c->cycle = cycle;
	return fail_shared(c, check, "%s", text);
}

void cosim_report_row(struct cosim *c, const char *name, uint32_t rtl,
		      uint32_t golden)
{
	fail_row(c, name, rtl, golden);
}

const struct cosim_mismatch *cosim_mismatch(const struct cosim *c)
{
	return c->failed ? &c->mismatch : NULL;
}
