/* iss.h - one call of warpwright iss, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_iss.c reads the options and runs the program; iss_result.c reports the
 * result.
 */
#ifndef WW_CLI_ISS_H
#define WW_CLI_ISS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/run/program.h"
#include "gen/gen.h"
#include "golden/elf.h"
#include "golden/golden.h"

struct iss {
	/* Options. */
	const char *program, *trace, *json;
	/* file for the program's pictures, or NULL */
	const char *pictures;
	uint64_t max_instructions;      /* 0: no limit */
	double max_seconds;             /* 0: no limit */
	/* the user has set max_instructions, perhaps to 0 */
	bool has_limit;
	bool strict;
	const struct program_source *from;      /* NULL: PROGRAM is a file */

	/* The run. */
	struct config cfg;
	struct elf_image image;
	struct golden *golden;
	enum golden_status status;
	double wall;
};

/* Prints the summary and the explanation of a failure; writes the JSON file.
 * Returns the exit status. */
int iss_result(const struct iss *iss);

#endif
