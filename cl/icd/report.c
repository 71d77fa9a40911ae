/* report.c - the OpenCL driver: why a kernel did not end well
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>

#include "cl/icd/icd.h"
#include "isa/isa.h"

enum { PLACE = 300, CORE = 24 };

/* "program.cl:12 (pc 0x80001234)". */
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

void report_end(const struct machine *m, const struct elf_image *image,
		const char *name, const struct wwd_result *r, char *text,
		size_t size)
{
	char place[PLACE], core[CORE] = "";

	if (r->end == WWD_EXITED) {
		snprintf(text, size, "kernel %s: the run ended with exit code "
			 "%" PRIu32, name, r->exit_code);
		return;
	}
	if (r->end == WWD_REFUSED) {
		snprintf(text, size, "kernel %s: the device refuses it: %s",
			 name, isa_launch_reason((enum isa_refused)r->reason));
		return;
	}
	if (r->end == WWD_CUT) {
		snprintf(text, size, "kernel %s: cut, since the device failed "
			 "in another one", name);
		return;
	}
	if (m->cores > 1)
		snprintf(core, sizeof core, "core %" PRIu32 ", ", r->core);
	put_place(image, r->pc, place, sizeof place);
	snprintf(text, size, "kernel %s: %swarp %" PRIu32 " trapped at %s: %s "
		 "(cause %" PRIu32 "), tval 0x%08" PRIx32, name, core, r->warp,
		 place, isa_cause_name(r->cause), r->cause, r->tval);
}
