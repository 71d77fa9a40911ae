/* second.h - a second opinion on the golden model: fuzz --oracle
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs a random program on the golden model and on somebody else, with no RTL:
 * the oracle of oracle/, or qemu-riscv32. Errors are printed where they are
 * met.
 */
#ifndef WW_CLI_SECOND_H
#define WW_CLI_SECOND_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "fuzz/fuzz.h"
#include "gen/gen.h"
#include "oracle/compare.h"

enum second_who { SECOND_NOBODY, SECOND_THREADS, SECOND_QEMU };

struct second {
	enum second_who who;
	uint64_t most;                  /* instructions of the golden model */
	/* for qemu: its path, scratch files */
	char tool[PATH_MAX], dir[PATH_MAX];
	struct compare_result result;   /* of the last program */
};

/* The class of programs that this one understands, and the machine they are
 * for. */
enum fuzz_class second_class(const struct second *s);
struct machine second_machine(const struct second *s, struct machine m);

/* Before the first program for CFG, 0 or an exit status; after the last one.
 * Several cores are refused. */
int second_begin(struct second *s, const struct config *cfg);
void second_end(struct second *s);

/* P on both, RESULT says whether they agree. CFG is the configuration. 0, or an
 * exit status. */
int second_run(struct second *s, const struct config *cfg,
	       const struct fuzz_program *p);

#endif
