/* atomics.cl - atomic functions on both memories
 * SPDX-License-Identifier: Apache-2.0
 */
__kernel void atomics(__global int *out, __global volatile uint *u)
{
	__local int sum, most;
	int i = get_global_id(0), me = get_local_id(0);

	if (me == 0) {
		sum = 0;
		most = -1000;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&sum, me);
	atomic_max(&most, i);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (me == 0) {
		atomic_add(&out[0], sum);
		atomic_max(&out[1], most);
	}
	atomic_inc(&out[2]);
	atomic_min(&out[3], 100 - i);
	atomic_or(&out[4], 1 << i);
	atomic_xor(&out[5], i);
	atomic_sub(&out[6], 2);
	atomic_and(&u[0], ~(1u << i));
	atom_add(&u[1], 3);
	if (atomic_cmpxchg(&u[2], 0, 5) == 0)
		atomic_inc(&u[3]);
	/* Each item adds its number by itself. */
	for (uint old = u[4], seen;; old = seen) {
		seen = atomic_cmpxchg(&u[4], old, old * 2 + 1);
		if (seen == old)
			break;
	}
	if (atomic_xchg(&u[5], 1) == 0)
		atomic_dec(&u[6]);
}

__kernel void exchange(__global float *f)
{
	f[2 + get_global_id(0)] = atomic_xchg(&f[0], 2.5f);
}
