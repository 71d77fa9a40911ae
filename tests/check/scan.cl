/* scan.cl - prefix sums of groups of 16
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1, 2 no barrier; 3 before the array.
 * BUG N plants one.
 */
__kernel void scan(__global const int *x, __global int *out)
{
	__local int s[16];
	int lid = get_local_id(0), gid = get_global_id(0);

	s[lid] = x[gid];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int step = 1; step < 16; step *= 2) {
#if BUG == 3
		int before = s[lid - step];
#else
		int before = lid >= step ? s[lid - step] : 0;
#endif
#if BUG != 1
		barrier(CLK_LOCAL_MEM_FENCE);
#endif
		s[lid] += before;
#if BUG != 2
		barrier(CLK_LOCAL_MEM_FENCE);
#endif
	}
	out[gid] = s[lid];
}
