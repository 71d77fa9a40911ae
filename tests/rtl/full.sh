#!/bin/bash
# full.sh - what `make check-full` runs: kernels and programs in lockstep on many configurations
# SPDX-License-Identifier: Apache-2.0
#
# full.sh [grid] [folded] [pairwise]: these parts, or all of them.
#   grid      1 to 32 warps of 1 to 32 threads, each thread its lane: matmul, matmul with random
#             memory delays, vecadd and divergence print what they should
#   folded    the same with fewer lanes than threads
#   pairwise  all directed programs on every line of tests/rtl/pairwise
# A line per configuration, then the totals. Models stay in $WARPWRIGHT_CACHE, so that a run that
# was stopped soon gets to where it was. Exit status 0 if all passed.
set -u

. "$(dirname "$0")/../sw/runner.sh"
export WW_SRCDIR=$src WW_BUILDDIR=$build WW=$ww
for tool in "${VERILATOR:-verilator}" "$riscv_cc"; do
  [ "$tool" != no ] && command -v "$tool" > /dev/null && continue
  echo "full.sh: error: needs verilator and riscv64-unknown-elf-gcc" >&2
  exit 4
done
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

field() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" "$tmp/$2.json" | head -n 1; }

verdict() { # ok|FAILED
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

# One kernel in lockstep; its console has to be the gold one.
kernel() { # RESULT KERNEL OPTION...
  local result=$1 elf=$build/sw/kernels/$2.elf gold=$src/tests/gold/$2.txt
  shift 2
  rm -f "$tmp/$result.json"
  "$ww" cosim "$@" --json "$tmp/$result.json" "$elf" > "$tmp/out" 2> "$tmp/err" < /dev/null &&
    cmp "$gold" "$tmp/out" > "$tmp/cmp" 2>&1 && return
  all=FAILED
  {
    echo "# repeat: $ww cosim $* $elf | cmp $gold"
    head -n 12 "$tmp/err" | sed 's/^/# /'
    sed 's/^/# /' "$tmp/cmp"
  } >> "$tmp/why"
}

kernels() { # WARPS THREADS LANES
  local options=(-s core.warps="$1" -s core.threads="$2" -s core.lanes="$3") begin=$SECONDS
  all=ok
  : > "$tmp/why"
  kernel plain matmul "${options[@]}"
  kernel random matmul "${options[@]}" --mem-random $(($1 * 100 + $2))
  kernel vecadd vecadd "${options[@]}"
  kernel divergence divergence "${options[@]}"
  printf '%5s %7s %5s %9s %6.3f %6.3f %8s %6.1f %9s %8s %8s %6s  %s\n' "$1" "$2" "$3" \
    "$(field cycles plain)" "$(field ipc plain)" "$(field thread_ipc plain)" \
    "$(field checks plain)" "$(field wall_seconds plain)" "$(field cycles random)" \
    "$(field cycles vecadd)" "$(field cycles divergence)" $((SECONDS - begin)) "$all"
  cat "$tmp/why"
  verdict "$all"
}

heading() {
  printf '%5s %7s %5s %9s %6s %6s %8s %6s %9s %8s %8s %6s\n' \
    '' '' '' matmul '' thread records run 'matmul,' vecadd diverg. all
  printf '%5s %7s %5s %9s %6s %6s %8s %6s %9s %8s %8s %6s\n' \
    warps threads lanes cycles IPC IPC checked s 'random' cycles cycles s
}

grid() {
  local warps threads
  heading
  for warps in 1 2 4 8 16 32; do
    for threads in 1 2 4 8 16 32; do
      kernels "$warps" "$threads" "$threads"
    done
  done
}

folded() {
  local shape
  heading
  for shape in 1x2/1 2x4/2 4x4/1 4x8/2 8x8/4 2x16/8 8x16/4 4x16/1 4x32/8 1x32/16 32x4/2 16x8/1 \
    32x32/4 32x32/1; do
    # shellcheck disable=SC2086
    kernels ${shape//[x\/]/ }
  done
}

programs() { # OPTION...: directed programs, linked for the configuration's RAM
  case " $* " in
    *' mem.ram_base=0x80000000 '*)
      # The programs start where RAM does.
      "$src/tests/sw/run-list.sh" --strict cosim "$@" ;;
    *) "$src/tests/rtl/place.sh" "$@" ;;
  esac
}

pairwise() {
  local number=0 options line begin all
  while read -r line; do
    number=$((number + 1))
    begin=$SECONDS
    all=ok
    read -ra options <<< "$line"
    programs "${options[@]}" > "$tmp/tap" 2> "$tmp/err" < /dev/null || all=FAILED
    grep -q '^ok' "$tmp/tap" || all=FAILED
    printf '%3d: %3d programs passed, %d failed, %4d s  %s  %s\n' "$number" \
      "$(grep -c '^ok' "$tmp/tap")" "$(grep -c '^not ok' "$tmp/tap")" $((SECONDS - begin)) \
      "$all" "${line//-s /}"
    [ "$all" = ok ] || grep -v '^ok\|is not for this' "$tmp/tap" | head -n 40 | sed 's/^/# /'
    verdict "$all"
  done < <("$build/tests/rtl/pairwise")
}

passed=0 failed=0
[ "$*" != samples ] || exit 0 # make has run them
[ $# -gt 0 ] || set -- grid folded pairwise
for part; do
  case $part in
    grid | folded | pairwise) "$part" ;;
    samples) ;; # by make
    *) echo "usage: full.sh [grid] [folded] [pairwise]" >&2; exit 2 ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
