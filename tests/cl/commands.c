/* commands.c - a host of OpenCL: transfers, maps, events of the host, order
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static cl_mem buffer(size_t size)
{
	cl_mem m = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL,
				  &bad);

	GOOD(bad);
	return m;
}

static void check_rows(void)
{
	unsigned char in[64], out[64] = { 0 }, two[2] = { 7, 9 };
	cl_mem a = buffer(64), b = buffer(64);

	for (int i = 0; i < 64; i++)
		in[i] = (unsigned char)i;
	GOOD(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, 64, in, 0, NULL,
				  NULL));
	GOOD(clEnqueueFillBuffer(queue, b, two, 2, 0, 64, 0, NULL, NULL));
	GOOD(clEnqueueCopyBuffer(queue, a, b, 8, 16, 8, 0, NULL, NULL));
	GOOD(clEnqueueReadBuffer(queue, b, CL_TRUE, 8, 24, out, 0, NULL,
				 NULL));
	TRUE(out[0] == 7 && out[7] == 9 && out[8] == 8 && out[15] == 15 &&
	     out[16] == 7);
	GIVES(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, a, a, 0, 4, 8, 0,
						       NULL, NULL));
	GOOD(clReleaseMemObject(a));
	GOOD(clReleaseMemObject(b));
}

/* Regions of 3 x 2 x 2 bytes of a buffer, in rows of 8 and slices of 24. */
static void check_overlaps(cl_mem a)
{
	static const struct {
		size_t at[3];
		cl_int gives;
	} to[] = {
		{ { 0, 0, 0 }, CL_MEM_COPY_OVERLAP },
		{ { 2, 1, 0 }, CL_MEM_COPY_OVERLAP },
		{ { 3, 0, 0 }, CL_SUCCESS },
		{ { 0, 2, 0 }, CL_MEM_COPY_OVERLAP }, /* row 3 is row 0 of 1 */
		{ { 3, 2, 0 }, CL_SUCCESS },
		{ { 2, 2, 0 }, CL_MEM_COPY_OVERLAP },
	};
	size_t zero[3] = { 0 }, region[3] = { 3, 2, 2 };

	for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
		GIVES(to[i].gives,
		      clEnqueueCopyBufferRect(queue, a, a, zero, to[i].at,
					      region, 8, 24, 8, 24, 0, NULL,
					      NULL));
		GIVES(to[i].gives,
		      clEnqueueCopyBufferRect(queue, a, a, to[i].at, zero,
					      region, 8, 24, 8, 24, 0, NULL,
					      NULL));
	}
	GIVES(CL_INVALID_VALUE,
	      clEnqueueCopyBufferRect(queue, a, a, zero, to[4].at, region, 8,
				      24, 4, 24, 0, NULL, NULL));
}

/* A square of 3 x 2 bytes in rows of 8, and back in rows of 3. */
static void check_rectangles(void)
{
	size_t at[3] = { 2, 1, 0 }, zero[3] = { 0 }, region[3] = { 3, 2, 1 };
	unsigned char in[64], out[8] = { 0 };
	cl_mem a = buffer(64), b = buffer(64);

	for (int i = 0; i < 64; i++)
		in[i] = (unsigned char)i;
	GOOD(clEnqueueWriteBuffer(queue, a, CL_TRUE, 0, 64, in, 0, NULL,
				  NULL));
	GOOD(clEnqueueCopyBufferRect(queue, a, b, at, zero, region, 8, 0, 0, 0,
				     0, NULL, NULL));
	GOOD(clEnqueueReadBufferRect(queue, b, CL_TRUE, zero, zero, region, 0,
				     0, 0, 0, out, 0, NULL, NULL));
	TRUE(out[0] == 10 && out[2] == 12 && out[3] == 18 && out[5] == 20 &&
	     !out[6]);
	GOOD(clEnqueueWriteBufferRect(queue, a, CL_TRUE, zero, at, region, 0,
				      0, 8, 0, in, 0, NULL, NULL));
	GOOD(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 8, out, 0, NULL,
				 NULL));
	TRUE(out[0] == 10 && out[3] == 18 && out[5] == 20 && out[6] == 6);
	GIVES(CL_INVALID_VALUE,
	      clEnqueueReadBufferRect(queue, a, CL_TRUE, at, zero, region, 31,
				      0, 0, 0, out, 0, NULL, NULL));
	check_overlaps(a);
	GOOD(clReleaseMemObject(a));
	GOOD(clReleaseMemObject(b));
}

