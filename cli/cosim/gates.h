/* gates.h - lockstep with a synthesized netlist in place of the emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_GATES_H
#define WW_CLI_GATES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "cli/cosim/cosim_job.h"
#include "cli/options.h"

/* What there is to compile of a netlist, relative to its directory. */
enum { GATES_FILES = 2 };
extern const char *const gates_files[GATES_FILES];

/* Takes the value of --gates: 0, or OPTIONS_BAD after an error. */
int gates_option(const struct options *o, struct job *job);

/* "hx8k", of a job that has a target. */
const char *gates_target(const struct job *job);

/* Synthesizes FILES of JOB->tree for JOB->gates, or finds the netlist in the
 * cache: its directory into DIR (PATH_MAX bytes). 0, or the exit status after
 * an error message. */
int gates_find(const struct job *job, const char *const *files,
	       size_t file_count, const char *top, char *dir);

/* Adds name and content of TREE/NAME to D: 0, or the exit status after an error
 * message. */
int gates_add_file(struct digest *d, const char *tree, const char *name);

/* What gates_find shares with placed_find. */

/* Says WHAT, NAME and errno: the exit status. */
int gates_error(const char *what, const char *name);
/* Says why a flow ended with the flow_error BAD, if it is one: the exit
 * status. */
int gates_ended(const struct job *job, int bad, const char *why);
/* The note of a flow_request: CTX is the job. */
void gates_note(void *ctx, const char *text);
/* Are all of FILES in DIR? */
bool gates_complete(const char *dir, const char *const *files, size_t count);

#endif
