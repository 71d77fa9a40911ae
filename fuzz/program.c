/* program.c - a random program as a list of instructions: addresses, words,
 * text
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "machine/has.h"
#include "machine/march.h"

enum { TEXT = 128 };

void fuzz_free(struct fuzz_program *p)
{
	if (!p)
		return;
	free(p->items);
	free(p);
}

struct fuzz_program *fuzz_copy(const struct fuzz_program *p)
{
	struct fuzz_program *copy = malloc(sizeof *copy);
	struct fuzz_item *items = malloc(p->count * sizeof *items);

	if (!copy || !items) {
		free(copy);
		free(items);
		return NULL;
	}
	memcpy(items, p->items, p->count * sizeof *items);
	*copy = *p;
	copy->items = items;
	copy->room = p->count;
	return copy;
}

size_t fuzz_size(const struct fuzz_program *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += !p->items[i].removed;
	return n;
}

/* --- words ------------------------------------------------------------ */

uint32_t fuzz_address(const struct fuzz_program *p, size_t item)
{
	uint32_t before = 0,
		 section = item < p->count ? p->items[item].section : 0;

	for (size_t i = 0; i < item; i++)
		before += !p->items[i].removed &&
			  p->items[i].section == section;
	return p->section[section] + 4 * before;
}

/* The word of item I. AT: the addresses of all items. */
static uint32_t word_of(const struct fuzz_program *p, size_t i,
			const uint32_t *at)
{
	const struct fuzz_item *item = &p->items[i];
	uint32_t imm = (uint32_t)item->imm;

	if (item->op == ISA_INVALID)
		return imm;
	switch (item->reloc) {
	case FUZZ_PLAIN:
		break;
	case FUZZ_RELATIVE:
		imm = at[item->target] - at[i];
		break;
	case FUZZ_HIGH:
		imm = (at[item->target] + 0x800) >> 12;
		break;
	case FUZZ_LOW:
		imm = at[item->target] & 0xfff;
		break;
	}
	return isa_encode(item->op, item->rd, item->rs1, item->rs2, imm);
}

uint32_t *fuzz_addresses(const struct fuzz_program *p, uint32_t *end)
{
	uint32_t *at = malloc((p->count + 1) * sizeof *at), pc[FUZZ_SECTIONS];

	memcpy(pc, p->section, sizeof pc);
	for (size_t i = 0; at && i < p->count; i++) {
		at[i] = pc[p->items[i].section];
		pc[p->items[i].section] += p->items[i].removed ? 0 : 4;
	}
	if (at)
		at[p->count] = pc[0];
	if (end)
		memcpy(end, pc, sizeof pc);
	return at;
}

uint32_t fuzz_word(const struct fuzz_program *p, size_t item)
{
	uint32_t *at = fuzz_addresses(p, NULL);
	uint32_t word = at ? word_of(p, item, at) : 0;

	free(at);
	return word;
}

static void put_word(uint8_t *to, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = (uint8_t)(word >> 8 * i);
}

int fuzz_place(const struct fuzz_program *p, uint8_t *ram,
	       struct fuzz_part *part)
{
	uint32_t base = p->machine.ram_base, end[FUZZ_SECTIONS],
		 *at = fuzz_addresses(p, end);
	int n = 0;

	if (!at)
		return -1;
	for (size_t i = 0; i < p->count; i++)
		if (!p->items[i].removed)
			put_word(ram + (at[i] - base), word_of(p, i, at));
	for (uint32_t i = 0; i < FUZZ_TABLE && !p->no_table; i++)
		put_word(ram + (p->data - base) + 4 * i, p->table[i]);
	end[0] = p->data + 4 * FUZZ_TABLE;
	for (uint32_t s = 0; s < p->sections; s++)
		if (end[s] != p->section[s])
			part[n++] = (struct fuzz_part){
				p->section[s], end[s] - p->section[s]
			};
	free(at);
	return n;
}

uint32_t fuzz_reach(const struct fuzz_program *p)
{
	uint32_t base = p->machine.ram_base, end = p->end - base,
		 far = p->far.addr - base;

	for (uint32_t bits = p->far.bits & ~far; bits; bits &= bits - 1)
		if ((far ^ (bits & -bits)) + p->far.bytes > end)
			end = (far ^ (bits & -bits)) + p->far.bytes;
	if (far + p->far.bytes > end)
		end = far + p->far.bytes;
	return p->sections > 1 || p->alias ? p->machine.ram_size : end;
}

/* --- text ------------------------------------------------------------- */

/* For each item: is it the target of another one? The caller frees the array;
 * NULL: out of memory. */
static bool *targets(const struct fuzz_program *p)
{
	bool *is = calloc(p->count + 1, sizeof *is);

	for (size_t i = 0; is && i < p->count; i++)
		if (!p->items[i].removed && p->items[i].reloc != FUZZ_PLAIN)
			is[p->items[i].target] = true;
	return is;
}

static void write_relocated(FILE *out, const struct fuzz_item *item)
{
	const char *name = isa_insn(item->op)->name;

	if (item->reloc == FUZZ_HIGH)
		fprintf(out, "%s\tx%u, %%hi(.L%" PRIu32 ")", name, item->rd,
			item->target);
	else if (item->reloc == FUZZ_LOW)
		fprintf(out, "%s\tx%u, x%u, %%lo(.L%" PRIu32 ")", name,
			item->rd, item->rs1, item->target);
	else if (isa_insn(item->op)->format == ISA_FMT_J)
		fprintf(out, "%s\tx%u, .L%" PRIu32, name, item->rd,
			item->target);
	else
		fprintf(out, "%s\tx%u, x%u, .L%" PRIu32, name, item->rs1,
			item->rs2, item->target);
}

