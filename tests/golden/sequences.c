/* sequences.c - writes random sequences of RV32IM, Zba, Zbb, Zfinx as assembly
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: sequences SEED COUNT. The output defines main; each sequence sets
 * x1..x30 to random words and fcsr to some mode, runs about a hundred
 * instructions, stores x0..x30 and fcsr after its memory and calls
 * sequence_fold of oracle/fold.c. x31 points to the memory and is never
 * written. Branches and jumps go forward within the sequence. A rounding mode
 * is never one that traps.
 */
#include "tests/golden/rig.h"

enum { LENGTH = 100, AREA = 31, MODES = 5 };

static const uint32_t extremes[] = { 0,          1,  0xFFFFFFFF, 0x80000000,
				     0x7FFFFFFF, 31, 32,         0xFFFF8000 };

static uint32_t below(uint64_t *seed, uint32_t n)
{
	return rig_random(seed) % n;
}

/* Zero, infinite, a NaN, subnormal; around one; as it comes. */
static uint32_t random_float(uint64_t *seed)
{
	static const uint32_t some[] = { 0, 1, 0x00800000, 0x7FFFFF, 0x3F800000,
					 0x33800000, 0x7F7FFFFF, 0x7F800000,
					 0x7F800001, 0x7FC00000 };
	uint32_t any = rig_random(seed), kind = below(seed, 4);

	if (kind == 0)
		return (any & 0x80000000) | some[below(seed, 10)];
	if (kind == 1)
		return 0x3F000000 ^ (any & 0x81FFFFFF);
	return kind == 2 ? any & 0xFFFFF000 : any;
}

static uint32_t random_value(uint64_t *seed)
{
	uint32_t kind = below(seed, 6);

	if (kind == 0)
		return extremes[below(seed, 8)];
	if (kind > 3)
		return random_float(seed);
	return kind == 1 ? below(seed, 64) : rig_random(seed);
}

/* A forward offset over at least one of the LEFT words that follow. */
static uint32_t forward(uint64_t *seed, uint32_t left)
{
	return 4 * (1 + below(seed, left < 6 ? left + 1 : 6));
}

static uint32_t access_word(uint64_t *seed, enum isa_op op)
{
	uint32_t size = op == ISA_LW || op == ISA_SW ? 4
		: op == ISA_LH || op == ISA_LHU || op == ISA_SH ? 2 : 1;
	uint32_t offset = below(seed, 1024 / size) * size;

	if (isa_insn(op)->format == ISA_FMT_LOAD)
		return enc(op, below(seed, AREA), AREA, 0, offset);
	return enc(op, 0, AREA, below(seed, 32), offset);
}

static uint32_t random_mode(uint64_t *seed)
{
	uint32_t mode = below(seed, MODES + 2);

	return mode < MODES ? mode : (uint32_t)ISA_ROUND_DYN;
}

/* Reads flags and mode; or writes some of them. */
static uint32_t csr_word(uint64_t *seed)
{
	uint32_t rd = below(seed, AREA), any = below(seed, 32);
	enum isa_op op = ISA_CSRRW + below(seed, ISA_CSRRCI - ISA_CSRRW + 1);

	switch (below(seed, 3)) {
	case 0: return enc(op, rd, any, 0, ISA_CSR_FFLAGS);
	case 1:
		return enc(ISA_CSRRWI, rd, below(seed, MODES), 0, ISA_CSR_FRM);
	default: return enc(ISA_CSRRSI, rd, any, 0, ISA_CSR_FCSR);
	}
}

static uint32_t plain_word(uint64_t *seed, enum isa_op op)
{
	uint32_t rd = below(seed, AREA), rs1 = below(seed, 32),
		 rs2 = below(seed, 32), rs3;

	if (isa_insn(op)->class == ISA_CLASS_FLOAT) {
		rs3 = below(seed, 32);
		return enc(op, rd, rs1, rs2, random_mode(seed) << 5 | rs3);
	}

	switch (isa_insn(op)->format) {
	case ISA_FMT_R: return enc(op, rd, rs1, rs2, 0);
	case ISA_FMT_U: return enc(op, rd, 0, 0, rig_random(seed));
	default: return enc(op, rd, rs1, 0, rig_random(seed) & 0xFFF);
	}
}

