/* driver.h - libwwcudart: what files of CUDA's driver API share
 * SPDX-License-Identifier: Apache-2.0
 *
 * The numbers of errors are those of the runtime, so are streams and events.
 */
#ifndef WW_CUDA_DRIVER_H
#define WW_CUDA_DRIVER_H

#include "cuda/rt.h"
#pragma GCC visibility push(default)
#include "sw/include/cuda/cuda.h"
#pragma GCC visibility pop

/* Is there a context? The error to return if not. (driver.c) */
CUresult driver_ready(void);

/* Ends a function that has no context. */
#define CONTEXT do { \
	CUresult none_ = driver_ready(); \
	if (none_) \
		return none_; \
} while (0)

static inline CUresult result(cudaError_t e)
{
	return (CUresult)e;
}

#endif
