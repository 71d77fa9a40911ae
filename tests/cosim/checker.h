/* checker.h - the parts of checker.c's test
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each sets FIRED of each check that something wrong made fire.
 */
#ifndef WW_TESTS_COSIM_CHECKER_H
#define WW_TESTS_COSIM_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/machine.h"

/* How many seeds of a legal program are tried on a core: few in the quick
 * tier. */
uint32_t legal_seeds(void);

/* The mutants of mutants.def; ends of a run, liveness and history. */
void wrong(bool *fired);
void ends(bool *fired);
/* A core with a data cache and shared memory: legal streams, the mutants of
 * memory.def, and ends. */
void caches(bool *fired);
void caches_ends(bool *fired);
/* The state audit. */
void rows(bool *fired);

#endif
