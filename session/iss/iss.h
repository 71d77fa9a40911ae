/* iss.h - a program on the golden model: what is asked, and what came
 * SPDX-License-Identifier: Apache-2.0
 *
 * The caller fills in the options. Each function prints its errors.
 */
#ifndef WW_SESSION_ISS_H
#define WW_SESSION_ISS_H

#include <stdbool.h>
#include <stdint.h>

#include "gdb/gdb.h"
#include "gen/gen.h"
#include "golden/elf.h"
#include "golden/golden.h"
#include "sanitize/san.h"
#include "session/launch.h"
#include "session/profile/profile_attach.h"
#include "session/profile/profile_files.h"
#include "session/program.h"

struct iss {
	/* Options. */
	const char *program, *trace, *json;
	bool trace_lines;       /* TRACE has source lines */
	const char *gdb;        /* a port or "-"; NULL: no GDB */
	/* file for the program's pictures, or NULL */
	const char *pictures;
	uint64_t max_instructions;      /* 0: no limit */
	double max_seconds;             /* 0: no limit */
	/* the user has set max_instructions, perhaps to 0 */
	bool has_limit;
	bool strict;
	unsigned checks;        /* SAN_MEMORY ..., or 0 */
	const struct program_source *from;      /* NULL: PROGRAM is a file */
	/* launches of Ventus, NAME.metadata; owned */
	const char **ventus;
	size_t ventus_count;
	const char *memory;     /* file for their memory, or NULL */
	struct profile_files profiles;
	bool dispatch;          /* the machine has a dispatcher */
	struct launches launches;

	/* The run. */
	struct config cfg;
	struct elf_image image;
	struct golden *golden;
	struct san *san;        /* NULL: nothing is checked */
	enum golden_status status;
	struct gdb_plan gdb_plan;
	struct gdb *gdb_session;        /* or NULL */
	double wall;
	struct profile *profile;        /* NULL: not wanted */
	struct profile_watch watch;     /* of the profile */
	size_t rung;            /* launches that have been rung */
	uint32_t slot[LAUNCHES];        /* of each, where it was rung */
};

/* iss_run.c. Loads the program; creates the golden model and places the program
 * in its memory; runs it. Each returns an exit status. */
int iss_load(struct iss *iss);
int iss_place(struct iss *iss);
int iss_run(struct iss *iss);
void iss_clean(struct iss *iss);

/* Gives names their addresses, when the program is loaded. Returns an exit
 * status. (iss_launch.c) */
int iss_launch_names(struct iss *iss);
/* Rings what there are slots for, and the rest when slots are free. */
void iss_launch_begin(struct iss *iss);

/* iss_profile.c. Opens the files of --profile and watches the golden model;
 * writes them; drops what is not written. The first two return an exit
 * status. */
int iss_profile_begin(struct iss *iss);
int iss_profile_write(struct iss *iss);
void iss_profile_clean(struct iss *iss);

#endif
