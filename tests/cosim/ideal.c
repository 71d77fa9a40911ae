/* ideal.c - a core without faults, made from a golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/ideal_core.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 2000000 };

uint32_t *ideal_emit(struct core *c, uint32_t kind, uint32_t warp,
		     uint32_t seq)
{
	struct ideal_stream *s = c->out;
	struct ideal_record *r;

	if (s->count == s->room) {
		s->room = s->room ? s->room * 2 : 1024;
		s->records = realloc(s->records, s->room * sizeof *r);
		if (!s->records)
			abort();
	}
	r = &s->records[s->count++];
	memset(r, 0, sizeof *r);
	r->cycle = c->cycle;
	r->kind = kind;
	r->core = c->id;
	rec_set_head_kind(r->w, kind);
	rec_set_head_core(r->w, c->id);
	rec_set_head_warp(r->w, warp);
	rec_set_head_seq(r->w, seq);
	return r->w;
}

static uint32_t load_word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* --- memory that refuses ---------------------------------------------- */

bool ideal_refuses(const struct core *c, uint32_t addr, uint32_t bytes)
{
	return addr < c->cfg.error_addr + c->cfg.error_bytes &&
	       c->cfg.error_addr < addr + bytes;
}

void ideal_refused(struct core *c, enum cosim_port port, bool write,
		   uint32_t addr, uint32_t bytes)
{
	uint32_t *w = ideal_emit(c, IDEAL_ERROR, 0, 0);

	w[0] = addr;
	w[1] = bytes;
	w[2] = port;
	w[3] = write;
	if (port == COSIM_IBUS || c->failed)
		return;
	c->failed = true;
	c->failed_at = addr;
}

/* --- retire ----------------------------------------------------------- */

static void bind(struct core *c, struct flight *f)
{
	uint32_t v = golden_active(c->core);

	if (f->bound || !f->fx.volatile_csr)
		return;
	if (f->fx.volatile_csr != 0xCC3)
		v = (f->fx.volatile_csr & 127) == 2 ? (uint32_t)c->retired :
		    (uint32_t)c->cycle;
	if (isa_csr_counter(f->fx.volatile_csr))
		v = (uint32_t)f->counter;
	if (f->fx.volatile_csr != 0xCC3 && f->fx.volatile_csr & 128)
		v = 0;
	for (uint32_t m = f->fx.write[0].lanes; m; m &= m - 1) {
		f->fx.write[0].data[lowest(m)] = v;
		golden_set_reg(c->core, f->fx.warp, lowest(m),
			       f->fx.write[0].reg, v);
	}
	f->bound = true;
}

/* Lanes of one beat that can retire now; loads come in any split. */
static uint32_t retirable(struct core *c, const struct flight *f)
{
	uint32_t left = f->fx.write[0].lanes & ~f->retired & ~f->failed;
	uint32_t chosen = 0;
	uint32_t beat;

	if (is_access(f))
		left &= f->performed;
	if (!left)
		return 0;
	beat = lowest(left) / c->cfg.lanes;
	for (uint32_t m = left; m; m &= m - 1)
		if (lowest(m) / c->cfg.lanes == beat &&
		    (!chosen || !is_access(f) || chance(c, 12)))
			chosen |= m & ~(m - 1);
	return chosen;
}

static void retire_clone(struct core *c, struct flight *f)
{
	uint32_t t = lowest(f->fx.write[0].lanes), rd = f->clone_next++;
	uint32_t *w = ideal_emit(c, REC_KIND_retire, f->fx.warp, f->seq);
	uint32_t *data = w + REC_WORD_retire_data;

	rec_set_retire_rd(w, rd);
	rec_set_retire_wen(w, 1);
	rec_set_retire_last(w, rd == 31);
	rec_set_retire_beat(w, t / c->cfg.lanes);
	rec_set_retire_dst_warp(w, f->fx.warp);
	rec_set_retire_lanes(w, UINT32_C(1) << t % c->cfg.lanes);
	c->written[f->fx.warp] = c->cycle;
	data[t % c->cfg.lanes] = golden_reg(c->core, f->fx.warp, t, rd);
	f->retire_due = rd != 31;
}

