/* cases.c - random operands of single instructions, judged by another model
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: cases write SEED COUNT > cases.S
 *        cases check SEED COUNT < output
 *
 * The instructions whose effect on four lanes with one mask is that of RISC-V
 * (RV32IM, F on the same bits, zve32f with SEW 32, LMUL 1): each COUNT times.
 * "write" makes a program for qemu-riscv32 that loads the registers of a case,
 * executes its word, and writes the registers to standard output. "check"
 * executes the same cases on the golden model and compares: the result in four
 * lanes or in x, and fflags. Two differences are translated: a mask in v0 and
 * the result of a comparison are bits in RISC-V, lanes in Ventus; registers f
 * are registers x.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rnd.h"
#include "golden/ventus/vt.h"

enum { CODE = 0x1000, LANES = 4, X1 = 5, X2 = 6, X3 = 7, XD = 8, V1 = 1, V2 = 2,
       VD = 4 };

struct registers {              /* as the program keeps them: 21 words */
	uint32_t fcsr, x[4], v1[LANES], v2[LANES], vd[LANES], v0[LANES];
};

struct output {                 /* 7 words */
	uint32_t x, f, fflags, vd[LANES];
};

struct item {
	enum vt_op op;
	uint32_t word;
	struct registers in;
	uint32_t take;          /* lanes of v0 */
};

static struct rnd state;

static uint32_t random32(void)
{
	return rnd_u32(&state);
}

static uint32_t random_operand(void)
{
	static const uint32_t edges[] = {
		0, 1, 2, 31, 32, 33, UINT32_MAX, 0x80000000, 0x7FFFFFFF,
		0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00000,
		0x7F800001, 0x00800000, 0x007FFFFF, 0x00000001, 0x80000001,
		0x4F000000, 0x4F800000, 0xCF000000, 0x4EFFFFFF, 0x3F000000,
		0x34000000, 0x7F7FFFFF, 0xFF7FFFFF
	};
	uint32_t kind = random32() % 4;

	if (kind == 0)
		return edges[random32() % (sizeof edges / sizeof *edges)];
	if (kind == 1)          /* a float of moderate size */
		return (random32() & 0x807FFFFF) |
		       (0x70 + random32() % 32) << 23;
	if (kind == 2)          /* a small integer */
		return random32() % 64 - 32;
	return random32();
}

static bool starts(const char *name, const char *with)
{
	return strncmp(name, with, strlen(with)) == 0;
}

/* Is OP the same in RISC-V? */
static bool is_common(enum vt_op op)
{
	const struct vt_row *row = vt_row(op);

	if (row->class != VT_CLASS_ALU && row->class != VT_CLASS_MUL &&
	    row->class != VT_CLASS_DIV && row->class != VT_CLASS_FLOAT)
		return false;
	if (row->ext != VT_EXT_I && row->ext != VT_EXT_M &&
	    row->ext != VT_EXT_ZFINX && row->ext != VT_EXT_V &&
	    row->ext != VT_EXT_VF)
		return false;
	/* the pc; one element; bits of a mask */
	return op != VT_AUIPC && op != VT_VMV_X_S && op != VT_VMV_S_X &&
	       op != VT_VFMV_F_S && op != VT_VFMV_S_F &&
	       !strstr(row->name, ".mm");
}

/* Does OP write a mask in RISC-V? */
static bool compares(enum vt_op op)
{
	const char *name = vt_row(op)->name;

	return starts(name, "vms") || starts(name, "vmf");
}

/* Puts the number of a register of FILE into WORD at bit LOW. */
static uint32_t place(uint32_t word, enum vt_file file, unsigned low,
		      uint32_t x, uint32_t v)
{
	uint32_t number = file == VT_FILE_V ? v : x;

	return file ? (word & ~(UINT32_C(31) << low)) | number << low : word;
}

