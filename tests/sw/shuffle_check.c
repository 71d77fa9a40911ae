/* shuffle_check.c - every name of vx_shuffle.h, by all threads, in segments of
 * every width
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread computes what it should get from what the others have. The exit
 * code is the line of the first comparison that is wrong.
 */
#include "warpwright.h"
#include "vx_shuffle.h"

static uint32_t wrong[1024];

/* What thread T has. */
static uint32_t value_of(uint32_t t)
{
	return (t * 2654435761u) ^ (t * t << 9) ^ 0x80000000u;
}

struct expected {
	uint32_t sum, before, least, greatest, and, or, xor;
	int32_t ileast, igreatest;
};

static struct expected expect(uint32_t me, uint32_t width)
{
	uint32_t first = me & -width;
	struct expected e = { 0, 0, ~0u, 0, ~0u, 0, 0, 0x7fffffff, -1 << 31 };

	for (uint32_t t = first; t - first < width; t++) {
		uint32_t v = value_of(t);
		int32_t i = (int32_t)v;

		e.sum += v;
		e.before += v & (0u - (t < me));
		e.least = ww_choose(v < e.least, v, e.least);
		e.greatest = ww_choose(v > e.greatest, v, e.greatest);
		e.ileast = (int32_t)ww_choose(i < e.ileast, v,
					      (uint32_t)e.ileast);
		e.igreatest = (int32_t)ww_choose(i > e.igreatest, v,
						 (uint32_t)e.igreatest);
		e.and &= v;
		e.or |= v;
		e.xor ^= v;
	}
	return e;
}

#define CHECK(got, want) do { \
	uint32_t bad_ = (got) != (want); \
	__if(bad_ & (wrong[me] == 0)) { wrong[me] = __LINE__; } __endif \
} while (0)

#define ALL 0xffffffffu

static uint32_t in_memory[32];

