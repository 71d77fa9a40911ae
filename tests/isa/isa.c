/* isa.c - the tables of isa/ against themselves: every bit of every row
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

#include <ctype.h>

#include "tests/isa/words.h"
#include "tests/tap.h"

enum { RANDOM_WORDS = 2000 };

static const char *const identifiers[ISA_OP_COUNT] = {
#define INSN(id, ...) #id,
#include "isa/insns.def"
#undef INSN
};

/* What may stand where, per format: a letter stands there and nowhere else, a
 * dot is 0 or 1. Formats without a letter may also ignore bits (x). */
static const char *const layouts[] = {
	[ISA_FMT_R]       = "rrrrr..tttttsssssoooddddd.......",
	[ISA_FMT_ATOMIC]  = ".....qltttttsssss...ddddd.......", /* e too */
	[ISA_FMT_I]       = "iiiiiiiiiiiisssss...ddddd.......",
	[ISA_FMT_SHAMT]   = ".......hhhhhsssss...ddddd.......",
	[ISA_FMT_LOAD]    = "iiiiiiiiiiiisssss...ddddd.......",
	[ISA_FMT_STORE]   = "iiiiiiitttttsssss...iiiii.......",
	[ISA_FMT_BRANCH]  = "iiiiiiitttttsssss...iiiii.......",
	[ISA_FMT_U]       = "iiiiiiiiiiiiiiiiiiiiddddd.......",
	[ISA_FMT_J]       = "iiiiiiiiiiiiiiiiiiiiddddd.......",
	[ISA_FMT_JALR]    = "iiiiiiiiiiiisssss...ddddd.......",
	[ISA_FMT_CSR]     = "ccccccccccccsssss...ddddd.......",
	[ISA_FMT_CSRI]    = "cccccccccccczzzzz...ddddd.......",
	[ISA_FMT_FENCE]   = "mmmmppppuuuuxxxxx...xxxxx.......",
	[ISA_FMT_NONE]    = "................................"
};

struct overlap {
	enum isa_op narrow;
	enum isa_op wide;
};

/* The last row ends the list, which may be empty. */
static const struct overlap overlaps[] = {
#define OVERLAP(narrow, wide) { ISA_##narrow, ISA_##wide },
#include "isa/overlaps.def"
#undef OVERLAP
	{ ISA_INVALID, ISA_INVALID }
};

/* Registers of f are where those of x are. */
static char small(char c)
{
	return c && strchr("DSTR", c) ? (char)(c + ('a' - 'A')) : c;
}

/* Position of the first character of the row that the layout forbids, or -1. Of
 * the fields of format R a row can lack some. */
static int misplaced(const struct isa_insn *insn)
{
	const char *layout = layouts[insn->format];
	const char *allowed = insn->format == ISA_FMT_NONE ? "01x" : "01";
	int i;

	for (i = 0; i < 32; i++) {
		char c = small(insn->row[i]);
		bool lacks = (insn->format == ISA_FMT_R ||
			      insn->format == ISA_FMT_ATOMIC) &&
			!strchr(insn->row, layout[i]) &&
			!strchr(insn->row, layout[i] - ('a' - 'A'));

		if (c == 'e' && insn->format == ISA_FMT_ATOMIC &&
		    layout[i] == 'd')
			continue;
		if (layout[i] == '.' || lacks ? c == 0 || !strchr(allowed, c)
				: c != layout[i])
			return i;
	}
	return -1;
}

/* The mask and match of a row, by a plain loop over its characters. */
static void row_bits(const char *row, uint32_t *mask, uint32_t *match)
{
	*mask = *match = 0;
	for (; *row; row++) {
		*mask = *mask << 1 | (*row == '0' || *row == '1');
		*match = *match << 1 | (*row == '1');
	}
}

static void test_row(const struct isa_insn *insn)
{
	uint32_t mask, match;
	int place = misplaced(insn);

	if (!ok(place < 0 && strlen(insn->row) == 32,
			"%s: fields are those of its format", insn->name))
		diag("%s, layout %s, character %d", insn->row,
			layouts[insn->format], place);
	row_bits(insn->row, &mask, &match);
	if (!ok(insn->mask == mask && insn->match == match,
			"%s: mask and match are those of the row", insn->name))
		diag("mask 0x%08" PRIx32 ", match 0x%08" PRIx32 ", row %s",
			insn->mask, insn->match, insn->row);
	ok((match & 3) == 3, "%s: is a 32-bit encoding", insn->name);
	if (insn->ext == ISA_EXT_SIMT)
		ok((match & 0xFE00007F) == 0x0000000B,
			"%s: opcode custom-0, funct7 0", insn->name);
}

/* The enumerator is the mnemonic in capitals, with _ for a dot. */
static void test_name(enum isa_op op)
{
	const char *id = identifiers[op];
	const char *name = isa_insn(op)->name;
	size_t i;

	for (i = 0; name[i]; i++)
		if (id[i] != (name[i] == '.' ? '_'
				: (char)toupper((unsigned char)name[i])))
			break;
	ok(id[i] == 0 && name[i] == 0, "%s: enumerator ISA_%s", name, id);
	ok(isa_find(name) == op, "%s: is found by its name", name);
}