static uint32_t word_of(enum vt_op op, bool masked)
{
	const struct vt_row *row = vt_row(op);
	uint32_t word = row->match | (random32() & ~row->mask);

	word = place(word, row->rd, 7, XD, VD);
	word = place(word, row->rs1, 15, X1, V1);
	word = place(word, row->rs2, 20, X2, V2);
	word = place(word, row->rs3, 27, X3, 0);
	if (row->rounds) {
		uint32_t rm = random32() % 6;

		word = (word & ~(7U << 12)) | (rm == 5 ? 7 : rm) << 12;
	}
	if (row->maskable)
		word = (word & ~(1U << 25)) | (uint32_t)!masked << 25;
	/* Ventus zero-extends, RISC-V sign-extends */
	if (op == VT_VMSLEU_VI || op == VT_VMSGTU_VI)
		word &= ~(1U << 19);
	return word;
}

static struct item make(enum vt_op op)
{
	struct item t = { .op = op };

	t.word = word_of(op, random32() % 4 == 0);
	t.in.fcsr = random32() % 5 << 5;
	if (strstr(vt_row(op)->name, ".rtz."))
		t.in.fcsr = 1 << 5;
	for (int i = 0; i < 4; i++)
		t.in.x[i] = random_operand();
	for (int i = 0; i < LANES; i++) {
		t.in.v1[i] = random_operand();
		t.in.v2[i] = random_operand();
		t.in.vd[i] = random_operand();
	}
	t.take = random32() & ((1 << LANES) - 1);
	t.in.v0[0] = t.take;
	return t;
}

static const char program_head[] =
	"\t.option norvc\n\t.globl _start\n_start:\n"
	"\tvsetivli x0, 4, e32, m1, ta, mu\n"
	"\tla s1, in\n\tla s2, out\n";

static const char program_tail[] =
	"\tli a0, 1\n\tla a1, out\n\tsub a2, s2, a1\n\tli a7, 64\n\tecall\n"
	"\tli a0, 0\n\tli a7, 93\n\tecall\n"
	"get:\tlw t3, 0(s1)\n\tfscsr t3\n"
	"\tlw x5, 4(s1)\n\tlw x6, 8(s1)\n\tlw x7, 12(s1)\n\tlw x8, 16(s1)\n"
	"\tflw f5, 4(s1)\n\tflw f6, 8(s1)\n\tflw f7, 12(s1)\n\tflw f8, 16(s1)\n"
	"\taddi t3, s1, 20\n\tvle32.v v1, (t3)\n"
	"\taddi t3, t3, 16\n\tvle32.v v2, (t3)\n"
	"\taddi t3, t3, 16\n\tvle32.v v4, (t3)\n"
	"\taddi t3, t3, 16\n\tvle32.v v0, (t3)\n"
	"\taddi s1, s1, 84\n\tret\n"
	"put:\tsw x8, 0(s2)\n\tfsw f8, 4(s2)\n\tfrflags t3\n\tsw t3, 8(s2)\n"
	"\taddi t3, s2, 12\n\tvse32.v v4, (t3)\n"
	"\taddi s2, s2, 28\n\tret\n";

static void write_words(const uint32_t *word, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf("%s0x%" PRIx32, i ? "," : "\t.word ", word[i]);
	putchar('\n');
}

/* Calls DO_ITEM for COUNT items of each common instruction: the same ones for
 * the same seed. */
static void each(uint64_t seed, unsigned count,
		 void (*do_item)(const struct item *))
{
	rnd_seed(&state, seed);
	for (unsigned op = 0; op < VT_OP_COUNT; op++)
		for (unsigned i = 0; i < count && is_common((enum vt_op)op);
		     i++) {
			struct item t = make((enum vt_op)op);

			do_item(&t);
		}
}

static unsigned long items;

/* The word for the other model. QEMU 7.2 fails at vfcvt.rtz: it gets vfcvt,
 * and make() has set frm. */
static uint32_t judge_word(const struct item *t)
{
	if (t->op == VT_VFCVT_RTZ_X_F_V)
		return t->word ^ vt_row(t->op)->match ^
		       vt_row(VT_VFCVT_X_F_V)->match;
	if (t->op == VT_VFCVT_RTZ_XU_F_V)
		return t->word ^ vt_row(t->op)->match ^
		       vt_row(VT_VFCVT_XU_F_V)->match;
	return t->word;
}

static void write_code(const struct item *t)
{
	items++;
	printf("\tcall get\n\t.word 0x%08" PRIx32 "\n\tcall put\n",
	       judge_word(t));
}

static void write_data(const struct item *t)
{
	write_words((const uint32_t *)&t->in, sizeof t->in / 4);
}

