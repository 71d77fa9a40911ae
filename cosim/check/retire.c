/* retire.c - retire records: the device must write golden's results
 * SPDX-License-Identifier: Apache-2.0
 *
 * A retire record is a beat of a result: some lanes of one register, or no
 * lanes. The last record of an instruction must complete its writes. The values
 * must be golden's. For a CSR that depends on timing, golden takes the device's
 * value, if that is possible now (csr.c).
 */
#include "cosim/check/access.h"
#include "cosim/check/acquire.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/state/atomic.h"
#include "cosim/state/errors.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"
#include "machine/has.h"

struct retire {
	uint32_t warp, seq, file;
	uint32_t rd;          /* counted through all files */
	bool wen, last;
	uint32_t beat, dst_warp, lanes, flags;
	const uint32_t *data;
	uint32_t threads;     /* the lanes, as threads of the warp */
	uint32_t shift;       /* thread number less lane number */
	uint32_t which;       /* index of the write in golden_effect.write */
};

/* The machine must have the register file. */
static int check_file(struct core *c, const struct retire *r,
		      const struct slot *s)
{
	const struct machine *m = &c->all->cfg;

	if (m->dialect == MACHINE_VENTUS ?
	    r->rd < golden_reg_count(m) :
	    r->file < ISA_FILES - 1 && machine_has_reg(m, r->rd))
		return 0;
	fail(c, COSIM_RETIRE_RD, r->warp, slot_live(s) ? s : NULL,
	     "there is no register file %u", r->file);
	fail_row(c->all, "register file", r->file, 0);
	return 1;
}

static int check_expected(struct core *c, const struct retire *r,
			  const struct slot *s)
{
	if (s->retire_due)
		return 0;
	if (s->control_due && s->traps)
		return fail(c, COSIM_RETIRE_TRAP, r->warp, s,
			    "it traps with cause %u (%s)", s->fx.cause,
			    isa_cause_name(s->fx.cause));
	return fail(c, COSIM_RETIRE_UNKNOWN, r->warp, NULL,
		    "warp %u seq %u is not in flight, or has retired", r->warp,
		    r->seq);
}

static int check_lanes(struct core *c, struct retire *r, const struct slot *s)
{
	uint32_t lanes = c->all->own.lanes;

	if (r->beat < c->all->beats && r->lanes <= UINT32_MAX >> (32 - lanes)) {
		r->shift = r->beat * lanes;
		r->threads = r->lanes << r->shift;
		return 0;
	}
	fail(c, COSIM_RETIRE_LANES, r->warp, s,
	     "there is no such beat or lane");
	if (r->beat >= c->all->beats)
		fail_row(c->all, "beat (at most)", r->beat, c->all->beats - 1);
	fail_diff(c->all, "lane mask", r->lanes,
		  r->lanes & UINT32_MAX >> (32 - lanes));
	return 1;
}

static int check_enable(struct core *c, const struct retire *r,
			const struct slot *s)
{
	bool writes = golden_writes(&s->fx);

	if (r->threads ? r->wen && writes : !r->wen || writes)
		return 0;
	fail(c, COSIM_RETIRE_WEN, r->warp, s, writes ?
	     "lanes 0x%x without write enable" :
	     "the instruction writes no register (lanes 0x%x)", r->lanes);
	fail_row(c->all, "write enable", r->wen, writes);
	if (!writes)
		fail_diff(c->all, "lane mask", r->lanes, 0);
	return 1;
}

/* The lanes of write WHICH of S that are still to come. */
static uint32_t lanes_left(const struct slot *s, uint32_t which)
{
	return s->fx.write[which].lanes & ~s->retired[which] & ~s->failed;
}

/* The index of the write of S to register RD, or 0. */
static uint32_t which_of(const struct slot *s, uint32_t rd)
{
	for (uint32_t i = 1; i < GOLDEN_WRITES; i++)
		if (s->fx.write[i].lanes && s->fx.write[i].reg == rd)
			return i;
	return 0;
}

static void fail_other(struct core *c, const char *name, uint32_t rtl,
		       uint32_t golden)
{
	if (rtl != golden)
		fail_row(c->all, name, rtl, golden);
}

/* File and number of register REG in records. */
struct place { uint32_t file, index; };

