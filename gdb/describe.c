/* describe.c - what GDB is told as text: registers, threads, monitor commands
 * SPDX-License-Identifier: Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include "gdb/target.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

enum { TEXT = 256 };

/* The text that WRITE writes; NULL if memory runs out. */
static char *text_of(const struct gdb *d,
		     void (*write)(FILE *out, const struct gdb *d))
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	write(out, d);
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

/* --- registers -------------------------------------------------------- */

static void reg(FILE *out, const char *name, uint32_t number, const char *type)
{
	fprintf(out, "<reg name=\"%s\" bitsize=\"32\" regnum=\"%" PRIu32
		"\" type=\"%s\"/>", name, number, type);
}

static void numbered(FILE *out, char letter, uint32_t first, const char *type)
{
	char name[8];

	for (uint32_t i = 0; i < 32; i++) {
		snprintf(name, sizeof name, "%c%" PRIu32, letter, i);
		reg(out, name, first + i, type);
	}
}

/* The CSRs of the machine: those of floating point, or all others. */
static void csrs(FILE *out, const struct gdb *d, bool floats)
{
	uint32_t unused;

	const struct isa_csr *row;

	for (size_t i = 0; (row = isa_csr_row(i)); i++)
		if (isa_csr_floats(row->address) == floats &&
		    golden_csr_value(golden_core(d->g, 0), 0, 0, row->address,
				     &unused))
			reg(out, row->name, GDB_CSR + row->address, "int");
}

static void description(FILE *out, const struct gdb *d)
{
	fputs("<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM "
	      "\"gdb-target.dtd\"><target version=\"1.0\">"
	      "<architecture>riscv:rv32</architecture>"
	      "<feature name=\"org.gnu.gdb.riscv.cpu\">", out);
	numbered(out, 'x', 0, "int");
	reg(out, "pc", GDB_PC, "code_ptr");
	if (d->f) {
		fputs("</feature><feature name=\"org.gnu.gdb.riscv.fpu\">",
		      out);
		numbered(out, 'f', GDB_F, "ieee_single");
		csrs(out, d, true);
	}
	fputs("</feature><feature name=\"org.gnu.gdb.riscv.csr\">", out);
	csrs(out, d, false);
	if (!d->f)
		csrs(out, d, true);
	fputs("</feature></target>", out);
}

char *gdb_description(const struct gdb *d)
{
	return text_of(d, description);
}

/* --- threads ---------------------------------------------------------- */

/* The block of L, and the number of the thread in it. */
static void block(FILE *out, const struct gdb *d, struct gdb_lane l)
{
	const struct golden_core *c = golden_core(d->g, l.core);
	struct golden_place p;
	uint32_t thread;

	if (!golden_machine(d->g)->dispatch)
		return;
	p = golden_place(c, golden_place_of(c, l.warp));
	thread = golden_number(c, l.warp) * d->threads + l.lane;
	fprintf(out, ", block %" PRIu32 ",%" PRIu32 ",%" PRIu32
		" thread %" PRIu32, p.place[0], p.place[1], p.place[2],
		thread);
}

static void thread(FILE *out, const struct gdb *d, struct gdb_lane l)
{
	const struct golden_core *c = golden_core(d->g, l.core);
	int barrier = golden_barrier(c, l.warp);

	fprintf(out, "<thread id=\"%" PRIx32 "\" core=\"%" PRIu32 "\" name=\"%"
		PRIu32 ".%" PRIu32 ".%" PRIu32 "\">core %" PRIu32 " warp %"
		PRIu32 " lane %" PRIu32, gdb_id(d, l), l.core, l.core, l.warp,
		l.lane, l.core, l.warp, l.lane);
	block(out, d, l);
	if (!(golden_active(c) >> l.warp & 1))
		fputs(", trapped", out);
	else if (!gdb_active(d, l))
		fputs(", waits for a join", out);
	else if (barrier >= 0)
		fprintf(out, ", waits at barrier %d", barrier);
	fputs("</thread>", out);
}

static void threads(FILE *out, const struct gdb *d)
{
	fputs("<?xml version=\"1.0\"?><threads>", out);
	for (uint32_t i = 0; i < d->cores * d->warps; i++) {
		struct gdb_lane l = { i / d->warps, i % d->warps, 0 };
		uint32_t lanes = gdb_lanes(d, l.core, l.warp);

		for (; lanes; lanes &= lanes - 1) {
			l.lane = (uint32_t)__builtin_ctz(lanes);
			thread(out, d, l);
		}
	}
	fputs("</threads>", out);
}

char *gdb_threads(const struct gdb *d)
{
	return text_of(d, threads);
}

/* --- monitor ---------------------------------------------------------- */

