/* flow_state.h - one run of flow.h, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * flow.c runs yosys and counts, place.c places and routes. Functions return 0 or a
 * flow_error after writing WHY.
 */
#ifndef WW_FPGA_FLOW_STATE_H
#define WW_FPGA_FLOW_STATE_H

#include <limits.h>

#include "fpga/flow.h"

struct flow {
	const struct flow_request *req;
	struct flow_result *out;
	char yosys[PATH_MAX];
	char *why;
	size_t why_size;
};

__attribute__((format(printf, 3, 4)))
int flow_refuse(struct flow *f, int error, const char *fmt, ...);

/* The tool NAME, or what VARIABLE says, into PATH (PATH_MAX bytes). */
int flow_tool(struct flow *f, const char *variable, const char *name, const char *package,
	      char *path);

/* Runs ARGV in the work directory, its output in LOG there. ABOUT: what it is called. */
int flow_tool_run(struct flow *f, const char *const *argv, const char *log, const char *about);

/* "WORK/NAME" into PATH (PATH_MAX bytes). */
int flow_path(struct flow *f, const char *name, char *path);

/* Writes WORK/pins.v: the design between two chains of registers, so that it needs four
 * pins. Its top module is flow_pins. WORK/ports.json has the ports. */
int flow_write_pins(struct flow *f);

/* Places WORK/flat.json with each seed, packs the best. */
int flow_place(struct flow *f);

#endif
