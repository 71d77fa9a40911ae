/* core.c - a host of OpenCL on a core that differs from the golden model
 * SPDX-License-Identifier: Apache-2.0
 *
 * The shift to the right of the device's core fills with zeros.
 * WARPWRIGHT_CL_SECONDS should be small. Prints what the context is told.
 */
#include "host.h"

enum { N = 8 };

static const char source[] =
	"__kernel void add(__global int *x, int n)\n"
	"{\n"
	"	x[get_global_id(0)] += n;\n"
	"}\n"
	"__kernel void halve(__global int *x, int n)\n"
	"{\n"
	"	x[get_global_id(0)] = -x[get_global_id(0)] >> n;\n"
	"}\n"
	"__kernel void endless(__global volatile int *x, int n)\n"
	"{\n"
	"	while (*x != -n)\n"
	"		;\n"
	"}\n";

static void CL_CALLBACK told(const char *text, const void *bytes, size_t n,
			     void *user)
{
	(void)bytes, (void)n, (void)user;
	printf("%s\n", text);
}

static cl_kernel kernel(cl_program p, const char *name, cl_mem m)
{
	cl_kernel k = clCreateKernel(p, name, &bad);
	int n = 5;

	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	GOOD(clSetKernelArg(k, 1, sizeof n, &n));
	return k;
}

/* Runs K behind an event of the host; returns the status that it leaves. */
static cl_int run(cl_kernel k)
{
	cl_event gate = clCreateUserEvent(context, &bad), end;
	size_t items = N;
	cl_int status, finished;

	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 1, &gate,
				    &end));
	GOOD(clSetUserEventStatus(gate, CL_COMPLETE));
	finished = clFinish(queue);
	GOOD(clGetEventInfo(end, CL_EVENT_COMMAND_EXECUTION_STATUS,
			    sizeof status, &status, NULL));
	GIVES(status, finished);
	GIVES(status ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST :
	      CL_SUCCESS, clWaitForEvents(1, &end));
	GOOD(clReleaseEvent(gate));
	GOOD(clReleaseEvent(end));
	return status;
}

int main(void)
{
	int x[N] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	cl_program p;
	cl_kernel add, halve, endless;
	cl_mem m;

	host_begin();
	host_end();
	context = clCreateContext(NULL, 1, &device, told, NULL, &bad);
	GOOD(bad);
	queue = clCreateCommandQueue(context, device, 0, &bad);
	p = host_build(source, "");
	m = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof x, x, &bad);
	GOOD(bad);
	add = kernel(p, "add", m);
	halve = kernel(p, "halve", m);
	endless = kernel(p, "endless", m);
	GIVES(CL_SUCCESS, run(add));
	GIVES(FAILED, run(halve));
	GIVES(FAILED, run(endless));
	/* The device goes on; what failed has changed nothing. */
	GIVES(CL_SUCCESS, run(add));
	for (int i = 0; i < N; i++)
		TRUE(x[i] == i + 10);
	GOOD(clReleaseKernel(add));
	GOOD(clReleaseKernel(halve));
	GOOD(clReleaseKernel(endless));
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseProgram(p));
	host_end();
	printf("all results are right\n");
	return 0;
}