static void retire_lanes(struct core *c, struct flight *f, uint32_t chosen)
{
	uint32_t all = f->retired | chosen, beat, *w;
	uint32_t lanes = f->fx.write[0].lanes & ~f->failed;
	bool last = all == lanes && (!is_access(f) ||
					   f->performed == f->fx.tmask);

	if (!chosen && !last)
		return;
	f->retired = all;
	f->retire_due = !last;
	w = ideal_emit(c, REC_KIND_retire, f->fx.warp, f->seq);
	rec_set_retire_last(w, last);
	rec_set_retire_fflags(w, last ? f->fx.flags : 0);
	if (!chosen)
		return;
	beat = lowest(chosen) / c->cfg.lanes;
	c->written[f->fx.write[0].warp] = c->cycle;
	rec_set_retire_rd(w, f->fx.write[0].reg);
	rec_set_retire_wen(w, 1);
	rec_set_retire_dst_warp(w, f->fx.write[0].warp);
	rec_set_retire_beat(w, beat);
	rec_set_retire_lanes(w, chosen >> beat * c->cfg.lanes);
	for (uint32_t m = chosen; m; m &= m - 1)
		w[REC_WORD_retire_data + lowest(m) % c->cfg.lanes] =
			f->fx.write[0].data[lowest(m)];
}

static void retire(struct core *c)
{
	struct flight *f = &c->flight[rnd_below(&c->rnd, FLIGHT)];

	for (int i = 0; i < FLIGHT && !(f->used && f->retire_due); i++)
		f = &c->flight[i];
	if (!f->used || !f->retire_due || f->cycle == c->cycle ||
	    !chance(c, 12))
		return;
	bind(c, f);
	if (f->fx.kind == GOLDEN_CLONE)
		retire_clone(c, f);
	else
		retire_lanes(c, f, retirable(c, f));
	c->retired += !f->retire_due;
}

/* --- control ---------------------------------------------------------- */

static uint32_t op_of(const struct golden_effect *fx)
{
	static const uint8_t ops[] = {
		[GOLDEN_BRANCH] = 0, [GOLDEN_SPLIT] = 1, [GOLDEN_JOIN] = 2,
		[GOLDEN_TMC] = 3, [GOLDEN_WSPAWN] = 4, [GOLDEN_BAR] = 5,
		[GOLDEN_HALT] = 6, [GOLDEN_FENCE_I] = 7, [GOLDEN_TRAP] = 8,
		[GOLDEN_CLONE] = 9, [GOLDEN_CSR_WRITE] = 10,
		[GOLDEN_MRET] = 13, [GOLDEN_INTERRUPT] = 14
	};

	return ops[fx->kind];
}

static struct flight *oldest_control(struct core *c)
{
	struct flight *best = NULL;

	for (int i = 0; i < FLIGHT; i++) {
		struct flight *f = &c->flight[i];

		if (f->used && f->control_due && (!best ||
						  f->order < best->order))
			best = f;
	}
	return best;
}

static bool writes(const struct flight *f, uint32_t csr)
{
	return f->fx.kind == GOLDEN_CSR_WRITE && f->fx.aux_mask == csr;
}

/* What the timer and the end of the run have to do with F. */
static void note_timer(struct core *c, const struct flight *f)
{
	if (f->fx.kind == GOLDEN_INTERRUPT)
		c->pending &= ~(UINT32_C(1) << f->fx.warp);
	*c->exits |= writes(f, ISA_CSR_MEXIT);
	if (!c->cfg.machine.timer || !writes(f, ISA_CSR_MTICK))
		return;
	if (c->period && c->next_tick == c->cycle)
		c->pending = UINT32_MAX;
	c->period = f->fx.aux_value;
	c->next_tick = c->cycle + c->period;
}

/* The end of a cycle. */
static void tick(struct core *c)
{
	if (!c->period || c->cycle != c->next_tick)
		return;
	if (!c->cfg.forgets || ++c->ticks % 3)
		c->pending = UINT32_MAX;
	c->next_tick += c->period;
}

