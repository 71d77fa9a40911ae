/* caches.h - the lockstep of a core with a data cache and shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Part of checker.c's test: legal streams, mutants of memory.def, and ends.
 */
#ifndef WW_TESTS_COSIM_CACHES_H
#define WW_TESTS_COSIM_CACHES_H

#include <stdbool.h>

/* Sets FIRED of each check that a wrong stream made fire. */
void caches(bool *fired);

#endif
