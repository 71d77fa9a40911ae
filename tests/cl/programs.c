/* programs.c - a host of OpenCL: options, logs, binaries, local memory, traps,
 * a kernel without end
 * SPDX-License-Identifier: Apache-2.0
 *
 * WARPWRIGHT_CL_SECONDS should be small.
 */
#include "host.h"

static char text[10000];

static const char *build_log(cl_program p)
{
	GOOD(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG,
				   sizeof text, text, NULL));
	return text;
}

static void check_logs(void)
{
	cl_program p = host_source("__kernel void a(__global int *x)\n"
				   "{\n"
				   "	*x = y;\n"
				   "}\n");
	cl_build_status status;

	GIVES(CL_BUILD_PROGRAM_FAILURE,
	      clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	TRUE(strstr(build_log(p), "program.cl:3:7: error: "));
	GOOD(clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_STATUS,
				   sizeof status, &status, NULL));
	TRUE(status == CL_BUILD_ERROR);
	clCreateKernel(p, "a", &bad);
	GIVES(CL_INVALID_PROGRAM_EXECUTABLE, bad);
	GIVES(CL_INVALID_BUILD_OPTIONS,
	      clBuildProgram(p, 1, &device, "-Dy=2 -what", NULL, NULL));
	TRUE(strstr(build_log(p), "'-what'"));
	GOOD(clBuildProgram(p, 1, &device, "-D y=\"(1 + 2)\" -cl-std=CL1.2",
			    NULL, NULL));
	GOOD(clReleaseProgram(p));
}

/* K fails: clFinish says so, but if the host has asked the event. */
static void look(cl_kernel k, size_t global, size_t local)
{
	for (int asks = 0; asks < 2; asks++) {
		cl_event e;

		GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local,
					    0, NULL, &e));
		if (asks)
			GIVES(FAILED, clWaitForEvents(1, &e));
		GIVES(asks ? CL_SUCCESS : FAILED, clFinish(queue));
		GOOD(clReleaseEvent(e));
	}
}

static int run(cl_program p, const char *name, size_t global, size_t local,
	       cl_int code)
{
	cl_mem m = clCreateBuffer(context, 0, 4, NULL, &bad);
	cl_kernel k;
	int out = 0;

	GOOD(bad);
	k = clCreateKernel(p, name, &bad);
	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	if (!strcmp(name, "sum"))
		GOOD(clSetKernelArg(k, 1, 4 * local, NULL));
	GIVES(code == FAILED ? CL_SUCCESS : code,
	      clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 0,
				     NULL, NULL));
	GIVES(code == FAILED ? code : CL_SUCCESS, clFinish(queue));
	if (code == FAILED)
		look(k, global, local);
	GOOD(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &out, 0, NULL,
				 NULL));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseMemObject(m));
	return out;
}

/* The program's binary makes the same program. */
static void check_binary(cl_program p)
{
	const unsigned char *bytes;
	cl_program other;
	cl_int state;
	size_t size;

	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
			      NULL));
	bytes = malloc(size);
	GOOD(clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof bytes, &bytes,
			      NULL));
	other = clCreateProgramWithBinary(context, 1, &device, &size, &bytes,
					  &state, &bad);
	GOOD(bad);
	GOOD(state);
	GOOD(clBuildProgram(other, 0, NULL, NULL, NULL, NULL));
	TRUE(run(other, "sum", 16, 16, CL_SUCCESS) == 120);
	GOOD(clReleaseProgram(other));
	size /= 2;
	TRUE(!clCreateProgramWithBinary(context, 1, &device, &size, &bytes,
					&state, &bad));
	GIVES(CL_INVALID_BINARY, bad);
	free((void *)(size_t)bytes);
}

static const char source[] =
	"__kernel void sum(__global int *out, __local int *part)\n"
	"{\n"
	"	int i = get_local_id(0);\n"
	"	part[i] = i;\n"
	"	for (int n = get_local_size(0) / 2; n; n /= 2) {\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"		if (i < n)\n"
	"			part[i] += part[i + n];\n"
	"	}\n"
	"	if (i == 0)\n"
	"		*out = part[0];\n"
	"}\n"
	"__kernel void endless(__global volatile int *out)\n"
	"{\n"
	"	while (!*out)\n"
	"		;\n"
	"}\n"
	"__kernel void wild(__global int *out)\n"
	"{\n"
	"	*(__global int *)((size_t)(out + get_global_id(0)) | 3) = 1;\n"
	"}\n"
	"__kernel void far(__global int *out)\n"
	"{\n"
	"	out[0x10000000 + get_global_id(0)] = 1;\n"
	"}\n"
	"__kernel void large(__global int *out)\n"
	"{\n"
	"	int a[1 << 20], n = *out;\n"
	"	for (int i = 0; i < 1 << 20; i++)\n"
	"		a[i] = i * n;\n"
	"	*out = a[n * 7] + a[n * 3];\n"
	"}\n"
	"__kernel void some(__global int *out)\n"
	"{\n"
	"	if (ww_same(get_local_id(0) < 32))\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	*out = 1;\n"
	"}\n"
	"__kernel void array(__global int *out)\n"
	"{\n"
	"	int a[3000], n = *out + 1;\n"
	"	for (int i = 0; i < 3000; i++)\n"
	"		a[i] = i * n;\n"
	"	*out = a[n * 2999];\n"
	"}\n"
	"__kernel void wide(__global int *out)\n"
	"{\n"
	"	__local int l[100000];\n"
	"	l[get_local_id(0) + 99000] = get_local_id(0);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	if (get_local_id(0) == 0)\n"
	"		*out = l[99000 + get_local_size(0) - 1];\n"
	"}\n"
	"__kernel void vast(__global int *out)\n"
	"{\n"
	"	__local int l[70000000];\n"
	"	l[get_local_id(0) + *out] = 1;\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	*out = l[get_local_id(0) ^ 1];\n"
	"}\n"
	"__kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
	"void eight(__global int *out)\n"
	"{\n"
	"	*out = 1;\n"
	"}\n";

