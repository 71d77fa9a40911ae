/* transpose.cl - a matrix of w x h by tiles of 4 x 4
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 no barrier; 2 the tile has no padding; 3 w and h exchanged.
 * BUG N plants one.
 */
__kernel void transpose(__global const int *x, __global int *out, int w, int h)
{
#if BUG == 2
	__local int tile[4 * 4];
#else
	__local int tile[4 * 5];
#endif
	int a = get_local_id(0), b = get_local_id(1);
	int col = get_group_id(0) * 4 + a, row = get_group_id(1) * 4 + b;

	tile[b * 5 + a] = x[row * w + col];
#if BUG != 1
	barrier(CLK_LOCAL_MEM_FENCE);
#endif
	col = get_group_id(1) * 4 + a;
	row = get_group_id(0) * 4 + b;
#if BUG == 3
	out[row * w + col] = tile[a * 5 + b];
#else
	out[row * h + col] = tile[a * 5 + b];
#endif
}
