/* cores.c - a machine of several cores: one memory, and a core's own state
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

enum { CORES = 3, WARPS = 2, THREADS = 4, SLOT = 64 };

static void open_cores(struct rig *r, uint32_t cores)
{
	struct machine cfg = rig_config(WARPS, THREADS);

	cfg.cores = cores;
	cfg.smem_size = 64;
	rig_open_with(r, &cfg);
	rig_again(r);
}

/* Each core stores num_cores, core_id and mhartid at RIG_DATA + SLOT * core_id
 * and adds 1 + its number to its own word of shared memory. */
static void emit(struct rig *r)
{
	rig_op(r, ISA_CSRRS, 6, 0, 0, 0xCC2);
	rig_op(r, ISA_CSRRS, 7, 0, 0, 0xFC2);
	rig_op(r, ISA_CSRRS, 8, 0, 0, 0xF14);
	rig_li(r, 9, RIG_DATA);
	rig_op(r, ISA_SLLI, 11, 6, 0, 6);
	rig_op(r, ISA_ADD, 9, 9, 11, 0);
	rig_op(r, ISA_SW, 0, 9, 7, 0);
	rig_op(r, ISA_SW, 0, 9, 6, 4);
	rig_op(r, ISA_SW, 0, 9, 8, 8);
	rig_li(r, 12, GOLDEN_SMEM);
	rig_op(r, ISA_LW, 13, 12, 0, 0);
	rig_op(r, ISA_ADD, 13, 13, 6, 0);
	rig_op(r, ISA_ADDI, 13, 13, 0, 1);
	rig_op(r, ISA_SW, 0, 12, 13, 0);
	rig_op(r, ISA_ADDI, 10, 0, 0, 0);
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
}

enum { LENGTH = 18 };

static void check_core(const struct rig *r, uint32_t core)
{
	uint32_t at = RIG_DATA + SLOT * core;
	const struct golden_core *c = golden_core(r->g, core);

	is_u32(rig_ram(r, at), CORES, "num_cores");
	is_u32(rig_ram(r, at + 4), core, "core_id");
	is_u32(rig_ram(r, at + 8), core * WARPS * THREADS, "mhartid");
	is_u32(golden_smem(c)[0], core + 1, "its own shared memory");
	is_u32(golden_reg(c, 0, 0, 6), core, "its own registers");
	is_u32(golden_active(c), 0, "it has halted");
	is_u32((uint32_t)golden_stats(c)->instructions, LENGTH,
	       "its own instructions");
}

static void program(void)
{
	struct rig r;

	open_cores(&r, CORES);
	emit(&r);
	ok(golden_run(r.g, 0, 0, NULL) == GOLDEN_PASS, "all cores end");
	for (uint32_t i = 0; i < CORES; i++)
		check_core(&r, i);
	is_u32((uint32_t)golden_total(r.g).instructions, CORES * LENGTH,
	       "instructions of all");
	rig_close(&r);
}

/* What one stores the other loads; each has its own pc. */
static void shared_memory(void)
{
	struct golden_effect fx;
	struct rig r;

	open_cores(&r, 2);
	rig_li(&r, 9, RIG_DATA);
	rig_op(&r, ISA_ADDI, 7, 0, 0, 77);
	rig_op(&r, ISA_SW, 0, 9, 7, 0);
	rig_op(&r, ISA_LW, 8, 9, 0, 0);
	for (int i = 0; i < 4; i++)
		golden_step(golden_core(r.g, 0), 0, NULL, &fx);
	is_u32(fx.core, 0, "the first core's effect");
	is_u32(golden_pc(golden_core(r.g, 1), 0), RIG_BASE, "the other waits");
	golden_set_reg(golden_core(r.g, 1), 0, 0, 9, RIG_DATA);
	for (int i = 0; i < 5; i++)
		golden_step(golden_core(r.g, 1), 0, NULL, &fx);
	is_u32(fx.core, 1, "the second core's effect");
	is_u32(golden_reg(golden_core(r.g, 1), 0, 0, 8), 77,
	       "it loads what the first has stored");
	rig_close(&r);
}

/* The word that the first has overwritten is new code for the other. */
static void shared_code(void)
{
	const uint32_t new = enc(ISA_ADDI, 8, 0, 0, 5);
	struct golden_effect fx;
	struct rig r;

	open_cores(&r, 2);
	rig_li(&r, 9, RIG_BASE + 16);
	rig_li(&r, 7, new);
	rig_op(&r, ISA_ADDI, 8, 0, 0, 4);
	rig_op(&r, ISA_SW, 0, 9, 7, 0);
	for (int i = 0; i < 5; i++)
		golden_step(golden_core(r.g, 1), 0, NULL, &fx);
	for (int i = 0; i < 6; i++)
		golden_step(golden_core(r.g, 0), 0, NULL, &fx);
	golden_reset(r.g);
	for (int i = 0; i < 5; i++)
		golden_step(golden_core(r.g, 1), 0, NULL, &fx);
	is_u32(fx.insn, new, "code that another core has stored");
	is_u32(golden_reg(golden_core(r.g, 1), 0, 0, 8), 5, "is executed");
	rig_close(&r);
}

/* The trap that is held says whose it is; mexit ends all of them. */
static void ends(void)
{
	struct golden_effect fx;
	struct rig r;

	open_cores(&r, 2);
	rig_word(&r, 0);
	golden_step(golden_core(r.g, 1), 0, NULL, &fx);
	golden_step(golden_core(r.g, 0), 0, NULL, &fx);
	ok(golden_first_trap(r.g)->valid, "a trap is held");
	is_u32(golden_first_trap(r.g)->core, 1, "with its core");
	rig_again(&r);
	rig_op(&r, ISA_CSRRS, 6, 0, 0, 0xCC2);
	rig_op(&r, ISA_BNE, 0, 6, 0, 0);
	rig_op(&r, ISA_CSRRWI, 0, 9, 0, 0x7C2);
	ok(golden_run(r.g, 100000, 0, NULL) == GOLDEN_PASS,
	   "a write of mexit in one core ends the other");
	is_u32(golden_exit_code(r.g), 9, "with its exit code");
	rig_close(&r);
}

static void refused(uint32_t cores)
{
	struct machine cfg = rig_config(1, 1);
	struct golden *g = NULL;

	cfg.cores = cores;
	ok(golden_new(&cfg, &g) == GOLDEN_E_CONFIG && !g, "%u cores", cores);
}

int main(void)
{
	program();
	shared_memory();
	shared_code();
	ends();
	refused(0);
	refused(GOLDEN_MAX_CORES + 1);
	return tap_done();
}
