#!/usr/bin/env bats
# readme.bats - what README.md shows is what happens
# SPDX-License-Identifier: Apache-2.0
#
# A block after the line "<!-- run -->" is executed; "<!-- run: N -->" expects status N.
# Every line of the text block behind it must be in the output, whatever the
# numbers in it; "..." stands for lines left out.

setup() {
  cd "$BATS_TEST_TMPDIR"
  readme=$WW_SRCDIR/README.md
}

# Writes block-N.sh, block-N.status and block-N.out.
extract() {
  awk '
    /^<!-- run/ { n++; status = 0; want = 1
                  if (match($0, /: [0-9]+/)) status = substr($0, RSTART + 2, RLENGTH - 2)
                  print status > ("block-" n ".status"); next }
    /^```sh/ && want { to = "block-" n ".sh"; want = 0; after = 1; next }
    /^```text/ && after { to = "block-" n ".out"; after = 0; next }
    /^```/ && to { close(to); to = ""; next }
    to { print > to; next }
    /^## / { after = 0 }
  ' "$readme"
}

numbers() { sed 's/[0-9][0-9a-fx.]*/N/g'; }

@test "README: the commands run and print what is shown" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ "$VERILATOR" != no ] || skip "no verilator"
  extract
  ln -s "$WW_BUILDDIR" build
  ln -sfn "$WW_SRCDIR/sw" sw
  [ -s block-1.sh ]
  for block in block-*.sh; do
    name=${block%.sh}
    echo "--- $name"
    cat "$block"
    status=0
    sh -eu "$block" > printed 2>&1 || status=$?
    tail -n 30 printed
    [ "$status" -eq "$(cat "$name.status")" ]
    [ -f "$name.out" ] || continue
    numbers < printed > have
    grep -v '^\.\.\.$' "$name.out" | numbers > want
    while IFS= read -r line; do
      echo "shown: $line"
      grep -qxF -- "$line" have
    done < want
  done
}

@test "README: the product shown is the product, digit for digit" {
  extract
  grep -c '^-\?[0-9]* .*[0-9]$' block-1.out
  grep '^-\?[0-9]* .*[0-9]$' block-1.out | while IFS= read -r line; do
    grep -qxF -- "$line" "$WW_SRCDIR/tests/gold/matmul.txt"
  done
}

@test "README: every link leads to something in the tree" {
  grep -o '](\([^)]*\))' "$readme" | sed 's/^](//; s/)$//' | grep -v '^http' |
    sort -u > links
  [ -s links ]
  while read -r link; do
    echo "$link"
    [ -e "$WW_SRCDIR/$link" ]
  done < links
}

@test "README: every command is one that exists" {
  sed -n 's/^| `warpwright \([a-z]*\) .*/\1/p' "$readme" > commands
  [ -s commands ]
  "$WW" help > help
  while read -r command; do
    echo "$command"
    grep -q "^  $command " help
  done < commands
}

@test "README: the configurations are those of configs/" {
  sed -n 's/^| \[[a-z0-9-]*\](configs\/\([a-z0-9-]*\).toml) .*/\1/p' "$readme" | sort > shown
  for f in "$WW_SRCDIR"/configs/*.toml; do basename "$f" .toml; done | sort > files
  diff shown files
}

@test "README: every page of doc/ is linked" {
  for page in "$WW_SRCDIR"/doc/*.md; do
    echo "$page"
    grep -qF "(doc/$(basename "$page"))" "$readme"
  done
}
