#!/usr/bin/env bats
# cuda.bats - CUDA programs by ww-nvcc, on devices of all kinds
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_FILE_TMPDIR"
  cuda=$WW_SRCDIR/tests/cuda nvcc=$WW_BUILDDIR/cuda/ww-nvcc
  unset WARPWRIGHT_CUDA_DEVICE WARPWRIGHT_CUDA_SECONDS
  mkdir -p tmp
  export TMPDIR=$PWD/tmp
  core=default,isa.f=f,isa.a=true,simt.stack=64,simt.barriers=4,smem.size=16384
  duo=golden:$core,gpu.cores=2
}

# Whatever happened, nothing is left.
teardown() {
  [ -z "$(ls -A "$BATS_FILE_TMPDIR/tmp")" ]
}

need_compiler() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] && command -v clang++-19 > /dev/null || skip "no clang-19, or no LLVM 19"
}

# PROGRAM finds nothing wrong on any DEVICE, the usual one if none is named.
right() { # PROGRAM [DEVICE]...
  local program=$1 device
  shift
  for device in "${@:-}"; do
    WARPWRIGHT_CUDA_DEVICE=$device run --separate-stderr "./$program"
    echo "$device: $output" "$stderr"
    [ "$status$output" = "00 wrong" ]
  done
}

