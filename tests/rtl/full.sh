#!/bin/bash
# full.sh - kernels and programs in lockstep on many configurations, as TAP: a point for each configuration
# SPDX-License-Identifier: Apache-2.0
#
# full.sh grid WARPS     WARPS warps of 1, 2, 4, ... 32 threads, each thread its lane: matmul, matmul with random
#                        memory delays, vecadd and divergence print what they should
# full.sh folded         the same with fewer lanes than threads
# full.sh pairwise K/N   directed programs on every Nth line of tests/rtl/pairwise, from the Kth on: a fourth of them
#                        on each line, so that each program runs on a fourth of the lines. Where an instruction of all
#                        warps takes more than 256 cycles, kernels are left out: they would run for minutes; where it
#                        takes more than 512, three fourths of the rest too
# The comments are a table of cycles and seconds. These are rows of tests/shapes/shapes.list, of the full tier.
set -u

. "$(dirname "$0")/../sw/runner.sh"
export WW_SRCDIR=$src WW_BUILDDIR=$build WW=$ww
for tool in "${VERILATOR:-verilator}" "$riscv_cc"; do
  [ "$tool" != no ] && command -v "$tool" > /dev/null && continue
  echo "1..0 # SKIP needs verilator and riscv64-unknown-elf-gcc"
  exit 0
done
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

field() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" "$tmp/$2.json" | head -n 1; }

number=0 failed=0
verdict() { # ok|FAILED TEXT
  number=$((number + 1))
  if [ "$1" = ok ]; then
    echo "ok $number - $2"
  else
    echo "not ok $number - $2"
    failed=$((failed + 1))
  fi
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
  printf '# %5s %7s %5s %9s %6.3f %6.3f %8s %6.1f %9s %8s %8s %6s  %s\n' "$1" "$2" "$3" \
    "$(field cycles plain)" "$(field ipc plain)" "$(field thread_ipc plain)" \
    "$(field checks plain)" "$(field wall_seconds plain)" "$(field cycles random)" \
    "$(field cycles vecadd)" "$(field cycles divergence)" $((SECONDS - begin)) "$all"
  cat "$tmp/why"
  verdict "$all" "kernels on $1 warps of $2 threads, $3 lanes"
}

heading() {
  printf '# %5s %7s %5s %9s %6s %6s %8s %6s %9s %8s %8s %6s\n' \
    '' '' '' matmul '' thread records run 'matmul,' vecadd diverg. all
  printf '# %5s %7s %5s %9s %6s %6s %8s %6s %9s %8s %8s %6s\n' \
    warps threads lanes cycles IPC IPC checked s 'random' cycles cycles s
}

grid() { # WARPS
  local threads
  heading
  for threads in 1 2 4 8 16 32; do
    kernels "$1" "$threads" "$threads"
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

value() { # KEY OPTION...: the value of a number among the options
  local key=$1
  shift
  [[ " $* " =~ \ $key=([0-9]+)\  ]] && echo "${BASH_REMATCH[1]}"
}

programs() { # NUMBER OPTION...: the fourth NUMBER of the directed programs, linked for the configuration's RAM
  local part=$(($1 % 4 + 1))/4 skip=() threads lanes turn
  threads=$(value core.threads "$@") lanes=$(value core.lanes "$@")
  [ "$lanes" -gt 0 ] || lanes=$threads
  turn=$(($(value core.warps "$@") * threads / lanes))
  [ "$turn" -le 256 ] || skip=(--skip 'sw/*')
  [ "$turn" -le 512 ] || part=$(($1 % 16 + 1))/16
  shift
  case " $* " in
    *' mem.ram_base=0x80000000 '*)
      # The programs start where RAM does.
      "$src/tests/sw/run-list.sh" --strict --part "$part" "${skip[@]}" cosim "$@" ;;
    *) "$src/tests/rtl/place.sh" --part "$part" "$@" ;;
  esac
}

pairwise() { # K/N
  local seen=0 options line begin all
  while read -r line; do
    [ $((seen++ % ${1#*/} + 1)) -eq "${1%/*}" ] || continue
    begin=$SECONDS
    all=ok
    read -ra options <<< "$line"
    programs $((seen / ${1#*/} + seen)) "${options[@]}" > "$tmp/tap" 2> "$tmp/err" < /dev/null || all=FAILED
    grep -q '^ok' "$tmp/tap" || all=FAILED
    printf '# %3d: %3d programs passed, %d failed, %4d s\n' "$seen" \
      "$(grep -c '^ok' "$tmp/tap")" "$(grep -c '^not ok' "$tmp/tap")" $((SECONDS - begin))
    [ "$all" = ok ] || grep -v '^ok\|is not for this' "$tmp/tap" | head -n 40 | sed 's/^/# /'
    verdict "$all" "programs on ${line//-s /}"
  done < <("$build/tests/rtl/pairwise")
}

case $# in
  2) case $1 in grid | pairwise) "$1" "$2" ;; esac ;;
  1) [ "$1" != folded ] || folded ;;
esac
[ "$number" -gt 0 ] || { sed -n '5,8s/^# //p' "$0" >&2; exit 2; }
echo "1..$number"
[ "$failed" -eq 0 ]
