/* cosim_job.h - a program on a model in lockstep: what is asked, and what came
 * SPDX-License-Identifier: Apache-2.0
 *
 * The caller fills in the settings. cosim_load.c loads the program,
 * cosim_model.c builds the model, cosim_run.c runs it. Each function prints its
 * errors and returns 0 or the exit status of the command.
 */
#ifndef WW_SESSION_COSIM_JOB_H
#define WW_SESSION_COSIM_JOB_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "cosim/cover/coverage.h"
#include "cosim/device/sim.h"
#include "cosim/run/harness.h"
#include "gdb/gdb.h"
#include "gen/gen.h"
#include "golden/elf.h"
#include "session/cosim/cosim_ventus.h"
#include "session/cosim/cycles.h"
#include "session/cosim/snapshot.h"
#include "session/launch.h"
#include "session/outfile.h"
#include "session/profile/profile.h"
#include "session/profile/profile_files.h"
#include "session/program.h"
#include "session/view/view.h"
#include "session/view/view_of.h"

struct fpga_target;
struct san;
struct tree;

struct job {
	/* Options. */
	const struct sim *sim;  /* NULL: the first */
	const char *program;
	const char *rtl;        /* an emitted tree, or NULL: emit one */
	/* run its netlist; or NULL */
	const struct fpga_target *gates;
	bool placed;            /* run the placed netlist beside the core */
	const char *trace, *waves, *json;
	/* file for lines and toggles of the Verilog */
	const char *rtl_coverage;
	const char *coverage;   /* file for the coverage of the run */
	const char *records;    /* file for the trace records, or NULL */
	bool trace_lines;       /* TRACE has source lines */
	/* file for a trace by cycles, or NULL */
	const char *trace_cycles;
	struct view_of view_of; /* what views and TRACE_CYCLES show */
	const char *pictures;   /* file for the program's pictures, or NULL */
	uint64_t max_cycles, latency, bandwidth, seed, waves_window;
	double max_seconds;     /* 0: no limit */
	/* state audit: cycles from one row to the next */
	uint64_t audit;
	/* timing of a DRAM behind the buses; or NULL */
	const struct dram_chip *dram;
	uint32_t dram_mhz;      /* clock of the core, MHz */
	struct mem_range errors[MEM_ERRORS];
	uint32_t error_count;
	const char *konata, *perfetto;
	struct profile_files profiles;
	struct view_window window;
	bool has_view_cycles, has_snapshot;
	double snapshot;        /* seconds between snapshots; 0: none */
	struct harness_congest congest;
	bool dispatch;          /* run launches: --launch or --dispatch */
	/* not of an option: the program as a whole; set when it is loaded */
	struct launches launches;
	struct cosim_ventus ventus;     /* launches of Ventus; or none */
	bool has_limit;         /* the user has set max_cycles */
	bool random, has_window, strict, check, verbose, counters;
	/* one of many runs: no console, no hint at waves */
	bool quiet;
	char *command;          /* command line that repeats this run */
	/* Receives the bytes of the console; NULL: they go to stdout, unless
	 * quiet. */
	void (*console)(void *ctx, uint8_t byte);
	void *console_ctx;
	const struct program_source *from;      /* NULL: a file */
	const char *gdb;        /* port for GDB or "-"; or NULL */

	struct config cfg;
	struct diag *dg;
	struct elf_image image;
	const volatile sig_atomic_t *interrupt;

	/* The tree and the model made from it. */
	char tree[PATH_MAX];    /* directory; "": not emitted yet */
	/* texts of an emitted design; NULL: --rtl */
	const struct tree *design;
	int place_status;       /* exit status of emitting the tree */
	struct scratch scratch; /* directory of the tree that we emitted */
	/* Of a placed job, set with its model. */
	double placed_mhz;
	uint32_t placed_cells;
	size_t placed_bytes;    /* size of the bitstream */

	unsigned checks;        /* SAN_MEMORY ..., or 0 */

