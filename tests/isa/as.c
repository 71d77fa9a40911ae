/* as.c - GNU as turns our texts and our macros back into the words of the table
 * SPDX-License-Identifier: Apache-2.0
 *
 * Standard instructions go through isa_disasm and GNU as and must come back as
 * they were. Those of custom opcodes are known to GNU as by warpwright_isa.h
 * alone.
 */
#define _POSIX_C_SOURCE 200809L

#include "isa/isa.h"

#include <ctype.h>

#include "tests/isa/tool.h"
#include "tests/isa/words.h"

enum { PER_ROW = 200, MAX_WORDS = 40000, MAX_FILE = 4 << 20 };

/* The words of one assembled file, and where each was written. */
struct listing {
	uint32_t words[MAX_WORDS];
	size_t count;
};

struct as {
	struct tool cc;
	char include[1024];     /* where warpwright_isa.h is */
	struct words random;
	struct listing written, got;
};

static uint32_t load(const unsigned char *p, unsigned bytes)
{
	uint32_t value = 0;

	while (bytes-- > 0)
		value = value << 8 | p[bytes];
	return value;
}

static void take_words(struct listing *l, const unsigned char *p, uint32_t size)
{
	uint32_t i;

	l->count = 0;
	for (i = 0; i + 4 <= size && l->count < MAX_WORDS; i += 4)
		l->words[l->count++] = load(p + i, 4);
}

/* The words of .text in the ELF32 object FILE[SIZE]; false if there is none. */
static bool find_text(struct listing *l, const unsigned char *file, size_t size)
{
	uint32_t headers, names, i, number;

	if (size < 52 || memcmp(file, "\177ELF\1\1", 6) != 0)
		return false;
	headers = load(file + 32, 4);
	number = load(file + 48, 2);
	if (headers + number * 40 > size)
		return false;
	names = load(file + headers + load(file + 50, 2) * 40 + 16, 4);
	for (i = 0; i < number; i++) {
		const unsigned char *section = file + headers + i * 40;
		uint32_t offset = load(section + 16, 4);
		uint32_t length = load(section + 20, 4);
		uint32_t name = names + load(section, 4);

		if (name + 6 > size || memcmp(file + name, ".text", 6) != 0)
			continue;
		if (offset > size || length > size - offset)
			return false;
		take_words(l, file + offset, length);
		return true;
	}
	return false;
}

/* Compiles SOURCE of the scratch directory with OPTIONS; the words of its
 * .text are then in GOT. */
static bool build(struct as *as, const char *options, const char *source)
{
	unsigned char *file;
	bool found;
	size_t size;
	FILE *f;

	if (tool_run(&as->cc, "%s -c %s -I'%s' %s -o out.o", tool_flags(),
		     options, as->include, source) != 0) {
		tool_diag(&as->cc);
		return false;
	}
	file = malloc(MAX_FILE);
	if (!file)
		tool_bail("memory");
	f = tool_fopen(&as->cc, "out.o", "rb");
	size = fread(file, 1, MAX_FILE, f);
	fclose(f);
	found = find_text(&as->got, file, size);
	free(file);
	return found;
}

/* Words for which GNU as has no syntax (hints of the fences, empty fence
 * sets) become their neighbour that it has. */
static uint32_t writable(enum isa_op op, uint32_t word)
{
	if (op == ISA_FENCE_I)
		return isa_insn(op)->match;
	if (op != ISA_FENCE || word == 0x8330000F)
		return word;
	word &= 0x0FF0007F;
	return word | (word & 0x0F000000 ? 0 : 0x01000000) |
		(word & 0x00F00000 ? 0 : 0x00200000);
}

static bool has_target(enum isa_op op)
{
	return isa_insn(op)->format == ISA_FMT_BRANCH ||
		isa_insn(op)->format == ISA_FMT_J;
}

/* One line for WORD. The target, the last operand, becomes ".+offset":
 * GNU as takes a number for an address it cannot know the distance to. */