/* One word of what is known of kernel NAME on the device. */
static cl_ulong group_info(cl_program p, const char *name,
			   cl_kernel_work_group_info what)
{
	cl_kernel k = clCreateKernel(p, name, &bad);
	cl_ulong value = 0;

	GOOD(bad);
	if (what == CL_KERNEL_WORK_GROUP_SIZE) {
		size_t size;

		GOOD(clGetKernelWorkGroupInfo(k, device, what, sizeof size,
					      &size, NULL));
		value = size;
	} else {
		GOOD(clGetKernelWorkGroupInfo(k, device, what, sizeof value,
					      &value, NULL));
	}
	GOOD(clReleaseKernel(k));
	return value;
}

static void check_needs(cl_program p)
{
	TRUE(group_info(p, "sum", CL_KERNEL_WORK_GROUP_SIZE) == 1024);
	TRUE(group_info(p, "eight", CL_KERNEL_WORK_GROUP_SIZE) == 8);
	TRUE(group_info(p, "far", CL_KERNEL_PRIVATE_MEM_SIZE) < 64);
	TRUE(group_info(p, "large", CL_KERNEL_PRIVATE_MEM_SIZE) >= 4 << 20);
	TRUE(group_info(p, "large", CL_KERNEL_PRIVATE_MEM_SIZE) < 5 << 20);
}

/* A copy of a group, which is ours, in each version of the language. */
static void check_versions(void)
{
	static const char *const versions[] = {
		"", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2"
	};

	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		cl_program p = host_build(
			"__kernel void sum(__global int *out, "
			"__local int *part)\n"
			"{\n"
			"	wait_group_events(0, 0);\n"
			"	async_work_group_copy(part, out, 1, 0);\n"
			"	*out = 7;\n"
			"}\n", versions[i]);

		TRUE(run(p, "sum", 4, 4, CL_SUCCESS) == 7);
		GOOD(clReleaseProgram(p));
	}
}

/* A kernel that the host has released may still be in flight. */
static void check_rebuild(void)
{
	cl_program p = host_build("__kernel void one(__global int *x)\n"
				  "{\n"
				  "	*x = 1;\n"
				  "}\n", NULL);
	cl_mem m = clCreateBuffer(context, 0, 4, NULL, &bad);
	cl_kernel k = clCreateKernel(p, "one", &bad);
	size_t one = 1;

	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL,
				    NULL));
	GIVES(CL_INVALID_OPERATION,
	      clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL,
				    NULL));
	GOOD(clReleaseKernel(k));
	GOOD(clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseProgram(p));
}

int main(void)
{
	cl_program p;

	host_begin();
	check_logs();
	check_versions();
	check_rebuild();
	p = host_build(source, "");
	TRUE(run(p, "sum", 16, 16, CL_SUCCESS) == 120);
	TRUE(run(p, "sum", 1024, 1024, CL_SUCCESS) == 523776);
	check_binary(p);
	run(p, "endless", 1, 1, FAILED);
	TRUE(run(p, "sum", 64, 64, CL_SUCCESS) == 2016);
	run(p, "wild", 1, 1, FAILED);
	TRUE(run(p, "sum", 64, 64, CL_SUCCESS) == 2016);
	run(p, "far", 64, 1, FAILED);
	run(p, "large", 1, 1, FAILED);
	run(p, "some", 64, 64, FAILED);
	/* On stacks as it needs them; in RAM, where shared memory is small. */
	TRUE(run(p, "array", 1, 1, CL_SUCCESS) == 2999);
	TRUE(run(p, "wide", 64, 64, CL_SUCCESS) == 63);
	run(p, "vast", 64, 64, CL_OUT_OF_RESOURCES);
	TRUE(run(p, "sum", 64, 64, CL_SUCCESS) == 2016);
	check_needs(p);
	GOOD(clReleaseProgram(p));
	host_end();
	printf("all programs are right\n");
	return 0;
}
