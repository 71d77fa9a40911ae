/* lockstep.c - the checker follows launches of Ventus, with records from golden
 * SPDX-License-Identifier: Apache-2.0
 *
 * lockstep NAME.metadata [FAULT]: a device made of a golden model executes the
 * launch, an instruction at a time, in a random order of the warps, two beats
 * each; its records go to the checker. FAULT spoils the first record that it
 * suits. Prints the check that has failed, or "equal" if none has and memory is
 * what the model of iss leaves.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rnd.h"
#include "cosim/cosim.h"
#include "golden/ventus/vt_launch.h"
#include "golden/ventus_words.h"

enum { ROW = 16, BANKS = 4, LIVENESS = 10000, WHY = 256 };

/* The parts of FX that have records, and their words. */
enum { ISSUE, PERFORM, SMEM, RETIRE, CONTROL, BLOCK, LAUNCH, KINDS };

static const uint32_t kinds[KINDS] = {
	REC_KIND_issue, REC_KIND_perform, REC_KIND_smem, REC_KIND_retire,
	REC_KIND_control, REC_KIND_block, REC_KIND_launch
};

static struct device {
	struct machine m;
	uint32_t lanes;
	struct golden *g, *other;       /* its own, and the checker's */
	struct golden_core *core;
	struct cosim *c;
	uint64_t cycle;
	uint32_t has;                   /* bit per record */
	uint32_t words[KINDS][64];
	struct cosim_host host;
	uint32_t seq[GOLDEN_MAX_WARPS];
	const char *fault;              /* NULL: none, or it has been made */
} d;

static struct rnd rnd;

static void stop(const char *why)
{
	fprintf(stderr, "lockstep: %s\n", why);
	exit(1);
}

static void made(int bad)
{
	if (bad)
		stop(golden_strerror(bad));
}

/* --- records ------------------------------------------------------------ */

static uint32_t *put(int which)
{
	d.has |= 1u << which;
	rec_set_head_kind(d.words[which], kinds[which]);
	return d.words[which];
}

/* A cycle is over: the checker gets its records. */
static void tick(void)
{
	struct cosim_core_view core = {
		.valid = (d.has >> ISSUE & 1 ? COSIM_ISSUE : 0) |
			 (d.has >> PERFORM & 1 ? COSIM_PERFORM : 0) |
			 (d.has >> SMEM & 1 ? COSIM_SMEM : 0) |
			 (d.has >> RETIRE & 1 ? COSIM_RETIRE : 0) |
			 (d.has >> CONTROL & 1 ? COSIM_CONTROL : 0) |
			 (d.has >> BLOCK & 1 ? COSIM_BLOCK : 0),
		.issue = d.words[ISSUE], .perform = d.words[PERFORM],
		.smem = d.words[SMEM], .retire = d.words[RETIRE],
		.control = d.words[CONTROL], .block = d.words[BLOCK]
	};
	struct cosim_view v = { .core = &core };

	v.part[REC_PART_launch].valid = d.has >> LAUNCH & 1;
	v.part[REC_PART_launch].words = d.words[LAUNCH];
	d.cycle++;
	if (d.host.ring || d.host.ack)
		cosim_host(d.c, &d.host);
	if (cosim_cycle(d.c, d.cycle, &v)) {
		const struct cosim_mismatch *m = cosim_mismatch(d.c);

		printf("%s\n", m->name);
		fprintf(stderr, "pc 0x%08" PRIx32 ": %s\n", m->pc, m->text);
		exit(0);
	}
	d.has = 0;
	memset(d.words, 0, sizeof d.words);
	d.host = (struct cosim_host){ .ring = false };
}

/* Is FAULT to be made, now that a record suits it? */
static bool spoils(const char *fault, bool suits)
{
	if (!d.fault || !suits || strcmp(d.fault, fault) != 0)
		return false;
	d.fault = NULL;
	return true;
}

static void head(uint32_t *w, const struct golden_effect *fx)
{
	rec_set_head_warp(w, fx->warp);
	rec_set_head_seq(w, d.seq[fx->warp]);
}

/* --- instructions ------------------------------------------------------- */

static void issue(const struct golden_effect *fx, uint32_t tmask)
{
	uint32_t *w = put(ISSUE);

	head(w, fx);
	rec_set_issue_pc(w, fx->pc);
	rec_set_issue_insn(w, fx->insn);
	rec_set_issue_tmask(w, tmask);
	if (spoils("issue-mask", tmask != fx->tmask))
		rec_set_issue_tmask(w, fx->tmask);
	tick();
}

