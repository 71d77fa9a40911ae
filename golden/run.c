/* run.c - whole programs at full speed
 * SPDX-License-Identifier: Apache-2.0
 *
 * The lane loops are compiled once per number of threads, so that their trip
 * count is a constant and the compiler turns them into vector instructions.
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "golden/bytes.h"
#include "golden/machine.h"

enum {
	QUANTUM = 1024, /* instructions of one warp before the next one */
	CLOCK_PERIOD = 1 << 20, /* instructions between looks at the clock */
	AFTER_TRAP = 1000000 /* instructions the other warps still get */
};

static inline int32_t s(uint32_t word)
{
	return (int32_t)word;
}

static inline uint32_t mulh(uint32_t a, uint32_t b)
{
	return (uint32_t)(((int64_t)s(a) * s(b)) >> 32);
}

static inline uint32_t mulhsu(uint32_t a, uint32_t b)
{
	return (uint32_t)(((int64_t)s(a) * (int64_t)b) >> 32);
}

static inline uint32_t mulhu(uint32_t a, uint32_t b)
{
	return (uint32_t)(((uint64_t)a * b) >> 32);
}

/* Division by zero gives all ones; the one overflow gives the dividend. */
static inline uint32_t div_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return UINT32_MAX;
	if (b == UINT32_MAX)
		return 0 - a;
	return (uint32_t)(s(a) / s(b));
}

static inline uint32_t rem_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return a;
	if (b == UINT32_MAX)
		return 0;
	return (uint32_t)(s(a) % s(b));
}

static inline int8_t get_int8_t(const uint8_t *at)
{
	return (int8_t)*at;
}

static inline uint8_t get_uint8_t(const uint8_t *at)
{
	return *at;
}

static inline int16_t get_int16_t(const uint8_t *at)
{
	return (int16_t)bytes_u16(at);
}

static inline uint16_t get_uint16_t(const uint8_t *at)
{
	return bytes_u16(at);
}

static inline uint32_t get_uint32_t(const uint8_t *at)
{
	return bytes_u32(at);
}

static inline void put_uint8_t(uint8_t *at, uint32_t value)
{
	*at = (uint8_t)value;
}

static inline void put_uint16_t(uint8_t *at, uint32_t value)
{
	bytes_put_u16(at, (uint16_t)value);
}

static inline void put_uint32_t(uint8_t *at, uint32_t value)
{
	bytes_put_u32(at, value);
}

/* Lanes never depend on each other: two rows are the same or disjoint. */
#if defined __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* some stay scalar */
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define EACH_OF(n) INDEPENDENT for (uint32_t lane = 0; lane < (n); lane++)
#define LABEL(mode, id) LABEL_(mode, id)
#define LABEL_(mode, id) mode##_##id

#define T 1
#define RUN run_1
#include "golden/run_lanes.h"
#undef T
#undef RUN
#define T 2
#define RUN run_2
#include "golden/run_lanes.h"
#undef T
#undef RUN
#define T 4
#define RUN run_4
#include "golden/run_lanes.h"
#undef T
#undef RUN
#define T 8
#define RUN run_8
#include "golden/run_lanes.h"
#undef T
#undef RUN
#define T 16
#define RUN run_16
#include "golden/run_lanes.h"
#undef T
#undef RUN
#define T 32
#define RUN run_32
#include "golden/run_lanes.h"
#undef T
#undef RUN

