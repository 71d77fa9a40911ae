/* random.h - what random kernels of CUDA are in, on a device or on this machine
 * SPDX-License-Identifier: Apache-2.0
 *
 * With HOST a file of kernels is C++ of this machine, without a word of CUDA's
 * headers. Each thread of a block is a context. It runs up to a barrier or a
 * function of its warp, where it waits for the others that are to come there.
 */
#ifndef WW_TESTS_CUDA_RANDOM_H
#define WW_TESTS_CUDA_RANDOM_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

typedef unsigned long long ull;
typedef long long ll;
typedef unsigned char uchar;
typedef signed char schar;

enum { IN = 64, OUT = 4, BINS = 16 };

/* What kernels change by atomic functions, each member by one of them. */
struct sums {
	unsigned bin[BINS];
	unsigned least, most, ring;
	unsigned long long wide, wide_least, wide_most, wide_mix;
	double fine;
	float coarse;
};

#ifdef HOST
#include <ucontext.h>

struct uint3 { unsigned x, y, z; };
struct dim3 {
	unsigned x, y, z;
	dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
		: x(a), y(b), z(c) {}
};
static uint3 threadIdx, blockIdx;
static dim3 blockDim, gridDim;

#define __global__
#define __device__
#define __constant__
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline
#define DYNAMIC(name) unsigned *name = room

static unsigned room[4096];     /* shared memory that a launch asks for */

/* --- the threads of a block ----------------------------------------------- */

enum { THREADS = 1024, WARP = 32, STACK = 1 << 16 };
enum { RUNS, ENDED, IN_WARP, IN_BLOCK };

struct thread {
	ucontext_t context;
	int state, value;
	uint3 at;
	unsigned mask;                          /* of those it waits for */
	unsigned long long word, seen[WARP];    /* its own, and theirs */
};
static thread threads[THREADS];
static thread *now;
static ucontext_t scheduler;
static int count;               /* of the last barrier */

static void wait_as(int state)
{
	now->state = state;
	swapcontext(&now->context, &scheduler);
}

static int lane() { return (int)(now - threads) % WARP; }

/* The words of the threads of MASK. */
static const unsigned long long *meet(unsigned mask, unsigned long long word)
{
	now->mask = mask;
	now->word = word;
	wait_as(IN_WARP);
	return now->seen;
}

static int __syncthreads_count(int c)
{
	now->value = c != 0;
	wait_as(IN_BLOCK);
	return count;
}
static void __syncthreads() { __syncthreads_count(0); }
static int __syncthreads_or(int c) { return __syncthreads_count(c) != 0; }
static int __syncthreads_and(int c) { return __syncthreads_count(!c) == 0; }

/* Lets a warp go on of which all threads that T waits for wait for the same. */
static bool release_warp(thread *t, int n)
{
	thread *first = threads + (t - threads) / WARP * WARP;

	for (int k = 0; k < WARP; k++)
		if (t->mask >> k & 1 && first + k < threads + n &&
		    (first[k].state != IN_WARP || first[k].mask != t->mask))
			return false;
	for (int k = 0; k < WARP; k++)
		for (int j = 0; j < WARP && t->mask >> k & 1; j++)
			first[k].seen[j] = t->mask >> j & 1 ? first[j].word : 0;
	for (unsigned k = 0, mask = t->mask; k < WARP; k++)
		if (mask >> k & 1)
			first[k].state = RUNS;
	return true;
}

static bool release(int n)
{
	bool some = false;
	int waiting = 0;

	for (thread *t = threads; t < threads + n; t++)
		if (t->state == IN_WARP && release_warp(t, n))
			some = true;
	for (thread *t = threads; t < threads + n; t++) {
		if (some || t->state == IN_WARP || t->state == RUNS)
			return some;
		waiting += t->state == IN_BLOCK;
	}
	count = 0;
	for (thread *t = threads; t < threads + n; t++)
		if (t->state == IN_BLOCK) {
			t->state = RUNS;
			count += t->value;
		}
	return waiting > 0;
}

typedef void kernel(const unsigned *in, unsigned *out, sums *all);
static kernel *body;
static const unsigned *body_in;
static unsigned *body_out;
static sums *body_all;

static void enter()
{
	body(body_in, body_out, body_all);
	now->state = ENDED;
}

static void start(thread *t)
{
	static char stacks[THREADS][STACK];
	unsigned l = (unsigned)(t - threads);

	getcontext(&t->context);
	t->context.uc_stack.ss_sp = stacks[l];
	t->context.uc_stack.ss_size = STACK;
	t->context.uc_link = &scheduler;
	t->state = RUNS;
	t->at = { l % blockDim.x, l / blockDim.x % blockDim.y,
		  l / blockDim.x / blockDim.y };
	makecontext(&t->context, enter, 0);
}

