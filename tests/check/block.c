/* block.c - blocks of 16 threads in the manner of CUDA
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1, 2 no barrier; 3 unwritten shared memory; 4 beyond the block; 5 a
 * variable that one way does not set; 6 threads store different values to one
 * place.
 * BUG N plants one.
 */
#include "vx_cuda.h"

enum { THREADS = 16, BLOCKS = 6 };
int in[BLOCKS * THREADS], out[BLOCKS * THREADS], last;

static void reverse(uint32_t tid, uint32_t wid)
{
	int *s = vx_sm_malloc(THREADS * sizeof *s);

#if BUG == 3
	__if(tid & 1) {
		s[tid] = in[wid * THREADS + tid];
	} __endif
#elif BUG == 4
	s[tid + (tid == THREADS - 1)] = in[wid * THREADS + tid];
#else
	s[tid] = in[wid * THREADS + tid];
#endif
#if BUG != 1
	__syncthreads();
#endif
	out[wid * THREADS + tid] = s[THREADS - 1 - tid];
#if BUG == 2
	s[tid] = 0;
#endif
#if BUG == 5
	int v[4];

	__if(tid & 1) {
		((volatile int *)v)[tid & 3] = 1;
	} __endif
	out[wid * THREADS + tid] += ((volatile int *)v)[tid & 3];
#endif
#if BUG == 6
	last = (int)tid;
#endif
	__syncthreads();
	vx_sm_free(s);
}

int main(void)
{
	for (int i = 0; i < BLOCKS * THREADS; i++)
		in[i] = i;
	vx_spawnWarps(BLOCKS, THREADS, reverse, 0);
	return 0;
}
