/* flow.h - synthesize, place and route an emitted core, and read the result
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs yosys, and for some targets nextpnr-ice40 and icepack, in a directory of
 * the caller, and reads their output files. Functions print nothing. A `struct
 * flow_result` owns its texts; flow_free releases them.
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
	const char *dir;        /* absolute path of the Verilog */
	const char *const *files;       /* relative to dir */
	size_t file_count;
	const char *top;
	const char *work;       /* existing directory for all files */
	/* keep the hierarchy: counts for each module */
	bool apart;
	/* The cache directory of synthesized parts: the design is synthesized
	 * part by part (parts.h) and not placed. NULL: as a whole. */
	const char *parts;
	/* number of placements, 1 .. FLOW_SEEDS; 0: do not place */
	uint32_t seeds;
	double mhz;             /* target clock of place and route */
	/* If not 0: the seed of other names for cells and wires, given to them
	 * before cells are mapped; for targets with a step of their own for
	 * that (fpga_target.map). The mapping depends on their order. */
	uint32_t shuffle;
	/* keep WORK/seed-N-sites.json, the sites of cells (placed.h) */
	bool sites;
	const volatile sig_atomic_t *interrupt; /* may be NULL */
	/* Called before a long step, SECONDS is 0, and at times while it
	 * lasts; may be NULL. */
	void (*note)(void *ctx, const char *text, double seconds);
	void *ctx;
};

struct flow_count {
	char *name;
	uint32_t instances;     /* instances of the module */
	/* of one instance, without its submodules */
	uint32_t counts[FPGA_CLASSES];
};

struct flow_cell {
	char *type;
	uint32_t count;
};

struct flow_step {
	char *cell, *net;
	double ns;              /* time since the clock edge */
};

/* The longest path between two registers: over all of their bits and all of
 * their copies ([*]). */
struct flow_end {
	char *from, *to;        /* names in the Verilog */
	double ns;
};

struct flow_result {
	uint32_t totals[FPGA_CLASSES];
	struct flow_count *modules;     /* with APART */
	size_t module_count;
	struct flow_cell *cells;        /* all types, by name */
	size_t cell_count;
	/* the estimate, or the median of the placements; 0: no path */
	double mhz;
	bool placed;
	double seed_mhz[FLOW_SEEDS];    /* ascending */
	uint32_t seeds;         /* number of successful placements */
	bool fits;              /* false: place and route failed */
	uint32_t logic_cells;   /* logic cells of the placement */
	size_t bitstream;       /* bytes; 0: none */
	size_t untimed, loops;  /* of the estimate, as in timing.h */
	struct flow_step *steps;        /* the longest path */
	size_t step_count;
	/* of an estimate: up to FLOW_ENDS, the longest first */
	struct flow_end *ends;
	size_t end_count;
};

/* Runs the flow: 0 and OUT, or a flow_error and WHY. The caller releases OUT
 * with flow_free in either case. */
int flow_run(const struct flow_request *request, struct flow_result *out,
	     char *why, size_t why_size);
void flow_free(struct flow_result *r);

/* The length of the part of NET that is a name of the Verilog: of
 * "pc_LUT4_Z_D[3]", which yosys derived from a signal, it is "pc". */
size_t flow_signal(const struct flow_result *r, const char *net);

/* The least number of adaptive logic modules of an Intel chip that R needs: a
 * function of six inputs takes one, two other functions share one, and four
 * registers share one. 0: other chips. */
uint32_t flow_alms(const struct fpga_target *target,
		   const struct flow_result *r);

#endif
