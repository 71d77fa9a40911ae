/* iss_ventus.h - warpwright iss of launches of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * iss_ventus.c runs the launches, iss_ventus_result.c reports them.
 */
#ifndef WW_CLI_ISS_VENTUS_H
#define WW_CLI_ISS_VENTUS_H

#include <signal.h>

#include "cli/iss/iss.h"
#include "session/ventus.h"

enum ventus_outcome {
	VENTUS_PASS, VENTUS_TRAP, VENTUS_LIMIT, VENTUS_INTERRUPTED,
	VENTUS_NO_MEMORY
};

/* One call. The launches run in order with one memory. */
struct ventus {
	const struct iss *iss;  /* the options */
	const struct config *machine;   /* NULL: as each launch asks for */
	struct elf_image image; /* of the program, or empty */
	struct vt *model;
	struct ventus_buffers buffers;  /* of all launches */
	FILE *trace;            /* or NULL */
	const volatile sig_atomic_t *stop;      /* the user has interrupted */

	const char *launch;     /* path of the metadata that runs */
	uint32_t group;         /* the work-group that runs */
	uint64_t groups;        /* work-groups that have ended */
	enum ventus_outcome outcome;
	struct vt_effect last;  /* the last instruction; the trap */
	double start, wall;     /* seconds */
};

/* An error of usage if options do not suit launches, or launches are missing:
 * 0 or OPTIONS_BAD. */
int ventus_options(struct options *o, const struct iss *iss);
/* Runs the launches of ISS, reports the result and returns the exit status. */
int ventus_run(struct options *o, struct iss *iss);

/* Writes the report and the files of a run. Returns the exit status. */
int ventus_result(struct ventus *v);

#endif
