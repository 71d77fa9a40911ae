/* run.c - golden_run: ends, limits, deadlocks, warps, traces, settings
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "golden/bytes.h"
#include "tests/golden/rig.h"

static void loop_forever(struct rig *r)
{
	rig_again(r);
	rig_op(r, ISA_ADDI, 1, 1, 0, 1);
	rig_op(r, ISA_JAL, 0, 0, 0, (uint32_t)-4);
}

static void limits(void)
{
	struct rig r;

	rig_open(&r, 1, 4);
	loop_forever(&r);
	for (uint32_t n = 1; n < 3000; n = n * 3 + 1) {
		uint64_t before = golden_stats(r.core)->instructions;
		is_u32(golden_run(r.g, n, 0, NULL), GOLDEN_LIMIT,
		       "limit of instructions");
		is_u32(golden_stats(r.core)->instructions - before, n,
		       "met exactly");
	}
	loop_forever(&r);
	is_u32(golden_run(r.g, 5, 0, NULL), GOLDEN_LIMIT, "five instructions");
	is_u32(golden_reg(r.core, 0, 0, 1), 3,
	       "are three additions and two jumps");
	is_u32(golden_stats(r.core)->thread_instructions, 5, "of one thread");
	rig_close(&r);
}

static void seconds(void)
{
	struct timespec a, b;
	double took;
	struct rig r;

	rig_open(&r, 1, 1);
	loop_forever(&r);
	clock_gettime(CLOCK_MONOTONIC, &a);
	is_u32(golden_run(r.g, 0, 0.05, NULL), GOLDEN_LIMIT, "limit of time");
	clock_gettime(CLOCK_MONOTONIC, &b);
	took = (double)(b.tv_sec - a.tv_sec) +
	       1e-9 * (double)(b.tv_nsec - a.tv_nsec);
	ok(took >= 0.05 && took < 5, "after about that time");
	rig_close(&r);
}

/* Warp 0 starts three more at its own first instruction, then each adds its
 * number to a cell of its own, waits for the others and halts; the last one out
 * adds up. */
static void emit_team(struct rig *r, uint32_t warps)
{
	rig_again(r);
	rig_li(r, 7, RIG_BASE + 0x40);
	for (uint32_t i = 1; i < warps; i++)
		rig_op(r, ISA_WSPAWN, 0, 7, 0, 0);
	r->at = RIG_BASE + 0x40;
	for (uint32_t at = RIG_BASE + 8 + 4 * (warps - 1); at < r->at;
	     at += 4) {
		struct rig filler = *r;
		filler.at = at;
		rig_op(&filler, ISA_ADDI, 0, 0, 0, 0);
	}
	rig_op(r, ISA_CSRRS, 6, 0, 0, 0xCC1);
	rig_op(r, ISA_SLLI, 9, 6, 0, 2);
	rig_li(r, 8, RIG_DATA);
	rig_op(r, ISA_ADD, 9, 9, 8, 0);
	rig_op(r, ISA_ADDI, 11, 6, 0, 1);
	rig_op(r, ISA_SW, 0, 9, 11, 0);
	rig_op(r, ISA_ADDI, 12, 0, 0, warps);
	rig_op(r, ISA_BAR, 0, 0, 12, 0);
	for (uint32_t i = 0; i < warps; i++) {
		rig_op(r, ISA_LW, 13, 8, 0, 4 * i);
		rig_op(r, ISA_ADD, 10, 10, 13, 0);
	}
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
}

static void team(uint32_t warps)
{
	struct rig r;

	rig_open(&r, warps, 2);
	emit_team(&r, warps);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_PASS,
	       "warps meet at a barrier");
	is_u32(golden_exit_code(r.g), warps * (warps + 1) / 2,
	       "and see what all stored");
	is_u32(golden_active(r.core), 0, "all halted");
	rig_close(&r);
}

