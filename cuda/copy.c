/* copy.c - libwwcudart: copies and fills, of variables too
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"

static uint32_t address(const void *p)
{
	return (uint32_t)(uintptr_t)p;
}

static bool is_device(const void *p)
{
	uint64_t a = (uintptr_t)p;

	return a >= device.machine.ram_base &&
	       a - device.machine.ram_base < device.machine.ram_size;
}

/* A copy takes a microsecond, and a nanosecond for 16 bytes. */
static void count_time(size_t n)
{
	device.time += 1000 + n / 16;
}

static int between(uint32_t to, uint32_t from, size_t n)
{
	uint8_t *bytes = malloc(n);
	int error = bytes ? wwd_read(device.wwd, from, bytes, n) : WWD_E_MEMORY;

	if (!error)
		error = memory_write(to, bytes, n);
	free(bytes);
	return error;
}

static int copy(void *to, const void *from, size_t n)
{
	bool there = is_device(to), here = is_device(from);

	if (there && here)
		return between(address(to), address(from), n);
	if (there)
		return memory_write(address(to), from, n);
	if (here)
		return wwd_read(device.wwd, address(from), to, n);
	memmove(to, from, n);
	return 0;
}

/* A pointer that KIND wants on the device is of a block; one that it wants on
 * the host is not, unless the host may use it. */
static bool right(const void *p, size_t n, bool there)
{
	return is_device(p) ? memory_has(p, n) : !there && p;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t n,
		       enum cudaMemcpyKind kind)
{
	int error;

	OPEN;
	if (kind > cudaMemcpyDefault)
		return device_fail(cudaErrorInvalidMemcpyDirection);
	count_time(n);
	if (!n)
		return cudaSuccess;
	if (!right(to, n, kind == cudaMemcpyHostToDevice ||
			  kind == cudaMemcpyDeviceToDevice) ||
	    !right(from, n, kind == cudaMemcpyDeviceToHost ||
			    kind == cudaMemcpyDeviceToDevice))
		return device_fail(cudaErrorInvalidValue);
	error = copy(to, from, n);
	return error ? device_break(device_refused(error)) : cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n,
			    enum cudaMemcpyKind kind, cudaStream_t s)
{
	HOLD;
	return graph_takes(s) ? graph_copy(to, from, n, kind) :
	       cudaMemcpy(to, from, n, kind);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from,
			   int from_device, size_t n)
{
	return to_device || from_device ?
	       device_fail(cudaErrorInvalidDevice) :
	       cudaMemcpy(to, from, n, cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
				int from_device, size_t n, cudaStream_t s)
{
	return to_device || from_device ?
	       device_fail(cudaErrorInvalidDevice) :
	       cudaMemcpyAsync(to, from, n, cudaMemcpyDeviceToDevice, s);
}

typedef cudaError_t (*copies)(void *to, const void *from, size_t n,
			      enum cudaMemcpyKind kind);

/* H rows of W bytes, each by ROW. */
static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from,
			     size_t from_pitch, size_t w, size_t h,
			     enum cudaMemcpyKind kind, copies row)
{
	cudaError_t bad = cudaSuccess;

	if (w > to_pitch || w > from_pitch)
		return device_fail(cudaErrorInvalidPitchValue);
	for (size_t y = 0; y < h && !bad; y++)
		bad = row((char *)to + y * to_pitch,
			  (const char *)from + y * from_pitch, w, kind);
	return bad;
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
			 size_t from_pitch, size_t w, size_t h,
			 enum cudaMemcpyKind kind)
{
	return copy_rows(to, to_pitch, from, from_pitch, w, h, kind,
			 cudaMemcpy);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
			      size_t from_pitch, size_t w, size_t h,
			      enum cudaMemcpyKind kind, cudaStream_t s)
{
	HOLD;
	return copy_rows(to, to_pitch, from, from_pitch, w, h, kind,
			 graph_takes(s) ? graph_copy : cudaMemcpy);
}

cudaError_t cudaMemset(void *to, int value, size_t n)
{
	int error;

	OPEN;
	count_time(n);
	if (n && !memory_has(to, n))
		return device_fail(cudaErrorInvalidValue);
	error = memory_set(address(to), value, n);
	return error ? device_break(device_refused(error)) : cudaSuccess;
}

