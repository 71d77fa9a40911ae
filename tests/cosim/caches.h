/* caches.h - cores with a data cache and shared memory, to be run wrongly
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_CACHES_H
#define WW_TESTS_COSIM_CACHES_H

#include "tests/cosim/mutant.h"

/* Of the cores that mutants run on. All have rows of 16 bytes, lines of two
 * rows, two sets of two ways. */
enum { PLAIN, BACK, THROUGH, ALONE, REFUSED, BARE, UNFETCHED };

/* A core of this cache, with rows of ROW bytes; that of a shape. */
struct ideal_config caches_core(uint32_t warps, uint32_t threads,
				uint32_t lanes, uint32_t bus, uint32_t row,
				struct shape_cache d);
struct ideal_config caches_shape(int shape);

#endif
