/* libcu.cu - atomics, arrays and tuples of libcu++
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>

#include "check.h"

using counter = cuda::atomic<int, cuda::thread_scope_device>;
enum { N = 64 };

__global__ void count(counter *c, cuda::std::atomic<unsigned> *bits, int *to)
{
	const int i = threadIdx.x;
	const cuda::std::array<int, 4> a{ 1, 2, 3, 4 };
	const auto t = cuda::std::make_tuple(i, 2.5f);
	int seen = c->load();

	c->fetch_add(2, cuda::std::memory_order_relaxed);
	bits[i / 32].fetch_or(1u << i % 32);
	c[1].fetch_max(i);
	c[2].fetch_min(i + 3, cuda::std::memory_order_acq_rel);
	while (!c[3].compare_exchange_weak(seen, seen + i))
		;
	to[i] = a[i % 4] + cuda::std::get<0>(t) + (cuda::std::numeric_limits<int>::max() > 0);
}

/* A block hands a word to another one. */
__global__ void hand(counter *flag, int *data)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42;
		flag->store(1, cuda::std::memory_order_release);
	} else {
		while (!flag->load(cuda::std::memory_order_acquire))
			;
		data[1] = *data + 1;
	}
}

int main(void)
{
	int *words, *to;

	GOOD(cudaMallocManaged(&words, 8 * sizeof *words));
	GOOD(cudaMallocManaged(&to, N * sizeof *to));
	memset(words, 0, 8 * sizeof *words);
	words[2] = 1000;
	count<<<1, N>>>((counter *)words, (cuda::std::atomic<unsigned> *)(words + 4), to);
	GOOD(cudaDeviceSynchronize());
	CHECK(words[0] == 2 * N && words[1] == N - 1 && words[2] == 3 && words[3] == N * (N - 1) / 2);
	CHECK(words[4] == -1 && words[5] == -1);
	for (int i = 0; i < N; i++)
		CHECK(to[i] == i % 4 + 1 + i + 1);
	words[7] = 0;
	hand<<<2, 32>>>((counter *)(words + 7), to);
	GOOD(cudaDeviceSynchronize());
	CHECK(to[1] == 43);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