cudaError_t copy_pattern(void *to, const void *value, size_t size, size_t n)
{
	char *bytes = malloc(n * size + 1);
	cudaError_t bad;

	if (!bytes)
		return device_fail(cudaErrorMemoryAllocation);
	for (size_t i = 0; i < n; i++)
		memcpy(bytes + i * size, value, size);
	bad = cudaMemcpy(to, bytes, n * size, cudaMemcpyHostToDevice);
	free(bytes);
	return bad;
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t n, cudaStream_t s)
{
	HOLD;
	return graph_takes(s) ? graph_fill(to, value, n) :
	       cudaMemset(to, value, n);
}

cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t w,
			 size_t h)
{
	cudaError_t bad = cudaSuccess;

	for (size_t y = 0; y < h && !bad; y++)
		bad = cudaMemset((char *)to + y * pitch, value, w);
	return bad;
}

cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t w,
			      size_t h, cudaStream_t s)
{
	cudaError_t bad = cudaSuccess;

	HOLD;
	for (size_t y = 0; y < h && !bad; y++)
		bad = cudaMemsetAsync((char *)to + y * pitch, value, w, s);
	return bad;
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value,
			      struct cudaExtent e, cudaStream_t s)
{
	cudaError_t bad = cudaSuccess;

	HOLD;
	for (size_t z = 0; z < e.depth && !bad; z++)
		bad = cudaMemset2DAsync((char *)p.ptr + z * p.pitch * p.ysize,
					p.pitch, value, e.width, e.height, s);
	return bad;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value,
			 struct cudaExtent e)
{
	return cudaMemset3DAsync(p, value, e, NULL);
}

/* --- variables ---------------------------------------------------------- */

/* N bytes of the variable S at OFFSET are at *P. */
static cudaError_t symbol(const void *s, size_t offset, size_t n, void **p)
{
	uint32_t addr;
	size_t bytes;

	OPEN;
	if (!register_variable(s, &addr, &bytes))
		return device_fail(cudaErrorInvalidSymbol);
	if (offset > bytes || n > bytes - offset)
		return device_fail(cudaErrorInvalidValue);
	*p = (void *)(uintptr_t)(addr + (uint32_t)offset);
	return cudaSuccess;
}

/* Copies between the variable S and the host; a managed one is there. */
static cudaError_t copy_symbol(const void *s, size_t offset, void *host,
			       size_t n, bool to_symbol,
			       enum cudaMemcpyKind kind)
{
	uint32_t addr;
	void *p;
	cudaError_t bad = symbol(s, offset, n, &p);

	if (bad)
		return bad;
	if (register_managed(s, &addr)) {
		p = (char *)(uintptr_t)s + offset;
		kind = cudaMemcpyDefault;
	}
	return to_symbol ? cudaMemcpy(p, host, n, kind) :
	       cudaMemcpy(host, p, n, kind);
}

cudaError_t cudaMemcpyToSymbol(const void *s, const void *from, size_t n,
			       size_t offset, enum cudaMemcpyKind kind)
{
	return copy_symbol(s, offset, (void *)(uintptr_t)from, n, true, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *s, size_t n,
				 size_t offset, enum cudaMemcpyKind kind)
{
	return copy_symbol(s, offset, to, n, false, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *s, const void *from, size_t n,
				    size_t offset, enum cudaMemcpyKind kind,
				    cudaStream_t stream)
{
	UNUSED(stream);
	return cudaMemcpyToSymbol(s, from, n, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *s, size_t n,
				      size_t offset, enum cudaMemcpyKind kind,
				      cudaStream_t stream)
{
	UNUSED(stream);
	return cudaMemcpyFromSymbol(to, s, n, offset, kind);
}

cudaError_t cudaGetSymbolAddress(void **p, const void *s)
{
	return symbol(s, 0, 0, p);
}

cudaError_t cudaGetSymbolSize(size_t *n, const void *s)
{
	uint32_t addr;

	OPEN;
	return register_variable(s, &addr, n) ? cudaSuccess :
	       device_fail(cudaErrorInvalidSymbol);
}
