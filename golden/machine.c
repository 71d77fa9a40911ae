/* machine.c - the state of the golden model: create, reset, look at, trap
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "golden/machine.h"

/* Everything from here on is for shared memory and devices. */
#define RAM_LIMIT GOLDEN_SMEM

const char *golden_strerror(int error)
{
	switch (error) {
	case 0: return "no error";
	case GOLDEN_E_NOMEM: return "out of memory";
	case GOLDEN_E_CONFIG: return "configuration outside its limits";
	case GOLDEN_E_RANGE: return "address outside RAM";
	case GOLDEN_E_INACTIVE:
		return "the warp is halted or waits at a barrier";
	default: return "unknown error";
	}
}

static bool power_of_two(uint32_t n)
{
	return n != 0 && (n & (n - 1)) == 0;
}

static bool size_ok(uint32_t n, uint32_t most)
{
	return power_of_two(n) && n <= most;
}

static bool config_ok(const struct golden_config *c)
{
	return size_ok(c->warps, GOLDEN_MAX_WARPS) &&
	       size_ok(c->threads, GOLDEN_MAX_THREADS) &&
	       c->stack_entries >= 1 && c->stack_entries <= 65536 &&
	       c->barriers >= 1 && c->barriers <= 65536 &&
	       power_of_two(c->ram_size) && c->ram_size >= GOLDEN_PAGE_BYTES &&
	       c->ram_base % c->ram_size == 0 &&
	       c->ram_base + (c->ram_size - 1) < RAM_LIMIT &&
	       (!c->smem_size || size_ok(c->smem_size, GOLDEN_SMEM_LIMIT)) &&
	       c->smem_size % 4 == 0 && c->reset_pc % 4 == 0;
}

static uint32_t lowest_lanes(uint32_t n)
{
	return UINT32_MAX >> (32 - n);
}

static bool allocate(struct golden *g)
{
	const struct golden_config *c = &g->cfg;
	size_t row = c->threads * sizeof(uint32_t);

	g->ram = calloc(c->ram_size, 1);
	g->smem = calloc(c->smem_size + 1, 1);
	g->page = malloc(GOLDEN_PAGES * sizeof *g->page);
	g->waiters = calloc(c->barriers, sizeof *g->waiters);
	if (!g->ram || !g->smem || !g->page || !g->waiters)
		return false;
	for (uint32_t i = 0; i < c->warps; i++) {
		struct golden_warp *w = &g->warp[i];
		w->id = i;
		w->x = malloc(GOLDEN_ROWS * row);
		w->live = malloc(row);
		w->stack = malloc(c->stack_entries * sizeof *w->stack);
		if (!w->x || !w->live || !w->stack)
			return false;
	}
	return true;
}

int golden_new(const struct golden_config *cfg, struct golden **out)
{
	struct golden *g;

	if (!config_ok(cfg))
		return GOLDEN_E_CONFIG;
	g = calloc(1, sizeof *g);
	if (!g)
		return GOLDEN_E_NOMEM;
	g->cfg = *cfg;
	g->all = lowest_lanes(cfg->threads);
	g->outside = ~(cfg->ram_size - 1);
	g->run = golden_runner(cfg->threads);
	if (!allocate(g)) {
		golden_free(g);
		return GOLDEN_E_NOMEM;
	}
	for (uint32_t i = 0; i < GOLDEN_PAGES; i++)
		g->page[i].number = GOLDEN_NO_PAGE;
	golden_reset(g);
	*out = g;
	return 0;
}

void golden_free(struct golden *g)
{
	if (!g)
		return;
	for (uint32_t i = 0; i < g->cfg.warps; i++) {
		free(g->warp[i].x);
		free(g->warp[i].live);
		free(g->warp[i].stack);
	}
	free(g->waiters);
	free(g->page);
	free(g->smem);
	free(g->ram);
	free(g);
}

