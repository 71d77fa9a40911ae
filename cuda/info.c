/* info.c - libwwcudart: properties of the device, its settings, versions
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cuda/rt.h"
#include "machine/options.h"

enum {
	KHZ = 1000000,          /* a nominal clock of 1 GHz */
	REGISTERS = 32,         /* of a thread */
	ALIGN = 256,
	SIDE_Z = 64, GRID_YZ = 65535, FIFO = 1 << 20, HEAP = 8 << 20
};

/* --- the device --------------------------------------------------------- */

cudaError_t cudaGetDeviceCount(int *n)
{
	HOLD;
	cudaError_t bad = device_open();

	*n = !bad;
	return device_fail(bad);
}

cudaError_t cudaSetDevice(int d)
{
	OPEN;
	return d ? device_fail(cudaErrorInvalidDevice) : cudaSuccess;
}

cudaError_t cudaGetDevice(int *d)
{
	*d = 0;
	return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *d, const struct cudaDeviceProp *p)
{
	UNUSED(p);
	*d = 0;
	return cudaSuccess;
}

/* Threads that a core holds. */
static uint32_t core_threads(void)
{
	uint32_t n = device.machine.warps * device.machine.threads;

	return n > CL_GROUP_MAX ? n : CL_GROUP_MAX;
}

static void set_limits(struct cudaDeviceProp *p)
{
	p->maxThreadsPerBlock = CL_GROUP_MAX;
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = CL_GROUP_MAX;
	p->maxThreadsDim[2] = SIDE_Z;
	p->maxGridSize[0] = INT32_MAX;
	p->maxGridSize[1] = p->maxGridSize[2] = GRID_YZ;
	p->maxThreadsPerMultiProcessor = (int)core_threads();
	p->maxBlocksPerMultiProcessor = (int)device.machine.blocks;
	p->regsPerBlock = REGISTERS * CL_GROUP_MAX;
	p->regsPerMultiprocessor = REGISTERS * (int)core_threads();
	p->sharedMemPerBlock = p->sharedMemPerBlockOptin =
		p->sharedMemPerMultiprocessor = device_shared();
	p->memPitch = INT32_MAX;
	p->textureAlignment = p->texturePitchAlignment = ALIGN;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int d)
{
	const struct machine *m = &device.machine;

	OPEN;
	if (d)
		return device_fail(cudaErrorInvalidDevice);
	memset(p, 0, sizeof *p);
	snprintf(p->name, sizeof p->name, "warpwright %ux%ux%u %.*s", m->cores,
		 m->warps, m->threads, (int)strcspn(device.name, ":,"),
		 device.name);
	set_limits(p);
	p->totalGlobalMem = p->totalConstMem = m->ram_size;
	p->warpSize = (int)m->threads;
	p->clockRate = p->memoryClockRate = KHZ;
	p->major = 7;
	p->multiProcessorCount = (int)m->cores;
	p->memoryBusWidth = 128;
	p->deviceOverlap = p->asyncEngineCount = 1;
	p->integrated = p->unifiedAddressing = 1;
	p->cooperativeLaunch = m->has_a;
	p->canMapHostMemory = p->managedMemory = device.ram != NULL;
	return cudaSuccess;
}

/* The attribute A of P in *V; false: there is no such thing here. */
static bool attribute(const struct cudaDeviceProp *p, enum cudaDeviceAttr a,
		      int *v)
{
	switch ((int)a) {
#define X(name, field) case cudaDevAttr##name: *v = (int)p->field; return true;
#include "cuda/attributes.def"
#undef X
	}
	return false;
}

