#!/usr/bin/env bats
# check.bats - the option --check: kinds, exit status, JSON, threads of launches
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

setup_file() { :; }             # no models
teardown_file() { :; }

setup() {
  [ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"
  work=$(mktemp -d "$WW_BUILDDIR/check-XXXXXX")
  cd "$work"
}

planted=$WW_SRCDIR/tests/check

@test "kinds are words with commas; another word is refused" {
  for kinds in memory init races races=machine memory,init,races all all,races=machine; do
    expect 0 "$WW" run -D BUG=0 --check "$kinds" "$planted/heap.c"
    said "check: 0 of"
  done
  for kinds in "" memory, race all,x races=; do
    expect 2 "$WW" run -D BUG=0 --check "$kinds" "$planted/heap.c"
    said "--check '$kinds': expected memory, init, races (or races=machine), with commas, or all"
  done
}

@test "a finding makes a run that passes fail, and is in the JSON result; the program's own status stays" {
  expect 1 "$WW" run -D BUG=3 --check memory --json j "$planted/heap.c"
  said "pass: exit code 0"
  grep -q '"errors": 1' j
  grep -q '"kind": "memory", "text": "write of 4 bytes outside its object", "address": [0-9]*, "bytes": 4' j
  grep -q '"object": { "bytes": 64, "offset": 64, "name": "block", "taken": "heap.c:[0-9]* (main)" }' j
  grep -q '"core": 0, "warp": [0-9], "lane": [0-9], "does": "writes", "place": "heap.c:[0-9]* ' j
  grep -q '"thread": "software warp 3, thread 3"' j
  expect 1 "$WW" run -D BUG=3 --check init "$planted/launch.c"
  said "trapped at"
  said "check: 0 of init"
}

@test "a race has both sides, with block and thread, or group and item" {
  cat > sum.c <<'END'
#include <vx_cuda.h>
__global__ void sum(const int *x, int *y)
{
	*y += x[blockIdx.x * blockDim.x + threadIdx.x];
}
END
  expect 1 "$WW" run --check races --grid 2 --block 4,2 --arg 0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1 --arg 0,print sum.c
  said "sum.c:4 (sum.threads) reads: core 0, warp"
  said "; block 1,0,0, thread 3,0,0"
  said "'y' (4 bytes), byte 0"
  said "check: same value: "
  cat > sum.cl <<'END'
__kernel void sum(__global const int *x, __global int *y)
{
	*y += x[get_global_id(1) * 4 + get_global_id(0)];
}
END
  expect 1 "$WW" run -s core.threads=1 --check races --global 4,3 --local 2,1 --arg 1,2,3,4,5,6,7,8,9,1,2,3 \
    --arg 0 sum.cl
  said "check: race: two threads access one word"
  said "; group 0,1,0, item 1,1,0"
  expect 0 "$WW" run -s core.threads=1 -s core.warps=1 --check memory,init --global 4,3 --local 2,1 \
    --arg 1,2,3,4,5,6,7,8,9,1,2,3 --arg 0 sum.cl
}

@test "races=machine orders the lanes of a warp as they execute" {
  cat > lanes.c <<'END'
#include <vx_cuda.h>
__global__ void lanes(int *x)
{
	x[threadIdx.x] = threadIdx.x + 1;
	x[threadIdx.x] += x[(threadIdx.x + 1) % 4];
}
END
  expect 0 "$WW" run --check races=machine --grid 1 --block 4 --arg count=4 lanes.c
  expect 1 "$WW" run --check races --grid 1 --block 4 --arg count=4 lanes.c
  said "two lanes of a warp"
  sed -i 's/^\t\(x.*+=\)/\t__syncwarp(); int v = x[(threadIdx.x + 1) % 4]; __syncwarp(); \1 v; (void)/' lanes.c
  sed -i 's/(void) .*/(void)0;/; s/ v; (void)0/ v/' lanes.c
  cat lanes.c
  expect 0 "$WW" run --check races --grid 1 --block 4 --arg count=4 lanes.c
}

@test "a block has its shared memory and no other, which nobody has written" {
  cat > far.c <<'END'
#include <vx_cuda.h>
__global__ void far(int *y)
{
	extern __shared__ int s[];

	s[threadIdx.x] = 1;
	__syncthreads();
	y[threadIdx.x] = s[threadIdx.x + 1];
}
END
  expect 1 "$WW" run -s smem.size=1024 --check all --grid 1 --block 8 --smem 32 --arg count=8 far.c
  said "read of 4 bytes in shared memory that is not the block's"
  expect 1 "$WW" run -s smem.size=1024 --check init --grid 1 --block 8 --smem 36 --arg count=8 far.c
  said "a stored value depends on memory that nobody has written"
  said "shared memory, byte 32"
}

@test "cosim checks in the order of the core, in launches too, and not without the golden model" {
  [ "${IVERILOG:-no}" != no ] || skip "no Icarus Verilog"
  cat > two.c <<'END'
#include <vx_cuda.h>
__global__ void two(int *x)
{
	x[threadIdx.x] = threadIdx.x + 1;
	x[threadIdx.x + 1] += 2;
}
END
  run=("$WW" run "${small[@]}" -s isa.m=true --on icarus --grid 1 --block 4 --arg count=4 --check all)
  expect 1 "${run[@]}" --json j two.c
  said "0 mismatches"
  said "check: 1 of memory, 0 of init, 1 of race"
  said "two.c:5 (two.threads) reads: core 0, warp 1, lane 1; block 0,0,0, thread 3,0,0"
  grep -q '"errors": 2' j
  expect 2 "${run[@]}" --no-check two.c
  said "--check needs the golden model"
}

@test "an array of a frame: its name, its line, the thread; also on cores and in local memory" {
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] || skip "no LLVM 19 when this was built"
  line=$(grep -n 'int outer' "$planted/frame.h")
  for core in "" "-s local.size=2048" "-s isa.zicond=true -s core.warps=1"; do
    expect 1 "$WW" run $core -D BUG=3 --check memory --json j "$planted/frame.c"
    said "'outer' (16 bytes) of "
    said "frame.h:${line%%:*} (fill.loop.0), byte 16"
    said "frame.h:45 (deep) writes: core 0, warp "
    grep -q '"bytes": 16, "offset": 16, "name": "outer", "declared": "[^"]*frame.h:55 ' j
  done
  expect 1 "$WW" run -D BUG=1 --check memory --grid 1 --block 8 --arg count=8 --arg 8 "$planted/frame.cu"
  said "item 5,0,0"
  [ "${IVERILOG:-no}" != no ] || return 0
  expect 1 "$WW" run "${small[@]}" -s isa.m=true --on icarus -D BUG=3 --check memory "$planted/frame.c"
  said "0 mismatches"
  said "check: 1 of memory"
}