static void reset_warp(struct golden *g, struct golden_warp *w)
{
	memset(w->x, 0, GOLDEN_ROWS * g->cfg.threads * sizeof *w->x);
	w->pc = g->cfg.reset_pc;
	w->depth = 0;
	w->mtvec = w->mepc = w->mstatus = 0;
	golden_set_tmask(g, w, w->id == 0);
}

void golden_reset(struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.warps; i++)
		reset_warp(g, &g->warp[i]);
	memset(g->waiters, 0, g->cfg.barriers * sizeof *g->waiters);
	memset(g->smem, 0, g->cfg.smem_size);
	g->active = 1;
	g->waiting = 0;
	g->exit_code = 0;
	g->exits = false;
	g->period = 0;
	g->pending = 0;
	g->first_trap = (struct golden_trap){ 0 };
	g->last_trap = (struct golden_trap){ 0 };
	g->overflow = (struct golden_overflow){ 0 };
	g->stats = (struct golden_stats){ 0 };
}

void golden_set_tmask(struct golden *g, struct golden_warp *w, uint32_t tmask)
{
	w->tmask = tmask;
	for (uint32_t lane = 0; lane < g->cfg.threads; lane++)
		w->live[lane] = 0 - (tmask >> lane & 1);
}

/* The trapped instruction of W has issued. */
static void count_trap(struct golden *g, const struct golden_warp *w)
{
	uint32_t active = (uint32_t)__builtin_popcount(w->tmask);

	g->stats.trapped++;
	g->stats.trapped_threads += active;
	golden_count_lanes(g, 1, active);
}

static void stop(struct golden *g, struct golden_warp *w)
{
	g->active &= ~(UINT32_C(1) << w->id);
	golden_set_tmask(g, w, 0);
}

void golden_halt(struct golden *g, struct golden_warp *w)
{
	if (!g->exits)
		g->exit_code = golden_row(g, w, 10)[golden_lead(w->tmask)];
	stop(g, w);
}

enum golden_flow golden_trap(struct golden *g, struct golden_warp *w,
			     uint32_t cause, uint32_t tval)
{
	uint32_t insn = 0;

	if (golden_in_ram(g, w->pc))
		insn = g->forced ? *g->forced : golden_word(g, w->pc);
	g->last_trap = (struct golden_trap){ .valid = true,
					     .warp = w->id,
					     .pc = w->pc,
					     .insn = insn,
					     .cause = cause,
					     .tval = tval };
	if (!g->first_trap.valid && !g->exits)
		g->first_trap = g->last_trap;
	count_trap(g, w);
	stop(g, w);
	return GOLDEN_TRAPPED;
}

void golden_take(struct golden *g, struct golden_warp *w)
{
	uint32_t active = (uint32_t)__builtin_popcount(w->tmask);

	w->mepc = w->pc;
	w->pc = w->mtvec;
	w->mstatus = w->mstatus & GOLDEN_MIE ? GOLDEN_MPIE : 0;
	g->pending &= ~(UINT32_C(1) << w->id);
	g->stats.instructions++;
	g->stats.thread_instructions += active;
	golden_count_lanes(g, 1, active);
}

bool golden_exits(const struct golden *g)
{
	return g->exits;
}

void golden_stop(struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.warps; i++)
		stop(g, &g->warp[i]);
	memset(g->waiters, 0, g->cfg.barriers * sizeof *g->waiters);
	g->waiting = 0;
}

void golden_hardware_error(struct golden *g, uint32_t addr)
{
	g->last_trap = (struct golden_trap){ .valid = true,
					     .cause = 19,
					     .tval = addr };
	if (!g->first_trap.valid)
		g->first_trap = g->last_trap;
	golden_stop(g);
}

void golden_divergent(struct golden *g, uint32_t pc)
{
	if (g->stats.divergent_branches++ == 0)
		g->stats.divergent_pc = pc;
}

struct golden_insn golden_predecode(const struct golden *g, uint32_t word)
{
	struct golden_insn d = golden_decode(word);
	const struct golden_insn illegal = { .op = ISA_INVALID, .imm = word };
	uint32_t ignored;

