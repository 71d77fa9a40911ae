#!/bin/bash
# sfu_rows.t - the rows of isa/sfu.def are those that isa/mksfu.c finds
# SPDX-License-Identifier: Apache-2.0
set -u
src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src}
tmp=$(mktemp) || exit 99
trap 'rm -f "$tmp"' EXIT

"$build/isa/mksfu" > "$tmp"
status=$?
[ "$status" -ne 77 ] || { echo "1..0 # SKIP the host's long double has not 64 bits"; exit 0; }
echo 1..1
if [ "$status" -eq 0 ] && diff "$tmp" <(grep '^SFU(' "$src/isa/sfu.def") > "$tmp.diff"; then
  echo "ok 1 - $(wc -l < "$tmp") rows"
else
  echo "not ok 1 - rows"
  head -n 10 "$tmp.diff" | sed 's/^/# /'
fi
rm -f "$tmp.diff"
