/* floats.cl - what floats give to the bit: sums, quotients, roots, conversions
 * SPDX-License-Identifier: Apache-2.0
 *
 * As C with cl_host.h it says what is right.
 */
uint bits(float f)
{
	return isnan(f) ? 0x7fc00000 : as_uint(f);
}

/* Word X of IN as a float, with some that are special. */
float number(__global const uint *in, uint x)
{
	uint w = in[x & 63];

	switch (in[x * 3 + 1 & 63] & 15) {
	case 0: return as_float(w & 0x80000000);
	case 1: return as_float(w | 0x7f800000);
	case 2: return as_float((w & 0x80000000) | 0x7f800000);
	case 3: return as_float(w & 0x807fffff);
	case 4: return (int)w >> 9;
	case 5: return as_float((w & 0x80ffffff) | 0x40000000);
	case 6: return as_float((w & 0x81ffffff) | 0x4a000000);
	case 7: return as_float((w & 0x80ffffff) | 0x3f000000);
	default: return as_float(w);
	}
}

/* A conversion of what no integer is near to may give anything. */
float near(float f, float most)
{
	return isordered(f, f) && fabs(f) < most ? f : 3.75f;
}

__kernel void floats(__global const uint *in, __global uint *out, uint n)
{
	uint i = get_global_id(0);
	float a = number(in, i), b = number(in, i * 7 + 2), c = number(in, n + i);
	__global uint *at = out + 32 * i;
	ulong w = (ulong)in[i & 63] << (in[i + 1 & 63] & 32) | in[i + 2 & 63];

	at[0] = bits(a + b);
	at[1] = bits(a - b);
	at[2] = bits(a * b);
	at[3] = bits(a / b);
	at[4] = bits(fma(a, b, c));
	at[5] = bits(sqrt(a));
	at[6] = bits(floor(a));
	at[7] = bits(ceil(a));
	at[8] = bits(trunc(a));
	at[9] = bits(rint(a));
	at[10] = bits(round(a));
	at[11] = bits(fabs(a));
	at[12] = bits(copysign(a, b));
	at[13] = a < b;
	at[14] = a <= b;
	at[15] = a == b;
	at[16] = a != b;
	at[17] = isgreater(a, b) != 0;
	at[18] = isordered(a, b) != 0;
	at[19] = (uint)(int)near(a, 2147483648.0f);
	at[20] = (uint)near(fabs(a), 4294967296.0f);
	at[21] = as_uint((float)(int)in[i & 63]);
	at[22] = as_uint((float)in[i & 63]);
	at[23] = as_uint((float)w);
	at[24] = as_uint((float)(long)w);
	at[25] = (uint)((ulong)near(fabs(a), 18446744073709551616.0f) >> 16);
	at[26] = (uint)((long)near(a, 9223372036854775808.0f) >> 16);
	at[27] = a != a ? 1 : a > b ? bits(a) : bits(c);
	at[28] = bits(fmin(a, b));
	at[29] = bits(fmax(b, c));
	at[30] = (isinf(a) != 0) + 2 * (isnan(b) != 0) + 4 * (signbit(c) != 0);
	at[31] = (uint)(uchar)near(fabs(b), 256.0f) +
		 (uint)(short)near(b, 32768.0f);
}
