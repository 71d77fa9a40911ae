/* hist.cl - a histogram of 8 bins
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 no atomic; 2 not zeroed; 3 no barrier; 4 a bin too far; 5 a global
 * sum without atomic.
 * BUG N plants one.
 */
__kernel void hist(__global const int *x, __global int *out)
{
	__local int bins[8];
	int lid = get_local_id(0), gid = get_global_id(0);
	int bin = x[gid] & 7;

#if BUG == 4
	bin = bin + 1;
#endif
#if BUG != 2
	if (lid < 8)
		bins[lid] = 0;
#endif
#if BUG != 3
	barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if BUG == 1
	bins[bin]++;
#else
	atomic_inc(&bins[bin]);
#endif
	barrier(CLK_LOCAL_MEM_FENCE);
	if (lid < 8)
#if BUG == 5
		out[lid] += bins[lid];
#else
		atomic_add(&out[lid], bins[lid]);
#endif
}
