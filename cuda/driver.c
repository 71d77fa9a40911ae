/* driver.c - libwwcudart: CUDA's driver API, by its runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * Devices, contexts, modules and launches; driver_memory.c has the rest. A
 * module is bitcode behind a head, as in a program (cuda/register.c): it
 * becomes a program of its own beside that of the host.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "cuda/driver.h"

enum { HEAD = 64 };             /* bytes in front of bitcode */

enum { DEEP = 64 };             /* contexts of a thread, one on the other */

struct CUctx_st { int none; };

static bool initialized;
static struct CUctx_st primary;
/* The contexts of this thread; the last one is current, if there is one. */
static _Thread_local CUcontext stack[DEEP];
static _Thread_local int height;

static CUcontext top(void)
{
	return height ? stack[height - 1] : NULL;
}

CUresult driver_ready(void)
{
	return !initialized ? CUDA_ERROR_NOT_INITIALIZED :
	       !top() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

/* --- devices and contexts ------------------------------------------------- */

CUresult cuInit(unsigned flags)
{
	HOLD;

	if (flags)
		return CUDA_ERROR_INVALID_VALUE;
	initialized = true;
	return result(device_open());
}

CUresult cuDriverGetVersion(int *v)
{
	return result(cudaDriverGetVersion(v));
}

CUresult cuGetErrorName(CUresult e, const char **name)
{
	*name = NULL;
	switch ((int)e) {
	case CUDA_SUCCESS: *name = "CUDA_SUCCESS"; break;
#define X(word, number) case number: *name = "CUDA_" #word; break;
	WW_CU_ERRORS(X)
#undef X
	}
	return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult e, const char **text)
{
	CUresult bad = cuGetErrorName(e, text);

	if (!bad)
		*text = cudaGetErrorString((cudaError_t)e);
	return bad;
}

CUresult cuDeviceGetCount(int *n)
{
	return initialized ? result(cudaGetDeviceCount(n)) :
	       CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuDeviceGet(CUdevice *d, int number)
{
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	*d = number;
	return number ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad)
		snprintf(name, (size_t)size, "%s", p.name);
	return bad;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute a, CUdevice d)
{
	return result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)a, d));
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad)
		*bytes = p.totalGlobalMem;
	return bad;
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice d)
{
	struct cudaDeviceProp p;
	CUresult bad = result(cudaGetDeviceProperties(&p, d));

	if (!bad) {
		*major = p.major;
		*minor = p.minor;
	}
	return bad;
}

