/* driver_memory.c - libwwcudart: memory, streams and events of the driver API
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "cuda/driver.h"

/* --- memory --------------------------------------------------------------- */

static void *pointer(CUdeviceptr p)
{
	return (void *)(uintptr_t)p;
}

/* What a call that ended with BAD has put at AT, as an address. */
static CUresult give(CUdeviceptr *p, cudaError_t bad, void *const *at)
{
	if (!bad)
		*p = (uintptr_t)*at;
	return result(bad);
}

CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes)
{
	void *at;

	CONTEXT;
	if (!bytes)
		return CUDA_ERROR_INVALID_VALUE;
	return give(p, cudaMalloc(&at, bytes), &at);
}

CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned flags)
{
	void *at;

	CONTEXT;
	return give(p, cudaMallocManaged(&at, bytes, flags), &at);
}

CUresult cuMemAllocHost(void **p, size_t bytes)
{
	CONTEXT;
	return result(cudaMallocHost(p, bytes));
}

CUresult cuMemFree(CUdeviceptr p)
{
	CONTEXT;
	return result(cudaFree(pointer(p)));
}

CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t w, size_t h,
			 unsigned bytes)
{
	void *at;

	CONTEXT;
	if (bytes != 4 && bytes != 8 && bytes != 16)
		return CUDA_ERROR_INVALID_VALUE;
	return give(p, cudaMallocPitch(&at, pitch, w, h), &at);
}

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
	CONTEXT;
	return result(cudaHostAlloc(p, bytes, flags));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *d, void *h, unsigned flags)
{
	void *at;

	CONTEXT;
	return give(d, cudaHostGetDevicePointer(&at, h, flags), &at);
}

CUresult cuMemFreeHost(void *p)
{
	CONTEXT;
	return result(cudaFreeHost(p));
}

CUresult cuMemGetInfo(size_t *unused_bytes, size_t *total)
{
	CONTEXT;
	return result(cudaMemGetInfo(unused_bytes, total));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), from, n, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(to, pointer(from), n, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), pointer(from), n,
				 cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t n)
{
	CONTEXT;
	return result(cudaMemcpy(pointer(to), pointer(from), n,
				 cudaMemcpyDefault));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t n,
			   CUstream s)
{
	UNUSED(s);
	return cuMemcpyHtoD(to, from, n);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream s)
{
	UNUSED(s);
	return cuMemcpyDtoH(to, from, n);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t n,
			   CUstream s)
{
	UNUSED(s);
	return cuMemcpyDtoD(to, from, n);
}

/* One side of a copy of lines: where it begins. Arrays are not there. */
static bool open_side(CUmemorytype type, const void *host, CUdeviceptr device_,
		      size_t x, size_t y, size_t pitch, char **at)
{
	if (type == CU_MEMORYTYPE_ARRAY)
		return false;
	*at = type == CU_MEMORYTYPE_HOST ? (char *)(uintptr_t)host :
					   pointer(device_);
	*at += y * pitch + x;
	return true;
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D *c)
{
	char *to, *from;

	CONTEXT;
	if (!open_side(c->dstMemoryType, c->dstHost, c->dstDevice,
		       c->dstXInBytes, c->dstY, c->dstPitch, &to) ||
	    !open_side(c->srcMemoryType, c->srcHost, c->srcDevice,
		       c->srcXInBytes, c->srcY, c->srcPitch, &from))
		return CUDA_ERROR_NOT_SUPPORTED;
	return result(cudaMemcpy2D(
		to, c->dstPitch ? c->dstPitch : c->WidthInBytes, from,
		c->srcPitch ? c->srcPitch : c->WidthInBytes, c->WidthInBytes,
		c->Height, cudaMemcpyDefault));
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *c)
{
	return cuMemcpy2D(c);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *c, CUstream s)
{
	UNUSED(s);
	return cuMemcpy2D(c);
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n)
{
	CONTEXT;
	return result(cudaMemset(pointer(to), value, n));
}

/* Words are where their size wants them. */
static CUresult fill(CUdeviceptr to, const void *value, size_t size, size_t n)
{
	CONTEXT;
	return to % size ? CUDA_ERROR_INVALID_VALUE :
	       result(copy_pattern(pointer(to), value, size, n));
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t n)
{
	return fill(to, &value, sizeof value, n);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t n)
{
	return fill(to, &value, sizeof value, n);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n,
			 CUstream s)
{
	UNUSED(s);
	return cuMemsetD8(to, value, n);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t n,
			  CUstream s)
{
	UNUSED(s);
	return cuMemsetD16(to, value, n);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream s)
{
	UNUSED(s);
	return cuMemsetD32(to, value, n);
}

/* --- streams and events --------------------------------------------------- */

CUresult cuStreamCreate(CUstream *s, unsigned flags)
{
	CONTEXT;
	return result(cudaStreamCreateWithFlags(s, flags));
}

CUresult cuStreamDestroy(CUstream s)
{
	return result(cudaStreamDestroy(s));
}

CUresult cuStreamSynchronize(CUstream s)
{
	return result(cudaStreamSynchronize(s));
}

CUresult cuStreamQuery(CUstream s)
{
	return result(cudaStreamQuery(s));
}

CUresult cuStreamWaitEvent(CUstream s, CUevent e, unsigned flags)
{
	return result(cudaStreamWaitEvent(s, e, flags));
}

CUresult cuLaunchHostFunc(CUstream s, CUhostFn f, void *data)
{
	return result(cudaLaunchHostFunc(s, f, data));
}

CUresult cuEventCreate(CUevent *e, unsigned flags)
{
	CONTEXT;
	return result(cudaEventCreateWithFlags(e, flags));
}

CUresult cuEventDestroy(CUevent e)
{
	return result(cudaEventDestroy(e));
}

CUresult cuEventRecord(CUevent e, CUstream s)
{
	return result(cudaEventRecord(e, s));
}

CUresult cuEventSynchronize(CUevent e)
{
	return result(cudaEventSynchronize(e));
}

CUresult cuEventQuery(CUevent e)
{
	return result(cudaEventQuery(e));
}

CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
	return result(cudaEventElapsedTime(ms, from, to));
}
