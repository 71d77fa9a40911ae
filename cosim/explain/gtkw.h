/* gtkw.h - writes a GTKWave save file that shows a core by pipeline stage
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_GTKW_H
#define WW_COSIM_GTKW_H

#include <stdint.h>
#include <stdio.h>

#include "cosim/explain/dump.h"

enum { GTKW_CYCLE = 10 };       /* units of time in a cycle of the clock */

enum { GTKW_NAMED = 2 };

struct gtkw {
	const char *file;       /* of the waves, as it appears in the save
				 * file */
	const char *prefix;     /* prefix of the modules */
	uint64_t start;         /* times: the left edge, */
	uint64_t marker;        /* the cycle that matters, */
	uint64_t named[GTKW_NAMED];     /* markers A and B; UINT64_MAX: none */
};

/* Writes the save file G to OUT, with the signals of D that belong to a group
 * of gtkw.def. */
void gtkw_write(FILE *out, const struct gtkw *g, const struct dump *d);

#endif
