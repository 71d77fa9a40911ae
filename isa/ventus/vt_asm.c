/* vt_asm.c - writes the header that defines the instructions of Ventus for GNU
 * as
 * SPDX-License-Identifier: Apache-2.0
 *
 * The operands are those of vt_disasm. .insn takes no registers v, so a macro
 * forms the word from symbols: .Lvt_v5 is 5. A branch needs a relocation of its
 * target and names registers x instead.
 */
#include "isa/ventus/vt_asm.h"

#include <ctype.h>
#include <inttypes.h>

static const char opening[] =
	"/* ventus_isa.h - instructions and CSRs of Ventus for GNU as\n"
	" * SPDX-License-Identifier: Apache-2.0\n"
	" *\n"
	" * Generated from the tables in isa/ventus/. Include it in a .S file\n"
	" * for -march=rv32ima_zicsr_zfinx_zve32x. In `4(v1)` the offset is a\n"
	" * decimal number. A regext or regexti adds to the register numbers\n"
	" * of the next instruction. What is what: doc/ventus.md.\n"
	" */\n"
	"#ifndef VENTUS_ISA_H\n"
	"#define VENTUS_ISA_H\n\n";

/* vt_place reads `IMM(vN)`: .Lvt_imm = IMM, .Lvt_n = N. vt_branch has the
 * register x of the number of vs2, and looks for that of vs1. */
static const char helpers[] =
	"\t.macro vt_place at:req\n"
	"\t.set .Lvt_imm, 0\n"
	"\t.set .Lvt_sign, 1\n"
	"\t.set .Lvt_n, 0\n"
	"\t.irpc c, \\at\n"
	"\t.ifc \"\\c\", \"(\"\n"
	"\t.set .Lvt_imm, .Lvt_n * .Lvt_sign\n"
	"\t.set .Lvt_n, 0\n"
	"\t.else\n"
	"\t.ifc \"\\c\", \"-\"\n"
	"\t.set .Lvt_sign, -1\n"
	"\t.else\n"
	"\t.ifnc \"\\c\", \"v\"\n"
	"\t.ifnc \"\\c\", \")\"\n"
	"\t.set .Lvt_n, .Lvt_n * 10 + \\c\n"
	"\t.endif\n"
	"\t.endif\n"
	"\t.endif\n"
	"\t.endif\n"
	"\t.endr\n"
	"\t.endm\n"
	"\t.macro vt_branch funct3:req, xs2:req, vs1:req, to:req\n"
	"\t.set .Lvt_n, .Lvt_\\vs1\n"
	"\t.irp n, @\n"
	"\t.ifc \\vs1, v\\n\n"
	"\t.insn sb 0x5B, \\funct3, x\\n, \\xs2, \\to\n"
	"\t.endif\n"
	"\t.endr\n"
	"\t.endm\n";

/* The operands of a macro, and the sum that is added to its match; NULL: the
 * macro has a body of its own. */
struct form {
	const char *operands, *place, *sum;
};

#define VD " + (.Lvt_\\vd << 7)"
#define VS1 " + (.Lvt_\\vs1 << 15)"
#define VS2 " + (.Lvt_\\vs2 << 20)"
#define AT " + (.Lvt_n << 15)"
#define STORED " + ((.Lvt_imm & 31) << 7)"
#define ALL_ZERO "a:req, b:req, c:req"

static struct form form_of(enum vt_format format)
{
	switch ((unsigned)format) {
	case VT_FMT_LOAD12:
		return (struct form){ "vd:req, at:req", "\\at",
			VD AT " + ((.Lvt_imm & 0xFFF) << 20)" };
	case VT_FMT_LOAD11:
		return (struct form){ "vd:req, at:req", "\\at",
			VD AT " + ((.Lvt_imm & 0x7FF) << 20)" };
	case VT_FMT_STORE12:
		return (struct form){ "vs2:req, at:req", "\\at",
			VS2 AT STORED " + ((.Lvt_imm >> 5 & 0x7F) << 25)" };
	case VT_FMT_STORE11:
		return (struct form){ "vs2:req, at:req", "\\at",
			VS2 AT STORED " + ((.Lvt_imm >> 5 & 0x3F) << 25)" };
	case VT_FMT_VI12:
		return (struct form){ "vd:req, vs1:req, imm:req", NULL,
			VD VS1 " + (((\\imm) & 0xFFF) << 20)" };
	case VT_FMT_V1:
		return (struct form){ "vd:req, vs2:req, m", NULL, VD VS2 };
	case VT_FMT_ACC_VV:
		return (struct form){ "vd:req, vs2:req, vs1:req, m", NULL,
			VD VS1 VS2 };
	case VT_FMT_PREFIX:
		return (struct form){ "a:req, b:req, imm:req", NULL,
			" + (((\\imm) & 0xFFF) << 20)" };
	case VT_FMT_BARRIER:
		return (struct form){ "a:req, b:req, imm:req", NULL,
			" + (((\\imm) & 31) << 15)" };
	case VT_FMT_END:
	case VT_FMT_JOIN:
		return (struct form){ ALL_ZERO, NULL, "" };
	}
	return (struct form){ NULL, NULL, NULL };
}

