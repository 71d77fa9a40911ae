/* traits.c - insns.def says truly whose registers an instruction reads
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two machines differ in one register of one thread. If an instruction then
 * does something else, it reads that register, and its row must say so; and
 * each register that a row names makes a difference now and then.
 */
#include "machine/has.h"
#include "tests/golden/rig.h"

/* A try more often finds nothing new: few where WW_SANITIZED says that it is
 * slow. */
enum { THREADS = 4, TRIES = 8000, FEW = 1000, MOST = 64000 };

/* The places of what an instruction may read, as bits. */
enum {
	RS1_LEAD = 1, RS1_OTHER = 2, RS2_LEAD = 4, RS2_OTHER = 8,
	X10_LEAD = 16, STRANGE = 32, RS3_LEAD = 64, RS3_OTHER = 128
};

struct twin {
	struct rig a, b;
	uint64_t seed;
	bool f;                 /* there are registers f */
};

/* Of a kind that some instruction wants: a small number, an address, a float
 * around one. */
static uint32_t value(struct twin *t)
{
	uint32_t v = rig_random(&t->seed), kind = rig_random(&t->seed) >> 29;

	if (kind < 3)
		return v >> 30;
	if (kind == 3)
		return 0x3F000000 + (v >> 7);
	return kind < 6 ? RIG_DATA + (v >> 24 << 2) : v;
}

static void set(struct twin *t, uint32_t lane, uint32_t reg, uint32_t v)
{
	golden_set_reg(t->a.core, 0, lane, reg, v);
	golden_set_reg(t->b.core, 0, lane, reg, v);
}

static void ready(struct rig *r)
{
	rig_again(r);
	rig_tmc(r, THREADS);
	rig_op(r, ISA_CSRRWI, 0, 28, 0, ISA_CSR_MEPC);
	rig_step(r, 3);
}

/* All threads are active, with registers of which many are alike. */
static void begin(struct twin *t)
{
	static const uint8_t zeros[1024];

	ready(&t->a);
	ready(&t->b);
	golden_write(t->a.g, RIG_DATA, zeros, sizeof zeros);
	golden_write(t->b.g, RIG_DATA, zeros, sizeof zeros);
	for (uint32_t reg = 1; reg < (t->f ? ISA_REGS : ISA_FIRST_F);
	     reg++) {
		uint32_t all = value(t);

		for (uint32_t lane = 0; lane < THREADS; lane++)
			set(t, lane, reg, rig_random(&t->seed) >> 30 ? all :
					  value(t));
	}
}

/* What a branch or jump says of the other threads is a remark. */
static bool same(const struct golden_effect *a, const struct golden_effect *b)
{
	const struct golden_access *m = &a->access, *n = &b->access;

	return a->kind == b->kind && a->taken == b->taken &&
	       a->next_pc == b->next_pc && a->next_tmask == b->next_tmask &&
	       a->depth == b->depth && a->aux_mask == b->aux_mask &&
	       a->aux_value == b->aux_value && a->cause == b->cause &&
	       a->tval == b->tval &&
	       !memcmp(a->write, b->write, sizeof a->write) &&
	       !memcmp(m->addr, n->addr, sizeof m->addr) &&
	       !memcmp(m->data, n->data, sizeof m->data) &&
	       m->stores == n->stores;
}

/* A word of OP with registers x5 .. x12, so that x10 is among them; of CSRs one
 * that can be written. */
static uint32_t word_of(struct twin *t, enum isa_op op)
{
	bool csr = isa_insn(op)->class == ISA_CLASS_CSR;
	uint32_t rd = 5 + (rig_random(&t->seed) >> 29);
	uint32_t rs1 = 5 + (rig_random(&t->seed) >> 29);
	uint32_t rs2 = 5 + (rig_random(&t->seed) >> 29);
	uint32_t rs3 = 5 + (rig_random(&t->seed) >> 29);

	if (isa_insn(op)->class == ISA_CLASS_FLOAT)
		return isa_encode(op, rd, rs1, rs2, rs3);
	return isa_encode(op, rd, rs1, rs2, csr ? ISA_CSR_MEPC :
			  rig_random(&t->seed));
}

