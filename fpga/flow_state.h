/* flow_state.h - one run of flow.h, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * flow.c runs yosys and counts, flow_parts.c does so part by part, place.c
 * places and routes. Functions return 0 or a flow_error after writing WHY.
 */
#ifndef WW_FPGA_FLOW_STATE_H
#define WW_FPGA_FLOW_STATE_H

#include <limits.h>
#include <stdio.h>

#include "fpga/flow.h"
#include "fpga/netlist.h"

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
int flow_tool(struct flow *f, const char *variable, const char *name,
	      const char *package, char *path);

/* Runs ARGV in the work directory, its output in LOG there. ABOUT: what it is
 * called. */
int flow_tool_run(struct flow *f, const char *const *argv, const char *log,
		  const char *about);

/* "WORK/NAME" into PATH (PATH_MAX bytes). */
int flow_path(struct flow *f, const char *name, char *path);

/* A script for yosys in the work directory; NULL after writing WHY. */
FILE *flow_script_open(struct flow *f, const char *name);
int flow_script_close(struct flow *f, FILE *out, const char *name);
void flow_put_sources(const struct flow *f, FILE *out);
/* The target's command, in two parts if it has its own mapping between them;
 * SHAPE: more options. */
void flow_put_synth(const struct fpga_target *t, const char *shape,
		    const char *top, FILE *out);
int flow_yosys(struct flow *f, const char *script, const char *log);
/* Whether yosys has just failed at names: its reader of what ABC has made names
 * cells after bits of vectors and stops where two get the same name. */
bool flow_names_clash(const struct flow *f);
/* What then stands before the synthesis of TOP, after the sources: vectors
 * become bits. */
void flow_put_split(FILE *out, const char *top, bool whole);

void flow_note(const struct flow *f, const char *text);

/* Counts MORE cells of TYPE; and the row of the module NAME as yosys writes it,
 * made if need be. False, NULL: no memory. */
bool flow_count_cell(struct flow_result *r, const char *type, uint32_t more);
struct flow_count *flow_module(struct flow_result *r, const char *name);
/* Once all have been counted. */
void flow_sort(struct flow_result *r);

/* The estimate for M. */
int flow_estimate(struct flow *f, const struct netlist *n,
		  const struct netlist_module *m);

/* Synthesizes part by part, counts and estimates. */
int flow_parts(struct flow *f);

/* Leaves the ports of the design in WORK/ports.json. */
int flow_find_ports(struct flow *f);

/* Writes WORK/pins.v: the design between two chains of registers, so that it
 * needs four pins. Its top module is flow_pins; in_q feeds the inputs, out_q
 * collects the outputs, one bit for each in the order of the ports, without the
 * clock. WORK/ports.json has the ports. */
int flow_write_pins(struct flow *f);
bool flow_is_clock(const struct netlist *n, const struct netlist_port *p);

/* Leaves the models of the target's cells in WORK/models.v; DATA is where
 * fpga/models is. (gates.c) */
int gates_write_models(struct flow *f, const char *data);

/* Places WORK/flat.json with each seed, packs the best. */
int flow_place(struct flow *f);

/* ends.c: the longest paths of T between registers of M. False: no memory. */
struct timing;
bool flow_keep_ends(struct flow *f, const struct netlist_module *m,
		    const struct timing *t);

#endif
