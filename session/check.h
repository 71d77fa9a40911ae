/* check.h - what is wrong in a run beside its result
 * SPDX-License-Identifier: Apache-2.0
 *
 * doc/check.md says what is found.
 */
#ifndef WW_SESSION_CHECK_H
#define WW_SESSION_CHECK_H

#include <stdio.h>

#include "sanitize/san.h"
#include "session/program.h"

/* Begins to check the program IMAGE, which has been loaded into G. FROM, which
 * may be NULL, names its buffers. 0 and *SAN, or an exit status after an
 * error. */
int check_begin(unsigned checks, struct golden *g,
		const struct elf_image *image,
		const struct program_source *from, struct san **san);
/* How many errors a checker SAN has found so far; and the lane of the last. */
uint32_t check_findings(const void *san, uint32_t *lane);
/* Prints the counts. Returns the exit status of a run that ended with
 * STATUS. */
int check_end(const struct san *san, int status);
/* Writes a further member, "check", of a JSON result. */
void check_json(FILE *out, const struct san *san);

#endif
