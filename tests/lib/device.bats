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

teardown() {
  [ -z "${player:-}" ] || kill "$player" 2> /dev/null || true
}

host() { # DEVICE
  "$WW_BUILDDIR/tests/lib/device" "$1" here.elf elsewhere.elf > out || { grep -A1 '^not' out; return 1; }
}

@test "launches, memory, programs, failures, threads on the golden model" {
  host golden:default,simt.barriers=4,gpu.launches=4
  host golden:duo
  host golden:default,strict=maybe && return 1
  grep -q "'strict=maybe': expected strict=true or strict=false" out
}

@test "what prints takes no heap, and may be named as a function of the runtime; a heap has all memory" {
  export PKG_CONFIG_PATH=$WW_BUILDDIR/lib
  cat > leave.c <<'C'
#include <ww_block.h>

WW_KERNEL(leave, uint32_t *code)
{
	vx_printf("%u\n", *code);
#ifdef HEAP
	vx_malloc(*code);
#endif
	vx_exit((int)*code);
}

int main(void)
{
	return 0;
}
C
  cat > leave_host.c <<'C'
#include <stdio.h>
#include <warpwright/device.h>

int main(int argc, char **argv)
{
	struct wwd_launch l = { .grid = { 1, 1, 1 }, .block = { 1, 1, 1 } };
	struct wwd_program *p;
	struct wwd_result r;
	struct wwd *d;
	uint32_t ticket;

	if (argc < 3 || wwd_open(argv[1], &d) || wwd_load(d, argv[2], &p) || wwd_entry(p, "leave", &l.pc) ||
	    wwd_alloc(d, 4, 0, &l.arg) || wwd_write(d, l.arg, &(uint32_t){ 9 }, 4) || wwd_start(d, &l, &ticket) ||
	    wwd_wait(d, ticket, 60, &r) || wwd_close(d))
		return puts(wwd_error()) < 0;
	printf("%d %u\n", (int)r.end, r.exit_code);
	return 0;
}
C
  cc -o leave_host leave_host.c $(pkg-config --cflags --libs warpwright) -Wl,-rpath,"$WW_BUILDDIR/lib"
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock -o leave.elf leave.c
  [ "$(./leave_host golden leave.elf)" = "4 9" ]
  # No line is shared with the stack of the only thread, which ends in the middle of one.
  [ "$(./leave_host golden:cached,dcache.line=128,core.warps=1,core.threads=1 leave.elf)" = "4 9" ]
  "$WW_BUILDDIR/sw/ww-cc" -march=rv32im_xblock -DHEAP -o leave.elf leave.c
  ./leave_host golden leave.elf | grep -q "a program with a heap has all memory behind it, unless ww-cc --ram-size"
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

@test "the same behind registers in files, with and without a second-level cache" {
  local opts="-march=rv32im_xblock --ram-size=0x10000 --core-threads=16 -o" lib=$WW_SRCDIR/tests/lib n
  mkdir window
  cd window
  "$WW_BUILDDIR/sw/ww-cc" $opts here.elf "$lib/kernels.c"
  "$WW_BUILDDIR/sw/ww-cc" $opts elsewhere.elf --base=0x80001000 "$lib/kernels.c"
  for name in window:regs,ram=ram,ram-offset=0x3000 window:one,l2.size=0; do
    case $name in *regs*) set -- regs ram 0x3000 ;; *) set -- one one 0x80000000 ;; esac
    rm -f ready
    "$WW_BUILDDIR/tests/lib/registers" "$@" > ready 3>&- &
    player=$! n=0
    until grep -qs ready ready || [ $((n += 1)) -gt 200 ]; do sleep 0.05; done
    host "$name"
    kill "$player"
  done
  host window:here.elf && return 1
  grep -q "here.elf: no registers of a host: ID is 0x" out
  host window:regs,offset=4096 && return 1
  grep -q "regs: has 4096 bytes, but 0x2000 are to be mapped" out
  host window:nothing && return 1
  grep -q "nothing: cannot open it: No such file" out
  host window && return 1
  grep -q "'window' lacks its path: window:PATH" out
  host window:regs,mem-random=1 && return 1
  grep -q "has the settings offset, ram, ram-offset, l2.size" out
  host serial:/dev/null && return 1
  grep -q "/dev/null: no serial port" out
  host serial:/dev/null,baud=1234 && return 1
  grep -q "'1234' is no rate of a port; there are 9600 " out
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
