#!/usr/bin/env bats
# opencl.bats - OpenCL C kernels by warpwright run: features, arguments, results, what is refused
# SPDX-License-Identifier: Apache-2.0
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  . "$WW_SRCDIR/tests/clc/opencl.bash"
}

@test "integers in buffers; a kernel that is called memset" {
  need_opencl
  each_shape '' add.cl --kernel add --global 12 --local 4 --arg 1,2,3,4,5,6,7,8,9,10 \
    --arg 10,20,30,40,50,60,70,80,90,-100 --arg count=12,print --arg 10
  [ "$(cat got)" = "sum: 11 22 33 44 55 66 77 88 99 -90 0 0" ]
  each_shape '' add.cl --kernel memset --global 5 --arg count=5,print
  [ "$(cat got)" = "out: 0 7 14 21 28" ]
}

# What ids.cl writes, of --global and --local and --offset as X,Y,Z and DIMS dimensions.
expect_ids() { # GLOBAL LOCAL OFFSET DIMS
  awk -v global="$1" -v local="$2" -v offset="$3" -v dims="$4" 'BEGIN {
    split(global, g, ","); split(local, l, ","); split(offset, o, ",")
    printf "out:"
    for (z = 0; z < g[3]; z++) for (y = 0; y < g[2]; y++) for (x = 0; x < g[1]; x++) {
      printf " %d %d %d", x + o[1], y + o[2], z + o[3]
      printf " %d %d %d", x % l[1], y % l[2], z % l[3]
      printf " %d %d %d", int(x / l[1]), int(y / l[2]), int(z / l[3])
      printf " %d %d %d", dims * 1000 + l[2] * 100 + g[1] / l[1] * 10 + g[3] / l[3], 1, o[2]
    }
    print ""
  }'
}

expect_meet() { # GLOBAL LOCAL
  awk -v global="$1" -v local="$2" 'BEGIN {
    split(global, g, ","); split(local, l, ",")
    printf "out:"
    for (z = 0; z < g[3]; z++) for (y = 0; y < g[2]; y++) for (x = 0; x < g[1]; x++)
      printf " %d", x - 2 * (x % l[1]) + l[1] - 1 + \
        g[1] * (y - 2 * (y % l[2]) + l[2] - 1 + g[2] * (z - 2 * (z % l[3]) + l[3] - 1))
    print ""
  }'
}

