/* cycles.h - a trace for people: cycle by cycle, what each core does
 * SPDX-License-Identifier: Apache-2.0
 *
 * A `struct cycles` is told the checker's steps and writes a paragraph for each
 * cycle in which there are some. Its format is in doc/pipeline.md.
 */
#ifndef WW_CLI_CYCLES_H
#define WW_CLI_CYCLES_H

#include <stdint.h>
#include <stdio.h>

#include "cosim/cosim.h"
#include "golden/elf.h"

struct cycles;

/* Of the machine GOLDEN, writing to OUT; IMAGE has the symbols. Nothing is
 * owned. NULL: no memory. */
struct cycles *cycles_new(const struct golden *golden,
			  const struct elf_image *image, FILE *out);
void cycles_free(struct cycles *t);

/* To be called with each step, in the order of the records. */
void cycles_step(struct cycles *t, const struct cosim_step *step);

#endif
