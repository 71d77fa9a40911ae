/* regress.h - one call of warpwright regress, as its parts see it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cmd_regress.c reads the options and leads, regress_list.c and regress_words.c
 * read the list, regress_run.c runs it in parallel, regress_result.c keeps what
 * a run came to, regress_report.c and regress_html.c say how it went,
 * regress_slurm.c lets others run it. The list, and all strings, live in the
 * arena of the diag.
 *
 * A run is known by the digest of its words. DIR/runs/ID/done holds its result;
 * it appears by a rename when the run has ended, and so is the journal: what
 * has it need not run again.
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
	REGRESS_ID = 17,                /* 16 digits */
	REGRESS_WORD = 24,
	REGRESS_MOST = 1000000,         /* runs of a list */
	REGRESS_SECONDS = 600           /* limit of a run without @time */
};

/* What stands for the directory of the run in a word of the list. */
#define REGRESS_RUN_DIR '\001'

enum regress_outcome {
	REGRESS_WAITING,        /* not run, or not to its end */
	REGRESS_OK,             /* as the list expects */
	REGRESS_FAILED,
	/* it could not run: wrong options, missing tools */
	REGRESS_BROKEN
};

/* What the list wants of a run. */
struct regress_want {
	const char *result;     /* "pass", "trap"... */
	bool has_cause, has_exit;
	uint32_t cause, exit_code;
	uint32_t seconds;
};

struct regress_result {
	enum regress_outcome outcome;
	char word[REGRESS_WORD];        /* "pass", "mismatch", "time"... */
	char check[64];                 /* of a mismatch, or empty */
	char insn[REGRESS_WORD];        /* class of instructions it is about */
	int status;                     /* of the command */
	double wall, cpu;               /* seconds */
	uint64_t cycles, instructions, checks, programs;
};

struct regress_run {
	char id[REGRESS_ID];
	unsigned line;                  /* of the list */
	char **words;                   /* "cosim", "-c", ...; NULL ends */
	size_t count;
	uint64_t model;                 /* same number: same model; 0: none */
	struct regress_want want;
	struct regress_result result;
	bool earlier;                   /* its result was there */
};

struct regress {
	const char *command;            /* who runs them: "regress" */
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
	char program[PATH_MAX];         /* this one */
	/* the directory of the list, where runs run */
	char base[PATH_MAX];
	char results[PATH_MAX];         /* DIR in full */
	const volatile sig_atomic_t *interrupt;
	struct diag *dg;
	double begun;                   /* time */
	bool terminal;
};

/* Reads the list: 0, or -1 after located errors. */
int regress_read(struct regress *r);
/* The words of a run as a shell would want them, without the options that
 * regress adds. */
char *regress_command(const struct regress *r, const struct regress_run *run);

/* Runs what has no result. 0 or an exit status. */
int regress_run_all(struct regress *r);

/* DIR/runs/ID/NAME into PATH. */
void regress_path(const struct regress *r, const struct regress_run *run,
		  const char *name, char path[PATH_MAX]);
/* After the command of RUN has ended, as its files say; WORD, if not NULL, says
 * why it was ended. */
void regress_judge(const struct regress *r, struct regress_run *run,
		   const char *word);
/* The journal. 0 or -1; loading what is not there leaves REGRESS_WAITING. */
int regress_save(const struct regress *r, const struct regress_run *run);
void regress_load(const struct regress *r, struct regress_run *run);
/* "mismatch retire-data, load": runs that failed alike have the same. */
void regress_signature(const struct regress_run *run, char *text, size_t size);
/* "exit code 42": what it should have come to. */
void regress_wanted(const struct regress_run *run, char *text, size_t size);
/* The end of what the run printed, without control characters; to be freed, may
 * be NULL. */
char *regress_output(const struct regress *r, const struct regress_run *run);

/* Counts, and runs that failed alike. */
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

/* Writes the job script and submits it; waits if that is wanted. 0 or an exit
 * status. */
int regress_slurm(struct regress *r);

#endif