/* Two warps wait where three are expected. */
static void deadlock(void)
{
	struct rig r;

	rig_open(&r, 4, 2);
	rig_li(&r, 7, RIG_BASE + 12);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_op(&r, ISA_ADDI, 8, 0, 0, 3);
	rig_op(&r, ISA_ADDI, 9, 0, 0, 1);
	rig_op(&r, ISA_BAR, 0, 9, 8, 0);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_DEADLOCK,
	       "two of three: deadlock");
	is_u32(golden_waiting(r.core), 3, "both wait");
	ok(golden_barrier(r.core, 0) == 1, "warp 0 at barrier 1");
	ok(golden_barrier(r.core, 1) == 1, "warp 1 at barrier 1");
	ok(golden_barrier(r.core, 2) == -1, "warp 2 at none");
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_DEADLOCK,
	       "and it stays one");
	rig_close(&r);
}

/* Warp 0 reads CSR and executes OP of x10 in a loop that it leaves when CSR is
 * 1; warp 1 waits at a barrier meanwhile, if WAITS. Returns how that ends. */
static enum golden_status polls(uint32_t csr, enum isa_op op, bool waits)
{
	enum golden_status how;
	struct rig r;

	rig_open(&r, 4, 2);
	rig_li(&r, 7, RIG_BASE + 40);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_op(&r, ISA_ADDI, 9, 0, 0, 1);
	rig_li(&r, 8, RIG_DATA);
	rig_op(&r, ISA_CSRRS, 6, 0, 0, csr);
	rig_op(&r, op, op == ISA_SW ? 0 : 10, op == ISA_ADDI ? 10 : 8, 10,
	       op == ISA_ADDI);
	rig_op(&r, ISA_BNE, 0, 6, 9, (uint32_t)-8);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	rig_op(&r, ISA_ADDI, 8, 0, 0, waits ? 2 : 1);
	rig_op(&r, ISA_BAR, 0, 9, 8, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	how = golden_run(r.g, 5000000, 0, NULL);
	rig_close(&r);
	return how;
}

static void stuck(void)
{
	const uint32_t active = ISA_CSR_ACTIVE_WARPS;

	is_u32(polls(active, ISA_LW, true), GOLDEN_DEADLOCK,
	       "a warp waits for another one, which waits for its end");
	is_u32(polls(active, ISA_LW, false), GOLDEN_PASS,
	       "which comes, if the other one need not wait");
	is_u32(polls(active, ISA_SW, true), GOLDEN_LIMIT,
	       "a loop that stores is not known to be without end");
	is_u32(polls(active, ISA_ADDI, true), GOLDEN_LIMIT,
	       "nor one that counts");
	is_u32(polls(ISA_CSR_CYCLE, ISA_LW, true), GOLDEN_LIMIT,
	       "nor one that looks at the time");
	is_u32(polls(ISA_CSR_WARP_ID, ISA_LW, false), GOLDEN_LIMIT,
	       "nor one while no warp waits");
}

/* Warp 1 traps, later warp 0 too: the first is held, the other warp goes on. */
static void first_trap(void)
{
	const struct golden_trap *t;
	struct rig r;

	rig_open(&r, 2, 1);
	rig_li(&r, 7, RIG_BASE + 0x80);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_li(&r, 1, 5000);
	rig_op(&r, ISA_ADDI, 1, 1, 0, 0xFFF);
	rig_op(&r, ISA_BNE, 0, 1, 0, (uint32_t)-4);
	rig_op(&r, ISA_ADDI, 10, 0, 0, 3);
	rig_op(&r, ISA_ECALL, 0, 0, 0, 0);
	r.at = RIG_BASE + 0x80;
	rig_op(&r, ISA_LW, 2, 0, 0, 8);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_FAULT, "a trap is a fault");
	t = golden_first_trap(r.g);
	ok(t->valid && t->warp == 1 && t->pc == RIG_BASE + 0x80 &&
		   t->cause == 5 && t->tval == 8 &&
		   t->insn == enc(ISA_LW, 2, 0, 0, 8),
	   "the first trap is held");
	is_u32(golden_reg(r.core, 0, 0, 1), 0,
	       "the other warp finished its loop");
	is_u32(golden_exit_code(r.g), 0, "traps leave no exit code");
	golden_reset(r.g);
	ok(!golden_first_trap(r.g)->valid, "reset forgets it");
	rig_close(&r);
}

