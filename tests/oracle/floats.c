/* floats.c - the golden model and the oracle agree about each instruction of
 * binary32: in each mode, on corners and random operands, with its flags
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: floats [COUNT [SEED]]. COUNT operations (40000) of each instruction in
 * each mode.
 */
#include "oracle/parts.h"

#include <inttypes.h>

#include "golden/golden.h"
#include "tests/oracle/corners.h"
#include "tests/tap.h"

enum { RS1 = 5, RS2 = 6, RS3 = 7, RD = 8, MODES = 5, DYN = 7, TURN = 512 };

struct lab {
	struct golden *g;
	struct golden_core *core;
	uint64_t random;
	uint64_t done;
};

/* What both make of WORD; the same? */
static bool agrees(struct lab *l, uint32_t word, uint32_t frm,
		   const uint32_t *x)
{
	struct golden_effect fx;
	uint32_t value = 0, flags = 0, got;

	for (uint32_t reg = RS1; reg <= RS3; reg++)
		golden_set_reg(l->core, 0, 0, reg, x[reg]);
	if (!float_insn(word, frm, x, x, &value, &flags) ||
	    golden_step(l->core, 0, &word, &fx))
		return false;
	got = golden_reg(l->core, 0, 0, RD);
	l->done++;
	if (fx.kind != GOLDEN_TRAP && got == value && fx.flags == flags)
		return true;
	diag("0x%08" PRIx32 ", 0x%08" PRIx32 ", 0x%08" PRIx32 ", frm %" PRIu32
	     ": golden 0x%08" PRIx32 ", flags 0x%02" PRIx32
	     "; oracle 0x%08" PRIx32 ", flags 0x%02" PRIx32,
	     x[RS1], x[RS2], x[RS3], frm, got, fx.flags, value, flags);
	return false;
}

/* From the first instruction again, with FRM. */
static void begin(struct lab *l, uint32_t frm)
{
	uint32_t word = isa_encode(ISA_CSRRWI, 0, frm, 0, ISA_CSR_FRM);
	struct golden_effect fx;

	golden_reset(l->g);
	golden_step(l->core, 0, &word, &fx);
}

/* COUNT of OP in MODE, which half of them have from frm. */
static uint64_t differences(struct lab *l, enum isa_op op, uint32_t mode,
			    uint64_t count)
{
	uint64_t wrong = 0;

	for (uint64_t n = 0; n < count && wrong < 5; n++) {
		uint32_t x[32] = { 0 };
		uint32_t word = isa_encode(op, RD, RS1, RS2, RS3 |
					   (n % 2 ? DYN : mode) << 5);

		if (n % TURN == 0)
			begin(l, mode);
		corners_operands(&l->random, op, &x[RS1]);
		wrong += !agrees(l, word, mode, x);
	}
	return wrong;
}

static void instruction(struct lab *l, enum isa_op op, uint64_t count)
{
	uint64_t wrong = 0;
	uint32_t modes = isa_insn(op)->rounds ? MODES : 1;

	for (uint32_t mode = 0; mode < modes; mode++)
		wrong += differences(l, op, mode, count);
	ok(wrong == 0, "%s: the same results and flags", isa_insn(op)->name);
}

int main(int argc, char **argv)
{
	const struct machine m = {
		.cores = 1, .warps = 1, .threads = 1, .stack = 1,
		.barriers = 1, .fp = 1, .has_sfu = true,
		.reset_pc = 0x80000000, .ram_base = 0x80000000,
		.ram_size = 4096
	};
	uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 40000;
	struct lab l = { .random = argc > 2 ? strtoull(argv[2], NULL, 0) : 1 };

	if (golden_new(&m, &l.g)) {
		printf("Bail out! no golden model\n");
		return 1;
	}
	l.core = golden_core(l.g, 0);
	for (int op = 0; op < ISA_OP_COUNT; op++)
		if (isa_insn((enum isa_op)op)->class == ISA_CLASS_FLOAT)
			instruction(&l, (enum isa_op)op, count);
	diag("%" PRIu64 " operations", l.done);
	golden_free(l.g);
	return tap_done();
}
