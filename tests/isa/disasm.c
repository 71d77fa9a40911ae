/* disasm.c - text of chosen words, and the contract of isa_disasm's buffer
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

#include "tests/isa/words.h"
#include "tests/tap.h"

struct example {
	uint32_t pc;
	uint32_t word;
	const char *text;
	bool f;
};

static const struct example examples[] = {
	{ 0x80000000, 0x123452B7, "lui x5,0x12345", false },
	{ 0x80000000, 0xFFFFF017, "auipc x0,0xfffff", false },
	{ 0x80000004, 0x010000EF, "jal x1,0x80000014", false },
	{ 0x00000000, 0xFFDFF06F, "jal x0,0xfffffffc", false },
	{ 0x80000008, 0xFE208CE3, "beq x1,x2,0x80000000", false },
	{ 0xFFFFFFFC, 0x00209463, "bne x1,x2,0x4", false },
	{ 0x80000000, 0x010280E7, "jalr x1,16(x5)", false },
	{ 0x80000000, 0xFFC32283, "lw x5,-4(x6)", false },
	{ 0x80000000, 0x80530023, "sb x5,-2048(x6)", false },
	{ 0x80000000, 0xFFF28293, "addi x5,x5,-1", false },
	{ 0x80000000, 0x41F35293, "srai x5,x6,0x1f", false },
	{ 0x80000000, 0x027302B3, "mul x5,x6,x7", false },
	{ 0x80000000, 0x0FF0000F, "fence iorw,iorw", false },
	{ 0x80000000, 0x0310000F, "fence rw,w", false },
	{ 0x80000000, 0x0100000F, "fence w,unknown", false },
	{ 0x80000000, 0x8330000F, "fence.tso", false },
	{ 0x80000000, 0x0000100F, "fence.i", false },
	{ 0x80000000, 0x00000073, "ecall", false },
	{ 0x80000000, 0x00100073, "ebreak", false },
	{ 0x80000000, 0xC02312F3, "csrrw x5,instret,x6", false },
	{ 0x80000000, 0xCC0022F3, "csrrs x5,thread_id,x0", false },
	{ 0x80000000, 0xFC2FF2F3, "csrrci x5,num_cores,31", false },
	{ 0x80000000, 0x301312F3, "csrrw x5,0x301,x6", false },
	{ 0x80000000, 0x0002800B, "tmc x5", false },
	{ 0x80000000, 0x0073128B, "wspawn x5,x6,x7", false },
	{ 0x80000000, 0x0002A00B, "split x5", false },
	{ 0x80000000, 0x0000300B, "join", false },
	{ 0x80000000, 0x0062C00B, "bar x5,x6", false },
	{ 0x80000000, 0x000FE00B, "clone x31", false },
	{ 0x80000000, 0x0073F2D3, "fadd.s x5,x7,x7", false },
	{ 0x80000000, 0x0073D2D3, ".word 0x0073d2d3", true },
	{ 0x80000000, 0x0073F2D3, "fadd.s f5,f7,f7", true },
	{ 0x80000000, 0xC003F2D3, "fcvt.w.s x5,f7", true },
	{ 0x80000000, 0xD003F2D3, "fcvt.s.w f5,x7", true },
	{ 0x80000000, 0x0873F2C3, "fmadd.s f5,f7,f7,f1", true },
	{ 0x80000000, 0xFFC32287, "flw f5,-4(x6)", true },
	{ 0x80000000, 0x80532027, "fsw f5,-2048(x6)", true },
	{ 0x80000000, 0xE00382D3, "fmv.x.w x5,f7", true },
	{ 0x80000000, 0xF00382D3, "fmv.w.x f5,x7", true },
	{ 0x80000000, 0x0000700B, ".word 0x0000700b", false },
	{ 0x80000000, 0xDEADBEEF, "jal x29,0x7ffdb5ea", false },
	{ 0x80000000, 0xFFFFFFFF, ".word 0xffffffff", false }
};

static void test_examples(void)
{
	char text[64];
	size_t i, length;

	for (i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		const struct example *e = &examples[i];

		length = isa_disasm(e->pc, e->word, isa_files_with(e->f), text,
			sizeof(text));
		is_str(text, e->text, e->text);
		is_u32(length, strlen(e->text), "length of the text");
	}
}

/* Every size cuts the text and ends it, and nothing past SIZE is touched. */
static void test_cut(const struct example *e)
{
	size_t full = strlen(e->text);
	size_t wrong = 0;
	size_t size;

	for (size = 0; size < full + 3; size++) {
		size_t kept = size == 0 ? 0 : size <= full ? size - 1 : full;
		char text[64];

		memset(text, '#', sizeof(text));
		wrong += isa_disasm(e->pc, e->word, isa_files_with(e->f),
				    text, size) != full;
		wrong += strncmp(text, e->text, kept) != 0;
		wrong += size > 0 && text[kept] != 0;
		wrong += text[size] != '#';
	}
	is_u32(wrong, 0, "cut at every size");
}

/* No word has a text that a buffer of 64 bytes does not hold. */
static void test_lengths(struct words *w)
{
	size_t longest = 0;
	char text[64];
	int i;

	for (i = 0; i < 200000; i++) {
		unsigned row = words_next(w) % ISA_OP_COUNT;
		uint32_t word = words_of(w, (enum isa_op)row);
		size_t length = isa_disasm(words_next(w), word,
			isa_files_with(i % 2), text, sizeof(text));

		longest = length > longest ? length : longest;
	}
	diag("longest text: %zu characters", longest);
	ok(longest > 20 && longest < 40, "all texts are short");
}

int main(void)
{
	struct words w = words_seed("tests/isa/disasm.t");
	size_t i;

	test_examples();
	for (i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
		test_cut(&examples[i]);
	test_lengths(&w);
	return tap_done();
}
