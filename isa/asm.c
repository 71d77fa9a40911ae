/* asm.c - write the header that defines our instructions for GNU as
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/asm.h"

#include <ctype.h>
#include <inttypes.h>

#include "isa/isa.h"

/* Syntax of a line of assembly: in a .S file, or in a string literal of C. */
struct syntax {
	const char *open;
	const char *close;
	const char *argument;   /* what precedes a macro parameter */
};

static const struct syntax plain = { "\t", "\n", "\\" };
static const struct syntax quoted = { "\t\"", "\\n\"\n", "\\\\" };

/* The register slots of an R-type word: letter, parameter, lowest bit. */
struct slot {
	char letter;
	const char *name;
	unsigned low;
};

static const struct slot slots[] = {
	{ 'd', "rd", 7 }, { 's', "rs1", 15 }, { 't', "rs2", 20 }
};

#define SLOTS (sizeof(slots) / sizeof(slots[0]))

/* Does INSN have a register field in SLOT, of either file? */
static int takes(const struct isa_insn *insn, const struct slot *slot)
{
	return tolower((unsigned char)insn->row[31 - slot->low]) ==
	       slot->letter;
}

static void write_line(FILE *out, const struct syntax *syntax, const char *text)
{
	fprintf(out, "%s%s%s", syntax->open, text, syntax->close);
}

static void write_macro_head(FILE *out, const struct syntax *syntax,
	const struct isa_insn *insn)
{
	const char *separator = " ";
	size_t i;

	fprintf(out, "%s.macro %s", syntax->open, insn->name);
	for (i = 0; i < SLOTS; i++) {
		if (!takes(insn, &slots[i]))
			continue;
		fprintf(out, "%s%s:req", separator, slots[i].name);
		separator = ", ";
	}
	fputs(syntax->close, out);
}

static void write_macro_body(FILE *out, const struct syntax *syntax,
	const struct isa_insn *insn)
{
	uint32_t match = insn->match;
	size_t i;

	fprintf(out, "%s.insn r 0x%02" PRIX32 ", %" PRIu32 ", %" PRIu32,
		syntax->open, match & 0x7F, match >> 12 & 7, match >> 25);
	for (i = 0; i < SLOTS; i++) {
		if (takes(insn, &slots[i]))
			fprintf(out, ", %s%s", syntax->argument, slots[i].name);
		else
			fprintf(out, ", x%" PRIu32, match >> slots[i].low & 31);
	}
	fputs(syntax->close, out);
}

/* Defines symbols for register numbers. Macros of atomics encode an I-type
 * word: the address register is in brackets, and rs2 is in the immediate. */
static void write_numbers(FILE *out, const struct syntax *syntax)
{
	static const char *const names[32] = {
		"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1",
		"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2", "s3",
		"s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
		"t5", "t6"
	};

	for (unsigned i = 0; i < 32; i++) {
		fprintf(out, "%s.set .Lww_x%u, %u%s", syntax->open, i, i,
			syntax->close);
		fprintf(out, "%s.set .Lww_%s, %u%s", syntax->open, names[i], i,
			syntax->close);
	}
	fprintf(out, "%s.set .Lww_fp, 8%s", syntax->open, syntax->close);
}

static void write_atomic(FILE *out, const struct syntax *syntax,
	const struct isa_insn *insn)
{
	static const char *const orders[4] = { "", ".rl", ".aq", ".aqrl" };

	for (uint32_t i = 0; i < 4; i++) {
		fprintf(out, "%s.macro %s%s rd:req, rs2:req, rs1:req%s",
			syntax->open, insn->name, orders[i], syntax->close);
		fprintf(out, "%s.insn i 0x%02" PRIX32 ", %" PRIu32
			", %srd, (0x%03" PRIX32 " + .Lww_%srs2)%srs1%s",
			syntax->open, insn->match & 0x7F, insn->match >> 12 & 7,
			syntax->argument, (insn->match >> 25 | i) << 5,
			syntax->argument, syntax->argument, syntax->close);
		write_line(out, syntax, ".endm");
	}
}

/* Writes all macros; a second copy in one unit is harmless, guarded by an
 * assembler symbol. */
static void write_macros(FILE *out, const struct syntax *syntax)
{
	unsigned op;

	write_line(out, syntax, ".ifndef .Lww_isa_macros");
	write_line(out, syntax, ".set .Lww_isa_macros, 1");
	write_numbers(out, syntax);
	for (op = 0; op < ISA_OP_COUNT; op++) {
		const struct isa_insn *insn = isa_insn((enum isa_op)op);

		if (!isa_has_macro((enum isa_op)op))
			continue;
		if (insn->format == ISA_FMT_ATOMIC) {
			write_atomic(out, syntax, insn);
			continue;
		}
		write_macro_head(out, syntax, insn);
		write_macro_body(out, syntax, insn);
		write_line(out, syntax, ".endm");
	}
	write_line(out, syntax, ".endif");
}

static void write_csrs(FILE *out)
{
	const struct isa_csr *csr;
	size_t i;

	for (i = 0; (csr = isa_csr_row(i)) != NULL; i++) {
		const char *c;

		fputs("#define WW_CSR_", out);
		for (c = csr->name; *c; c++)
			fputc(toupper((unsigned char)*c), out);
		fprintf(out, " 0x%03" PRIX32 " /* %s */\n", csr->address,
			csr->doc);
	}
}

static void write_events(FILE *out)
{
	const struct isa_event *event;
	size_t i;

	for (i = 0; (event = isa_event_row(i)) != NULL; i++) {
		const char *c;

		fputs("#define WW_EVENT_", out);
		for (c = event->name; *c; c++)
			fputc(toupper((unsigned char)*c), out);
		fprintf(out, " %" PRIu32 " /* %s */\n", event->number,
			event->doc);
	}
	fprintf(out, "#define WW_EVENTS %d /* one more than the last */\n",
		ISA_EVENT_COUNT);
}

static const char opening[] =
	"/* warpwright_isa.h - SIMT instructions, CSRs, events for GNU as and "
	"C\n"
	" * SPDX-License-Identifier: Apache-2.0\n"
	" *\n"
	" * Generated from the tables in isa/. Include it in a .S file, or in\n"
	" * C to use the mnemonics in inline assembly. What they do:\n"
	" * doc/machine.md.\n"
	" */\n"
	"#ifndef WARPWRIGHT_ISA_H\n"
	"#define WARPWRIGHT_ISA_H\n\n";

int isa_asm_write(FILE *out)
{
	fputs(opening, out);
	write_csrs(out);
	fputc('\n', out);
	write_events(out);
	fputs("\n#ifdef __ASSEMBLER__\n", out);
	write_macros(out, &plain);
	fputs("#else\n__asm__(\n", out);
	write_macros(out, &quoted);
	fputs(");\n#endif\n\n#endif\n", out);
	return fflush(out) != 0 || ferror(out) ? -1 : 0;
}