static void write_word(struct as *as, FILE *f, enum isa_op op, uint32_t word)
{
	const uint32_t pc = 0x80000000;
	char text[64], *target;

	isa_disasm(pc, word, isa_files_with(tool_f), text, sizeof(text));
	as->written.words[as->written.count++] = word;
	target = has_target(op) ? strrchr(text, ',') : NULL;
	if (target) {
		uint32_t address = (uint32_t)strtoul(target + 1, NULL, 16);

		*target = 0;
		fprintf(f, "\t%s,.%+" PRId32 "\n", text,
			(int32_t)(address - pc));
	} else {
		fprintf(f, "\t%s\n", text);
	}
}

static void write_rows(struct as *as, FILE *f, bool custom)
{
	unsigned row, i;

	as->written.count = 0;
	for (row = 0; row < ISA_OP_COUNT; row++) {
		enum isa_op op = (enum isa_op)row;

		if (isa_has_macro(op) != custom || tool_lacks(op))
			continue;
		for (i = 0; i < PER_ROW; i++)
			write_word(as, f, op,
				writable(op, words_of(&as->random, op)));
	}
	if (fclose(f) != 0)
		tool_bail("source file");
}

/* GOT from START on is what was WRITTEN; one result per run of one row. */
static void compare(const struct as *as, size_t start, const char *how)
{
	size_t i, wrong = 0;

	for (i = 0; i < as->written.count; i++) {
		uint32_t want = as->written.words[i];
		uint32_t word = as->got.words[start + i];
		enum isa_op op = isa_decode(want);
		char text[64];

		isa_disasm(0x80000000, want, isa_files_with(tool_f), text,
			   sizeof(text));
		if (word != want && wrong++ < 3)
			diag("'%s' is 0x%08" PRIx32 ", as made 0x%08" PRIx32,
				text, want, word);
		if (i + 1 < as->written.count &&
				isa_decode(as->written.words[i + 1]) == op)
			continue;
		ok(wrong == 0, "%s: %s comes back", how, isa_insn(op)->name);
		wrong = 0;
	}
}

static void compare_all(const struct as *as, const char *how)
{
	if (ok(as->got.count == as->written.count,
			"%s: one word per line", how))
		compare(as, 0, how);
	else
		diag("%zu lines, %zu words", as->written.count, as->got.count);
}

/* GNU as does not know our CSRs by name; for it they are numbers. */
static void test_standard(struct as *as)
{
	FILE *f = tool_fopen(&as->cc, "standard.S", "w");
	const struct isa_csr *csr;
	size_t i;

	for (i = 0; (csr = isa_csr_row(i)) != NULL; i++)
		if (csr->address >= 0xFC0 ||
		    csr->address >> 6 == 0xCC0 >> 6 ||
		    csr->address >> 4 == ISA_CSR_MFLUSH >> 4)
			fprintf(f, "#define %s 0x%" PRIX32 "\n", csr->name,
				csr->address);
	write_rows(as, f, false);
	if (ok(build(as, "", "standard.S"), "standard: GNU as takes the texts"))
		compare_all(as, "standard");
}

/* The header, twice over as far as the preprocessor is concerned. */
static const char twice[] =
	"#include \"warpwright_isa.h\"\n"
	"#include \"warpwright_isa.h\"\n"
	"#undef WARPWRIGHT_ISA_H\n"
	"#include \"warpwright_isa.h\"\n";

static void test_macros(struct as *as)
{
	FILE *f = tool_fopen(&as->cc, "macros.S", "w");

	fputs(twice, f);
	write_rows(as, f, true);
	if (ok(build(as, "", "macros.S"), "macros: GNU as takes the texts"))
		compare_all(as, "macros");
}

