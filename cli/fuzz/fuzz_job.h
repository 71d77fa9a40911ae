/* fuzz_job.h - one call of warpwright fuzz, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_options.c reads the options. cmd_fuzz.c loops over configurations and
 * programs, fuzz_one.c runs one program. fuzz_fail.c shrinks a failing program,
 * fuzz_write.c writes it to a file. fuzz_ventus.c makes and writes launches of
 * Ventus. fuzz_steer.c steers programs to coverage holes, fuzz_result.c reports
 * the result, fuzz_job.c has common functions.
 * Each function prints its errors and returns 0 or the exit status of the
 * command.
 */
#ifndef WW_CLI_FUZZ_JOB_H
#define WW_CLI_FUZZ_JOB_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cli/coverage/coverage.h"
#include "cli/options.h"
#include "fuzz/fuzz.h"
#include "gen/tpl.h"
#include "session/cosim/cosim_job.h"
#include "session/cosim/second.h"

/* Bytes of RAM of a random configuration, at least; length of the options that
 * steering makes. */
enum { FUZZ_LEAST_RAM = 1 << 20, FUZZ_STEERED_TEXT = 512 };

struct fuzz {
	struct job job;
	struct options *o;
	struct fuzz_options options;
	struct machine machine;
	struct machine core;    /* the machine of the configuration */
	const char *output, *json, *coverage;
	const char *steer;
	/* holes to which programs are steered */
	struct coverage holes;
	struct fuzz_options plain;      /* the options before steering */
	struct coverage covered;        /* by all programs that passed */
	struct second second;
	uint64_t count, max_seconds;
	/* in one of so many programs memory fails in mid-run; 0: none */
	uint64_t failing;
	/* number and first seed of random configurations; 0: the options'
	 * one */
	uint64_t configs, config_seed;
	uint32_t dialect;       /* of these configurations */
	bool has_dialect;
	bool print, list, shrink, fixed, congest;
	bool has_weights, has_failing;  /* options that are given */

	char model[PATH_MAX];
	/* command line without seeds and counts */
	char *command;
	/* first seed of each configuration; programs begun on this one */
	uint64_t first_seed, begun;
	struct timespec start;          /* start of the first program */
	uint64_t programs, instructions, records, cycles;
	uint64_t thread_instructions;   /* with --oracle */
	bool terminal;

	/* The first failure. */
	/* seed of the memory's timing; 0: that of the program */
	uint64_t timing;
	/* timings under which a candidate of shrinking is tried */
	uint32_t timings;
	enum harness_status status;
	/* check of the mismatch; or COMPARE_... */
	uint32_t check;
	char where[PATH_MAX];           /* file of the program */
	/* file of its configuration, if it is random */
	char config[PATH_MAX];
	/* size of the program, in instructions */
	size_t size;
	/* Of a program of Ventus: its name in messages, and the most
	 * instructions of a launch that ends. */
	char name[32];
	uint64_t most;
	uint32_t end;           /* how that launch ends: ISA_LAUNCH_ */
	/* name of the check or difference, or NULL */
	const char *what;
	/* instruction of the mismatch; 0: none */
	uint32_t insn;
};

/* Reads the options: OPTIONS_END, or another code on which the command ends. */
int fuzz_options_read(struct fuzz *f);
/* Checks options that exclude or need each other: 0, or OPTIONS_BAD. */
int fuzz_options_combine(const struct fuzz *f);
/* Prints the kinds of code (fuzz/kinds.def). */
int fuzz_options_list(void);

/* Generates the program of the options into *P; the caller frees it. */
int fuzz_one_make(struct fuzz *f, struct fuzz_program **p);
/* The seed of P's memory timing and stalls. */
uint64_t fuzz_one_timing(const struct fuzz *f, const struct fuzz_program *p);
/* Does memory begin to fail while P runs? If so: where and when. */
bool fuzz_one_fails(const struct fuzz *f, const struct fuzz_program *p);
struct mem_range fuzz_one_failing(const struct fuzz_program *p);
/* With gpu.dispatch: the machine for whose threads a program is made. A core
 * of it stands for a block of the largest grid. (fuzz_launch.c) */
struct machine fuzz_launch_machine(const struct machine *m);
/* Draws 1 to 6 launches of P, of grids and blocks up to that; with registers of
 * a HOST, now and then a reset of the device. */
void fuzz_launch_draw(struct launches *l, const struct machine *core,
		      const struct fuzz_program *p, bool host);
/* Prints the options that make the launches of L. */
void fuzz_launch_print(struct tpl_out *out, const struct launches *l);

/* Does the core of F have Ventus' instruction set? Then a program is that of
 * vt_program.h. (fuzz_ventus.c) */
bool fuzz_ventus(const struct fuzz *f);
/* Do the options suit programs of Ventus? 0, or OPTIONS_BAD. */
int fuzz_ventus_combine(const struct fuzz *f);
/* As fuzz_one_make. */
int fuzz_ventus_make(struct fuzz *f, struct fuzz_program **p);
/* P becomes the launch of the job: 0, or an exit status. */
int fuzz_ventus_place(struct fuzz *f, const struct fuzz_program *p);
void fuzz_ventus_clean(struct fuzz *f);
/* Does the launch of P end on golden alone as that of fuzz_ventus_limit, with a
 * trap or without one? 1; 0: not so, or not within twice as many instructions;
 * -1 after an error or an interrupt. */
int fuzz_ventus_ends(struct fuzz *f, const struct fuzz_program *p);
void fuzz_ventus_limit(struct fuzz *f, const struct fuzz_program *p);
/* Prints P as a list, behind HEAD, on OUT: 0, or an exit status. */
int fuzz_ventus_list(FILE *out, const struct fuzz_program *p,
		     const char *head);
/* Writes the files of P: f->where, which is NAME.metadata, NAME.data, and the
 * list NAME.lst behind HEAD. 0, or an exit status. */
int fuzz_ventus_write(struct fuzz *f, const struct fuzz_program *p,
		      const char *head);

/* Runs P; sets the result in the job. */
int fuzz_one_run(struct fuzz *f, const struct fuzz_program *p);
/* Runs P on two models without RTL; sets f->second.result. */
int fuzz_one_compare(struct fuzz *f, const struct fuzz_program *p);
bool fuzz_one_passed(const struct job *job);

/* P has failed, or the models differ on it: shrinks it, reports it and writes
 * it to a file. */
int fuzz_fail(struct fuzz *f, struct fuzz_program *p);
int fuzz_fail_differs(struct fuzz *f, struct fuzz_program *p);

/* Writes P to a file, and prints the commands that run it. */
int fuzz_write_failure(struct fuzz *f, const struct fuzz_program *p);
/* Prints P on stdout, with the commands that run it from a file. A random
 * configuration is not part of the file. */
int fuzz_write_print(struct fuzz *f, const struct fuzz_program *p);

/* Sets the weights for the holes of coverage on the configuration of the
 * job. */
void fuzz_steer(struct fuzz *f);
/* Chooses the next random configuration for the job. */
void fuzz_steer_config(struct fuzz *f);
/* The command without --steer, which the caller frees; the options that
 * steering made replace it. */
char *fuzz_steer_command(int argc, char **argv);

/* Prints the result and writes the JSON file: the exit status. */
int fuzz_result(const struct fuzz *f);

double fuzz_seconds(const struct fuzz *f);      /* since the first program */
/* Is the time of --max-seconds over? */
bool fuzz_late(const struct fuzz *f);
void fuzz_clear_line(const struct fuzz *f);
/* Reports that memory is exhausted. */
int fuzz_no_memory(void);

#endif
