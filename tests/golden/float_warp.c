/* float_warp.c - float_lanes_* do in every live lane what float_exact_* do
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/float_lanes.h"
#include "tests/golden/float_ops.h"

enum { MARK = 0x5EED };         /* what d has before */

struct warp {
	uint32_t a[FLOAT_LANES], b[FLOAT_LANES], c[FLOAT_LANES];
	uint32_t other[FLOAT_LANES];
	uint32_t *d;            /* one of these */
	const uint32_t *live;
	uint32_t rm, flags;
};

#define LANES_2(op, lanes) \
	case OP_##op: \
		float_lanes_##op(lanes, w->live, w->d, w->a, w->b, w->rm, \
				 &w->flags); \
		break;
#define LANES_1(op, lanes) \
	case OP_##op: \
		float_lanes_##op(lanes, w->live, w->d, w->a, w->rm, \
				 &w->flags); \
		break;
#define RUN(name, lanes) \
	static void name(struct warp *w, enum float_op op) \
	{ \
		switch (op) { \
		LANES_2(add, lanes) \
		LANES_2(sub, lanes) \
		LANES_2(mul, lanes) \
		LANES_2(div, lanes) \
		LANES_1(sqrt, lanes) \
		case OP_fma: \
			float_lanes_fma(lanes, w->live, w->d, w->a, w->b, \
					w->c, 0, 0, w->rm, &w->flags); \
			break; \
		LANES_1(to_i32, lanes) \
		LANES_1(to_u32, lanes) \
		LANES_1(from_i32, lanes) \
		LANES_1(from_u32, lanes) \
		default: break; \
		} \
	}
RUN(run_1, 1)
RUN(run_3, 3)
RUN(run_32, 32)

/* An operand whose sums and products are far from the limits of the format. */
static uint32_t tame(uint32_t a)
{
	return (a & ~FLOAT_INF) | (112 + (a >> 23 & 31)) << 23;
}

static void load(struct warp *w, const struct float_case *x, uint32_t kind)
{
	uint32_t *const places[] = { w->other, w->a, w->b, w->c };

	for (unsigned i = 0; i < FLOAT_LANES; i++) {
		bool tamed = kind & 1;

		w->a[i] = tamed ? tame(x[i].a) : x[i].a;
		w->b[i] = tamed ? tame(x[i].b) : x[i].b;
		w->c[i] = tamed ? tame(x[i].c) : x[i].c;
		w->other[i] = MARK;
	}
	w->d = places[kind >> 1 & 3];
	w->flags = kind & 8 ? FLOAT_NX : 0;
	w->flags |= kind & 128 ? FLOAT_DZ : 0;
}

uint64_t warp_wrong(enum float_op op, const struct float_case *x, uint32_t rm,
		    uint32_t mask, uint32_t kind)
{
	struct warp w = { .rm = rm };
	uint32_t want[FLOAT_LANES], live[FLOAT_LANES], flags;
	const unsigned lanes = kind & 32 ? 32 : kind & 64 ? 3 : 1;
	uint64_t wrong = 0;

	load(&w, x, kind);
	flags = w.flags;
	w.live = kind & 16 ? live : NULL;
	for (unsigned i = 0; i < FLOAT_LANES; i++) {
		struct float_case y = { w.a[i], w.b[i], w.c[i] };
		struct float_result r = float_run(op, true, y, rm);
		bool on = i < lanes && (!w.live || mask >> i & 1);

		live[i] = mask >> i & 1;
		want[i] = on ? r.value : w.d[i];
		flags |= on ? r.flags : 0;
	}
	(lanes == 32 ? run_32 : lanes == 3 ? run_3 : run_1)(&w, op);
	for (unsigned i = 0; i < FLOAT_LANES; i++)
		wrong += w.d[i] != want[i];
	return wrong + (w.flags != flags);
}
