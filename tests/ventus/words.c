/* words.c - the tables of Ventus against themselves and against GNU as
 * SPDX-License-Identifier: Apache-2.0
 *
 * Random words of each row decode to it and to no other row. Their text,
 * through GNU as with ventus_isa.h, comes back as the word.
 */
#define _POSIX_C_SOURCE 200809L

#include "isa/ventus/vt_asm.h"

#include <ctype.h>

#include "golden/bytes.h"
#include "golden/elf.h"
#include "tests/isa/tool.h"
#include "tests/isa/words.h"

enum { PER_ROW = 40, MOST = VT_OP_COUNT * PER_ROW };

static uint32_t written[MOST];

static const char *const identifiers[VT_OP_COUNT] = {
#define INSN(id, ...) #id,
#include "isa/ventus/vt_insns.def"
#undef INSN
};

static bool names_agree(enum vt_op op)
{
	const char *id = identifiers[op], *name = vt_row(op)->name;

	for (; *name; name++, id++)
		if (*id != (*name == '.' ? '_' :
			    toupper((unsigned char)*name)))
			return false;
	return *id == 0 && vt_find(vt_row(op)->name) == op;
}

static unsigned overlaps(enum vt_op op)
{
	const struct vt_row *p = vt_row(op);
	unsigned count = 0;

	for (unsigned i = 0; i < VT_OP_COUNT; i++) {
		const struct vt_row *q = vt_row((enum vt_op)i);

		count += i != op &&
			 ((p->match ^ q->match) & p->mask & q->mask) == 0;
	}
	return count;
}

/* The bits of OP's row that have LETTER. */
static uint32_t field(enum vt_op op, char letter)
{
	uint32_t bits = 0;

	for (int i = 0; i < 32; i++)
		bits = bits << 1 | (vt_row(op)->row[i] == letter);
	return bits;
}

/* A word of OP that GNU as can write: ignored bits are 0, sets of a fence are
 * not empty, vtype is e32,m1, an immediate that is not signed is below 16. */
static uint32_t word_of(struct words *w, enum vt_op op)
{
	const struct vt_row *row = vt_row(op);
	uint32_t word = words_next(w) & ~field(op, 'x');

	if (row->rounds && (word >> 12 & 7) > 4)
		word |= 7 << 12;
	if (op == VT_VMSLEU_VI || op == VT_VMSGTU_VI)
		word &= ~(UINT32_C(1) << 19);
	if (op == VT_FENCE)
		word = (word & 0x0FF00000) | 0x01100000;
	if (row->format == VT_FMT_VSETVLI || row->format == VT_FMT_VSETIVLI)
		word = (word & 0x800FFFFF) | (words_next(w) % 4 << 26) |
		       0x01000000;
	return (word & ~row->mask) | row->match;
}

static void test_row(struct words *w, enum vt_op op)
{
	unsigned wrong = 0;

	for (int i = 0; i < 1000; i++) {
		uint32_t word = words_next(w);

		word = (word & ~vt_row(op)->mask) | vt_row(op)->match;
		if (vt_row(op)->rounds && (word >> 13 & 3) != 3)
			word &= ~UINT32_C(0x4000);
		wrong += vt_row(op)->rounds && (word >> 12 & 7) > 4 &&
			 (word >> 12 & 7) < 7 ? vt_decode(word) != VT_INVALID :
						vt_decode(word) != op;
	}
	if (wrong || overlaps(op) || !names_agree(op))
		ok(false, "%s: %u words decode to another row, %u rows "
		   "overlap, names agree: %d", vt_row(op)->name, wrong,
		   overlaps(op), names_agree(op));
}

/* V is known to GNU as without floats beside Zfinx, or with registers f; flw
 * and its like are not known on registers x. */
static bool is_of(enum vt_op op, bool floats)
{
	const struct vt_row *row = vt_row(op);

	return row->ext != VT_EXT_OLD && (row->ext == VT_EXT_VF) == floats;
}

/* The line of WORD; a target becomes ".+offset", a scalar operand of floats of
 * V is a register f. */