@test "volatile accesses are no races: GCC, plain C, OpenCL C" {
  cat > flag.c <<'END'
#include <vx.h>
volatile int flag;
static void set(uint32_t tid, uint32_t wid)
{
	flag = (int)(tid + wid);
}
int main(void)
{
	vx_spawnWarps(4, 4, set, 0);
	return 0;
}
END
  for plain in "" --plain; do
    expect 0 "$WW" run $plain --check races flag.c
    expect 1 "$WW" run $plain --check races -Dvolatile= flag.c
    [ -x "$WW_BUILDDIR/clc/ww-clc" ] || return 0
  done
  echo "kernel void set(global volatile int *f) { *f = get_global_id(0); }" > flag.cl
  expect 0 "$WW" run --check races --global 16 --arg 0 flag.cl
  expect 1 "$WW" run --check races -Dvolatile= --global 16 --arg 0 flag.cl
}

@test "a compare and swap that does not swap is no store; the lanes of it that swap are" {
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] || skip "built without LLVM"
  cat > swap.cl <<'END'
__kernel void k(__global int *d, __global int *o)
{
	int i = get_local_id(0);

	o[i] = d[i];
	if (atomic_cmpxchg(&d[(i + 1) & 7], -1, 5) == -1)
		o[i] += 100;
}
END
  expect 0 "$WW" run -s isa.a=true --check races --global 8 --local 8 --arg 1,2,3,4,5,6,7,8 --arg count=8 swap.cl
  expect 1 "$WW" run -s isa.a=true --check races --global 8 --local 8 --arg 1,2,3,4,-1,6,7,8 --arg count=8 swap.cl
  [[ $output == *"'d' (32 bytes), byte 16"*"swap.cl:6 ("*") writes atomically"* ]]
}

@test "launches are ordered if the host waits, or says so; constant memory is not to be written" {
  cat > add.c <<'END'
#include <ww_block.h>
int y[64];
int *data = y;
int main(void) { return *data; }
WW_KERNEL(add, int *a)
{
	y[ww_block(0) * ww_block_size(0) + ww_thread(0)] += (int)ww_block(0) + 1;
}
END
  expect 0 "$WW_BUILDDIR/sw/ww-cc" --check -march=rv32im_xblock -o add.elf add.c
  launch=(--launch add,grid=4,block=16 --launch add,grid=4,block=16)
  expect 1 "$WW" iss --check all "${launch[@]}" add.elf
  said "check: race: two threads access one word"
  said "; block 0,0,0, thread 0,0,0"
  expect 0 "$WW" iss --check all "${launch[@]}",ordered add.elf
  expect 0 "$WW" iss --check all -s gpu.launches=1 "${launch[@]}" add.elf
  expect 1 "$WW" iss --check memory --launch add,grid=5,block=16 add.elf
  said "read of 4 bytes outside its object"
  echo 'int main(void) { *(volatile int *)0x80800004 = 1; return 0; }' > store.c
  expect 1 "$WW" run -s mem.const_size=0x10000 --check memory store.c
  said "constant memory, byte 4"
}

@test "WARPWRIGHT_CL_CHECK: hosts of OpenCL, with buffers by their arguments" {
  [ "${HAVE_OPENCL-}" = yes ] || skip "no OpenCL headers and loader when this was built"
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] || skip "no LLVM 19 when this was built"
  export OCL_ICD_VENDORS=$WW_BUILDDIR/cl/warpwright.icd
  host=$WW_BUILDDIR/tests/check/host
  expect 0 env WARPWRIGHT_CL_CHECK=all "$host"
  said "check: 0 of memory, 0 of init, 0 of race"
  expect 0 env WARPWRIGHT_CL_CHECK=all "$host" large
  said "check: 0 of memory, 0 of init, 0 of race"
  expect 0 "$host" race beyond constant
  [ "$output" = "0 0" ]
  expect 0 env WARPWRIGHT_CL_CHECK=races,memory "$host" race beyond
  said "program.cl:6 (turn) writes: core 0, warp 0, lane 1; group 0,0,0, item 1,0,0"
  said "check: memory: read of 4 bytes outside its object"
  said "'x' (224 bytes), byte 224"
  expect 0 env WARPWRIGHT_CL_CHECK=init "$host" blank
  said "check: init: a stored value depends on memory that nobody has written"
  said "program.cl:10 (turn) uses it"
  expect 0 env WARPWRIGHT_CL_DEVICES=default,smem.size=1024,check=memory "$host" constant
  said "check: memory: write of 4 bytes to a constant"
  said "'y' (256 bytes), byte "
  expect 1 env WARPWRIGHT_CL_CHECK=x "$host"
  said "'check=x': expected memory, init, races (or races=machine)"
}