static int declared(enum isa_op narrow, enum isa_op wide)
{
	const struct overlap *o;

	for (o = overlaps; o->narrow != ISA_INVALID; o++)
		if (o->narrow == narrow && o->wide == wide)
			return 1;
	return 0;
}

static int overlapping(enum isa_op a, enum isa_op b)
{
	const struct isa_insn *p = isa_insn(a);
	const struct isa_insn *q = isa_insn(b);

	return ((p->match ^ q->match) & p->mask & q->mask) == 0;
}

/* Random words of the row decode to it, or to a declared narrower row. */
static void test_decode(struct words *w, enum isa_op op)
{
	int i;

	for (i = 0; i < RANDOM_WORDS; i++) {
		uint32_t word = words_of(w, op);
		enum isa_op got = isa_decode(word);

		if (got == op || declared(got, op))
			continue;
		ok(false, "%s: decodes to itself", isa_insn(op)->name);
		diag("0x%08" PRIx32 " decodes to %s", word,
			got == ISA_INVALID ? "nothing" : isa_insn(got)->name);
		return;
	}
	ok(true, "%s: decodes to itself", isa_insn(op)->name);
}

/* With any one fixed bit inverted a word is no longer of this row. */
static void test_fixed_bits(struct words *w, enum isa_op op)
{
	uint32_t mask = isa_insn(op)->mask;
	uint32_t wrong = 0;
	unsigned bit;

	for (bit = 0; bit < 32; bit++) {
		uint32_t flip = UINT32_C(1) << bit & mask;

		if (flip && isa_decode(words_of(w, op) ^ flip) == op)
			wrong |= flip;
	}
	is_u32(wrong, 0, "every fixed bit of the row counts");
}

static void test_rows(struct words *w)
{
	unsigned i;

	for (i = 0; i < ISA_OP_COUNT; i++) {
		enum isa_op op = (enum isa_op)i;

		test_row(isa_insn(op));
		test_name(op);
		test_decode(w, op);
		test_fixed_bits(w, op);
	}
}

static void test_overlaps(void)
{
	const struct overlap *o;
	unsigned a, b;
	int undeclared = 0;

	for (a = 0; a < ISA_OP_COUNT; a++)
		for (b = a + 1; b < ISA_OP_COUNT; b++) {
			enum isa_op p = (enum isa_op)a, q = (enum isa_op)b;

			if (!overlapping(p, q) || declared(p, q))
				continue;
			undeclared++;
			diag("%s and %s overlap, undeclared in overlaps.def",
				identifiers[a], identifiers[b]);
		}
	is_u32((unsigned long)undeclared, 0, "every overlap is declared");
	for (o = overlaps; o->narrow != ISA_INVALID; o++) {
		ok(o->narrow < o->wide && overlapping(o->narrow, o->wide),
			"declared overlap %s, %s exists, narrow row first",
			identifiers[o->narrow], identifiers[o->wide]);
		ok((isa_insn(o->wide)->mask & ~isa_insn(o->narrow)->mask) == 0,
			"declared overlap %s, %s: the first is the narrower",
			identifiers[o->narrow], identifiers[o->wide]);
	}
}

/* The manual lists one extension after the other. */
static void test_order(void)
{
	static const enum isa_ext all[] = {
#define BASE(id, name) ISA_EXT_##id,
#define PART(id, ...) ISA_EXT_##id,
#define EXT(id, ...) ISA_EXT_##id,
#include "isa/exts.def"
	};
	unsigned seen = 0;
	unsigned i;

	for (i = 0; i < ISA_OP_COUNT; i++) {
		enum isa_ext ext = isa_insn((enum isa_op)i)->ext;

		if (i > 0 && isa_insn((enum isa_op)(i - 1))->ext == ext)
			continue;
		ok(!(seen >> ext & 1), "%s: its extension begins here",
			identifiers[i]);
		seen |= 1U << ext;
	}
	is_u32(seen, (1U << sizeof all / sizeof all[0]) - 1,
		"every extension has rows");
}

/* The sizes of the extensions that the manuals list: 40 rows of RV32I, with one
 * fence; those of F that are of Zfinx, too, and the others; A with the one of
 * Zacas. */
static void test_counts(void)
{
	static const struct { enum isa_ext ext; uint32_t want; } sizes[] = {
		{ ISA_EXT_I, 40 }, { ISA_EXT_M, 8 }, { ISA_EXT_ZICSR, 6 },
		{ ISA_EXT_ZIFENCEI, 1 }, { ISA_EXT_F, 22 },
		{ ISA_EXT_FREGS, 4 }, { ISA_EXT_A, 12 }
	};

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		uint32_t got = 0;

		for (int op = 0; op < ISA_OP_COUNT; op++)
			got += isa_insn((enum isa_op)op)->ext == sizes[i].ext;
		is_u32(got, sizes[i].want, "instructions of the extension");
	}
}

