/* atomic_check.c - every name of vx_atomic.h, by all threads at once
 * SPDX-License-Identifier: Apache-2.0
 *
 * What does not depend on the order of warps is compared; the exit code is the
 * number of the first that is wrong.
 */
#include "warpwright.h"
#include "vx_atomic.h"

static uint32_t u[16];
static int s[4];
static uint32_t seen[1024], locked, lock;
static long l[2];
static unsigned long ul;
#if defined __riscv_flen || defined __riscv_zfinx
static float f[5], given[1024];
#endif

/* The types whose operations are not those of unsigned. */
static void update_types(uint32_t me)
{
	atomicAdd(&l[0], -1);
	atomicMin(&l[1], -1 - (int)me);
	atomicAdd(&ul, 3u);
#if defined __riscv_flen || defined __riscv_zfinx
	given[me] = atomicExch(&f[0], (float)(me + 1));
	/* Each gets another number, and finds it where it is. */
	seen[(uint32_t)(atomicAdd(&f[1], 0.5f) * 2)] |= 2;
	__if(me & 1) {
		atomicAdd(&f[2 + (me >> 1 & 1)], -1.25f);
	} __endif
	atomicAdd(&f[4], 0.0f); /* the word stays as it is */
#endif
}

static int check_types(uint32_t n)
{
	if (l[0] != -(int)n || l[1] != -(int)n || ul != 3 * n)
		return 8;
#if defined __riscv_flen || defined __riscv_zfinx
	float sum = f[0];

	for (uint32_t i = 0; i < n; i++)
		sum += given[i];
	if (sum != (float)(n * (n + 1) / 2))
		return 9;
	for (uint32_t i = 0; i < n; i++)
		if (seen[i] != 3)
			return 10;
	if (f[1] != 0.5f * (float)n || f[4] != 0)
		return 11;
	for (uint32_t i = 0; i < 2; i++)
		if (f[2 + i] != -1.25f * (float)((n + 2 - 2 * i) / 4))
			return 12;
#endif
	return 0;
}

static void update(uint32_t tid, uint32_t wid)
{
	uint32_t me = wid * ww_num_threads() + tid, old;

	old = atomicAdd(&u[0], 1);
	seen[old] |= 1;
	atomicSub(&u[1], 2);
	atomicOr(&u[2], 1u << (me & 31));
	atomicAnd(&u[3], ~(1u << (me & 31)));
	atomicXor(&u[4], me);
	atomicMax(&u[5], 0x80000000u + me);
	atomicMin(&u[6], 0x80000000u + me);
	atomicMax(&s[0], -1 - (int)me);
	atomicMin(&s[1], -1 - (int)me);
	atomic_inc(&u[7]);
	atomic_dec(&u[8]);
	atomicAdd(&u[9], atomicCAS(&u[10], 0, me + 1) == 0);
	atomic_xchg(&u[11], 77);
	/* A lock by reservation, one thread after the other. */
	old = 1;
	__while(old) {
		__if(vx_load_reserved(&lock) == 0) {
			__if(vx_store_conditional(&lock, 1) == 0) {
				ww_fence();
				locked = *(volatile uint32_t *)&locked + 1;
				ww_fence();
				atomicExch(&lock, 0);
				old = 0;
			} __endif
		} __endif
	} __endwhile
	update_types(me);
}

static int check(void)
{
	uint32_t n = ww_num_warps() * ww_num_threads(), bits = 0, all = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (!(seen[i] & 1))
			return 1;
		bits |= 1u << (i & 31);
		all ^= i;
	}
	if (u[0] != n || u[1] != 0u - 2 * n || u[2] != bits || u[3] != ~bits)
		return 2;
	if (u[4] != all || u[5] != 0x80000000u + n - 1 || u[6] != 0x80000000u)
		return 3;
	if (s[0] != -1 || s[1] != -(int)n)
		return 4;
	if (u[7] != n || u[8] != 0u - n || u[9] != 1 || u[10] - 1 >= n)
		return 5;
	if (u[11] != 77 || locked != n)
		return u[11] != 77 ? 6 : 7;
	return check_types(n);
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	(void)arg;
	update(tid, wid);
}

int main(void)
{
	u[3] = u[6] = 0xFFFFFFFF;
	s[0] = -0x7FFFFFFF;
	ww_spawn(ww_num_warps(), ww_num_threads(), kernel, 0);
	return check();
}