static void check(uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads(), me = wid * threads + tid;
	uint32_t v = value_of(tid);
	int32_t i = (int32_t)v;
	struct expected e = expect(tid, threads);
	uint32_t last = threads - 1;

	CHECK(sub_group_reduce_add(v), e.sum);
	CHECK(sub_group_reduce_add(i), (int32_t)e.sum);
	CHECK(sub_group_reduce_min(v), e.least);
	CHECK(sub_group_reduce_min(i), e.ileast);
	CHECK(sub_group_reduce_max(v), e.greatest);
	CHECK(sub_group_reduce_max(i), e.igreatest);
	CHECK(sub_group_reduce_and(v), e.and);
	CHECK(sub_group_reduce_or(v), e.or);
	CHECK(sub_group_reduce_xor(v), e.xor);
	CHECK(sub_group_scan_exclusive_add(v), e.before);
	CHECK(sub_group_scan_inclusive_add(i), (int32_t)(e.before + v));
	CHECK(__reduce_add_sync(ALL, v), e.sum);
	CHECK(__reduce_min_sync(ALL, i), e.ileast);
	CHECK(__reduce_max_sync(ALL, v), e.greatest);
	CHECK(__reduce_and_sync(ALL, v), e.and);
	CHECK(__reduce_or_sync(ALL, v), e.or);
	CHECK(__reduce_xor_sync(ALL, v), e.xor);

	CHECK(sub_group_shuffle(i, last - tid), (int32_t)value_of(last - tid));
	CHECK(sub_group_broadcast(v, last), value_of(last));
	CHECK(sub_group_shuffle_up(v, 1), value_of(tid - (tid != 0)));
	CHECK(sub_group_shuffle_down(v, 1), value_of(tid + (tid != last)));
	CHECK(sub_group_shuffle_xor(v, last), value_of(tid ^ last));
	CHECK(__shfl_sync(ALL, i, last - tid), (int32_t)value_of(last - tid));
	CHECK(__shfl_up_sync(ALL, v, 1), value_of(tid - (tid != 0)));
	CHECK(__shfl_down_sync(ALL, v, 1), value_of(tid + (tid != last)));
	CHECK(__shfl_xor_sync(ALL, v, last), value_of(tid ^ last));

	CHECK(ww_shfl_xor(i, last, 32) >> 31,
	      (int32_t)value_of(tid ^ last) >> 31);
	CHECK(ww_shfl((uint8_t)v, last, 32), value_of(last) & 255);
	CHECK(*ww_shfl(&in_memory[tid], last - tid, 32), value_of(last - tid));
	CHECK(vx_shfl_bfly(i, (int)last, 63, 0), (int32_t)value_of(tid ^ last));

	for (uint32_t width = 1; width <= threads; width *= 2) {
		uint32_t in = tid & (width - 1), first = tid - in;

		e = expect(tid, width);
		CHECK(vx_sum(v, width), e.sum);
		CHECK(vx_scan(v, width), e.before);
		CHECK(vx_min(i, width), e.ileast);
		CHECK(vx_max(v, width), e.greatest);
		CHECK(sub_group_clustered_reduce_add(i, width), (int32_t)e.sum);
		CHECK(sub_group_clustered_reduce_min(v, width), e.least);
		CHECK(sub_group_clustered_reduce_max(i, width), e.igreatest);
		CHECK(__shfl_sync(ALL, v, tid + 1, width),
		      value_of(first + ((tid + 1) & (width - 1))));
		CHECK(__shfl_up_sync(ALL, v, 1, width),
		      value_of(tid - (in != 0)));
		CHECK(__shfl_down_sync(ALL, v, 1, width),
		      value_of(tid + (in != width - 1)));
		/* As CUDA's, it reaches into the segments before. */
		CHECK(__shfl_xor_sync(ALL, v, width / 2, width),
		      value_of(tid ^ width / 2));
		CHECK(__shfl_xor_sync(ALL, v, width, width),
		      value_of(tid & ~width));
	}

#if defined __riscv_flen || defined __riscv_zfinx
	float f = (float)tid - 3.5f, n = (float)threads;

	CHECK(ww_shfl(f, last, 32), n - 4.5f);
	CHECK(ww_shfl_up(f, 1, 32), (float)(tid - (tid != 0)) - 3.5f);
	CHECK(ww_shfl_down(f, 1, 32), (float)(tid + (tid != last)) - 3.5f);
	CHECK(ww_shfl_xor(f, last, 32), (float)(tid ^ last) - 3.5f);
	CHECK(vx_shfl_idx(f, (int)last, 63, 0), n - 4.5f);
	CHECK(vx_shfl_up(f, 0, 63, 0), f);
	CHECK(vx_shfl_down(f, 0, 63, 0), f);
	CHECK(__shfl_sync(ALL, f, last), n - 4.5f);
	CHECK(sub_group_reduce_add(f), n * (n - 1) / 2 - 3.5f * n);
	CHECK(sub_group_reduce_min(f), -3.5f);
	CHECK(sub_group_reduce_max(f), n - 4.5f);
	CHECK(sub_group_scan_exclusive_add(f),
	      (float)(tid * (tid - 1)) / 2 - 3.5f * (float)tid);
	CHECK(sub_group_scan_inclusive_add(f),
	      (float)(tid * (tid + 1)) / 2 - 3.5f * (float)(tid + 1));
	CHECK(__shfl_xor_sync(ALL, f, last), (float)(tid ^ last) - 3.5f);
	CHECK(sub_group_broadcast(f, 0), -3.5f);
#endif
}

int main(void)
{
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();

	for (uint32_t t = 0; t < threads; t++)
		in_memory[t] = value_of(t);
	vx_spawnWarps(warps, threads, check, NULL);
	for (uint32_t i = 0; i < warps * threads; i++)
		if (wrong[i])
			return (int)wrong[i];
	return 0;
}
