/* cores.c - requests on several cores: who runs what, barriers and channels
 * between cores, shared memory of each
 * SPDX-License-Identifier: Apache-2.0
 *
 * Right on one core too, where nothing can leave it.
 */
#include "warpwright.h"

enum { MOST = 16 * 32 + 1, PHASES = 5 };

static volatile uint32_t ran_on[2 * MOST], sums[2][MOST], wrong;
static uint32_t store[3];
static struct vx_channel channel = VX_CHANNEL(store);

/* Where software warp WID has run: 1 + the number of its hardware warp among
 * those of all cores. */
static void note(uint32_t tid, uint32_t wid)
{
	(void)tid;
	ran_on[wid] = 1 + ww_core_id() * ww_num_warps() + ww_warp_id();
}

/* How many hardware warps, or cores, have had the first N software warps. */
static uint32_t count(uint32_t n, uint32_t warps_each)
{
	uint32_t found = 0, i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < i; j++)
			if ((ran_on[j] - 1) / warps_each ==
			    (ran_on[i] - 1) / warps_each)
				break;
		found += j == i;
	}
	return found;
}

static void forget(void)
{
	for (uint32_t i = 0; i < 2 * MOST; i++)
		ran_on[i] = 0;
}

static int who_runs(void)
{
	uint32_t all = vx_num_warps(), warps = ww_num_warps();
	void *tile;

	vx_spawnWarps(2 * all, 1, note, NULL);
	if (count(2 * all, 1) != all) /* everyone, two each */
		return 1;
	for (uint32_t i = 0; i < all; i++)
		if (ran_on[i] != ran_on[i + all])
			return 2;
	forget();
	vx_spawnWarps(warps, 1, note, NULL);
	for (uint32_t i = 0; i < warps; i++) /* core 0, by their numbers */
		if (ran_on[i] != i + 1)
			return 3;
	forget();
	vx_spawnWarps(warps + 1, 1, note, NULL);
	if (count(warps + 1, warps) !=
	    (ww_num_cores() < warps + 1 ? ww_num_cores() : warps + 1))
		return 4;
	tile = vx_sm_try(16);
	forget();
	vx_spawnWarps(2 * all, 1, note, NULL);
	if (tile && count(2 * all, warps) != 1)
		return 5;
	forget();
	vx_spawnWarps(2 * all, 1, note, NULL, VX_SPREAD);
	if (count(2 * all, 1) != all)
		return 6;
	vx_sm_free(tile);
	return 0;
}

static volatile uint32_t counts[2 * MOST];

static void add(uint32_t tid, uint32_t wid)
{
	(void)tid;
	counts[wid + *(uint32_t *)vx_get_arg()]++;
}

/* More requests than are kept at a time, each for some of the cores. Every one
 * is done once, and its stores are seen. */
static int for_some(void)
{
	uint32_t warps = ww_num_warps();
	static uint32_t first[16];

	for (uint32_t i = 0; i < 16; i++)
		first[i] = i * 20 % MOST;
	for (uint32_t i = 0; i < 16; i++) {
		uint32_t n = i % 4 == 3 ? 1 : warps + 1 + i % 5;

		for (uint32_t j = 0; j < n; j++)
			counts[first[i] + j] = 0;
		vx_spawnWarps(n, 1, add, &first[i], i % 4 == 3 ? VX_ASYNC : 0);
		for (uint32_t j = 0; i % 4 != 3 && j < n; j++)
			if (counts[first[i] + j] != 1)
				return 1;
	}
	return 0;
}

/* Small requests that main does not wait for go to the cores in turn. */
static int in_turn(void)
{
	uint32_t cores = ww_num_cores(), n = 0;
	vx_handle h[16];

	forget();
	for (uint32_t i = 0; i < cores; i++)
		if (i % 8 == 7) /* no more than are under way at a time */
			vx_spawnWarps(1, 1, note, NULL);
		else
			h[n++] = vx_spawnWarps(1, 1, note, NULL, VX_ASYNC);
	while (n > 0)
		vx_wait(h[--n]);
	return ran_on[0] == 0;
}

static void meet(uint32_t tid, uint32_t wid)
{
	uint32_t n = *(uint32_t *)vx_get_arg(), total;

	for (uint32_t p = 0; p < PHASES; p++) {
		__if(tid == 0) {
			sums[p % 2][wid] = p * 100 + wid;
		} __endif
		vx_barrier(0, n);
		total = 0;
		for (uint32_t i = 0; i < n; i++)
			total += sums[p % 2][i];
		__if(total != p * 100 * n + n * (n - 1) / 2) {
			wrong = 1;
		} __endif
	}
}

/* The last software warp gets a word of each other one. */
static void send(uint32_t tid, uint32_t wid)
{
	uint32_t n = *(uint32_t *)vx_get_arg(), sum = 0;

	if (wid < n - 1) {
		vx_send(&channel, wid);
		return;
	}
	for (uint32_t i = 0; i < n - 1; i++)
		sum += vx_receive(&channel);
	__if((sum != (n - 1) * (n - 2) / 2) & (tid == 0)) {
		wrong = 2;
	} __endif
}

/* A tile of main's that each core has for itself. */
static void tiles(uint32_t tid, uint32_t wid)
{
	volatile uint32_t *tile = vx_get_arg();

	tile += ww_warp_id() * ww_num_threads();
	tile[tid] = wid << 8 | tid;
	vx_barrier(0, vx_num_warps());
	__if(tile[tid] != (wid << 8 | tid)) {
		wrong = 3;
	} __endif
}

int main(void)
{
	uint32_t all = vx_num_warps(), more = all + 1, one = 1;
	uint32_t threads = ww_num_threads();
	void *tile;
	int failed = who_runs();

	if (failed)
		return failed;
	if (in_turn())
		return 7;
	if (for_some())
		return 8;
	vx_spawnWarps(all, threads, meet, &all);
	vx_spawnWarps(more, threads, meet, &more);
	vx_spawnWarps(one, 1, meet, &one);
	vx_spawnWarps(all, threads, meet, &all);
	if (more > 2)
		vx_spawnWarps(more, threads, send, &more);
	tile = vx_sm_try(ww_num_warps() * threads * 4);
	if (tile)
		vx_spawnWarps(all, threads, tiles, tile, VX_SPREAD);
	vx_sm_free(tile);
	return wrong ? 10 + (int)wrong : 0;
}
