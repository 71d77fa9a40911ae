/* objdump.c - isa_disasm says what GNU objdump says, word by word
 * SPDX-License-Identifier: Apache-2.0
 *
 * Words of every row with random fields and words that are wholly random go
 * into a program. What objdump knows and we do not must be outside our
 * extensions; what we know and it does not must be a hint of fence or fence.i.
 */
#define _POSIX_C_SOURCE 200809L

#include "isa/isa.h"

#include "tests/isa/tool.h"
#include "tests/isa/words.h"

enum { PER_ROW = 1000, RANDOM_WORDS = 50000 };

static const uint32_t base = 0x80000000;

/* What the words of one row, or the random ones, came to. */
struct tally {
	unsigned compared;      /* both know the word and say the same */
	unsigned excused;       /* one does not know it, as is right */
	unsigned wrong;
};

/* Blanks and tabs as one blank, without objdump's "# address" and
 * "<symbol>". */
static void normalise(char *text)
{
	char *to = text;
	char *from;

	text[strcspn(text, "#<\n")] = 0;
	for (from = text; *from; from++) {
		if (*from != ' ' && *from != '\t')
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	while (to > text && to[-1] == ' ')
		to--;
	*to = 0;
}

static bool is_data(const char *text)
{
	return strncmp(text, ".4byte", 6) == 0 ||
		strncmp(text, ".word", 5) == 0 ||
		strncmp(text, ".insn", 5) == 0;
}

/* A hint in the space of fence or fence.i, which objdump may not know or may
 * know by another name (pause); we execute it as the fence. */
static bool is_fence_hint(enum isa_op op, uint32_t word)
{
	if (op == ISA_FENCE_I)
		return word != 0x0000100F;
	if (op != ISA_FENCE || word == 0x8330000F)
		return false;
	return (word & 0xF00FFF80) != 0 || word == 0x0100000F;
}

/* A shift or rotation by 32 or more, which objdump prints even for rv32. */
static bool is_long_shift(uint32_t word)
{
	uint32_t opcode = word & 0x0000707F;

	return (opcode == 0x1013 || opcode == 0x5013) &&
		(word & 0x9E000000) == 0x02000000;
}

/* The standard instruction that TEXT begins with, or ISA_INVALID. */
static enum isa_op mnemonic(const char *text)
{
	char name[32];
	enum isa_op op;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, " "), text);
	op = isa_find(name);
	if (op == ISA_INVALID || isa_has_macro(op) || tool_lacks(op))
		return ISA_INVALID;
	return op;
}

/* Our own CSRs stand in the custom ranges 0x7C0, 0xCC0 and 0xFC0. */
static bool is_custom(const struct isa_csr *csr)
{
	return (csr->address & 0xFC0) == 0x7C0 ||
		(csr->address & 0xFC0) == 0xCC0 || csr->address >= 0xFC0;
}

/* Makes the CSR in THEIRS, the second operand, comparable: objdump has names
 * for CSRs that the machine lacks and only numbers for our custom ones. */
static void translate_csr(uint32_t word, char *theirs, size_t size)
{
	const struct isa_csr *ours = isa_csr_find(word >> 20);
	char number[16], rest[64];
	char *csr = strchr(theirs, ',');
	char *end = csr ? strchr(csr + 1, ',') : NULL;
	bool is_number;

	if (!end)
		return;
	snprintf(number, sizeof(number), ",0x%" PRIx32, word >> 20);
	snprintf(rest, sizeof(rest), "%.60s", end);
	*end = 0;
	is_number = strcmp(csr, number) == 0;
	*end = ',';
	size -= (size_t)(csr - theirs);
	if (!ours)
		snprintf(csr, size, "%s%s", number, rest);
	else if (is_number && is_custom(ours))
		snprintf(csr, size, ",%s%s", ours->name, rest);
}

/* A rounding mode that is none, which objdump lists all the same. */
static bool is_no_mode(const char *theirs)
{
	size_t n = strlen(theirs);

	return n > 8 && strcmp(theirs + n - 8, ",unknown") == 0 &&
		mnemonic(theirs) != ISA_INVALID &&
		isa_insn(mnemonic(theirs))->rounds;
}

/* Whether THEIRS is right for a word that we do not know. */
static bool unknown_agrees(uint32_t word, const char *theirs)
{
	return is_data(theirs) || mnemonic(theirs) == ISA_INVALID ||
		is_long_shift(word) || is_no_mode(theirs);
}

static void compare(struct tally *tally, uint32_t pc, uint32_t word,
	const char *objdump)
{
	enum isa_op op = isa_decode(word);
	char ours[64], theirs[256];
	bool same;

	snprintf(theirs, sizeof(theirs), "%.200s", objdump);
	normalise(theirs);
	isa_disasm(pc, word, isa_files_with(tool_f), ours, sizeof(ours));
	if (op == ISA_INVALID || isa_has_macro(op) || tool_lacks(op)) {
		same = unknown_agrees(word, theirs);
		tally->excused += same;
	} else if (is_fence_hint(op, word)) {
		same = is_data(theirs) || strcmp(theirs, "pause") == 0 ||
			strcmp(theirs, ours) == 0;
		tally->excused += same;
	} else {
		if (isa_insn(op)->ext == ISA_EXT_ZICSR)
			translate_csr(word, theirs, sizeof(theirs));
		same = strcmp(theirs, ours) == 0;
		tally->compared += same;
	}
	if (!same && tally->wrong++ < 3)
		diag("0x%08" PRIx32 " at 0x%08" PRIx32
			": we say '%s', objdump '%s'", word, pc, ours, theirs);
}