CUresult cuCtxPushCurrent(CUcontext c)
{
	if (!c || height == DEEP)
		return CUDA_ERROR_INVALID_CONTEXT;
	stack[height++] = c;
	return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *c, unsigned flags, CUdevice d)
{
	UNUSED(flags);
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	if (d)
		return CUDA_ERROR_INVALID_DEVICE;
	*c = calloc(1, sizeof **c);
	return *c ? cuCtxPushCurrent(*c) : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuCtxPopCurrent(CUcontext *c)
{
	CONTEXT;
	if (c)
		*c = top();
	height--;
	return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext c)
{
	if (!c || c == &primary)
		return CUDA_ERROR_INVALID_CONTEXT;
	if (top() == c)
		height--;
	free(c);
	return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext c)
{
	if (height)
		height--;
	return c ? cuCtxPushCurrent(c) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *c)
{
	*c = top();
	return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *d)
{
	CONTEXT;
	*d = 0;
	return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
	CONTEXT;
	return result(cudaDeviceSynchronize());
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice d)
{
	if (!initialized)
		return CUDA_ERROR_NOT_INITIALIZED;
	*c = &primary;
	return d ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice d)
{
	return d ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

/* --- modules -------------------------------------------------------------- */

/* The bytes that IMAGE has with its head; 0: it is no module. */
static size_t image_bytes(const char *image)
{
	char head[HEAD + 1] = "";
	size_t bytes = 0;

	for (int i = 0; i < HEAD && image[i]; i++)
		head[i] = image[i];
	if (sscanf(head, "warpwright cuda 1 %zu", &bytes) == 1 && bytes)
		return HEAD + bytes;
	device_tell("%sa module is a file of ww-nvcc -cubin",
		    strstr(head, ".version") || !strncmp(head, "//", 2) ?
		    "PTX is not for this device: " : "");
	return 0;
}

/* Loads the module IMAGE of BYTES bytes, the file of which becomes C's. */
static CUresult load(struct code *c, const void *image, size_t bytes)
{
	cudaError_t bad;

	c->file = malloc(bytes);
	if (!c->file)
		return CUDA_ERROR_OUT_OF_MEMORY;
	memcpy(c->file, image, bytes);
	bad = device_load(c);
	if (bad)
		device_unload(c);
	return result(bad);
}

/* IMAGE has at most MOST bytes. */
static CUresult load_image(CUmodule *m, const char *image, size_t most)
{
	struct code *c;
	size_t bytes;
	CUresult bad;

	CONTEXT;
	HOLD;
	bad = result(device_open());
	if (bad)
		return bad;
	bytes = image_bytes(image);
	if (!bytes || bytes > most)
		return CUDA_ERROR_INVALID_IMAGE;
	c = calloc(1, sizeof *c);
	bad = c ? load(c, image, bytes) : CUDA_ERROR_OUT_OF_MEMORY;
	if (bad) {
		free(c);
		return bad;
	}
	c->next = device.modules;
	device.modules = c;
	*m = (CUmodule)(void *)c;
	return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *m, const void *image)
{
	return image ? load_image(m, image, SIZE_MAX) :
	       CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleLoadDataEx(CUmodule *m, const void *image, unsigned n,
			    CUjit_option *options, void **values)
{
	UNUSED(n, options, values); /* of the compiler for PTX */
	return cuModuleLoadData(m, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *m, const void *image)
{
	return cuModuleLoadData(m, image);
}

CUresult cuModuleLoad(CUmodule *m, const char *path)
{
	size_t bytes;
	char *image;
	CUresult bad;

	CONTEXT;
	image = proc_read_file(path, &bytes);
	if (!image) {
		device_tell("'%s': %s", path, strerror(errno));
		return CUDA_ERROR_FILE_NOT_FOUND;
	}
	bad = load_image(m, image, bytes);
	free(image);
	return bad;
}

static struct code **find_module(CUmodule m)
{
	struct code **at = &device.modules;

	while (*at && *at != (struct code *)(void *)m)
		at = &(*at)->next;
	return *at ? at : NULL;
}

CUresult cuModuleUnload(CUmodule m)
{
	struct code **at, *c;

	CONTEXT;
	HOLD;
	at = find_module(m);
	if (!at)
		return CUDA_ERROR_INVALID_HANDLE;
	c = *at;
	*at = c->next;
	device_unload(c);
	free(c);
	return CUDA_SUCCESS;
}

/* The module that has the kernel K. */
static struct code *module_of(const struct cl_kernel *k)
{
	for (struct code *c = device.modules; c; c = c->next)
		for (uint32_t i = 0; i < c->program.count; i++)
			if (&c->program.kernels[i] == k)
				return c;
	return NULL;
}

/* A function is its kernel. */
CUresult cuModuleGetFunction(CUfunction *f, CUmodule m, const char *name)
{
	const struct cl_kernel *k;

	CONTEXT;
	HOLD;
	if (!find_module(m))
		return CUDA_ERROR_INVALID_HANDLE;
	k = register_named((struct code *)(void *)m, name);
	*f = (CUfunction)(void *)(uintptr_t)k;
	return k ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule m,
			   const char *name)
{
	const struct elf_symbol *s;
	char full[1000];

	CONTEXT;
	HOLD;
	if (!find_module(m))
		return CUDA_ERROR_INVALID_HANDLE;
	snprintf(full, sizeof full, "ww_cuda.%s", name);
	s = elf_variable(&((struct code *)(void *)m)->image, full);
	if (!s)
		return CUDA_ERROR_NOT_FOUND;
	if (p)
		*p = s->addr;
	if (bytes)
		*bytes = s->size;
	return CUDA_SUCCESS;
}

/* --- kernels -------------------------------------------------------------- */

/* The kernel F of a module, which is *C. */
static CUresult find_kernel(CUfunction f, struct code **c)
{
	CUresult bad = driver_ready();

	if (!bad)
		bad = result(device_open());
	if (bad)
		return bad;
	*c = module_of((void *)f);
	return *c ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Takes the lock up to the end of the block; C is the module that has F. */
#define HOLD_KERNEL(f, c) \
	HOLD; \
	struct code *c; \
	CUresult none_ = find_kernel(f, &c); \
	if (none_) \
		return none_

typedef cudaError_t launch_fn(struct code *c, const struct cl_kernel *k,
			      dim3 grid, dim3 block, void **args,
			      size_t shared);

static CUresult launch_by(launch_fn *by, CUfunction f, dim3 grid, dim3 block,
			  unsigned shared, void **args)
{
	HOLD_KERNEL(f, c);
	return result(by(c, (void *)f, grid, block, args, shared));
}

CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz,
			unsigned bx, unsigned by, unsigned bz, unsigned shared,
			CUstream s, void **args, void **extra)
{
	UNUSED(s);
	return extra ? CUDA_ERROR_NOT_SUPPORTED :
		       launch_by(launch, f, (dim3){ gx, gy, gz },
				 (dim3){ bx, by, bz }, shared, args);
}

CUresult cuLaunchCooperativeKernel(CUfunction f, unsigned gx, unsigned gy,
				   unsigned gz, unsigned bx, unsigned by,
				   unsigned bz, unsigned shared, CUstream s,
				   void **args)
{
	UNUSED(s);
	return launch_by(launch_together, f, (dim3){ gx, gy, gz },
			 (dim3){ bx, by, bz }, shared, args);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, CUfunction f,
						     int block, size_t shared)
{
	HOLD_KERNEL(f, c);
	if (block < 1 || block > CL_GROUP_MAX || shared > device_shared())
		return CUDA_ERROR_INVALID_VALUE;
	*n = block > kernel_most((void *)f) ? 0 :
	     launch_held(c, (void *)f, (uint32_t)block, (uint32_t)shared);
	return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction f,
					  CUoccupancyB2DSize size,
					  size_t shared, int limit)
{
	HOLD_KERNEL(f, c);
	UNUSED(c, size, shared);
	kernel_occupancy((void *)f, grid, block, limit);
	return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute a, CUfunction f)
{
	struct cudaFuncAttributes all;

	HOLD_KERNEL(f, c);
	kernel_attributes(c, (void *)f, &all);
	switch ((int)a) {
#define X(name, number, field) case number: \
		*value = (int)all.field; return CUDA_SUCCESS;
	WW_CU_FUNCTION_ATTRIBUTES(X)
#undef X
	}
	return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute a, int value)
{
	HOLD_KERNEL(f, c);
	return a == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
	       && (value < 0 || (uint32_t)value > device_shared()) ?
	       CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction f, CUfunc_cache c)
{
	HOLD_KERNEL(f, own);
	UNUSED(c);
	return CUDA_SUCCESS;
}
