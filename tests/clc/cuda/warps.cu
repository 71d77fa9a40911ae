/* warps.cu - a kernel that takes a warp for 32 threads
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda_runtime.h>

__global__ void warps(const int *x, int *y)
{
	int v = x[threadIdx.x];

	for (int d = 16; d; d /= 2)
		v += __shfl_xor_sync(~0u, v, d);
	y[threadIdx.x] = v + __popc(__ballot_sync(~0u, threadIdx.x & 1));
}
