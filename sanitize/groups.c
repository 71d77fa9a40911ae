/* groups.c - the groups of an OpenCL launch and their local memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "sanitize/state.h"
#include "sw/cl/cl.h"

/* Of struct vx_fold of sw/vx_cl.h, and in it. */
enum { FOLD_BYTES = 64, FOLD_ITEM = 36 };

#define LAUNCH(member) \
	san_word(k, launch + (uint32_t)offsetof(struct ww_cl_launch, member))
#define HERE(member) \
	san_word(k, here + (uint32_t)offsetof(struct ww_cl_here, member))

/* Each core has the local memory of its slots, and no other. */
static void own_rooms(struct san *k)
{
	struct san_groups *g = &k->groups;
	uint32_t at;

	for (uint32_t c = 0; c < k->cores; c++) {
		struct san_space *s = san_space(k, c, g->room, &at);

		if (!s || !g->bytes)
			continue;
		if (s->core >= 0)
			san_set(s, s->base, s->bytes, SAN_NOBODY);
		san_set(s, g->room + c * g->stride, g->slots * g->bytes,
			SAN_OWNED);
	}
}

bool san_groups_new(struct san *k)
{
	struct san_groups *g = &k->groups;
	uint32_t launch;

	if (k->m->dispatch || !k->p->opencl ||
	    !elf_value(k->p->image, "ww_cl_launch", &launch))
		return true;
	g->launch = launch;
	san_set(&k->ram, LAUNCH(stacks), LAUNCH(warps) * LAUNCH(deep) *
		LAUNCH(stack_step), SAN_STACK);
	if (!LAUNCH(together) || !LAUNCH(slots))
		return true;
	g->slots = LAUNCH(slots);
	g->room = LAUNCH(room);
	g->bytes = LAUNCH(room_bytes);
	g->stride = LAUNCH(room_stride);
	g->group = malloc(k->cores * g->slots * sizeof *g->group);
	if (!g->group)
		return false;
	memset(g->group, 0xFF, k->cores * g->slots * sizeof *g->group);
	for (uint32_t i = 0; i < k->cores * k->warps; i++)
		k->warp[i].grouped = true;
	own_rooms(k);
	return true;
}

/* The struct ww_cl_launch of WARP. */
static uint32_t launch_of(const struct san *k, uint32_t core, uint32_t warp)
{
	const struct golden_core *c = golden_core(k->g, core);
	struct golden_place p;

	if (!san_warp(k, core, warp)->in_block)
		return k->groups.launch;
	p = golden_place(c, golden_place_of(c, warp));
	return golden_slot(k->g, p.launch).word[ISA_LAUNCH_ARG];
}

/* The number of a warp among those that share the structures of a launch. */
static uint32_t number_of(const struct san *k, uint32_t core, uint32_t warp)
{
	const struct san_warp *w = san_warp(k, core, warp);
	uint32_t launch = launch_of(k, core, warp);

	if (!w->in_block)
		return core * k->warps + warp;
	return san_block_of(k, core, w)->at[0] * LAUNCH(block_warps) +
	       golden_number(golden_core(k->g, core), warp);
}

uint32_t san_here(const struct san *k, uint32_t core, uint32_t warp)
{
	uint32_t launch = launch_of(k, core, warp);

	return LAUNCH(places) + number_of(k, core, warp) *
	       (uint32_t)sizeof(struct ww_cl_here);
}

bool san_grouped(const struct san *k, uint32_t core, uint32_t warp)
{
	uint32_t launch = launch_of(k, core, warp);

	return k->p->opencl && LAUNCH(together);
}

/* The first item of the row that the warp has now. */
static uint32_t first_item(const struct san *k, uint32_t core, uint32_t warp)
{
	bool in_block = san_warp(k, core, warp)->in_block;
	uint32_t launch = launch_of(k, core, warp), rows = LAUNCH(rows);
	uint32_t number = number_of(k, core, warp), folds = LAUNCH(folds);
	uint32_t of_core = in_block ? number : warp, variable;

	if (!LAUNCH(deep))
		return rows ? of_core % rows * k->threads : 0;
	if (!in_block && elf_value(k->p->image, "folds", &variable))
		folds = san_word(k, variable);
	return san_word(k, folds + number * FOLD_BYTES + FOLD_ITEM);
}