/* CSRs by number, since the assembler does not know the names of ours. Fences
 * as words, since the assembler accepts only some of them. */
static void write_item(FILE *out, const struct fuzz_item *item, uint32_t pc,
		       uint32_t word, isa_files held)
{
	const struct isa_csr *csr;
	char text[TEXT];

	isa_disasm(pc, word, held, text, sizeof text);
	if (item->op == ISA_INVALID || item->op == ISA_FENCE ||
	    item->op == ISA_FENCE_I) {
		fprintf(out, ".word\t0x%08" PRIx32 "\t\t# %s", word,
			item->op == ISA_INVALID ? "no instruction" : text);
		return;
	}
	if (item->reloc != FUZZ_PLAIN) {
		write_relocated(out, item);
		return;
	}
	if (isa_insn(item->op)->format == ISA_FMT_CSR ||
	    isa_insn(item->op)->format == ISA_FMT_CSRI) {
		csr = isa_csr_find((uint32_t)item->imm & 0xfff);
		fprintf(out, "%s\tx%u, 0x%03" PRIx32 ", %s%u",
			isa_insn(item->op)->name, item->rd,
			(uint32_t)item->imm & 0xfff,
			isa_insn(item->op)->format == ISA_FMT_CSR ? "x" : "",
			item->rs1);
		if (csr)
			fprintf(out, "\t# %s", csr->name);
		return;
	}
	text[strcspn(text, " ")] = '\0';
	fputs(text, out);
	isa_disasm(pc, word, held, text, sizeof text);
	if (strchr(text, ' '))
		fprintf(out, "\t%s", strchr(text, ' ') + 1);
}

static void write_section(FILE *out, uint32_t section)
{
	if (section)
		fprintf(out, "\n\t.section .far%" PRIu32 ", \"ax\"\n", section);
	else
		fputs("\n\t.section .text.start, \"ax\"\n", out);
}

static void write_items(FILE *out, const struct fuzz_program *p,
			const uint32_t *at, const bool *is_target)
{
	uint32_t section = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct fuzz_item *item = &p->items[i];

		if (item->section != section)
			write_section(out, section = item->section);
		if (item->name)
			fprintf(out, "%s:\n", item->name);
		if (is_target[i])
			fprintf(out, ".L%zu:\n", i);
		if (item->removed)
			continue;
		fputc('\t', out);
		write_item(out, item, at[i], word_of(p, i, at),
			   machine_files(&p->machine));
		fputc('\n', out);
	}
	if (section)
		write_section(out, 0);
	if (is_target[p->count])
		fprintf(out, ".L%zu:\n", p->count);
}

static void write_table(FILE *out, const struct fuzz_program *p)
{
	fprintf(out, "\n\t.org\t0x%" PRIx32 "\t\t# read-only: x29\n",
		p->data - p->machine.reset_pc);
	for (uint32_t i = 0; i < FUZZ_TABLE; i++)
		fprintf(out, "%s0x%08" PRIx32 "%s", i % 4 ? ", " : "\t.word\t",
			p->table[i], i % 4 == 3 ? "\n" : "");
}

void fuzz_comment(FILE *out, const char *text)
{
	for (const char *line = text; *line; line += *line == '\n') {
		int n = (int)strcspn(line, "\n");

		fprintf(out, n ? "# %.*s\n" : "#\n", n, line);
		line += n;
	}
}

int fuzz_write(FILE *out, const struct fuzz_program *p, const char *head)
{
	uint32_t *at = fuzz_addresses(p, NULL);
	bool *is_target = targets(p);
	int bad = at && is_target ? 0 : -1;

	if (!bad) {
		fuzz_comment(out, head);
		fputs("#include \"warpwright_isa.h\"\n\n\t.option "
		      "norvc\n\t.option norelax\n"
		      "\t.section .text.start, \"ax\"\n\t.globl "
		      "_start\n_start:\n",
		      out);
		write_items(out, p, at, is_target);
		if (!p->no_table)
			write_table(out, p);
	}
	free(at);
	free(is_target);
	return bad;
}

uint32_t fuzz_dump_bytes(const struct machine *m)
{
	return 4 * isa_reg_count(machine_files(m));
}

int fuzz_link(const struct fuzz_program *p, char *text, size_t size)
{
	const struct machine *m = &p->machine;
	int n = snprintf(text, size,
			 " --ram-base=0x%" PRIx32 " --ram-size=0x%" PRIx32,
			 m->ram_base, m->ram_size);
	const struct machine_march march = machine_march(m);
	uint32_t section = 0;

	if (strcmp(march.text, "rv32im") != 0)
		n += snprintf(text + n, size - (size_t)n, " -march=%s",
			      march.text);
	if (m->reset_pc != m->ram_base)
		n += snprintf(text + n, size - (size_t)n,
			      " -Wl,--section-start=.text=0x%" PRIx32,
			      m->reset_pc);
	for (size_t i = 0; i < p->count; i++) {
		if (p->items[i].section <= section || p->items[i].removed)
			continue;
		section = p->items[i].section;
		n += snprintf(text + n, size - (size_t)n,
			      " -Wl,--section-start=.far%" PRIu32 "=0x%" PRIx32,
			      section, p->section[section]);
	}
	return n;
}
