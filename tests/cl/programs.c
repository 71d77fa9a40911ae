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
	if (local > 1)
		GOOD(clSetKernelArg(k, 1, 4 * local, NULL));
	GIVES(code, clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local,
					   0, NULL, NULL));
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
	"}\n";

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

int main(void)
{
	cl_program p;

	host_begin();
	check_logs();
	check_versions();
	p = host_build(source, "");
	TRUE(run(p, "sum", 16, 16, CL_SUCCESS) == 120);
	TRUE(run(p, "sum", 1024, 1024, CL_SUCCESS) == 523776);
	check_binary(p);
	run(p, "endless", 1, 1, CL_OUT_OF_RESOURCES);
	TRUE(run(p, "sum", 64, 64, CL_SUCCESS) == 2016);
	run(p, "wild", 1, 1, CL_OUT_OF_RESOURCES);
	TRUE(run(p, "sum", 64, 64, CL_SUCCESS) == 2016);
	GOOD(clReleaseProgram(p));
	host_end();
	printf("all programs are right\n");
	return 0;
}
