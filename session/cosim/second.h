/* second.h - compare the golden model with a second model: fuzz --oracle
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs a random program on the golden model and on a second model, without RTL:
 * the oracle of oracle/, or qemu-riscv32. Each function prints its errors.
 */
#ifndef WW_SESSION_SECOND_H
#define WW_SESSION_SECOND_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "fuzz/fuzz.h"
#include "gen/gen.h"
#include "oracle/compare.h"

enum second_who { SECOND_NONE, SECOND_THREADS, SECOND_BLOCKS, SECOND_QEMU };

struct second {
	enum second_who who;
	/* limit of the golden model, in instructions */
	uint64_t most;
	/* for qemu: its path, and a directory for temporary files */
	char tool[PATH_MAX], dir[PATH_MAX];
	struct compare_result result;   /* comparison of the last program */
};

/* The class of programs that the second model can run, and the machine for
 * them. */
enum fuzz_class second_class(const struct second *s);
struct machine second_machine(const struct second *s, struct machine m);

/* Begins the programs for CFG: 0, or an exit status; refuses several cores.
 * second_end removes the temporary files. */
int second_begin(struct second *s, const struct config *cfg);
void second_end(struct second *s);

/* Runs P on both models, with configuration CFG; sets s->result. 0, or an exit
 * status. */
int second_run(struct second *s, const struct config *cfg,
	       const struct fuzz_program *p);

#endif
