# opencl.bash - what the tests of OpenCL C share
# SPDX-License-Identifier: Apache-2.0
. "$WW_SRCDIR/tests/clc/plain.bash"

need_opencl() {
  need_plain
}

need_library() {
  need_opencl
  [ -f /usr/lib/clc/nvptx--.bc ] || [ -f /usr/share/clc/nvptx--.bc ] || skip "no libclc-19"
}

shapes='4x4 2x32'
[ -z "${WW_FULL-}" ] || shapes="1x1 $shapes"

# Runs FILE of tests/clc/cl, or of this directory, on cores of these shapes with PARAMETERS; all print the same, which
# then is in the file got.
each_shape() { # PARAMETERS FILE OPTION...
  local shape parameters=$1 file=$2 first=
  shift 2
  [ -f "$file" ] || file=$here/cl/$file
  for shape in $shapes; do
    "$WW" run $parameters -s "core.warps=${shape%x*}" -s "core.threads=${shape#*x}" "$file" "$@" > "got.$shape" \
      2> err || { echo "$shape: $(cat err)"; return 1; }
    cmp "got.$shape" "got.${first:=$shape}" || { echo "$shape prints something else"; return 1; }
  done
  cp "got.$first" got
}

# Random words, into the file in.
make_in() { # SEED
  printf "$(awk -v seed="$1" 'BEGIN {
    x = seed * 7919 + 1
    for (i = 0; i < 256; i++) {
      x = x * 16807 % 2147483647
      printf "\\%03o", int(x / 1000) % 256
    }
  }')" > in
}

# Runs KERNEL of FILE with ITEMS items, each of which writes WORDS words, here and on cores of these shapes.
against_host() { # PARAMETERS FILE KERNEL ITEMS WORDS [OPTION]...
  local shape parameters=$1 file=$2 kernel=$3 items=$4 words=$5
  shift 5
  [ -f "$file" ] || file=$here/cl/$file
  ${CC:-cc} -std=gnu11 -O1 -fwrapv -ffp-contract=off -w -DCL_HOST "-DKERNEL=$kernel" -include "$here/cl_host.h" -x c \
    -o host "$file" -lm
  ./host "$items" "$words" < in > want
  for shape in $shapes; do
    rm -f out
    "$WW" run $parameters -s "core.warps=${shape%x*}" -s "core.threads=${shape#*x}" "$file" --kernel "$kernel" \
      --global "$items" --arg in=in --arg "size=$((4 * items * words)),out=out" --arg "$items" "$@" 2> err ||
      { echo "$parameters $shape: $(cat err)"; return 1; }
    cmp out want || { echo "$kernel, $parameters $shape: other results"; return 1; }
  done
}

is_odd() { [ $(($1 % 2)) -eq 1 ] && echo true || echo false; }
