/* errors.cu - an error that an argument names, and what CUDA calls it
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cassert>
#include <cstring>

#include "check.h"

enum what { FINE, FAR, TRAP, ENDLESS };

__global__ void err(int what, int *p)
{
	if (what == FAR)
		p[0x10000000] = 1;
	if (what == TRAP)
		__trap();
	while (what == ENDLESS && *(volatile int *)p != 2)
		p[1] = 1;
	p[threadIdx.x] = 1;
}

/* Launches err; the name of the error. */
static void launch(int what, dim3 block, size_t shared, int *p)
{
	cudaError_t bad;

	err<<<1, block, shared>>>(what, p);
	bad = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorName(bad ? bad : cudaGetLastError()));
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : "";
	int *p, host[4];

	printf("malloc %s\n", cudaGetErrorName(cudaMalloc(&p, 4096)));
	if (!strcmp(name, "far"))
		launch(FAR, 1, 0, p);
	else if (!strcmp(name, "trap"))
		launch(TRAP, 1, 0, p);
	else if (!strcmp(name, "endless"))
		launch(ENDLESS, 1, 0, p);
	else if (!strcmp(name, "large"))
		launch(FINE, dim3(64, 32), 0, p);
	else if (!strcmp(name, "host"))
		launch(FINE, 1, 0, host);
	else if (!strcmp(name, "shared"))
		launch(FINE, 1, 1 << 20, p);
	else if (!strcmp(name, "full"))
		printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 1UL << 33)));
	else
		launch(FINE, 32, 0, p);
	printf("then %s\n", cudaGetErrorName(cudaFree(p)));
	return 0;
}
