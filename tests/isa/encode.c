/* encode.c - words from operands: every instruction,
 * read back by the disassembler
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

#include "tests/tap.h"

enum { ROUNDS = 200 };

static bool own_f;      /* floating point has registers of its own */

static uint32_t draw(void)
{
	static uint32_t state = 1;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* As many of them as the row has letters for, in this order; then the rounding
 * mode, unless it is the seventh. */
static void registers(char *text, size_t size, const struct isa_insn *insn,
		      const uint32_t *r, uint32_t imm)
{
	static const char *const modes[] = { ",rne", ",rtz", ",rdn", ",rup",
					     ",rmm" };
	const uint32_t all[] = { r[0], r[1], r[2], imm & 31 };
	size_t n = (size_t)snprintf(text, size, "%s", insn->name);

	for (int i = 0; i < 4; i++) {
		bool of_f = strchr(insn->row, "DSTR"[i]) != NULL;

		if (of_f || strchr(insn->row, "dstr"[i]))
			n += (size_t)snprintf(text + n, size - n, "%c%c%u",
					      strchr(text, ' ') ? ',' : ' ',
					      of_f && own_f ? 'f' : 'x',
					      all[i]);
	}
	if (strchr(insn->row, 'o') && (imm >> 5 & 7) != 7)
		snprintf(text + n, size - n, "%s", modes[imm >> 5 & 7]);
}

/* What the disassembler should say of the operands; false: it has words of its
 * own for them. */
static bool expect(char *text, size_t size, enum isa_op op, const uint32_t *r,
		   uint32_t imm)
{
	const struct isa_insn *insn = isa_insn(op);
	const char *n = insn->name;
	int32_t low = (int32_t)(imm << 20) >> 20;
	static const char *const orders[] = { "", ".rl", ".aq", ".aqrl" };
	char rs2[8];

	switch (insn->format) {
	case ISA_FMT_R:
		registers(text, size, insn, r, imm);
		return true;
	case ISA_FMT_ATOMIC:
		snprintf(rs2, sizeof rs2, "x%u,", r[2]);
		snprintf(text, size, "%s%s x%u,%s(x%u)", n, orders[imm & 3],
			 r[0], op == ISA_LR_W ? "" : rs2, r[1]);
		return true;
	case ISA_FMT_I:
		snprintf(text, size, "%s x%u,x%u,%d", n, r[0], r[1], low);
		return true;
	case ISA_FMT_SHAMT:
		snprintf(text, size, "%s x%u,x%u,0x%x", n, r[0], r[1],
			 imm & 31);
		return true;
	case ISA_FMT_LOAD:
	case ISA_FMT_JALR:
		snprintf(text, size, "%s %c%u,%d(x%u)", n,
			 own_f && op == ISA_FLW ? 'f' : 'x', r[0], low, r[1]);
		return true;
	case ISA_FMT_STORE:
		snprintf(text, size, "%s %c%u,%d(x%u)", n,
			 own_f && op == ISA_FSW ? 'f' : 'x', r[2], low, r[1]);
		return true;
	case ISA_FMT_BRANCH:
		snprintf(text, size, "%s x%u,x%u,0x%x", n, r[1], r[2],
			 0x80000000 +
				 (uint32_t)((int32_t)(imm << 19) >> 19 & ~1));
		return true;
	case ISA_FMT_U:
		snprintf(text, size, "%s x%u,0x%x", n, r[0], imm & 0xfffff);
		return true;
	case ISA_FMT_J:
		snprintf(text, size, "%s x%u,0x%x", n, r[0],
			 0x80000000 +
				 (uint32_t)((int32_t)(imm << 11) >> 11 & ~1));
		return true;
	case ISA_FMT_CSR:
		snprintf(text, size, "%s x%u,0x%x,x%u", n, r[0],
			 0x400 | (imm & 0xff), r[1]);
		return true;
	case ISA_FMT_CSRI:
		snprintf(text, size, "%s x%u,0x%x,%u", n, r[0],
			 0x400 | (imm & 0xff), r[1]);
		return true;
	case ISA_FMT_NONE:
		snprintf(text, size, "%s", n);
		return true;
	case ISA_FMT_FENCE:
		break;
	}
	return false;
}

static bool csr_format(enum isa_op op)
{
	return isa_insn(op)->format == ISA_FMT_CSR ||
	       isa_insn(op)->format == ISA_FMT_CSRI;
}

/* In each round other operands; 0x400 .. 0x4ff are CSRs without a name; modes 5
 * and 6 are none. */
static bool round_trip(enum isa_op op)
{
	uint32_t r[3] = { draw() & 31, draw() & 31, draw() & 31 }, imm = draw();
	uint32_t given, word;
	char want[64], got[64];

	if (isa_insn(op)->rounds && !isa_round_name(imm >> 5))
		imm ^= 0x40;
	given = csr_format(op) ? 0x400 | (imm & 0xff) : imm;
	word = isa_encode(op, r[0], r[1], r[2], given);

	if (isa_decode(word) != op) {
		diag("0x%08x is not %s", word, isa_insn(op)->name);
		return false;
	}
	isa_disasm(0x80000000, word, isa_files_with(own_f), got, sizeof got);
	if (!expect(want, sizeof want, op, r, imm) || strcmp(got, want) == 0)
		return true;
	diag("'%s', expected '%s'", got, want);
	return false;
}

static void round_trips(void)
{
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		bool good = true;

		for (int i = 0; i < ROUNDS && good; i++)
			good = round_trip((enum isa_op)op);
		ok(good, "%s%s", isa_insn((enum isa_op)op)->name,
		   own_f ? ", with registers f" : "");
	}
}

int main(void)
{
	round_trips();
	own_f = true;
	round_trips();
	is_u32(isa_encode(ISA_FENCE, 0, 0, 0, 0x31), 0x0310000F, "fence rw,w");
	is_u32(isa_encode(ISA_FENCE_I, 31, 31, 31, UINT32_MAX), 0x0000100F,
	       "operands that there are not do not matter");
	is_u32(isa_encode(ISA_TMC, 5, 5, 5, 5), 0x0002800B, "tmc x5");
	return tap_done();
}
