# plain.bash - what the tests of ww-cc --plain share
# SPDX-License-Identifier: Apache-2.0
cc=$WW_BUILDDIR/sw/ww-cc
here=$WW_SRCDIR/tests/clc

need_plain() {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ -x "$WW_BUILDDIR/clc/ww-clc" ] || skip "ww-clc was not built: no LLVM 19"
  command -v clang-19 >/dev/null || skip "no clang-19"
}

# The parameters of a core that has what -march=$1 says.
core_of() {
  local word letters=${1%%_*} m=false
  case $letters in rv32im*) m=true ;; esac
  printf '%s ' -s "isa.m=$m"
  case ${letters#rv32i} in *a*) printf '%s ' -s isa.a=true ;; esac
  case ${letters#rv32i} in *f) printf '%s ' -s isa.f=f ;; esac
  for word in zba zbb zicond; do
    case ${1}_ in *_"$word"_*) printf '%s ' -s "isa.$word=true" ;; esac
  done
  case ${1}_ in *_zfinx_*) printf '%s ' -s isa.f=zfinx ;; esac
}

# In the file want: what this machine prints for the FILEs of a kernel.
expect() { # FILE...
  ${CC:-cc} -O1 -fwrapv -ffp-contract=off -w -DPLAIN_HOST -I"$here" -o host "$@" -lm
  ./host > want
  grep -q '[1-9a-f]' want
}

# Compiles the FILEs for MARCH and compares what cores of three shapes print with the file want.
check() { # MARCH FILE...
  local march=$1 shape
  shift
  "$cc" --plain -Wall -Wextra -Wno-implicit-fallthrough -ffp-contract=off "-march=$march" -I"$here" -o a.elf "$@"
  for shape in 1x1 4x4 2x32; do
    "$WW" iss --strict $(core_of "$march") -s simt.stack=64 -s "core.warps=${shape%x*}" -s "core.threads=${shape#*x}" \
      a.elf > got 2> err || { echo "$march $shape: $(cat err)"; return 1; }
    grep -v '^pass:' got | cmp - want || { echo "$march $shape prints something else"; return 1; }
  done
}
