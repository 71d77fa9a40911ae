/* report.c - the OpenCL driver: why a kernel did not end well
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "isa/isa.h"

enum { PLACE = 300, CORE = 24, MOST_WARPS = 4 };

/* "program.cl:12, 0x80001234". */
static void put_place(const struct elf_image *image, uint32_t pc, char *text,
		      size_t size)
{
	const struct lines_row *row = lines_at(&image->lines, pc);
	const struct elf_symbol *s = elf_symbol_at(image, pc);

	if (row)
		snprintf(text, size, "%s:%" PRIu32 " (pc 0x%08" PRIx32 ")",
			 row->file, row->line, pc);
	else
		snprintf(text, size, "pc 0x%08" PRIx32 "%s%s", pc,
			 s ? ", in " : "", s ? s->name : "");
}

static void put_trap(const struct golden *g, const struct elf_image *image,
		     const char *name, char *text, size_t size)
{
	const struct golden_trap *t = golden_first_trap(g);
	char place[PLACE], core[CORE] = "";

	if (golden_machine(g)->cores > 1)
		snprintf(core, sizeof core, "core %" PRIu32 ", ", t->core);
	put_place(image, t->pc, place, sizeof place);
	snprintf(text, size, "kernel %s: %swarp %" PRIu32 " trapped at %s: %s "
		 "(cause %" PRIu32 "), tval 0x%08" PRIx32, name, core, t->warp,
		 place, isa_cause_name(t->cause), t->cause, t->tval);
}

/* Appends FORMAT to TEXT, of SIZE bytes, as far as there is room. */
__attribute__((format(printf, 3, 4)))
static void append(char *text, size_t size, const char *format, ...)
{
	size_t n = strlen(text);
	va_list ap;

	va_start(ap, format);
	vsnprintf(text + n, size - n, format, ap);
	va_end(ap);
}

/* The warps that wait at a barrier, and where. */
static void put_waiting(const struct golden *g, const struct elf_image *image,
			char *text, size_t size)
{
	const struct machine *m = golden_machine(g);
	char place[PLACE];
	uint32_t n = 0;

	for (uint32_t c = 0; c < m->cores; c++)
		for (uint32_t w = 0; w < m->warps; w++) {
			const struct golden_core *core = golden_core(g, c);

			if (!(golden_active(core) >> w & 1) ||
			    golden_barrier(core, w) < 0 || n++ >= MOST_WARPS)
				continue;
			/* The next pc is behind the barrier. */
			put_place(image, golden_pc(core, w) - 4, place,
				  sizeof place);
			append(text, size, "%s warp %" PRIu32, n > 1 ? "," : "",
			       w);
			if (m->cores > 1)
				append(text, size, " of core %" PRIu32, c);
			append(text, size, " at %s", place);
		}
	if (n > MOST_WARPS)
		append(text, size, ", and %" PRIu32 " more", n - MOST_WARPS);
}

void report_run(const struct golden *g, const struct elf_image *image,
		const char *name, enum golden_status status, char *text,
		size_t size)
{
	const struct golden_overflow *o = golden_overflow(g);
	char place[PLACE];

	switch (status) {
	case GOLDEN_FAULT:
		put_trap(g, image, name, text, size);
		return;
	case GOLDEN_LIMIT:
		snprintf(text, size, "kernel %s: stopped after %g s "
			 "(WARPWRIGHT_CL_SECONDS)", name, device_seconds());
		return;
	case GOLDEN_DEADLOCK:
		snprintf(text, size, golden_any_ready(g) ?
			 "kernel %s: warps wait at a barrier that others do "
			 "not reach:" :
			 "kernel %s: all warps wait at barriers that not all "
			 "items reach:", name);
		put_waiting(g, image, text, size);
		return;
	case GOLDEN_DIVERGENT:
		put_place(image, golden_first_divergence(g)->pc, place,
			  sizeof place);
		snprintf(text, size, "kernel %s: threads of a warp disagree "
			 "on the branch at %s", name, place);
		return;
	case GOLDEN_OVERFLOW:
		put_place(image, o->pc, place, sizeof place);
		snprintf(text, size, "kernel %s: the stack of a thread "
			 "overflows at %s", name, place);
		return;
	case GOLDEN_CALLED_OFF:
		if (interrupt_seen()) {
			snprintf(text, size, "kernel %s: stopped by SIGINT",
				 name);
			return;
		}
		snprintf(text, size, "kernel %s: the core is not what the "
			 "golden model is; the report is on stderr", name);
		return;
	case GOLDEN_PASS: case GOLDEN_RUNNING:
		break;
	}
	snprintf(text, size, "kernel %s: the run ended with exit code %"
		 PRIu32, name, golden_exit_code(g));
}
