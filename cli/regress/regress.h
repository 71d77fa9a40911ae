/* regress.h - one call of warpwright regress, shared by its parts
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_regress.c reads the options and leads. regress_list.c and regress_words.c
 * read the list, regress_run.c runs it in parallel. regress_result.c stores the
 * result of a run, regress_report.c and regress_html.c report all results,
 * regress_slurm.c submits the list to Slurm. The list and all strings live in
 * the arena of the diag.
 *
 * The id of a run is the digest of its words. DIR/runs/ID/done holds its
 * result. This file appears by a rename when the run has ended, so these files
 * are the journal: a run with such a file is not repeated.
 */
#ifndef WW_CLI_REGRESS_H
#define WW_CLI_REGRESS_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "gen/diag.h"

enum {
	REGRESS_ID = 17,                /* 16 digits and a NUL */
	REGRESS_WORD = 24,
	REGRESS_MOST = 1000000,         /* runs of a list */
	REGRESS_SECONDS = 600           /* limit of a run without @time */
};

/* The mark of the run's directory in a word of the list. */
#define REGRESS_RUN_DIR '\001'

enum regress_outcome {
	REGRESS_WAITING,        /* not run, or not completed */
	REGRESS_OK,             /* as the list expects */
	REGRESS_FAILED,
	/* the run was impossible: wrong options, missing tools */
	REGRESS_BROKEN
};

/* The result of a run that the list expects. */
struct regress_want {
	const char *result;     /* "pass", "trap"... */
	bool has_cause, has_exit;
	uint32_t cause, exit_code;
	uint32_t seconds;
};

struct regress_result {
	enum regress_outcome outcome;
	char word[REGRESS_WORD];        /* "pass", "mismatch", "time"... */
	char check[64];                 /* check of a mismatch, or empty */
	char insn[REGRESS_WORD];        /* class of the failing instruction */
	int status;                     /* exit status of the command */
	double wall, cpu;               /* seconds */
	uint64_t cycles, instructions, checks, programs;
};

struct regress_run {
	char id[REGRESS_ID];
	unsigned line;                  /* line of the list */
	char **words;                   /* "cosim", "-c", ...; NULL ends */
	size_t count;
	/* equal for runs of one model; 0: no model */
	uint64_t model;
	struct regress_want want;
	struct regress_result result;
	bool earlier;                   /* its result is from an earlier call */
};

struct regress {
	/* the command, for messages: "regress" */
	const char *command;
	/* Options. */
	const char *list, *dir;
	const char *tap, *junit, *html, *coverage;
	const char **defines;           /* NAME=VALUE */
	size_t define_count;
	uint64_t jobs, task, tasks;
	bool resume, gather, only_list, slurm, wait, quiet;
	const char *slurm_options;

	struct regress_run *runs;
	size_t count;
	char program[PATH_MAX];         /* path of this program */
	/* the directory of the list, in which runs start */
	char base[PATH_MAX];
	char results[PATH_MAX];         /* absolute path of DIR */
	const volatile sig_atomic_t *interrupt;
	struct diag *dg;
	double begun;                   /* time of the start */
	bool terminal;
};

/* Reads the list: 0, or -1 after located errors. */
int regress_read(struct regress *r);
/* The words of a run, quoted for a shell, without the options that regress
 * adds. */
char *regress_command(const struct regress *r, const struct regress_run *run);

/* Runs all runs without a result. 0 or an exit status. */
int regress_run_all(struct regress *r);

/* DIR/runs/ID/NAME into PATH. */
void regress_path(const struct regress *r, const struct regress_run *run,
		  const char *name, char path[PATH_MAX]);
/* After the command of RUN has ended: sets its result from its files. WORD, if
 * not NULL, is the reason why regress ended the command. */
void regress_judge(const struct regress *r, struct regress_run *run,
		   const char *word);
/* Writes, and reads, the journal of RUN. regress_save returns 0 or -1;
 * regress_load leaves REGRESS_WAITING if there is no result. */
int regress_save(const struct regress *r, const struct regress_run *run);
void regress_load(const struct regress *r, struct regress_run *run);
/* "mismatch retire-data, load": equal for runs that failed alike. */
void regress_signature(const struct regress_run *run, char *text, size_t size);
/* "exit code 42": the expected result. */
void regress_wanted(const struct regress_run *run, char *text, size_t size);
/* The end of the run's output, without control characters; the caller frees it;
 * may be NULL. */
char *regress_output(const struct regress *r, const struct regress_run *run);

/* Runs that failed alike. */
struct regress_cluster {
	char signature[128];
	size_t runs;
	const struct regress_run *first;
};

struct regress_totals {
	size_t ok, failed, broken, waiting;
	double cpu, wall;
	uint64_t cycles, instructions, checks;
	/* most runs first; in the arena */
	struct regress_cluster *clusters;
	size_t cluster_count;
};

void regress_count(const struct regress *r, struct regress_totals *t);
void regress_summary(const struct regress *r, const struct regress_totals *t);

void regress_tap(FILE *out, const struct regress *r);
void regress_junit(FILE *out, const struct regress *r,
		   const struct regress_totals *t);
void regress_html(FILE *out, const struct regress *r,
		  const struct regress_totals *t);

/* Writes and submits the job script of Slurm; waits for it with --wait. 0 or an
 * exit status. */
int regress_slurm(struct regress *r);

#endif
