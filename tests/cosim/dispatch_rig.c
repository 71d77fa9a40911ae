/* dispatch_rig.c - a device whose records are made by hand
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/dispatch.h"

#include "tests/cosim/asm.h"

struct built built = { .cores = 1 };
bool fired[COSIM_CHECK_COUNT];
struct coverage covered;

static void load(struct rig *r)
{
	const uint32_t program[] = {
		asm_0(ISA_BAR_SYNC), asm_r(ISA_TMC, 0, 0, 0), asm_0(ISA_ECALL),
		asm_r(ISA_CSRRWI, 0, 7, 0) | ISA_CSR_MEXIT << 20,
		asm_0(ISA_BAR_ARRIVE) | 5 << 7,
		asm_0(ISA_BAR_WAIT) | 5 << 15, asm_r(ISA_TMC, 0, 0, 0),
		asm_csr(5, ISA_CSR_ACTIVE_WARPS), asm_0(ISA_JAL),
		asm_0(ISA_AUIPC) | 1 << 12 | 5 << 7,
		asm_r(ISA_SW, 0, 5, 0), asm_r(ISA_TMC, 0, 0, 0)
	};

	for (uint32_t i = 0; i < sizeof program / 4; i++) {
		uint32_t v = program[i];
		uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
				 (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

		if (cosim_write(r->c, (uint32_t)BASE + 4 * i, b, 4))
			abort();
	}
}

/* All runs count coverage. */
static void cover(struct rig *r, const struct machine *m, const struct shape *s)
{
	struct coverage_machine machine;
	struct coverage_set *set;

	cosim_cover_machine(m, s, &machine);
	set = coverage_set(&covered, &machine);
	if (!set || cosim_cover(r->c, set))
		abort();
}

void rig_open(struct rig *r)
{
	const struct machine m = {
		.cores = built.cores, .warps = WARPS, .threads = THREADS,
		.stack = 4, .barriers = 4,
#define EXT(id, name, flag, ...) .flag = true,
#include "isa/exts.def"
		.dispatch = true, .launches = 4, .blocks = 4,
		.clear = built.clear,
		.smem_size = 1024, .reset_pc = (uint32_t)BASE,
		.ram_base = (uint32_t)BASE, .ram_size = 0x10000
	};
	const struct shape s = {
		.lanes = THREADS, .bus_bytes = ROW, .smem_banks = 4,
		.dcache = { .size = built.dcache, .line = LINE, .ways = 2,
			    .mshrs = 4 },
		.l2 = { .size = built.l2, .ways = 2, .banks = built.l2 != 0 }
	};
	const struct cosim_config rules = { .liveness = LIVENESS };

	*r = (struct rig){ .left = -1 };
	if (golden_new(&m, &r->g) || cosim_new(&m, &s, &rules, r->g, &r->c))
		abort();
	cover(r, &m, &s);
	load(r);
}

void rig_close(struct rig *r)
{
	cosim_free(r->c);
	golden_free(r->g);
}

int rig_found(const struct rig *r)
{
	const struct cosim_mismatch *m = cosim_mismatch(r->c);

	return m ? (int)m->check : CLEAN;
}

/* --- records ------------------------------------------------------------ */

uint32_t *rig_put(struct rig *r, enum record which)
{
	static const uint32_t kinds[] = {
		REC_KIND_block, REC_KIND_launch, REC_KIND_issue,
		REC_KIND_control, REC_KIND_retire, REC_KIND_perform,
		REC_KIND_smem, REC_KIND_l2
	};

	r->has |= 1u << which;
	rec_set_head_kind(r->words[which], kinds[which]);
	if (which != LAUNCH)
		rec_set_head_core(r->words[which], r->on);
	return r->words[which];
}

static void spoil(struct rig *r, const char *name)
{
	const struct wrong *w = r->wrong;

	if (!w || r->met || strcmp(w->at, name) != 0)
		return;
	r->met = true;
	if (w->set)
		w->set(rig_put(r, w->record), w->value);
	else
		r->has &= ~(1u << w->record);
}

static uint32_t valid_of(const struct rig *r)
{
	return (r->has >> BLOCK & 1 ? COSIM_BLOCK : 0) |
	       (r->has >> ISSUE & 1 ? COSIM_ISSUE : 0) |
	       (r->has >> CONTROL & 1 ? COSIM_CONTROL : 0) |
	       (r->has >> RETIRE & 1 ? COSIM_RETIRE : 0) |
	       (r->has >> PERFORM & 1 ? COSIM_PERFORM : 0) |
	       (r->has >> SMEM & 1 ? COSIM_SMEM : 0);
}