	/* The run. */
	struct golden *golden;
	struct san *san;        /* NULL: nothing is checked beside the core */
	struct harness *harness;
	struct gdb *gdb_session;        /* NULL: without GDB */
	struct gdb_plan gdb_plan;
	struct gdb_core gdb_core;
	struct outfile trace_file, konata_file, perfetto_file;
	struct outfile records_file, cycles_file;
	struct view *view;      /* NULL: not wanted */
	struct cycles *cycle_trace;     /* NULL: not wanted */
	struct profile *profile;        /* NULL: not wanted */
	struct snapshots *snapshots;
	char gtkw[PATH_MAX];    /* save file of GTKWave; "": none */
	/* cause of the mismatch that has its own waves */
	struct cosim_cause cause;
	char cause_waves[PATH_MAX];     /* their file; "": none */
	char cause_gtkw[PATH_MAX];      /* and its save file */
	enum harness_status status;
	uint64_t cycles;        /* simulated */
	uint64_t run_cycles;    /* until the core was done */
	double wall, cpu;       /* seconds in the main loop */
	bool waves_written, view_written;
	/* file into which the model writes lines and toggles; "": none */
	char counted[PATH_MAX];
	struct coverage *cover; /* sum of the coverage of all runs; or NULL */
	struct coverage covered;        /* coverage of the current run */
};

/* A job with the default options. */
extern const struct job cosim_job_start;

/* The simulator of the job (cosim_sim.c). */
const struct sim *cosim_sim(const struct job *job);
/* The kind of waves that the extension of PATH, .fst or .vcd, selects. */
enum build_waves cosim_wave_kind(const char *path);
/* Does the run take snapshots, from which waves are written? Then its model is
 * built for waves. */
bool cosim_takes_snapshots(const struct job *job);
/* The number of cycles before the end that snapshots must reach: the option
 * --waves-window, or COSIM_REACH, which suffices to show the cause of a
 * mismatch. */
enum { COSIM_REACH = 1000 };
uint64_t cosim_waves_window(const struct job *job);

/* cosim_load.c. Loads the program, and the launches of Ventus. Sets
 * core.reset_pc to the entry of the program, unless the user has set it. */
int cosim_load(struct job *job);
int cosim_fit_reset(struct job *job);

/* Finds or builds the model of the tree for WAVES; its path goes into MODEL
 * (PATH_MAX bytes). The tree is emitted only if a tool reads its files. */
int cosim_model(struct job *job, enum build_waves waves, char *model);
/* Removes the temporary files of cosim_model. */
void cosim_model_clean(struct job *job);

/* The settings of JOB for the harness and for its model, and its configuration
 * for the rules of coverage (cosim_plan.c). */
struct harness_config cosim_plan(const struct job *job);
struct sim_shape cosim_shape(const struct job *job);
void cosim_machine(const struct job *job, struct coverage_machine *m);

/* Called before and after a run of MODEL (cosim_coverage.c). If the run counts,
 * cosim_coverage_end adds its coverage to JOB->cover, and the model's lines and
 * toggles to the file JOB->rtl_coverage. 0 or an exit status. */
int cosim_coverage_begin(struct job *job);
int cosim_coverage_end(struct job *job, const char *model);

/* Runs MODEL; sets the results of JOB. */
int cosim_run(struct job *job, const char *model);
/* Runs MODEL again, up to cycle UNTIL since reset, to write WAVES. */
int cosim_rerun(struct job *job, const char *model,
		const struct sim_waves *waves, uint64_t until);
/* Writes waves of the wanted cycles, from a snapshot or by another run of
 * MODEL, and a save file for GTKWave. If the cause of a mismatch is older,
 * writes waves of the cause, too (cosim_waves.c). */
int cosim_run_waves(struct job *job, const char *model);
/* Writes the pipeline views of --konata and --perfetto. */
int cosim_run_views(struct job *job);
void cosim_run_clean(struct job *job);

/* cosim_launch.c. Gives the launches of the loaded program their addresses: 0,
 * or an exit status. */
int cosim_launch_names(struct job *job);
/* The exit code of the run; with launches that of the golden model. */
uint32_t cosim_exit_code(const struct job *job);

/* cosim_profile.c. Opens the files of the profile and makes the profile; writes
 * the files; drops what is not written. */
int cosim_profile_attach(struct job *job);
int cosim_profile_write(struct job *job);
void cosim_profile_clean(struct job *job);

/* cosim_gdb.c. Waits for GDB, before the first cycle; behind the last cycle
 * serves it until it has asked for the end; behind the results tells it of the
 * end. */
int cosim_gdb_attach(struct job *job);
void cosim_gdb_leave(struct job *job);
void cosim_gdb_clean(struct job *job);

#endif
