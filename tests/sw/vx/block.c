/* block.c - blocks of threads, wider than the core or not, that work together
 * through shared memory and vx_syncthreads
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

#ifndef MOST
#define MOST 128 /* threads of a block */
#endif
enum { BLOCKS = 11 };

struct args {
	uint32_t threads;  /* of a block */
	uint32_t *scratch; /* for all, if the core has no shared memory */
};

static uint32_t out[BLOCKS * MOST], ram[BLOCKS * MOST], own[BLOCKS * MOST];
static volatile uint32_t wrong;

/* The MOST words of this block. */
static volatile uint32_t *tile(const struct args *a, uint32_t wid)
{
	return a->scratch ? a->scratch + wid * MOST :
			    vx_sm_malloc(a->threads * 4);
}

static void leave(const struct args *a, volatile uint32_t *words)
{
	if (!a->scratch)
		vx_sm_free((void *)words);
}

/* Each thread gets what the thread at the other end has stored. */
static void reverse(uint32_t tid, uint32_t wid)
{
	const struct args *a = vx_get_arg();
	volatile uint32_t *words = tile(a, wid);

	words[tid] = wid << 8 | tid;
	vx_syncthreads();
	out[wid * a->threads + tid] = words[a->threads - 1 - tid];
	leave(a, words);
}

/* A sum in log2 steps, many times over; values that stay in registers. */
static void reduce(uint32_t tid, uint32_t wid)
{
	const struct args *a = vx_get_arg();
	volatile uint32_t *words = tile(a, wid);
	uint32_t kept = tid * 7 + wid, sum = 0;

	for (uint32_t turn = 0; turn < 3; turn++) {
		words[tid] = kept + turn;
		for (uint32_t half = 64; half > 0; half /= 2) {
			vx_syncthreads();
			__if((tid < half) & (tid + half < a->threads)) {
				words[tid] += words[tid + half];
			} __endif
		}
		vx_syncthreads();
		sum += words[0];
		if (turn == 1)
			vx_yield();
		vx_syncthreads();
	}
	out[wid * a->threads + tid] = sum;
	leave(a, words);
}

/* Blocks that meet each other too, and some that end without waiting. */
static void together(uint32_t tid, uint32_t wid)
{
	const struct args *a = vx_get_arg();

	ram[wid * MOST + tid] = wid + tid;
	vx_barrier(3, 4);
	out[wid * a->threads + tid] =
		ram[(wid + 1) % 4 * MOST + a->threads - 1 - tid];
	if (wid == 2)
		return;
	vx_syncthreads();
	own[wid * MOST + tid] = tid;
	vx_syncthreads();
	__if(own[wid * MOST + a->threads - 1 - tid] != a->threads - 1 - tid) {
		wrong = 100;
	} __endif
}

static void expect(uint32_t i, uint32_t is)
{
	wrong += out[i] != is;
	out[i] = 0;
}

static void all(struct args *a)
{
	uint32_t n = a->threads;

	vx_spawnWarps(BLOCKS, n, reverse, a);
	for (uint32_t i = 0; i < BLOCKS * n; i++)
		expect(i, i / n << 8 | (n - 1 - i % n));
	vx_spawnWarps(BLOCKS, n, reduce, a);
	for (uint32_t i = 0; i < BLOCKS * n; i++)
		expect(i, 3 * (7 * (n * (n - 1) / 2) + n * (i / n)) + 3 * n);
	vx_spawnWarps(4, n, together, a);
	for (uint32_t i = 0; i < 4 * n; i++)
		expect(i, (i / n + 1) % 4 + n - 1 - i % n);
}

int main(void)
{
	static const uint32_t sizes[] = { 1, 6, MOST / 2 + 1, MOST };
	struct args a = { 0, ram };
	vx_handle one, two;

	for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		a.threads = sizes[i];
		all(&a);
		/* Of more than one round, a block waits for shared memory. */
		if (vx_sm_size() < (sizes[i] > ww_num_threads() ?
					    MOST * 8 :
					    BLOCKS * MOST * 4))
			continue;
		a.scratch = NULL;
		all(&a);
		a.scratch = ram;
	}
	/* Two requests at once on the same hardware warps. */
	one = vx_spawnWarps(BLOCKS, MOST, reverse, &a, VX_ASYNC);
	two = vx_spawnWarps(BLOCKS, MOST, reverse, &a, VX_ASYNC);
	vx_wait(two);
	vx_wait(one);
	return (int)wrong;
}