void rig_tick(struct rig *r, const char *name)
{
	struct cosim_core_view core[CORES] = { { .valid = 0 } };
	struct cosim_view v = { .core = core };

	r->stopped |= r->left == 0;
	r->left -= r->left > 0;
	spoil(r, name);
	core[r->on] = (struct cosim_core_view){
		.valid = valid_of(r),
		.block = r->words[BLOCK], .issue = r->words[ISSUE],
		.control = r->words[CONTROL], .retire = r->words[RETIRE],
		.perform = r->words[PERFORM], .smem = r->words[SMEM]
	};
	v.part[REC_PART_l2].valid = r->has >> L2 & 1;
	v.part[REC_PART_l2].words = r->words[L2];
	v.part[REC_PART_launch].valid = r->has >> LAUNCH & 1;
	v.part[REC_PART_launch].words = r->words[LAUNCH];
	r->cycle++;
	if (!r->stopped && (r->host.ring || r->host.abort || r->host.ack))
		cosim_host(r->c, &r->host);
	if (!r->stopped)
		cosim_cycle(r->c, r->cycle, &v);
	r->has = 0;
	memset(r->words, 0, sizeof r->words);
	r->host = (struct cosim_host){ .ring = false };
}

void rig_issue(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask)
{
	uint32_t *w = rig_put(r, ISSUE), insn;

	golden_read(r->g, (uint32_t)BASE + pc, &insn, 4);
	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]);
	rec_set_issue_pc(w, (uint32_t)BASE + pc);
	rec_set_issue_insn(w, insn);
	rec_set_issue_tmask(w, tmask);
	rig_tick(r, "issue");
}

uint32_t *rig_control(struct rig *r, uint32_t warp, uint32_t op, uint32_t pc,
		      uint32_t tmask)
{
	uint32_t *w = rig_put(r, CONTROL);

	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]++);
	rec_set_control_op(w, op);
	rec_set_control_next_pc(w, (uint32_t)BASE + pc);
	rec_set_control_tmask(w, tmask);
	return w;
}

void rig_act(struct rig *r, uint32_t warp, uint32_t pc, uint32_t op,
	     uint32_t before, uint32_t after)
{
	rig_issue(r, warp, pc, before);
	rig_control(r, warp, op, pc + 4, after);
	rig_tick(r, "act");
}

void rig_retire(struct rig *r, uint32_t warp, uint32_t value, const char *name)
{
	uint32_t *w = rig_put(r, RETIRE);

	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]);
	rec_set_retire_rd(w, 5);
	rec_set_retire_wen(w, 1);
	rec_set_retire_last(w, 1);
	rec_set_retire_dst_warp(w, warp);
	rec_set_retire_lanes(w, 15);
	for (uint32_t i = 0; i < THREADS; i++)
		w[REC_WORD_retire_data + i] = value;
	rig_tick(r, name);
}

void rig_ended(struct rig *r, uint32_t warps)
{
	rec_set_block_ended(rig_put(r, BLOCK), warps);
	rig_tick(r, "ended");
}

void rig_halt(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask)
{
	rig_act(r, warp, pc, 3, tmask, 0);
	rig_ended(r, 1u << warp);
}

void rig_give(struct rig *r, uint32_t slot, uint32_t x, uint32_t place,
	      uint32_t page, const char *name)
{
	uint32_t *w = rig_put(r, BLOCK);

	rec_set_block_gives(w, 1);
	rec_set_block_launch(w, slot);
	rec_set_block_x(w, x);
	rec_set_block_place(w, place);
	rec_set_block_page(w, page);
	rig_tick(r, name);
}

void rig_start(struct rig *r, uint32_t place, uint32_t warp, uint32_t number,
	       uint32_t mask)
{
	uint32_t *w = rig_put(r, BLOCK);

	rec_set_block_starts(w, 1);
	rec_set_head_warp(w, warp);
	rec_set_block_start(w, place);
	rec_set_block_number(w, number);
	rec_set_block_mask(w, mask);
	rig_tick(r, "start");
}

void rig_end(struct rig *r, uint32_t place, uint32_t slot, bool trapped)
{
	uint32_t *w = rig_put(r, BLOCK);

	rec_set_block_ends(w, 1);
	rec_set_block_end(w, place);
	rec_set_block_of(w, slot);
	rec_set_block_trapped(w, trapped);
	rig_tick(r, "end");
}