cudaError_t cudaDeviceGetAttribute(int *v, enum cudaDeviceAttr a, int d)
{
	struct cudaDeviceProp p;
	cudaError_t bad = cudaGetDeviceProperties(&p, d);

	if (bad)
		return bad;
	return attribute(&p, a, v) ? cudaSuccess :
	       device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSynchronize(void)
{
	OPEN;
	return cudaSuccess;
}

cudaError_t cudaThreadSynchronize(void)
{
	return cudaDeviceSynchronize();
}

cudaError_t cudaDeviceReset(void)
{
	HOLD;

	device_close();
	device.broken = cudaSuccess;
	return cudaSuccess;
}

cudaError_t cudaThreadExit(void)
{
	return cudaDeviceReset();
}

static const char bus[] = "0000:00:00.0";

cudaError_t cudaDeviceGetPCIBusId(char *name, int bytes, int d)
{
	if (d || bytes < (int)sizeof bus)
		return device_fail(d ? cudaErrorInvalidDevice :
				       cudaErrorInvalidValue);
	memcpy(name, bus, sizeof bus);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *d, const char *name)
{
	*d = 0;
	return strcmp(name, bus) == 0 ? cudaSuccess :
	       device_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaInitDevice(int d, unsigned flags, unsigned more)
{
	UNUSED(flags, more);
	return cudaSetDevice(d);
}

/* --- settings: what they ask for is so, or makes no difference here ------- */

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
	UNUSED(flags);
	return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c)
{
	UNUSED(c);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *c)
{
	*c = cudaFuncCachePreferNone;
	return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *c)
{
	*c = cudaSharedMemBankSizeFourByte;
	return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
	*flags = 0;
	return cudaSuccess;
}

cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache c)
{
	UNUSED(c);
	return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig c)
{
	UNUSED(c);
	return cudaSuccess;
}

size_t info_heap(void)
{
	size_t most = device.machine.ram_size / 4;

	if (device.heap_bytes)
		return device.heap_bytes;
	return most < HEAP ? most : HEAP;
}

cudaError_t cudaDeviceGetLimit(size_t *n, enum cudaLimit l)
{
	OPEN;
	*n = l == cudaLimitStackSize ? device.code.image.stack_bytes :
	     l == cudaLimitMallocHeapSize ? info_heap() : FIFO;
	return cudaSuccess;
}

/* A stack is what the compiler has found to be enough, but for functions that
 * call themselves: as long as nothing is compiled, they get what is asked for.
 */
static cudaError_t set_stack(size_t n)
{
	cudaError_t bad;
	uint32_t has;
	HOLD;

	if (!device.open && n <= UINT32_MAX)
		device.recursion = (uint32_t)n;
	bad = device_open();
	if (bad)
		return device_fail(bad);
	has = machine_recursion(&device.machine);
	has = device.recursion > has ? device.recursion : has;
	if (n <= has)
		return cudaSuccess;
	device_tell("a stack of %zu bytes: threads have %" PRIu32 " for "
		    "functions that call themselves; the first call of a "
		    "program can set more", n, has);
	return device_fail(cudaErrorNotSupported);
}

/* What printf prints waits nowhere. */
cudaError_t cudaDeviceSetLimit(enum cudaLimit l, size_t n)
{
	if (l == cudaLimitStackSize)
		return set_stack(n);
	OPEN;
	switch ((int)l) {
	case cudaLimitPrintfFifoSize:
		return cudaSuccess;
	case cudaLimitMallocHeapSize:
		if (n > device.machine.ram_size ||
		    !launch_drop_heap(&device.code))
			return device_fail(cudaErrorInvalidValue);
		device.heap_bytes = (n + ALIGN - 1) / ALIGN * ALIGN;
		return cudaSuccess;
	}
	return device_fail(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b)
{
	UNUSED(a, b);
	*can = 0;
	return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
	UNUSED(peer, flags);
	return device_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer)
{
	UNUSED(peer);
	return device_fail(cudaErrorInvalidDevice);
}

cudaError_t cudaDriverGetVersion(int *v)
{
	*v = CUDART_VERSION;
	return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *v)
{
	*v = CUDART_VERSION;
	return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
	return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
	return cudaSuccess;
}

/* --- errors ------------------------------------------------------------- */

const char *cudaGetErrorString(cudaError_t e)
{
	switch ((int)e) {
#define X(name, number, text) case number: return text;
	WW_CUDA_ERRORS(X)
#undef X
	}
	return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t e)
{
	switch ((int)e) {
#define X(name, number, text) case number: return "cuda" #name;
	WW_CUDA_ERRORS(X)
#undef X
	}
	return "unrecognized error code";
}
