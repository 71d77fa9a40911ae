/* host.c - a host of OpenCL whose kernel has the bugs of its arguments
 * SPDX-License-Identifier: Apache-2.0
 *
 * host [BUG]...: race, no barrier; beyond, x is too short; constant, y is
 * read-only; blank, nobody writes x. large, none: its group is folded.
 */
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

static const char *source =
	"__kernel void turn(__global const int *x, __global int *y,\n"
	"		    __local int *t)\n"
	"{\n"
	"	int l = get_local_id(0), g = get_global_id(0);\n"
	"\n"
	"	t[l] = x[g];\n"
	"#ifndef RACE\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"#endif\n"
	"	y[g] = t[(l + 1) % get_local_size(0)];\n"
	"}\n";

enum { N = 64 };

int main(int argc, char **argv)
{
	const char *options = "";
	size_t items = N, local = 16, bytes = N * sizeof(int);
	cl_mem_flags flags = CL_MEM_WRITE_ONLY, given = CL_MEM_COPY_HOST_PTR;
	int x[N] = { 0, 1, 2 }, y[N];
	cl_platform_id platform;
	cl_command_queue queue;
	cl_context context;
	cl_program program;
	cl_device_id device;
	cl_mem in, out;
	cl_kernel k;

	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "race"))
			options = "-DRACE";
		else if (!strcmp(argv[i], "beyond"))
			bytes -= 32;
		else if (!strcmp(argv[i], "blank"))
			given = 0;
		else if (!strcmp(argv[i], "large"))
			local = N;
		else
			flags = CL_MEM_READ_ONLY;
	if (clGetPlatformIDs(1, &platform, NULL))
		return 1;
	clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
	context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
	queue = clCreateCommandQueue(context, device, 0, NULL);
	program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
	clBuildProgram(program, 1, &device, options, NULL, NULL);
	k = clCreateKernel(program, "turn", NULL);
	in = clCreateBuffer(context, CL_MEM_READ_ONLY | given, bytes,
			    given ? x : NULL, NULL);
	out = clCreateBuffer(context, flags, sizeof y, NULL, NULL);
	clSetKernelArg(k, 0, sizeof in, &in);
	clSetKernelArg(k, 1, sizeof out, &out);
	clSetKernelArg(k, 2, local * sizeof(int), NULL);
	clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &local, 0, NULL,
			       NULL);
	if (clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 0, NULL,
				NULL))
		return 1;
	printf("%d %d\n", y[0], y[1]);
	return 0;
}