static uint32_t log2_of(uint32_t n)
{
	return n == 4 ? 2 : n - 1;
}

static uint32_t low_bytes(const struct golden_access *a, uint32_t lane)
{
	return a->op == GOLDEN_WRITE ? a->data[lane] << a->addr[lane] % 4 * 8 :
				       0;
}

static void smem(const struct golden_effect *fx, uint32_t lane)
{
	const struct golden_access *a = &fx->access;
	uint32_t word = (a->addr[lane] - d.m.smem_base) / 4;
	uint32_t *w = put(SMEM), *bank;

	head(w, fx);
	rec_set_smem_store(w, a->op == GOLDEN_WRITE);
	rec_set_smem_size(w, log2_of(a->size));
	rec_set_smem_beat(w, lane / d.lanes);
	rec_set_smem_lanes(w, 1u << lane % d.lanes);
	rec_set_smem_mask(w, 1u << word % BANKS);
	bank = w + REC_WORD_smem_bank + 2 * (word % BANKS);
	bank[0] = word / BANKS << 4 |
		  UINT32_MAX >> (32 - a->size) << a->addr[lane] % 4;
	bank[1] = low_bytes(a, lane);
	tick();
}

static void perform(const struct golden_effect *fx, uint32_t lane)
{
	const struct golden_access *a = &fx->access;
	uint32_t at = a->addr[lane] % ROW, *w = put(PERFORM);
	uint32_t *rest = w + REC_WORD_perform_rest;

	head(w, fx);
	rec_set_perform_store(w, a->op == GOLDEN_WRITE);
	rec_set_perform_size(w, log2_of(a->size));
	rec_set_perform_beat(w, lane / d.lanes);
	rec_set_perform_lanes(w, 1u << lane % d.lanes);
	rec_set_perform_addr(w, a->addr[lane] - at);
	if (spoils("store-thread", a->op == GOLDEN_WRITE && fx->tmask == 1))
		rec_set_perform_lanes(w, 2);
	rest[0] = UINT32_MAX >> (32 - a->size) << at;
	rest[1 + at / 4] = low_bytes(a, lane);
	tick();
}

static void access(const struct golden_effect *fx)
{
	for (uint32_t lane = 0; lane < d.m.threads; lane++) {
		if (!(fx->access.lanes >> lane & 1))
			continue;
		if (fx->access.addr[lane] - d.m.smem_base < d.m.smem_size)
			smem(fx, lane);
		else
			perform(fx, lane);
	}
}

static void retire(const struct golden_effect *fx)
{
	const struct golden_write *x = &fx->write[0];
	bool scalar = x->reg < 64;

	for (uint32_t lane = 0; lane < d.m.threads; lane += d.lanes) {
		uint32_t *w = put(RETIRE);
		bool last = lane + d.lanes == d.m.threads;
		uint32_t lanes = x->lanes >> lane & ((1u << d.lanes) - 1);

		head(w, fx);
		rec_set_retire_file(w, !scalar);
		rec_set_retire_rd(w, x->reg % 32);
		rec_set_retire_wen(w, lanes != 0 || !x->lanes);
		rec_set_retire_last(w, last);
		rec_set_retire_fflags(w, last ? fx->flags : 0);
		rec_set_retire_beat(w, lane / d.lanes);
		rec_set_retire_dst_warp(w, fx->warp);
		rec_set_retire_lanes(w, lanes);
		if (lanes == 0)
			rec_set_retire_wen(w, 0);
		if (spoils("file", lanes))
			rec_set_retire_file(w, scalar);
		if (spoils("number", lanes && !scalar))
			rec_set_retire_rd_high(w, 1);
		memcpy(w + REC_WORD_retire_data, x->data + lane,
		       d.lanes * sizeof *w);
		if (spoils("spread", lanes && scalar && last))
			w[REC_WORD_retire_data + d.lanes - 1] ^= 1;
		tick();
	}
}

/* The op field of a control record; -1: there is none. */
static int op_of(enum golden_kind kind)
{
	switch ((unsigned)kind) {
	case GOLDEN_BRANCH: return 0;
	case GOLDEN_SPLIT: return 1;
	case GOLDEN_JOIN: return 2;
	case GOLDEN_BAR: return 5;
	case GOLDEN_HALT: return 6;
	case GOLDEN_TRAP: return 8;
	case GOLDEN_CSR_WRITE: return 10;
	}
	return -1;
}

