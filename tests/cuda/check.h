/* check.h - what the CUDA programs of these tests share
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_CUDA_CHECK_H
#define WW_TESTS_CUDA_CHECK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static int wrong;

/* A statement of the host that is to hold. */
#define CHECK(what) do { \
	if (!(what)) { \
		printf("%s:%d: %s (%s)\n", __FILE__, __LINE__, #what, \
		       cudaGetErrorName(cudaPeekAtLastError())); \
		wrong++; \
	} \
} while (0)

/* A call that is to return cudaSuccess. */
#define GOOD(call) CHECK((call) == cudaSuccess)

#endif
