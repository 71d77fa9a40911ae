/* suite.cl - kernels of the suite (sw/kernels) as one writes them in OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 *
 * For scripts/bench-opencl, with the sizes of the suite's as macros.
 */
__kernel void vector_add(__global const uint *x, __global const uint *y,
			 __global uint *z)
{
	uint i = get_global_id(0);

	z[i] = x[i] + y[i];
}

__kernel void saxpy_f(float a, __global const float *x, __global float *y)
{
	uint i = get_global_id(0);

	y[i] = fma(a, x[i], y[i]);
}

/* A group of as many items as the core has threads. */
__kernel void reduce(__global const uint *x, uint n, __local uint *part,
		     __global uint *result)
{
	uint me = get_local_id(0), all = get_local_size(0), sum = 0;

	for (uint i = me; i < n; i += all)
		sum += x[i];
	part[me] = sum;
	for (uint step = all / 2; step > 0; step /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (me < step)
			part[me] += part[me + step];
	}
	if (me == 0)
		*result = part[0];
}

__kernel void matmul_naive(__global const uint *a, __global const uint *b,
			   __global uint *c, uint depth)
{
	uint row = get_global_id(1), col = get_global_id(0);
	uint n = get_global_size(0), sum = 0;

	for (uint k = 0; k < depth; k++)
		sum += a[row * depth + k] * b[k * n + col];
	c[row * n + col] = sum;
}

__kernel void histogram_atomic(__global const uint *x, uint n, uint count,
			       __local uint *sums, __global uint *bins)
{
	uint me = get_local_id(0), all = get_local_size(0);

	for (uint i = me; i < count; i += all)
		sums[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = me; i < n; i += all)
		atomic_inc(&sums[x[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = me; i < count; i += all)
		bins[i] = sums[i];
}

#ifdef WIDTH
enum {
	ONE = 1 << 12,
	LEFT = -9 * ONE / 4,
	STEP_X = 3 * ONE * 16 / WIDTH,
	STEP_Y = 5 * ONE * 16 / (2 * HEIGHT),
	TOP = -5 * ONE / 4
};

__kernel void mandelbrot(__constant uint *palette, __global uint *pixels)
{
	int col = (int)get_global_id(0), row = (int)get_global_id(1);
	int x = LEFT + col * STEP_X / 16, y = TOP + row * STEP_Y / 16;
	int re = 0, im = 0, re2 = 0, im2 = 0;
	uint steps = 0;

	while (re2 + im2 < 4 * ONE && steps < LIMIT) {
		im = (re * im >> 11) + y;
		re = re2 - im2 + x;
		re2 = re * re >> 12;
		im2 = im * im >> 12;
		steps++;
	}
	pixels[row * WIDTH + col] = palette[steps];
}
#endif

__kernel void gcd(__global const uint *a, __global const uint *b,
		  __global uint *result)
{
	uint i = get_global_id(0), x = a[i], y = b[i];

	while (y != 0) {
		uint rest = x % y;

		x = y;
		y = rest;
	}
	result[i] = x;
}

__kernel void spmv(__global const uint *row, __global const uint *column,
		   __global const uint *value, __global const uint *x,
		   __global uint *y)
{
	uint r = get_global_id(0), sum = 0;

	for (uint i = row[r]; i < row[r + 1]; i++)
		sum += value[i] * x[column[i]];
	y[r] = sum;
}
