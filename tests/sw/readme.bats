#!/usr/bin/env bats
# readme.bats - what README.md and doc/README.md show is what happens
# SPDX-License-Identifier: Apache-2.0
#
# pages.bats runs its commands.

setup() {
  cd "$BATS_TEST_TMPDIR"
  readme=$WW_SRCDIR/README.md
  entry=$WW_SRCDIR/doc/README.md
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
    [ $config != ventus ] || continue # runs launches alone
    echo "$config"
    [ "$("$WW" run -c $config clamp.c)" = "sum 23870" ]
    run "$WW" iss -c $config clamp.elf
    echo "$output"
    if [ "$status" -eq 0 ]; then
      [ "${lines[0]}" = "sum 23870" ]
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
  [ "$("$WW" iss -c tiny tiny.elf)" = "sum 23870" ]
  "$WW_BUILDDIR/sw/ww-cc" --ram-base=0x80000000 --ram-size=0x20000 -o ice.elf clamp.c
  for command in iss cosim; do
    run "$WW" $command -c icebreaker ice.elf
    [ "$status" -eq 3 ]
    [[ $output == *"compiled for M, which this core lacks: set isa.m = true, or compile it with -march=rv32i"* ]]
  done
}

@test "README: the threads of a warp disagree on its __if, on every core of two threads and more" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  sed -n "/^cat > clamp.c/,/^END/p" "$readme" | sed '1d;$d' |
    sed 's/__if(/if (/; s/__else/else/; s/ __endif//' > plain.c
  for shape in "-c tiny" "" "-c wide" "-s gpu.cores=4"; do
    run "$WW" run $shape plain.c
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"plain.c:"*"error: active lanes disagree on the branch at "* ]]
  done
}

# links FILE: those that lead into the tree, without their anchors.
links() {
  grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '^http' | grep . | sort -u
}

@test "README, doc/README.md: every link leads to something in the tree" {
  for page in "$readme" "$entry"; do
    links "$page" > links
    [ "$(wc -l < links)" -gt 20 ]
    while read -r link; do
      echo "$page $link"
      [ -e "$(dirname "$page")/$link" ]
    done < links
  done
}

@test "doc/README.md: the commands are those of warpwright help" {
  sed -n 's/^| `warpwright \([a-z]*\) .*/\1/p' "$entry" | sort > commands
  [ -s commands ]
  "$WW" help | sed -n 's/^  \([a-z]*\) .*/\1/p' | sort > all
  diff all commands
}

@test "README: every command is one that exists" {
  grep -o '\(build/\|`\)warpwright [a-z]\+' "$readme" | sed 's/.* //' | grep -v '^help$' | sort -u > commands
  [ "$(wc -l < commands)" -gt 5 ]
  "$WW" help > help
  while read -r command; do
    echo "$command"
    grep -q "^  $command " help
  done < commands
}

# shapes PAGE: NAME WARPS THREADS LANES of each row of its table of configurations.
shapes() {
  grep '^| \[.*(.*configs/' "$1" | sed 's/^| \[\([^]]*\)\]([^)]*) |/\1/' |
    sed 's/ \([0-9]*\) x \([0-9]*\) | \([0-9]*\) | .*/ \1 \2 \3/'
}

@test "doc/README.md: the configurations are those of configs/" {
  shapes "$entry" | cut -d ' ' -f 1 | sort > shown
  for f in "$WW_SRCDIR"/configs/*.toml; do basename "$f" .toml; done | sort > files
  diff shown files
}

@test "README, doc/README.md: warps, threads and lanes are those of the configuration" {
  for page in "$readme" "$entry"; do
    shapes "$page" > rows
    [ "$(wc -l < rows)" -gt 5 ]
    while read -r config warps threads lanes; do
      echo "$page $config $warps $threads $lanes"
      "$WW" print derived -c "$config" > derived
      "$WW" print config -c "$config" > printed
      grep -q "^warps  *= $warps\>" printed
      grep -q "^threads  *= $threads\>" printed
      grep -q "^lanes  *$lanes\>" derived
    done < rows
  done
}

@test "doc/README.md: every page of doc/ is linked, with one line" {
  for page in "$WW_SRCDIR"/doc/*.md; do
    name=$(basename "$page")
    [ "$name" != README.md ] || continue
    echo "$name"
    [ "$(grep -c "^| \[${name%.md}\]($name) | [^|]* |$" "$entry")" -eq 1 ]
  done
}
