/* iss.h - one call of warpwright iss, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_iss.c reads the options and runs the program, iss_result.c says how it
 * went.
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
	const char *pictures;           /* where they go, or NULL */
	uint64_t max_instructions;      /* 0: no limit */
	double max_seconds;             /* 0: no limit */
	bool has_limit;                 /* of instructions, 0 too */
	bool strict;
	const struct program_source *from;      /* NULL: a file */

	/* The run. */
	struct config cfg;
	struct elf_image image;
	struct golden *golden;
	enum golden_status status;
	double wall;
};

/* Prints the summary and what there is to explain, writes the JSON file.
 * Returns the exit status. */
int iss_result(const struct iss *iss);

#endif
