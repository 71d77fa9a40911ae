/* sweep.h - one call of warpwright sweep, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_sweep.c reads the options and leads. sweep_points.c makes the points: a
 * core for each combination of values. sweep_run.c synthesizes and runs them by
 * the runner of regress.h. sweep_write.c writes tables, sweep_plot.c figures.
 * All strings live in the arena of the diag.
 */
#ifndef WW_CLI_SWEEP_H
#define WW_CLI_SWEEP_H

#include <stdint.h>

#include "cli/regress/regress.h"
#include "fpga/family.h"
#include "gen/gen.h"

enum {
	SWEEP_CONFIGS = 64, SWEEP_AXES = 16, SWEEP_LINKED = 8,
	SWEEP_TARGETS = 16,
	SWEEP_PROGRAMS = 32, SWEEP_POINTS = 10000
};

/* Parameters that take their values together: "-s KEY+KEY=V:V,V:V". */
struct sweep_axis {
	const struct param *keys[SWEEP_LINKED];
	size_t key_count;
	const char *(*values)[SWEEP_LINKED];
	size_t value_count;
};

enum sweep_status {
	SWEEP_WAITING,          /* not run, or not completed */
	SWEEP_OK,
	SWEEP_REFUSED,          /* refused by a rule between parameters */
	SWEEP_UNFIT,            /* place and route did not succeed */
	SWEEP_FAILED,           /* the program did not pass */
	SWEEP_BROKEN            /* a tool failed */
};

const char *sweep_status_name(enum sweep_status status);

/* The area and clock of a core on a target. */
struct sweep_area {
	enum sweep_status status;
	const char *reason;
	uint32_t counts[FPGA_CLASSES];
	uint32_t alms;          /* Intel chips: least number of ALMs; else 0 */
	double mhz;             /* 0: unknown */
	bool placed;            /* placed and routed, not estimated */
	size_t run;             /* index of the run in the regression */
};

/* The run of a program on a core. */
struct sweep_cycles {
	enum sweep_status status;
	const char *reason;
	uint64_t cycles, instructions;
	size_t run;
};

struct sweep_point {
	const char *config;     /* as the user wrote it; NULL: the defaults */
	size_t *values;         /* index of the value of each axis */
	const char **overrides;
	size_t override_count;
	struct config cfg;
	const char *refused;    /* reason of a refusal; NULL: a valid core */
	struct sweep_area *areas;       /* by target */
	struct sweep_cycles *cycles;    /* by program */
};

struct sweep {
	/* Options. */
	const char *configs[SWEEP_CONFIGS];
	size_t config_count;
	const char *sets[SWEEP_AXES];
	size_t set_count;
	const struct fpga_target *targets[SWEEP_TARGETS];
	size_t target_count;
	const char *programs[SWEEP_PROGRAMS];
	size_t program_count;
	const char *sim, *dir, *table;
	uint64_t jobs, seeds, mhz, latency, max_cycles;
	bool hierarchical, no_check, no_plots, only_list, gather;

	struct sweep_axis axes[SWEEP_AXES];
	size_t axis_count;
	const char *fixed[SWEEP_AXES];  /* overrides with one value */
	size_t fixed_count;
	/* ordered by configuration; the last axis varies fastest */
	struct sweep_point *points;
	size_t point_count;

	struct regress regress;
	struct diag *dg;
	int broken;             /* exit status after the failure of a tool */
};

/* Reads the axes and makes the points: 0, or an exit status after located
 * errors. */
int sweep_points(struct sweep *s);
/* The text of value I of axis A: "8", "8:4" of linked parameters. */
const char *sweep_value(struct sweep *s, const struct sweep_axis *a, size_t i);
/* "core.warps" or "core.threads+dcache.banks" */
const char *sweep_axis_name(struct sweep *s, const struct sweep_axis *a);
/* The name of a configuration; CONFIG NULL: the default one. */
const char *sweep_config_name(const char *config);
/* The file name of PATH without its extension. */
const char *sweep_program_name(struct sweep *s, const char *path);

/* Makes the runs of all points, without running them; 0 or an exit status. */
int sweep_prepare(struct sweep *s);
/* Runs all runs without a result, unless --gather, and reads the results. 0 or
 * an exit status. */
int sweep_run(struct sweep *s);

/* Run time of program P of POINT on target T, in microseconds; 0: unknown. */
double sweep_time(const struct sweep_point *point, size_t t, size_t p);

/* Write the results into the directory, or to PATH. 0 or an exit status. */
int sweep_write(struct sweep *s);
int sweep_write_table(struct sweep *s, const char *path);
int sweep_plots(struct sweep *s);

#endif
