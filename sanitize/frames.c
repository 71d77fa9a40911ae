/* frames.c - variables of stack frames, as objects of pointers
 * SPDX-License-Identifier: Apache-2.0
 *
 * A note stands where a function has formed the address of a variable (see
 * clc/frames.c). The object of that pointer is the variable in the frames that
 * begin there: a tag with the bit SAN_FRAME, and an index. Pointers of two
 * threads, or two calls, have two objects if their addresses differ. None of
 * them ends: what is below the stack pointer is found otherwise.
 *
 * Other notes say which index is outside its array (clc/indexes.c), also in
 * accesses that are no longer in the program.
 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sanitize/state.h"

static bool grow(struct san *k)
{
	uint32_t room = k->frame_room ? 2 * k->frame_room : 256;
	struct san_frame *more = realloc(k->frames, room * sizeof *more);

	if (!more)
		return false;
	if (!k->frame_count)
		more[k->frame_count++] = (struct san_frame){ 0 };
	k->frames = more;
	k->frame_room = room;
	return true;
}

/* The tag of variable V at LOW; 0 if memory runs out. */
static uint32_t tag_of(struct san *k, const struct elf_array *v, uint32_t low)
{
	uint32_t *first = &k->frame_first[(low / 4 + v->pc / 4 * 61) %
					  SAN_CHAINS];

	for (uint32_t i = *first; i; i = k->frames[i].next)
		if (k->frames[i].of == v && k->frames[i].low == low)
			return i | SAN_FRAME;
	if (k->frame_count >= k->frame_room && !grow(k)) {
		k->failed = true;
		return 0;
	}
	k->frames[k->frame_count] = (struct san_frame){ v, low, *first };
	*first = k->frame_count;
	return k->frame_count++ | SAN_FRAME;
}

void san_frame_tags(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx, uint32_t *tag)
{
	const struct elf_array *v = elf_array_at(k->p->image, fx->pc);
	const uint32_t *low = golden_lanes(c, fx->warp, fx->regs.rs1);

	for (uint32_t m = v ? fx->tmask : 0; m; m &= m - 1)
		tag[san_lead(m)] = tag_of(k, v, low[san_lead(m)]);
}

/* ADDR, a place in memory, as threads say it: another one in the window of
 * local memory. */
static uint32_t as_threads_say(const struct san *k, uint32_t addr)
{
	uint32_t at = addr - k->local, word = at / 4, harts;

	if (at >= k->local_bytes)
		return addr;
	harts = k->local_bytes / k->m->local_size;
	return k->local + word % harts * k->m->local_size + word / harts * 4 +
	       at % 4;
}

bool san_leaves_frame(const struct san *k, uint32_t tag, uint32_t addr,
		      uint32_t size)
{
	const struct san_frame *o = &k->frames[tag & ~SAN_FRAME];

	addr = as_threads_say(k, addr);
	return o->of && (addr < o->low || addr + size > o->low + o->of->count);
}

void san_indexes(struct san *k, struct golden_core *c,
		 const struct golden_effect *fx)
{
	const struct elf_array *a = elf_array_at(k->p->image, fx->pc);
	const uint32_t *index = golden_lanes(c, fx->warp, fx->regs.rs1);

	for (uint32_t m = a ? fx->tmask : 0; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_finding *f = index[lane] ?
			san_finding(k, SAN_OF_MEMORY, fx->pc, 0) : NULL;

		if (!f)
			continue;
		san_text(k, f, *a->name ? "index %" PRId32 " of an array of %"
			 PRIu32 ", '%s'" : "index %" PRId32 " of an array of %"
			 PRIu32, (int32_t)index[lane], a->count, a->name);
		san_side(k, f, "has it", fx, lane);
		san_tell(k, f);
	}
}

void san_frame_at(const struct san *k, struct san_finding *f, uint32_t tag)
{
	const struct san_frame *o = &k->frames[tag & ~SAN_FRAME];

	f->addr = as_threads_say(k, f->addr);
	f->object = strdup(o->of->name);
	f->low = o->low;
	f->bytes = o->of->count;
	f->declared = o->of->pc;
}

void san_frames_unload(struct san *k, const struct elf_image *image)
{
	const struct elf_notes *n = &image->notes;

	for (uint32_t i = 0; i < k->frame_count; i++)
		if (k->frames[i].of >= n->arrays &&
		    k->frames[i].of < n->arrays + n->array_count)
			k->frames[i].of = NULL;
}
