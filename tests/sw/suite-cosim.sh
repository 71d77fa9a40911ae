#!/bin/bash
# suite-cosim.sh - the kernel suite in lockstep: small caches, shared memory, random memory timing
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: suite-cosim.sh [--seed SEED] [--sizes default|other|both] [--only PATTERN] [SHAPE...]

Runs the kernels of tests/sw/suite.list in lockstep on each SHAPE (suite-run.sh says what
that is), else on all seven for which the suite is made. SEED is that of the memory's
delays and order.
END
}

memory=icache.size=2048,dcache.size=2048,smem.size=16384
all='1x1 4x4 2x8 8x2 4x32 32x4 4x4/2'
seed=1 options=() shapes=()
while [ $# -gt 0 ]; do
  case $1 in
    --seed) seed=$2; shift ;;
    --sizes|--only) options+=("$1" "$2"); shift ;;
    --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) shapes+=("$1,$memory") ;;
  esac
  shift
done
[ ${#shapes[@]} -gt 0 ] || for shape in $all; do shapes+=("$shape,$memory"); done
exec "$(dirname "$0")/suite-run.sh" "${options[@]}" --also=--mem-random --also="$seed" \
  cosim "${shapes[@]}"