static void check_maps(void)
{
	static int own[64];
	cl_mem a = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof own,
				  own, &bad), part;
	cl_buffer_region region = { 128, 64 };
	cl_uint count;
	int *p;

	GOOD(bad);
	part = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &region,
				 &bad);
	GOOD(bad);
	p = clEnqueueMapBuffer(queue, part, CL_TRUE, CL_MAP_WRITE, 4, 60, 0,
			       NULL, NULL, &bad);
	GOOD(bad);
	TRUE(p == own + 33);
	*p = 5;
	GOOD(clGetMemObjectInfo(part, CL_MEM_MAP_COUNT, sizeof count, &count,
				NULL));
	TRUE(count == 1);
	GOOD(clEnqueueUnmapMemObject(queue, part, p, 0, NULL, NULL));
	GIVES(CL_INVALID_VALUE,
	      clEnqueueUnmapMemObject(queue, part, p, 0, NULL, NULL));
	GOOD(clReleaseMemObject(a));
	GOOD(clEnqueueReadBuffer(queue, part, CL_TRUE, 4, 4, &count, 0, NULL,
				 NULL));
	TRUE(count == 5);
	GOOD(clReleaseMemObject(part));
}

static int calls;

static void CL_CALLBACK count_call(cl_event e, cl_int status, void *user)
{
	(void)e;
	TRUE(user == &calls);
	TRUE(status == CL_COMPLETE || status == -7);
	calls++;
}

/* A command waits for an event of the host, and what is behind it waits. */
static void check_order(void)
{
	cl_event user = clCreateUserEvent(context, &bad), e[2];
	int in = 3, out = 0;
	cl_mem a = buffer(4);
	cl_int status;

	GOOD(bad);
	GOOD(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, 4, &in, 1, &user,
				  &e[0]));
	GOOD(clEnqueueReadBuffer(queue, a, CL_FALSE, 0, 4, &out, 0, NULL,
				 &e[1]));
	GOOD(clSetEventCallback(e[1], CL_COMPLETE, count_call, &calls));
	GOOD(clGetEventInfo(e[1], CL_EVENT_COMMAND_EXECUTION_STATUS,
			    sizeof status, &status, NULL));
	TRUE(status == CL_QUEUED && out == 0 && calls == 0);
	GOOD(clSetUserEventStatus(user, CL_COMPLETE));
	TRUE(out == 3 && calls == 1);
	GOOD(clWaitForEvents(2, e));
	GIVES(CL_INVALID_OPERATION, clSetUserEventStatus(user, CL_COMPLETE));
	GOOD(clReleaseEvent(user));
	GOOD(clReleaseEvent(e[0]));
	GOOD(clReleaseEvent(e[1]));
	GOOD(clReleaseMemObject(a));
}

/* In a queue that is out of order only a barrier holds back what is behind
 * it. */
static void check_no_order(void)
{
	cl_command_queue q = clCreateCommandQueue(
		context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &bad);
	cl_event user = clCreateUserEvent(context, &bad), marker;
	int one = 1, two = 2, out = 0;
	cl_mem a = buffer(4);
	cl_int status;

	GOOD(bad);
	GOOD(clEnqueueWriteBuffer(q, a, CL_FALSE, 0, 4, &one, 1, &user, NULL));
	GOOD(clEnqueueWriteBuffer(q, a, CL_TRUE, 0, 4, &two, 0, NULL, NULL));
	GOOD(clEnqueueReadBuffer(q, a, CL_TRUE, 0, 4, &out, 0, NULL, NULL));
	TRUE(out == 2);
	GOOD(clEnqueueMarkerWithWaitList(q, 0, NULL, &marker));
	GOOD(clEnqueueBarrierWithWaitList(q, 0, NULL, NULL));
	GOOD(clEnqueueReadBuffer(q, a, CL_FALSE, 0, 4, &out, 0, NULL, NULL));
	GOOD(clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS,
			    sizeof status, &status, NULL));
	TRUE(status == CL_QUEUED && out == 2);
	GOOD(clSetUserEventStatus(user, CL_COMPLETE));
	GOOD(clWaitForEvents(1, &marker));
	GOOD(clFinish(q));
	TRUE(out == 1);
	GOOD(clReleaseEvent(user));
	GOOD(clReleaseEvent(marker));
	GOOD(clReleaseMemObject(a));
	GOOD(clReleaseCommandQueue(q));
}

/* The event of the host fails, so the command does. */
static void check_failure(void)
{
	cl_event user = clCreateUserEvent(context, &bad), e;
	cl_mem a = buffer(4);
	int in = 3, out = 4;

	GOOD(bad);
	GOOD(clEnqueueWriteBuffer(queue, a, CL_FALSE, 0, 4, &in, 1, &user,
				  &e));
	GOOD(clSetEventCallback(user, CL_COMPLETE, count_call, &calls));
	GOOD(clSetUserEventStatus(user, -7));
	TRUE(calls == 2);
	GIVES(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
	      clWaitForEvents(1, &e));
	GOOD(clEnqueueReadBuffer(queue, a, CL_TRUE, 0, 4, &out, 0, NULL,
				 NULL));
	TRUE(out == 0);
	GOOD(clReleaseEvent(user));
	GOOD(clReleaseEvent(e));
	GOOD(clReleaseMemObject(a));
}

int main(void)
{
	host_begin();
	check_rows();
	check_rectangles();
	check_maps();
	check_order();
	check_no_order();
	check_failure();
	host_end();
	printf("all commands are right\n");
	return 0;
}
