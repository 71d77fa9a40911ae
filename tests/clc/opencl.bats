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
  while read -r global local offset dims; do
    count=$((${global//,/ * }))
    g=$(echo "$global" | cut -d, -f "1-$dims") l=$(echo "$local" | cut -d, -f "1-$dims")
    o=$(echo "$offset" | cut -d, -f "1-$dims")
    each_shape '' ids.cl --kernel ids --global "$g" --local "$l" --offset "$o" --arg "count=$((12 * count)),print"
    expect_ids "$global" "$local" "$offset" "$dims" | cmp - got
    each_shape '' ids.cl --kernel meet --global "$g" --local "$l" --offset "$o" --arg "count=$count,print"
    expect_meet "$global" "$local" | cmp - got
  done <<'END'
24,1,1 8,1,1 5,0,0 1
20,1,1 10,1,1 0,0,0 1
8,4,1 4,2,1 0,3,0 2
9,4,1 3,2,1 1,1,0 2
6,4,4 2,4,2 0,7,1 3
6,2,9 6,1,3 0,0,0 3
END
}

@test "integers: the functions of OpenCL C for each type" {
  need_library
  make_in 3
  for type in char uchar short ushort int uint int64_t ulong; do
    against_host '' integers.cl "f_$type" 64 34
  done
  shapes=4x4
  for seed in $([ -n "$WW_FULL" ] && seq 4 12); do
    make_in "$seed"
    for type in char short int int64_t ulong; do
      against_host "-s isa.zbb=$((seed % 2))" integers.cl "f_$type" 64 34
    done
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
  each_shape '-s isa.f=zfinx' features.cl --kernel vectors --global 2 --arg 1,2,3,4,5,6,7,8 --arg count=128,print
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

@test "local memory and barriers in loops, with and without shared memory" {
  need_opencl
  for parameters in '' '-s smem.size=4096' '-s simt.barriers=1'; do
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
