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

need_verilator() {
  need_compiler
  [ "${VERILATOR:-no}" != no ] || skip "no Verilator"
}

# The block behind the N-th line of doc/opencl.md that begins with $2.
shown() {
  awk -v n="$1" -v line="$2" 'index($0, line) == 1 { n-- }
    /^```/ { if (seen == 2) exit; if (n <= 0 && /text/) { seen = 2; next } } seen == 2' "$WW_SRCDIR/doc/opencl.md"
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
  "$WW_BUILDDIR/tests/cl/speed" "$WW_SRCDIR/tests/clc/cl/add.cl" '' > out
  grep -qx 'clBuildProgram: [1-9][0-9]* lines, [0-9.]* s' out
  [ "$(grep -cx 'launch of [0-9]* items: [0-9.]* ms, [0-9]* a second, [1-9][0-9]* cycles, .*' out)" -eq 2 ]
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
  export WARPWRIGHT_CL_DEVICES='cached,isa.f=zfinx;default,isa.a=true,gpu.cores=2'
  WARPWRIGHT_CL_PROFILE=p.json run --separate-stderr "$WW_BUILDDIR/tests/cl/several"
  echo "$output" "$stderr"
  [ "$output" = "here are 16 items
all devices are right" ]
  grep -q '"cores": 1,' p.json
  grep -q '"cores": 2,' p.1.json
  WARPWRIGHT_CL_PROFILE=p.txt run --separate-stderr "$WW_BUILDDIR/tests/cl/several"
  [ "$status" -ne 0 ]
  [[ $stderr == *"error: profile 'p.txt' is not '-' and does not end in .html, "* ]]
  nothing_left
}

@test "wrong objects and arguments" {
  need_compiler
  "$WW_BUILDDIR/tests/cl/wrong"
  nothing_left
}

@test "images and samplers of all kinds" {
  need_compiler
  for devices in '' 'default,isa.f=zfinx,core.threads=8,gpu.cores=2'; do
    WARPWRIGHT_CL_DEVICES=$devices run "$WW_BUILDDIR/tests/cl/images"
    echo "$output"
    [ "$output" = "all images are right" ]
  done
  nothing_left
}

@test "build options and logs, binaries, local memory, traps, a kernel without end" {
  need_compiler
  WARPWRIGHT_CL_SECONDS=0.5 WARPWRIGHT_CL_PROFILE=p.json run --separate-stderr "$WW_BUILDDIR/tests/cl/programs"
  echo "$output" "$stderr"
  [ "$output" = "all programs are right" ]
  [[ $stderr == *"kernel endless: stopped after 0.5 s (WARPWRIGHT_CL_SECONDS)"* ]]
  [[ $stderr == *"kernel wild: warp 0 trapped at program.cl:20 (pc "*"): store address misaligned (cause 6)"* ]]
  [[ $stderr == *"kernel far: warp 0 trapped at program.cl:24 (pc "*"): store access fault (cause 7)"* ]]
  [[ $stderr == *"kernel large: stack overflow: warp 0, thread 0 goes "*" program.cl:26"* ]]
  [[ $stderr == *"kernel some: all warps wait at barriers that not all threads reach: warp 0 at "*" program.cl:36, "* ]]
  [[ $stderr == *"kernel vast: no room for its local memory in the RAM of the device"* ]]
  grep -q '"file": ".*program.cl#[2-9]", ' p.json       # programs that were where others are
  nothing_left
}

@test "objects, libraries, headers that are programs, what is known of arguments" {
  need_compiler
  "$WW_BUILDDIR/tests/cl/linked"
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

# Starts a host whose kernel never ends on DEVICE, and sends it SIGNAL when the kernel runs.
kill_host() { # DEVICE SIGNAL
  local host
  rm -f out
  # Whoever started the tests may ignore some signals.
  WARPWRIGHT_CL_SECONDS=0 WARPWRIGHT_CL_DEVICES=$1 \
    env --default-signal "$WW_BUILDDIR/tests/cl/endless" > out 2> err 3>&- &
  host=$!
  for _ in $(seq 9000); do # a model may have to be built
    [ ! -s out ] || break
    sleep 0.02
  done
  sleep 0.2
  status=0
  kill -"$2" "$host"
  wait "$host" || status=$?
  [ "$status" -eq $((128 + $2)) ]
  [ "$(cat out)" = running ]
  ! grep -v '^warpwright: building the model' err
  nothing_left
}

@test "a host that is killed while its kernel runs ends at once and leaves nothing" {
  need_compiler
  for signal in 1 9 15; do
    kill_host golden:default $signal
  done
  [ "${VERILATOR:-no}" != no ] || return 0
  kill_host verilator:default 9
  kill_host verilator:default 15
  WARPWRIGHT_CL_DEVICES=verilator:default "$WW_BUILDDIR/tests/cl/vecadd"
}

@test "a host that handles SIGINT has its kernel ended by it" {
  need_compiler
  cat > handles.c <<'END'
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include "host.h"

static const char source[] = "__kernel void endless(__global volatile int *x) { while (!*x) ; }\n";
static volatile sig_atomic_t seen;

static void on_signal(int number) { seen = number; }

int main(int argc, char **argv)
{
	time_t begun;
	size_t one = 1;
	cl_program p;
	cl_kernel k;
	cl_mem m;

	(void)argv;
	signal(SIGINT, on_signal);
	host_begin();
	p = host_build(source, "");
	k = clCreateKernel(p, "endless", &bad);
	m = clCreateBuffer(context, 0, 4, NULL, &bad);
	GOOD(clSetKernelArg(k, 0, sizeof m, &m));
	alarm(50);
	if (!fork()) {
		sleep(1);
		kill(getppid(), SIGINT);
		_exit(0);
	}
	begun = time(NULL);
	GIVES(argc > 1 ? CL_DEVICE_NOT_AVAILABLE : CL_SUCCESS,
	      clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, NULL, 0, NULL, NULL));
	GIVES(argc > 1 ? CL_SUCCESS : FAILED, clFinish(queue));
	if (time(NULL) - begun > 4)
		puts("late");
	printf("signal %d\n", (int)seen);
	seen = 0;
	raise(SIGINT);
	printf("signal %d\n", (int)seen);
	return 0;
}
END
  ${CC:-cc} -D_GNU_SOURCE -DCL_TARGET_OPENCL_VERSION=120 -I "$WW_SRCDIR/tests/cl" -o handles handles.c -lOpenCL
  WARPWRIGHT_CL_SECONDS=0 run --separate-stderr ./handles
  echo "$output" "$stderr"
  [ "$output" = "$(printf 'signal 2\nsignal 2')" ]
  [ "$stderr" = "warpwright: error: kernel endless: stopped by SIGINT" ]
  # So it is while a model is built.
  [ "${VERILATOR:-no}" != no ] || return 0
  WARPWRIGHT_CACHE=$PWD/fresh WARPWRIGHT_CL_DEVICES=verilator:default run --separate-stderr ./handles model
  echo "$output" "$stderr"
  [ "$output" = "$(printf 'signal 2\nsignal 2')" ]
  [ "$stderr" = "warpwright: error: the model is not built: interrupted" ]
}

@test "cores in lockstep, as doc/opencl.md shows" {
  need_verilator
  export WARPWRIGHT_CL_DEVICES=verilator:default
  WARPWRIGHT_CL_PROFILE=p.json "$WW_BUILDDIR/tests/cl/vecadd" |
    diff - <(shown 1 "WARPWRIGHT_CL_DEVICES=verilator:default ./vecadd")
  # doc/profile.md has this command with another file.
  grep -q '^{"kernel": "add", "from": 10, "to": 44300, "blocks": 4, ' p.json
  grep -q '^{"file": ".*program.cl", "line": 7, "issues": 3000, .* "requests": 1500, ' p.json
  grep -qF 'sum[i] = a[i] + b[i];' p.json
  export WARPWRIGHT_CL_DEVICES=verilator:default,mem-latency=60
  "$WW_BUILDDIR/tests/cl/vecadd" | diff - <(shown 1 "WARPWRIGHT_CL_DEVICES=verilator:default,mem-latency=60")
  WARPWRIGHT_CL_DEVICES=verilator:default,mem-random=7 "$WW_BUILDDIR/tests/cl/threads"
  nothing_left
}

@test "cores in the other simulators" {
  need_compiler
  [ -n "$WW_FULL" ] || skip "takes minutes: make check WW_FULL=1"
  for simulator in icarus systemc; do
    case $simulator in
      icarus) [ "${IVERILOG:-no}" != no ] || continue ;;
      systemc) [ "${VERILATOR:-no}" != no ] && [ -f /usr/include/systemc.h ] || continue ;;
    esac
    ran=yes
    WARPWRIGHT_CL_DEVICES=$simulator:default "$WW_BUILDDIR/tests/cl/vecadd" |
      diff - <(shown 1 "WARPWRIGHT_CL_DEVICES=verilator:default ./vecadd")
  done
  [ "${ran-}" ] || skip "no Icarus Verilog, no SystemC"
  nothing_left
}

@test "an installed driver is found by the directory of its file, and finds its compiler" {
  need_compiler
  [ -n "$WW_FULL" ] || skip "takes minutes: make check WW_FULL=1"
  unset MAKEFLAGS MAKELEVEL WARPWRIGHT_DATADIR
  mkdir build
  (cd build && "$WW_SRCDIR/configure" --prefix="$BATS_TEST_TMPDIR/installed" && make install) > log 2>&1 || {
    tail log
    false
  }
  rm -rf build
  OCL_ICD_VENDORS=$PWD/installed/etc/OpenCL/vendors "$WW_BUILDDIR/tests/cl/vecadd" |
    diff - <("$WW_BUILDDIR/tests/cl/vecadd")
  mv installed moved
  OCL_ICD_VENDORS=$PWD/moved/lib/libwarpwright-cl.so "$WW_BUILDDIR/tests/cl/vecadd" |
    diff - <("$WW_BUILDDIR/tests/cl/vecadd")
}

@test "a driver that has been moved is found by the path of its library" {
  need_compiler
  mkdir moved
  cp -r "$WW_BUILDDIR/cl" moved
  mkdir moved/sw moved/clc
  cp -r "$WW_BUILDDIR/sw/"{ww-cc,include,lib} moved/sw
  cp "$WW_BUILDDIR/config.status" moved
  cp "$WW_BUILDDIR/clc/ww-clc" moved/clc
  OCL_ICD_VENDORS=$PWD/moved/cl/libwarpwright-cl.so run "$WW_BUILDDIR/tests/cl/vecadd"
  echo "$output"
  [[ $output == "1000 sums are right; "* ]]
  nothing_left
}

@test "a core that differs from the golden model, a kernel without end on a core" {
  need_verilator
  "$WW" gen -c tiny -s simt.stack=16 -s mem.ram_size=0x1000000 -s trace.retire=true \
    -s gpu.dispatch=true -o out
  awk '/^[@=#]/ { on = $1 == "@" && $2 == "sra_zero_fill" } on' "$WW_SRCDIR/tests/mutants/mutants.list" > list
  awk -v rtl=out/rtl -v prefix=ww -f "$WW_SRCDIR/tests/mutants/apply.awk" list
  WW_MUTANT=1 WARPWRIGHT_CL_SECONDS=1 WARPWRIGHT_CL_DEVICES=verilator:rtl=out run --separate-stderr \
    "$WW_BUILDDIR/tests/cl/core"
  echo "$output" "$stderr"
  [ "$output" = "kernel halve: the core is not what the golden model is; the report is on stderr
kernel endless: stopped after 1 s (WARPWRIGHT_CL_SECONDS)
all results are right" ]
  head -n 3 <<< "$stderr" | diff - <(shown 1 "WARPWRIGHT_CL_DEVICES=verilator:rtl=out ./core")
  nothing_left
}

@test "a core that cannot be: what is missing is said" {
  need_compiler
  VERILATOR=$PWD/none WARPWRIGHT_CL_DEVICES='verilator:tiny,simt.stack=16' run --separate-stderr \
    "$WW_BUILDDIR/tests/cl/vecadd"
  [ "$status" -eq 1 ]
  [[ $output == *": -2, not 0: clEnqueueNDRangeKernel"* ]]
  [[ $stderr == *"none' was not found, and building the model needs it; install the package 'verilator'"* ]]
  for wrong in "vcs:tiny|'vcs' is no kind of device: golden, verilator, icarus, systemc, " \
    "verilator:tiny,mem-latency=0|'mem-latency=0' has no number between 1 and 1000000" \
    "verilator:rtl=none|'rtl=none' is no directory" \
    "tiny,mem-latency=9|'mem-latency=9' is for cores in a simulator, not for the golden model" \
    "verilator:tiny,rtl=tmp|rtl= has its own configuration; leave out 'tiny'"; do
    WARPWRIGHT_CL_DEVICES=${wrong%|*} run --separate-stderr "$WW_BUILDDIR/tests/cl/vecadd"
    [ "$status" -eq 1 ]
    [[ $stderr == *"${wrong#*|}"* ]]
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
  <<'END'
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
  shown 1 "clinfo --list" | diff - out
  grep -qxF "$("$WW_BUILDDIR/tests/cl/vecadd")" "$WW_SRCDIR/doc/opencl.md"
  clinfo > out
  grep -q 'Device Name  *warpwright default 1x8x8 golden' out
  grep -q 'Preferred work group size multiple (kernel)  *8$' out
  grep -q 'Image support  *Yes' out
  ! grep -qi 'error -' out
}

@test "random kernels on eight shapes; one that differs is shrunk" {
  need_compiler
  . "$WW_SRCDIR/tests/clc/random_cl.bash"
  need_library
  # Without the variables of make check, as doc/opencl.md shows it.
  count=$([ -n "$WW_FULL" ] && echo 160 || echo 10)
  env -u WW_FULL -u RISCV_CC -u LLVM_CONFIG "$WW_SRCDIR/scripts/cl-random" 0 "$count"
  # As if a core computed otherwise where a kernel has such a statement.
  random_make() { random_kernel "$2" "$1" > p.cl; }
  random_check() { ! grep -q '= mix(' p.cl; }
  random_make '' 31
  [ "$(grep -c 'PHASE {' p.cl)" -gt 5 ]
  random_make "$(random_shrink 31)" 31
  grep '= mix(' p.cl
  [ "$(grep -c 'PHASE {' p.cl)" -eq 3 ]
}

@test "arrays, reductions, scans and sorts of PyOpenCL" {
  need_compiler
  [ -n "$WW_FULL" ] || skip "takes a minute: make check WW_FULL=1"
  /usr/bin/python3 -c 'import pyopencl' 2> /dev/null || skip "no PyOpenCL"
  HOME=$PWD PYOPENCL_NO_CACHE=1 /usr/bin/python3 -W ignore "$WW_SRCDIR/tests/cl/arrays.py"
}

# The libraries behind the driver have sanitized tests of their own.
# bats test_tags=full
@test "the hosts and the driver under the sanitizers" {
  need_compiler
  flags="-std=gnu11 -g -O1 -fPIC -fsanitize=address,undefined -fno-sanitize-recover=all -DCL_TARGET_OPENCL_VERSION=120
    -DCL_USE_DEPRECATED_OPENCL_1_1_APIS"
  cd "$WW_SRCDIR"
  objects=$(
    for library in wwd session cosim gen sanitize golden isa base; do echo "$WW_BUILDDIR/lib$library.a"; done)
  ${CC:-cc} $flags -shared -Wl,-Bsymbolic -I. -I"$WW_BUILDDIR" -DWW_BINDIR="\"$WW_BUILDDIR/sw\"" \
    -DWW_SRCDIR="\"$PWD\"" -DWW_BUILDDIR="\"$WW_BUILDDIR\"" -DWW_LIBDIR='"/"' -DWW_PKGDATADIR='"/"' \
    -o "$BATS_TEST_TMPDIR/driver.so" cl/*.c cl/icd/*.c $objects -lm
  cd "$BATS_TEST_TMPDIR"
  echo "$PWD/driver.so" > sanitized.icd
  export OCL_ICD_VENDORS=$PWD/sanitized.icd WARPWRIGHT_CL_SECONDS=0.5 WARPWRIGHT_DATADIR=$WW_SRCDIR
  for host in commands vecadd wrong threads programs linked; do
    ${CC:-cc} $flags -I "$WW_SRCDIR/tests/cl" -o $host "$WW_SRCDIR/tests/cl/$host.c" -lOpenCL
    ./$host
  done
}