/* Warp 1 halts with 7 and then warp 0 traps, whose x10 is 3. */
static void exit_before_trap(void)
{
	struct rig r;

	rig_open(&r, 2, 1);
	rig_li(&r, 7, RIG_BASE + 0x80);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_op(&r, ISA_ADDI, 10, 0, 0, 3);
	rig_op(&r, ISA_ADDI, 8, 0, 0, 2);
	rig_op(&r, ISA_BAR, 0, 0, 8, 0);
	rig_li(&r, 1, 5000);
	rig_op(&r, ISA_ADDI, 1, 1, 0, 0xFFF);
	rig_op(&r, ISA_BNE, 0, 1, 0, (uint32_t)-4);
	rig_op(&r, ISA_ECALL, 0, 0, 0, 0);
	r.at = RIG_BASE + 0x80;
	rig_op(&r, ISA_ADDI, 10, 0, 0, 7);
	rig_op(&r, ISA_ADDI, 8, 0, 0, 2);
	rig_op(&r, ISA_BAR, 0, 0, 8, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_FAULT,
	       "a trap after a halt");
	is_u32(golden_exit_code(r.g), 7, "leaves the exit code of the halt");
	rig_close(&r);
}

static void after_trap(void)
{
	struct rig r;

	rig_open(&r, 2, 1);
	rig_li(&r, 7, RIG_BASE + 0x80);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_op(&r, ISA_JAL, 0, 0, 0, 0);
	r.at = RIG_BASE + 0x80;
	rig_op(&r, ISA_ECALL, 0, 0, 0, 0);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_FAULT,
	       "a trap ends an endless loop");
	ok(golden_idle(r.g) &&
		   golden_stats(r.core)->instructions >= GOLDEN_IDLE &&
		   golden_stats(r.core)->instructions < GOLDEN_IDLE + 10000,
	   "when it has changed nothing for long");
	golden_reset(r.g);
	golden_end_idle(r.g, 0);
	is_u32(golden_run(r.g, 3 * GOLDEN_IDLE, 0, NULL), GOLDEN_FAULT,
	       "unless that is not wanted: then the limit does");
	ok(golden_stats(r.core)->instructions == 3 * GOLDEN_IDLE &&
		   !golden_idle(r.g),
	   "to the instruction");
	rig_close(&r);
}

/* Warp 0 counts in memory, long, and then halts with 9. */
static void work_after_trap(void)
{
	struct rig r;

	rig_open(&r, 2, 1);
	rig_li(&r, 7, RIG_BASE + 0x80);
	rig_op(&r, ISA_WSPAWN, 0, 7, 0, 0);
	rig_li(&r, 1, 2 * GOLDEN_IDLE);
	rig_op(&r, ISA_ADDI, 1, 1, 0, 0xFFF);
	rig_op(&r, ISA_SW, 0, 7, 1, 0x40);
	rig_op(&r, ISA_BNE, 0, 1, 0, (uint32_t)-8);
	rig_op(&r, ISA_ADDI, 10, 0, 0, 9);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	r.at = RIG_BASE + 0x80;
	rig_op(&r, ISA_ECALL, 0, 0, 0, 0);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_FAULT, "a trap, and work");
	ok(golden_stats(r.core)->instructions > 6 * GOLDEN_IDLE,
	   "who changes memory goes on");
	is_u32(golden_exit_code(r.g), 9, "to its end");
	rig_close(&r);
}

