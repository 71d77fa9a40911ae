#!/usr/bin/env bats
# kernels.bats - what doc/kernels.md names is there
# SPDX-License-Identifier: Apache-2.0
#
# pages.bats runs its commands.

setup() {
  cd "$BATS_TEST_TMPDIR"
  page=$WW_SRCDIR/doc/kernels.md
}

@test "doc/kernels.md: every function it names is in the headers" {
  grep -o '`\(vx\|ww\)_[a-z_A-Z]*' "$page" | tr -d '`' | sort -u > names
  [ "$(wc -l < names)" -gt 10 ]
  while read -r name; do
    echo "$name"
    grep -qw "$name" "$WW_SRCDIR"/sw/include/{warpwright,vx,vx_math}.h
  done < names
}

@test "doc/kernels.md: every link leads to something in the tree" {
  grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | sort -u > links
  while read -r link; do
    echo "$link"
    [ -e "$WW_SRCDIR/doc/$link" ]
  done < links
}
