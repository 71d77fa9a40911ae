/* origin.c - the last writer of each register and of each word of memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state/origin.h"

#include <stdlib.h>

enum { PAGE_WORDS = 1024 };

/* A writer of a register. Its rows are in no order. */
struct row {
	uint32_t lanes;       /* lanes of which it is the last writer */
	struct cosim_maker maker;
};

struct origin {
	uint32_t threads, regs; /* regs: of a thread */
	size_t pages;
	struct row *rows;       /* [warp][register][threads] */
	uint8_t *used;          /* [warp][register]: rows in use */
	struct cosim_storer **stored;   /* [page], NULL or [word] */
};

struct origin *origin_new(uint32_t warps, uint32_t threads, uint32_t count,
			  size_t bytes)
{
	struct origin *o = calloc(1, sizeof *o);
	size_t regs = (size_t)warps * count;

	if (!o)
		return NULL;
	o->threads = threads;
	o->regs = count;
	o->pages = bytes / 4 / PAGE_WORDS + 1;
	o->rows = calloc(regs * threads, sizeof *o->rows);
	o->used = calloc(regs, sizeof *o->used);
	o->stored = calloc(o->pages, sizeof *o->stored);
	if (o->rows && o->used && o->stored)
		return o;
	origin_free(o);
	return NULL;
}

void origin_free(struct origin *o)
{
	if (!o)
		return;
	for (size_t i = 0; o->stored && i < o->pages; i++)
		free(o->stored[i]);
	free(o->stored);
	free(o->used);
	free(o->rows);
	free(o);
}

/* Reuses a row without lanes, or takes a new one. Each lane is in at most one
 * row, so THREADS rows suffice. */
void origin_wrote(struct origin *o, uint32_t warp, uint32_t reg, uint32_t lanes,
		  const struct cosim_maker *maker)
{
	size_t at = (size_t)warp * o->regs + reg;
	struct row *rows = o->rows + at * o->threads, *empty = NULL;

	for (uint32_t i = 0; i < o->used[at]; i++) {
		rows[i].lanes &= ~lanes;
		if (!rows[i].lanes)
			empty = &rows[i];
	}
	if (!empty)
		empty = &rows[o->used[at]++];
	empty->lanes = lanes;
	empty->maker = *maker;
}

const struct cosim_maker *origin_of(const struct origin *o, uint32_t warp,
				    uint32_t reg, uint32_t lane)
{
	size_t at = (size_t)warp * o->regs + reg;
	const struct row *rows = o->rows + at * o->threads;

	for (uint32_t i = 0; i < o->used[at]; i++)
		if (rows[i].lanes >> lane & 1)
			return &rows[i].maker;
	return NULL;
}

void origin_stored(struct origin *o, size_t at,
		   const struct cosim_storer *storer)
{
	struct cosim_storer **page = &o->stored[at / 4 / PAGE_WORDS];

	if (!*page)
		*page = calloc(PAGE_WORDS, sizeof **page);
	if (*page)
		(*page)[at / 4 % PAGE_WORDS] = *storer;
}

const struct cosim_storer *origin_stored_by(const struct origin *o, size_t at)
{
	const struct cosim_storer *page = o->stored[at / 4 / PAGE_WORDS];

	page = page ? page + at / 4 % PAGE_WORDS : NULL;
	return page && page->cycle ? page : NULL;
}
