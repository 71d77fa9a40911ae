#!/usr/bin/env bats
# vortex.bats - hosts and kernels with the headers of Vortex
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup_file() {
  [ "$RISCV_CC" != no ] && [ -x "$WW_BUILDDIR/clc/ww-clc" ] || skip "no riscv64-unknown-elf-gcc or no ww-clc"
  local src=$WW_SRCDIR/tests/lib/vortex flags dir
  cd "$BATS_FILE_TMPDIR"
  for kernel in basic.c vecadd.c sgemm.cpp; do
    "$WW_BUILDDIR/sw/ww-cc" --plain -Wall -Wextra -Werror -march=rv32im_xblock -o "${kernel%.*}.elf" "$src/$kernel"
  done
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock --base=0x80400000 -o other.elf "$WW_SRCDIR/tests/lib/kernels.c"
  export PKG_CONFIG_PATH=$WW_BUILDDIR/lib
  flags=$(pkg-config --cflags --libs warpwright-vortex) dir=$(pkg-config --variable=libdir warpwright-vortex)
  cc -std=c99 -pedantic -Wall -Werror -o host "$src/host.c" $flags -Wl,-rpath,"$dir"
  ! command -v "${CXX:-g++}" > /dev/null ||
    "${CXX:-g++}" -std=c++11 -Wall -Werror -x c++ -o host++ "$src/host.c" $flags -Wl,-rpath,"$dir"
}

setup() {
  cd "$BATS_FILE_TMPDIR"
}

host() { # DEVICE TEST KERNEL
  WARPWRIGHT_DEVICE=$1 ./host "$2" "$3.elf" > out 2> err || { cat out err; return 1; }
  tail -n 1 out | grep -qx PASSED
}

@test "main alone, grids of threads, blocks with local memory, two grids in turn" {
  for device in golden:default,smem.size=4096 golden:duo,smem.size=4096 \
    golden:default,core.warps=8,core.threads=8,smem.size=512,gpu.blocks=2; do
    host "$device" basic basic
    grep -q 'PERF: instrs=[0-9]*, cycles=[0-9]*, IPC=' out
    host "$device" vecadd vecadd
    [ "$(grep -cx 'c\[3\] = -79' out)" -eq 5 ]
    host "$device" sgemm sgemm
  done
  host '' basic basic
  "$WW_BUILDDIR/sw/ww-cc" --plain -march=rv32im_xblock --local-size=4096 --core-threads=16 -o local.elf \
    "$WW_SRCDIR/tests/lib/vortex/sgemm.cpp"
  host golden:default,local.size=4096,smem.size=4096 sgemm local
  [ ! -x host++ ] || WARPWRIGHT_DEVICE=golden:duo,smem.size=4096 ./host++ sgemm sgemm.elf
}

@test "the same on a core in lockstep" {
  [ "${VERILATOR:-no}" != no ] || skip "no Verilator"
  export WARPWRIGHT_MODELS=once
  host verilator:default,smem.size=4096,mem-random=2 sgemm sgemm
  host verilator:default,smem.size=4096,mem-random=2 vecadd vecadd
  [ -n "$WW_FULL" ] || return 0
  host verilator:cached,gpu.cores=2,smem.size=4096,dcache.write=through sgemm sgemm
  host verilator:cached,gpu.cores=2,smem.size=4096,dcache.write=through vecadd vecadd
}

@test "kernels that end badly; the device goes on" {
  host golden:duo,simt.barriers=4 failures vecadd
  grep -q '^__local_mem(1048576): a block has 1024 bytes of shared memory; vx_check_occupancy says' out
  grep -q '^vx_spawn_threads: blocks of 4096 threads; a core has 1 to 16$' out
  sed 's/0x[0-9a-f]* <kernel_body+0x[0-9a-f]*>/PLACE/; s/^vx_ready_wait: //; s/the kernel has failed/FAILED/
    s/ without return.*//; s/\(can go on\): .*/\1/' err |
    diff - /dev/fd/3 3<<'END'
FAILED: block (0, 1, 0) trapped at PLACE vecadd.c:17, core 1, warp 0: store access fault, 0x00000004
FAILED: exit code 122
main has returned -1 on core 0
main does not call vx_spawn_threads on core 1 as on core 0
main has returned 7 on core 0
main has ended on core 0
no launch in flight can go on
END
}

@test "calls that are refused" {
  echo text > text
  host golden:default refused vecadd
  cut -d ' ' -f 1-9 err | sed 's/0x80[0-9a-f]*/ADDR/g' | diff - /dev/fd/3 3<<'END'
vx_dev_close: the handle is no open device
vx_mem_free: the handle is no buffer of an open
vx_mem_alloc: a value that no device takes: wwd_alloc: 0
vx_mem_alloc: the device has no such free memory: no
vx_mem_alloc: 0x8 are no flags
vx_mem_reserve: the program's memory is in use: ADDR to
vx_mem_reserve: a value that no device takes: wwd_reserve: 64
vx_copy_to_dev: 4 bytes from 1021 on are not in
vx_copy_from_dev: 4 bytes from 18446744073709551615 on are not in
vx_mem_access: 51 bytes from 50 on are not in
vx_start: the buffer is no kernel: vx_upload_kernel_file makes one
vx_start: arguments: the handle is no buffer of this
vx_mem_free: the handle is no buffer of an open
vx_dcr_write: there is no register 0x005
vx_dcr_read: there is no register 0x005
vx_dev_caps: property 0x99 is not known here
vx_mpm_query: no kernel has ended
vx_check_occupancy: a block of 4096 threads; a core has
vx_upload_kernel_file: nothing.elf: No such file or directory
vx_upload_kernel_file: text: no ELF file; compile the kernel with
vx_upload_kernel_file: other.elf: its source has neither vx_spawn.h nor vx_intrinsics.h
vx_upload_kernel_file: vecadd.elf: the program's memory is in use: ADDR
vx_upload_kernel_bytes: the kernel: no ELF file; compile the kernel
vx_upload_file: nothing: No such file or directory
END
  WARPWRIGHT_DEVICE=nonsense run ! ./host basic basic.elf
  [[ $output == *"vx_dev_open: there is no such device: 'nonsense' is no kind of device"* ]]
}
