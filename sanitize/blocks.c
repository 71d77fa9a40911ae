/* blocks.c - the blocks of launches, and their shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sanitize/clock.h"
#include "sanitize/order.h"

bool san_blocks_new(struct san *k)
{
	size_t n = k->cores * k->m->blocks;

	if (!k->m->dispatch)
		return true;
	k->blocks = calloc(n, sizeof *k->blocks);
	return k->blocks;
}

struct san_block *san_block_of(const struct san *k, uint32_t core,
			       const struct san_warp *w)
{
	return &k->blocks[core * k->m->blocks + w->place];
}

/* The block P of a launch in S begins in its place of CORE: it owns its shared
 * memory, which nobody has written. */
static void begin(struct san *k, struct san_block *b, uint32_t core,
		  const struct golden_place *p, const struct golden_slot *s)
{
	struct san_space *smem = &k->smem[core];
	uint32_t bytes = s->word[ISA_LAUNCH_SMEM];

	b->used = true;
	b->launch = p->launch;
	b->order = s->order;
	b->group = UINT32_MAX;
	memcpy(b->at, p->place, sizeof b->at);
	b->low = smem->base + p->page * golden_page_bytes(k->m);
	b->high = b->low + bytes;
	san_set(smem, b->low, bytes, SAN_OWNED);
	san_set_undef(smem, b->low, bytes, k->m->clear ? 0 : 0xFF);
	san_forget(smem, b->low, bytes);
}

static void forget_registers(struct san *k, struct san_warp *w)
{
	size_t n = SAN_ROWS * k->threads;

	memset(w->tag, 0, n * sizeof *w->tag);
	memset(w->origin, 0, n * sizeof *w->origin);
	memset(w->undef, k->m->clear ? 0 : 0xFF, n * sizeof *w->undef);
	memset(w->undef, 0, k->threads * sizeof *w->undef);
	w->tagged = 0;
	w->dirty = k->m->clear ? 0 : ~UINT64_C(1);
}

void san_starts(struct san *k, struct golden_core *c, uint32_t warp)
{
	struct golden_place p;
	struct golden_slot s;
	struct san_warp *w;
	struct san_block *b;
	uint32_t core = golden_id(c);
	bool begins;

	if (!k->m->dispatch)
		return;
	w = san_warp(k, core, warp);
	w->place = golden_place_of(c, warp);
	p = golden_place(c, w->place);
	s = golden_slot(k->g, p.launch);
	w->in_block = p.busy && !(s.flags & ISA_LAUNCH_WHOLE);
	w->grouped = false;
	if (!w->in_block)
		return;
	k->p = san_program(k, s.word[ISA_LAUNCH_PC]);
	b = san_block_of(k, core, w);
	begins = !b->used || b->order != s.order ||
		 memcmp(b->at, p.place, sizeof b->at) != 0;
	if (begins)
		begin(k, b, core, &p, &s);
	if (k->what & SAN_RACES)
		san_order_block(k, core, w, b, &p, &s, begins);
	w->grouped = san_grouped(k, core, warp);
	forget_registers(k, w);
	w->calls = 0;
	w->user_pc = 0;
}

void san_blocks_free(struct san *k)
{
	for (size_t i = 0; k->blocks && i < k->cores * k->m->blocks; i++) {
		clock_free(&k->blocks[i].phase[0]);
		clock_free(&k->blocks[i].phase[1]);
	}
	free(k->blocks);
}