struct san_who san_group(const struct san *k, uint32_t core, uint32_t warp)
{
	uint32_t launch = launch_of(k, core, warp);
	uint32_t here = san_here(k, core, warp);

	return (struct san_who){
		.of = SAN_GROUP,
		.at = { HERE(group[0]), HERE(group[1]), HERE(group[2]) },
		.base = { HERE(base[0]), HERE(base[1]), HERE(base[2]) },
		.dim = { LAUNCH(local[0]), LAUNCH(local[1]) },
		.first = first_item(k, core, warp)
	};
}

/* The word of direction D of a member AT of three. */
static uint32_t side(const struct san *k, uint32_t at, uint32_t d)
{
	return san_word(k, at + 4 * d);
}

struct san_who san_row(const struct san *k, uint32_t core, uint32_t warp)
{
	const struct san_warp *w = san_warp(k, core, warp);
	uint32_t launch = launch_of(k, core, warp);
	uint32_t local = launch + offsetof(struct ww_cl_launch, local);
	uint32_t offset = launch + offsetof(struct ww_cl_launch, offset);
	struct san_who who = {
		.of = SAN_GROUP, .first = w->first,
		.dim = { side(k, local, 0), side(k, local, 1) }
	};

	for (uint32_t d = 0; d < 3; d++) {
		who.at[d] = w->note[d];
		who.base[d] = side(k, offset, d) +
			      w->note[d] * side(k, local, d);
	}
	return who;
}

bool san_row_begins(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t lane = san_lead(fx->tmask), number = san_note(fx);
	uint32_t value = golden_lanes(c, fx->warp, fx->regs.rs1)[lane];

	if (number == SAN_NOTE_VOLATILE)
		w->volatile_at = value;
	if (number < SAN_NOTE_X || number > SAN_NOTE_ITEM)
		return false;
	w->in_row = number == SAN_NOTE_ITEM;
	if (w->in_row)
		w->first = value - lane;
	else
		w->note[number - SAN_NOTE_X] = value;
	return w->in_row;
}

bool san_strays(const struct san *k, const struct golden_effect *fx,
		uint32_t addr)
{
	const struct san_groups *g = &k->groups;
	uint32_t here = san_here(k, fx->core, fx->warp);
	uint32_t first = g->room + fx->core * g->stride;

	return addr - first < g->slots * g->bytes &&
	       addr - HERE(room) >= g->bytes;
}

/* The N bytes at ADDR are those of another group now. */
static void renew(struct san_space *s, uint32_t addr, uint32_t n)
{
	san_set_undef(s, addr, n, 0xFF);
	san_forget(s, addr, n);
}

void san_begin_group(struct san *k, uint32_t core, uint32_t warp)
{
	const struct san_warp *w = san_warp(k, core, warp);
	uint32_t here = san_here(k, core, warp);
	struct san_groups *g = &k->groups;
	uint32_t slot = HERE(slot), room = HERE(room), at;
	uint32_t group = HERE(group[0]) | HERE(group[1]) << 12 |
			 HERE(group[2]) << 22;
	struct san_block *b = w->in_block ? san_block_of(k, core, w) : NULL;
	struct san_space *s = san_space(k, core, room, &at);

	if (b && b->group != group) {
		if (b->group != UINT32_MAX)
			renew(&k->smem[core], b->low, b->high - b->low);
		b->group = group;
	}
	if (b || slot >= g->slots ||
	    g->group[core * g->slots + slot] == group || !s || !g->bytes ||
	    g->bytes > s->bytes - at)
		return;
	g->group[core * g->slots + slot] = group;
	renew(s, room, g->bytes);
}
