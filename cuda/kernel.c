/* kernel.c - libwwcudart: what the host asks of kernels, and their launches
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cuda/rt.h"

enum { NESTED = 8, REGISTERS = 32, VERSION = 70 };

/* --- attributes --------------------------------------------------------- */

int kernel_most(const struct cl_kernel *k)
{
	return k->most && k->most < CL_GROUP_MAX ? (int)k->most : CL_GROUP_MAX;
}

void kernel_attributes(const struct code *c, const struct cl_kernel *k,
		       struct cudaFuncAttributes *a)
{
	memset(a, 0, sizeof *a);
	a->sharedSizeBytes = k->local_bytes;
	a->localSizeBytes = cl_program_stack(&c->image, k);
	a->maxThreadsPerBlock = kernel_most(k);
	a->numRegs = REGISTERS;
	a->ptxVersion = a->binaryVersion = VERSION;
	a->maxDynamicSharedSizeBytes = (int)device_shared();
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *a, const void *f)
{
	const struct cl_kernel *k;

	OPEN;
	k = register_kernel(f);
	if (!k)
		return device_fail(cudaErrorInvalidDeviceFunction);
	kernel_attributes(&device.code, k, a);
	return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute a,
				 int v)
{
	OPEN;
	if (!register_kernel(f))
		return device_fail(cudaErrorInvalidDeviceFunction);
	return a == cudaFuncAttributeMaxDynamicSharedMemorySize &&
	       (v < 0 || (uint32_t)v > device_shared()) ?
	       device_fail(cudaErrorInvalidValue) : cudaSuccess;
}

/* There is one way for a core to divide its memory. */
cudaError_t cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache c)
{
	OPEN;
	UNUSED(c);
	return register_kernel(f) ? cudaSuccess :
	       device_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *f,
				       enum cudaSharedMemConfig c)
{
	OPEN;
	UNUSED(c);
	return register_kernel(f) ? cudaSuccess :
	       device_fail(cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
	int *n, const void *f, int block, size_t shared)
{
	const struct cl_kernel *k;

	OPEN;
	k = register_kernel(f);
	if (!k)
		return device_fail(cudaErrorInvalidDeviceFunction);
	if (block < 1 || block > CL_GROUP_MAX || shared > device_shared())
		return device_fail(cudaErrorInvalidValue);
	*n = block > kernel_most(k) ? 0 :
	     launch_held(&device.code, k, (uint32_t)block, (uint32_t)shared);
	return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
	int *n, const void *f, int block, size_t shared, unsigned flags)
{
	UNUSED(flags);
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, block,
							     shared);
}

void kernel_occupancy(const struct cl_kernel *k, int *grid, int *block,
		      int limit)
{
	const struct machine *m = &device.machine;
	int all = (int)(m->warps * m->threads), most = kernel_most(k);

	*block = all < most ? all : most;
	if (limit > 0 && limit < *block)
		*block = limit;
	*grid = (int)m->cores;
}

cudaError_t wwOccupancy(int *grid, int *block, const void *f, size_t shared,
			int limit)
{
	const struct cl_kernel *k;

	OPEN;
	UNUSED(shared);
	k = register_kernel(f);
	if (!k)
		return device_fail(cudaErrorInvalidDeviceFunction);
	kernel_occupancy(k, grid, block, limit);
	return cudaSuccess;
}

/* --- launches ----------------------------------------------------------- */

struct configuration {
	dim3 grid, block;
	size_t shared;
	cudaStream_t stream;
};

/* Of the launches whose arguments the thread is computing. */
static _Thread_local struct configuration pushed[NESTED];
static _Thread_local int depth;

#pragma GCC visibility push(default)
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
				     cudaStream_t s);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
				       void *s);
#pragma GCC visibility pop

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
				     cudaStream_t s)
{
	if (depth == NESTED) {
		device_fail(cudaErrorMissingConfiguration);
		return 1;
	}
	pushed[depth++] = (struct configuration){ grid, block, shared, s };
	return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
				       void *s)
{
	const struct configuration *c;

	if (!depth)
		return device_fail(cudaErrorMissingConfiguration);
	c = &pushed[--depth];
	*grid = c->grid;
	*block = c->block;
	*shared = c->shared;
	*(cudaStream_t *)s = c->stream;
	return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args,
			     size_t shared, cudaStream_t s)
{
	const struct cl_kernel *k;

	OPEN;
	if (graph_takes(s))
		return graph_kernel(f, grid, block, args, shared);
	k = register_kernel(f);
	return device_fail(!k ? cudaErrorInvalidDeviceFunction :
			   launch(&device.code, k, grid, block, args, shared));
}

cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block,
					void **args, size_t shared,
					cudaStream_t s)
{
	const struct cl_kernel *k;

	OPEN;
	if (graph_takes(s))
		return device_fail(cudaErrorStreamCaptureUnsupported);
	k = register_kernel(f);
	return device_fail(!k ? cudaErrorInvalidDeviceFunction :
			   launch_together(&device.code, k, grid, block, args,
					   shared));
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *c, const void *f,
				void **args)
{
	bool together = false;

	for (unsigned i = 0; i < c->numAttrs; i++) {
		const cudaLaunchAttribute *a = &c->attrs[i];

		together |= a->id == cudaLaunchAttributeCooperative &&
			    a->val.cooperative;
		if (a->id == cudaLaunchAttributeClusterDimension &&
		    (a->val.clusterDim.x > 1 || a->val.clusterDim.y > 1 ||
		     a->val.clusterDim.z > 1))
			return device_fail(cudaErrorNotSupported);
	}
	return (together ? cudaLaunchCooperativeKernel : cudaLaunchKernel)(
		f, c->gridDim, c->blockDim, args, c->dynamicSmemBytes,
		c->stream);
}
