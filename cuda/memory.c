/* memory.c - libwwcudart: memory of the device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"

enum { ALIGN = 256 };           /* of all blocks, as CUDA says */

/* --- blocks ------------------------------------------------------------- */

static void *pointer(uint32_t addr)
{
	return (void *)(uintptr_t)addr;
}

static bool within(uint64_t at, uint64_t n, uint64_t begin, uint64_t bytes)
{
	return at >= begin && at - begin <= bytes && n <= bytes - (at - begin);
}

static bool code_has(const struct code *c, uint64_t at, uint64_t n)
{
	const struct elf_image *i = &c->image;

	return c->loaded && within(at, n, i->lowest, i->highest - i->lowest);
}

bool memory_has(const void *p, uint64_t n)
{
	uint64_t at = (uintptr_t)p;

	for (const struct block *b = device.blocks; b; b = b->next)
		if (within(at, n, b->addr, b->bytes))
			return true;
	if (code_has(&device.code, at, n))
		return true;
	for (const struct code *c = device.modules; c; c = c->next)
		if (code_has(c, at, n))
			return true;
	return false;
}

size_t memory_behind(const void *p)
{
	uint64_t at = (uintptr_t)p;

	for (const struct block *b = device.blocks; b; b = b->next)
		if (within(at, 1, b->addr, b->bytes))
			return b->addr + b->bytes - at;
	return 0;
}

int memory_write(uint32_t addr, const void *from, size_t n)
{
	if (device.ram && !device.golden)
		memmove(pointer(addr), from, n);
	return wwd_write(device.wwd, addr, from, n);
}

static int read_to(void *to, uint32_t addr, size_t n)
{
	return wwd_read(device.wwd, addr, to, n);
}

static int begin_variable(void *host, uint32_t addr, size_t n)
{
	const uint8_t *bytes = host;

	for (size_t i = 0; i < n; i++)
		if (bytes[i])
			return 0; /* the host's own */
	return read_to(host, addr, n);
}

int memory_begin(void)
{
	return register_each_managed(begin_variable);
}

static int variable_to_device(void *host, uint32_t addr, size_t n)
{
	return memory_write(addr, host, n);
}

static int variable_to_host(void *host, uint32_t addr, size_t n)
{
	return read_to(host, addr, n);
}

int memory_to_device(void)
{
	int error = register_each_managed(variable_to_device);

	for (struct block *b = device.blocks; b && !error; b = b->next)
		if (b->shared && !device.golden)
			error = wwd_write(device.wwd, b->addr,
					  pointer(b->addr), b->bytes);
	return error;
}

int memory_to_host(void)
{
	int error = register_each_managed(variable_to_host);

	for (struct block *b = device.blocks; b && !error; b = b->next)
		if (b->shared && !device.golden)
			error = read_to(pointer(b->addr), b->addr, b->bytes);
	return error;
}

void memory_clear(void)
{
	while (device.blocks) {
		struct block *b = device.blocks;

		device.blocks = b->next;
		free(b);
	}
}

int memory_set(uint32_t addr, int value, size_t n)
{
	enum { STEP = 4096 };
	uint8_t some[STEP];
	int error = 0;

	memset(some, value, n < STEP ? n : STEP);
	for (size_t at = 0; at < n && !error; at += STEP)
		error = memory_write(addr + (uint32_t)at, some,
				     n - at < STEP ? n - at : STEP);
	return error;
}

static cudaError_t take(void **p, size_t bytes, bool shared)
{
	struct block *b;
	int error;

	OPEN;
	if (!p)
		return device_fail(cudaErrorInvalidValue);
	*p = NULL;
	if (shared && !device.ram) {
		device_tell("memory of the host is where the device's would "
			    "be: no managed or pinned memory");
		return device_fail(cudaErrorNotSupported);
	}
	if (!bytes)
		return cudaSuccess;
	b = calloc(1, sizeof *b);
	error = b ? wwd_alloc(device.wwd, bytes, ALIGN, &b->addr) :
		    WWD_E_MEMORY;
	if (error) {
		free(b);
		return device_fail(cudaErrorMemoryAllocation);
	}
	b->bytes = bytes;
	b->shared = shared;
	b->next = device.blocks;
	device.blocks = b;
	*p = pointer(b->addr);
	return shared && memory_set(b->addr, 0, bytes) ?
	       device_fail(cudaErrorUnknown) : cudaSuccess;
}

cudaError_t cudaMalloc(void **p, size_t bytes)
{
	return take(p, bytes, false);
}

cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t s)
{
	UNUSED(s);
	return take(p, bytes, false);
}

/* The device has one pool, all its memory. */
static cudaMemPool_t the_pool(void)
{
	return (cudaMemPool_t)(void *)&device;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int d)
{
	*pool = the_pool();
	return d ? device_fail(cudaErrorInvalidDevice) : cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int d)
{
	return cudaDeviceGetDefaultMemPool(pool, d);
}

/* What is given back is there at once, for any stream. */
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr a,
				    void *value)
{
	UNUSED(a, value);
	return pool == the_pool() ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
	UNUSED(bytes);
	return pool == the_pool() ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool,
				    cudaStream_t s)
{
	return pool == the_pool() ? cudaMallocAsync(p, bytes, s) :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMallocHost(void **p, size_t bytes)
{
	return take(p, bytes, true);
}

cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned flags)
{
	return flags > 7 ? device_fail(cudaErrorInvalidValue) :
	       take(p, bytes, true);
}

cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags)
{
	cudaError_t error;

	if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)
		return device_fail(cudaErrorInvalidValue);
	error = take(p, bytes, true);
	if (!error && *p)
		device.blocks->managed = true;
	return error;
}

cudaError_t cudaFree(void *p)
{
	OPEN;
	if (!p)
		return cudaSuccess;
	for (struct block **at = &device.blocks; *at; at = &(*at)->next) {
		struct block *b = *at;

		if (pointer(b->addr) != p)
			continue;
		*at = b->next;
		wwd_free(device.wwd, b->addr);
		free(b);
		return cudaSuccess;
	}
	return device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaFreeHost(void *p)
{
	return cudaFree(p);
}

cudaError_t cudaFreeAsync(void *p, cudaStream_t s)
{
	UNUSED(s);
	return cudaFree(p);
}

cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h)
{
	if (!pitch)
		return device_fail(cudaErrorInvalidValue);
	*pitch = (w + ALIGN - 1) / ALIGN * ALIGN;
	return cudaMalloc(p, *pitch * h);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e)
{
	if (!p)
		return device_fail(cudaErrorInvalidValue);
	p->xsize = e.width;
	p->ysize = e.height;
	return cudaMallocPitch(&p->ptr, &p->pitch, e.width,
			       e.height * e.depth);
}

/* Memory of the host can be copied faster then elsewhere; here all can. */
cudaError_t cudaHostRegister(void *p, size_t n, unsigned flags)
{
	UNUSED(p, n);
	return flags & cudaHostRegisterMapped ?
	       device_fail(cudaErrorNotSupported) : cudaSuccess;
}

cudaError_t cudaHostUnregister(void *p)
{
	UNUSED(p);
	return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *p)
{
	OPEN;
	if (!memory_has(p, 1))
		return device_fail(cudaErrorInvalidValue);
	*flags = cudaHostAllocMapped;
	return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void **d, void *h, unsigned flags)
{
	OPEN;
	UNUSED(flags);
	if (!d || !memory_has(h, 1))
		return device_fail(cudaErrorInvalidValue);
	*d = h;
	return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t *unused_bytes, size_t *total)
{
	uint64_t bytes;

	OPEN;
	wwd_query(device.wwd, WWD_RAM_FREE, &bytes);
	*unused_bytes = bytes;
	*total = device.machine.ram_size;
	return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *a,
				     const void *p)
{
	OPEN;
	*a = (struct cudaPointerAttributes){
		.type = cudaMemoryTypeUnregistered,
		.hostPointer = (void *)(uintptr_t)p
	};
	for (const struct block *b = device.blocks; b; b = b->next) {
		if (!within((uintptr_t)p, 1, b->addr, b->bytes))
			continue;
		a->type = b->managed ? cudaMemoryTypeManaged :
			  b->shared  ? cudaMemoryTypeHost :
				       cudaMemoryTypeDevice;
		a->devicePointer = a->hostPointer;
		a->hostPointer = b->shared ? a->hostPointer : NULL;
	}
	return cudaSuccess;
}

/* --- advice ------------------------------------------------------------- */

cudaError_t cudaMemPrefetchAsync(const void *p, size_t n, int d,
				 cudaStream_t s)
{
	OPEN;
	UNUSED(d, s);
	return memory_has(p, n) ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *p, size_t n, enum cudaMemoryAdvise a,
			  int d)
{
	OPEN;
	UNUSED(a, d);
	return memory_has(p, n) ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}
