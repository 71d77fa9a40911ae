/* ids.cl - what a work-item can ask about its place
 * SPDX-License-Identifier: Apache-2.0
 */
uint number(void)
{
	return get_global_id(0) - get_global_offset(0) +
	       get_global_size(0) *
		       (get_global_id(1) - get_global_offset(1) +
			get_global_size(1) *
				(get_global_id(2) - get_global_offset(2)));
}

__kernel void ids(__global uint *out)
{
	__global uint *at = out + 12 * number();

	for (uint d = 0; d < 3; d++) {
		at[d] = get_global_id(d);
		at[3 + d] = get_local_id(d);
		at[6 + d] = get_group_id(d);
	}
	at[9] = get_work_dim() * 1000 + get_local_size(1) * 100 +
		get_num_groups(0) * 10 + get_num_groups(2);
	at[10] = get_global_id(3) * 10 + get_global_size(3);
	at[11] = get_global_offset(1);
}

/* The same items, but a group has to be together. */
__kernel void meet(__global uint *out)
{
	__local uint last[1024];
	uint local_size = get_local_size(0) * get_local_size(1) *
			  get_local_size(2);
	uint me = get_local_id(0) +
		  get_local_size(0) * (get_local_id(1) +
				       get_local_size(1) * get_local_id(2));

	last[me] = number();
	barrier(CLK_LOCAL_MEM_FENCE);
	out[number()] = last[local_size - 1 - me];
}
