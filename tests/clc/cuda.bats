#!/usr/bin/env bats
# cuda.bats - CUDA kernels by ww-cc --cuda and warpwright run: features, results, what is refused
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  . "$WW_SRCDIR/tests/clc/opencl.bash"
  tour=$here/cuda/tour.cu
}

# Runs a kernel of the tour on cores of several shapes.
tour() { # PARAMETERS KERNEL OPTION...
  local parameters=$1 kernel=$2
  shift 2
  each_shape "-s isa.a=true $parameters" "$tour" --kernel "$kernel" "$@"
}

# The command fails with status 3 or 2, and says $2.
refused() { # STATUS TEXT COMMAND...
  local want=$1 text=$2
  shift 2
  run "$@"
  echo "$output"
  [ "$status" -eq "$want" ]
  case $output in *"$text"*) ;; *) echo "not said: $text"; return 1 ;; esac
}

@test "places in three dimensions; templates by their names; structures with pointers, symbols, printf" {
  need_opencl
  tour '' places --grid 2,2 --block 2,2 --arg count=16,print
  [ "$(cat got)" = "out: 0 10 1 11 1000 1010 1001 1011 100 110 101 111 1100 1110 1101 1111" ]
  tour '' 'scale<int>' --grid 3 --block 3 --arg count=8,print --arg 1,2,3,4,5,6,7,8 --arg -3 --arg 7
  [ "$(cat got)" = "y: -3 -6 -9 -12 -15 -18 -21 0" ]
  tour '' 'scale<double>' --grid 1 --block 4 --arg count=4,print --arg 1,2,3,-0.5 --arg 0.1 --arg 4
  [ "$(cat got)" = "y: 0.10000000000000001 0.20000000000000001 0.30000000000000004 -0.050000000000000003" ]
  printf '\0\0\0\100\0\0\0\0\0\0\0\0\0\0\0\0\7\0\0\0\1\0\0\0' > pair       # 2.0f, null, 2^32 + 7
  need_library
  tour '-s isa.f=f' mixed --grid 2 --block 4 --arg 3,4,5,6,7 --arg count=5,print --arg count=5,print --arg in=pair \
    --arg 5
  [ "$(head -1 got)" = "5 odd 4294967303" ]
  grep -qx "y: 7 6.70820379 6.70820379 7 7.28010988" got
  grep -qx "z: 11 12 14 18 11" got
}

@test "shared memory whose size the launch tells; barriers; atomics on a variable of the device" {
  need_opencl
  tour '' sum --grid 2 --block 8 --smem 32 --arg 1,2,3,4,5,6,7,8,1,1,1,1,1,1,1,1 --arg count=2,print
  [ "$(cat got)" = "y: 36 8" ]
  tour '' sum --grid 1 --block 64 --smem 256 --arg "$(seq -s, 64)" --arg count=1,print
  [ "$(cat got)" = "y: 2080" ]
}

@test "warps of 32: shuffles and votes there, refused elsewhere" {
  need_opencl
  wide="-s core.warps=2 -s core.threads=32 -s isa.a=true -s isa.vote=true -s isa.shfl=true"
  run --separate-stderr "$WW" run $wide "$here/cuda/warps.cu" \
    --grid 1 --block 32 --arg "$(seq -s, 32)" --arg count=32,print
  [ "$output" = "y:$(printf ' 544%.0s' {1..32})" ]
  refused 3 "warps.cu:11: error: a shuffle or vote, in a program for warps of 32 threads; this core's have 4" \
    "$WW" run -s isa.a=true -s isa.vote=true -s isa.shfl=true "$here/cuda/warps.cu" --grid 1 --block 32 \
    --arg "$(seq -s, 32)" --arg count=32
}

@test "double is the host's to the bit" {
  need_opencl
  need_library
  tour '' doubles --grid 1 --block 4 --arg 2,-7.25,1e300,0.3 --arg count=4,print --arg count=4,print --arg count=4,print
  grep -qx "y: 0.7475468957064284 28.213415736900583 inf 0.5777225575051661" got
  grep -qx "f: 0.200000003 -0.725000024 inf 0.0299999993" got
  grep -qx "n: 2000000000 -7250000000 [-0-9]* 300000000" got
}

@test "in lockstep with the core" {
  need_opencl
  [ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
  [ -n "${WW_FULL-}" ] || skip "WW_FULL is not set"
  run --separate-stderr "$WW" run --on verilator -s isa.a=true "$tour" --kernel sum --grid 2 --block 8 --smem 32 \
    --arg 1,2,3,4,5,6,7,8,1,1,1,1,1,1,1,1 --arg count=2,print
  [ "$output" = "y: 36 8" ]
}

@test "a function that calls itself" {
  need_opencl
  printf '__device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n%s\n' \
    '__global__ void k(int *p) { p[threadIdx.x] = f(p[threadIdx.x]); }' > rec.cu
  run --separate-stderr "$WW" run rec.cu --grid 1 --block 4 --arg 12,3,7,0,print
  echo "$output" "$stderr"
  [ "$output" = "p: 144 2 13 0" ]
}

@test "errors have the line, and options their words" {
  need_opencl
  printf '__global__ void k(int *p) {\n  *p = q;\n}\n' > bad.cu
  refused 3 "bad.cu:2:8: error: use of undeclared identifier 'q'" "$WW" run bad.cu --grid 1 --block 1 --arg 3
  printf '__global__ void k(int *p, int n)\n{\n  p[n] = 1;\n}\n' > far.cu
  refused 1 "far.cu:3" "$WW" run far.cu --grid 1 --block 1 --arg 3 --arg -900000000
  refused 2 "1 --arg for a kernel of 2 arguments: k(int *p, int n)" "$WW" run far.cu --grid 1 --block 1 --arg 3
  refused 2 "--block is missing" "$WW" run far.cu --grid 1 --arg 3 --arg 0
  refused 2 "--global, --local and --offset are for OpenCL kernels" "$WW" run far.cu --grid 1 --block 1 --global 1
  refused 2 "a group has more than 1024 items" "$WW" run far.cu --grid 1 --block 1025 --arg 3 --arg 0
  refused 2 "no kernel 'kk'; did you mean 'k'?" "$WW" run far.cu --kernel kk --grid 1 --block 1 --arg 3 --arg 0
  refused 1 "check: memory: write of 4 bytes outside its object" "$WW" run --check memory far.cu --grid 1 --block 1 \
    --arg 3 --arg 1
  refused 2 "--cuda compiles" "$WW_BUILDDIR/sw/ww-cc" --cuda -E -o x.i far.cu
}
