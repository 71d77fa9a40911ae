/* stream.c - libwwcudart: streams and events
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a call asks for is done when it returns. So all streams are empty, and
 * an event has the time of the device at which it was recorded.
 */
#include <stdlib.h>

#include "cuda/rt.h"

struct CUstream_st { unsigned flags; };

struct CUevent_st {
	uint64_t time;          /* nanoseconds */
	bool recorded, timed;
};

/* --- streams ------------------------------------------------------------ */

cudaError_t cudaStreamCreate(cudaStream_t *s)
{
	OPEN;
	*s = calloc(1, sizeof **s);
	return *s ? cudaSuccess : device_fail(cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned flags)
{
	cudaError_t bad = flags > cudaStreamNonBlocking ?
			  device_fail(cudaErrorInvalidValue) :
			  cudaStreamCreate(s);

	if (!bad)
		(*s)->flags = flags;
	return bad;
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned flags,
					 int priority)
{
	UNUSED(priority);
	return cudaStreamCreateWithFlags(s, flags);
}

cudaError_t cudaStreamGetFlags(cudaStream_t s, unsigned *flags)
{
	*flags = stream_is_own(s) ? s->flags : cudaStreamDefault;
	return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t s, int *priority)
{
	UNUSED(s);
	*priority = 0;
	return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t s)
{
	if (!stream_is_own(s))
		return device_fail(cudaErrorInvalidResourceHandle);
	free(s);
	return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t s)
{
	UNUSED(s);
	return cudaDeviceSynchronize();
}

cudaError_t cudaStreamQuery(cudaStream_t s)
{
	UNUSED(s);
	return cudaDeviceSynchronize();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags)
{
	UNUSED(s, flags);
	return e ? cudaSuccess : device_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f,
				  void *data, unsigned flags)
{
	UNUSED(flags);
	if (!f)
		return device_fail(cudaErrorInvalidValue);
	f(s, cudaDeviceSynchronize(), data);
	return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void *data)
{
	if (!f)
		return device_fail(cudaErrorInvalidValue);
	if (graph_takes(s))
		return graph_host(f, data);
	f(data);
	return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t s, void *p, size_t n,
				     unsigned flags)
{
	OPEN;
	UNUSED(s, flags);
	return memory_has(p, n) ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	*least = *greatest = 0;
	return cudaSuccess;
}

/* --- events ------------------------------------------------------------- */

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned flags)
{
	OPEN;
	*e = calloc(1, sizeof **e);
	if (!*e)
		return device_fail(cudaErrorMemoryAllocation);
	(*e)->timed = !(flags & cudaEventDisableTiming);
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *e)
{
	return cudaEventCreateWithFlags(e, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t e)
{
	if (!e)
		return device_fail(cudaErrorInvalidResourceHandle);
	free(e);
	return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
	OPEN;
	if (!e)
		return device_fail(cudaErrorInvalidResourceHandle);
	if (graph_takes(s))
		return graph_event(e);
	e->time = device_clock();
	e->recorded = true;
	return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s,
				     unsigned flags)
{
	UNUSED(flags);
	return cudaEventRecord(e, s);
}

cudaError_t cudaEventSynchronize(cudaEvent_t e)
{
	return e ? cudaDeviceSynchronize() :
	       device_fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventQuery(cudaEvent_t e)
{
	return cudaEventSynchronize(e);
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
	if (!from || !to || !from->recorded || !to->recorded ||
	    !from->timed || !to->timed)
		return device_fail(cudaErrorInvalidResourceHandle);
	*ms = (float)((double)(int64_t)(to->time - from->time) / 1e6);
	return cudaSuccess;
}