/* fence.i and mflush hold their warp until nothing of now is in the cache. */
static void flush(struct core *c, const struct flight *f)
{
	uint32_t what = f->fx.kind == GOLDEN_FENCE_I ? 1 :
			writes(f, ISA_CSR_MFLUSH) ? f->fx.aux_value & 3 : 0;

	if (!c->cache || !what)
		return;
	c->held |= UINT32_C(1) << f->fx.warp;
	ideal_cache_flush(c, what);
}

/* The first trap that acts is the one that the host sees, until mexit has been
 * written. */
static void note_end(struct core *c, const struct flight *f)
{
	struct ideal_stream *out = c->out;
	struct cosim_final *final = &out->final;

	if (writes(f, ISA_CSR_MEXIT) && !out->exit_cycle)
		out->exit_cycle = c->cycle;
	if (f->fx.kind != GOLDEN_TRAP || final->fault_valid ||
	    (out->exit_cycle && out->exit_cycle != c->cycle))
		return;
	final->fault_valid = true;
	final->fault_core = c->id;
	final->fault_warp = f->fx.warp;
	final->fault_pc = f->fx.pc;
	final->fault_cause = f->fx.cause;
	final->fault_tval = f->fx.tval;
}

static void control(struct core *c)
{
	struct flight *f = oldest_control(c);
	uint32_t *w;
	bool traps;

	if (!f || f->cycle == c->cycle || !chance(c, 10))
		return;
	traps = f->fx.kind == GOLDEN_TRAP;
	w = ideal_emit(c, REC_KIND_control, f->fx.warp, f->seq);
	rec_set_control_op(w, op_of(&f->fx));
	rec_set_control_next_pc(w, traps ? f->fx.pc : f->fx.next_pc);
	rec_set_control_tmask(w, f->fx.next_tmask);
	rec_set_control_aux_mask(w, f->fx.aux_mask);
	rec_set_control_aux_value(w, f->fx.aux_value);
	rec_set_control_depth(w, f->fx.depth);
	rec_set_control_cause(w, traps ? f->fx.cause : 0);
	rec_set_control_tval(w, traps ? f->fx.tval : 0);
	f->control_due = false;
	c->retired += f->bare;
	note_end(c, f);
	flush(c, f);
	note_timer(c, f);
}

/* Memory has refused an access: once nothing can change a warp any more, all
 * of them halt. */
static void stop(struct core *c)
{
	uint32_t *w;

	if (!c->failed || c->stopped || oldest_control(c) || !chance(c, 4))
		return;
	c->stopped = true;
	w = ideal_emit(c, REC_KIND_control, 0, 0);
	rec_set_control_op(w, 11);
	rec_set_control_cause(w, 19);
	rec_set_control_tval(w, c->failed_at);
	golden_hardware_error(c->core, c->failed_at);
}

/* The same after a write of mexit. */
static void end(struct core *c)
{
	if (!*c->exits || c->exited || oldest_control(c) || !chance(c, 4))
		return;
	c->exited = true;
	rec_set_control_op(ideal_emit(c, REC_KIND_control, 0, 0), 12);
	golden_stop(c->core);
}

/* --- issue ------------------------------------------------------------ */

/* In place of an instruction. */
#define INTERRUPT UINT32_C(0x30500073)

/* The word at PC, which the warp may have fetched some time ago. */
static uint32_t fetch(struct core *c, uint32_t warp, uint32_t pc)
{
	uint32_t n = c->cfg.prefetch ? LINE : 1;

	if (!c->cfg.prefetch || pc - c->line_pc[warp] >= 4 * LINE) {
		c->line_pc[warp] = pc;
		for (uint32_t i = 0; i < n; i++) {
			ideal_emit(c, IDEAL_FETCH, 0, 0)[0] = pc + 4 * i;
			c->line[warp][i] = load_word(memory_at(c, pc + 4 * i));
		}
	}
	return c->line[warp][(pc - c->line_pc[warp]) / 4];
}

