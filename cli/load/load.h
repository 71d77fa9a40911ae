/* load.h - one call of warpwright load, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_load.c reads the options, load_board.c brings the program into the board
 * and runs it, load_result.c says how it went. Errors are printed where they
 * are met.
 */
#ifndef WW_CLI_LOAD_H
#define WW_CLI_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/load/link.h"
#include "golden/elf.h"

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
	double patience;                /* seconds; 0: that of the link */
	bool info;                      /* what the board is, no program */

	/* The run. */
	struct link link;
	struct link_info board;
	struct elf_image image;
	bool started;
	enum load_end end;
	struct link_status status;      /* the last one */
	double load_seconds, wall_seconds;
};

/* Prints what went wrong on the line; an exit status. */
int load_line_error(const struct load *l, int error);

/* The port and the board behind it. 0 or an exit status, as in all of these. */
int load_connect(struct load *l);
/* The program, checked against the board. */
int load_program(struct load *l);
/* The program into the board's memory, all of which is compared. */
int load_memory(struct load *l);
/* Runs it, console to stdout, until l->end says why not any longer. */
int load_run(struct load *l);

/* Writes what --dump asks for; false at once if a name or number is wrong when
 * the board is not asked yet. */
int load_check_dumps(const struct load *l);
int load_dump(struct load *l);
void load_print_info(const struct load *l);
/* Summary, explanation, JSON. */
int load_result(const struct load *l);

#endif
