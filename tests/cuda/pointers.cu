/* pointers.cu - calls by pointers and of virtual functions on which the threads of a warp disagree
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "check.h"

namespace cg = cooperative_groups;
enum { N = 128 };

struct shape {
	int size;
	__device__ shape(int n) : size(n) {}
	__device__ virtual ~shape() {}
	__device__ virtual int area(int scale) const = 0;
};
struct square : shape {
	__device__ square(int n) : shape(n) {}
	__device__ int area(int scale) const override { return scale * size * size; }
};
struct strip : square {
	__device__ strip(int n) : square(n) {}
	__device__ int area(int scale) const override { return square::area(scale) / 2 + (int)threadIdx.x; }
};

struct pair { int a; double b; };
typedef pair (*changes)(pair, int);
__device__ pair grow(pair p, int k) { return { p.a + k, p.b * 2 }; }
__device__ pair turn(pair p, int k) { return { -p.a, p.b - k }; }
__device__ pair keep(pair p, int) { return p; }
__device__ changes all[3] = { grow, turn, keep };
__constant__ changes chosen = turn;

__global__ void areas(int *to)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	shape *s = i % 3 ? (shape *)new square(i) : new strip(i);

	to[i] = s->area(i % 5);
	delete s;
}

__global__ void change(int *to, changes one)
{
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	pair p = all[i % 3]({ i, i * 0.5 }, 7);

	p = (one == chosen ? one : nullptr)(p, 1);
	to[i] = p.a * 1000 + (int)p.b;
}

__global__ void first(changes *to) { *to = chosen; }

__global__ void nothing(changes none, int *to) { *to = none({ 1, 1 }, 1).a; }

/* Pointers to shared memory, and to halves of words. */
__global__ void halves(unsigned short *count, unsigned *to)
{
	__shared__ unsigned most[2];
	unsigned short *p = &count[threadIdx.x % 3], seen = *p, old;

	most[0] = most[1] = threadIdx.x;
	__syncthreads();
	do {
		old = seen;
		seen = atomicCAS(p, old, (unsigned short)(old + 5));
	} while (seen != old);
	atomicMax_block(&most[1], threadIdx.x * 3);
	atomicXor_system(&to[2], 1u << threadIdx.x % 32);
	__syncthreads();
	if (threadIdx.x == 1) {
		to[0] = most[1];
		to[1] = __isShared(&most[1]) * 2 + __isShared(p) + __isShared(&seen);
	}
}

/* The threads of each warp that are here take places with one addition. */
__global__ void gather(int *to, int *count)
{
	if (threadIdx.x % 3 == 0) {
		const auto g = cg::coalesced_threads();
		int base;

		if (g.thread_rank() == 0)
			base = atomicAdd(count, 1000 + (int)g.size());
		base = g.shfl(base, 0) % 1000;
		to[base + g.thread_rank()] = threadIdx.x;
	}
}

__global__ void groups(const int *from, int *to)
{
	__shared__ int s[N];
	const auto block = cg::this_thread_block();
	const auto tile = cg::tiled_partition<16>(block);
	const int i = threadIdx.x, rank = (int)tile.thread_rank();

	cg::memcpy_async(block, s, from, sizeof s);
	cg::wait(block);
	const auto third = cg::labeled_partition(tile, rank % 3);
	to[i * 4] = cg::inclusive_scan(tile, s[i]);
	to[i * 4 + 1] = cg::exclusive_scan(tile, s[i], cg::plus<int>());
	to[i * 4 + 2] = cg::reduce(third, s[i], cg::plus<int>()) + (int)third.thread_rank();
	to[i * 4 + 3] = (int)cg::binary_partition(tile, rank < 5).size();
}

static int check_groups(const int *from, const int *to)
{
	int bad = 0;

	for (int i = 0; i < N; i++) {
		const int at = i / 16 * 16;
		int up = 0, third = 0;

		for (int k = at; k < at + 16; k++) {
			up += k <= i ? from[k] : 0;
			third += (k - at) % 3 == (i - at) % 3 ? from[k] : 0;
		}
		bad += to[i * 4] != up || to[i * 4 + 1] != up - from[i] ||
			 to[i * 4 + 2] != third + (i - at) / 3 || to[i * 4 + 3] != (i - at < 5 ? 5 : 11);
	}
	return bad;
}

static pair expected(int i)
{
	const pair p = { i, i * 0.5 }, q = i % 3 == 0 ? pair{ i + 7, i * 1.0 } : i % 3 == 1 ? pair{ -i, p.b - 7 } : p;

	return { -q.a, q.b - 1 };
}

int main(void)
{
	int *to, *from, sum = 0;
	changes *one;

	cudaMallocManaged(&to, 4 * N * sizeof *to);
	cudaMallocManaged(&from, N * sizeof *from);
	cudaMallocManaged(&one, sizeof *one);
	areas<<<2, N / 2>>>(to);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++)
		wrong += to[i] != (i % 3 ? i % 5 * i * i : i % 5 * i * i / 2 + i % (N / 2));
	first<<<1, 1>>>(one);
	cudaDeviceSynchronize();
	change<<<2, N / 2>>>(to, *one);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++)
		wrong += to[i] != expected(i).a * 1000 + (int)expected(i).b;
	*from = 0;
	gather<<<1, 96>>>(to, from);
	cudaDeviceSynchronize();
	for (int i = 0; i < 32; i++)
		sum += to[i];
	wrong += *from % 1000 != 32 || sum != 31 * 32 / 2 * 3;
	for (int i = 0; i < N; i++)
		from[i] = i * i % 31;
	groups<<<1, N>>>(from, to);
	cudaDeviceSynchronize();
	wrong += check_groups(from, to);
	for (int i = 0; i < 8; i++)
		from[i] = 0;
	halves<<<1, 100>>>((unsigned short *)from, (unsigned *)to);
	cudaDeviceSynchronize();
	wrong += from[0] != (165 << 16 | 170) || from[1] != 165 || to[0] != 297 || to[1] != 2;
	GOOD(cudaGetLastError());
	/* A pointer to nothing traps. */
	nothing<<<1, 1>>>(nullptr, to);
	CHECK(cudaDeviceSynchronize() != cudaSuccess);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