/* A third is of floating point. */
static enum isa_op random_op(uint64_t *seed)
{
	enum isa_op op;

	if (below(seed, 6) == 0)
		return ISA_FMADD_S + below(seed, ISA_FLW - ISA_FMADD_S);
	do
		op = (enum isa_op)below(seed, ISA_CSRRW);
	while (op == ISA_JALR || isa_insn(op)->format == ISA_FMT_NONE ||
	       op == ISA_FENCE || op == ISA_FENCE_I ||
	       isa_insn(op)->ext == ISA_EXT_FREGS ||    /* Zfinx */
	       isa_insn(op)->ext == ISA_EXT_A ||    /* agree.t has them */
	       isa_insn(op)->ext == ISA_EXT_ZICOND);    /* not in qemu 7.2 */
	return op;
}

static uint32_t random_word(uint64_t *seed, uint32_t left)
{
	enum isa_op op = random_op(seed);

	if (below(seed, 25) == 0)
		return csr_word(seed);
	switch (isa_insn(op)->format) {
	case ISA_FMT_LOAD: case ISA_FMT_STORE:
		return access_word(seed, op);
	case ISA_FMT_BRANCH:
		return enc(op, 0, below(seed, 32), below(seed, 32),
			   forward(seed, left));
	case ISA_FMT_J:
		return enc(op, below(seed, AREA), 0, 0, forward(seed, left));
	default:
		return plain_word(seed, op);
	}
}

static void put(uint32_t word)
{
	printf("\t.word 0x%08x\n", word);
}

/* auipc and jalr over one word; odd offsets lose their low bit. */
static void put_jalr(uint64_t *seed)
{
	uint32_t at = 1 + below(seed, 30);

	put(enc(ISA_AUIPC, at, 0, 0, 0));
	put(enc(ISA_JALR, below(seed, 2) ? at : below(seed, AREA), at, 0,
		12 + below(seed, 2)));
	put(random_word(seed, 0));
}

static void sequence(uint64_t *seed)
{
	printf("\tla x31, sequence_area\n");
	for (unsigned reg = 1; reg < AREA; reg++)
		printf("\tli x%u, 0x%08x\n", reg, random_value(seed));
	put(enc(ISA_CSRRWI, 0, below(seed, MODES), 0, ISA_CSR_FRM));
	for (uint32_t i = 0; i < LENGTH; i++) {
		put(random_word(seed, LENGTH - 1 - i));
		if (i == LENGTH - 1)
			put_jalr(seed);
	}
	for (unsigned reg = 0; reg < AREA; reg++)
		printf("\tsw x%u, %u(x31)\n", reg, 1024 + 4 * reg);
	put(enc(ISA_CSRRS, 1, 0, 0, ISA_CSR_FCSR));
	printf("\tsw x1, %u(x31)\n", 1024 + 4 * AREA);
	printf("\tla sp, sequence_stack\n\tcall sequence_fold\n");
}

int main(int argc, char **argv)
{
	uint64_t seed;
	unsigned long count;

	if (argc != 3) {
		fprintf(stderr, "usage: sequences SEED COUNT\n");
		return 2;
	}
	seed = strtoull(argv[1], NULL, 0);
	count = strtoul(argv[2], NULL, 0);
	printf("\t.option norelax\n\t.text\n\t.globl main\nmain:\n");
	while (count-- > 0)
		sequence(&seed);
	printf("\tla sp, host_stack + 16384\n\tli a0, 0\n\tla t0, "
	       "host_exit\n\tjr t0\n"
	       "\t.bss\n\t.balign 16\n\t.space 1024\nsequence_stack:\n");
	return 0;
}
