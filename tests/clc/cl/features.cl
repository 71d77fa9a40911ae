/* features.cl - what a kernel can have besides numbers
 * SPDX-License-Identifier: Apache-2.0
 */
struct pair {
	char tag;
	int2 xy;
	float f;
};

typedef struct {
	struct pair both[2];
	short last;
} box;

__constant int squares[] = { 0, 1, 4, 9, 16, 25, 36, 49 };
__constant struct pair first = { 'a', (int2)(3, 4), 1.5f };

/* Values of all sorts. */
__kernel void values(__global int *out, char c, uchar uc, short s, ushort us,
		     int i, uint u, long l, ulong ul, char3 c3, int4 i4,
		     short8 s8, box b)
{
	uint at = 12 * get_global_id(0);

	out[at] = c;
	out[at + 1] = uc;
	out[at + 2] = s;
	out[at + 3] = us;
	out[at + 4] = i;
	out[at + 5] = (int)(u >> 4);
	out[at + 6] = (int)(l >> 32);
	out[at + 7] = (int)(ul >> 60);
	out[at + 8] = c3.x + 10 * c3.y + 100 * c3.z;
	out[at + 9] = i4.x + i4.w * i4.z - i4.y;
	out[at + 10] = s8.s0 + s8.s7 + s8.lo.w;
	out[at + 11] = b.both[1].tag + b.both[0].xy.y + b.last;
}

/* Vectors: parts, orders, comparisons, choices, loads, conversions. */
__kernel void vectors(__global const int4 *in, __global int *out)
{
	int i = get_global_id(0);
	int4 v = in[i], w = v.wzyx;
	int4 less = v < w;
	int8 both = (int8)(v, w.lo, 7, -7);
	uchar4 bytes = convert_uchar4_sat(v * 100);
	float4 f = convert_float4(v);
	int3 three = vload3(i, out + 96);

	v.odd = v.even * 2;
	out[16 * i] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
	vstore4(select(v, w, less), 0, out + 16 * i + 1);
	out[16 * i + 5] = any(less) * 2 + all(less);
	out[16 * i + 6] = both.s5 + both.s6 + both.s7;
	out[16 * i + 7] = bytes.x + bytes.y + bytes.z + bytes.w;
	out[16 * i + 8] = (int)(dot(f, (float4)(1, 2, 3, 4)) * 4.0f);
	out[16 * i + 9] = as_int(f.x) >> 20;
	out[16 * i + 10] = (int)max(v, w).x + min(v, w).y;
	out[16 * i + 11] = shuffle(v, (uint4)(3, 2, 1, 0)).x;
	out[16 * i + 12] = three.x + three.y + three.z;
	out[16 * i + 13] = sizeof(int3) + 100 * sizeof(box);
	out[16 * i + 14] = (int)length((float2)(3.0f, 4.0f));
	out[16 * i + 15] = (int)cross((float4)(1, 0, 0, 0),
				      (float4)(0, 1, 0, 0)).z;
}

int sum_of(const int *list, int n)
{
	int sum = 0;

	for (int k = 0; k < n; k++)
		sum += list[k];
	return sum;
}

/* Arrays of an item, tables, a structure in memory. */
__kernel void memory(__constant int *table, __global struct pair *pairs,
		     __global int *out)
{
	int i = get_global_id(0), list[8];

	for (int k = 0; k < 8; k++)
		list[(k * 3 + i) & 7] = k < i ? squares[k] : table[k & 3];
	pairs[i] = first;
	pairs[i].xy.x += sum_of(list, i & 7);
	pairs[i].tag += i;
	out[i] = list[(i + 3) & 7] + 1000 * pairs[i].tag +
		 pairs[i].xy.x * 1000000 + pairs[i].xy.y * 100000;
}

/* Local memory of all kinds: a sum by halves, in a loop over blocks. */
__kernel void blocks(__global const int *in, __global int *out, int rounds,
		     __local int *part, __local int2 *ends)
{
	__local int total, seen[2];
	int me = get_local_id(0), n = get_local_size(0);

	if (me == 0)
		total = 0;
	for (int round = 0; round < rounds; round++) {
		part[me] = in[(get_global_id(0) + round) & 15];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = n / 2; k > 0; k /= 2) {
			if (me < k)
				part[me] += part[me + k];
			barrier(CLK_LOCAL_MEM_FENCE);
		}
		if (me == 0)
			total += part[0];
		if (me == n - 1)
			ends[0] = (int2)(round, me);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	seen[me & 1] = total;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = seen[0] + 1000 * ends[0].x + 10000 * ends[0].y;
}

/* Copies of a group. */
__kernel void copies(__global const int *in, __global int *out,
		     __local int *room)
{
	int n = get_local_size(0), g = get_group_id(0);
	event_t e = async_work_group_copy(room, in + g * n, (size_t)n, 0);

	wait_group_events(1, &e);
	room[get_local_id(0)] *= 2;
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_strided_copy(out + g, room, (size_t)n,
					  (size_t)get_num_groups(0), 0);
	wait_group_events(1, &e);
}
