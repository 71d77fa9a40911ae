/* cuda_check.c - the names of vx_cuda.h that are for every core
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread compares with what plain arithmetic says. The exit code is the
 * line of the first comparison that is wrong.
 */
#include "vx_cuda.h"

static uint32_t wrong[1024];

#define CHECK(got, want) do { \
	uint32_t bad_ = (got) != (want); \
	__if(bad_ & (wrong[me] == 0)) { wrong[me] = __LINE__; } __endif \
} while (0)

/* Bit by bit. */
static int ones(uint64_t x)
{
	int n = 0;

	for (int i = 0; i < 64; i++)
		n += x >> i & 1;
	return n;
}

static void bits(uint32_t me, uint64_t x)
{
	uint32_t low = (uint32_t)x, before = 0;
	uint32_t first = 0, last = 0, first_low = 0, last_low = 0;

	for (uint32_t i = 0; i < 64; i++) {
		uint32_t is = (uint32_t)(x >> i) & 1, mine = is & (i < 32);

		last = ww_choose(is, i + 1, last);
		last_low = ww_choose(mine, i + 1, last_low);
		first = ww_choose(is & (before == 0), i + 1, first);
		first_low = ww_choose(mine & (before == 0), i + 1, first_low);
		before |= is;
	}
	CHECK(__popc(low), ones(low));
	CHECK(__popcll(x), ones(x));
	CHECK(__clz(low), (int)(32 - last_low));
	CHECK(__clzll(x), (int)(64 - last));
	CHECK(__ffs(low), (int)first_low);
	CHECK(__ffsll(x), (int)first);
}

static uint32_t words[1024];

/* With the thread at the other end of the block. */
static void exchange(uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads(), first = wid * threads;
	uint32_t me = first + tid;

	words[me] = me;
	__syncthreads();
	CHECK(words[first + threads - 1 - tid], first + threads - 1 - tid);
}

/* The same with several rounds. */
static uint32_t wide[128], wide_out[128];

static void wide_block(uint32_t tid, uint32_t wid)
{
	(void)wid;
	wide[tid] = tid * 3;
	__syncthreads();
	wide_out[tid] = wide[127 - tid];
}

static void check(uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads(), me = wid * threads + tid;
	uint32_t all = threads == 32 ? ~0u : (1u << threads) - 1;

	CHECK(warpSize, threads);
	CHECK(__activemask(), all);
	CHECK(__ballot_sync(~0u, 1.5f), all);
	CHECK(__ballot_sync(0x55555555, tid), all & ~1u & 0x55555555);
	CHECK(__any_sync(~0u, tid == threads - 1), 1);
	CHECK(__any_sync(~0u, (uint64_t)tid >> 32), 0);
	CHECK(__all_sync(~0u, tid < threads), 1);
	CHECK(__all_sync(~0u, tid != threads - 1), 0);
	__if(tid & 1) {
		CHECK(__activemask(), all & 0xaaaaaaaa);
		CHECK(__ballot_sync(__activemask(), 1), all & 0xaaaaaaaa);
	} __endif
	__syncwarp();
	exchange(tid, wid);
	bits(me, 0);
	bits(me, (uint64_t)1 << (me & 63));
	bits(me, ~(uint64_t)0 >> (me & 63));
	bits(me, ((uint64_t)me << 37 | me << 3) * 2654435761u);
}

int main(void)
{
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();

	vx_spawnWarps(warps, threads, check, NULL);
	for (uint32_t i = 0; i < warps * threads; i++)
		if (wrong[i])
			return (int)wrong[i];
	vx_spawnWarps(1, 128, wide_block, NULL);
	for (uint32_t i = 0; i < 128; i++)
		if (wide_out[i] != (127 - i) * 3)
			return __LINE__;
	return 0;
}
