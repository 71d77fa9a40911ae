/* vecadd.c - a host of OpenCL: a vector addition, with the times of its kernel
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

enum { N = 1000 };

static const char source[] =
	"__kernel void add(__global const float *a, __global const float *b,\n"
	"                  __global float *sum, int n)\n"
	"{\n"
	"	int i = get_global_id(0);\n"
	"\n"
	"	if (i < n)\n"
	"		sum[i] = a[i] + b[i];\n"
	"}\n";

int main(void)
{
	static float a[N], b[N], sum[N];
	size_t global = 1024;
	cl_ulong begin, end;
	cl_mem x, y, z;
	cl_program p;
	cl_kernel k;
	cl_event e;
	int n = N;

	for (int i = 0; i < N; i++) {
		a[i] = (float)i;
		b[i] = 0.5f * (float)i;
	}
	host_begin();
	p = host_build(source, "");
	k = clCreateKernel(p, "add", &bad);
	GOOD(bad);
	x = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
			   sizeof a, a, &bad);
	GOOD(bad);
	y = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof b, NULL, &bad);
	GOOD(bad);
	z = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof sum, NULL, &bad);
	GOOD(bad);
	GOOD(clEnqueueWriteBuffer(queue, y, CL_TRUE, 0, sizeof b, b, 0, NULL,
				  NULL));
	GOOD(clSetKernelArg(k, 0, sizeof x, &x));
	GOOD(clSetKernelArg(k, 1, sizeof y, &y));
	GOOD(clSetKernelArg(k, 2, sizeof z, &z));
	GOOD(clSetKernelArg(k, 3, sizeof n, &n));
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, NULL, 0, NULL,
				    &e));
	GOOD(clWaitForEvents(1, &e));
	GOOD(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START,
				     sizeof begin, &begin, NULL));
	GOOD(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end,
				     &end, NULL));
	GOOD(clEnqueueReadBuffer(queue, z, CL_TRUE, 0, sizeof sum, sum, 0,
				 NULL, NULL));
	for (int i = 0; i < N; i++)
		TRUE(sum[i] == 1.5f * (float)i);
	printf("%d sums are right; the kernel took %lu cycles\n", N,
	       (unsigned long)(end - begin));
	GOOD(clReleaseEvent(e));
	GOOD(clReleaseMemObject(x));
	GOOD(clReleaseMemObject(y));
	GOOD(clReleaseMemObject(z));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseProgram(p));
	host_end();
	return 0;
}
