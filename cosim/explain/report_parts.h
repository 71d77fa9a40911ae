/* report_parts.h - parts that the reports share
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/.
 */
#ifndef WW_COSIM_REPORT_PARTS_H
#define WW_COSIM_REPORT_PARTS_H

#include "cosim/explain/report.h"

/* The escape sequence CODE; "" without colours. */
static inline const char *report_paint(const struct report *r, const char *code)
{
	return r->colour ? code : "";
}

static inline const char *report_bold(const struct report *r)
{
	return report_paint(r, "\033[1m");
}

static inline const char *report_plain(const struct report *r)
{
	return report_paint(r, "\033[0m");
}

/* Writes "PLACE: WORD ASSEMBLY". */
void report_instruction(const struct report *r, uint32_t pc, uint32_t insn,
			uint32_t prefix);
/* Writes the last instructions that WARP of CORE retired. */
void report_history(const struct report *r, uint32_t core, uint32_t warp);
/* Writes the commands to run next. */
void report_go_on(const struct report *r);

#endif
