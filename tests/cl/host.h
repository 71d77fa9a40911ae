/* host.h - what the hosts of these tests have in common
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_CL_HOST_H
#define WW_TESTS_CL_HOST_H

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the host unless CALL returns CODE. */
#define GIVES(code, call) \
	do { \
		cl_int got = (call); \
		if (got != (code)) { \
			printf("%s:%d: %d, not %d: %s\n", __FILE__, __LINE__, \
			       got, (int)(code), #call); \
			exit(1); \
		} \
	} while (0)
#define GOOD(call) GIVES(CL_SUCCESS, call)
#define TRUE(condition) \
	do { \
		if (!(condition)) { \
			printf("%s:%d: not %s\n", __FILE__, __LINE__, \
			       #condition); \
			exit(1); \
		} \
	} while (0)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static cl_int bad;

/* Ours, and not another platform that may be installed. */
static inline void host_begin(void)
{
	char name[100];

	GOOD(clGetPlatformIDs(1, &platform, NULL));
	GOOD(clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name,
			       NULL));
	TRUE(!strcmp(name, "warpwright"));
	GOOD(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device,
			    NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &bad);
	GOOD(bad);
	queue = clCreateCommandQueue(context, device,
				     CL_QUEUE_PROFILING_ENABLE, &bad);
	GOOD(bad);
}

static inline void host_end(void)
{
	GOOD(clFinish(queue));
	GOOD(clReleaseCommandQueue(queue));
	GOOD(clReleaseContext(context));
}

/* Of a kernel that ran and did not end well. */
#define FAILED CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST

static inline cl_program host_source(const char *text)
{
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL,
						 &bad);

	GOOD(bad);
	return p;
}

/* A program that must compile. */
static inline cl_program host_build(const char *text, const char *options)
{
	cl_program p = host_source(text);
	static char log[10000];

	bad = clBuildProgram(p, 0, NULL, options, NULL, NULL);
	if (bad) {
		clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG,
				      sizeof log, log, NULL);
		printf("%s", log);
	}
	GOOD(bad);
	return p;
}

#endif
