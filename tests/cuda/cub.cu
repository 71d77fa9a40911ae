/* cub.cu - CUB's primitives of warps, blocks and the device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.h"

enum { T = 128, EACH = 4, WARPS = T / 32, BINS = 10 };
const int N = T * EACH;

typedef cub::BlockReduce<int, T> reduction;
typedef cub::BlockScan<int, T> scan;
typedef cub::BlockRadixSort<unsigned, T, EACH> sort;
typedef cub::WarpReduce<int> warp;
typedef cub::BlockLoad<int, T, EACH, cub::BLOCK_LOAD_TRANSPOSE> loading;
typedef cub::BlockStore<int, T, EACH, cub::BLOCK_STORE_WARP_TRANSPOSE> storing;

union rooms {
	reduction::TempStorage reduction;
	scan::TempStorage scan;
	sort::TempStorage sort;
	warp::TempStorage warp[WARPS];
	loading::TempStorage loading;
	storing::TempStorage storing;
};

struct results { int sum, prefix[T], most[WARPS], sorted[N]; };

__global__ void blocks(const int *in, results *out)
{
	__shared__ rooms t;
	int v = in[threadIdx.x], sum = reduction(t.reduction).Sum(v), most, items[EACH];
	unsigned keys[EACH];

	if (threadIdx.x == 0)
		out->sum = sum;
	__syncthreads();
	scan(t.scan).InclusiveSum(v, out->prefix[threadIdx.x]);
	__syncthreads();
	most = warp(t.warp[threadIdx.x / 32]).Reduce(v, cub::Max());
	if (threadIdx.x % 32 == 0)
		out->most[threadIdx.x / 32] = most;
	__syncthreads();
	loading(t.loading).Load(in, items);
	__syncthreads();
	for (int i = 0; i < EACH; i++)
		keys[i] = (unsigned)items[i];
	sort(t.sort).Sort(keys);
	__syncthreads();
	for (int i = 0; i < EACH; i++)
		items[i] = (int)keys[i];
	storing(t.storing).Store(out->sorted, items);
}

/* Calls F, which says what room it needs, and again with that room. */
template<class F> static void with_room(F f)
{
	void *room = nullptr;
	size_t bytes = 0;

	GOOD(f(room, bytes));
	GOOD(cudaMalloc(&room, bytes));
	GOOD(f(room, bytes));
	GOOD(cudaFree(room));
}

int main()
{
	int *in, *out, *bins;
	results *r;
	std::vector<int> v(N), prefix(N), sorted;
	unsigned random = 3;

	GOOD(cudaMallocManaged(&in, N * sizeof *in));
	GOOD(cudaMallocManaged(&out, N * sizeof *out));
	GOOD(cudaMallocManaged(&bins, BINS * sizeof *bins));
	GOOD(cudaMallocManaged(&r, sizeof *r));
	for (int i = 0; i < N; i++) {
		random = random * 1664525 + 1013904223;
		in[i] = v[i] = (int)(random >> 16) % 1000;
	}
	std::partial_sum(v.begin(), v.end(), prefix.begin());
	sorted = v;
	std::sort(sorted.begin(), sorted.end());
	blocks<<<1, T>>>(in, r);
	GOOD(cudaDeviceSynchronize());
	CHECK(r->sum == prefix[T - 1]);
	CHECK(std::equal(prefix.begin(), prefix.begin() + T, r->prefix));
	for (int i = 0; i < WARPS; i++)
		CHECK(r->most[i] == *std::max_element(v.begin() + 32 * i, v.begin() + 32 * i + 32));
	CHECK(std::equal(sorted.begin(), sorted.end(), r->sorted));
	with_room([&](void *room, size_t &n) { return cub::DeviceScan::ExclusiveSum(room, n, in, out, N); });
	CHECK(out[0] == 0 && std::equal(prefix.begin(), prefix.end() - 1, out + 1));
	with_room([&](void *room, size_t &n) {
		return cub::DeviceHistogram::HistogramEven(room, n, in, bins, BINS + 1, 0, 1000, N);
	});
	GOOD(cudaDeviceSynchronize());
	for (int b = 0; b < BINS; b++)
		CHECK(bins[b] == std::count_if(v.begin(), v.end(), [&](int x) { return x / 100 == b; }));
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
