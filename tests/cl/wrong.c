/* wrong.c - a host of OpenCL that uses objects and arguments wrongly
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static cl_program program;
static cl_kernel kernel;
static cl_mem memory;

/* CALL has an argument for the error, &bad, and returns nothing. */
#define NONE(code, call) \
	do { \
		TRUE(!(call)); \
		GIVES(code, bad); \
	} while (0)

static void check_objects(void)
{
	cl_context_properties odd[] = { CL_CONTEXT_PLATFORM, 0, 0 };
	cl_uint n = 7;

	GIVES(CL_INVALID_DEVICE_TYPE,
	      clGetDeviceIDs(platform, 0, 1, &device, NULL));
	GIVES(CL_DEVICE_NOT_FOUND,
	      clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
	GIVES(CL_INVALID_VALUE,
	      clGetDeviceInfo(device, 0x9999, 0, NULL, NULL));
	GIVES(CL_INVALID_VALUE,
	      clGetDeviceInfo(device, CL_DEVICE_NAME, 1, &n, NULL));
	NONE(CL_INVALID_VALUE,
	     clCreateContext(NULL, 0, &device, NULL, NULL, &bad));
	odd[1] = (cl_context_properties)&n;
	TRUE(!clCreateContext(odd, 1, &device, NULL, NULL, &bad) && bad);
	NONE(CL_INVALID_VALUE,
	     clCreateCommandQueue(context, device, 1 << 20, &bad));
	NONE(CL_INVALID_BUFFER_SIZE,
	     clCreateBuffer(context, 0, 0, NULL, &bad));
	NONE(CL_INVALID_BUFFER_SIZE,
	     clCreateBuffer(context, 0, (size_t)1 << 40, NULL, &bad));
	NONE(CL_INVALID_HOST_PTR,
	     clCreateBuffer(context, 0, 4, &n, &bad));
	NONE(CL_INVALID_HOST_PTR,
	     clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, NULL, &bad));
	NONE(CL_INVALID_VALUE,
	     clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4,
			    NULL, &bad));
}

static void check_arguments(void)
{
	size_t one = 1, three = 3, four = 4, zero = 0, huge = 2048;
	cl_float4 v = { { 1, 2, 3, 4 } };
	int out[4];

	NONE(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "none", &bad));
	GIVES(CL_INVALID_OPERATION,
	      clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
	GIVES(CL_INVALID_KERNEL_ARGS,
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0,
				     NULL, NULL));
	GIVES(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 3, 4, out));
	GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 4, &memory));
	GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 16, NULL));
	GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 12, &v));
	GIVES(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 2, 16, out));
	GIVES(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 2, 0, NULL));
	GOOD(clSetKernelArg(kernel, 0, sizeof memory, &memory));
	GOOD(clSetKernelArg(kernel, 1, sizeof v, &v));
	GOOD(clSetKernelArg(kernel, 2, 16, NULL));
	GIVES(CL_INVALID_WORK_DIMENSION,
	      clEnqueueNDRangeKernel(queue, kernel, 4, NULL, &one, NULL, 0,
				     NULL, NULL));
	GIVES(CL_INVALID_GLOBAL_WORK_SIZE,
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &zero, NULL, 0,
				     NULL, NULL));
	GIVES(CL_INVALID_WORK_GROUP_SIZE,
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, &three, 0,
				     NULL, NULL));
	GIVES(CL_INVALID_WORK_ITEM_SIZE,
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &huge, &huge, 0,
				     NULL, NULL));
	GIVES(CL_INVALID_EVENT_WAIT_LIST,
	      clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, &four, 1,
				     NULL, NULL));
	GOOD(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, &four, 0,
				    NULL, NULL));
	GIVES(CL_INVALID_VALUE,
	      clEnqueueReadBuffer(queue, memory, CL_TRUE, 8, 16, out, 0, NULL,
				  NULL));
	GOOD(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 16, out, 0, NULL,
				 NULL));
	TRUE(out[0] == 4 && out[3] == 1);
}

/* A released object is no object any longer. */
static void check_released(void)
{
	cl_mem other = clCreateBuffer(context, 0, 4, NULL, &bad);
	cl_event e = clCreateUserEvent(context, &bad);
	cl_uint uses;

	GOOD(clRetainMemObject(other));
	GOOD(clGetMemObjectInfo(other, CL_MEM_REFERENCE_COUNT, sizeof uses,
				&uses, NULL));
	TRUE(uses == 2);
	GOOD(clReleaseMemObject(other));
	GOOD(clSetKernelArg(kernel, 0, sizeof other, &other));
	GOOD(clReleaseMemObject(other));
	GIVES(CL_INVALID_MEM_OBJECT, clReleaseMemObject(other));
	GIVES(CL_INVALID_MEM_OBJECT,
	      clSetKernelArg(kernel, 0, sizeof other, &other));
	GIVES(CL_INVALID_KERNEL_ARGS,
	      clEnqueueTask(queue, kernel, 0, NULL, NULL));
	GOOD(clReleaseEvent(e));
	GIVES(CL_INVALID_EVENT, clWaitForEvents(1, &e));
	GOOD(clReleaseKernel(kernel));
	GIVES(CL_INVALID_KERNEL, clReleaseKernel(kernel));
	/* Of another kind. */
	GIVES(CL_INVALID_COMMAND_QUEUE, clFinish((cl_command_queue)context));
	GIVES(CL_INVALID_PROGRAM, clReleaseProgram((cl_program)memory));
}

int main(void)
{
	host_begin();
	program = host_build("__kernel void turn(__global int *to, float4 v,\n"
			     "                   __local int *t)\n"
			     "{\n"
			     "	int i = get_local_id(0);\n"
			     "	t[i] = i == 0 ? v.x : i == 1 ? v.y :\n"
			     "	       i == 2 ? v.z : v.w;\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	to[i] = t[3 - i];\n"
			     "}\n", "");
	kernel = clCreateKernel(program, "turn", &bad);
	GOOD(bad);
	memory = clCreateBuffer(context, 0, 16, NULL, &bad);
	GOOD(bad);
	check_objects();
	check_arguments();
	check_released();
	GOOD(clReleaseMemObject(memory));
	GOOD(clReleaseProgram(program));
	NONE(CL_INVALID_PROGRAM, clCreateKernel(program, "turn", &bad));
	host_end();
	printf("all errors are right\n");
	return 0;
}
