/* cosim_job.h - one call of warpwright cosim, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_cosim.c reads the options, cosim_model.c makes the model, cosim_run.c
 * runs it, cosim_result.c says how it went. Errors are printed where they are
 * met; functions return 0 or the exit status of the command.
 */
#ifndef WW_CLI_COSIM_JOB_H
#define WW_CLI_COSIM_JOB_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/cosim/cycles.h"
#include "cli/cosim/snapshot.h"
#include "cli/cosim/view.h"
#include "cli/outfile.h"
#include "cli/run/program.h"
#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "cosim/cover/coverage.h"
#include "cosim/device/sim.h"
#include "cosim/harness.h"
#include "gen/gen.h"
#include "golden/elf.h"

struct fpga_target;
struct tree;

struct job {
	/* Options. */
	const struct sim *sim;  /* NULL: the first */
	const char *program;
	const char *rtl;        /* an emitted tree, or NULL: emit one */
	const struct fpga_target *gates;        /* run the netlist for it; or
						 * NULL */
	bool placed;            /* and its placement, beside the core */
	const char *trace, *waves, *json;
	const char *rtl_coverage;       /* that gets the lines and toggles */
	const char *coverage;   /* file that gets what the run covers */
	const char *records;    /* where the trace records go, or NULL */
	const char *trace_cycles;       /* a trace cycle by cycle; or NULL */
	const char *pictures;   /* where the program's go, or NULL */
	uint64_t max_cycles, latency, bandwidth, seed, waves_window;
	uint64_t audit;         /* cycles from a row to the next */
	const struct dram_chip *dram;   /* behind the buses; or NULL */
	uint32_t dram_mhz;      /* the core's clock beside it */
	struct mem_range errors[MEM_ERRORS];
	uint32_t error_count;
	const char *konata, *perfetto;
	struct view_window window;
	bool has_view_cycles, has_snapshot;
	double snapshot;        /* seconds between snapshots; 0: none */
	struct harness_congest congest;
	bool has_limit;         /* the user has set max_cycles */
	bool random, has_window, strict, check, verbose, counters;
	bool quiet;             /* one of many: no console, no word of waves */
	char *command;          /* that repeats this */
	/* Takes the bytes of the console; NULL: stdout does, unless quiet. */
	void (*console)(void *ctx, uint8_t byte);
	void *console_ctx;
	const struct program_source *from;      /* NULL: a file */

	struct config cfg;
	struct diag *dg;
	struct elf_image image;
	const volatile sig_atomic_t *interrupt;

	/* The tree and the model made from it. */
	char tree[PATH_MAX];    /* "": it is nowhere yet */
	const struct tree *design;      /* its texts, if they are ours */
	int place_status;       /* of putting them there */
	struct scratch scratch; /* where the tree is, if it is ours */
	/* Of a job that is placed, with its model. */
	double placed_mhz;
	uint32_t placed_cells;
	size_t placed_bytes;    /* of the bitstream */

	/* The run. */
	struct golden *golden;
	struct harness *harness;
	struct outfile trace_file, konata_file, perfetto_file;
	struct outfile records_file, cycles_file;
	struct view *view;      /* NULL: nobody wants one */
	struct cycles *cycle_trace;     /* the same */
	struct snapshots *snapshots;
	char gtkw[PATH_MAX];    /* the save file, if one was written */
	struct cosim_cause cause;       /* that has waves of its own, */
	char cause_waves[PATH_MAX];     /* here, if it has, */
	char cause_gtkw[PATH_MAX];      /* and their save file */
	enum harness_status status;
	uint64_t cycles;        /* simulated */
	uint64_t run_cycles;    /* until the core was done */
	double wall, cpu;       /* seconds in the main loop */
	bool waves_written, view_written;
	/* where the model writes them; empty: nowhere */
	char counted[PATH_MAX];
	struct coverage *cover; /* what runs count adds to this; may be NULL */
	struct coverage covered;        /* by the run that is under way */
};

/* A job as it is without options. */
extern const struct job cosim_job_start;

/* The configuration: of the options, or of the tree JOB->rtl; with trace
 * ports. */
int cosim_load_config(struct options *o, struct job *job);

/* The simulator of the job. (cosim_sim.c) */
const struct sim *cosim_sim(const struct job *job);
/* What help says about --sim. */
extern const char cosim_sim_doc[];
/* Takes the value of --sim: 0, or OPTIONS_BAD after an error. */
int cosim_sim_option(const struct options *o, struct job *job);

/* What the ending of PATH, .fst or .vcd, asks for. */
enum build_waves cosim_wave_kind(const char *path);
/* Does the run take snapshots, to write waves from? Then MODEL is for waves. */
bool cosim_takes_snapshots(const struct job *job);
/* How many cycles before the end the waves show at most, unless they show all;
 * COSIM_REACH if nobody says, and that shows what the end comes from. */
enum { COSIM_REACH = 1000 };
uint64_t cosim_waves_window(const struct job *job);

/* The command ARGV as a shell would want it; to be freed. */
char *cosim_quote_command(int argc, char **argv);

/* Finds the model for WAVES of the tree, or builds it: its path into MODEL
 * (PATH_MAX bytes). The tree is emitted only if somebody reads its files. */
int cosim_model(struct job *job, enum build_waves waves, char *model);
/* Removes what cosim_model left. */
void cosim_model_clean(struct job *job);

/* What JOB is for the harness and for its model, and what its configuration is
 * for the rules of coverage. (cosim_plan.c) */
struct harness_config cosim_plan(const struct job *job);
struct sim_shape cosim_shape(const struct job *job);
void cosim_machine(const struct job *job, struct coverage_machine *m);

/* Runs MODEL; the results are in JOB. */
int cosim_run(struct job *job, const char *model);
/* Runs MODEL again, up to cycle UNTIL since reset, for WAVES. */
int cosim_rerun(struct job *job, const char *model,
		const struct sim_waves *waves, uint64_t until);
/* Writes waves of the cycles that were asked for, from a snapshot or by a run
 * of MODEL, and a save file for GTKWave; then those of the cause of a mismatch,
 * if it is older. (cosim_waves.c) */
int cosim_run_waves(struct job *job, const char *model);
/* Writes the pipeline views that were asked for. */
int cosim_run_views(struct job *job);
void cosim_run_clean(struct job *job);

/* SEED or SEED:PERCENT, as --congest has it; 0, or OPTIONS_BAD. */
int cosim_congest_option(struct options *o, struct job *job);
/* The configuration gets congestors, if they are wanted; 0, or the exit status
 * if it is a tree without. */
int cosim_congest_fit(struct job *job);
/* Where the core stalled: a line for people, and a member of the result. */
void cosim_congest_print(const struct job *job);
void cosim_congest_json(FILE *out, const struct job *job);

/* CHIP or CHIP:MHZ, as --mem-dram has it; 0, or OPTIONS_BAD. */
int cosim_dram_option(struct options *o, struct job *job);
/* Row hits and use of the data buses, if the memory is dynamic: lines for
 * people, and a member of the result's memory. */
void cosim_dram_print(const struct job *job);
void cosim_dram_json(FILE *out, const struct job *job);

/* Where the cycles went: a table for people, and a member of the result. */
void cosim_counters_print(const struct job *job);
void cosim_counters_json(FILE *out, const struct job *job);

/* Prints the summary and, if there is something to explain, the report; writes
 * the JSON file. Returns the exit status. */
int cosim_result(struct job *job);

#endif