bool vt_has_macro(enum vt_op op)
{
	switch (vt_row(op)->ext) {
	case VT_EXT_MEM12:
	case VT_EXT_PRIVATE:
	case VT_EXT_CUSTOM:
	case VT_EXT_EXP:
	case VT_EXT_TENSOR:
		return true;
	case VT_EXT_I:
	case VT_EXT_M:
	case VT_EXT_A:
	case VT_EXT_ZICSR:
	case VT_EXT_ZFINX:
	case VT_EXT_OLD:
	case VT_EXT_V:
	case VT_EXT_VF:
		break;
	}
	return false;
}

/* "0,1,...31" for .irp. */
static void write_list(FILE *out)
{
	for (int i = 0; i < 32; i++)
		fprintf(out, "%s%d", i ? "," : "", i);
}

static void write_helpers(FILE *out)
{
	for (int i = 0; i < 32; i++)
		fprintf(out, "\t.set .Lvt_v%d, %d\n", i, i);
	for (const char *p = helpers; *p; p++)
		if (*p == '@')
			write_list(out);
		else
			putc(*p, out);
}

static void write_branch(FILE *out, const struct vt_row *row)
{
	fprintf(out, "\t.macro %s vs2:req, vs1:req, to:req\n"
		"\t.set .Lvt_n, .Lvt_\\vs2\n\t.irp n, ", row->name);
	write_list(out);
	fprintf(out, "\n\t.ifc \\vs2, v\\n\n\tvt_branch %" PRIu32
		", x\\n, \\vs1, \\to\n\t.endif\n\t.endr\n\t.endm\n",
		row->match >> 12 & 7);
}

static void write_macro(FILE *out, const struct vt_row *row)
{
	struct form f = form_of(row->format);

	fprintf(out, "\t.macro %s %s\n", row->name, f.operands);
	if (f.place)
		fprintf(out, "\tvt_place %s\n", f.place);
	/* a word without a mask has bit 25 */
	if (row->maskable)
		fputs("\t.ifb \\m\n", out);
	fprintf(out, "\t.insn 4, 0x%08" PRIX32 "%s\n", row->match |
		(row->maskable ? UINT32_C(1) << 25 : 0), f.sum);
	if (row->maskable)
		fprintf(out, "\t.else\n\t.insn 4, 0x%08" PRIX32 "%s\n"
			"\t.endif\n", row->match, f.sum);
	fputs("\t.endm\n", out);
}

static void write_macros(FILE *out)
{
	fputs("\t.ifndef .Lvt_v0\n", out);
	write_helpers(out);
	for (unsigned op = 0; op < VT_OP_COUNT; op++) {
		const struct vt_row *row = vt_row((enum vt_op)op);

		if (!vt_has_macro((enum vt_op)op))
			continue;
		if (row->format == VT_FMT_VBRANCH)
			write_branch(out, row);
		else if (op == VT_SETRPC)
			fprintf(out, "\t.macro %s rd:req, rs1:req, imm:req\n"
				"\t.insn i 0x5B, 3, \\rd, \\rs1, \\imm\n"
				"\t.endm\n", row->name);
		else
			write_macro(out, row);
	}
	fputs("\t.endif\n", out);
}

static void write_csrs(FILE *out)
{
	const struct vt_csr *csr;

	for (size_t i = 0; (csr = vt_csr_row(i)) != NULL; i++) {
		fputs("#define VT_CSR_", out);
		for (const char *c = csr->name; *c; c++)
			fputc(toupper((unsigned char)*c), out);
		fprintf(out, " 0x%03" PRIX32 " /* %s */\n", csr->address,
			csr->doc);
	}
}

int vt_asm_write(FILE *out)
{
	fputs(opening, out);
	write_csrs(out);
	fputc('\n', out);
	write_macros(out);
	fputs("\n#endif\n", out);
	return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