@test "places of work-items in one, two and three dimensions" {
  need_opencl
  while read -r global local offset dims full; do
    [ -z "$full" ] || [ -n "$WW_FULL" ] || continue
    count=$((${global//,/ * }))
    g=$(echo "$global" | cut -d, -f "1-$dims") l=$(echo "$local" | cut -d, -f "1-$dims")
    o=$(echo "$offset" | cut -d, -f "1-$dims")
    each_shape '' ids.cl --kernel ids --global "$g" --local "$l" --offset "$o" --arg "count=$((12 * count)),print"
    expect_ids "$global" "$local" "$offset" "$dims" | cmp - got
    each_shape '' ids.cl --kernel meet --global "$g" --local "$l" --offset "$o" --arg "count=$count,print"
    expect_meet "$global" "$local" | cmp - got
  done <<'END'
24,1,1 8,1,1 5,0,0 1
20,1,1 10,1,1 0,0,0 1 full
8,4,1 4,2,1 0,3,0 2 full
9,4,1 3,2,1 1,1,0 2
6,4,4 2,4,2 0,7,1 3
6,2,9 6,1,3 0,0,0 3 full
END
}

@test "integers: the functions of OpenCL C for each type" {
  need_library
  make_in 3
  for type in uchar short int ulong $([ -n "$WW_FULL" ] && echo char ushort uint int64_t); do
    against_host '' integers.cl "f_$type" 64 34
  done
  shapes=4x4
  for seed in $([ -n "$WW_FULL" ] && seq 4 12); do
    make_in "$seed"
    for type in char short int int64_t ulong; do
      against_host "-s isa.zbb=$(is_odd "$seed")" integers.cl "f_$type" 64 34
    done
  done
}

@test "functions in place of libclc's: each width, where the library is wrong" {
  need_library
  cat > mended.cl <<'END'
#define SAME(n, x, y) bad |= all((x) == (y)) ? 0 : 1 << n;
#define WIDTH(w, i2, l2, f2, d2) \
int check##w(__global const int *x, __global const long *y, __global ushort *h, int i) \
{ \
  int bad = 0; \
  long most = LONG_MAX - y[0]; \
  float f[16]; \
  SAME(0, sub_sat((i2)(x[0]), (i2)(x[1])), (i2)(INT_MAX)) \
  SAME(1, sub_sat((l2)(y[0]), (l2)(y[1])), (l2)(LONG_MAX)) \
  SAME(2, mad_sat((l2)(y[0]), (l2)(y[1]), (l2)(y[2])), (l2)(3)) \
  SAME(3, convert_##f2##_rtz((i2)(INT_MAX - x[0])), (f2)(0x7fffff80)) \
  SAME(4, convert_##f2##_rtz(as_u##l2((l2)(-1 - y[0]))), (f2)(0xffffff0000000000UL)) \
  SAME(5, convert_##f2##_rtn((l2)(most)), (f2)(0x7fffff8000000000L)) \
  SAME(6, convert_##f2##_rtn((i2)(-16777217 - x[0])), (f2)(-16777218.0f)) \
  SAME(7, convert_##f2##_rtz((i2)(-16777217 - x[0])), (f2)(-16777216.0f)) \
  SAME(8, convert_##f2##_rtz((l2)(16777215 + y[0])), (f2)(16777215.0f)) \
  SAME(9, convert_##d2##_rtz((l2)(most)), (d2)(0x7ffffffffffffc00L)) \
  f2 less = (f2)(as_float(714 + x[0])), rest, few = (f2)(as_float(5 + x[0])); \
  i2 quotient = 0; \
  SAME(15, fmod(-less, few), (f2)(as_float(0x80000004))) \
  SAME(16, remainder((f2)(1e10f), (f2)(as_float(7 + x[0]))), (f2)(as_float(0x00000002))) \
  rest = remquo(-less, few, &quotient); \
  bad |= all(rest == (f2)(as_float(1))) && all(quotient == -(143 & 127)) ? 0 : 1 << 17; \
  SAME(18, exp((f2)(-103.5f - x[0])), (f2)(as_float(1))) \
  SAME(19, exp2((f2)(-140.0f - x[0])), (f2)(0x1p-140f)) \
  SAME(20, fmod((d2)(1e300 - x[0]), (d2)(as_double(7 + y[0]))), (d2)(as_double(1L))) \
  bad |= all(isnan(ldexp((d2)(NAN), i + 1))) ? 0 : 1 << 13; \
  SAME(14, ldexp((d2)(1.5), (i2)(i - 1073)), (d2)(0x1.8p-1073)) \
  vstore_half##w##_rtp((f2)(1e-20f), i, (__global half *)h); \
  for (int k = 0; k < (w + 0); k++) \
    bad |= h[k] == 1 ? 0 : 1 << 10; \
  vstorea_half##w##_rtn((d2)(-65505.0 - x[0]), i, (__private half *)f); \
  for (int k = 0; k < (w + 0); k++) \
    bad |= ((ushort *)f)[k] == 0xfc00 ? 0 : 1 << 11; \
  vstore_half##w(as_##d2((l2)(0x3f00040000000001L)), i, (__private half *)f); \
  for (int k = 0; k < (w + 0); k++) \
    bad |= ((ushort *)f)[k] == 0x200 + 1 ? 0 : 1 << 12; \
  return bad; \
}
WIDTH(2, int2, long2, float2, double2)
WIDTH(3, int3, long3, float3, double3)
WIDTH(4, int4, long4, float4, double4)
WIDTH(8, int8, long8, float8, double8)
WIDTH(16, int16, long16, float16, double16)
#define all(x) (x)
#define vstorea_half_rtn vstore_half_rtn
WIDTH(, int, long, float, double)
__kernel void k(__global const int *x, __global const long *y, __global int *out, __global ushort *h)
{
  int i = get_global_id(0);
  out[0] = check(x, y, h, i);
  out[1] = check2(x, y, h, i);
  out[2] = check3(x, y, h, i);
  out[3] = check4(x, y, h, i);
  out[4] = check8(x, y, h, i);
  out[5] = check16(x, y, h, i);
}
END
  for float in none zfinx ${WW_FULL:+f}; do
    each_shape "-s isa.f=$float" mended.cl --global 1 --arg 0,-2147483648 --arg 0,-9223372036854775808,3 \
      --arg count=6,print --arg size=32
    [ "$(cat got)" = "out: 0 0 0 0 0 0" ]
  done
}

@test "floats: to the bit, by instructions or by integers" {
  need_library
  make_in 2
  against_host '-s isa.f=zfinx' floats.cl floats 64 32
  shapes=4x4
  against_host '' floats.cl floats 64 32
  [ -n "$WW_FULL" ] || return 0
  for seed in 3 4 5 6 7 8 9; do
    make_in "$seed"
    against_host '-s isa.m=false' floats.cl floats 64 32
    against_host '-s isa.f=f -s isa.zicond=true' floats.cl floats 64 32
    against_host '-s isa.f=zfinx -s isa.zba=true -s isa.zbb=true' floats.cl floats 64 32
  done
}

@test "functions of floats: as near as OpenCL wants them" {
  need_library
  ${CC:-cc} -std=gnu11 -O1 -o ulp "$here/ulp.c" -lm
  for seed in 1 $([ -n "$WW_FULL" ] && seq 2 6); do
    ./ulp "$seed"
    for f in zfinx $([ -n "$WW_FULL" ] && echo f none); do
      rm -f out
      "$WW" run -s "isa.f=$f" -s simt.stack=64 -s "isa.zicond=$(is_odd "$seed")" "$here/cl/math.cl" --global 256 \
        --arg in=x --arg in=y --arg size=53248,out=out
      ./ulp
    done
  done
}

@test "values: scalars, vectors, structures" {
  need_opencl
  # struct box of features.cl: both[0] = { 1, (1, 2) }, both[1].tag = 7, last = 9
  printf '\1\0\0\0\0\0\0\0\1\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\7' > box
  printf '%023d\11%07d' 0 0 | tr 0 '\0' >> box
  each_shape '' features.cl --kernel values --global 1 --arg count=12,print --arg -5 --arg 250 --arg -300 --arg 65000 \
    --arg -7 --arg 0xffffffff --arg -1 --arg 0xf000000000000000 --arg 1,2,3 --arg 1,2,3,4 --arg 1,2,3,4,5,6,7,8 \
    --arg in=box
  [ "$(cat got)" = "out: -5 250 -300 65000 -7 268435455 -1 15 321 11 13 18" ]
}

@test "vectors" {
  need_library
  each_shape '-s isa.f=zfinx' features.cl --kernel vectors --global 2 --arg 1,2,3,4,5,6,7,8 --arg 0,count=128,print
  cut -d ' ' -f 1-33 got > first
  [ "$(cat first)" = "out: 6321 4 3 3 6 2 3 810 120 1016 6 6 0 5616 5 1\
 14805 8 7 7 14 2 7 1020 280 1034 15 14 0 5616 5 1" ]
}

@test "arrays of an item, tables in constant memory, structures in buffers" {
  need_opencl
  each_shape '' features.cl --kernel memory --global 8 --arg 1,2,3,4 --arg size=256 --arg count=8,print
  awk 'BEGIN {
    split("0 1 4 9 16 25 36 49", square)
    printf "out:"
    for (i = 0; i < 8; i++) {
      for (k = 0; k < 8; k++)
        list[(k * 3 + i) % 8] = k < i ? square[k + 1] : k % 4 + 1
      x = 3
      for (k = 0; k < i; k++)
        x += list[k]
      printf " %d", list[(i + 3) % 8] + 1000 * (97 + i) + 1000000 * x + 400000
    }
    print ""
  }' | cmp - got
}

@test "vectors from constant memory, half, addresses of local variables in constants" {
  need_library
  cat > r.cl <<'END'
__kernel void k(__constant int *in, __global int4 *out, __constant half *h, __global float *f) {
  out[0] = vload4(0, in);
  out[1] = vload4(1, in + 1);
  f[0] = vload_half(1, h);
  f[1] = vload_half2(0, h).x;
  vstore_half(f[0] / 4, 4, (__global half *)f);
}
__kernel void places(__global uint *out) {
  __local uint a[16], b[16];
  uint i = get_local_id(0), far = (uint)((size_t)b - (size_t)a) / 4;
  __local uint *p = (__local uint *)((size_t)a + 4 * i), *q = (__local uint *)((size_t)&a[3] + 12);
  a[i] = i;
  b[i] = 2 * i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = p[far] + (ushort)(size_t)&a[1] % 16 + q[0];
}
END
  printf '\0\xc4\x40\x54' > h.bin
  for float in none f zfinx; do
    each_shape "-s isa.f=$float" r.cl --kernel k --global 1 --arg 1,2,3,4,5,6,7,8,9 --arg count=2,print --arg in=h.bin \
      --arg count=4,print
    [ "$(cat got)" = "out: 1 2 3 4 6 7 8 9
f: 68 -4 2.7353346e-41 0" ]
  done
  each_shape '' r.cl --kernel places --global 8 --local 8 --arg count=8,print
  [ "$(cat got)" = "out: 10 12 14 16 18 20 22 24" ]
}

@test "a core without atomic functions has no names of their extensions" {
  need_library
  cat > names.cl <<'END'
__kernel void names(__global int *a) {
#ifdef cl_khr_global_int32_base_atomics
  a[0] = 1;
#endif
#ifdef cl_khr_local_int32_extended_atomics
  a[1] = 1;
#endif
}
END
  for has in true false; do
    "$WW" run -s isa.a=$has names.cl --global 1 --arg count=2,print > $has
  done
  [ "$(cat true false)" = "a: 1 1
a: 0 0" ]
}

@test "several cores: rows of items, and groups with local memory in RAM" {
  need_opencl
  for cores in 2 4; do
    each_shape "-s gpu.cores=$cores" ids.cl --kernel ids --global 40 --local 4 --arg count=480,print
    expect_ids 40,1,1 4,1,1 0,0,0 1 | cmp - got
    each_shape "-s gpu.cores=$cores" ids.cl --kernel meet --global 40 --local 4 --arg count=40,print
    expect_meet 40,1,1 4,1,1 | cmp - got
  done
}

@test "local memory and barriers in loops, with and without shared memory" {
  need_opencl
  all=('-s simt.barriers=1' '-s gpu.cores=3 -s smem.size=4096')
  [ -z "$WW_FULL" ] || all+=('' '-s smem.size=4096')
  for parameters in "${all[@]}"; do
    each_shape "$parameters" features.cl --kernel blocks --global 16 --local 8 \
      --arg 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16 --arg count=16,print --arg 3 --arg count=8 --arg count=1
    [ "$(cat got)" = "out: 72132 72132 72132 72132 72132 72132 72132 72132 \
72276 72276 72276 72276 72276 72276 72276 72276" ]
  done
}

@test "copies of a group" {
  need_opencl
  each_shape '-s smem.size=4096' features.cl --kernel copies --global 8 --local 4 --arg 1,2,3,4,5,6,7,8 \
    --arg count=8,print --arg count=4
  [ "$(cat got)" = "out: 2 10 4 12 6 14 8 16" ]
}

@test "atomic functions on both memories" {
  need_library
  each_shape '-s isa.a=true -s smem.size=4096' atomics.cl --kernel atomics --global 16 --local 8 \
    --arg 0,0,0,1000,0,0,0,print --arg 0xffffffff,0,0,0,0,0,0,print
  printf '%s\n' 'out: 56 15 16 85 65535 0 -32' 'u: 4294901760 48 5 1 65535 1 4294967295' | cmp - got
}

@test "printf: words, 64 bits, floats, vectors, texts" {
  need_opencl
  for f in zfinx none; do
    each_shape "-s isa.f=$f" print.cl --global 4 --arg 1,2,255,65 --arg 1.5,2.25 --arg -2
    cat > want <<'END'
1 2 ff A%
    1|2    |00255
1.500000 2.25 1.500000e+00 2.25
-2 fffffffffffffffe text
1,2,255,65 1.500000,2.250000 1.5,2.2 1,2,255,65
END
    cmp got want
  done
}

# Runs the text of standard input as r.cl: it must be refused with STATUS, and no file be left.
refused() { # STATUS OPTION...
  local want=$1
  need_opencl
  cat > r.cl
  run "$WW" run r.cl "${@:2}"
  echo "$output"
  [ "$status" -eq "$want" ]
  [ ! -e o ] && [ -z "$(ls -A | grep '^\.part')" ]
}

@test "a barrier behind conditions that are the same for a group, which only the standard says" {
  need_opencl
  cat > r.cl <<'END'
void meet(int x) { barrier(x); }
__kernel void k(__global int *a, __global int *c, __local int *b) {
  int i = get_global_id(0), me = get_local_id(0);
  if (i - me >= a[0])
    return;
  b[me] = i;
  for (int k = (i - me) / 4; k >= 0; k--) {
    meet(CLK_LOCAL_MEM_FENCE);
    int x = b[3 - me];
    meet(CLK_LOCAL_MEM_FENCE);
    b[me] = x + 1;
  }
  c[i] = b[me];
}
END
  each_shape '' r.cl --global 16 --local 4 --arg 12 --arg count=16,print --arg count=4
  [ "$(cat got)" = "c: 4 3 2 1 6 7 8 9 14 13 12 11 0 0 0 0" ]
  run "$WW" run r.cl --global 16 --local 4 --arg 12 --arg count=16,print --arg count=4
  [[ ${lines[0]} == "r.cl:1: warning: barrier behind the condition in line 4, which is taken to be the same"* ]]
  [[ ${lines[1]} == "r.cl:1: warning: barrier behind the condition in line 7, which is taken to be the same"* ]]
}

@test "a barrier that not all items of a group reach ends the run" {
  need_opencl
  cat > r.cl <<'END'
__kernel void k(__global int *a) {
  if (get_global_id(0) > a[0])
    barrier(CLK_LOCAL_MEM_FENCE);
  a[0] = 1;
}
END
  run -1 "$WW" run r.cl --global 4 --arg 2,0,0,0
  [[ $output == *"r.cl: error: active lanes disagree on the branch at "*" r.cl:2"* ]]
  run -0 "$WW" run r.cl --global 4 --arg 4,0,0,0
  # Its profile has the source, which is in another folder.
  mkdir -p there/sub
  mv r.cl there/sub
  (cd there && "$WW" run --on iss --profile ../p.json sub/r.cl --global 4 --arg 4,0,0,0)
  grep -q '{"file": ".*/there/sub/r.cl", "text": \["__kernel void k(' p.json
  grep -q '{"file": ".*/there/sub/r.cl", "line": 4, "issues": [1-9]' p.json
  mv there/sub/r.cl .
  # Rows of a warp that disagree, and warps, of which one waits for the other.
  run -1 "$WW" run -s core.warps=1 -s core.threads=4 r.cl --global 8 --local 8 --arg 3,0,0,0
  [[ $output == *"vx: not all items of a group reach a barrier"* ]]
  run -1 "$WW" run r.cl --global 8 --local 8 --arg 3,0,0,0
  [[ $output == *"deadlock: warps wait at a barrier, and the last other one loops"*"warp 1 waits at barrier 0"* ]]
}

@test "a barrier whose condition ww_same calls equal" {
  need_opencl
  cat > r.cl <<'END'
__kernel void k(__global int *a, __local int *b) {
  int i = get_local_id(0);
  if (ww_same(i - i + a[0]) > 2) {
    b[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = b[3 - i];
  }
}
END
  each_shape '' r.cl --global 4 --local 4 --arg 5,0,0,0,print --arg count=4
  [ "$(cat got)" = "a: 3 2 1 0" ]
  cat > r.cl <<'END'
__kernel void k(__global int *a) {
  if (ww_same(get_local_id(0) < 32))
    barrier(CLK_GLOBAL_MEM_FENCE);
}
END
  run -1 --separate-stderr "$WW" run r.cl --global 64 --local 64 --arg count=64
  [[ $output == *"vx: not all items of a group reach a barrier"* ]]
}

@test "double: arithmetic, vectors, functions, conversions, printf" {
  need_library
  cat > double.cl <<'END'
__kernel void d(__global const double *x, __global double *y, __global float *f, __global long *n)
{
  int i = get_global_id(0);
  double4 v = (double4)(x[i], 1, 2, 3) * 0.5;
  y[i] = fma(x[i], x[i], 1.0 / 3) + dot(v, v) + sqrt(x[i]) - floor(x[i] / 3);
  f[i] = convert_float(y[i]) + (float)fmax(x[i], 2.5);
  n[i] = convert_long_sat(x[i] * 1e18) + as_long(y[i]) % 1000;
  if (i == 3)
    printf("%.17g %g %v4hlf\n", x[i] / 3, 1e300, convert_float4(v));
}
END
  each_shape '' double.cl --kernel d --global 4 --arg 1,2,3,4 --arg count=4,print --arg count=4,print \
    --arg count=4,print
  [ "$(cat got)" = "$(printf '%s\n' "1.3333333333333333 1e+300 2.000000,0.500000,1.000000,1.500000" \
    "y: 6.083333333333333 10.247546895706428 15.815384140902211 24.833333333333332" \
    "f: 8.58333397 12.7475471 18.8153839 28.833334" \
    "n: 1000000000000000533 2000000000000000044 3000000000000000456 4000000000000000853")" ]
}

@test "refused: images of buffers, half, recursion, pointers to functions" {
  refused 3 --global 4 --arg 1 --arg 1 --arg 1 <<'END'
__kernel void good(__global int *a) { a[0] = 1; }

__kernel void k(__global int *a, read_only image1d_buffer_t picture,
                sampler_t how) {
  a[0] = read_imagei(picture, 0).x;
}
END
  [ "${lines[0]}" = "r.cl:3: error: kernel k: argument picture is of type image1d_buffer_t, which the device has not" ]
  refused 3 --global 4 --arg count=4 <<< '__kernel void k(__global int *a) { half h = a[0]; }'
  [[ $output == *"r.cl:1:"*"half' is not allowed"* ]]
  refused 3 --global 4 --arg count=4 <<'END'
int f(int n) {
  return n < 2 ? get_global_id(0)
               : f(n - 1);
}
__kernel void k(__global int *a) { a[0] = f(a[1]); }
END
  [ "$output" = "r.cl:3: error: a function that calls itself: OpenCL C has no recursion" ]
  refused 3 --global 4 --arg count=4 <<'END'
int f(int n) { return n; }
__kernel void k(__global int *a) { int (*p)(int) = f; a[0] = p(1); }
END
  [[ $output == *"r.cl:2:"*"pointers to functions are not allowed"* ]]
}

@test "stacks are as large as a kernel's private arrays take" {
  need_opencl
  cat > array.cl <<'END'
__kernel void array(__global int *out) {
  int a[N], n = *out + 1;
  for (int i = 0; i < N; i++)
    a[i] = i * n;
  out[get_global_id(0)] = a[n * (N - 1)];
}
END
  run "$WW" run array.cl -DN=3000 --global 4 --arg 0,0,0,0,print
  echo "$output"
  [ "$status" -eq 0 ]
  [[ $output == *2999* ]]
  run "$WW" run array.cl -DN=300000 --global 1 --arg 0,print
  echo "$output"
  [ "$status" -eq 1 ]
  [[ $output == *"below its stack of 4096"*"a larger mem.ram_size"* ]]
  run "$WW" run array.cl -DN=300000 -s mem.ram_size=0x10000000 --global 1 --arg 0,print
  [ "$status" -eq 0 ]
  [[ $output == *299999* ]]
}

@test "refused: functions that are nowhere, atomics that the core lacks, conversions that printf lacks" {
  refused 3 --global 4 --arg count=4 <<'END'
int f(int n);
__kernel void k(__global int *a) {
  a[0] = f(1);
}
END
  [[ $output == "r.cl:3: error: 'f', with arguments of these types, is neither in this program"* ]]
  need_library
  refused 3 --global 4 --arg count=4 <<'END'
__kernel void k(__global int *a) {
  atomic_add(a, 1);
}
END
  [[ $output == "r.cl:2: error: atomic functions are for cores with isa.a = true"* ]]
  for call in "long atom_add(a, 1l)" "long atomic_add(a, 1)" "ulong atomic_inc(a)" "ulong atomic_cmpxchg(a, 1, 2)" \
    "float atomic_add(a, 1.0f)" "ushort atomic_or(a, 1)"; do
    refused 3 --global 4 --arg count=4 <<< "__kernel void k(__global ${call%% *} *a) { ${call#* }; }"
    word=${call#* }
    [[ $output == "r.cl:1:"*" error: '${word%%(*}' is unavailable: the core has atomic functions for int and uint"* ]]
  done
  for word in "const int" "const volatile uint"; do
    for call in "inc(a)" "xchg(a, 1)" "cmpxchg(a, 1, 2)"; do
      for space in global local; do
        refused 3 --global 4 --arg count=4 <<< "__kernel void k(__$space $word *a) { atomic_$call; }"
        [[ $output == "r.cl:1:"*" error: 'atomic_${call%(*}' is unavailable: it writes the word, which is const"* ]]
      done
    done
  done
  refused 2 --global 4 --arg count=4 --arg 1 <<< '__kernel void k(__global int *a, read_only image2d_t b) { a[0] = 1; }'
  [[ $output == *"it is an image, which a host alone can give (the OpenCL driver)"* ]]
  refused 3 --global 4 --arg count=4 <<< '__kernel void k(__global int *a) { printf("%a", 1.0f); }'
  [[ $output == "r.cl:1: error: printf: of conversions there are"* ]]
  refused 3 --global 4 --arg count=4 <<< '__kernel void k(__global int *a) { printf("%d %d", a[0]); }'
  [[ $output == *"r.cl:1: error: printf: a conversion has no argument"* ]]
}

# Writes two.cl, with two kernels.
write_two() {
  cat > two.cl <<'END'
__kernel void scale(__global const float *x, __global float *y, float by)
{
	y[get_global_id(0)] = by * x[get_global_id(0)];
}

__attribute__((reqd_work_group_size(4, 1, 1)))
__kernel void fours(__global int *a, __local uchar4 *room, int2 v)
{
	a[get_global_id(0)] = v.x;
}
END
}

@test "wrong launches: kernels, numbers of arguments, sizes" {
  write_two
  refused 2 --global 4 < two.cl
  [ "$output" = "r.cl: error: --kernel is missing; there are scale, fours" ]
  refused 2 --global 4 --kernel scael < two.cl
  [ "$output" = "r.cl: error: no kernel 'scael'; did you mean 'scale'? There are scale, fours" ]
  refused 2 --global 4 --kernel scale --arg 1,2 < two.cl
  [ "$output" = "r.cl: error: 1 --arg for a kernel of 3 arguments: \
scale(__global float *x, __global float *y, float by)" ]
  refused 2 --global 10 --local 4 --kernel scale --arg 1 --arg 1 --arg 1 < two.cl
  [ "$output" = "r.cl: error: the local size 4 does not divide the global size 10 in dimension 0" ]
  refused 2 --global 4096 --local 2048 --kernel scale --arg 1 --arg 1 --arg 1 < two.cl
  [ "$output" = "r.cl: error: a group has more than 1024 items" ]
  refused 2 --global 8 --local 8 --kernel fours --arg 1 --arg count=4 --arg 1,2 < two.cl
  [ "$output" = "r.cl: error: kernel fours requires groups of 4,1,1 (reqd_work_group_size)" ]
  refused 2 --kernel scale --arg 1 < two.cl
  [[ $output == *"--global is missing"* ]]
  refused 2 --global 0 --kernel scale --arg 1 --arg 1 --arg 1 < two.cl
  [[ $output == *"does not divide the global size 0"* ]]
  refused 2 --global 4x4 --kernel scale < two.cl
  [[ $output == *"--global '4x4' is not one to three numbers"* ]]
  refused 2 --global 4,4 --local 2 --kernel scale < two.cl
  [[ $output == *"not the same number of dimensions"* ]]
  refused 3 --global 4 <<< 'int f(void) { return 1; } void g(void) { x; }'
  refused 2 --global 4 <<< 'int f(void) { return 1; }'
  [ "$output" = "r.cl: error: there is no kernel: __kernel void name(...)" ]
  run -2 "$WW" run --global 4 "$here/kernels/loops.c"
  [[ $output == *"--global is for OpenCL kernels"* ]]
  run -2 "$WW" run --plain --global 4 two.cl
  [[ $output == *"--plain is for C, not for 'two.cl'"* ]]
}

@test "wrong arguments" {
  local scale='--global 4 --kernel scale' fours='--global 4 --kernel fours'
  write_two
  refused 2 $scale --arg 1,2,3,x --arg count=4 --arg 1 < two.cl
  [ "$output" = "r.cl: error: --arg '1,2,3,x' for argument 1, __global float *x: 'x' is no float" ]
  refused 2 $scale --arg count=4 --arg 1 --arg 1,2 < two.cl
  [ "$output" = "r.cl: error: --arg '1,2' for argument 3, float by: the value has 1 number, not 2" ]
  refused 2 $scale --arg size=4,1,2 --arg 1 --arg 1 < two.cl
  [[ $output == *"4 bytes do not hold the 8 that are given" ]]
  refused 2 $scale --arg out=o --arg 1 --arg 1 < two.cl
  [[ $output == *"the size is missing"* ]]
  refused 2 $scale --arg size=4G --arg 1 --arg 1 < two.cl
  [[ $output == *"'4G' is no number of bytes"* ]]
  refused 2 $scale --arg size=512M --arg 1 --arg 1 < two.cl
  [[ $output == *"RAM has no room for 536870912 bytes"* ]]
  refused 2 $scale --arg count=4 --arg 1 --arg size=4 < two.cl
  [[ $output == *"a value takes numbers, or in=FILE" ]]
  refused 2 $scale --arg null,1 --arg 1 --arg 1 < two.cl
  [[ $output == *"null stands alone" ]]
  refused 2 $scale --arg file=x --arg 1 --arg 1 < two.cl
  [[ $output == *"'file=x' is none of in=FILE, out=FILE, size=BYTES, count=N"* ]]
  refused 2 $scale --arg 1,,2 --arg 1 --arg 1 < two.cl
  [[ $output == *"a word is empty"* ]]
  refused 2 $scale --arg count=1,out=o --arg count=1,out=o --arg 1 < two.cl
  [[ $output == *"two arguments are written to 'o'"* ]]
  refused 3 $scale --arg in=nowhere --arg 1 --arg 1 < two.cl
  [ "$output" = "warpwright run: error: cannot read 'nowhere': No such file or directory" ]
  refused 4 $scale --arg count=4 --arg count=1,out=no/where --arg 1 < two.cl
  [[ $output == *"cannot write 'no/where': "* ]]
  refused 2 $fours --arg 2147483648 --arg count=4 --arg 1,4294967296 < two.cl
  [[ $output == *"'4294967296' is no integer of 32 bits" ]]
  refused 2 $fours --arg 1 --arg 7 --arg 1,2 < two.cl
  [[ $output == *"for argument 2, __local uchar4 *room: local memory takes size=BYTES or count=N" ]]
}

@test "a run that fails writes no file; one that passes writes all" {
  need_opencl
  cat > r.cl <<'END'
__kernel void k(__global int *a, __global uchar *b, int far)
{
	a[get_global_id(0)] = 5;
	b[get_global_id(0)] = 6;
	a[far] = 7;
}
END
  run -1 "$WW" run r.cl --global 4 --arg count=4,out=a --arg count=4,out=b --arg 500000000
  [[ $output == *"r.cl:5: store access fault"*"no result is written"* ]]
  [ ! -e a ] && [ ! -e b ]
  # Accesses that are taken out of the loop over rows.
  cat > same.cl <<'END'
__kernel void put(__global int *a, int far) {
  a[far] = 7;
}
__kernel void add(__global int *a, int far) {
  int i = get_global_id(0);
  a[far] += i;
}
END
  run -1 "$WW" run same.cl --kernel put --global 64 --arg count=4 --arg 500000000
  [[ $output == *"same.cl:2: store access fault"* ]]
  run -1 "$WW" run same.cl --kernel add --global 64 --arg count=4 --arg 500000000
  [[ $output == *"same.cl:6: load access fault"* ]]
  "$WW" run r.cl --global 4 --arg count=4,out=a --arg out=b,in=r.cl,size=1K --arg 2
  [ "$(od -An -v -td4 a | tr -s ' ')" = " 5 5 7 5" ]
  [ "$(head -c 4 b | od -An -v -tu1 | tr -s ' ')" = " 6 6 6 6" ]
  [ "$(wc -c < b)" -eq 1024 ]
  tail -c +5 r.cl | cmp -n 50 - <(tail -c +5 b)
}

@test "without libclc: kernels that need nothing of it run, others say what is missing" {
  need_opencl
  export WARPWRIGHT_LIBCLC=/nowhere
  [ ! -e /usr/share/clc/nvptx--.bc ] || skip "a second libclc"
  "$WW" run "$here/cl/ids.cl" --kernel meet --global 8 --arg count=8
  echo '__kernel void k(__global float *a) { a[0] = sin(a[1]); }' > r.cl
  run -4 "$WW" run -s isa.f=zfinx r.cl --global 1 --arg count=2
  [[ $output == *"the kernels call 'sin' of OpenCL C's library"*"libclc-19"* ]]
}

@test "random kernels: plain ones, and groups with barriers" {
  need_library
  make_in 5
  for seed in $(seq 1 "$([ -n "$WW_FULL" ] && echo 30 || echo 2)"); do
    group=$(echo 4 24 33 1 8 48 6 16 | cut -d ' ' -f $((seed % 8 + 1)))
    awk -v seed="$seed" -v opencl=1 -f "$here/random.awk" > plain.cl
    awk -v seed="$seed" -v group="$group" -v atomics=1 -f "$here/barriers.awk" > barriers.cl
    against_host '-s simt.stack=64' plain.cl k 64 1 || { head -n 1 plain.cl; false; }
    against_host '-s simt.stack=64 -s isa.a=true -s isa.zicond=true -s smem.size=4096' barriers.cl k $((5 * group)) 5 \
      --local "$group" --arg "count=$group" || { head -n 1 barriers.cl; false; }
  done
}

# The files of doc/opencl.md.
page_files() {
  need_opencl
  page=$WW_SRCDIR/doc/opencl.md
  awk -f "$WW_SRCDIR/tests/sw/pages.awk" "$page" > /dev/null
}

# The command of the page that has TEXT.
page_command() { # TEXT
  sed -n "/^warpwright run .*$1/s/^warpwright/\"\$WW\"/p" "$page"
}

@test "doc/opencl.md: the kernels run, the messages are those of the page" {
  page_files
  eval "$(page_command saxpy)" > got
  [ "$(cat got)" = "y: 10.5 21 31.5 42 52.5 63" ]
  grep -qxF "$(cat got)" "$page"
  head -c 4096 /dev/zero > numbers.bin
  eval "$(page_command numbers.bin)"
  [ "$(wc -c < sums.bin)" -eq 256 ]
  run -2 eval "$(page_command 'arg 1$')"
  grep -qxF "$output" "$page"
  run -1 eval "$(page_command apart.cl)"
  grep -qxF "${lines[0]}" "$page"
  [[ ${lines[0]} == "apart.cl:4: warning: barrier behind the condition in line 3"* ]]
  [[ $output == *"active lanes disagree on the branch at "*" apart.cl:3"*"must agree on the way to a barrier."* ]]
}

# bats test_tags=full
@test "doc/opencl.md: a kernel in lockstep" {
  page_files
  [ "$VERILATOR" != no ] || skip "no verilator"
  eval "$(page_command verilator)" > got
  grep -qxF "$(cat got)" "$page"
}

# bats test_tags=full
@test "in lockstep on the RTL: caches, shared memory, random memory timing" {
  need_library
  [ "$VERILATOR" != no ] || skip "no verilator"
  make_in 7
  shapes=4x4
  cached='-c cached --on verilator --mem-random 5 -s isa.a=true -s isa.f=zfinx -s isa.zicond=true -s isa.zba=true
    -s isa.zbb=true -s simt.stack=64'
  against_host "$cached" floats.cl floats 64 32
  against_host "$cached" integers.cl f_int64_t 64 34
  for seed in $(seq 101 110); do
    awk -v seed="$seed" -v opencl=1 -f "$here/random.awk" > plain.cl
    awk -v seed="$seed" -v group=24 -v atomics=1 -f "$here/barriers.awk" > barriers.cl
    against_host "$cached --mem-random $seed" plain.cl k 64 1
    against_host "$cached --mem-random $seed" barriers.cl k 120 5 --local 24 --arg count=24
  done
}
