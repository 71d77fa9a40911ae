#!/usr/bin/env bats
# driver.bats - hosts of OpenCL run on the driver, through the loader
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  [ "${HAVE_OPENCL-}" = yes ] || skip "no OpenCL headers and loader when this was built"
  export OCL_ICD_VENDORS=$WW_BUILDDIR/cl/warpwright.icd
  export TMPDIR=$BATS_TEST_TMPDIR/tmp
  mkdir tmp
  unset WARPWRIGHT_CL_DEVICES WARPWRIGHT_CL_SECONDS
}

need_compiler() {
  [ "$LLVM_CONFIG" != no ] || skip "no LLVM 19 when this was built"
  command -v clang-19 > /dev/null || skip "no clang-19"
  [ "$RISCV_CC" != no ] || skip "no RISC-V compiler"
}

nothing_left() {
  [ -z "$(ls tmp)" ]
}

@test "a vector addition, on devices of all kinds" {
  need_compiler
  for devices in '' 'tiny,simt.stack=16' 'default,isa.f=zfinx;cached' 'cached,isa.f=f,core.threads=32' \
    'default,gpu.cores=2' 'default,local.size=1024'; do
    WARPWRIGHT_CL_DEVICES=$devices "$WW_BUILDDIR/tests/cl/vecadd" > out
    grep -qx '1000 sums are right; the kernel took [1-9][0-9]* cycles' out
  done
  nothing_left
}

@test "transfers, maps, events and their order" {
  "$WW_BUILDDIR/tests/cl/commands"
}

@test "threads of a host" {
  need_compiler
  "$WW_BUILDDIR/tests/cl/threads"
  nothing_left
}

@test "several devices in a context" {
  need_compiler
  WARPWRIGHT_CL_DEVICES='default,isa.f=zfinx;cached,isa.a=true' run --separate-stderr "$WW_BUILDDIR/tests/cl/several"
  echo "$output" "$stderr"
  [ "$output" = "here are 16 items
all devices are right" ]
  nothing_left
}

@test "wrong objects and arguments" {
  need_compiler
  "$WW_BUILDDIR/tests/cl/wrong"
  nothing_left
}

@test "build options and logs, binaries, local memory, traps, a kernel without end" {
  need_compiler
  WARPWRIGHT_CL_SECONDS=0.5 run --separate-stderr "$WW_BUILDDIR/tests/cl/programs"
  echo "$output" "$stderr"
  [ "$output" = "all programs are right" ]
  [[ $stderr == *"kernel endless: stopped after 0.5 s (WARPWRIGHT_CL_SECONDS)"* ]]
  [[ $stderr == *"kernel wild: warp 0 trapped at program.cl:20 (pc "*"): store address misaligned (cause 6)"* ]]
  nothing_left
}

@test "a host that is killed while it compiles leaves no files" {
  need_compiler
  "$WW_BUILDDIR/tests/cl/vecadd" &
  host=$!
  for _ in $(seq 200); do
    [ -z "$(ls tmp)" ] || break
    sleep 0.01
  done
  kill -9 "$host" || true
  wait "$host" || true
  for _ in $(seq 500); do
    [ -n "$(ls tmp)" ] || break
    sleep 0.02
  done
  nothing_left
}

@test "devices are configurations; what is wrong with one is said" {
  cat > list.c <<'END'
#include "host.h"

int main(void)
{
	cl_device_id d[9];
	cl_uint n;
	char name[200];

	if (clGetPlatformIDs(1, &platform, NULL))
		return 1;
	GOOD(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 9, d, &n));
	for (cl_uint i = 0; i < n; i++) {
		GOOD(clGetDeviceInfo(d[i], CL_DEVICE_NAME, 200, name, NULL));
		puts(name);
	}
	return 0;
}
END
  ${CC:-cc} -DCL_TARGET_OPENCL_VERSION=120 -I "$WW_SRCDIR/tests/cl" -o list list.c -lOpenCL
  WARPWRIGHT_CL_DEVICES='cached,isa.f=f; default,core.warps=2;' ./list > out
  diff - out <<'END'
warpwright cached 1x4x4 golden
warpwright default 1x2x4 golden
END
  WARPWRIGHT_CL_DEVICES='cached,core.wraps=2;tiny' run --separate-stderr ./list
  [ "$output" = "$(WARPWRIGHT_CL_DEVICES=tiny ./list)" ]
  [[ $stderr == *"unknown key 'core.wraps'; did you mean 'core.warps'?"* ]]
  WARPWRIGHT_CL_DEVICES='cached tiny' run --separate-stderr ./list
  [ "$status" -eq 1 ]
  [[ $stderr == *"a device has two configurations, 'cached' and 'tiny'"* ]]
}

@test "clinfo lists the device, as doc/opencl.md shows" {
  command -v clinfo > /dev/null || skip "no clinfo"
  need_compiler
  clinfo --list > out
  awk '/^clinfo --list/ { shown = 1 } /^```/ { if (shown == 2) exit; if (shown && /text/) { shown = 2; next } }
    shown == 2' "$WW_SRCDIR/doc/opencl.md" | diff - out
  grep -qxF "$("$WW_BUILDDIR/tests/cl/vecadd")" "$WW_SRCDIR/doc/opencl.md"
  clinfo > out
  grep -q 'Device Name  *warpwright default 1x8x8 golden' out
  grep -q 'Preferred work group size multiple (kernel)  *8$' out
  grep -q 'Image support  *No' out
  ! grep -qi 'error -' out
}

# The libraries behind the driver have sanitized tests of their own.
@test "the hosts and the driver under the sanitizers" {
  need_compiler
  flags="-std=gnu11 -g -O1 -fPIC -fsanitize=address,undefined -fno-sanitize-recover=all -DCL_TARGET_OPENCL_VERSION=120
    -DCL_USE_DEPRECATED_OPENCL_1_1_APIS"
  cd "$WW_SRCDIR"
  objects=$(ls "$WW_BUILDDIR"/gen/*_so-*.o "$WW_BUILDDIR"/golden/*_so-*.o "$WW_BUILDDIR"/isa/*_so-*.o \
    "$WW_BUILDDIR"/base/*_so-*.o)
  ${CC:-cc} $flags -shared -Wl,-Bsymbolic -I. -I"$WW_BUILDDIR" -DWW_BINDIR="\"$WW_BUILDDIR/sw\"" \
    -DWW_SRCDIR="\"$PWD\"" -DWW_BUILDDIR="\"$WW_BUILDDIR\"" -o "$BATS_TEST_TMPDIR/driver.so" cl/*.c cl/icd/*.c \
    $objects -lm
  cd "$BATS_TEST_TMPDIR"
  echo "$PWD/driver.so" > sanitized.icd
  export OCL_ICD_VENDORS=$PWD/sanitized.icd WARPWRIGHT_CL_SECONDS=0.5 WARPWRIGHT_DATADIR=$WW_SRCDIR
  for host in commands vecadd wrong threads programs; do
    ${CC:-cc} $flags -I "$WW_SRCDIR/tests/cl" -o $host "$WW_SRCDIR/tests/cl/$host.c" -lOpenCL
    ./$host
  done
}
