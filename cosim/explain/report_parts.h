/* report_parts.h - what the reports have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/.
 */
#ifndef WW_COSIM_REPORT_PARTS_H
#define WW_COSIM_REPORT_PARTS_H

#include "cosim/explain/report.h"

/* The escape sequence CODE, or nothing where there is no colour. */
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

/* "PLACE: WORD  ASSEMBLY" */
void report_instruction(const struct report *r, uint32_t pc, uint32_t insn);
/* "core 1, " where there are several. */
struct report_core { char text[24]; };
struct report_core report_core(const struct report *r, uint32_t core);
/* What WARP of CORE retired last. */
void report_history(const struct report *r, uint32_t core, uint32_t warp);
/* The commands that help. */
void report_go_on(const struct report *r);

#endif
