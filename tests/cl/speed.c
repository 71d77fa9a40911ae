/* speed.c - a host of OpenCL: how long builds and launches take
 * SPDX-License-Identifier: Apache-2.0
 *
 * speed PROGRAM.cl OPTIONS: seconds of clBuildProgram, the median of five, and
 * of the launch of a kernel that does nothing, the mean of many; its cycles;
 * and those of sums in groups of several sizes. The seconds are those of the
 * processor, the compiler's included.
 */
#define _DEFAULT_SOURCE
#include <sys/resource.h>

#include "host.h"

enum { BUILDS = 5, LAUNCHES = 500, NUMBERS = 4096, MOST = 64 };

static double seconds_of(int who)
{
	struct rusage u;

	TRUE(!getrusage(who, &u));
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static double now(void)
{
	return seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN);
}

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "r");
	static char text[100000];

	TRUE(f);
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	return text;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void time_builds(const char *text, const char *options)
{
	double seconds[BUILDS];
	int lines = 0;

	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	for (int i = 0; i < BUILDS; i++) {
		cl_program p = host_source(text);

		seconds[i] = now();
		GOOD(clBuildProgram(p, 1, &device, options, NULL, NULL));
		seconds[i] = now() - seconds[i];
		GOOD(clReleaseProgram(p));
	}
	qsort(seconds, BUILDS, sizeof *seconds, by_size);
	printf("clBuildProgram: %d lines, %.2f s\n", lines,
	       seconds[BUILDS / 2]);
}

/* The cycles of the launch E. */
static unsigned long long cycles_of(cl_event e)
{
	cl_ulong begin, end;

	GOOD(clWaitForEvents(1, &e));
	GOOD(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_START,
				     sizeof begin, &begin, NULL));
	GOOD(clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end,
				     &end, NULL));
	GOOD(clReleaseEvent(e));
	return end - begin;
}

static void time_groups(void)
{
	cl_program p = host_build(
		"__kernel void sums(__global int *a, __local int *part)\n"
		"{\n"
		"	int me = get_local_id(0), n = get_local_size(0);\n"
		"\n"
		"	part[me] = a[get_global_id(0)];\n"
		"	while ((n /= 2) > 0) {\n"
		"		barrier(CLK_LOCAL_MEM_FENCE);\n"
		"		if (me < n)\n"
		"			part[me] += part[me + n];\n"
		"	}\n"
		"	a[get_global_id(0)] = part[me];\n"
		"}\n", "");
	cl_kernel k = clCreateKernel(p, "sums", &bad);
	cl_mem m = clCreateBuffer(context, 0, NUMBERS * sizeof(cl_int), NULL,
				  &bad);
	size_t items = NUMBERS;

	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	for (size_t n = 4; n <= MOST; n *= 4) {
		cl_event e;

		GOOD(clSetKernelArg(k, 1, n * sizeof(cl_int), NULL));
		GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, &n, 0,
					    NULL, &e));
		printf("sums of %d numbers in groups of %zu: %llu cycles\n",
		       NUMBERS, n, cycles_of(e));
	}
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseProgram(p));
}

static void time_launches(size_t items)
{
	cl_program p = host_build("__kernel void nothing(__global int *a)\n"
				  "{\n"
				  "	if (!a)\n"
				  "		*a = 1;\n"
				  "}\n", "");
	cl_kernel k = clCreateKernel(p, "nothing", &bad);
	cl_mem m = clCreateBuffer(context, 0, 4096, NULL, &bad);
	unsigned long long cycles, again;
	cl_event e = NULL;
	double seconds;

	GOOD(bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	/* The first one loads the program. */
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL,
				    &e));
	cycles = cycles_of(e);
	GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0, NULL,
				    &e));
	again = cycles_of(e);
	seconds = now();
	for (int i = 0; i < LAUNCHES; i++)
		GOOD(clEnqueueNDRangeKernel(queue, k, 1, NULL, &items, NULL, 0,
					    NULL, NULL));
	GOOD(clFinish(queue));
	seconds = now() - seconds;
	printf("launch of %zu items: %.3f ms, %.0f a second, %llu cycles, "
	       "the first %llu\n", items, 1e3 * seconds / LAUNCHES,
	       LAUNCHES / seconds, again, cycles);
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseProgram(p));
}

int main(int argc, char **argv)
{
	TRUE(argc == 3);
	host_begin();
	time_builds(read_text(argv[1]), argv[2]);
	time_launches(1);
	time_launches(64);
	time_groups();
	host_end();
	return 0;
}
