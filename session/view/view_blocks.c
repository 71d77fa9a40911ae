/* view_blocks.c - launches, and the blocks of warps, for a pipeline view
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/view/view_blocks.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

bool view_blocks_new(struct view_blocks *b, uint32_t warps)
{
	b->warps = warps;
	b->open = calloc(warps, sizeof *b->open);
	return b->open;
}

void view_blocks_free(struct view_blocks *b)
{
	free(b->launches);
	free(b->blocks);
	free(b->open);
}

/* AT with room for one more than COUNT elements of SIZE; NULL without
 * memory. */
static void *room_for(struct view_blocks *b, void *at, size_t count,
		      size_t *room, size_t size)
{
	size_t more = *room ? 2 * *room : FIRST;
	void *new = at;

	if (count == *room) {
		new = realloc(at, more * size);
		if (new)
			*room = more;
	}
	b->lacks |= !new;
	return new;
}

static void ring(struct view_blocks *b, uint64_t cycle, uint32_t slot,
		 uint32_t pc)
{
	struct view_launch *at = room_for(b, b->launches, b->launch_count,
					  &b->launch_room, sizeof *at);

	if (!at)
		return;
	b->launches = at;
	b->slot[slot] = (uint32_t)b->launch_count;
	at[b->launch_count++] = (struct view_launch){ .from = cycle, .pc = pc };
}

void view_blocks_launch(struct view_blocks *b, uint64_t cycle, uint32_t slot,
			enum cosim_launch_step step, uint32_t pc)
{
	switch (step) {
	case COSIM_LAUNCH_RUNG: ring(b, cycle, slot, pc); break;
	case COSIM_LAUNCH_GIVEN: break;
	case COSIM_LAUNCH_ENDED:
		if (b->slot[slot] < b->launch_count)
			b->launches[b->slot[slot]].to = cycle;
		break;
	}
}

void view_blocks_begin(struct view_blocks *b, uint64_t cycle, uint32_t warp,
		       const struct golden_place *p, uint32_t number)
{
	view_blocks_end(b, cycle, warp);
	b->open[warp] = (struct view_block){
		.from = cycle, .warp = warp, .launch = b->slot[p->launch],
		.number = number
	};
	memcpy(b->open[warp].place, p->place, sizeof p->place);
}

void view_blocks_end(struct view_blocks *b, uint64_t cycle, uint32_t warp)
{
	struct view_block *at;

	if (!b->open[warp].from)
		return;
	at = room_for(b, b->blocks, b->block_count, &b->block_room, sizeof *at);
	if (at) {
		b->blocks = at;
		at[b->block_count] = b->open[warp];
		at[b->block_count++].to = cycle;
	}
	b->open[warp].from = 0;
}

int64_t view_blocks_of(const struct view_blocks *b, uint32_t warp)
{
	return b->open[warp].from ? (int64_t)b->open[warp].launch : -1;
}

void view_blocks_drop(struct view_blocks *b, uint64_t cycle)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->block_count; i++)
		if (b->blocks[i].to >= cycle)
			b->blocks[kept++] = b->blocks[i];
	b->block_count = kept;
}
