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

static void CL_CALLBACK note_end(cl_event e, cl_int status, void *to)
{
	(void)e;
	*(volatile cl_int *)to = status + 1;
}

/* Kernels of two queues and programs are in flight at the same time: the first
 * one waits for what the second one writes. A function is called at its end,
 * which nobody waits for. */
static void check_together(void)
{
	cl_command_queue q = clCreateCommandQueue(context, device, 0, &bad);
	cl_program p = host_build(
		"__kernel void until(__global volatile int *x)\n"
		"{\n"
		"	while (x[0] != 7) ;\n"
		"	x[1] = 8;\n"
		"}\n", NULL);
	cl_program other = host_build(
		"__kernel void set(__global volatile int *x)\n"
		"{\n"
		"	x[0] = 7;\n"
		"}\n", NULL);
	cl_mem m = clCreateBuffer(context, 0, 8, NULL, &bad);
	cl_kernel until = clCreateKernel(p, "until", &bad);
	cl_kernel set = clCreateKernel(other, "set", &bad);
	volatile cl_int ended = 0;
	size_t one = 1;
	int out[2];
	cl_event e;

	GOOD(clSetKernelArg(until, 0, sizeof m, &m));
	GOOD(clSetKernelArg(set, 0, sizeof m, &m));
	GOOD(clEnqueueNDRangeKernel(queue, until, 1, NULL, &one, NULL, 0, NULL,
				    &e));
	GOOD(clEnqueueNDRangeKernel(q, set, 1, NULL, &one, NULL, 0, NULL,
				    NULL));
	GOOD(clSetEventCallback(e, CL_COMPLETE, note_end, (void *)&ended));
	for (int i = 0; i < 1000 && !ended; i++)
		nanosleep(&(struct timespec){ 0, 10000000 }, NULL);
	TRUE(ended == CL_COMPLETE + 1);
	GOOD(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof out, out, 0,
				 NULL, NULL));
	TRUE(out[0] == 7 && out[1] == 8);
	GOOD(clReleaseEvent(e));
	GOOD(clReleaseKernel(until));
	GOOD(clReleaseKernel(set));
	GOOD(clReleaseMemObject(m));
	GOOD(clReleaseProgram(p));
	GOOD(clReleaseProgram(other));
	GOOD(clReleaseCommandQueue(q));
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
	check_together();
	GOOD(clReleaseProgram(program));
	host_end();
	printf("all threads are right\n");
	return 0;
}