void rig_full(struct rig *r, uint32_t places)
{
	rec_set_block_full(rig_put(r, BLOCK), places);
	rig_tick(r, "full");
}

void rig_killed(struct rig *r, uint32_t warps)
{
	rec_set_block_killed(rig_put(r, BLOCK), warps);
	rig_tick(r, "killed");
	rig_ended(r, warps);
}

void rig_ring(struct rig *r, uint32_t slot)
{
	uint32_t *w = rig_put(r, LAUNCH);

	r->host = (struct cosim_host){ .ring = true, .slot = slot,
				       .words = r->launch };
	rec_set_launch_ring(w, 1);
	rec_set_launch_rung(w, slot);
	rig_tick(r, "ring");
}

void rig_take(struct rig *r, uint32_t slot)
{
	rec_set_launch_take(rig_put(r, LAUNCH), 1);
	rec_set_launch_taken(rig_put(r, LAUNCH), slot);
	rig_tick(r, "take");
	rec_set_launch_acquire(rig_put(r, LAUNCH), 1);
	rig_tick(r, "acquire");
	rec_set_launch_synced(rig_put(r, LAUNCH), 1);
	rig_tick(r, "acquired");
}

void rig_go(struct rig *r, uint32_t slot)
{
	rig_take(r, slot);
	rec_set_launch_go(rig_put(r, LAUNCH), 1);
	rec_set_launch_here(rig_put(r, LAUNCH), slot);
	rig_tick(r, "go");
	rig_tick(r, "room");
}

void rig_enter(struct rig *r, uint32_t slot, uint32_t place, uint32_t page)
{
	rig_ring(r, slot);
	rig_go(r, slot);
	rig_give(r, slot, 0, place, page, "give");
}

void rig_skip(struct rig *r, uint32_t slot, uint32_t reason)
{
	rig_take(r, slot);
	rec_set_launch_skip(rig_put(r, LAUNCH), 1);
	rec_set_launch_here(rig_put(r, LAUNCH), slot);
	rec_set_launch_reason(rig_put(r, LAUNCH), reason);
	rig_tick(r, "skip");
}

void rig_cut(struct rig *r, uint32_t slots, const char *name)
{
	rec_set_launch_cut(rig_put(r, LAUNCH), slots);
	rig_tick(r, name);
}

void rig_finish(struct rig *r, uint32_t slot, bool flush)
{
	rec_set_launch_release(rig_put(r, LAUNCH), 1);
	rec_set_launch_released(rig_put(r, LAUNCH), 1u << slot);
	rec_set_launch_flush(rig_put(r, LAUNCH), flush);
	rig_tick(r, "release");
	rec_set_launch_synced(rig_put(r, LAUNCH), 1);
	rec_set_launch_done(rig_put(r, LAUNCH), 1u << slot);
	rig_tick(r, "done");
}

void rig_leave(struct rig *r, uint32_t place, uint32_t slot, bool trapped,
	       bool flush)
{
	rig_end(r, place, slot, trapped);
	rig_finish(r, slot, flush);
}

void rig_launch(struct rig *r, uint32_t grid, uint32_t dim, uint32_t pc,
		uint32_t flags)
{
	uint32_t *words = r->launch;

	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		words[i] = i >= GRID && i < DIM + 3;
	words[ISA_LAUNCH_PC] = (uint32_t)BASE + pc;
	words[GRID] = grid;
	words[DIM] = dim;
	words[ISA_LAUNCH_SMEM] = 300;
	words[ISA_LAUNCH_FLAGS] = flags;
}

/* --- runs --------------------------------------------------------------- */

int rig_run(struct rig *r, scenario *s, const struct wrong *wrong, int left)
{
	rig_open(r);
	r->wrong = wrong;
	r->left = left;
	s(r);
	return rig_found(r);
}

void rig_judge(struct rig *r, int want, const char *format, ...)
{
	const struct cosim_mismatch *m = cosim_mismatch(r->c);
	int got = rig_found(r);
	char text[100];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	if (!ok(got == want && (!r->wrong || r->met), "%s: %s", text,
		want == CLEAN ? "right" :
				cosim_check_name((enum cosim_check)want)) && m)
		diag("%s: %s", m->name, m->text);
	if (got != CLEAN)
		fired[got] = true;
	rig_close(r);
}