static struct place place_of(const struct core *c, uint32_t reg)
{
	if (c->all->cfg.dialect == MACHINE_VENTUS)
		return reg < GOLDEN_V ?
		       (struct place){ 0, reg } :
		       (struct place){ 1, reg - GOLDEN_V };
	return (struct place){ isa_reg_file(reg) - ISA_FILE_X,
			       isa_reg_index(reg) };
}

/* Register NUMBER of FILE of Ventus, counted through both files; UINT32_MAX:
 * there is none. */
static uint32_t ventus_reg(uint32_t file, uint32_t number)
{
	if (file == 0)
		return number < GOLDEN_V ? number : UINT32_MAX;
	return file == 1 ? GOLDEN_V + number : UINT32_MAX;
}

/* The number of the register of W, counted through all files. */
static uint32_t record_reg(const struct machine *m, const uint32_t *w)
{
	uint32_t file = rec_retire_file(w), rd = rec_retire_rd(w);

	if (m->dialect == MACHINE_VENTUS)
		return ventus_reg(file, rd | rec_retire_rd_high(w)
					     << REC_WIDTH_retire_rd);
	return file < ISA_FILES - 1 ? isa_file(ISA_FILE_X + file)->first + rd :
	       rd;
}

static int check_target(struct core *c, const struct retire *r,
			const struct slot *s)
{
	const struct golden_write *w = &s->fx.write[r->which];
	bool clone = w->count > 1;
	uint32_t rd = clone ? s->clone_next : w->reg;
	uint32_t left = clone ? w->lanes : lanes_left(s, r->which);

	if (r->rd != rd) {
		fail(c, COSIM_RETIRE_RD, r->warp, s, "the register is %s",
		     golden_reg_name(&c->all->cfg, rd));
		fail_other(c, "rd", place_of(c, r->rd).index,
			   place_of(c, rd).index);
		fail_other(c, "register file", r->file, place_of(c, rd).file);
		return 1;
	}
	if (r->dst_warp != w->warp) {
		fail(c, COSIM_RETIRE_WARP, r->warp, s,
		     "the register is that of warp %u", w->warp);
		fail_row(c->all, "warp written", r->dst_warp, w->warp);
		return 1;
	}
	if (!(r->threads & ~left))
		return 0;
	fail(c, COSIM_RETIRE_LANES, r->warp, s, "beat %u writes threads 0x%x",
	     r->beat, r->threads);
	fail_row(c->all, "threads", r->threads, r->threads & left);
	return 1;
}

static int check_performed(struct core *c, const struct retire *r,
			   const struct slot *s, uint32_t threads)
{
	uint32_t missing = threads & ~s->performed & ~s->loaded;

	if (!slot_is_access(s) || !missing)
		return 0;
	fail(c, COSIM_RETIRE_EARLY, r->warp, s,
	     "the accesses of threads 0x%x have not performed", missing);
	fail_row(c->all, "threads performed", s->performed & threads, threads);
	return 1;
}

/* The value of clone is read from golden's registers: no instruction may write
 * them before the copies retire. */
static uint32_t expected_value(const struct core *c,
			       const struct golden_write *w, uint32_t rd,
			       uint32_t thread)
{
	return w->count > 1 ? golden_reg(c->golden, w->warp, thread, rd) :
	       w->data[thread];
}

static int check_data(struct core *c, const struct retire *r,
		      const struct slot *s)
{
	char reg[8];
	int wrong = 0;

	for (uint32_t m = r->threads; m; m &= m - 1) {
		uint32_t thread = lowest(m);
		uint32_t got = r->data[thread - r->shift];
		uint32_t want = expected_value(c, &s->fx.write[r->which], r->rd,
					       thread);

		if (got == want)
			continue;
		if (!wrong++) {
			snprintf(reg, sizeof reg, "%s",
				 golden_reg_name(&c->all->cfg, r->rd));
			fail(c, COSIM_RETIRE_DATA, r->warp, s,
			     "the write of %s is wrong", reg);
			c->all->mismatch.compared = s->retired[r->which] |
						 r->threads;
		}
		fail_lane(c->all, reg, thread, got, want);
	}
	return wrong != 0;
}

static int check_write(struct core *c, const struct retire *r, struct slot *s)
{
	if (check_target(c, r, s) ||
	    check_performed(c, r, s, r->threads & s->fx.access.lanes ?
			    r->threads & s->fx.access.lanes :
			    s->fx.access.lanes))
		return 1;
	if (s->fx.volatile_csr && !s->bound &&
	    csr_bind(c, r->warp, s, r->data[lowest(r->threads) - r->shift]))
		return 1;
	return check_data(c, r, s);
}

