// grid.cu - blocks that wait for each other: a cooperative launch
// SPDX-License-Identifier: Apache-2.0
//
// Each round a block reads what the blocks beside it have written in the round before, so it is wrong if one has
// not yet come. Sums go through shared memory. The grid is as large as the device holds at once; one block more is
// an error, as is a kernel that waits in an ordinary launch.
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

enum { ROUNDS = 6 };

__global__ void spread(unsigned *cells, unsigned *sums)
{
	extern __shared__ unsigned part[];
	cg::grid_group grid = cg::this_grid();
	unsigned n = gridDim.x, mine = blockIdx.x, left = (mine + n - 1) % n, right = (mine + 1) % n;

	for (unsigned round = 0; round < ROUNDS; round++) {
		unsigned *from = cells + round % 2 * n, *to = cells + (round + 1) % 2 * n;

		part[threadIdx.x] = threadIdx.x == 0 ? from[left] + from[right] : from[mine];
		__syncthreads();
		if (threadIdx.x == 0) {
			unsigned sum = 0;

			for (unsigned i = 0; i < blockDim.x; i++)
				sum += part[i] * (i + 1);
			to[mine] = sum;
		}
		grid.sync();
	}
	if (grid.thread_rank() == 0)
		sums[0] = grid.is_valid() && grid.size() == (unsigned long long)n * blockDim.x;
	if (threadIdx.x == 0)
		sums[1 + mine] = cells[ROUNDS % 2 * n + n - 1 - mine];
}

static std::vector<unsigned> on_host(unsigned n, unsigned threads)
{
	std::vector<unsigned> now(n), next(n);

	for (unsigned i = 0; i < n; i++)
		now[i] = i + 1;
	for (unsigned round = 0; round < ROUNDS; round++) {
		for (unsigned i = 0; i < n; i++) {
			next[i] = now[(i + n - 1) % n] + now[(i + 1) % n];
			for (unsigned t = 1; t < threads; t++)
				next[i] += now[i] * (t + 1);
		}
		now = next;
	}
	return now;
}

static int wrong;

static void expect(bool right, const char *what, unsigned threads, unsigned blocks)
{
	if (!right)
		fprintf(stderr, "%s, %u blocks of %u threads\n", what, blocks, threads);
	wrong += !right;
}

static cudaError_t run(unsigned blocks, unsigned threads, unsigned *cells, unsigned *sums)
{
	void *args[] = { &cells, &sums };

	return cudaLaunchCooperativeKernel((void *)spread, blocks, threads, args, threads * sizeof *cells, 0);
}

static void try_one(unsigned threads)
{
	cudaDeviceProp p;
	unsigned *cells, *sums, blocks;
	int held;

	cudaGetDeviceProperties(&p, 0);
	expect(p.cooperativeLaunch == 1, "the device cannot", threads, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, spread, (int)threads, threads * sizeof *cells);
	blocks = (unsigned)held * (unsigned)p.multiProcessorCount;
	cudaMallocManaged(&cells, 2 * (blocks + 1) * sizeof *cells);
	cudaMallocManaged(&sums, (blocks + 2) * sizeof *sums);
	for (unsigned n = blocks; n; n = n == blocks && n > 2 ? n - 1 : 0) {
		for (unsigned i = 0; i < n; i++)
			cells[i] = i + 1;
		expect(run(n, threads, cells, sums) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess,
		       cudaGetErrorString(cudaGetLastError()), threads, n);
		expect(sums[0] == 1, "the group is another", threads, n);
		auto right = on_host(n, threads);
		for (unsigned i = 0; i < n; i++)
			expect(sums[1 + i] == right[n - 1 - i], "a sum", threads, n);
	}
	expect(run(blocks + 1, threads, cells, sums) == cudaErrorCooperativeLaunchTooLarge, "too many", threads,
	       blocks + 1);
	cudaFree(cells);
	cudaFree(sums);
}

int main()
{
	unsigned *cells;

	for (unsigned threads : { 1, 20, 32, 96, 256, 1024 })
		try_one(threads);
	cudaMalloc(&cells, 64);
	spread<<<1, 1, 4>>>(cells, cells + 4);
	expect(cudaDeviceSynchronize() == cudaErrorAssert, "an ordinary launch waits", 1, 1);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