static bool drains(uint32_t insn)
{
	enum isa_op op = isa_decode(insn);

	return insn == INTERRUPT || op == ISA_FENCE || op == ISA_FENCE_I ||
	       op == ISA_BAR || op == ISA_WSPAWN || op == ISA_EBREAK ||
	       op == ISA_CSRRW ||
	       (op != ISA_INVALID && isa_waits(op, insn) != ISA_WAITS_NONE);
}

/* The warp fetches nothing before what it flushes is flushed, and selects no
 * operands before they are written. */
static bool blocked(const struct core *c, uint32_t warp)
{
	if (c->written[warp] && c->cycle < c->written[warp] + 2)
		return true;
	for (int i = 0; i < FLIGHT; i++) {
		const struct flight *f = &c->flight[i];

		if (f->used && f->fx.warp == warp && f->control_due &&
		    (f->fx.kind == GOLDEN_FENCE_I ||
		     f->fx.kind == GOLDEN_CSR_WRITE))
			return true;
	}
	return c->held >> warp & 1;
}

/* Nothing in flight may touch the registers that the fields of INSN name, and
 * the instructions that touch many wait for everything. */
static bool hazard(struct core *c, uint32_t warp, uint32_t insn)
{
	enum isa_op op = isa_decode(insn);
	uint32_t touched = UINT32_C(1) << (insn >> 7 & 31) |
			   UINT32_C(1) << (insn >> 15 & 31) |
			   UINT32_C(1) << (insn >> 20 & 31) | 1 << 10;

	for (int i = 0; i < FLIGHT; i++) {
		const struct flight *f = &c->flight[i];

		if (!f->used)
			continue;
		if (op == ISA_WSPAWN && !(golden_active(c->core) &
					  ~(UINT32_C(1) << warp) &
					  UINT32_C(1) << f->fx.warp))
			return true;
		if (op == ISA_CLONE && f->fx.warp == warp)
			return true;
		if (f->control_due && (f->fx.warp == warp ||
				       f->fx.kind == GOLDEN_BAR ||
				       f->fx.kind == GOLDEN_WSPAWN))
			return true;
		if (f->fx.warp == warp && has_access(f) && drains(insn))
			return true;
		const struct golden_write *to = &f->fx.write[0];

		if (to->lanes && f->retire_due && to->warp == warp &&
		    (to->count > 1 || touched >> to->reg & 1))
			return true;
	}
	return false;
}

static struct flight *free_flight(struct core *c)
{
	for (int i = 0; i < FLIGHT; i++)
		if (!c->flight[i].used)
			return &c->flight[i];
	return NULL;
}

/* Cycles in which nothing issues are idle here. */
static void count(struct core *c, struct flight *f)
{
	uint64_t *n = c->counters;
	uint32_t event = isa_csr_counter(f->fx.volatile_csr);
	uint32_t lanes = (uint32_t)__builtin_popcount(f->fx.tmask);
	bool goes = f->fx.kind == GOLDEN_BRANCH;

	f->counter = c->cfg.events >> event & 1 ? n[event] : 0;
	n[ISA_EVENT_ISSUED]++;
	n[ISA_EVENT_THREADS] += lanes;
	n[ISA_EVENT_FULL] += lanes == c->cfg.machine.threads;
	n[ISA_EVENT_SINGLE] += lanes == 1;
	n[ISA_EVENT_TAKEN] += goes && f->fx.next_pc != f->fx.pc + 4;
	n[ISA_EVENT_DIVERGED] += f->fx.kind == GOLDEN_SPLIT && f->fx.aux_mask;
	n[ISA_EVENT_LOADS] += f->fx.kind == GOLDEN_LOAD ||
			      (f->fx.kind == GOLDEN_ATOMIC &&
			       f->fx.op == ISA_LR_W);
	n[ISA_EVENT_STORES] += f->fx.kind == GOLDEN_STORE ||
			       (f->fx.kind == GOLDEN_ATOMIC &&
				f->fx.op != ISA_LR_W);
}

