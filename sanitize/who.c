/* who.c - which thread of the program a lane executes
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>

#include "sanitize/state.h"

/* In struct vx_warp of sw/vx_runtime.h. */
enum { WID = 12, TID = 16, SHARE = 36 };

uint32_t san_software(const struct san *k, uint32_t tp)
{
	if (!k->p->software || tp == k->p->task || tp % 4 || tp < k->ram.base ||
	    !san_word(k, tp + SHARE))
		return 0;
	return tp;
}

static struct san_who of_block(const struct san *k, uint32_t core,
			       uint32_t warp)
{
	const struct golden_core *c = golden_core(k->g, core);
	struct golden_place p = golden_place(c, golden_place_of(c, warp));
	struct golden_slot s = golden_slot(k->g, p.launch);

	return (struct san_who){
		.of = SAN_BLOCK, .at = { p.place[0], p.place[1], p.place[2] },
		.first = golden_number(c, warp) * k->threads,
		.dim = { s.word[ISA_LAUNCH_DIM_X], s.word[ISA_LAUNCH_DIM_Y] }
	};
}

struct san_who san_who(const struct san *k, uint32_t core, uint32_t warp,
		       uint32_t lane)
{
	const struct san_warp *w = san_warp(k, core, warp);
	uint32_t tp = golden_lanes(golden_core(k->g, core), warp,
				   SAN_TP)[lane];

	if (w->in_row)
		return san_row(k, core, warp);
	if (w->grouped)
		return san_group(k, core, warp);
	if (w->in_block)
		return of_block(k, core, warp);
	tp = san_software(k, tp);
	if (tp)
		return (struct san_who){ .of = SAN_SOFTWARE,
					 .at = { san_word(k, tp + WID) },
					 .first = san_word(k, tp + TID) };
	return (struct san_who){ .of = SAN_HARDWARE };
}

/* The place of thread N of W, in three directions. */
static void place(const struct san_who *w, uint32_t n, uint32_t at[3])
{
	uint32_t x = w->dim[0] ? w->dim[0] : 1, y = w->dim[1] ? w->dim[1] : 1;

	at[0] = w->base[0] + n % x;
	at[1] = w->base[1] + n / x % y;
	at[2] = w->base[2] + n / x / y;
}

const char *san_thread(const struct san_side *s, char *buf, size_t size)
{
	const struct san_who *w = &s->who;
	uint32_t at[3];

	place(w, w->first + s->lane, at);
	switch (w->of) {
	case SAN_HARDWARE:
		snprintf(buf, size, "%s", "");
		break;
	case SAN_SOFTWARE:
		snprintf(buf, size, "software warp %" PRIu32 ", thread %"
			 PRIu32, w->at[0], w->first + s->lane);
		break;
	case SAN_GROUP:
		snprintf(buf, size, "group %" PRIu32 ",%" PRIu32 ",%" PRIu32
			 ", item %" PRIu32 ",%" PRIu32 ",%" PRIu32, w->at[0],
			 w->at[1], w->at[2], at[0], at[1], at[2]);
		break;
	case SAN_BLOCK:
		snprintf(buf, size, "block %" PRIu32 ",%" PRIu32 ",%" PRIu32
			 ", thread %" PRIu32 ",%" PRIu32 ",%" PRIu32, w->at[0],
			 w->at[1], w->at[2], at[0], at[1], at[2]);
		break;
	}
	return buf;
}
