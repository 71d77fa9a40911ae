#!/bin/bash
# suite-run.sh - run the kernel suite on chosen shapes and print TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: suite-run.sh [--only PATTERNS] [--sizes default|other|both] [--also OPTION]... [--plain]
                    iss|cosim SHAPE...

Runs the kernels of tests/sw/suite.list, with their own sizes and with the other ones, on
`warpwright iss` or `warpwright cosim`, --strict, and prints a TAP line for each. SHAPE is
WARPSxTHREADS, with /LANES behind it if threads share lanes, or the name of a configuration,
and any parameters behind that: 4x4, 4x4/2, 8x2,smem.size=4096, cached,core.timer=true.
  --only PATTERNS only kernels whose name matches one of these shell patterns, separated by commas
  --sizes WHICH   which sizes (both)
  --plain         compiled by ww-cc --plain, with if for __if: tests/clc/plain.h
  --also OPTION   an option for the runner, as --also=--mem-random --also=7
WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two trees.
END
}

only='*' sizes=both max_cycles=10000000 also=() plain=
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=$2; shift ;;
    --sizes) sizes=$2; shift ;;
    --also=*) also+=("${1#--also=}") ;;
    --also) also+=("$2"); shift ;;
    --plain) plain=yes ;;
    --help) usage; exit 0 ;;
    iss|cosim) break ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ $# -ge 2 ] || { usage >&2; exit 2; }
runner=$1
shift
shapes=("$@")

. "$(dirname "$0")/runner.sh"
need_runner "$runner"
need_compiler
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT

# build KERNEL SIZES ELF, with $flags: the host makes the data, then the core's compiler the program.
# In a folder of its own, where the data of no other size can be taken for them.
build() {
  local dir=$3.d kernel=$1
  mkdir "$dir" && cp "$src/sw/kernels/$kernel.c" "$dir" &&
    ${CC:-cc} -std=gnu11 -O1 -ffp-contract=off -DSUITE_HOST $2 -I"$src/sw/kernels" \
      -I"$src/sw/include" -o "$dir/host" "$dir/$kernel.c" -lm &&
    "$dir/host" > "$dir/$kernel.data.h" &&
    "$build/sw/ww-cc" $flags -Wall -Wextra $2 -I"$src/sw/kernels" -o "$3" "$dir/$kernel.c"
}

# The program of a kernel and sizes, built at its first use without a warning; else fails.
program() {
  elf=$tmp/$1$(tr -c 'A-Za-z0-9\n' _ <<< "$2$flags").elf
  [ -f "$elf.err" ] || build "$1" "$2" "$elf" > "$elf.err" 2>&1
  [ -f "$elf" ] && [ ! -s "$elf.err" ]
}

run_one() { # SHAPE KERNEL SIZES
  local name="$1 $2${3:+ $3}" elf code
  number=$((number + 1))
  if ! program "$2" "$3"; then
    failed=$((failed + 1))
    echo "not ok $number - $name"
    sed 's/^/# /' "$elf.err"
    return
  fi
  "$ww" "$runner" --strict --max-cycles "$max_cycles" "${options[@]}" "${also[@]}" \
    --json "$tmp/json" "$elf" > "$tmp/out" 2> "$tmp/err" < /dev/null
  code=$?
  if [ "$code" -eq 0 ]; then
    echo "ok $number - $name"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $number - $name: exit status $code"
  tail -n 3 "$tmp/out" | sed 's/^/# /'
  head -n 20 "$tmp/err" | sed 's/^/# /'
  echo "# repeat: $0 --only $2${also[*]/#/ --also=} $runner $1"
}

run_kernel() { # SHAPE KERNEL NEEDS OTHER_SIZES
  local why
  judge_needs "$3"
  if [ -n "$why" ]; then
    echo "# $2 is not for $1: $why"
    return
  fi
  [ "$sizes" = other ] || run_one "$1" "$2" ""
  [ "$sizes" = default ] || run_one "$1" "$2" "$4"
}

number=0 failed=0
for shape in "${shapes[@]}"; do
  shape_options "$shape"
  if ! "$ww" print config "${options[@]}" > "$tmp/config"; then
    echo "Bail out! no such configuration: ${options[*]}"
    exit 2
  fi
  read_config
  flags="--warp-threads=${setting[core.threads]} -march=rv32im"
  [ "${setting[isa.a]}" = false ] || flags=${flags}a
  case ${setting[isa.f]} in
    zfinx) flags=${flags}_zfinx ;;
    f) flags=${flags}f ;;
  esac
  [ "${setting[isa.shfl]}" = false ] || flags=${flags}_xshfl
  [ "${setting[local.size]}" -lt 512 ] || flags="$flags --local-size=${setting[local.size]} \
--core-threads=$((setting[gpu.cores] * setting[core.warps] * setting[core.threads]))"
  if [ -n "$plain" ]; then
    for extension in zba zbb zicond; do
      [ "${setting[isa.$extension]}" = false ] || flags=${flags}_$extension
    done
    flags="$flags --plain -include $src/tests/clc/plain.h"
  fi
  while read -r kernel needs other; do
    case $kernel in '' | '#'*) continue ;; esac
    ! matches "$kernel" "$only" || run_kernel "$shape" "$kernel" "$needs" "$other"
  done < "$src/tests/sw/suite.list"
done
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