/* What reading REG of LANE means for WORD. */
static uint32_t place(enum isa_op op, uint32_t word, bool f, uint32_t reg,
		      uint32_t lane)
{
	const struct isa_regs regs = isa_regs(op, word, isa_files_with(f));

	if (isa_reads(op) & 1 && reg == regs.rs1)
		return lane ? RS1_OTHER : RS1_LEAD;
	if (isa_reads(op) & 2 && reg == regs.rs2)
		return lane ? RS2_OTHER : RS2_LEAD;
	if (isa_reads(op) & 4 && reg == regs.rs3)
		return lane ? RS3_OTHER : RS3_LEAD;
	return reg == 10 && !lane ? X10_LEAD : STRANGE;
}

/* Where a difference has been one in what OP does. */
static uint32_t once(struct twin *t, enum isa_op op)
{
	uint32_t lane = rig_random(&t->seed) % THREADS;
	uint32_t reg = 5 + (rig_random(&t->seed) >> 29), word;
	bool of_f = t->f && rig_random(&t->seed) >> 31;
	struct golden_effect a = { 0 }, b = { 0 };

	begin(t);
	word = word_of(t, op);
	reg += of_f ? ISA_FIRST_F : 0;
	golden_set_reg(t->b.core, 0, lane, reg, value(t));
	if (golden_step(t->a.core, 0, &word, &a) ||
	    golden_step(t->b.core, 0, &word, &b))
		return STRANGE;
	return same(&a, &b) ? 0 : place(op, word, t->f, reg, lane);
}

static uint32_t declared(enum isa_op op)
{
	bool each = isa_insn(op)->reads == ISA_READS_EACH;
	bool exits = isa_insn(op)->reads == ISA_READS_EXIT;

	/* The first thread has none before it, whatever it asks for. */
	if (op == ISA_SHFL_UP)
		return RS1_LEAD | RS1_OTHER | RS2_OTHER;
	return (isa_reads(op) & 1 ? RS1_LEAD | (each ? RS1_OTHER : 0) : 0) |
	       (isa_reads(op) & 2 ? RS2_LEAD | (each ? RS2_OTHER : 0) : 0) |
	       (isa_reads(op) & 4 ? RS3_LEAD | (each ? RS3_OTHER : 0) : 0) |
	       (exits ? X10_LEAD : 0);
}

/* Of a machine with floating point in x, or in registers f. */
static void try_all(bool f)
{
	struct machine cfg = rig_config(2, THREADS);
	struct twin t = { .seed = 1, .f = f };
	const int tries = getenv("WW_SANITIZED") ? FEW : TRIES;

	cfg.timer = true;
	cfg.fp = f ? 2 : 1;
	cfg.has_sfu = !f;
	rig_open_with(&t.a, &cfg);
	rig_open_with(&t.b, &cfg);
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		uint32_t found = 0, want = declared((enum isa_op)op);

		if (!machine_has_insn(&cfg, (enum isa_op)op))
			continue;
		/* what stores before have left may differ */
		memset(golden_ram(t.a.g) + RIG_SIZE / 4, 0, RIG_SIZE / 2);
		memset(golden_ram(t.b.g) + RIG_SIZE / 4, 0, RIG_SIZE / 2);
		for (int i = 0; i < tries || (found != want && i < MOST); i++)
			found |= once(&t, (enum isa_op)op);
		ok(found == want, "%s reads what its row says: %x, found %x",
		   isa_insn((enum isa_op)op)->name, (unsigned)want,
		   (unsigned)found);
	}
	rig_close(&t.a);
	rig_close(&t.b);
}

int main(void)
{
	try_all(false);
	try_all(true);
	return tap_done();
}
