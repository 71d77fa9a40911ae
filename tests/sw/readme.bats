#!/usr/bin/env bats
# readme.bats - what README.md shows is what happens
# SPDX-License-Identifier: Apache-2.0
#
# pages.bats runs its commands.

setup() {
  cd "$BATS_TEST_TMPDIR"
  readme=$WW_SRCDIR/README.md
}

@test "README: the product shown is the product, digit for digit" {
  sed -n '/^```text/,/^```$/p' "$readme" | grep '^-\?[0-9][0-9]* .*[0-9]$' > shown
  [ -s shown ]
  while IFS= read -r line; do
    grep -qxF -- "$line" "$WW_SRCDIR/tests/gold/matmul.txt"
  done < shown
}

@test "README: the program runs on every configuration; made for another, it is refused before the run" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  sed -n "/^cat > clamp.c/,/^END/p" "$WW_SRCDIR/README.md" | sed '1d;$d' > clamp.c
  "$WW_BUILDDIR/sw/ww-cc" -o clamp.elf clamp.c
  number=0
  for file in "$WW_SRCDIR"/configs/*.toml; do
    config=$(basename "$file" .toml)
    echo "$config"
    [ "$("$WW" run --strict -c $config clamp.c)" = "sum 24180" ]
    run "$WW" iss -c $config clamp.elf
    echo "$output"
    if [ "$status" -eq 0 ]; then
      [ "${lines[0]}" = "sum 24180" ]
    else
      [ "$status" -eq 3 ]
      [ "${#lines[@]}" -eq 1 ]
      [[ $output == *"linked for 0x1000000 bytes of RAM at 0x80000000, there are "* ]]
      refused="$refused $config"
    fi
    number=$((number + 1))
  done
  [ "$number" -ge 16 ]
  [ "$refused" = " arty de10nano hx8k icebreaker small tiny ulx3s" ]
  run "$WW" cosim -c tiny clamp.elf
  [ "$status" -eq 3 ]
  [[ $output == *"there are 0x10000 at 0x80000000; compile it with --ram-base=0x80000000 --ram-size=0x10000 "* ]]
  # What it says is what helps.
  "$WW_BUILDDIR/sw/ww-cc" --ram-base=0x80000000 --ram-size=0x10000 -o tiny.elf clamp.c
  [ "$("$WW" iss -c tiny tiny.elf)" = "sum 24180" ]
  "$WW_BUILDDIR/sw/ww-cc" --ram-base=0x80000000 --ram-size=0x20000 -o ice.elf clamp.c
  for command in iss cosim; do
    run "$WW" $command -c icebreaker ice.elf
    [ "$status" -eq 3 ]
    [[ $output == *"compiled for M, which this core lacks: set isa.m = true, or compile it with -march=rv32i"* ]]
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
  sed -n 's/^  \([a-z]*\) .*/\1/p' help | sort > all
  sort commands | diff all -
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