static void note_written(struct core *c, const struct retire *r, struct slot *s)
{
	s->retired[r->which] |= r->threads;
	if (r->threads) {
		c->warps[r->dst_warp].busy[r->rd] &= ~r->threads;
		c->warps[r->dst_warp].written[r->rd] = c->all->cycle;
		slot_wrote(c, s, r->dst_warp, r->rd, r->threads);
	}
	if (r->threads && s->fx.kind == GOLDEN_CLONE)
		s->clone_next++;
}

/* The flags of all beats together must be golden's. Before the last beat, some
 * may be missing. */
static int check_flags(struct core *c, const struct retire *r, struct slot *s)
{
	uint32_t want = s->fx.flags;

	s->raised |= r->flags;
	if (s->raised == want || (!r->last && !(s->raised & ~want)))
		return 0;
	fail(c, COSIM_RETIRE_FLAGS, r->warp, s,
	     "flags of floating point: NV 16, DZ 8, OF 4, UF 2, NX 1");
	fail_row(c->all, "flags", s->raised, want);
	return 1;
}

/* The stores of an atomic instruction must have performed when it retires,
 * except in lanes whose load had an error. */
static int check_stored(struct core *c, const struct retire *r, struct slot *s)
{
	if (!s->loaded || access_load_failed(c, s))
		return 0;
	fail(c, COSIM_RETIRE_EARLY, r->warp, s,
	     "the stores of threads 0x%x have not performed", s->loaded);
	fail_row(c->all, "stores to come", s->loaded, 0);
	return 1;
}

static int check_last(struct core *c, const struct retire *r, struct slot *s)
{
	if (!r->last)
		return 0;
	if (check_stored(c, r, s) ||
	    check_performed(c, r, s, s->fx.access.lanes))
		return 1;
	for (uint32_t i = 0; i < GOLDEN_WRITES; i++) {
		uint32_t left = lanes_left(s, i);

		if (!left)
			continue;
		fail(c, COSIM_RETIRE_LAST, r->warp, s,
		     "threads 0x%x are missing", left);
		fail_row(c->all, "threads written", s->retired[i],
			 s->fx.write[i].lanes);
		return 1;
	}
	if (s->fx.kind == GOLDEN_CLONE &&
	    s->clone_next != s->fx.write[0].count + 1) {
		fail(c, COSIM_RETIRE_LAST, r->warp, s,
		     "%s is the next register to copy",
		     golden_reg_name(&c->all->cfg, s->clone_next));
		fail_row(c->all, "registers copied", s->clone_next - 1,
			 s->fx.write[0].count);
		return 1;
	}
	if (s->fx.kind == GOLDEN_CLONE || s->fx.kind == GOLDEN_FENCE)
		c->warps[r->warp].released = c->all->cycle;
	return acquire_retires(c, s);
}


int retire_record(struct core *c, const uint32_t *w)
{
	struct retire r = {
		.warp = rec_head_warp(w), .seq = rec_head_seq(w),
		.file = rec_retire_file(w),
		.rd = record_reg(&c->all->cfg, w),
		.wen = rec_retire_wen(w), .last = rec_retire_last(w),
		.beat = rec_retire_beat(w), .dst_warp = rec_retire_dst_warp(w),
		.lanes = rec_retire_lanes(w), .flags = rec_retire_fflags(w),
		.data = w + REC_WORD_retire_data
	};
	struct slot *s;

	if (head_check(c, w, REC_KIND_retire, 0))
		return 1;
	s = slot_of(&c->warps[r.warp], r.seq);
	r.which = which_of(s, r.rd);
	if (check_file(c, &r, s) || check_expected(c, &r, s) ||
	    check_lanes(c, &r, s) ||
	    check_enable(c, &r, s) || (r.threads && check_write(c, &r, s)))
		return 1;
	note_written(c, &r, s);
	if (check_flags(c, &r, s) || check_last(c, &r, s))
		return 1;
	slot_step(c, s, COSIM_STEP_WRITE, r.threads);
	if (r.last) {
		slot_finish(c, r.warp, s);
		slot_settle(c, r.warp, s);
	}
	return 0;
}
