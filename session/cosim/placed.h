/* placed.h - lockstep with a placed netlist beside the emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_PLACED_H
#define WW_SESSION_PLACED_H

#include <stddef.h>

#include "session/cosim/cosim_job.h"

/* The files of a placed netlist to compile, relative to its directory, and
 * their top module. */
enum { PLACED_FILES = 4 };
extern const char *const placed_files[PLACED_FILES];
extern const char placed_top[];

/* Places the core of JOB, without trace ports, for JOB->gates, or finds it in
 * the cache. FILES of JOB->tree are the core with trace ports. The directory of
 * placed_files goes into DIR (PATH_MAX bytes), the figures of the placement
 * into JOB. 0, or the exit status after an error message. */
int placed_find(struct job *job, const char *const *files, size_t file_count,
		const char *top, char *dir);

#endif
