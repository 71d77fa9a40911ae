// recursion.cu - functions that call themselves: threads at different depths, frames with all kinds of contents
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#define BOTH __host__ __device__

enum { N = 128, LENGTH = 37 };

struct pair {
	int a;
	long long b;
	double c;
};

struct results {
	int fib, ack, even, queens, moves, place, spread, room;
	pair walked;
	float value;
};

BOTH int fib(int n)
{
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

BOTH int ack(int m, int n)
{
	return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}

// Two functions that call each other, with results of different types.
BOTH bool odd(int n);

BOTH char even(long long n)
{
	return n == 0 ? 'e' : odd((int)n - 1) ? 'e' : 'o';
}

BOTH bool odd(int n)
{
	return n != 0 && even(n - 1) == 'e';
}

// A structure by value and as a result, an array in the frame, whose address a callee gets.
BOTH pair walk(pair p, int depth, int *count)
{
	int here[4] = { p.a, depth, 7, 9 };

	++*count;
	if (depth == 0)
		return p;
	for (int i = 0; i < 3; i++) {
		pair q = p;

		q.a += i;
		q.b *= 3;
		q.c += 0.5;
		q = walk(q, depth - 1, &here[2]);
		p.a += q.a & 255;
		p.b ^= q.b;
		p.c += q.c * 0.25;
		here[i] += q.a;
	}
	p.a += here[0] + here[1] + here[2] + here[3];
	return p;
}

BOTH int queens(int n, int row, unsigned columns, unsigned left, unsigned right)
{
	int count = row == n;

	if (row < n)
		for (unsigned m = ((1U << n) - 1) & ~(columns | left | right); m; m &= m - 1) {
			unsigned bit = m & -m;

			count += queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
		}
	return count;
}

BOTH void sort(int *v, int low, int high)
{
	int pivot = v[(low + high) / 2], i = low, j = high;

	if (low >= high)
		return;
	while (i <= j) {
		while (v[i] < pivot)
			i++;
		while (v[j] > pivot)
			j--;
		if (i <= j) {
			int t = v[i];

			v[i++] = v[j];
			v[j--] = t;
		}
	}
	sort(v, low, j);
	sort(v, i, high);
}

// Virtual functions that call each other.
struct term {
	__device__ virtual float at(float x) const = 0;
};

struct variable : term {
	__device__ float at(float x) const override { return x; }
};

struct sum : term {
	const term *a, *b;
	__device__ sum(const term *a, const term *b) : a(a), b(b) {}
	__device__ float at(float x) const override { return a->at(x) + b->at(x * 0.5f); }
};

__device__ const term *grow(int depth)
{
	if (depth == 0)
		return new variable;
	return new sum(grow(depth - 1), grow(depth / 2));
}

static float value(int depth, float x)
{
	return depth == 0 ? x : value(depth - 1, x) + value(depth / 2, x * 0.5f);
}

__device__ const term *root;

__global__ void plant(void)
{
	root = grow(5);
}

// What asks for the place of a thread, and barriers that all threads reach.
__device__ void hanoi(int n, int *moves)
{
	if (n == 0)
		return;
	hanoi(n - 1, moves);
	atomicAdd(moves, (int)threadIdx.x + 1);
	hanoi(n - 1, moves);
}

__device__ int spread(int v, int by)
{
	return by == 0 ? v : spread(v + __shfl_xor_sync(~0U, v, by), by / 2);
}

// More than an instruction adds to the stack pointer at once.
BOTH int room(int n)
{
	int all[3000];

	for (int i = 0; i < 3000; i++)
		all[i] = i ^ n;
	return all[n * 7 % 3000] + all[2999 - n];
}

__global__ void compute(results *to, int *list)
{
	const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	results *r = to + i;
	pair p = { i, i + 1, i * 0.5 };
	int count = 0;
	__shared__ int moves[N / 2];

	moves[threadIdx.x] = 0;
	r->fib = fib(i % 11);
	r->ack = ack(i % 3, i % 4);
	r->even = even(i * 7 % 23);
	r->walked = walk(p, i % 4, &count);
	r->walked.a += count;
	r->queens = queens(3 + i % 3, 0, 0, 0, 0);
	r->value = root->at((float)i);
	hanoi(i % 6, &moves[(threadIdx.x + 1) % blockDim.x]);
	__syncthreads();
	r->moves = moves[threadIdx.x];
	r->spread = spread(i, 16);
	r->room = room(i);
	sort(list + i * LENGTH, 0, LENGTH - 1);
}

static int compare(const results *r, int i, int threads)
{
	const int before = (i % threads ? i : i + threads) - 1;
	pair p = { i, i + 1, i * 0.5 };
	int count = 0, spread = 0;

	p = walk(p, i % 4, &count);
	for (int k = i / 32 * 32; k < i / 32 * 32 + 32; k++)
		spread += k;
	return (r->fib != fib(i % 11)) + (r->ack != ack(i % 3, i % 4)) + (r->even != even(i * 7 % 23)) +
	       (r->walked.a != p.a + count || r->walked.b != p.b || r->walked.c != p.c) +
	       (r->queens != queens(3 + i % 3, 0, 0, 0, 0)) + (r->value != value(5, (float)i)) +
	       (r->moves != ((1 << before % 6) - 1) * (before % threads + 1)) + (r->spread != spread) +
	       (r->room != room(i));
}

static int check_lists(int *list)
{
	int bad = 0;

	for (int i = 0; i < N * LENGTH; i++)
		bad += i % LENGTH && list[i] < list[i - 1];
	return bad;
}

__device__ int deep(int n)
{
	return n == 0 ? 0 : deep(n - 1) * 3 + (n & 7);
}

__global__ void dive(int *to, int n)
{
	*to = deep(n);
}

int main(int argc, char **)
{
	results *r;
	int *list, expected = 0;

	GOOD(cudaDeviceSetLimit(cudaLimitStackSize, 40000));
	cudaMallocManaged(&r, N * sizeof *r);
	cudaMallocManaged(&list, N * LENGTH * sizeof *list);
	for (int i = 0; i < N * LENGTH; i++)
		list[i] = (int)((unsigned)i * 2654435761U >> 12);
	plant<<<1, 1>>>();
	compute<<<2, N / 2>>>(r, list);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < N; i++)
		wrong += compare(&r[i], i, N / 2);
	wrong += check_lists(list);
	for (int i = 1; i <= 2500; i++)
		expected = expected * 3 + (i & 7);
	dive<<<1, 1>>>(list, 2500);
	GOOD(cudaDeviceSynchronize());
	CHECK(*list == expected);
	/* Deeper than there is room: the launch fails. */
	if (argc > 1) {
		dive<<<1, 1>>>(list, 1000000);
		CHECK(cudaDeviceSynchronize() != cudaSuccess);
	}
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
