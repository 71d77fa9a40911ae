/* load.h - one call of warpwright load, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_load.c reads the options, load_board.c loads the program into the board
 * and runs it, load_result.c reports the result. Each function prints its
 * errors.
 */
#ifndef WW_CLI_LOAD_H
#define WW_CLI_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "golden/elf.h"
#include "session/link/link.h"

enum { LOAD_DUMPS = 16 };

enum load_end {
	LOAD_RUNNING, LOAD_DONE, LOAD_TIMEOUT, LOAD_INTERRUPTED
};

struct load {
	/* Options. */
	const char *port, *program, *json;
	const char *dumps[LOAD_DUMPS];  /* SYMBOL[:BYTES][=FILE] */
	unsigned dump_count;
	uint64_t baud;
	double max_seconds;             /* 0: no limit */
	/* seconds; 0: the default of the link */
	double patience;
	bool info;                      /* describe the board; run no program */

	/* The run. */
	struct link link;
	struct link_info board;
	struct elf_image image;
	bool started;
	enum load_end end;
	struct link_status status;      /* the last status */
	bool complete;                  /* a launch, without an exit code */
	double load_seconds, wall_seconds;
};

/* Prints the error of a link function; returns the exit status. */
int load_line_error(const struct load *l, int error);

/* Opens the port and asks the board for its description. 0 or an exit status,
 * as in all functions below. */
int load_connect(struct load *l);
/* Loads the program file and checks it against the board. */
int load_program(struct load *l);
/* Writes the program into the board's memory and compares all of the memory. */
int load_memory(struct load *l);
/* Runs the program, with its console on stdout; sets l->end to the reason of
 * its end. */
int load_run(struct load *l);

/* load_check_dumps checks the values of --dump before the board is used;
 * load_dump writes the dumps. */
int load_check_dumps(const struct load *l);
int load_dump(struct load *l);
void load_print_info(const struct load *l);
/* Prints the summary and the explanation of a failure; writes the JSON file. */
int load_result(const struct load *l);

#endif