static void start(struct core *c, struct flight *f)
{
	enum golden_kind kind = f->fx.kind;

	f->used = true;
	f->seq = c->seq[f->fx.warp]++;
	f->cycle = c->cycle;
	f->order = c->issued++;
	f->control_due = kind != GOLDEN_PLAIN && kind != GOLDEN_LOAD &&
			 kind != GOLDEN_STORE && kind != GOLDEN_ATOMIC &&
			 kind != GOLDEN_FENCE;
	f->smem_beats = 0;
	f->bare = f->control_due && !golden_writes(&f->fx) &&
		  kind != GOLDEN_TRAP &&
		  kind != GOLDEN_CLONE;
	f->retire_due = kind != GOLDEN_TRAP && !f->bare;
	f->performed = f->retired = f->failed = f->loaded = 0;
	f->bound = false;
	f->clone_next = 1;
	count(c, f);
	if (kind == GOLDEN_FENCE_I)
		c->line_pc[f->fx.warp] = 1;
	if (kind == GOLDEN_WSPAWN)
		c->line_pc[lowest(f->fx.aux_mask)] = 1;
}

/* Does WARP take an interrupt now, if its accesses have performed? */
static bool interrupts(const struct core *c, uint32_t warp)
{
	return c->pending >> warp & 1 && !c->cfg.deaf &&
	       golden_interruptible(c->core, warp);
}

static void interrupt(struct core *c, uint32_t warp, struct flight *f)
{
	uint32_t *w;

	if (hazard(c, warp, INTERRUPT))
		return;
	w = ideal_emit(c, REC_KIND_issue, warp, c->seq[warp]);
	rec_set_issue_interrupt(w, 1);
	rec_set_issue_pc(w, golden_pc(c->core, warp));
	rec_set_issue_insn(w, INTERRUPT);
	rec_set_issue_tmask(w, golden_tmask(c->core, warp));
	golden_interrupt(c->core, warp, &f->fx);
	start(c, f);
}

static void issue(struct core *c)
{
	uint32_t warp = rnd_below(&c->rnd, c->cfg.machine.warps), insn = 0, *w;
	uint32_t ready = golden_active(c->core) & ~golden_waiting(c->core);
	uint32_t pc = golden_pc(c->core, warp);
	struct flight *f = free_flight(c);
	bool error = in_ram(c, pc) && ideal_refuses(c, pc, 4);
	bool fault = !in_ram(c, pc) || error;

	if (!(ready >> warp & 1) || !f || c->failed || *c->exits ||
	    blocked(c, warp) || !chance(c, 12))
		return;
	if (interrupts(c, warp)) {
		interrupt(c, warp, f);
		return;
	}
	if (error)
		ideal_refused(c, COSIM_IBUS, false, pc, 4);
	if (!fault)
		insn = fetch(c, warp, pc);
	if (hazard(c, warp, insn))
		return;
	w = ideal_emit(c, REC_KIND_issue, warp, c->seq[warp]);
	rec_set_issue_fault(w, fault);
	rec_set_issue_pc(w, pc);
	rec_set_issue_insn(w, insn);
	rec_set_issue_tmask(w, golden_tmask(c->core, warp));
	if (error)
		golden_fetch_error(c->core, warp, &f->fx);
	else
		golden_step(c->core, warp, fault ? NULL : &insn, &f->fx);
	start(c, f);
}

/* --- run -------------------------------------------------------------- */

static bool sweep(struct core *c)
{
	bool any = false;

	for (int i = 0; i < FLIGHT; i++) {
		struct flight *f = &c->flight[i];

		f->used = f->used && (f->retire_due || f->control_due);
		any |= f->used;
	}
	if (c->held && ideal_cache_flushed(c))
		c->held = 0;
	if (any || golden_active(c->core) || (c->failed && !c->stopped) ||
	    (*c->exits && !c->exited))
		return true;
	if (!c->cache)
		return false;
	ideal_cache_flush(c, 1);
	return !ideal_cache_flushed(c);
}

