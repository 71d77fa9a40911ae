#!/usr/bin/env bats
# kernels.bats - the commands and programs of doc/kernels.md do what it says
# SPDX-License-Identifier: Apache-2.0
#
# A block after "<!-- file: NAME -->" is a file; one after "<!-- run -->" is executed, in the order of the page,
# and "<!-- run: N -->" expects status N. Every line of the text block behind it must be
# in the output, digit for digit; only rates per second are those of the machine.

setup() {
  cd "$BATS_TEST_TMPDIR"
  page=$WW_SRCDIR/doc/kernels.md
}

# Writes NN.sh, NN.status, NN.out, and the files.
extract() {
  awk '
    /^<!-- file: / { name = $3; next }
    /^<!-- run/ { name = sprintf("%02d.sh", ++n)
                  status = match($0, /[0-9]+/) ? substr($0, RSTART, RLENGTH) : 0
                  print status > sprintf("%02d.status", n); next }
    /^```(sh|c)$/ && name { to = name; out = name ~ /\.sh$/ ? sprintf("%02d.out", n) : ""
                            name = ""; next }
    /^```text/ && out { to = out; out = ""; next }
    /^```/ { if (to) close(to); to = ""; next }
    to { print > to; next }
    /^## / { out = "" }
  ' "$page"
}

load figures.bash

@test "doc/kernels.md: what it shows is what happens" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ "${VERILATOR:-no}" != no ] || skip "no verilator"
  extract
  [ -s blur.c ]
  [ -s 01.sh ]
  export PATH="$(dirname "$WW"):$PATH" kernels="$WW_SRCDIR/sw/kernels"
  for block in [0-9][0-9].sh; do
    n=${block%.sh}
    echo "--- $n"
    cat "$block"
    status=0
    sh -eu "$block" > printed 2>&1 || status=$?
    tail -n 30 printed
    [ "$status" -eq "$(cat "$n.status")" ]
    [ -f "$n.out" ] || continue
    steady < printed > have
    steady < "$n.out" > want
    while IFS= read -r line; do
      echo "shown: $line"
      grep -qxF -- "$line" have
    done < want
  done
}

@test "doc/kernels.md: every function it names is in the headers" {
  grep -o '`\(vx\|ww\)_[a-z_A-Z]*' "$page" | tr -d '`' | sort -u > names
  [ "$(wc -l < names)" -gt 10 ]
  while read -r name; do
    echo "$name"
    grep -qw "$name" "$WW_SRCDIR/sw/include/warpwright.h" "$WW_SRCDIR/sw/include/vx.h"
  done < names
}

@test "doc/kernels.md: every link leads to something in the tree" {
  grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//' | sort -u > links
  while read -r link; do
    echo "$link"
    [ -e "$WW_SRCDIR/doc/$link" ]
  done < links
}