static void divergent(void)
{
	struct rig r;

	rig_open(&r, 1, 4);
	for (unsigned stop = 0; stop < 2; stop++) {
		rig_again(&r);
		golden_stop_divergent(r.g, stop);
		rig_tmc(&r, 4);
		rig_op(&r, ISA_CSRRS, 6, 0, 0, 0xCC0);
		rig_op(&r, ISA_BEQ, 0, 6, 0, 8);
		rig_op(&r, ISA_ADDI, 10, 10, 0, 1);
		rig_op(&r, ISA_BNE, 0, 6, 0, 8);
		rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
		is_u32(golden_run(r.g, 0, 0, NULL),
		       stop ? GOLDEN_DIVERGENT : GOLDEN_PASS,
		       stop ? "stops at a divergent branch"
			    : "counts divergent branches");
		is_u32(golden_stats(r.core)->divergent_branches, stop ? 1 : 2,
		       "so many");
		is_u32(golden_first_divergence(r.g)->pc, RIG_BASE + 12,
		       "the first one");
		is_u32(golden_stats(r.core)->instructions, stop ? 4 : 6,
		       "so many instructions");
	}
	is_u32(golden_stats(r.core)->thread_instructions, 2 + 2 * 4,
	       "threads are counted");
	rig_close(&r);
}

static const char *const trace_lines[] = {
	"0 80000000 00200293 1 \"addi x5,x0,2\" x5=2",
	"0 80000004 0002800b 1 \"tmc x5\" tmask 3",
	"0 80000008 cc002373 3 \"csrrs x6,thread_id,x0\" x6=0,1",
	"0 8000000c 0003200b 3 \"split x6\" tmask 2",
	"0 80000010 00030463 2 \"beq x6,x0,0x80000018\"",
	"0 80000014 00632423 2 \"sw x6,8(x6)\" trap 6 9",
};

static void trace(void)
{
	FILE *out = tmpfile();
	char line[200];
	struct rig r;

	if (!ok(out != NULL, "a temporary file"))
		return;
	rig_open(&r, 1, 2);
	rig_tmc(&r, 2);
	rig_op(&r, ISA_CSRRS, 6, 0, 0, 0xCC0);
	rig_op(&r, ISA_SPLIT, 0, 6, 0, 0);
	rig_op(&r, ISA_BEQ, 0, 6, 0, 8);
	rig_op(&r, ISA_SW, 0, 6, 6, 8);
	is_u32(golden_run(r.g, 0, 0, out), GOLDEN_FAULT,
	       "a traced run ends the same way");
	rewind(out);
	for (size_t i = 0; i < sizeof trace_lines / sizeof trace_lines[0];
	     i++) {
		if (!fgets(line, sizeof line, out))
			line[0] = '\0';
		line[strcspn(line, "\n")] = '\0';
		is_str(line, trace_lines[i], "trace line");
	}
	ok(!fgets(line, sizeof line, out), "and no more");
	fclose(out);
	rig_close(&r);
}

/* The word given to golden_step is executed, whatever memory has. */
static void forced(void)
{
	uint32_t word = enc(ISA_ADDI, 3, 0, 0, 9), bad = 0x0000700B;
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 2);
	rig_op(&r, ISA_ADDI, 3, 0, 0, 1);
	golden_step(r.core, 0, &word, &fx);
	ok(fx.insn == word && fx.write[0].data[0] == 9,
	   "golden_step executes the word it is given");
	golden_reset(r.g);
	golden_step(r.core, 0, NULL, &fx);
	ok(fx.insn == enc(ISA_ADDI, 3, 0, 0, 1) && fx.write[0].data[0] == 1,
	   "once only");
	golden_reset(r.g);
	golden_step(r.core, 0, &bad, &fx);
	ok(fx.kind == GOLDEN_TRAP && fx.tval == bad &&
		   golden_first_trap(r.g)->insn == bad,
	   "a trap reports the word given");
	rig_close(&r);
}

/* RAM of the caller has what it had, and what a run stores. */
static void given(void)
{
	struct machine cfg = rig_config(1, 1);
	uint8_t *ram = calloc(cfg.ram_size, 1);
	struct golden_effect fx;
	struct golden *g;

	bytes_put_u32(ram + (cfg.reset_pc - cfg.ram_base),
		      enc(ISA_ADDI, 3, 0, 0, 9));
	ok(!golden_new_in(&cfg, ram, &g) && golden_ram(g) == ram,
	   "a machine in RAM of the caller");
	golden_step(golden_core(g, 0), 0, NULL, &fx);
	ok(fx.write[0].data[0] == 9, "executes what is there");
	golden_write(g, cfg.ram_base + 64, "x", 1);
	golden_free(g);
	ok(ram[64] == 'x', "and leaves there what it has written");
	free(ram);
}