static void load_program(struct core *c, const uint32_t *program, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint32_t v = program[i], at = c->cfg.machine.reset_pc;
		uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
				 (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

		at += 4 * (uint32_t)i;
		memcpy(memory_at(c, at), b, 4);
		memcpy(flat_at(c, at), b, 4);
		golden_write(c->golden, at, b, 4);
	}
}

/* Core ID of a machine whose memory and golden model are those of FIRST, itself
 * if it is the first. */
static struct core *core_new(const struct ideal_config *config, uint32_t id,
			     const struct core *first, struct ideal_stream *out)
{
	struct core *c = calloc(1, sizeof *c);

	if (!c)
		abort();
	c->cfg = *config;
	c->id = id;
	if (!first && golden_new(&config->machine, &c->golden))
		abort();
	c->golden = first ? first->golden : c->golden;
	c->core = golden_core(c->golden, id);
	c->flat = first ? first->flat : calloc(config->machine.ram_size, 1);
	c->smem = calloc(config->machine.smem_size + 1, 1);
	if (!c->flat || !c->smem)
		abort();
	c->exits = first ? first->exits : &c->wrote;
	c->out = out;
	c->counters = out->counters + id * ISA_COUNTERS;
	if (!config->access_bytes)
		c->cfg.access_bytes = config->bus_bytes;
	if (config->dcache.size)
		ideal_cache_new(c);
	rnd_seed(&c->rnd, config->seed + id * UINT64_C(0x9E3779B97F4A7C15));
	for (int i = 0; i < GOLDEN_MAX_WARPS; i++)
		c->line_pc[i] = 1;
	return c;
}

static void core_free(struct core *c)
{
	if (!c->id) {
		golden_free(c->golden);
		free(c->flat);
	}
	ideal_cache_free(c);
	free(c->smem);
	free(c);
}

/* False when nothing is left to do. */
static bool cycle(struct core *c)
{
	issue(c);
	if (c->cache)
		ideal_cache_rows(c);
	ideal_perform(c);
	retire(c);
	control(c);
	stop(c);
	end(c);
	if (c->cache)
		ideal_cache_bus(c);
	tick(c);
	return sweep(c);
}

static void conclude(struct core *c)
{
	const struct golden_trap *t = golden_first_trap(c->golden);
	struct cosim_final *f = &c->out->final;

	c->counters[ISA_EVENT_IDLE] = c->cycle - c->counters[ISA_EVENT_ISSUED];
	f->cycle = c->cycle;
	f->done = true;
	f->exit_code = golden_exit_code(c->golden);
	f->ram = c->out->ram;
	f->dirty = c->out->dirty;
	f->counters = c->cfg.events ? c->out->counters : NULL;
	f->counted = c->cycle;
	if (c->cfg.machine.cores > 1)
		return;
	f->fault_valid = t->valid;
	f->fault_core = t->core;
	f->fault_warp = t->warp;
	f->fault_pc = t->pc;
	f->fault_cause = t->cause;
	f->fault_tval = t->tval;
}

void ideal_run(const struct ideal_config *config, const uint32_t *program,
	       size_t count, struct ideal_stream *out)
{
	uint32_t cores = config->machine.cores;
	struct core *core[IDEAL_CORES];

	memset(out, 0, sizeof *out);
	out->ram = calloc(config->machine.ram_size, 1);
	out->dirty = calloc(config->machine.ram_size / 4096 / 64 + 1, 8);
	if (!out->ram || !out->dirty || cores > IDEAL_CORES)
		abort();
	for (uint32_t i = 0; i < cores; i++)
		core[i] = core_new(config, i, i ? core[0] : NULL, out);
	load_program(core[0], program, count);
	do {
		out->ended = true;
		for (uint32_t i = 0; i < cores; i++) {
			out->ended &= !cycle(core[i]);
			core[i]->cycle++;
		}
	} while (!out->ended && core[0]->cycle < LIMIT);
	for (uint32_t i = 0; i < cores; i++)
		conclude(core[i]);
	for (uint32_t i = cores; i-- > 0; )
		core_free(core[i]);
}

void ideal_free(struct ideal_stream *s)
{
	free(s->records);
	free(s->ram);
	free(s->dirty);
}
