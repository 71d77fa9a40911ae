/* stencil.cl - sums of three neighbours
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 reads x[n]; 2 a part of the tile is unwritten; 3 no barrier; 4
 * writes out[n].
 * BUG N plants one.
 */
__kernel void stencil(__global const int *x, __global int *out, int n)
{
	__local int s[18];
	int lid = get_local_id(0), gid = get_global_id(0);

	s[lid + 1] = gid < n ? x[gid] : 0;
#if BUG != 2
	if (lid == 0)
		s[0] = gid ? x[gid - 1] : 0;
#endif
	if (lid == 15)
#if BUG == 1
		s[17] = x[gid + 1];
#else
		s[17] = gid + 1 < n ? x[gid + 1] : 0;
#endif
#if BUG != 3
	barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BUG == 4
	if (gid < n)
		out[gid + 1] = s[lid] + s[lid + 1] + s[lid + 2];
#else
	if (gid < n)
		out[gid] = s[lid] + s[lid + 1] + s[lid + 2];
#endif
}
