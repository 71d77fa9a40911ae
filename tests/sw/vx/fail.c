/* fail.c - what cannot go on, one CASE at a time
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

#ifndef CASE
#define CASE no_stack
#endif

static struct vx_channel never = VX_CHANNEL(((uint32_t[1]){ 0 }));

static void nothing(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
}

static void meet_all(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	vx_barrier(1, 1000000);
}

static __attribute__((unused)) void no_stack(void)
{
	vx_spawnWarps(1000000, ww_num_threads(), meet_all, NULL);
}

static __attribute__((unused)) void one_too_few(void)
{
	vx_spawnWarps(9, 1, meet_all, NULL);
}

static void listen(uint32_t tid, uint32_t wid)
{
	(void)tid;
	vx_printf("warp %u has heard %u\n", wid, vx_receive(&never));
}

static __attribute__((unused)) void nobody_sends(void)
{
	vx_wait(vx_spawnWarps(7, ww_num_threads(), listen, NULL, VX_ASYNC));
}

static __attribute__((unused)) void no_shared(void)
{
	vx_sm_malloc(vx_sm_size() + 1);
}

static __attribute__((unused)) void no_heap(void)
{
	for (;;)
		vx_malloc(100000);
}

static __attribute__((unused)) void huge(void)
{
	vx_malloc(0xFFFFFFF0u);
}

static void load_null(uint32_t tid, uint32_t wid)
{
	if (wid == 1)
		*(volatile uint32_t *)tid = 0;
	vx_barrier(2, 2);
}

static __attribute__((unused)) void trapped(void)
{
	vx_spawnWarps(2, 1, load_null, NULL);
}

static void apart_in(uint32_t tid, uint32_t wid)
{
	(void)wid;
	__if(tid == 1) {
		vx_yield();
	} __endif
}

static __attribute__((unused)) void apart(void)
{
	vx_spawnWarps(3, 2, apart_in, NULL);
}

static void sync_apart_in(uint32_t tid, uint32_t wid)
{
	(void)wid;
	__if(tid == 1) {
		vx_syncthreads();
	} __endif
}

static __attribute__((unused)) void sync_apart(void)
{
	vx_spawnWarps(3, 2, sync_apart_in, NULL);
}

/* A block of two rounds, of which only the first meets. */
static void sync_first(uint32_t tid, uint32_t wid)
{
	(void)wid;
	if (tid < ww_num_threads())
		vx_syncthreads();
}

static __attribute__((unused)) void sync_of_some(void)
{
	vx_spawnWarps(1, 2 * ww_num_threads(), sync_first, NULL);
}

static void sync_or_take(uint32_t tid, uint32_t wid)
{
	(void)wid;
	if (tid < ww_num_threads())
		vx_syncthreads();
	else
		vx_sm_malloc(16);
}

static __attribute__((unused)) void sync_unlike(void)
{
	vx_spawnWarps(1, 2 * ww_num_threads(), sync_or_take, NULL);
}

static void sync_all(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	vx_syncthreads();
}

static __attribute__((unused)) void sync_no_room(void)
{
	vx_spawnWarps(1, 1000000, sync_all, NULL);
}

static __attribute__((unused)) void sync_in_main(void)
{
	vx_syncthreads();
}

static void no_assert(uint32_t tid, uint32_t wid)
{
	vx_assert(wid != 3 || tid < 1);
}

static __attribute__((unused)) void assertion(void)
{
	vx_spawnWarps(3, 2, no_assert, NULL, VX_ODD_WARPS);
	vx_spawnWarps(5, 2, no_assert, NULL, VX_ODD_WARPS);
}

static __attribute__((unused)) void assertion_in_main(void)
{
	vx_assert(1 + 1 == 2);
	vx_assert(1 + 1 == 3);
}

static __attribute__((unused)) void too_many(void)
{
	vx_spawnWarps(((uint64_t)1 << 32) + 1, 1, nothing, NULL);
}

static __attribute__((unused)) void no_kernel(void)
{
	vx_spawnWarps(1, 1, NULL, NULL);
}

static __attribute__((unused)) void odd_and_even(void)
{
	vx_spawnWarps(1, 1, nothing, NULL, VX_ODD_WARPS | VX_EVEN_WARPS);
}

static void spawns(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	vx_spawnWarps(1, 1, nothing, NULL);
}

static __attribute__((unused)) void from_kernel(void)
{
	vx_spawnWarps(1, 1, spawns, NULL);
}

static void waits(uint32_t tid, uint32_t wid)
{
	(void)tid;
	vx_wait(wid);
}

static __attribute__((unused)) void wait_in_kernel(void)
{
	vx_spawnWarps(1, 1, waits, NULL);
}

static __attribute__((unused)) void bad_handle(void)
{
	vx_wait(77);
}

static __attribute__((unused)) void yield_in_main(void)
{
	vx_yield();
}

static void bad_id(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	vx_barrier(64, 2);
}

static __attribute__((unused)) void barrier_id(void)
{
	vx_spawnWarps(2, 1, bad_id, NULL);
}

static void other_count(uint32_t tid, uint32_t wid)
{
	(void)tid;
	vx_barrier(3, 5 + wid % 2);
}

static __attribute__((unused)) void barrier_count(void)
{
	vx_spawnWarps(5, 1, other_count, NULL);
}

static __attribute__((unused)) void free_twice(void)
{
	void *block = vx_malloc(10);

	vx_free(block);
	vx_free(block);
}

static __attribute__((unused)) void free_shared(void)
{
	vx_sm_free((void *)0xFF000010u);
}

static void none(uint32_t tid, uint32_t wid)
{
	static struct vx_channel empty;

	(void)tid;
	vx_send(&empty, wid);
}

static __attribute__((unused)) void channel_for_none(void)
{
	vx_spawnWarps(1, 1, none, NULL);
}

int main(void)
{
	CASE();
	return 99;
}
