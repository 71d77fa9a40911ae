/* threads.c - a host of OpenCL whose threads have queues of their own
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <time.h>

#include "host.h"

enum { THREADS = 4, ROUNDS = 20, N = 64 };

static cl_program program;

static void run_round(cl_command_queue q, int first)
{
	cl_kernel k = clCreateKernel(program, "count", NULL);
	cl_mem m = clCreateBuffer(context, 0, N * sizeof(int), NULL, NULL);
	size_t global = N;
	int out[N];
	cl_event e;

	TRUE(k && m);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	GOOD(clSetKernelArg(k, 1, sizeof first, &first));
	GOOD(clEnqueueNDRangeKernel(q, k, 1, NULL, &global, NULL, 0, NULL,
				    &e));
	GOOD(clEnqueueReadBuffer(q, m, CL_TRUE, 0, sizeof out, out, 1, &e,
				 NULL));
	for (int i = 0; i < N; i++)
		TRUE(out[i] == first + i);
	GOOD(clReleaseEvent(e));
	GOOD(clReleaseKernel(k));
	GOOD(clReleaseMemObject(m));
}

static void *work(void *number)
{
	cl_command_queue q = clCreateCommandQueue(context, device, 0, NULL);

	TRUE(q);
	for (int i = 0; i < ROUNDS; i++)
		run_round(q, *(int *)number + i);
	GOOD(clReleaseCommandQueue(q));
	return NULL;
}

/* A thread waits in a call for what another one sets. */
static void *set_later(void *event)
{
	struct timespec while_it_waits = { 0, 50000000 };

	nanosleep(&while_it_waits, NULL);
	GOOD(clSetUserEventStatus(event, CL_COMPLETE));
	return NULL;
}

static void check_waiting(void)
{
	cl_event user = clCreateUserEvent(context, NULL);
	cl_mem m = clCreateBuffer(context, 0, 4, NULL, NULL);
	pthread_t other;
	int in = 5;

	TRUE(user && m);
	pthread_create(&other, NULL, set_later, user);
	GOOD(clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 4, &in, 1, &user,
				  NULL));
	pthread_join(other, NULL);
	GOOD(clReleaseEvent(user));
	GOOD(clReleaseMemObject(m));
}

int main(void)
{
	pthread_t threads[THREADS];
	int number[THREADS];

	host_begin();
	program = host_build("__kernel void count(__global int *to, int n)\n"
			     "{\n"
			     "	int i = get_global_id(0);\n"
			     "	to[i] = n + i;\n"
			     "}\n", NULL);
	for (int i = 0; i < THREADS; i++) {
		number[i] = 1000 * i;
		pthread_create(&threads[i], NULL, work, &number[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	check_waiting();
	GOOD(clReleaseProgram(program));
	host_end();
	printf("all threads are right\n");
	return 0;
}