static void write_program(uint64_t seed, unsigned count)
{
	fputs(program_head, stdout);
	each(seed, count, write_code);
	fputs(program_tail, stdout);
	puts("\t.data\n\t.balign 4\nin:");
	each(seed, count, write_data);
	printf("\t.bss\n\t.balign 4\nout:\t.space %lu\n", items * 28);
}

static unsigned long differences, compared, instructions;
static struct vt *m;

static void start_case(const struct item *t)
{
	const struct vt_group g = { .pc = CODE, .warps = 1,
				    .threads = LANES };
	static const uint32_t set_fcsr = 0x00319073; /* csrw fcsr, x3 */
	struct vt_effect fx;

	vt_start(m, &g);
	vt_store(m, CODE, 4, set_fcsr);
	vt_store(m, CODE + 4, 4, t->word);
	vt_set_x(m, 0, 3, t->in.fcsr);
	for (uint32_t i = 0; i < 4; i++)
		vt_set_x(m, 0, X1 + i, t->in.x[i]);
	for (uint32_t i = 0; i < LANES; i++) {
		vt_set_v(m, 0, V1, i, t->in.v1[i]);
		vt_set_v(m, 0, V2, i, t->in.v2[i]);
		vt_set_v(m, 0, VD, i, t->in.vd[i]);
		vt_set_v(m, 0, 0, i, t->take >> i & 1);
	}
	vt_step(m, 0, &fx);
}

static void report(const struct item *t, const char *what, uint32_t got,
		   uint32_t want)
{
	char text[96];

	vt_disasm(0, t->word, (struct vt_prefix){ 0 }, text, sizeof text);
	if (differences++ < 20)
		printf("%s: %s 0x%08" PRIx32 ", other model 0x%08" PRIx32
		       " (a 0x%" PRIx32 " b 0x%" PRIx32 ")\n", text, what, got,
		       want, t->in.v2[0], t->in.v1[0]);
}

/* Is the scalar result of OP in a register f, in RISC-V with F? */
static bool result_in_f(enum vt_op op)
{
	const char *name = vt_row(op)->name;

	return vt_row(op)->ext == VT_EXT_ZFINX && !starts(name, "fcvt.w") &&
	       !starts(name, "feq") && !starts(name, "flt") &&
	       !starts(name, "fle") && !starts(name, "fclass");
}

static void check_item(const struct item *t)
{
	struct output out;
	struct vt_effect fx;

	if (fread(&out, sizeof out, 1, stdin) != 1) {
		puts("the output is too short");
		exit(2);
	}
	start_case(t);
	vt_step(m, 0, &fx);
	instructions++;
	if (fx.trap != VT_NO_TRAP)
		report(t, "trap", fx.trap, 0);
	if (fx.flags != out.fflags)
		report(t, "fflags", fx.flags, out.fflags);
	compared++;
	if (vt_row(t->op)->rd == VT_FILE_X) {
		uint32_t want = result_in_f(t->op) ? out.f : out.x;

		compared++;
		if (vt_x(m, 0, XD) != want)
			report(t, "x", vt_x(m, 0, XD), want);
		return;
	}
	for (uint32_t i = 0; i < LANES; i++) {
		uint32_t want = compares(t->op) ? out.vd[0] >> i & 1 :
						  out.vd[i];

		if (compares(t->op) && !(fx.lanes >> i & 1))
			continue;
		compared++;
		if (vt_v(m, 0, VD, i) != want)
			report(t, "lane", vt_v(m, 0, VD, i), want);
	}
}

int main(int argc, char **argv)
{
	uint64_t seed;
	unsigned count;

	if (argc != 4) {
		fputs("usage: cases write|check SEED COUNT\n", stderr);
		return 2;
	}
	seed = strtoull(argv[2], NULL, 0);
	count = (unsigned)strtoul(argv[3], NULL, 0);
	if (strcmp(argv[1], "write") == 0) {
		write_program(seed, count);
		return 0;
	}
	m = vt_new();
	if (!m || vt_map(m, CODE, 8))
		return 2;
	each(seed, count, check_item);
	printf("%lu instructions, %lu values compared, %lu differ\n",
	       instructions, compared, differences);
	vt_free(m);
	return differences != 0;
}