/* "main+0x12 (saxpy.c:8)" */
static const char *place(const struct gdb *d, uint32_t pc, char *buf)
{
	const struct elf_image *image = d->plan->image;
	const struct elf_symbol *f = elf_symbol_at(image, pc);
	const struct lines_row *row = lines_at(&image->lines, pc);
	int n = snprintf(buf, TEXT, "%s+0x%" PRIx32, f ? f->name : "",
			 f ? pc - f->addr : pc);

	if (row && n < TEXT)
		snprintf(buf + n, TEXT - (size_t)n, " (%s:%" PRIu32 ")",
			 row->file, row->line);
	return buf;
}

static void warps(FILE *out, const struct gdb *d)
{
	char text[TEXT];

	for (uint32_t i = 0; i < d->cores * d->warps; i++) {
		uint32_t core = i / d->warps, w = i % d->warps;
		const struct golden_core *c = golden_core(d->g, core);
		int barrier = golden_barrier(c, w);

		if (!(golden_active(c) >> w & 1))
			continue;
		fprintf(out, "core %" PRIu32 " warp %" PRIu32 "  pc %08" PRIx32
			"  mask %" PRIx32 "  stack %" PRIu32 "  %s", core, w,
			golden_pc(c, w), golden_tmask(c, w),
			golden_depth(c, w), place(d, golden_pc(c, w), text));
		if (barrier >= 0)
			fprintf(out, "  at barrier %d", barrier);
		fputc('\n', out);
	}
}

static void stack_of(FILE *out, const struct gdb *d, uint32_t core,
		     uint32_t warp)
{
	const struct golden_core *c = golden_core(d->g, core);
	struct golden_stacked s;
	char text[TEXT];

	for (uint32_t i = golden_depth(c, warp); i-- > 0;)
		if (golden_stacked(c, warp, i, &s))
			fprintf(out, "core %" PRIu32 " warp %" PRIu32
				"  entry %" PRIu32 "  mask %" PRIx32 "  %s%s\n",
				core, warp, i, s.mask, s.is_else ?
				"else, continues at " : "join",
				s.is_else ? place(d, s.pc, text) : "");
}

static void stacks(FILE *out, const struct gdb *d)
{
	uint32_t entries = 0;

	for (uint32_t i = 0; i < d->cores * d->warps; i++) {
		entries += golden_depth(golden_core(d->g, i / d->warps),
					i % d->warps);
		stack_of(out, d, i / d->warps, i % d->warps);
	}
	if (!entries)
		fputs("all stacks are empty\n", out);
}

static void counters(FILE *out, const struct gdb *d)
{
	for (uint32_t i = 0; i < d->cores; i++) {
		const struct golden_stats *s =
			golden_stats(golden_core(d->g, i));

		fprintf(out, "core %" PRIu32 "  warp instructions %" PRIu64
			"  thread instructions %" PRIu64 "  divergent splits %"
			PRIu64 "  divergent branches %" PRIu64 "\n", i,
			s->instructions, s->thread_instructions, s->diverged,
			s->divergent_branches);
	}
}

/* --- monitor, beside a core --------------------------------------------- */

static void cycle(FILE *out, const struct gdb *d)
{
	const struct gdb_core *core = d->plan->core;

	fprintf(out, "cycle %" PRIu64 "\n", core->cycle(core->ctx));
}

static void until(FILE *out, const struct gdb *d)
{
	if (d->until)
		fprintf(out, "the program stops in cycle %" PRIu64 ", or at "
			"the first instruction behind it\n", d->until);
	else
		fputs("the program does not stop at a cycle\n", out);
}

static void waits(FILE *out, const struct gdb *d)
{
	const struct gdb_core *core = d->plan->core;
	char text[TEXT];

	for (uint32_t i = 0; i < d->cores * d->warps; i++) {
		uint32_t id = i / d->warps, w = i % d->warps;

		if (!(golden_active(golden_core(d->g, id)) >> w & 1))
			continue;
		core->waits(core->ctx, id, w, text, sizeof text);
		fprintf(out, "core %" PRIu32 " warp %" PRIu32 "  %s\n", id, w,
			text);
	}
}

static const struct {
	const char *name, *doc;
	bool beside;            /* only beside a core */
	void (*write)(FILE *out, const struct gdb *d);
} commands[] = {
	{ "warps", "each active warp: pc, mask, depth of its stack, place",
	  false, warps },
	{ "stacks", "the IPDOM stack of each warp", false, stacks },
	{ "counters", "what each core has executed", false, counters },
	{ "cycle", "the cycle of the core", true, cycle },
	{ "until N", "the program stops in cycle N; 0: nowhere", true, until },
	{ "waits", "what each active warp waits for", true, waits }
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void help(FILE *out, const struct gdb *d)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!commands[i].beside || d->plan->core)
			fprintf(out, "monitor %-9s %s\n", commands[i].name,
				commands[i].doc);
}

char *gdb_monitor(const struct gdb *d, const char *command)
{
	size_t n = strcspn(command, " ");

	for (size_t i = 0; i < COMMANDS; i++)
		if (n == strcspn(commands[i].name, " ") &&
		    !strncmp(command, commands[i].name, n) &&
		    (!commands[i].beside || d->plan->core))
			return text_of(d, commands[i].write);
	return text_of(d, help);
}
