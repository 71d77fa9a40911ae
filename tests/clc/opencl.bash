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

shapes='1x1 4x4 2x32'

# Runs FILE of tests/clc/cl, or of this directory, on cores of three shapes with PARAMETERS; all print the same, which
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