/* Class and format tell the same where both tell it. */
static int class_fits(const struct isa_insn *insn)
{
	switch (insn->class) {
	case ISA_CLASS_ALU: return insn->rd != ISA_FILE_NONE;
	case ISA_CLASS_MUL:
	case ISA_CLASS_DIV:
	case ISA_CLASS_FLOAT: return insn->format == ISA_FMT_R;
	case ISA_CLASS_LOAD: return insn->format == ISA_FMT_LOAD;
	case ISA_CLASS_STORE: return insn->format == ISA_FMT_STORE;
	case ISA_CLASS_ATOMIC: return insn->format == ISA_FMT_ATOMIC;
	case ISA_CLASS_BRANCH: return insn->format == ISA_FMT_BRANCH;
	case ISA_CLASS_JUMP: return insn->format == ISA_FMT_J ||
				    insn->format == ISA_FMT_JALR;
	case ISA_CLASS_CSR: return insn->ext == ISA_EXT_ZICSR;
	case ISA_CLASS_FENCE: return !strncmp(insn->name, "fence", 5);
	case ISA_CLASS_SYSTEM: return insn->format == ISA_FMT_NONE;
	case ISA_CLASS_SIMT: return (insn->match & 0x7F) == 0x0B;
	}
	return 0;
}

static uint32_t bytes_of(char letter)
{
	return letter == 'b' ? 1 : letter == 'h' ? 2 : 4;   /* else a word */
}

/* What is read and waited for is judged by tests/golden/traits.t and by the
 * lockstep. */
static void test_traits(enum isa_op op)
{
	const struct isa_insn *insn = isa_insn(op);
	int access = insn->class == ISA_CLASS_LOAD ||
		     insn->class == ISA_CLASS_STORE ||
		     insn->class == ISA_CLASS_ATOMIC;

	ok(class_fits(insn), "%s: class and format agree", insn->name);
	ok(insn->reads == ISA_READS_EXIT ||
	   (insn->reads != ISA_READS_NONE) == (isa_reads(op) != 0),
	   "%s: reads somebody's registers if it has such fields", insn->name);
	is_u32(isa_access_bytes(op), access ? bytes_of(insn->name[1]) : 0,
	       "bytes that it accesses");
}

static void test_unknown(void)
{
	static const uint32_t words[] = {
		0x00000000, 0xFFFFFFFF, 0x00000007, 0x02129293, 0x0000700B,
		0x0000700B, 0x0400000B, 0x0000008B, 0x0010000B, 0x0000300F,
		0x00200073, 0x30500073, 0x10500073, 0x00004073, 0x00000001,
		/* modes that are none; fadd.d; fmv.x.d; fsqrt.s, fcvt with
		 * another rs2 */
		0x0020D053, 0x0020E053, 0x0020D043, 0x0220F053, 0xE2008053,
		0x5810F053, 0xC020F053, 0xD020F053, 0x02008043, 0x28202053
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		ok(isa_decode(words[i]) == ISA_INVALID,
			"0x%08" PRIx32 " is no instruction", words[i]);
	ok(isa_find("sret") == ISA_INVALID, "no instruction called sret");
	ok(isa_find("") == ISA_INVALID, "no instruction without a name");
}

/* Whoever has trapped by it is told which parameter would have it. */
static void test_lacks(void)
{
	static const struct { uint32_t word; const char *text; } rows[] = {
		{ 0x026283B3, "mul is an instruction of machines with isa.m = "
			      "true" },
		{ 0x2062A3B3, "sh1add is an instruction of machines with "
			      "isa.zba = true" },
		{ 0x0202830B, "vote.all is an instruction of machines with "
			      "isa.vote = true" },
		{ 0x0262C50B, "shfl.up is an instruction of machines with "
			      "isa.shfl = true" },
		{ 0x0020F053, "fadd.s is an instruction of machines with "
			      "isa.f = f or zfinx" },
		{ 0x0005A507, "flw is an instruction of machines with "
			      "isa.f = f" },
		{ 0x1002A32F, "lr.w is an instruction of machines with "
			      "isa.a = true" },
		{ 0x30200073, "mret is an instruction of machines with "
			      "core.timer = true" },
		{ 0x00C58533, "" }, { 0x00000000, "" }, { 0xC0001073, "" },
	};
	char text[80];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		isa_lacks(rows[i].word, text, sizeof text);
		is_str(text, rows[i].text, rows[i].text[0] ? rows[i].text :
		       "what every machine has, or none");
	}
}

int main(void)
{
	struct words w = words_seed("tests/isa/isa.t");

	test_rows(&w);
	test_overlaps();
	test_order();
	test_counts();
	for (int op = 0; op < ISA_OP_COUNT; op++)
		test_traits((enum isa_op)op);
	test_unknown();
	test_lacks();
	return tap_done();
}
