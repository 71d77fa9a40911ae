/* gates.h - lockstep with a synthesized netlist in place of the emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_GATES_H
#define WW_SESSION_GATES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "session/cosim/cosim_job.h"

/* The files of a netlist to compile, relative to its directory. */
enum { GATES_FILES = 2 };
extern const char *const gates_files[GATES_FILES];

/* The name of the job's target, such as "hx8k"; the job has one. */
const char *gates_target(const struct job *job);

/* Synthesizes FILES of JOB->tree, with top module TOP, for JOB->gates, or finds
 * the netlist in the cache. Its directory goes into DIR (PATH_MAX bytes). 0, or
 * the exit status after an error message. */
int gates_find(const struct job *job, const char *const *files,
	       size_t file_count, const char *top, char *dir);

/* Adds the name and the content of TREE/NAME to D: 0, or the exit status after
 * an error message. */
int gates_add_file(struct digest *d, const char *tree, const char *name);

/* Shared by gates_find and placed_find: */

/* Prints WHAT, NAME and errno; returns the exit status. */
int gates_error(const char *what, const char *name);
/* Prints the reason WHY of the flow_error BAD, if BAD is not 0; returns the
 * exit status. */
int gates_ended(const struct job *job, int bad, const char *why);
/* The function `note` of a flow_request; CTX is the job. */
void gates_note(void *ctx, const char *text, double seconds);
/* Does DIR contain all of FILES? */
bool gates_complete(const char *dir, const char *const *files, size_t count);

#endif