static void control(const struct golden_effect *fx)
{
	uint32_t *w = put(CONTROL);

	head(w, fx);
	rec_set_control_op(w, (uint32_t)op_of(fx->kind));
	rec_set_control_cause(w, fx->cause);
	rec_set_control_tval(w, fx->tval);
	rec_set_control_next_pc(w, fx->next_pc);
	rec_set_control_tmask(w, fx->next_tmask);
	rec_set_control_aux_mask(w, fx->aux_mask);
	rec_set_control_aux_value(w, fx->aux_value);
	rec_set_control_depth(w, fx->depth);
	if (spoils("path", fx->kind == GOLDEN_SPLIT && fx->aux_mask))
		rec_set_control_aux_mask(w, fx->next_tmask);
	if (spoils("stack", fx->kind == GOLDEN_SPLIT && fx->aux_mask))
		rec_set_control_depth(w, fx->depth - 1);
	if (spoils("pop", fx->kind == GOLDEN_JOIN && fx->aux_value))
		rec_set_control_aux_value(w, 0);
	if (spoils("rpc", fx->kind == GOLDEN_CSR_WRITE && !fx->write[0].reg))
		rec_set_control_aux_value(w, fx->aux_value + 4);
	tick();
}

/* --- blocks ------------------------------------------------------------- */

static void give(const struct golden_next *n)
{
	uint32_t place = 0, page = 0, *w = put(BLOCK);

	while (golden_place(d.core, place).busy)
		place++;
	while (!golden_gives(d.core, place, page, 0))
		page++;
	rec_set_block_gives(w, 1);
	rec_set_block_launch(w, n->slot);
	rec_set_block_x(w, n->place[0]);
	rec_set_block_y(w, n->place[1]);
	rec_set_block_z(w, n->place[2]);
	rec_set_block_place(w, place);
	rec_set_block_page(w, page);
	tick();
	while (golden_place(d.core, place).warps) {
		const struct golden_place p = golden_place(d.core, place);
		uint32_t warp = 0;

		while (golden_active(d.core) >> warp & 1)
			warp++;
		golden_starts(d.core, warp, place);
		w = put(BLOCK);
		rec_set_block_starts(w, 1);
		rec_set_head_warp(w, warp);
		rec_set_block_start(w, place);
		rec_set_block_number(w, p.number);
		rec_set_block_mask(w, p.mask);
		tick();
	}
}

/* What FX has done to the block in PLACE, which was BEFORE. */
static void block(const struct golden_effect *fx, uint32_t place,
		  const struct golden_place *before)
{
	uint32_t *w;

	if (golden_place(d.core, place).phase != before->phase) {
		rec_set_block_full(put(BLOCK), 1u << place);
		tick();
	}
	if (fx->next_tmask)
		return;
	rec_set_block_ended(put(BLOCK), 1u << fx->warp);
	tick();
	if (!golden_ends(d.core, place))
		return;
	w = put(BLOCK);
	rec_set_block_ends(w, 1);
	rec_set_block_end(w, place);
	rec_set_block_of(w, before->launch);
	tick();
}

/* WARP executes an instruction. */
static void step(uint32_t warp)
{
	uint32_t place = golden_place_of(d.core, warp);
	uint32_t tmask = golden_tmask(d.core, warp);
	const struct golden_place before = golden_place(d.core, place);
	struct golden_effect fx;

	made(golden_step(d.core, warp, NULL, &fx));
	issue(&fx, tmask);
	access(&fx);
	if (op_of(fx.kind) < 0 || fx.write[0].lanes)
		retire(&fx);
	if (op_of(fx.kind) >= 0)
		control(&fx);
	if (fx.kind == GOLDEN_TRAP)
		stop("the launch traps");
	d.seq[warp] = (d.seq[warp] + 1) % (1u << REC_WIDTH_head_seq);
	tick();
	tick();
	block(&fx, place, &before);
}

static void run(void)
{
	while (golden_slot(d.g, 0).resident || !golden_slot(d.g, 0).out) {
		uint32_t ready = golden_active(d.core) &
				 ~golden_waiting(d.core);
		uint32_t warp = rnd_below(&rnd, d.m.warps);
		struct golden_next n;

		tick();
		if (golden_next(d.g, &n) && golden_has_room(d.core))
			give(&n);
		else if (ready >> warp & 1)
			step(warp);
	}
}

/* --- the launch --------------------------------------------------------- */

