/* more.cu - the second file of basics.cu, with the same static names
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

static __device__ int factor = 5;

static __global__ void add(int *p, int n)
{
	*p += factor * n;
}

int elsewhere(int x)
{
	int *p;

	GOOD(cudaMallocManaged(&p, sizeof *p));
	*p = x;
	add<<<1, 1>>>(p, 1);
	GOOD(cudaDeviceSynchronize());
	x = *p;
	GOOD(cudaFree(p));
	return wrong ? -1 : x;
}
