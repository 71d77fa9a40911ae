#!/usr/bin/env bats
# grid.bats - warpwright run --grid: kernels in C without a main, as blocks of threads
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir tmp
  export TMPDIR=$PWD/tmp
}

# Whatever happened, nothing is left.
teardown() {
  [ -z "$(ls -A "$BATS_TEST_TMPDIR/tmp")" ]
}

need_compiler() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] && command -v clang-19 > /dev/null || skip "no clang-19, or no LLVM 19"
}

expect() { # STATUS ARGUMENT...
  local want=$1
  shift
  run "$WW" run --max-instructions 1000000 "$@"
  echo "$output"
  [ "$status" -eq "$want" ]
}

said() {
  case $output in *"$1"*) ;; *) echo "not said: $1"; return 1 ;; esac
}

axpy() {
  cat > axpy.c <<'END'
#include <vx_cuda.h>

__global__ void axpy(int n, int k, const int *x, int *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i] += k * x[i];
}
END
}

places() {
  cat > places.c <<'END'
#include <vx_cuda.h>

static __device__ unsigned line(unsigned x, unsigned y, unsigned z, unsigned nx, unsigned ny)
{
	return (z * ny + y) * nx + x;
}

/* Each thread leaves its number for the next one but two of its block. */
__global__ void places(unsigned *out, const unsigned rounds)
{
	volatile unsigned *all = ww_shared();
	unsigned n = blockDim.x * blockDim.y * blockDim.z;
	unsigned block = line(blockIdx.x, blockIdx.y, blockIdx.z, gridDim.x, gridDim.y);
	unsigned i = line(threadIdx.x, threadIdx.y, threadIdx.z, blockDim.x, blockDim.y);

	for (unsigned k = 0; k < rounds; k++) {
		all[(i + 3) % n] = 100 * block + i;
		__syncthreads();
		if (i % 2 || k == 0)
			out[block * n + i] = all[i];
		__syncthreads();
	}
}
END
}

