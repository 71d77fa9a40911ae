/* decode.c - golden's decoder agrees with the tables of isa/
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/decode.h"
#include "tests/golden/rig.h"

static unsigned long differences;

static void compare(uint32_t word)
{
	enum isa_op mine = (enum isa_op)golden_decode(word).op,
		    theirs = isa_decode(word);

	if (mine == theirs)
		return;
	if (differences++ < 10)
		diag("0x%08x: golden says %s, the table %s", word,
		     mine == ISA_INVALID ? "invalid" : isa_insn(mine)->name,
		     theirs == ISA_INVALID ? "invalid"
					   : isa_insn(theirs)->name);
}

/* All opcodes (also the 16-bit ones), funct3, funct7 and rs2, with rd and rs1
 * zero or not. */
static void every_function_field(void)
{
	static const uint32_t others[] = { 0, 1 << 7, 1 << 15,
					   31 << 7 | 31 << 15 };

	for (uint32_t opcode = 0; opcode < 128; opcode++)
		for (uint32_t high = 0; high < 1 << 12; high++)
			for (uint32_t funct3 = 0; funct3 < 8; funct3++)
				for (size_t i = 0; i < 4; i++)
					compare(high << 20 | funct3 << 12 |
						opcode | others[i]);
	ok(differences == 0,
	   "same instruction for every opcode, funct3, funct7 and rs2");
}

static void random_words(uint64_t seed)
{
	unsigned long before = differences;

	for (unsigned i = 0; i < 200000; i++)
		compare(rig_random(&seed));
	ok(differences == before, "same instruction for random words");
}

/* Near misses: every valid word with one bit changed. */
static void one_bit_off(uint64_t seed)
{
	unsigned long before = differences;

	for (unsigned op = 0; op < ISA_OP_COUNT; op++)
		for (unsigned i = 0; i < 64; i++) {
			const struct isa_insn *row = isa_insn((enum isa_op)op);
			uint32_t word =
				row->match | (rig_random(&seed) & ~row->mask);
			for (unsigned bit = 0; bit < 32; bit++)
				compare(word ^ UINT32_C(1) << bit);
		}
	ok(differences == before, "same instruction with one bit changed");
}

struct operands {
	uint32_t word;
	uint8_t rd, rs1, rs2;
	uint32_t imm;
	const char *text;
};

/* Words as GNU as writes them for the text. */
static const struct operands known[] = {
	{ 0xfff0c593, 11, 1, 0, 0xFFFFFFFF, "xori x11,x1,-1" },
	{ 0x7ff00093, 1, 0, 0, 0x7FF, "addi x1,x0,2047" },
	{ 0x41f0d093, 1, 1, 0, 31, "srai x1,x1,31" },
	{ 0x800000b7, 1, 0, 0, 0x80000000, "lui x1,0x80000" },
	{ 0xfe000fa3, 0, 0, 0, 0xFFFFFFFF, "sb x0,-1(x0)" },
	{ 0x7e1127a3, 0, 2, 1, 0x7EF, "sw x1,2031(x2)" },
	{ 0x80208063, 0, 1, 2, 0xFFFFF000, "beq x1,x2,-4096" },
	{ 0x7e208fe3, 0, 1, 2, 0xFFE, "beq x1,x2,4094" },
	{ 0xfe208ee3, 0, 1, 2, 0xFFFFFFFC, "beq x1,x2,-4" },
	{ 0x800000ef, 1, 0, 0, 0xFFF00000, "jal x1,-1048576" },
	{ 0x7ffff0ef, 1, 0, 0, 0xFFFFE, "jal x1,1048574" },
	{ 0xffdff06f, 0, 0, 0, 0xFFFFFFFC, "jal x0,-4" },
	{ 0x80008167, 2, 1, 0, 0xFFFFF800, "jalr x2,-2048(x1)" },
	{ 0xf14020f3, 1, 0, 0, 0xF14, "csrrs x1,mhartid,x0" },
	{ 0xc00fe0f3, 1, 31, 0, 0xC00, "csrrsi x1,cycle,31" },
	{ 0x0020918b, 3, 1, 2, 0, "wspawn x3,x1,x2" },
};

static void operands(void)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		const struct operands *k = &known[i];
		struct golden_insn d = golden_decode(k->word);
		if (!ok(d.rd == k->rd && d.rs1 == k->rs1 && d.rs2 == k->rs2 &&
			d.imm == k->imm, "operands of %s", k->text))
			diag("%s: rd %u rs1 %u rs2 %u imm 0x%x",
			     isa_insn((enum isa_op)d.op)->name, d.rd, d.rs1,
			     d.rs2, d.imm);
	}
}

/* Encoding and decoding are inverse for random operands. */
static void round_trip(uint64_t seed)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < 20000; i++) {
		uint32_t offset = (rig_random(&seed) & 0x1FFE) - 0x1000;
		uint32_t far = (rig_random(&seed) & 0x1FFFFE) - 0x100000;
		uint32_t imm = (rig_random(&seed) & 0xFFF) - 0x800;
		bad += golden_decode(enc(ISA_BNE, 0, 1, 2, offset)).imm !=
		       offset;
		bad += golden_decode(enc(ISA_JAL, 3, 0, 0, far)).imm != far;
		bad += golden_decode(enc(ISA_SH, 0, 1, 2, imm)).imm != imm;
		bad += golden_decode(enc(ISA_LBU, 1, 2, 0, imm)).imm != imm;
	}
	ok(bad == 0, "immediates come back from random words");
}

int main(void)
{
	uint64_t seed = UINT64_C(0x60D);

	diag("seed 0x%llx", (unsigned long long)seed);
	every_function_field();
	random_words(seed);
	one_bit_off(seed + 1);
	operands();
	round_trip(seed + 2);
	return tap_done();
}
