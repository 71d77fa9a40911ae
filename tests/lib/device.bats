#!/usr/bin/env bats
# device.bats - hosts that link libwarpwright
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup_file() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  cd "$BATS_FILE_TMPDIR"
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock -o here.elf "$WW_SRCDIR/tests/lib/kernels.c"
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock --base=0x80400000 -o elsewhere.elf "$WW_SRCDIR/tests/lib/kernels.c"
}

setup() {
  cd "$BATS_FILE_TMPDIR"
}

host() { # DEVICE
  "$WW_BUILDDIR/tests/lib/device" "$1" here.elf elsewhere.elf > out || { grep -A1 '^not' out; return 1; }
}

@test "launches, memory, programs, failures, threads on the golden model" {
  host golden:default,simt.barriers=4,gpu.launches=4
  host golden:duo
}

@test "the same on cores in lockstep" {
  [ "${VERILATOR:-no}" != no ] || skip "no Verilator"
  export WARPWRIGHT_MODELS=once
  host verilator:duo,gpu.cores=1,l2.size=16384,mem-random=5
  [ -n "$WW_FULL" ] || return 0
  host verilator:duo
  host verilator:default,simt.barriers=4,gpu.launches=4
  host verilator:cached,mem-random=3,mem-latency=30
  host verilator:cached,gpu.cores=2,dcache.write=through,mem-random=7
  [ "${IVERILOG:-no}" != no ] || skip "no Icarus Verilog"
  host icarus:default
}

@test "a core that differs from the golden model" {
  [ "${VERILATOR:-no}" != no ] || skip "no Verilator"
  export WARPWRIGHT_MODELS=once
  "$WW" gen -c tiny -s mem.ram_size=0x1000000 -s simt.stack=8 -s gpu.dispatch=true -s trace.retire=true -o tree
  sed -i "s/{32'b0, inverts}/33'b0/" tree/rtl/ww_alu.v
  "$WW_BUILDDIR/tests/lib/fault" verilator,rtl=tree here.elf
}

@test "the names of the library, and its header in C++ and C99" {
  nm -D --defined-only "$WW_BUILDDIR/lib/libwarpwright.so" | awk '{ print $3 }' | grep -v '^wwd_' && return 1
  [ "$(nm -D --defined-only "$WW_BUILDDIR/lib/libwarpwright.so" | wc -l)" -eq \
    "$(grep -cE '^WWD_API' "$WW_SRCDIR/lib/warpwright/device.h")" ]
  for name in $(grep -oE 'wwd_[a-z]+\(|WWD_E_[A-Z]+' "$WW_SRCDIR/lib/warpwright/device.h" | tr -d '('); do
    grep -qF "$name" "$WW_SRCDIR/man/libwarpwright.3.in"
  done
  export PKG_CONFIG_PATH=$WW_BUILDDIR/lib
  flags=$(pkg-config --cflags --libs warpwright) dir=$(pkg-config --variable=libdir warpwright)
  cat > host.c <<'C'
#include <warpwright/device.h>

int main()
{
	struct wwd *d;

	return wwd_open("golden", &d) || wwd_close(d);
}
C
  cc -std=c99 -pedantic -Wall -Werror -o host host.c $flags -Wl,-rpath,"$dir"
  ./host
  command -v "${CXX:-g++}" > /dev/null || return 0
  "${CXX:-g++}" -std=c++11 -pedantic -Wall -Werror -x c++ -o host host.c $flags -Wl,-rpath,"$dir"
  ./host
}