void (*golden_runner(uint32_t threads))(struct golden *, struct golden_warp *,
					uint32_t)
{
	switch (threads) {
	case 1: return run_1;
	case 2: return run_2;
	case 4: return run_4;
	case 8: return run_8;
	case 16: return run_16;
	default: return run_32;
	}
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct limits {
	uint64_t last;          /* stop at this many instructions */
	uint64_t look;          /* look at the clock then */
	double end;             /* stop at this time; 0: never */
};

static bool can_step(const struct golden *g, const struct golden_warp *w)
{
	return (g->active & ~g->waiting) >> w->id & 1;
}

static void run_traced(struct golden *g, struct golden_warp *w, uint32_t left,
		       FILE *trace)
{
	struct golden_effect fx;

	while (left-- > 0 && golden_step(g, w->id, NULL, &fx) == 0) {
		golden_trace(&fx, trace);
		if ((fx.divergent && g->stop_divergent) || g->overflow.valid ||
		    fx.kind == GOLDEN_CSR_WRITE || golden_interrupted(g, w))
			return;
	}
}

/* Ticks that have come make an interrupt pending everywhere. */
static void tick(struct golden *g)
{
	uint64_t now = g->stats.instructions;

	if (!g->period || now < g->next_tick)
		return;
	g->pending = UINT32_MAX >> (GOLDEN_MAX_WARPS - g->cfg.warps);
	g->next_tick += ((now - g->next_tick) / g->period + 1) * g->period;
}

/* At most LEFT instructions of W, and none beyond the next tick. */
static void turn(struct golden *g, struct golden_warp *w, uint64_t left,
		 FILE *trace)
{
	struct golden_effect fx;

	tick(g);
	if (golden_interrupted(g, w)) {
		golden_interrupt(g, w->id, &fx);
		if (trace)
			golden_trace(&fx, trace);
		tick(g);
		if (--left == 0)
			return;
	}
	if (g->period && left > g->next_tick - g->stats.instructions)
		left = g->next_tick - g->stats.instructions;
	if (left > QUANTUM)
		left = QUANTUM;
	if (trace)
		run_traced(g, w, (uint32_t)left, trace);
	else
		g->run(g, w, (uint32_t)left);
}

static bool stopped(const struct golden *g)
{
	return g->exits || g->overflow.valid ||
	       (g->stop_divergent && g->stats.divergent_branches != 0);
}

/* One quantum of each warp that can step. */
static void round_of_warps(struct golden *g, const struct limits *limits,
			   FILE *trace)
{
	for (uint32_t i = 0; i < g->cfg.warps; i++) {
		struct golden_warp *w = &g->warp[i];
		uint64_t left = limits->last - g->stats.instructions;

		if (left == 0 || stopped(g))
			return;
		if (can_step(g, w))
			turn(g, w, left, trace);
	}
}

static bool expired(const struct golden *g, struct limits *limits)
{
	if (g->stats.instructions >= limits->last)
		return true;
	if (limits->end <= 0 || g->stats.instructions < limits->look)
		return false;
	limits->look = g->stats.instructions + CLOCK_PERIOD;
	return now() >= limits->end;
}

static void shorten_after_trap(const struct golden *g, struct limits *limits,
			       bool *trapped)
{
	uint64_t last = g->stats.instructions + AFTER_TRAP;

	if (*trapped || !g->first_trap.valid)
		return;
	*trapped = true;
	if (last < limits->last)
		limits->last = last;
}

enum golden_status golden_run(struct golden *g, uint64_t max_instructions,
			      double max_seconds, FILE *trace)
{
	uint64_t start = g->stats.instructions;
	bool trapped = false;
	struct limits limits = {
		.last = max_instructions &&
					max_instructions < UINT64_MAX - start
				? start + max_instructions
				: UINT64_MAX,
		.look = start + CLOCK_PERIOD,
		.end = max_seconds > 0 ? now() + max_seconds : 0,
	};

	for (;;) {
		shorten_after_trap(g, &limits, &trapped);
		if (g->exits)
			golden_stop(g);
		else if (stopped(g))
			return g->overflow.valid ? GOLDEN_OVERFLOW
						 : GOLDEN_DIVERGENT;
		if (!g->active)
			return g->first_trap.valid ? GOLDEN_FAULT : GOLDEN_PASS;
		if (!(g->active & ~g->waiting))
			return g->first_trap.valid ? GOLDEN_FAULT
						   : GOLDEN_DEADLOCK;
		if (expired(g, &limits))
			return g->first_trap.valid ? GOLDEN_FAULT
						   : GOLDEN_LIMIT;
		if (g->stop_when && *g->stop_when)
			return GOLDEN_CALLED_OFF;
		round_of_warps(g, &limits, trace);
	}
}
