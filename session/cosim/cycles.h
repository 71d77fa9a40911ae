/* cycles.h - a trace for users: what each core does, cycle by cycle
 * SPDX-License-Identifier: Apache-2.0
 *
 * The checker passes its steps to a `struct cycles`, which writes a paragraph
 * for each cycle with steps. doc/pipeline.md describes the format.
 */
#ifndef WW_SESSION_CYCLES_H
#define WW_SESSION_CYCLES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"

struct cycles;

/* Creates a trace of the machine of GOLDEN, written to OUT with the symbols of
 * IMAGE. The caller keeps and frees all three. NULL: out of memory. */
struct cycles *cycles_new(const struct golden *golden,
			  const struct elf_image *image, FILE *out);
void cycles_free(struct cycles *t);

/* The caller passes each step, in the order of the records. One that is not
 * SHOWN is not written. */
void cycles_step(struct cycles *t, const struct cosim_step *step, bool shown);

#endif
