# runner.sh - what scripts that run programs on chosen configurations have in common
# SPDX-License-Identifier: Apache-2.0
#
# Sourced. WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two trees.
src=${WW_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
riscv_cc=${RISCV_CC:-riscv64-unknown-elf-gcc}

# Ends a TAP script that cannot run on RUNNER, iss or cosim, here.
need_runner() { # RUNNER
  [ -x "$ww" ] || { echo "Bail out! no $ww: build first, or set WW"; exit 4; }
  if [ "$1" = cosim ] && [ "${VERILATOR:-verilator}" = no ]; then
    echo "1..0 # SKIP no verilator"
    exit 0
  fi
}

need_compiler() {
  if [ "$riscv_cc" = no ]; then
    echo "1..0 # SKIP no RISC-V compiler"
    exit 0
  fi
}

# The options that make SHAPE, in the array OPTIONS: WARPSxTHREADS, with /LANES behind it if
# threads share lanes, and any parameters behind that: 4x4/2,smem.size=4096.
shape_options() {
  local list=${1#*,} shape=${1%%,*} lanes key
  options=(-s "core.warps=${shape%%x*}")
  lanes=${shape#*/}
  shape=${shape%/*}
  options+=(-s "core.threads=${shape#*x}")
  [ "$lanes" = "$shape" ] || options+=(-s "core.lanes=$lanes")
  [ "$list" = "$1" ] || for key in ${list//,/ }; do options+=(-s "$key"); done
}

# --- needs in programs.list and suite.list, judged on the configuration in $tmp/config ---

# The value of TABLE.KEY in the effective configuration. No process: it is asked for each need.
config() {
  local table=[${1%%.*}] key=${1#*.} here= name value
  while IFS=' ' read -r name _ value; do
    case $name in
      '['*) here=$name ;;
      "$key")
        [ "$here" != "$table" ] || { printf '%s\n' "${value//\"/}"; return; } ;;
    esac
  done < "$tmp/config"
}

# Why the needs $1 do not hold; nothing if they do.
missing() {
  local need key have
  local IFS=,
  for need in $1; do
    key=${need%%['!>=']*}
    case $need in
      - | divergent) continue ;;
      *'!='*)
        have=$(config "$key")
        [ "$have" != "${need#*!=}" ] || echo "needs $need" ;;
      *'>='*)
        have=$(config "$key")
        [ $((have)) -ge $((${need#*>=})) ] || echo "needs $need, has $have" ;;
      *=[a-z]*)
        have=$(config "$key")
        [ "$have" = "${need#*=}" ] || echo "needs $need" ;;
      *=*)
        have=$(config "$key")
        [ $((have)) -eq $((${need#*=})) ] || echo "needs $need, has $have" ;;
      *) echo "unknown need '$need' in programs.list" ;;
    esac
  done
}