static void test_csrs(struct as *as)
{
	FILE *f = tool_fopen(&as->cc, "csrs.S", "w");
	const struct isa_csr *csr;
	size_t i, j;

	fputs("#include \"warpwright_isa.h\"\n", f);
	for (i = 0; (csr = isa_csr_row(i)) != NULL; i++) {
		fputs("\tcsrrs x0, WW_CSR_", f);
		for (j = 0; csr->name[j]; j++)
			fputc(toupper((unsigned char)csr->name[j]), f);
		fputs(", x0\n", f);
	}
	fclose(f);
	if (!ok(build(as, "", "csrs.S") && as->got.count == i,
			"csrs: every CSR is defined"))
		return;
	for (i = 0; (csr = isa_csr_row(i)) != NULL; i++)
		is_u32(as->got.words[i], csr->address << 20 | 0x2073,
			csr->name);
}

/* A C unit whose function holds the lines of test_macros after a marker. */
static const uint32_t marker = 0x57415250;

static void write_c(struct as *as, FILE *f)
{
	unsigned row;
	char text[64];

	fprintf(f, "%sint bar(int id, int n)\n{\n\t__asm__ volatile (\n"
		"\t\t\".word 0x%08" PRIx32 "\\n\"\n", twice, marker);
	as->written.count = 0;
	for (row = 0; row < ISA_OP_COUNT; row++) {
		uint32_t word = words_of(&as->random, (enum isa_op)row);

		if (!isa_has_macro((enum isa_op)row))
			continue;
		isa_disasm(0, word, isa_files_with(tool_f), text, sizeof(text));
		fprintf(f, "\t\t\"\t%s\\n\"\n", text);
		as->written.words[as->written.count++] = word;
	}
	fputs("\t\t\"bar %0, %1\\n\"\n\t\t: : \"r\"(id), \"r\"(n));\n"
		"\treturn id;\n}\n", f);
	if (fclose(f) != 0)
		tool_bail("unit.c");
}

static void test_c(struct as *as, const char *options)
{
	size_t start;

	write_c(as, tool_fopen(&as->cc, "unit.c", "w"));
	if (!ok(build(as, options, "unit.c"),
			"C %s: inline assembly uses the mnemonics", options))
		return;
	for (start = 0; start < as->got.count; start++)
		if (as->got.words[start] == marker)
			break;
	if (!ok(start + 1 + as->written.count < as->got.count,
			"C %s: the words are there", options))
		return;
	compare(as, start + 1, options);
	ok(isa_decode(as->got.words[start + 1 + as->written.count]) == ISA_BAR,
		"C %s: operands of inline assembly are registers", options);
}

static void test_refused(struct as *as)
{
	static const char *const lines[] = {
		"tmc", "tmc x1, x2", "tmc 5", "wspawn x1, x2", "split x32",
		"join x1", "bar x1", "clone"
	};
	size_t i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		FILE *f = tool_fopen(&as->cc, "refused.S", "w");

		fprintf(f, "#include \"warpwright_isa.h\"\n\t%s\n", lines[i]);
		fclose(f);
		ok(tool_run(&as->cc, "%s -c -I'%s' refused.S -o out.o",
			tool_flags(), as->include) != 0, "'%s' is refused",
			lines[i]);
	}
}

static void find_header(struct as *as)
{
	const char *build_tree = getenv("WW_BUILDDIR");
	char here[512];

	if (!build_tree)
		build_tree = getcwd(here, sizeof(here));
	if (!build_tree)
		tool_bail("getcwd");
	snprintf(as->include, sizeof(as->include), "%.900s/sw/include",
		build_tree);
}

int main(void)
{
	static struct as as;

	as.cc = tool_open("RISCV_CC");
	as.random = words_seed("tests/isa/as.t");
	find_header(&as);
	test_standard(&as);
	tool_f = true;
	test_standard(&as);
	tool_f = false;
	test_macros(&as);
	test_csrs(&as);
	test_c(&as, "-O0");
	test_c(&as, "-O2");
	test_c(&as, "-O2 -g");
	test_refused(&as);
	tool_close(&as.cc);
	return tap_done();
}
