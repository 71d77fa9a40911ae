# random_cl.bash - random kernels of OpenCL C: many in a program, on many shapes, against this machine
# SPDX-License-Identifier: Apache-2.0
. "$WW_SRCDIR/tests/clc/opencl.bash"

# Shapes, warps x threads; instruction sets, by their parameters.
random_shapes='4x32 1x1 2x2 4x4 8x2 1x32 16x4 8x16'
random_sets=(isa.a=true isa.a=true,isa.zba=true,isa.zbb=true,isa.zicond=true isa.f=zfinx,isa.a=true,isa.zicond=true
  isa.f=f,isa.a=true,isa.zba=true,isa.zbb=true,isa.zicond=true)

# The devices of instruction set NUMBER, the largest first: the program is compiled for that.
random_devices() { # NUMBER
  local shape comma=
  for shape in $random_shapes; do
    printf '%s' "$comma" "default,simt.stack=64,smem.size=$((8192 * (${shape%x*} % 3))),${random_sets[$1 % 4]}," \
      "core.warps=${shape%x*},core.threads=${shape#*x}"
    comma=';'
  done
}

# The core of instruction set NUMBER for `verilator:`, with memory whose delays are random from SEED.
random_cores=(cached,core.warps=4,core.threads=4 cached,core.warps=2,core.threads=8,dcache.line=32
  default,core.warps=8,core.threads=2,smem.size=0 cached,core.warps=4,core.threads=4,smem.size=0,dcache.write=through)
random_core() { # NUMBER SEED
  echo "verilator:simt.stack=64,${random_sets[$1 % 4]},${random_cores[$1 % 4]},mem-random=$2"
}

# Kernel SEED, to stdout: an odd one has barriers, the others have not. Without the statements of the numbers DROP.
random_kernel() { # SEED [DROP]
  if [ $(($1 % 2)) -eq 0 ]; then
    awk -v seed="$1" -v name="k$1" -v drop="${2-}" -v opencl=1 -v floats=$(($1 / 2 % 2)) -f "$here/random.awk"
  else
    awk -v seed="$1" -v name="k$1" -v drop="${2-}" -v group="$(random_group "$1")" -v atomics=1 -f "$here/barriers.awk"
  fi
}

random_group() { # SEED
  echo 4 24 33 1 8 48 6 16 130 2 64 | cut -d ' ' -f $(($1 / 2 % 11 + 1))
}

# A line of the list for tests/cl/random: NAME ITEMS GROUP WORDS.
random_row() { # SEED
  if [ $(($1 % 2)) -eq 0 ]; then
    echo "k$1 64 0 1"
  else
    echo "k$1 $((3 * $(random_group "$1"))) $(random_group "$1") 5"
  fi
}

# Makes p.cl, want and list of the kernels SEED..., without the statements DROP.
random_make() { # DROP SEED...
  local drop=$1 seed kernels=
  shift
  : > list
  for seed; do
    random_kernel "$seed" "$drop"
    random_row "$seed" >> list
  done > p.cl
  kernels=$(awk '{ printf "RUN(%s, %d, %d) ", $1, $2, $4 }' list)
  ${CC:-cc} -std=gnu11 -O1 -fwrapv -ffp-contract=off -w -DCL_HOST "-DKERNELS=$kernels" -include "$here/cl_host.h" -x c \
    -o host p.cl -lm && timeout 20 ./host < in > want
}

# Runs the kernels of p.cl on the devices; what differs is on stdout.
random_check() {
  "$WW_BUILDDIR/tests/cl/random" p.cl in want -w < list 2>&1
}

# Makes and runs the kernels SEED... without the statements DROP.
random_run() { # DROP SEED...
  random_make "$@" || { echo "this machine cannot run them: random_make '$1' ${*:2}"; return 2; }
  random_check
}

# Drops statements of kernel SEED as long as it differs; the numbers of the dropped ones.
random_shrink() { # SEED
  local seed=$1 count drop=' ' at size try number
  count=$(random_kernel "$seed" | sed -n 's,^/\* \([0-9]*\) statements \*/$,\1,p')
  for size in 16 4 1; do
    for ((at = count; at > 0; at -= size)); do
      try=$drop
      for ((number = at; number > at - size && number > 0; number--)); do
        [[ $drop == *" $number "* ]] || try="$try$number "
      done
      if [ "$try" != "$drop" ] && random_make "$try" "$seed" && ! random_check > /dev/null; then
        drop=$try
      fi
    done
  done
  echo "$drop"
}
