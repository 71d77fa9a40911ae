/* nbody.c - bodies that attract each other, STEPS steps of leapfrog
 * SPDX-License-Identifier: Apache-2.0
 *
 * A body per thread. It reads all others, each the same as its neighbours do,
 * so that a word is one access for the warp. Positions are in two copies, of
 * which a step reads one and writes the other; all meet after each. For cores
 * with isa.f.
 */
#include "suite.h"
#include "vx_math.h"

#ifndef N
#define N 48
#endif
#ifndef STEPS
#define STEPS 2
#endif

#define SOFTENING 0x1p-6f
#define TIME 0x1p-5f

struct body {
	float x, y, z, mass;
};

struct speed {
	float x, y, z;
};

/* One step of the body ME among N. */
static inline void move(const struct body *from, struct body *to,
			struct speed *v, uint32_t me)
{
	float x = from[me].x, y = from[me].y, z = from[me].z;
	float ax = 0, ay = 0, az = 0;

	for (uint32_t i = 0; i < N; i++) {
		float dx = from[i].x - x, dy = from[i].y - y,
		      dz = from[i].z - z;
		float square = fmaf(dx, dx, SOFTENING), root, pull;

		square = fmaf(dy, dy, square);
		square = fmaf(dz, dz, square);
		root = rsqrtf(square);
		pull = from[i].mass * root * root * root;
		ax = fmaf(dx, pull, ax);
		ay = fmaf(dy, pull, ay);
		az = fmaf(dz, pull, az);
	}
	v->x = fmaf(ax, TIME, v->x);
	v->y = fmaf(ay, TIME, v->y);
	v->z = fmaf(az, TIME, v->z);
	to[me].x = fmaf(v->x, TIME, x);
	to[me].y = fmaf(v->y, TIME, y);
	to[me].z = fmaf(v->z, TIME, z);
	to[me].mass = from[me].mass;
}

#ifdef SUITE_HOST

static struct body all[2][N];
static struct speed speeds[N];

int main(void)
{
	float *first = &all[0][0].x;

	for (uint32_t i = 0; i < 4 * N; i++)
		first[i] = suite_float(i);
	for (uint32_t i = 0; i < N; i++)
		all[0][i].mass = fabsf(all[0][i].mass) * 0x1p-3f;
	emit_floats("start", first, 4 * N);
	for (uint32_t s = 0; s < STEPS; s++)
		for (uint32_t i = 0; i < N; i++)
			move(all[s % 2], all[(s + 1) % 2], &speeds[i], i);
	emit_floats("want", &all[STEPS % 2][0].x, 4 * N);
	return 0;
}

#else
#include "nbody.data.h"

struct nbody {
	struct body *all[2];
	uint32_t warps;
};

static struct speed speeds[N];

static void nbody(uint32_t tid, uint32_t wid)
{
	const struct nbody *b = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = b->warps;
	struct body *from = b->all[0], *to = b->all[1], *other;

	for (uint32_t s = 0; s < STEPS; s++) {
		for (uint32_t base = wid * threads; base < N;
		     base += warps * threads) {
			uint32_t me = base + tid;

			__if(me < N) {
				move(from, to, &speeds[me], me);
			} __endif
		}
		suite_meet(warps);
		other = from;
		from = to;
		to = other;
	}
}

int main(void)
{
	static struct body all[N];
	struct nbody args = { { (struct body *)(void *)start, all },
			      ww_num_warps() };
	uint32_t begin = ww_cycle();

	vx_spawnWarps(args.warps, ww_num_threads(), nbody, &args);
	suite_cycles("nbody", ww_cycle() - begin);
	return suite_finish("nbody", args.all[STEPS % 2], want, 4 * N);
}

#endif