static void begin(const uint32_t *word)
{
	made(golden_ring(d.g, 0, word));
	d.host = (struct cosim_host){ .ring = true, .words = word };
	rec_set_launch_ring(put(LAUNCH), 1);
	tick();
	rec_set_launch_take(put(LAUNCH), 1);
	tick();
	rec_set_launch_acquire(put(LAUNCH), 1);
	tick();
	rec_set_launch_synced(put(LAUNCH), 1);
	tick();
	golden_goes(d.g, 0);
	rec_set_launch_go(put(LAUNCH), 1);
	tick();
}

static void finish(void)
{
	golden_finishes(d.g, 0);
	rec_set_launch_release(put(LAUNCH), 1);
	rec_set_launch_released(put(LAUNCH), 1);
	tick();
	rec_set_launch_synced(put(LAUNCH), 1);
	rec_set_launch_done(put(LAUNCH), 1);
	tick();
}

static void open_device(const struct vt_launch *l)
{
	const struct cosim_config rules = { .liveness = LIVENESS };
	struct shape s = { .bus_bytes = ROW, .smem_banks = BANKS };

	d.m = (struct machine){
		.cores = 1, .warps = 8, .threads = (uint32_t)l->threads,
		.dialect = MACHINE_VENTUS, .vregs = 64,
		.stack = 64, .barriers = 1,
		.fp = 1, .has_a = true, .dispatch = true,
		.launches = 1, .blocks = 4,
		.ram_base = 0x80000000, .ram_size = 0x20000000,
		.reset_pc = 0x80000000,
		.smem_base = VT_LDS_BASE, .smem_size = VT_LDS_BYTES
	};
	d.lanes = s.lanes = d.m.threads > 1 ? d.m.threads / 2 : 1;
	made(golden_new(&d.m, &d.g));
	made(golden_new(&d.m, &d.other));
	made(cosim_new(&d.m, &s, &rules, d.other, &d.c));
	golden_follow(d.g);
	d.core = golden_core(d.g, 0);
}

static void load(const struct vt_launch *l, const struct vt *model)
{
	for (size_t i = 0; i < l->buffer_count; i++)
		for (uint32_t k = 0; k < l->buffers[i].bytes; k++) {
			uint32_t at = l->buffers[i].addr + k;
			uint8_t byte = (uint8_t)vt_load(model, at, 1);

			made(golden_write(d.g, at, &byte, 1));
			made(cosim_write(d.c, at, &byte, 1));
		}
}

static void run_model(const struct vt_launch *l, struct vt *model)
{
	struct vt_effect fx;

	for (uint32_t i = 0; i < vt_launch_groups(l); i++) {
		struct vt_group group = vt_launch_group(l, i);

		vt_start(model, &group);
		if (vt_run(model, UINT64_MAX, NULL, &fx) != VT_END)
			stop("the model traps");
	}
}

/* Is memory as the model has it, in the device and in the checker? */
static void compare(const struct vt_launch *l, const struct vt *model)
{
	const struct cosim_final f = { .cycle = d.cycle, .done = true };

	if (cosim_finish(d.c, &f))
		stop(cosim_mismatch(d.c)->text);
	for (size_t i = 0; i < l->buffer_count; i++)
		for (uint32_t k = 0; k < l->buffers[i].allocated; k++) {
			uint32_t at = l->buffers[i].addr + k;
			uint8_t byte;

			made(golden_read(d.other, at, &byte, 1));
			if (byte != vt_load(model, at, 1))
				stop("memory differs");
		}
}

int main(int argc, char **argv)
{
	struct vt *model = vt_new();
	char *data = argc > 1 ? strdup(argv[1]) : NULL, why[WHY];
	struct vt_launch l;
	uint32_t word[ISA_LAUNCH_WORDS];

	if (!model || !data || vt_launch_read(argv[1], &l, why, sizeof why))
		stop("no launch");
	strcpy(strstr(data, "metadata"), "data");
	if (vt_launch_data(&l, data, model, why, sizeof why))
		stop(why);
	rnd_seed(&rnd, 1);
	d.fault = argc > 2 ? argv[2] : NULL;
	ventus_words(&l, word);
	open_device(&l);
	load(&l, model);
	begin(word);
	run();
	finish();
	run_model(&l, model);
	compare(&l, model);
	puts("equal");
	cosim_free(d.c);
	golden_free(d.g);
	golden_free(d.other);
	vt_launch_free(&l);
	vt_free(model);
	free(data);
	return 0;
}
