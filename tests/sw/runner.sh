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

# Does NAME match one of PATTERNS, which commas separate?
matches() { # NAME PATTERNS
  local pattern IFS=,
  set -f
  for pattern in $2; do
    # shellcheck disable=SC2254
    case $1 in $pattern) set +f; return 0 ;; esac
  done
  set +f
  return 1
}

# The options that make SHAPE, in the array OPTIONS: WARPSxTHREADS, with /LANES behind it if
# threads share lanes, or the name of a configuration, and any parameters behind that:
# 4x4/2,smem.size=4096 or cached,core.timer=true.
shape_options() {
  local list=${1#*,} shape=${1%%,*} lanes key
  case $shape in
    [a-z]*) options=(-c "$shape") ;;
    *)
      options=(-s "core.warps=${shape%%x*}")
      lanes=${shape#*/}
      shape=${shape%/*}
      options+=(-s "core.threads=${shape#*x}")
      [ "$lanes" = "$shape" ] || options+=(-s "core.lanes=$lanes") ;;
  esac
  [ "$list" = "$1" ] || for key in ${list//,/ }; do options+=(-s "$key"); done
}

# --- needs in programs.list and suite.list, judged on the configuration in $tmp/config ---
#
# No process: needs are asked for thousands of times.

# $tmp/config in the array setting, by TABLE.KEY.
declare -A setting
read_config() {
  local table='' name value
  setting=()
  while IFS=' ' read -r name _ value; do
    case $name in
      '['*) table=${name//[][]/} ;;
      ?*) setting[$table.$name]=${value//\"/} ;;
    esac
  done < "$tmp/config"
}

# Why the needs $1 do not hold, in $why; empty if they do.
judge_needs() {
  local need have
  local IFS=,
  why=
  for need in $1; do
    have=${setting[${need%%['!>=']*}]-}
    case $need in
      - | divergent | long) continue ;;
      *'!='*) [ "$have" != "${need#*!=}" ] || why="needs $need" ;;
      *'>='*) [ $((have)) -ge $((${need#*>=})) ] || why="needs $need, has $have" ;;
      *=[a-z]*) [ "$have" = "${need#*=}" ] || why="needs $need" ;;
      *=*) [ $((have)) -eq $((${need#*=})) ] || why="needs $need, has $have" ;;
      *) why="unknown need '$need' in programs.list" ;;
    esac
    [ -z "$why" ] || return
  done
}

# The same for scripts that read the configuration once: the value of TABLE.KEY, and why needs do not hold.
config() {
  read_config
  [ -z "${setting[$1]-}" ] || printf '%s\n' "${setting[$1]}"
}

missing() {
  local why
  read_config
  judge_needs "$1"
  [ -z "$why" ] || echo "$why"
}
