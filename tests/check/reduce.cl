/* reduce.cl - the sum of each group of 16
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1, 2 no barrier; 3 beyond the array; 4 unwritten.
 * BUG N plants one.
 */
__kernel void reduce(__global const int *x, __global int *out, int n)
{
	__local int s[16];
	int lid = get_local_id(0), gid = get_global_id(0);

#if BUG == 4
	if (gid < n)
		s[lid] = x[gid];
#else
	s[lid] = gid < n ? x[gid] : 0;
#endif
#if BUG != 1
	barrier(CLK_LOCAL_MEM_FENCE);
#endif
	for (int step = 8; step; step /= 2) {
#if BUG == 3
		int more = s[lid + step];
		barrier(CLK_LOCAL_MEM_FENCE);
		s[lid] += more;
#else
		if (lid < step)
			s[lid] += s[lid + step];
#endif
#if BUG != 2
		barrier(CLK_LOCAL_MEM_FENCE);
#endif
	}
	if (lid == 0)
		out[get_group_id(0)] = s[0];
}
