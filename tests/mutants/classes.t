#!/bin/bash
# classes.t - random programs alone find the faults of classes.list
# SPDX-License-Identifier: Apache-2.0
#
# At most 300 random programs meet each. Without ALL=1 one of each class is tried: those that once lived, but for
# a trap after a write of mexit, which few programs have beside each other, and
# the lock of the instruction cache, which eight warps and two ways show sooner than four and four.
here=$(cd "$(dirname "$0")" && pwd)
lived="meet_mexit_mexit operand_bar_64 divide_short_65536 tick_taken flush_insn_early fill_two_ways"

[ -n "${ALL:-}" ] || export MUTANTS="${MUTANTS:-$lived}"
LIST=$here/classes.list FUZZ=${FUZZ:-300} MUST=1 exec "$here/mutants.t"