@test "a kernel gets its arguments, and its results are printed or written, on every shape of machine" {
  need_compiler
  axpy
  for shape in "1 1" "4 4" "2 8" "4 32"; do
    expect 0 -s core.warps=${shape% *} -s core.threads=${shape#* } --grid 9 --block 1 \
      --arg 8 --arg -2 --arg 1,2,3,4,5,6,7,8 --arg 9,9,9,9,9,9,9,9,print axpy.c
    said "y: 7 5 3 1 -1 -3 -5 -7"
  done
  expect 0 -s gpu.cores=2 --grid 3 --block 3 --arg 8 --arg 1 --arg 1,2,3,4,5,6,7,8 --arg count=9,out=y.bin axpy.c
  [ "$(od -An -v -t d4 y.bin | xargs)" = "1 2 3 4 5 6 7 8 0" ]
  expect 0 -s gpu.cores=2 --grid 3 --block 3 --arg 9 --arg 1 --arg in=y.bin --arg count=9,print axpy.c
  said "y: 1 2 3 4 5 6 7 8 0"
}

@test "the same in lockstep on the core" {
  need_compiler
  [ "${VERILATOR:-no}" != no ] || skip "no verilator"
  cat > histogram.c <<'END'
#include <vx_cuda.h>
#define BINS 8

__global__ void histogram(const unsigned *in, unsigned n, unsigned *out)
{
	__shared__ unsigned bins[BINS];

	for (unsigned i = threadIdx.x; i < BINS; i += blockDim.x)
		bins[i] = 0;
	__syncthreads();
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		atomicAdd(&bins[in[i] % BINS], 1);
	__syncthreads();
	for (unsigned i = threadIdx.x; i < BINS; i += blockDim.x)
		atomicAdd(&out[i], bins[i]);
}
END
  run "$WW" run --on verilator -s smem.size=1024 -s isa.a=true --grid 2 --block 5 --arg 3,4,5,16,19,35,100,7,8,9,1,2 \
    --arg 12 --arg count=8,print histogram.c
  echo "$output"
  [ "$status" -eq 0 ]
  said " 0 mismatches"
  said "out: 2 2 1 3 2 1 0 1"
}

@test "blocks of two and three directions, shared memory, barriers in a loop up to an argument" {
  need_compiler
  places
  for block in 6 3,2 1,2,3; do
    expect 0 -s smem.size=1024 --grid 2 --block $block --smem 24 --arg count=12,print --arg 3 places.c
    said "out: 3 4 5 0 1 2 103 104 105 100 101 102"
  done
  expect 0 -s smem.size=1024 --grid 1,2,2 --block 4 --smem 16 --arg count=16,print --arg 1 places.c
  said "out: 1 2 3 0 101 102 103 100 201 202 203 200 301 302 303 300"
}

# Variables and arrays of a size that the launch decides, in kernels that share functions.
@test "__shared__ variables: static, at file scope, in functions, extern, and structures" {
  need_compiler
  cat > best.c <<'END'
#include <vx_cuda.h>
struct pair { float value; int index; };
/* not extern __shared__; */
extern __shared__ char raw[];
__shared__ int turns;

static __device__ struct pair better(struct pair a, struct pair b)
{
	return b.value > a.value ? b : a;
}

static __device__ int sum(int v)
{
	__shared__ int part[16];
	int all = 0;

	part[threadIdx.x] = v;
	__syncthreads();
	for (int i = 0; i < blockDim.x; i++)
		all += part[i];
	return all;
}

__global__ void best(const float *in, int n, int *index, float *value)
{
	__shared__ struct pair some[4];
	struct pair *all = (struct pair *)raw;
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	struct pair mine = { i < n ? in[i] : -1e30f, i };

	if (t == 0)
		turns = blockDim.x / 4;
	all[t] = mine;
	__syncthreads();
	if (t < 4) {
		for (int k = 0; k < turns; k++)
			mine = better(mine, all[t + 4 * k]);
		some[t] = mine;
	}
	__syncthreads();
	if (t > 1)
		return;
	for (int k = 1; k < 4; k++)
		mine = better(mine, some[k]);
	__syncthreads();
	if (t)
		return;
	index[blockIdx.x] = mine.index;
	value[blockIdx.x] = mine.value;
}

__global__ void count(int *out)
{
	volatile __shared__ char unused;
	extern volatile __shared__ int more[];

	more[threadIdx.x] = sum(threadIdx.x);
	__syncthreads();
	out[threadIdx.x] = more[blockDim.x - 1 - threadIdx.x] + (unsigned)more % 16 +
			   (int *)ww_shared() - (int *)more + ww_shared_size();
}
END
  for shape in "4 4" "2 8" "1 16"; do
    expect 0 -s core.warps=${shape% *} -s core.threads=${shape#* } -s isa.f=zfinx -s smem.size=1024 --kernel best \
      --grid 2 --block 8 --smem 64 --arg 1,5,2,7,3,9,8,6,1.5,2.5,-3,4 --arg 12 \
      --arg count=2,print --arg count=2,print best.c
    said "index: 5 11"
    said "value: 9 4"
  done
  expect 0 -s isa.f=zfinx -s smem.size=1024 --kernel count --grid 2 --block 5 --smem 20 --arg count=5,print best.c
  said "out: 30 30 30 30 30"
}

@test "arguments of all kinds, in a file that has a main and macros" {
  need_compiler
  cat > kinds.c <<'END'
#include <vx_cuda.h>
#define NUMBER(name) long long name
#ifdef NOWHERE
__global__ void kinds(int *only) { }
#endif
struct two { int a; char b; };
typedef float real;
__global__ void kinds(NUMBER(n), struct two t, const real *restrict f, _Bool b,
		      /* rows, */ short rows[2][3], void *bytes, signed char c
		      __attribute__((unused)), int (*last)[2]);
__global__ __launch_bounds__(32) void kinds(NUMBER(n), struct two t, const real *restrict f, _Bool b,
		      /* rows, */ short rows[2][3], void *bytes, signed char c
		      __attribute__((unused)), int (*last)[2])
{
	last[1][0] = n + t.a + t.b + b + c;
	last[1][1] = f[1] * 4 + rows[1][2] + *(uint8_t *)bytes;
}
__global__ void nothing(void) { }
WW_KERNEL(old, uint32_t *a) { if (ww_thread(0) % 2) a[ww_thread(0)]++; }
int main(void) { return 3; }
END
  printf '\1\0\0\0\2\0\0\0' > two
  printf '\0\0\1\0\2\0\3\0\4\0\5\0' > rows
  printf '\310' > byte
  expect 0 -s isa.f=zfinx --grid 1 --block 1 --kernel kinds --arg 1000 --arg in=two --arg 1,2.5 --arg 1 --arg in=rows \
    --arg in=byte --arg -4 --arg size=16,out=last kinds.c
  [ "$(od -An -v -t d4 last | xargs)" = "0 0 1000 215" ]
  expect 0 -s isa.f=zfinx --grid 2 --block 2 --kernel nothing kinds.c
  expect 0 -s isa.f=zfinx --grid 1 --block 4 --kernel old --arg 5,6,7,8,print kinds.c
  said "a: 5 7 7 9"
  expect 2 -s isa.f=zfinx --grid 1 --block 1 --kernel kinds kinds.c
  said "0 --arg for a kernel of 8 arguments: kinds(long long n, struct two t, const real* restrict f, _Bool b, short"
  expect 2 -s isa.f=zfinx --grid 1 --block 1 kinds.c
  said "kinds.c: error: --kernel is missing; there are kinds, nothing, old"
}

@test "what is wrong is said" {
  need_compiler
  axpy
  places
  expect 2 --grid 2 --block 3 --kernel axpi axpy.c
  said "axpy.c: error: no kernel 'axpi'; did you mean 'axpy'?"
  expect 2 --grid 2 --block 3 --arg 1 axpy.c
  said "1 --arg for a kernel of 4 arguments: axpy(int n, int k, const int *x, int *y)"
  expect 2 --grid 2 --block 3 --arg 1 --arg 1.5 --arg null --arg null axpy.c
  said "--arg '1.5' for argument 2, int k: '1.5' is no integer of 32 bits"
  expect 1 --grid 2 --block 17 --arg 1 --arg 1 --arg null --arg null axpy.c
  said "axpy: refused: a block has more threads than a core: the core has core.warps=4, core.threads=4"
  expect 1 --grid 0 --block 1 --arg 1 --arg 1 --arg null --arg null axpy.c
  said "refused: a side of the grid is 0"
  expect 1 --grid 2 --block 4 --smem 2048 -s smem.size=1024 --arg null --arg 1 places.c
  said "refused: a block has more shared memory than a core"
  expect 1 --grid 2 --block 3 --arg 2 --arg 1 --arg null --arg count=2,out=y axpy.c
  said "axpy.c: error: launch 0, axpy: trapped: block (0, 0, 0) trapped at 0x"
  said "axpy.c:8"
  [ ! -e y ]
  expect 3 axpy.c
  said "__global__: compiled by run --grid N --block N"
  printf '#include <vx_cuda.h>\n__global__ void f(int *p)\n{\n\t__shared__ int s[2] = { 0 };\n\ts[0] = *p;\n}\n' \
    > shared.c
  expect 3 --grid 2 --block 3 --arg null shared.c
  said "shared.c:4: error: a __shared__ variable has no initial value: assign it in the kernel"
  sed -i 's/ = { 0 }/, *to = s/; s/2\]/2000]/' shared.c
  expect 3 --grid 2 --block 3 --arg null shared.c
  said "shared.c:4: error: a __shared__ variable has no initial value"
  sed -i 's/, .to = s//' shared.c
  expect 1 --grid 2 --block 3 --smem 8 -s smem.size=4096 --arg null shared.c
  said "more shared memory than a core: 8008 bytes, 8000 of them __shared__ variables; the core has smem.size=4096"
  printf '#include <vx_cuda.h>\n__global__ void f(int *p)\n{ if (*p < threadIdx.x)\n\n__syncthreads(); *p = 1; }' \
    > meet.c
  expect 3 --grid 2 --block 3 --arg null meet.c
  said "meet.c:5: error: barrier where not all threads of a warp may be"
  printf '#include <vx_cuda.h>\n\n__global__ void f(int *p, int (*g)(int)) { *p = g(1); }\n' > function.c
  expect 3 --grid 2 --block 3 --arg null --arg null function.c
  said "function.c:3: error: parameter g of f is a function"
  printf '#include <vx_cuda.h>\n__global__ void f(int *p)\n{\n\tif (p) {\n\t*p = 1;\n}\n' > open.c
  expect 3 --grid 2 --block 3 --arg null open.c
  said "open.c:6:2: error: expected '}'"
  [ "$(grep -c error: <<< "$output")" -eq 1 ]
  printf '#include <vx_cuda.h>\nvoid f(int *p) { *p = 1; }\n' > none.c
  expect 2 --grid 2 --block 3 --arg null none.c
  said "none.c: error: there is no kernel: __global__ void name(...)"
  printf '#include <vx_cuda.h>\n__global__ int g;\n' > none.c
  expect 3 --grid 2 --block 3 --arg null none.c
  said "none.c:2: error: __global__ stands in front of a kernel"
}

@test "what is wrong on the command line" {
  touch k.c k.cl k.S
  expect 2 --grid 2 k.c
  said "--block is missing: threads of a block, as in --block 64"
  expect 2 --block 2 k.c
  said "--grid is missing: how many blocks, as in --grid 16"
  expect 2 --grid 2 --block 4x4 k.c
  said "--block '4x4' is not one to three numbers with commas: 64 or 16,16"
  expect 2 --grid 2 --block 2 --smem much k.c
  said "'much' is no number"
  expect 2 --grid 2 --block 2 --global 4 k.c
  said "--global, --local and --offset are for OpenCL kernels"
  expect 2 --grid 2 --block 2 k.cl
  said "--grid and --block are for C; 'k.cl' has --global and --local"
  expect 2 --grid 2 --block 2 k.S
  said "--grid is for C, not for 'k.S'"
  expect 2 --grid 2 --block 2 --bare k.c
  said "--grid takes the runtime: no --bare"
  expect 2 --smem 4 k.c
  said "--smem is for CUDA, and for C with --grid"
  expect 2 --arg 4 k.c
  said "--arg is for OpenCL kernels, files that end in .cl, for CUDA, and for C with --grid"
  expect 2 --grid 2 --block 2 --launch f k.c
  said "--launch is for programs with a main, not for --grid"
}
