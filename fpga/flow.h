/* flow.h - synthesize, place and route an emitted core, and say what came out
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs yosys and, where the target has it, nextpnr-ice40 and icepack in a
 * directory of the caller's, and reads what they leave. Nothing here prints; a
 * `struct flow_result` owns its texts.
 */
#ifndef WW_FPGA_FLOW_H
#define WW_FPGA_FLOW_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fpga/family.h"

enum flow_error {
	FLOW_E_TOOL = -1,       /* a tool is missing, or failed */
	FLOW_E_FILE = -2,       /* a file cannot be read or written */
	FLOW_E_MEMORY = -3,
	FLOW_E_INTERRUPTED = -4
};

enum { FLOW_SEEDS = 16, FLOW_ENDS = 100 };

struct flow_request {
	const struct fpga_target *target;
	const char *dir;        /* of the Verilog, an absolute path */
	const char *const *files;       /* relative to it */
	size_t file_count;
	const char *top;
	const char *work;       /* where everything is left; exists */
	/* keep the hierarchy: figures for each module */
	bool apart;
	/* A directory that keeps what parts of designs become: the design is
	 * synthesized part by part (parts.h) and not placed. NULL: as a
	 * whole. */
	const char *parts;
	/* placements, 1 .. FLOW_SEEDS; 0: do not place */
	uint32_t seeds;
	double mhz;             /* what place and route aims at */
	/* keep WORK/seed-N-sites.json: what was placed where (placed.h) */
	bool sites;
	const volatile sig_atomic_t *interrupt; /* may be NULL */
	/* Called before something that takes long; may be NULL. */
	void (*note)(void *ctx, const char *text);
	void *ctx;
};

struct flow_count {
	char *name;
	uint32_t instances;     /* of a module */
	/* of one instance, without what is in it */
	uint32_t counts[FPGA_CLASSES];
};

struct flow_cell {
	char *type;
	uint32_t count;
};

struct flow_step {
	char *cell, *net;
	double ns;              /* since the clock edge */
};

/* The longest path between two registers, of any of their bits, in any of their
 * copies ([*]). */
struct flow_end {
	char *from, *to;        /* signals of the Verilog */
	double ns;
};

struct flow_result {
	uint32_t totals[FPGA_CLASSES];
	struct flow_count *modules;     /* with APART */
	size_t module_count;
	struct flow_cell *cells;        /* all kinds, by name */
	size_t cell_count;
	/* estimated, or the median of the placements; 0: no path */
	double mhz;
	bool placed;
	double seed_mhz[FLOW_SEEDS];    /* ascending */
	uint32_t seeds;         /* that were placed */
	bool fits;              /* false: place and route did not succeed */
	uint32_t logic_cells;   /* that the placement uses */
	size_t bitstream;       /* bytes; 0: none */
	size_t untimed, loops;  /* of the estimate, as in timing.h */
	struct flow_step *steps;        /* the longest path */
	size_t step_count;
	/* of an estimate: up to FLOW_ENDS, the longest first */
	struct flow_end *ends;
	size_t end_count;
};

/* 0 and OUT, to be released with flow_free in any case, or a flow_error and
 * WHY. */
int flow_run(const struct flow_request *request, struct flow_result *out,
	     char *why, size_t why_size);
void flow_free(struct flow_result *r);

/* How many letters of NET are a name of the Verilog: what yosys has made of a
 * signal, "pc_LUT4_Z_D[3]", is about "pc". */
size_t flow_signal(const struct flow_result *r, const char *net);

/* The adaptive logic modules of an Intel chip that R takes at least: a function
 * of six inputs has one of its own, of anything else there are two in one, and
 * there are four registers in one. 0: other chips. */
uint32_t flow_alms(const struct fpga_target *target,
		   const struct flow_result *r);

#endif
