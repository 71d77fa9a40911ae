/* module.cu - the module of driver.cpp
 * SPDX-License-Identifier: Apache-2.0
 */
__device__ int count;
__constant__ int times = 3;

extern "C" __global__ void scale(int *to, const int *from, int n, float more)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	to[i] = from[i] * times + (int)(more - 1.5f);
	atomicAdd(&count, 1);
}
