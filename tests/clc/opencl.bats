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
