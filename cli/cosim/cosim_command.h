/* cosim_command.h - options and result of warpwright cosim
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_cosim.c reads the options into a job, session/cosim runs it,
 * cosim_result.c reports the result. Each function prints its errors.
 */
#ifndef WW_CLI_COSIM_COMMAND_H
#define WW_CLI_COSIM_COMMAND_H

#include <stdio.h>

#include "cli/options.h"
#include "session/cosim/cosim_job.h"

/* Loads the configuration, from the options or from the tree JOB->rtl; sets
 * gpu.dispatch and trace.retire where the run needs it. */
int cosim_load_config(struct options *o, struct job *job);

/* The help text of --sim. */
extern const char cosim_sim_doc[];
/* Takes the value of --sim: 0, or OPTIONS_BAD after an error. */
int cosim_sim_option(const struct options *o, struct job *job);

/* The command ARGV, quoted for a shell; the caller frees it. */
char *cosim_quote_command(int argc, char **argv);

/* Takes the value of --congest, SEED or SEED:PERCENT: 0, or OPTIONS_BAD. */
int cosim_congest_option(struct options *o, struct job *job);
/* Adds congestors to the configuration for --congest; 0, or the exit status if
 * the tree of --rtl has none. */
int cosim_congest_fit(struct job *job);

/* cosim_combine.c. Do --profile, --gdb and launches of Ventus go with the other
 * options? 0, or OPTIONS_BAD. The first launch of Ventus stands for a program
 * that is missing. */
int cosim_profile_combine(const struct options *o, const struct job *job);
int cosim_gdb_combine(const struct options *o, const struct job *job);
int cosim_ventus_combine(const struct options *o, struct job *job);

/* The stalls at congestion points: a line for users, and a member of the JSON
 * result. */
void cosim_congest_print(const struct job *job);
void cosim_congest_json(FILE *out, const struct job *job);

/* Takes the value of --mem-dram, CHIP or CHIP:MHZ: 0, or OPTIONS_BAD. */
int cosim_dram_option(struct options *o, struct job *job);
/* Row hits and use of the data buses of a DRAM: lines for users, and a member
 * of "memory" in the JSON result. */
void cosim_dram_print(const struct job *job);
void cosim_dram_json(FILE *out, const struct job *job);

/* The performance counters: a table for users, and a member of the JSON
 * result. */
void cosim_counters_print(const struct job *job);
void cosim_counters_json(FILE *out, const struct job *job);

/* Prints the summary and the explanation of a failure; writes the JSON file.
 * Returns the exit status. */
int cosim_result(struct job *job);

#endif
