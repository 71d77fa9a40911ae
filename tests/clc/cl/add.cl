/* add.cl - integers, buffers, a value: the last group has items without work
 * SPDX-License-Identifier: Apache-2.0
 */
__kernel void add(__global const int *a, __global const int *b,
		  __global int *sum, int n)
{
	int i = get_global_id(0);

	if (i < n)
		sum[i] = a[i] + b[i];
}

/* Its name is that of a function of the runtime. */
__kernel void memset(__global uint *out)
{
	out[get_global_id(0)] = 7 * get_global_id(0);
}
