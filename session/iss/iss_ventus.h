/* iss_ventus.h - launches of Ventus on their golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_ISS_VENTUS_H
#define WW_SESSION_ISS_VENTUS_H

#include <signal.h>

#include "session/iss/iss.h"
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

/* Makes the model and loads the program, if there is one: 0, or an exit
 * status. */
int ventus_begin(struct ventus *v);
/* Loads and runs the launches; writes the trace. Returns an exit status:
 * CMD_PASS if all files were good, however the launches ended. */
int ventus_execute(struct ventus *v);
void ventus_end(struct ventus *v);

#endif