	switch (d.op) {
	case ISA_MUL: case ISA_MULH: case ISA_MULHSU: case ISA_MULHU:
	case ISA_DIV: case ISA_DIVU: case ISA_REM: case ISA_REMU:
		if (!g->cfg.has_m)
			return illegal;
		break;
	case ISA_MRET:
		if (!g->cfg.timer)
			return illegal;
		break;
	case ISA_CSRRW: case ISA_CSRRWI:
	case ISA_CSRRS: case ISA_CSRRC: case ISA_CSRRSI: case ISA_CSRRCI:
		if (golden_writes_csr(&d) ? !golden_csr_writable(d.imm)
		    : !golden_csr(g, &g->warp[0], 0, d.imm, &ignored))
			return illegal;
		break;
	default:
		break;
	}
	if (d.rd == 0)
		d.rd = GOLDEN_X0_SINK;
	if (g->stack_bytes && golden_moves_sp(&d))
		d.op = GOLDEN_MOVE_SP;
	return d;
}

struct golden_page *golden_fetch(struct golden *g, uint32_t pc)
{
	uint32_t number = (pc - g->cfg.ram_base) >> GOLDEN_PAGE_BITS;
	struct golden_page *p = &g->page[number % GOLDEN_PAGES];

	if (!golden_in_ram(g, pc))
		return NULL;
	if (p->number == number)
		return p;
	p->number = number;
	for (uint32_t i = 0; i < GOLDEN_PAGE_WORDS; i++)
		p->insn[i].op = GOLDEN_UNDECODED;
	p->insn[GOLDEN_PAGE_WORDS].op = GOLDEN_PAGE_END;
	return p;
}

void golden_set_console(struct golden *g, void (*put)(void *ctx, uint8_t byte),
			void *ctx)
{
	g->put = put;
	g->put_ctx = ctx;
}

void golden_stop_when(struct golden *g, const volatile sig_atomic_t *flag)
{
	g->stop_when = flag;
}

void golden_stop_divergent(struct golden *g, bool stop)
{
	g->stop_divergent = stop;
}

uint32_t golden_reg(const struct golden *g, uint32_t warp, uint32_t lane,
		    uint32_t reg)
{
	return golden_row(g, &g->warp[warp], reg)[lane];
}

void golden_set_reg(struct golden *g, uint32_t warp, uint32_t lane,
		    uint32_t reg, uint32_t value)
{
	if (reg != 0)
		golden_row(g, &g->warp[warp], reg)[lane] = value;
}

uint32_t golden_pc(const struct golden *g, uint32_t warp)
{
	return g->warp[warp].pc;
}

uint32_t golden_tmask(const struct golden *g, uint32_t warp)
{
	return g->warp[warp].tmask;
}

bool golden_interruptible(const struct golden *g, uint32_t warp)
{
	return golden_enabled(&g->warp[warp]);
}

uint32_t golden_depth(const struct golden *g, uint32_t warp)
{
	return g->warp[warp].depth;
}

bool golden_stacked(const struct golden *g, uint32_t warp, uint32_t place,
		    struct golden_stacked *out)
{
	const struct golden_entry *e = &g->warp[warp].stack[place];

	if (place >= g->warp[warp].depth)
		return false;
	*out = (struct golden_stacked){ e->mask, e->pc, e->is_else };
	return true;
}

uint32_t golden_active(const struct golden *g)
{
	return g->active;
}

uint32_t golden_waiting(const struct golden *g)
{
	return g->waiting;
}

int golden_barrier(const struct golden *g, uint32_t warp)
{
	for (uint32_t id = 0; id < g->cfg.barriers; id++)
		if (g->waiters[id] >> warp & 1)
			return (int)id;
	return -1;
}

uint32_t golden_exit_code(const struct golden *g)
{
	return g->exit_code;
}

const struct golden_trap *golden_first_trap(const struct golden *g)
{
	return &g->first_trap;
}

const struct golden_stats *golden_stats(const struct golden *g)
{
	return &g->stats;
}
