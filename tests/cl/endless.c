/* endless.c - a host of OpenCL whose kernel never ends, for tests that kill it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints "running" when all but the kernel is over: its program is built and
 * has run once, so that the device is ready.
 */
#include "host.h"

static const char source[] =
	"__kernel void until(__global volatile int *x, int n)\n"
	"{\n"
	"	while (*x != n)\n"
	"		;\n"
	"}\n";

static void run(cl_kernel k, int n)
{
	size_t items = 8;

	GOOD(clSetKernelArg(k, 1, sizeof n, &n));
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL,
				    NULL));
	GOOD(clFinish(queue));
}

int main(void)
{
	int x = 5;
	cl_program p;
	cl_kernel k;
	cl_mem m;

	host_begin();
	p = host_build(source, "");
	k = clCreateKernel(p, "until", &bad);
	GOOD(bad);
	m = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, &x, &bad);
	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	run(k, x);
	puts("running");
	fflush(stdout);
	run(k, x + 1);
	puts("the kernel has ended");
	return 1;
}
