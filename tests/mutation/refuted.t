#!/bin/bash
# refuted.t - what judged.list says of proofs that find a fault is so; doc/mutation.md
# SPDX-License-Identifier: Apache-2.0
#
# A fault in every fifth entry; with WW_FULL=1 those of all bits of all entries.
set -u -o pipefail

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
here=$WW_SRCDIR/tests/mutation
one=1 every=5
[ -z "${WW_FULL:-}" ] || one=0 every=1
awk -v most=$one -f "$here/refuted.awk" "$here/judged.list" |
  awk -v every=$every '/^@ / { n++ } n % every == 0' > "$tmp/list" || exit 99
"$WW_SRCDIR/tests/formal/prove.sh" --mutants --list "$tmp/list" > "$tmp/tap"
! grep '^1\.\.0 # SKIP' "$tmp/tap" || exit 0
sed '/^1\.\./d' "$tmp/tap"
wanted=$(grep -c '^@ ' "$tmp/list")
number=$(grep -c '^\(not \)\{0,1\}ok ' "$tmp/tap")
[ "$wanted" -gt 0 ] && [ "$number" -eq "$wanted" ] && verdict=ok || verdict="not ok"
echo "$verdict $((number + 1)) - each of $wanted faults has met its proof"
echo "1..$((number + 1))"