static void run_block(int n)
{
	for (int k = 0; k < n; k++)
		start(&threads[k]);
	do {
		for (now = threads; now < threads + n; now++) {
			if (now->state != RUNS)
				continue;
			threadIdx = now->at;
			swapcontext(&scheduler, &now->context);
		}
	} while (release(n));
	for (int k = 0; k < n; k++)
		if (threads[k].state != ENDED) {
			fprintf(stderr, "threads wait for ever\n");
			exit(2);
		}
}

static void launch(kernel *k, dim3 grid, dim3 block, unsigned,
		   const unsigned *in, unsigned *out, sums *all)
{
	body = k, body_in = in, body_out = out, body_all = all;
	gridDim = grid, blockDim = block;
	for (unsigned b = 0; b < grid.x * grid.y * grid.z; b++) {
		blockIdx = { b % grid.x, b / grid.x % grid.y,
			     b / grid.x / grid.y };
		run_block((int)(block.x * block.y * block.z));
	}
}

/* --- functions of the warp, atomic ones, and numbers ---------------------- */

static unsigned __ballot_sync(unsigned mask, int c)
{
	const unsigned long long *w = meet(mask, c != 0);
	unsigned r = 0;

	for (int k = 0; k < WARP; k++)
		r |= (unsigned)w[k] << k;
	return r;
}
static int __any_sync(unsigned m, int c) { return __ballot_sync(m, c) != 0; }
static int __all_sync(unsigned m, int c) { return __ballot_sync(m, !c) == 0; }

/* The value of thread FROM, or what is read where there is none. */
template<class T> static T shuffled(unsigned m, T v, int from, bool there)
{
	unsigned long long word = 0;
	const unsigned long long *w;

	memcpy(&word, &v, sizeof v);
	w = meet(m, word);
	memcpy(&v, &w[there ? from : lane()], sizeof v);
	return v;
}
template<class T> static T __shfl_sync(unsigned m, T v, int b, int w = WARP)
{
	return shuffled(m, v, (lane() & -w) | (b & (w - 1)), true);
}
template<class T> static T __shfl_up_sync(unsigned m, T v, int b, int w = WARP)
{
	return shuffled(m, v, lane() - b, lane() - b >= (lane() & -w));
}
template<class T> static T __shfl_down_sync(unsigned m, T v, int b,
					    int w = WARP)
{
	return shuffled(m, v, lane() + b, lane() + b < (lane() & -w) + w);
}
template<class T> static T __shfl_xor_sync(unsigned m, T v, int b,
					   int w = WARP)
{
	return shuffled(m, v, lane() ^ b, (lane() ^ b) < (lane() & -w) + w);
}
static unsigned __reduce_add_sync(unsigned m, unsigned v)
{
	const unsigned long long *w = meet(m, v);
	unsigned r = 0;

	for (int k = 0; k < WARP; k++)
		r += (unsigned)w[k];
	return r;
}

#define ATOMIC(name, what) \
	template<class T> static T name(T *p, T v) \
	{ T old = *p; *p = (what); return old; }
ATOMIC(atomicAdd, old + v) ATOMIC(atomicXor, old ^ v)
ATOMIC(atomicMin, old < v ? old : v) ATOMIC(atomicMax, old < v ? v : old)
ATOMIC(atomicInc, old >= v ? 0 : old + 1) ATOMIC(atomicExch, v)
template<class T> static T atomicCAS(T *p, T c, T v)
{ T old = *p; if (old == c) *p = v; return old; }