static void refused(const char *what, struct machine cfg)
{
	struct golden *g = NULL;

	ok(golden_new(&cfg, &g) == GOLDEN_E_CONFIG && g == NULL, "refused: %s",
	   what);
}

static void configurations(void)
{
	struct machine good = rig_config(4, 4), c;

	c = good, c.warps = 3, refused("3 warps", c);
	c = good, c.warps = 64, refused("64 warps", c);
	c = good, c.threads = 0, refused("no threads", c);
	c = good, c.threads = 6, refused("6 threads", c);
	c = good, c.stack = 0, refused("no stack", c);
	c = good, c.barriers = 0, refused("no barriers", c);
	c = good, c.reset_pc = RIG_BASE + 2, refused("misaligned reset pc", c);
	c = good, c.ram_size = 3000, refused("3000 bytes of RAM", c);
	c = good, c.ram_base = RIG_BASE + 4096,
	refused("RAM not at a multiple of its size", c);
	c = good, c.ram_base = 0xFFFF0000, refused("RAM over the console", c);
	c = good, c.smem_size = 3000, refused("3000 bytes of shared memory", c);
	c = good, c.smem_size = 2, refused("half a word of shared memory", c);
	c = good, c.smem_size = 1 << 21, refused("2 MiB of shared memory", c);
	c = good, c.local_size = 24, refused("24 bytes of local memory", c);
	c = good, c.local_size = 4, refused("a word of local memory", c);
	c = good, c.local_size = c.ram_size / 16,
	refused("local memory that is all of RAM", c);
	c = good, c.smem_size = 1024, c.smem_base = RIG_BASE - 512;
	refused("shared memory not at a multiple of its size", c);
	c.smem_base = RIG_BASE + 1024, refused("shared memory in RAM", c);
	c = good, c.const_size = 0x4000, c.const_base = RIG_BASE + 0x2000,
	refused("constant memory not at a multiple of its size", c);
	c.const_base = RIG_BASE + RIG_SIZE;
	refused("constant memory behind RAM", c);
	ok(strcmp(golden_strerror(GOLDEN_E_CONFIG), golden_strerror(-99)) != 0,
	   "errors have texts");
}

/* Code at pages that share a slot of the decoded-code cache: 256 pages apart.
 */
static void many_pages(void)
{
	struct machine cfg = rig_config(1, 1);
	struct rig r;

	cfg.ram_size = 1 << 23;
	rig_open_with(&r, &cfg);
	for (uint32_t page = 0; page < 2048; page++) {
		r.at = RIG_BASE + page * 4096;
		rig_op(&r, ISA_ADDI, 10, 10, 0, 1);
		rig_op(&r, ISA_JAL, 0, 0, 0,
		       page == 2047 ? 8 : (256 * 4096) - 4);
		if (page / 256 == 7 && page != 2047) {
			r.at -= 4;
			rig_op(&r, ISA_JAL, 0, 0, 0, 8);
			r.at += 4;
			rig_li(&r, 6, RIG_BASE + (page - 7 * 256 + 1) * 4096);
			rig_op(&r, ISA_JALR, 0, 6, 0, 0);
		}
	}
	r.at += 4;
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	is_u32(golden_run(r.g, 100000, 0, NULL), GOLDEN_PASS,
	       "2048 pages of code");
	is_u32(golden_exit_code(r.g), 2048, "each executed once");
	rig_close(&r);
}

int main(void)
{
	limits();
	seconds();
	for (uint32_t warps = 1; warps <= 8; warps *= 2)
		team(warps);
	deadlock();
	stuck();
	first_trap();
	exit_before_trap();
	after_trap();
	work_after_trap();
	divergent();
	trace();
	forced();
	given();
	configurations();
	many_pages();
	return tap_done();
}
