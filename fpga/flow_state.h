/* flow_state.h - one run of flow.h, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * flow.c runs yosys and counts, flow_parts.c does so part by part, place.c
 * places and routes. Functions return 0, or a flow_error after writing WHY.
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
	char step[200];         /* the text of the last flow_note */
};

__attribute__((format(printf, 3, 4)))
int flow_refuse(struct flow *f, int error, const char *fmt, ...);

/* PATH = the path of the tool NAME, or of the one that the environment VARIABLE
 * names (PATH_MAX bytes). */
int flow_tool(struct flow *f, const char *variable, const char *name,
	      const char *package, char *path);

/* Runs ARGV in the work directory, with its output in LOG there. ABOUT: its
 * name in messages. */
int flow_tool_run(struct flow *f, const char *const *argv, const char *log,
		  const char *about);

/* PATH = "WORK/NAME" (PATH_MAX bytes). */
int flow_path(struct flow *f, const char *name, char *path);

/* Opens a script for yosys in the work directory; NULL after writing WHY. */
FILE *flow_script_open(struct flow *f, const char *name);
int flow_script_close(struct flow *f, FILE *out, const char *name);
void flow_put_sources(const struct flow *f, FILE *out);
/* Writes the target's command for synthesis, in two parts if the target has its
 * own mapping between them; SHAPE: further options. */
void flow_put_synth(const struct fpga_target *t, uint32_t shuffle,
		    const char *shape,
		    const char *top, FILE *out);
int flow_yosys(struct flow *f, const char *script, const char *log);
/* Did yosys just fail at equal names? Its reader of ABC's result names cells
 * after bits of vectors, and stops if two cells get the same name. */
bool flow_names_clash(const struct flow *f);
/* Writes the remedy, between the sources and the synthesis of TOP: vectors are
 * split into bits. */
void flow_put_split(FILE *out, const char *top, bool whole);

/* Notes that the step TEXT begins. */
void flow_note(struct flow *f, const char *text);

/* flow_count_cell counts MORE cells of TYPE; false: out of memory. flow_module
 * finds or makes the row of the module NAME, as yosys writes it; NULL: out of
 * memory. */
bool flow_count_cell(struct flow_result *r, const char *type, uint32_t more);
struct flow_count *flow_module(struct flow_result *r, const char *name);
/* Sorts the rows after all cells have been counted. */
void flow_sort(struct flow_result *r);

/* Estimates the longest path of M. */
int flow_estimate(struct flow *f, const struct netlist *n,
		  const struct netlist_module *m);

/* Synthesizes part by part, counts and estimates. */
int flow_parts(struct flow *f);

/* Writes the ports of the design to WORK/ports.json. */
int flow_find_ports(struct flow *f);

/* Writes WORK/pins.v: the design between two chains of registers, so that it
 * needs four pins. Its top module is flow_pins. in_q drives the inputs, out_q
 * collects the outputs: one bit for each port bit in the order of the ports,
 * without the clock. WORK/ports.json has the ports. */
int flow_write_pins(struct flow *f);
bool flow_is_clock(const struct netlist *n, const struct netlist_port *p);

/* Writes the models of the target's cells to WORK/models.v; DATA is the
 * directory with fpga/models (gates.c). */
int gates_write_models(struct flow *f, const char *data);

/* Places WORK/flat.json with each seed and packs the best placement. */
int flow_place(struct flow *f);

/* Keeps the longest paths of T between registers of M (ends.c). False: out of
 * memory. */
struct timing;
bool flow_keep_ends(struct flow *f, const struct netlist_module *m,
		    const struct timing *t);

#endif
