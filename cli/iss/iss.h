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

#include "cli/options.h"
#include "cli/run/program.h"
#include "gen/gen.h"
#include "golden/elf.h"
#include "golden/golden.h"

enum { ISS_LAUNCHES = 64 };

/* A launch of --launch. */
struct iss_launch {
	char *text;             /* its kernel, NULL: the program's entry;
				 * owned, with ARG behind it */
	const char *arg;        /* a number or a name, or NULL */
	uint32_t word[ISA_LAUNCH_WORDS];
	uint32_t slot;
	bool done;
	struct golden_result result;
};

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
	bool dispatch;          /* the machine has a dispatcher */
	struct iss_launch launch[ISS_LAUNCHES];
	size_t launch_count;

	/* The run. */
	struct config cfg;
	struct elf_image image;
	struct golden *golden;
	enum golden_status status;
	double wall;
	size_t rung;            /* launches that have been rung */
};

/* iss_launch.c */
/* Reads a --launch; returns 0, or OPTIONS_BAD after an error. */
int iss_launch_option(struct options *o, struct iss *iss);
void iss_launch_free(struct iss *iss);
/* Gives names their addresses, when the program is loaded. Returns an exit
 * status. */
int iss_launch_names(struct iss *iss);
/* Rings what there are slots for, and the rest when slots are free. */
void iss_launch_begin(struct iss *iss);
/* Have all launches ended well? */
bool iss_launch_good(const struct iss *iss);
/* Prints a line for each launch that has not; writes them as JSON. */
void iss_launch_report(const struct iss *iss);
void iss_launch_json(FILE *out, const struct iss *iss);

/* Prints the summary and the explanation of a failure; writes the JSON file.
 * Returns the exit status. */
int iss_result(const struct iss *iss);

#endif