static int __popc(unsigned a) { return __builtin_popcount(a); }
static int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
static int __clz(int a) { return a ? __builtin_clz((unsigned)a) : 32; }
static int __clzll(long long a)
{ return a ? __builtin_clzll((unsigned long long)a) : 64; }
static int __ffs(int a) { return __builtin_ffs(a); }
static int __ffsll(long long a) { return __builtin_ffsll(a); }
static unsigned __brev(unsigned a)
{
	unsigned r = 0;

	for (int k = 0; k < 32; k++)
		r |= (a >> k & 1) << (31 - k);
	return r;
}
static unsigned long long __brevll(unsigned long long a)
{
	return (unsigned long long)__brev((unsigned)a) << 32 |
	       __brev((unsigned)(a >> 32));
}
static unsigned __umulhi(unsigned a, unsigned b)
{ return (unsigned)((unsigned long long)a * b >> 32); }
static int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static unsigned long long __umul64hi(unsigned long long a,
				     unsigned long long b)
{ return (unsigned long long)((unsigned __int128)a * b >> 64); }
static unsigned __byte_perm(unsigned a, unsigned b, unsigned s)
{
	unsigned long long all = (unsigned long long)b << 32 | a;
	unsigned r = 0;

	for (int k = 0; k < 4; k++)
		r |= (unsigned)(all >> 8 * (s >> 4 * k & 7) & 255) << 8 * k;
	return r;
}
static unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n)
{ return (unsigned)(((unsigned long long)hi << 32 | lo) << (n & 31) >> 32); }
static unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n)
{ return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31)); }
static unsigned __usad(unsigned a, unsigned b, unsigned c)
{ return (a < b ? b - a : a - b) + c; }
static unsigned __uhadd(unsigned a, unsigned b)
{ return (unsigned)(((unsigned long long)a + b) >> 1); }
static int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
static unsigned __float_as_uint(float x)
{ unsigned r; memcpy(&r, &x, sizeof r); return r; }
static unsigned long long __double_as_longlong(double x)
{ unsigned long long r; memcpy(&r, &x, sizeof r); return r; }
/* The number, if one of both is none; -0 is less than 0. */
template<class T> static T least(T a, T b, bool low)
{
	bool first = a == b ? std::signbit(a) == low : (a < b) == low;

	return std::isnan(a) ? b : std::isnan(b) || first ? a : b;
}
#define fminf(a, b) least<float>(a, b, true)
#define fmaxf(a, b) least<float>(a, b, false)
#define fmin(a, b) least<double>(a, b, true)
#define fmax(a, b) least<double>(a, b, false)
template<class T> static T min(T a, T b) { return b < a ? b : a; }
template<class T> static T max(T a, T b) { return a < b ? b : a; }

#else

#include <cuda_runtime.h>

#define DYNAMIC(name) extern __shared__ unsigned name[]

typedef void kernel(const unsigned *in, unsigned *out, sums *all);

static void launch(kernel *k, dim3 grid, dim3 block, unsigned shared,
		   const unsigned *host_in, unsigned *host_out, sums *host_all)
{
	size_t bytes = grid.x * grid.y * grid.z * block.x * block.y * block.z *
		       OUT * sizeof *host_out;
	unsigned *in, *out;
	sums *all;

	cudaMalloc(&in, IN * sizeof *in);
	cudaMalloc(&out, bytes);
	cudaMalloc(&all, sizeof *all);
	cudaMemcpy(in, host_in, IN * sizeof *in, cudaMemcpyHostToDevice);
	cudaMemcpy(out, host_out, bytes, cudaMemcpyHostToDevice);
	cudaMemcpy(all, host_all, sizeof *all, cudaMemcpyHostToDevice);
	k<<<grid, block, shared>>>(in, out, all);
	cudaMemcpy(host_out, out, bytes, cudaMemcpyDeviceToHost);
	cudaMemcpy(host_all, all, sizeof *all, cudaMemcpyDeviceToHost);
	cudaFree(in);
	cudaFree(out);
	cudaFree(all);
	if (cudaGetLastError()) {
		printf("%s\n", cudaGetErrorString(cudaGetLastError()));
		cudaDeviceReset();
	}
}
#endif

/* Bits of numbers: those of what is none differ between machines. */
static __device__ __forceinline__ unsigned bits(float x)
{ return x != x ? 7 : __float_as_uint(x); }
static __device__ __forceinline__ unsigned long long bits(double x)
{ return x != x ? 7 : (unsigned long long)__double_as_longlong(x); }
/* X as a whole number that has 20 bits. */
static __device__ __forceinline__ int whole(float x)
{ return (int)fmaxf(fminf(x, 1e6f), -1e6f); }
static __device__ __forceinline__ int whole(double x)
{ return (int)fmax(fmin(x, 1e6), -1e6); }

static unsigned digest(unsigned sum, const void *p, size_t n)
{
	const unsigned char *c = (const unsigned char *)p;

	while (n--)
		sum = (sum ^ *c++) * 16777619u;
	return sum;
}

/* Prints NAME, and digests of the results of threads and of sums. */
static void run(const char *name, kernel *k, dim3 grid, dim3 block,
		unsigned shared)
{
	size_t n = grid.x * grid.y * grid.z * block.x * block.y * block.z * OUT;
	unsigned in[IN], *out = (unsigned *)calloc(n, sizeof *out);
	sums all = {};

	for (unsigned i = 0; i < IN; i++)
		in[i] = i % 5 ? (i * 2654435761u) >> i % 29 : i;
	all.least = ~0u;
	all.wide_least = ~0ull;
	launch(k, grid, block, shared, in, out, &all);
	printf("%s %08x %08x\n", name, digest(1, out, n * sizeof *out),
	       digest(1, &all, sizeof all));
	free(out);
}

#endif
