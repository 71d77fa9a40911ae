/* several.c - a host of OpenCL with two devices in one context
 * SPDX-License-Identifier: Apache-2.0
 *
 * WARPWRIGHT_CL_DEVICES has to name two, of which only the second has atomic
 * functions.
 */
#include "host.h"

static const char source[] =
	"__kernel void add(__global int *sum, int n)\n"
	"{\n"
	"#ifdef cl_khr_global_int32_base_atomics\n"
	"	atomic_add(sum, n);\n"
	"#else\n"
	"	*sum += n;\n"
	"#endif\n"
	"}\n"
	"__kernel void say(void)\n"
	"{\n"
	"	if (get_global_id(0) == 15)\n"
	"		printf(\"here are %d items\\n\",\n"
	"		       (int)get_global_size(0));\n"
	"}\n";

static int has_atomics(cl_device_id d)
{
	static char text[1000];

	GOOD(clGetDeviceInfo(d, CL_DEVICE_EXTENSIONS, sizeof text, text,
			     NULL));
	return strstr(text, "cl_khr_global_int32_base_atomics") != NULL;
}

int main(void)
{
	cl_command_queue q[2];
	cl_device_id d[2];
	cl_kernel add, say;
	cl_event e[2];
	size_t items = 16;
	int sum = 0, n = 1;
	cl_program p;
	cl_uint count;
	cl_mem m;

	host_begin();
	host_end();
	GOOD(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, d, &count));
	TRUE(count == 2 && !has_atomics(d[0]) && has_atomics(d[1]));
	context = clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL,
					  &bad);
	GOOD(bad);
	for (int i = 0; i < 2; i++)
		q[i] = clCreateCommandQueue(context, d[i], 0, &bad);
	p = host_build(source, "");
	add = clCreateKernel(p, "add", &bad);
	say = clCreateKernel(p, "say", &bad);
	GOOD(bad);
	m = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, &sum, &bad);
	GOOD(bad);
	GOOD(clSetKernelArg(add, 0, sizeof m, &m));
	GOOD(clSetKernelArg(add, 1, sizeof n, &n));
	GOOD(clEnqueueTask(q[0], add, 0, NULL, &e[0]));
	GOOD(clEnqueueNDRangeKernel(q[1], add, 1, NULL, &items, NULL, 1, e,
				    &e[1]));
	GOOD(clEnqueueReadBuffer(q[0], m, CL_TRUE, 0, 4, &sum, 1, &e[1],
				 NULL));
	TRUE(sum == 17);
	GOOD(clEnqueueNDRangeKernel(q[0], say, 1, NULL, &items, NULL, 0, NULL,
				    NULL));
	GOOD(clFinish(q[0]));
	for (int i = 0; i < 2; i++) {
		GOOD(clReleaseEvent(e[i]));
		GOOD(clReleaseCommandQueue(q[i]));
	}
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseKernel(add));
	GOOD(clReleaseKernel(say));
	GOOD(clReleaseProgram(p));
	GOOD(clReleaseContext(context));
	printf("all devices are right\n");
	return 0;
}
