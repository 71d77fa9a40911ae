# random.bash - random kernels of CUDA: some in a program, on several shapes, against this machine
# SPDX-License-Identifier: Apache-2.0

here=$WW_SRCDIR/tests/cuda
# Kernels with functions of the warp run on the first ones. The sets of instructions are by turns.
random_wide='8x32 2x32 4x32,gpu.cores=2 16x32,smem.size=0 1x32,smem.size=4096 4x32'
random_narrow='4x4 1x1 16x2,smem.size=0 2x8,gpu.cores=2 4x16 1x32'
random_sets=(isa.f=f isa.zba=true,isa.zbb=true,isa.zicond=true isa.f=zfinx,isa.zicond=true
  isa.f=f,isa.zba=true,isa.zbb=true)

# Kernels SEED have functions of the warp in every other program, of ten.
random_is_wide() { # SEED
  [ $(($1 / 10 % 2)) -eq 1 ]
}

# The names of the devices for the program of kernel SEED.
random_devices() { # SEED
  local shape wide= shapes=$random_narrow
  ! random_is_wide "$1" || wide=,isa.vote=true,isa.shfl=true shapes=$random_wide
  for shape in $shapes; do
    echo "golden:default,simt.stack=64,isa.a=true,smem.size=16384,${random_sets[$1 / 20 % 4]}$wide,core.warps=$(
      )${shape%%x*},core.threads=${shape#*x}"
  done
}

# The core in lockstep for the program of kernel SEED, with memory whose delays are random.
random_core() { # SEED
  local wide=core.warps=4,core.threads=4
  ! random_is_wide "$1" || wide=isa.vote=true,isa.shfl=true,core.warps=2,core.threads=32
  echo "verilator:$([ $(($1 / 40 % 2)) -eq 1 ] && echo cached || echo default),simt.stack=64,isa.a=true,$(
    )smem.size=16384,${random_sets[$1 / 20 % 4]},$wide,mem-random=$1"
}

# Kernel SEED, without the statements of the numbers DROP.
random_kernel() { # SEED [DROP]
  awk -v seed="$1" -v drop="${2-}" -v warp="$(random_is_wide "$1" && echo 1 || echo 0)" -f "$here/random.awk"
}

# Makes want, what this machine prints, and the program kernels, of the kernels SEED... without the statements DROP.
random_make() { # DROP SEED...
  local drop=$1 seed
  shift
  {
    echo '#include "random.h"'
    for seed; do
      random_kernel "$seed" "$drop"
    done
    echo 'int main()'
    echo '{'
    for seed; do
      random_kernel "$seed" "$drop" |
        sed -n 's|^/[*] [0-9]* statements RUN(\([^,]*\), \(.*\)) [*]/$|  run("\1", \1_::\1, \2);|p'
    done
    echo '}'
  } > kernels.cu
  clang++-19 -x c++ -std=c++17 -O1 -fwrapv -ffp-contract=off -w -DHOST "-I$here" -o host kernels.cu &&
    timeout 20 ./host > want && "$WW_BUILDDIR/cuda/ww-nvcc" -w -O1 -ffp-contract=off "-I$here" -o kernels kernels.cu
}

# Runs the program on DEVICE...; what differs is on stdout.
random_check() { # DEVICE...
  local device same=0
  for device; do
    WARPWRIGHT_CUDA_DEVICE=$device ./kernels > got 2> err && cmp -s want got && continue
    same=1
    diff want got | sed -n "s/^< \(k[0-9]*\) .*/\1: $device differs/p"
    grep -v 'warning: ' err
  done
  return $same
}

# Drops statements of kernel SEED as long as it differs on DEVICE...; the numbers of the dropped ones.
random_shrink() { # SEED DEVICE...
  local seed=$1 count drop=' ' at size try number
  shift
  count=$(random_kernel "$seed" | sed -n 's,^/\* \([0-9]*\) statements .*,\1,p')
  for size in 16 4 1; do
    for ((at = count; at > 0; at -= size)); do
      try=$drop
      for ((number = at; number > at - size && number > 0; number--)); do
        [[ $drop == *" $number "* ]] || try="$try$number "
      done
      if [ "$try" != "$drop" ] && random_make "$try" "$seed" && ! random_check "$@" > /dev/null; then
        drop=$try
      fi
    done
  done
  echo "$drop"
}