static void write_line(FILE *f, enum vt_op op, uint32_t word)
{
	char text[VT_TEXT], *p;

	vt_disasm(0x80000000, word, (struct vt_prefix){ 0 }, text,
		  sizeof text);
	for (p = text; vt_row(op)->ext == VT_EXT_VF && *p; p++)
		if (*p == 'x' && isdigit((unsigned char)p[1]))
			*p = 'f';
	p = strrchr(text, ',');
	if (p && strncmp(p, ",0x", 3) == 0) {
		*p = 0;
		fprintf(f, "%s,.%+" PRId32 "\n", text, (int32_t)
			((uint32_t)strtoul(p + 1, NULL, 16) - 0x80000000));
		return;
	}
	fprintf(f, "%s\n", text);
}

static size_t write_source(const struct tool *cc, struct words *w, bool floats)
{
	FILE *f = tool_fopen(cc, "words.S", "w");
	size_t count = 0;

	fputs("#include \"ventus_isa.h\"\n", f);
	for (size_t i = 0; vt_csr_row(i); i++)  /* not known by name */
		if (vt_csr_row(i)->address >> 8 == 8)
			fprintf(f, "#define %s 0x%" PRIX32 "\n",
				vt_csr_row(i)->name, vt_csr_row(i)->address);
	for (unsigned op = 0; op < VT_OP_COUNT; op++)
		for (int i = 0; i < PER_ROW && is_of((enum vt_op)op, floats);
		     i++) {
			written[count] = word_of(w, (enum vt_op)op);
			write_line(f, (enum vt_op)op, written[count++]);
		}
	fclose(f);
	return count;
}

/* Assembles the words with MARCH into words.elf. */
static bool assemble(const struct tool *cc, const char *march)
{
	return tool_run(cc, "-march=%s -mabi=ilp32 -mno-relax -nostdlib "
			"-I'%s/sw/include' -Wl,--no-relax,-n,-e0x80000000,"
			"-Ttext=0x80000000 words.S -o words.elf", march,
			getenv("WW_BUILDDIR")) == 0;
}

static void test_texts(const struct tool *cc, struct words *w,
		       const char *march, bool floats)
{
	size_t count = write_source(cc, w, floats), wrong = 0;
	struct elf_image image;
	char why[256];

	if (!ok(assemble(cc, march), "%s: GNU as takes %zu texts", march,
		count)) {
		tool_diag(cc);
		return;
	}
	if (elf_load(tool_file(cc, "words.elf"), 0x80000000, 1 << 20, &image,
		     why, sizeof why))
		tool_bail(why);
	for (size_t i = 0; i < count; i++) {
		uint32_t word = bytes_u32(image.ram + 4 * i);
		char text[VT_TEXT];

		if (word == written[i] || wrong++ >= 5)
			continue;
		vt_disasm(0, written[i], (struct vt_prefix){ 0 }, text,
			  sizeof text);
		diag("'%s' is %08" PRIx32 ", GNU as has %08" PRIx32, text,
		     written[i], word);
	}
	elf_free(&image);
	ok(wrong == 0, "%s: all come back", march);
}

static void test_prefix(void)
{
	const struct vt_row *row = vt_row(VT_REGEXTI);
	struct vt_prefix p = vt_prefix_of(VT_REGEXTI, row->match |
					  UINT32_C(0xFFF) << 20);
	char text[VT_TEXT];

	vt_disasm(0, 0x023BBFD7, p, text, sizeof text);
	is_str(text, "vadd.vi v255,v227,-9", "a prefix shows in the text");
	ok(vt_disasm(0, 0xFFFFFFFF, p, text, 5) == 16 &&
	   strcmp(text, ".wor") == 0, "a long text is cut");
}

int main(void)
{
	struct words w = words_seed("tests/ventus/words.t");
	unsigned before;
	struct tool cc;

	before = (unsigned)tap_failed;
	for (unsigned op = 0; op < VT_OP_COUNT; op++)
		test_row(&w, (enum vt_op)op);
	ok(before == (unsigned)tap_failed, "%d rows are told apart",
	   VT_OP_COUNT);
	test_prefix();
	cc = tool_open("RISCV_CC");
	test_texts(&cc, &w, "rv32ima_zicsr_zfinx_zve32x", false);
	test_texts(&cc, &w, "rv32imaf_zicsr_zve32f", true);
	tool_close(&cc);
	return tap_done();
}