# What errors prints for NAME, and a pattern for its standard error.
errors() { # NAME OUTPUT MESSAGE
  run --separate-stderr ./errors $1
  echo "$output" "$stderr"
  [ "$output" = "malloc cudaSuccess
$2" ]
  [[ $stderr == $3 ]]
}

@test "a program of two files, one of them an object, on golden models of several shapes" {
  need_compiler
  "$nvcc" -arch=sm_80 -Xcompiler -Wall,-Wno-vla -c -o more.o "$cuda/more.cu"
  "$nvcc" --std=c++14 -o basics "$cuda/basics.cu" more.o
  right basics '' golden "$duo" golden:default,isa.a=true
}

@test "calls by pointers and of virtual functions, and groups of threads" {
  need_compiler
  "$nvcc" -o pointers "$cuda/pointers.cu"
  right pointers
}

@test "functions that call themselves; what has no size in their frames is refused with its line" {
  need_compiler
  "$nvcc" -o recursion "$cuda/recursion.cu"
  wide=core.threads=32,core.lanes=8,core.warps=4,isa.shfl=true,isa.vote=true,simt.stack=64,isa.a=true
  devices=('' "golden:duo,$wide")
  command -v verilator > /dev/null && [ -n "${WW_FULL:-}" ] && devices+=("${devices[1]/golden/verilator}")
  right recursion "${devices[@]}"
  run ./recursion full
  echo "$output"
  [ "${lines[-1]}" = "0 wrong" ]
  [[ $output == *"error: kernel dive: block (0, 0, 0) trapped at "*"recursion.cu:213"* ]]
  [[ $output == *"a function that calls itself: the stack of a thread is full (cudaLimitStackSize)"* ]]
  printf '__device__ int f(int n)\n{\n\tint *p = (int *)__builtin_alloca(n);\n\t%s\n}\n%s\n%s\n' \
    'return *p = n < 2 ? n : f(n - 1) + *p;' '__global__ void k(int *p) { *p = f(*p); }' \
    'int main() { return cudaDeviceSynchronize() != 209; }' > sized.cu
  "$nvcc" -o sized sized.cu
  run ./sized
  echo "$output"
  [ "$status" -eq 0 ]
  [[ $output == *"sized.cu:3: error: an array on the stack whose size is not known, in a function that calls itself"* ]]
  [[ $output == *"error: the kernels cannot be compiled for the device golden (WARPWRIGHT_CUDA_DEVICE)" ]]
}

@test "textures and surfaces" {
  need_compiler
  "$nvcc" -o textures "$cuda/textures.cu"
  for device in golden "$duo"; do
    right textures "$device"
    [ -z "$stderr" ]
  done
}

@test "managed variables, a heap in kernels, graphs, matches, printf as the host has it, assert" {
  need_compiler
  "$nvcc" -o newer "$cuda/newer.cu"
  run --separate-stderr ./newer
  echo "$output" "$stderr"
  [ "${#lines[@]}" -eq 4 ]
  [ "${lines[0]}" = "${lines[1]}" ]
  [[ ${lines[2]} == *'newer.cu:'*': void fail(int): block: [0,0,0], thread: [40,0,0] Assertion '* ]]
  [ "$status${lines[3]}" = "00 wrong" ]
}

@test "blocks that wait for each other, with a barrier and by volatile words" {
  need_compiler
  "$nvcc" -o grid "$cuda/grid.cu"
  "$nvcc" -o messages "$cuda/messages.cu"
  devices=(golden "$duo")
  # On the RTL its caches have old lines.
  command -v verilator > /dev/null && [ -n "${WW_FULL:-}" ] &&
    devices+=("verilator:$core,gpu.cores=2,dcache.size=1024,dcache.write=through" \
      "verilator:default,simt.stack=64,gpu.cores=2,dcache.size=1024,dcache.write=through")
  right messages "${devices[@]}"
  for device in golden "$duo"; do
    right grid "$device"
    [[ $stderr == *'spread: 9 blocks wait for each other, and the device has room for fewer at once'* ]]
  done
}

@test "Thrust, CUB and libcu++, as Debian has them" {
  need_compiler
  if [ -f /usr/include/cuda/atomic ]; then
    "$nvcc" -o libcu "$cuda/libcu.cu"
    right libcu
  fi
  [ -f /usr/include/thrust/version.h ] || skip "no libthrust-dev"
  "$nvcc" -o cub "$cuda/cub.cu"
  "$nvcc" ${WW_FULL:+-DALL} -o thrust "$cuda/thrust.cu"
  right cub
  right thrust
}

@test "check=memory finds indexes of arrays in what ww-nvcc -G has compiled, else pointers to them" {
  need_compiler
  cat > over.cu <<'END'
#include <stdio.h>
__global__ void over(int *y, int n)
{
	int buf[8], *p = buf;
	for (int i = 0; i < 8; i++)
		p[i] = y[i] + n;
	y[0] = buf[n];
	y[1] = p[(n & 1) - 1];
}
int main(void)
{
	int *y;
	cudaMallocManaged(&y, 8 * sizeof *y);
	for (int i = 0; i < 8; i++)
		y[i] = i;
	over<<<1, 1>>>(y, 8);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
END
  "$nvcc" -o over over.cu
  WARPWRIGHT_CUDA_DEVICE=golden,check=memory run ./over
  [[ $output == *"'buf' (32 bytes) of over.cu:4 (over"*"), byte 32"*"byte -4"*"no error"* ]]
  "$nvcc" -G -o over over.cu
  WARPWRIGHT_CUDA_DEVICE=golden,check=memory run ./over
  [[ $output == *"index 8 of an array of 8, 'buf'"*"byte -4"*"no error"* ]]
  WARPWRIGHT_CUDA_DEVICE=golden run ./over
  [ "$output" = "no error" ]
}

@test "calls that few programs have" {
  need_compiler
  "$nvcc" -o calls "$cuda/calls.cu"
  right calls
  cat > null.cu <<'END'
#include <cstdio>
__global__ void k(int *p) { printf("%p %d\n", p, 1); }
int main() { k<<<1, 1>>>(nullptr); return cudaDeviceSynchronize(); }
END
  "$nvcc" -o null null.cu
  run ./null
  [ "$status$output" = "0(nil) 1" ]
}

@test "bfloat16, complex and random numbers, cuBLAS, cuFFT" {
  need_compiler
  "$nvcc" -o numbers "$cuda/numbers.cu" -lcurand
  "$nvcc" -o blas "$cuda/blas.cu" -lcublas
  "$nvcc" -o fourier "$cuda/fourier.cu" -lcufft
  right numbers
  right blas
  right fourier
}

@test "assembly of NVPTX runs; what has no counterpart is refused with its line" {
  need_compiler
  "$nvcc" -o ptx "$cuda/ptx.cu"
  right ptx
  { echo '__global__ void k(int *p) {'
    while read -r text; do printf 'asm volatile("%s" : "+r"(*p) : "l"(p), "r"(p[1]));\n' "$text"; done << 'END'
{ .reg .pred p; setp.eq.u32 p, %2, 0; @p exit; }
add.cc.u32 %0, %2, %2;
add.rz.f32 %0, %2, %2;
add.u32 %0, x, %2;
add.u32 %2, %2, %2;
add.u32 %0, %2;
mov.u32 %0, %%wwid;
mul.u32 %0, %2, %2;
{ .reg .pred p; setp.eq.u32 p, %2, 0; @p ld.global.u32 %0, [%1]; }
{ .reg .u32 x; add.u32 %0, x, 1; }
ld.param.u32 %0, [%1];
bar.sync 1;
match.any.sync.b32 %0, %2, 1;
END
    echo '} int main() { int *p; cudaMalloc(&p, 8); k<<<1, 1>>>(p); return cudaDeviceSynchronize(); }'
  } > bad.cu
  "$nvcc" -o bad bad.cu
  run ./bad
  echo "$output"
  [ "$status" -ne 0 ]
  [ "$(sed -n 's/^bad.cu:\([0-9]*\): error: .* has no counterpart.*/\1/p' <<< "$output" | sort -n)" = "$(seq 2 14)" ]
}

@test "the driver API: modules of ww-nvcc -cubin" {
  need_compiler
  run -2 "$nvcc" -ptx "$cuda/module.cu"
  [ "$output" = "ww-nvcc: error: -ptx: there is no PTX for these devices; -cubin writes a module" ]
  "$nvcc" -cubin "$cuda/module.cu"
  "$nvcc" -o driver "$cuda/driver.cpp" -lcuda
  run --separate-stderr ./driver module.cubin
  echo "$output" "$stderr"
  [ "$status$output" = "0CUDA_ERROR_INVALID_IMAGE
0 wrong" ]
  [[ $stderr == *"error: PTX is not for this device: a module is a file of ww-nvcc -cubin"* ]]
}

@test "NVRTC: kernels that are compiled while the program runs" {
  need_compiler
  "$nvcc" -o nvrtc "$cuda/nvrtc.cpp" -lnvrtc -lcuda
  right nvrtc
  [ -z "$stderr" ]
}

@test "random kernels on six shapes; one that differs is shrunk" {
  need_compiler
  . "$cuda/random.bash"
  for seed in $([ -n "$WW_FULL" ] && echo 10 20 || echo 10); do
    "$WW_SRCDIR/scripts/cuda-random" "$seed" "$([ -n "$WW_FULL" ] && echo 10 || echo 3)"
  done
  # As if a device computed otherwise where a kernel has such a statement.
  random_make() { random_kernel "$2" "$1" > kernels.cu; }
  random_check() { ! grep -q '__funnelshift' kernels.cu; }
  random_make '' 5
  [ "$(wc -l < kernels.cu)" -gt 120 ]
  random_make "$(random_shrink 5)" 5
  grep __funnelshift kernels.cu
  [ "$(wc -l < kernels.cu)" -lt 100 ]
}

@test "the same executable on a core in lockstep" {
  need_compiler
  [ "${VERILATOR:-no}" != no ] || skip "no Verilator"
  right basics "verilator:$core,mem-random=3"
}

@test "errors have CUDA's names, and a line on stderr; those of a kernel stay" {
  need_compiler
  "$nvcc" -o errors "$cuda/errors.cu"
  WARPWRIGHT_CUDA_SECONDS=0.2
  export WARPWRIGHT_CUDA_SECONDS
  errors '' "cudaSuccess
then cudaSuccess" ''
  errors far "cudaErrorIllegalAddress
then cudaErrorIllegalAddress" "*error: kernel err: block (0, 0, 0) trapped at *errors.cu:14*store access fault*"
  errors trap "cudaErrorAssert
then cudaErrorAssert" "*error: kernel err: *errors.cu:16*illegal instruction*"
  errors endless "cudaErrorLaunchTimeout
then cudaErrorLaunchTimeout" "*error: kernel err: stopped after 0.2 s (WARPWRIGHT_CUDA_SECONDS)"
  errors large "cudaErrorInvalidConfiguration
then cudaSuccess" "*error: kernel err: a block of 64 x 32 x 1 threads; 1024 are possible"
  errors host "cudaErrorInvalidValue
then cudaSuccess" "*error: kernel err: argument 2 is the address 0x* of the host's memory, which the device does not *"
  errors shared "cudaErrorInvalidValue
then cudaSuccess" ''
  errors full "cudaErrorMemoryAllocation
then cudaSuccess" ''
  WARPWRIGHT_CUDA_DEVICE=duo run ./errors
  [[ $output == *"error: WARPWRIGHT_CUDA_DEVICE: 'duo' is no kind of device: golden, "* ]]
  [[ $output == *"malloc cudaErrorNoDevice"* ]]
}

@test "ww-nvcc does what build systems ask nvcc for" {
  need_compiler
  mkdir -p built
  cp "$cuda"/{basics.cu,more.cu,check.h} built
  cd built
  "$nvcc" -dc more.cu -o more.o -MD -MF more.d -MT "more.o more.d" -gencode arch=compute_80,code=sm_80 -Xptxas=-v
  grep -q '^more.o more.d: more.cu ' more.d
  "$nvcc" -rdc=true -Xcompiler "-Wall -Wno-vla" -c basics.cu
  "$nvcc" -dlink basics.o more.o -o linked.o
  "$nvcc" -lib basics.o more.o -o libboth.a
  "$nvcc" -o basics linked.o libboth.a
  right basics
  run "$nvcc" -M -std=c++17 more.cu
  [[ $output == "more.o: more.cu "* ]]
  "$nvcc" -E more.cu -o more.i
  grep -q '^# 1 "more.cu"' more.i
  "$nvcc" -shared -o libmore.so more.cu
  nm -D libmore.so | grep -q ' T .*elsewhere'
}

@test "ww-nvcc refuses what it does not know, and kernels that do not compile name their lines" {
  need_compiler
  run -2 "$nvcc" -o x --frobnicate x.cu
  [ "$output" = "ww-nvcc: error: unknown option '--frobnicate'; -Xcompiler has options for clang" ]
  run -2 "$nvcc" -o x absent.cu
  [ "$output" = "ww-nvcc: error: no file 'absent.cu'" ]
  printf '__global__ void k(int *p)\n{\n\t*p = nothing;\n}\n' > wrong.cu
  run -1 "$nvcc" -c wrong.cu
  [[ $output == *"wrong.cu:3:7: error: use of undeclared identifier 'nothing'"* ]]
  for library in 'cusparse cuSPARSE' 'cusolverDn cuSOLVER' 'cusolverSp cuSOLVER'; do
    echo "#include <${library% *}.h>" > wrong.cu
    run -1 "$nvcc" -lcusparse -c wrong.cu
    [[ $output == *"error: \"warpwright has no ${library#* }: "* ]]
  done
}

@test "hosts with OpenMP" {
  need_compiler
  cat > threads.cu << 'END'
#include <cstdio>
#include <omp.h>
__global__ void k(int *p, int by) { *p = *p * 2 + by; }
int main()
{
	int wrong = 0;
#pragma omp parallel for num_threads(4) reduction(+:wrong)
	for (int i = 0; i < 4; i++) {
		int *p, from = i, to = 0;
		cudaMalloc(&p, sizeof *p);
		cudaMemcpy(p, &from, sizeof from, cudaMemcpyHostToDevice);
		k<<<1, 1>>>(p, 7);
		cudaMemcpy(&to, p, sizeof to, cudaMemcpyDeviceToHost);
		wrong += to != i * 2 + 7 || omp_get_num_threads() != 4;
	}
	printf("%d wrong\n", wrong);
	return wrong;
}
END
  if echo '#include <omp.h>' | clang++-19 -fopenmp -x c++ -fsyntax-only - 2> /dev/null; then
    "$nvcc" -Xcompiler -Wall,-fopenmp -c threads.cu
    "$nvcc" -o threads threads.o -lgomp
    right threads
    "$nvcc" -fopenmp -o threads threads.cu
    right threads
  else
    run -4 "$nvcc" -Xcompiler -fopenmp threads.cu
    [ "$output" = "ww-nvcc: error: -fopenmp: clang++-19 has no omp.h; Debian: apt-get install libomp-19-dev" ]
  fi
}
