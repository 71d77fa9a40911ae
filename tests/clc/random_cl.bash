# random_cl.bash - random kernels of OpenCL C: many in a program, on many shapes, against this machine
# SPDX-License-Identifier: Apache-2.0
. "$WW_SRCDIR/tests/clc/opencl.bash"

# Shapes, warps x threads; instruction sets, by their parameters.
random_shapes='4x32 1x1 2x2 4x4 8x2 1x32 16x4 8x16'
random_sets=(isa.a=true isa.a=true,isa.zba=true,isa.zbb=true,isa.zicond=true isa.f=zfinx,isa.a=true,isa.zicond=true
  isa.f=f,isa.a=true,isa.zba=true,isa.zbb=true,isa.zicond=true)

# The devices of instruction set NUMBER, the largest first: the program is compiled for that.
random_devices() { # NUMBER
  local shape
  for shape in $random_shapes; do
    printf '%s' "$comma" "default,simt.stack=64,smem.size=$((8192 * (${shape%x*} % 3))),${random_sets[$1 % 4]}," \
      "core.warps=${shape%x*},core.threads=${shape#*x}"
    local comma=';'
  done
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

# Runs the kernels SEED... on the devices; what differs is on stdout.
random_run() { # DROP SEED...
  random_make "$@" || { echo "this machine cannot run them: random_make '$1' ${*:2}"; return 2; }
  "$WW_BUILDDIR/tests/cl/random" p.cl in want -w < list 2>&1
}

# Drops statements of kernel SEED as long as it differs; the numbers of the dropped ones.
random_shrink() { # SEED
  local seed=$1 count drop=' ' at size
  count=$(random_kernel "$seed" | sed -n 's,^/\* \([0-9]*\) statements \*/$,\1,p')
  for size in 16 4 1; do
    for ((at = count; at > 0; at -= size)); do
      local try=$drop number
      for ((number = at; number > at - size && number > 0; number--)); do
        try="$try$number "
      done
      if random_make "$try" "$seed" && ! "$WW_BUILDDIR/tests/cl/random" p.cl in want -w < list > /dev/null 2>&1; then
        drop=$try
      fi
    done
  done
  echo "$drop"
}
