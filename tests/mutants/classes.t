#!/bin/bash
# classes.t - random programs alone find the faults of mutants.list whose killers are random programs
# SPDX-License-Identifier: Apache-2.0
#
# At most 300 random programs meet each. Without ALL=1 one of each class is tried, of those that once lived.
here=$(cd "$(dirname "$0")" && pwd)
lived="meet_mexit_mexit operand_bar_64 divide_short_65536 tick_taken flush_insn_early fill_victim_lock"
lived="$lived sfu_power_great flags_other_mode credit_fpu_late"

[ -n "${ALL:-}" ] || export MUTANTS="${MUTANTS:-$lived}"
KILLER=random FUZZ=${FUZZ:-300} MUST=1 exec "$here/mutants.t"
