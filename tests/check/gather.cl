/* gather.cl - out[i] = x[index[i]]
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 an index too large, in the data; 2 a null buffer; 3 two items store
 * to one place; 4 reads what the next group writes; 5 reads an element of out
 * that no item writes.
 * BUG N plants one.
 */
__kernel void gather(__global const int *x, __global const int *index,
		     __global int *out)
{
	int i = get_global_id(0);

#if BUG == 3
	out[i / 2] = x[index[i]];
#elif BUG == 4
	out[i] = x[index[i]];
	if (i + 16 < (int)get_global_size(0) && out[i + 16] > 5)
		out[i] = 0;
#elif BUG == 5
	if (i & 1)
		out[i] = x[index[i]];
	barrier(CLK_GLOBAL_MEM_FENCE);
	if (out[i] > 3)
		out[i] = 1;
#else
	out[i] = x[index[i]];
#endif
}
