/* rnd.h - random numbers that are the same on every host
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_RND_H
#define WW_BASE_RND_H

#include <stdint.h>

struct rnd { uint64_t state; };

/* Any seed is good; near seeds give unrelated streams. */
static inline void rnd_seed(struct rnd *r, uint64_t seed)
{
	seed += UINT64_C(0x9E3779B97F4A7C15);
	seed = (seed ^ seed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	seed = (seed ^ seed >> 27) * UINT64_C(0x94D049BB133111EB);
	r->state = (seed ^ seed >> 31) | 1;
}

/* 32 random bits (xorshift, multiplied). */
static inline uint32_t rnd_u32(struct rnd *r)
{
	uint64_t x = r->state;

	x ^= x >> 12;
	x ^= x << 25;
	x ^= x >> 27;
	r->state = x;
	return (uint32_t)(x * UINT64_C(0x2545F4914F6CDD1D) >> 32);
}

/* A number below N; N must not be 0. */
static inline uint32_t rnd_below(struct rnd *r, uint32_t n)
{
	return (uint32_t)((uint64_t)rnd_u32(r) * n >> 32);
}

#endif