/* Words of group I: rows first, then the random ones. */
static unsigned group_size(unsigned i)
{
	return i < ISA_OP_COUNT ? PER_ROW : RANDOM_WORDS;
}

/* A random word with 11 at the low end and not 111 above, the mark of
 * instructions longer than 32 bits. */
static uint32_t random_word(struct words *w)
{
	uint32_t word = words_next(w) | 3;

	return (word & 0x1C) == 0x1C ? word ^ 0x04 : word;
}

static uint32_t group_word(struct words *w, unsigned i)
{
	return i < ISA_OP_COUNT ? words_of(w, (enum isa_op)i)
		: random_word(w);
}

static void put_word(FILE *f, uint32_t word)
{
	unsigned i;

	for (i = 0; i < 32; i += 8)
		fputc((int)(word >> i & 0xFF), f);
}

/* The program says which extensions objdump may know. */
static void link_words(const struct tool *cc)
{
	FILE *f = tool_fopen(cc, "words.S", "w");

	fputs("\t.text\n\t.incbin \"words.bin\"\n", f);
	fclose(f);
	if (!ok(tool_run(cc, "%s -nostdlib -s -Wl,-e0,-Ttext=0x%" PRIx32
			" words.S -o words.elf", tool_flags(), base) == 0,
			"GNU as takes the words"))
		tool_diag(cc);
}

static void write_words(const struct tool *cc, struct words w)
{
	FILE *f = tool_fopen(cc, "words.bin", "wb");
	unsigned group, i;

	for (group = 0; group <= ISA_OP_COUNT; group++)
		for (i = 0; i < group_size(group); i++)
			put_word(f, group_word(&w, group));
	if (fclose(f) != 0)
		tool_bail("words.bin");
}

/* The text of the next line "80000000:\t123452b7\tlui ..." that holds WORD at
 * PC, or NULL at the end or when the line speaks of something else. */
static char *next_text(FILE *f, uint32_t pc, uint32_t word, char *line,
	int size)
{
	char *word_text, *text;

	while (fgets(line, size, f)) {
		word_text = strstr(line, ":\t");
		text = word_text ? strchr(word_text + 2, '\t') : NULL;
		if (!text)
			continue;
		if (strtoul(line, NULL, 16) != pc ||
				strtoul(word_text + 2, NULL, 16) != word)
			return NULL;
		return text + 1;
	}
	return NULL;
}

/* One group; false when the listing and the words have lost each other. */
static bool test_group(FILE *f, struct words *w, unsigned group, uint32_t *pc)
{
	const char *name = group < ISA_OP_COUNT
		? isa_insn((enum isa_op)group)->name : "random words";
	struct tally tally = { 0, 0, 0 };
	char line[512];
	unsigned i;

	for (i = 0; i < group_size(group); i++, *pc += 4) {
		uint32_t word = group_word(w, group);
		char *text = next_text(f, *pc, word, line, sizeof(line));

		if (!text) {
			diag("no line for 0x%08" PRIx32 " at 0x%08" PRIx32,
				word, *pc);
			return ok(false, "%s: objdump lists every word", name);
		}
		compare(&tally, *pc, word, text);
	}
	diag("%s: %u same, %u excused", name, tally.compared, tally.excused);
	return ok(tally.wrong == 0 && tally.compared + tally.excused == i,
		"%s: text as objdump's", name) || true;
}

static void test_listing(const struct tool *objdump, struct words w)
{
	FILE *f = tool_fopen(objdump, "out", "r");
	uint32_t pc = base;
	unsigned group;

	for (group = 0; group <= ISA_OP_COUNT; group++)
		if (!test_group(f, &w, group, &pc))
			break;
	fclose(f);
}

/* All words, as those of a program with or without registers f. */
static void test_words(const struct tool *cc, const struct tool *objdump,
	struct words w)
{
	int status;

	write_words(cc, w);
	link_words(cc);
	status = tool_run(objdump, "-j .text -D -z "
		"-M no-aliases,numeric words.elf");
	if (ok(status == 0, "objdump takes the words"))
		test_listing(objdump, w);
	else
		tool_diag(objdump);
}

int main(void)
{
	const char *path = tool_path("RISCV_OBJDUMP");
	struct tool cc = tool_open("RISCV_CC"), objdump = cc;
	struct words w = words_seed("tests/isa/objdump.t");

	objdump.path = path;
	test_words(&cc, &objdump, w);
	tool_f = true;
	test_words(&cc, &objdump, w);
	tool_close(&objdump);
	return tap_done();
}
