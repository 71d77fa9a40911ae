/* integers.cl - the integer functions of OpenCL C, for each type
 * SPDX-License-Identifier: Apache-2.0
 *
 * As C with cl_host.h it says what is right.
 */
#ifndef CL_HOST
#define CALL(name, type) name
#define int64_t long
#endif

/* Word X of IN, with some words that are at the end of a type. */
ulong word(__global const uint *in, uint x)
{
	uint low = in[x & 63], high = in[x * 5 + 1 & 63];

	switch (in[x + 2 & 63] & 15) {
	case 0: return 0;
	case 1: return ~(ulong)0;
	case 2: return (ulong)1 << 63;
	case 3: return ~((ulong)1 << 63);
	case 4: return 0x8080800080008080;
	case 5: return 0x7f7f7fff7fff7f7f;
	default: return (ulong)high << 32 | low;
	}
}

#define FUNCTIONS(type, utype) \
__kernel void f_##type(__global const uint *in, __global uint *out, uint n) \
{ \
	uint i = get_global_id(0), k = 0; \
	__global uint *at = out + 34 * i; \
	type a = (type)word(in, i), b = (type)word(in, i * 7 + 3); \
	type c = (type)word(in, i * 13 + n); \
	ulong r[17]; \
	r[0] = (ulong)CALL(add_sat, type)(a, b); \
	r[1] = (ulong)CALL(sub_sat, type)(a, b); \
	r[2] = (utype)CALL(abs, type)(a); \
	r[3] = (utype)CALL(abs_diff, type)(a, b); \
	r[4] = (ulong)CALL(hadd, type)(a, b); \
	r[5] = (ulong)CALL(rhadd, type)(a, b); \
	r[6] = (ulong)CALL(max, type)(a, b); \
	r[7] = (ulong)CALL(min, type)(a, b); \
	r[8] = b <= c ? (ulong)CALL(clamp, type)(a, b, c) : 1; \
	r[9] = (ulong)CALL(mul_hi, type)(a, b); \
	r[10] = (ulong)CALL(mad_hi, type)(a, b, c); \
	r[11] = (ulong)CALL(mad_sat, type)(a, b, c); \
	r[12] = (ulong)CALL(clz, type)(a); \
	r[13] = (ulong)CALL(popcount, type)(a); \
	r[14] = (utype)CALL(rotate, type)(a, b); \
	r[15] = (ulong)(type)(b ? (utype)a / (utype)b : 5); \
	r[1] ^= (ulong)CALL(sub_sat, type)((type)0, b) >> 1; \
	r[16] = (ulong)(type)(b && b != (type)-1 ? a % b : 7); \
	for (k = 0; k < 17; k++) { \
		at[2 * k] = (uint)r[k]; \
		at[2 * k + 1] = (uint)(r[k] >> 32); \
	} \
}

FUNCTIONS(char, uchar)
FUNCTIONS(uchar, uchar)
FUNCTIONS(short, ushort)
FUNCTIONS(ushort, ushort)
FUNCTIONS(int, uint)
FUNCTIONS(uint, uint)
FUNCTIONS(int64_t, ulong)
FUNCTIONS(ulong, ulong)
