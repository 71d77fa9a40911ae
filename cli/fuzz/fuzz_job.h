/* fuzz_job.h - one call of warpwright fuzz, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_options.c reads the options, cmd_fuzz.c goes through configurations and
 * programs, fuzz_one.c runs one, fuzz_fail.c makes one that fails small and
 * fuzz_write.c writes it down, fuzz_steer.c steers, fuzz_result.c says how all
 * that went, fuzz_job.c has what all of them use. Errors are printed where they
 * are met; functions return 0 or the exit status of the command.
 */
#ifndef WW_CLI_FUZZ_JOB_H
#define WW_CLI_FUZZ_JOB_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cli/cosim/cosim_job.h"
#include "cli/cosim/second.h"
#include "cli/coverage/coverage.h"
#include "cli/options.h"
#include "fuzz/fuzz.h"

/* Of the least RAM of a random configuration, and of options that steer. */
enum { FUZZ_LEAST_RAM = 1 << 20, FUZZ_STEERED_TEXT = 512 };

struct fuzz {
	struct job job;
	struct options *o;
	struct fuzz_options options;
	struct machine machine;
	const char *output, *json, *coverage;
	const char *steer;
	struct coverage holes;          /* that programs are steered at */
	struct fuzz_options plain;      /* the options before that */
	struct coverage covered;        /* by all programs that passed */
	struct second second;
	uint64_t count, max_seconds;
	/* of random ones; 0 of them: the options' */
	uint64_t configs, config_seed;
	bool print, list, shrink, fixed, congest;

	char model[PATH_MAX];
	char *command;                  /* without seeds and counts */
	/* on each configuration; programs on this one */
	uint64_t first_seed, begun;
	struct timespec start;          /* of the first program */
	uint64_t programs, instructions, records, cycles;
	uint64_t thread_instructions;   /* with --oracle */
	bool terminal;

	/* The first failure. */
	enum harness_status status;
	uint32_t check;                 /* of the mismatch; or COMPARE_... */
	char where[PATH_MAX];           /* its file */
	/* its configuration, if that is a random one */
	char config[PATH_MAX];
	size_t size;                    /* instructions of it */
	/* name of the check or difference, or NULL */
	const char *what;
	uint32_t insn;                  /* that it is about; 0: none */
};

/* Reads the options: OPTIONS_END, or another that ends. */
int fuzz_options_read(struct fuzz *f);
/* 0, or OPTIONS_BAD if there are some that do not go together. */
int fuzz_options_combine(const struct fuzz *f);
/* Prints the kinds of instructions. */
int fuzz_options_list(void);

/* Makes the program of the options, to be freed. */
int fuzz_one_make(struct fuzz *f, struct fuzz_program **p);
/* Runs P; how it went is in the job. */
int fuzz_one_run(struct fuzz *f, const struct fuzz_program *p);
/* The same on two machines without RTL; f->second.result has what differs. */
int fuzz_one_compare(struct fuzz *f, const struct fuzz_program *p);
bool fuzz_one_passed(const struct job *job);

/* P has failed, or differed: its report, small and written down. */
int fuzz_fail(struct fuzz *f, struct fuzz_program *p);
int fuzz_fail_differs(struct fuzz *f, struct fuzz_program *p);

/* Writes P down, and how to run it. */
int fuzz_write_failure(struct fuzz *f, const struct fuzz_program *p);
/* Prints it on stdout, with how to run what is made a file; a random
 * configuration is in none. */
int fuzz_write_print(struct fuzz *f, const struct fuzz_program *p);

/* Weights for the holes on the configuration in the job. */
void fuzz_steer(struct fuzz *f);
/* The next random configuration, in the job. */
void fuzz_steer_config(struct fuzz *f);
/* The command without --steer, to be freed: the options that it has made take
 * its place. */
char *fuzz_steer_command(int argc, char **argv);

/* Prints the result and writes the JSON file: the exit status. */
int fuzz_result(const struct fuzz *f);

double fuzz_seconds(const struct fuzz *f);      /* since the first program */
/* Is the time of --max-seconds over? */
bool fuzz_late(const struct fuzz *f);
void fuzz_clear_line(const struct fuzz *f);
/* Says that there is none left. */
int fuzz_no_memory(void);

#endif
