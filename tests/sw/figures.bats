#!/usr/bin/env bats
# figures.bats - figures on a page name their command; what is cheap is run, the rest is dated
# SPDX-License-Identifier: Apache-2.0

load figures.bash

setup() {
  cd "$BATS_TEST_TMPDIR"
  awk=$WW_SRCDIR/tests/sw/figures.awk
  # Not what was decided and learnt: there figures are reasons, of their time.
  pages=$(cd "$WW_SRCDIR" && ls README.md doc/*.md |
    grep -v '/\(decisions\|roadmap\|state\|lessons\|machine\|trace\|divergence\|mismatch\|regress\)')
}

@test "figures without a command are found" {
  cat > page.md <<'END'
## One

| a | b |
|---|---:|
| x | 12 |

## Two

<!-- figures: make bench; of 2026-11-22, abc1234 -->
| a | b |
|---|---:|
| x | 12 |

| a | b |
|---|---:|

## Three

| 12 | 13,1 | 4 % |

<!-- figures: make bench; lately -->

## Four

<!-- run -->
```sh
true
```

```text
12 cycles
```

```text
13 cycles
```

## Five

It is `5 MHz`, of 3 warps.
It takes 3 seconds.
It takes 4 seconds.
END
  awk -f "$awk" page.md > found
  cat found
  [ "$(tr '\n' ' ' < found | sed 's/ figures without their command//g')" = "page.md:4: command make bench\
 page.md:19: page.md:21: not '<!-- figures: COMMAND; of DATE, COMMIT -->' command make bench; lately -->\
 page.md:35: page.md:41: " ]
}

@test "tables and outputs of the pages name their command" {
  for page in $pages; do awk -f "$awk" "$WW_SRCDIR/$page"; done | grep -v '^command ' > found || true
  cat found
  [ ! -s found ]
}

@test "the commands of figures are there" {
  for page in $pages; do
    awk -f "$awk" "$WW_SRCDIR/$page"
  done | sed -n 's/^command //p' | sort -u > commands
  [ "$(wc -l < commands)" -gt 10 ]
  while read -r tool name rest; do
    echo "$tool $name $rest"
    case $tool in
      make) grep -q "^$name:" "$WW_BUILDDIR/Makefile" ;;
      warpwright) "$WW" help "$name" ;;
      scripts/*) [ -x "$WW_SRCDIR/$tool" ] ;;
      *) false ;;
    esac
    case $rest in
      PARTS=*) grep -q "^${rest#PARTS=}()" "$WW_SRCDIR/scripts/bench" ;;
    esac
  done < commands
}

@test "what is cheap is run, and prints what is shown" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  export PATH="$(dirname "$WW"):$PATH"
  for page in $pages; do
    rm -f cheap-*
    awk -f "$awk" "$WW_SRCDIR/$page" > ignored
    for block in cheap-*.sh; do
      [ -e "$block" ] || continue
      echo "--- $page: $(cat "$block")"
      sh -eu "$block" | steady > have
      steady < "${block%.sh}.out" > want
      while IFS= read -r line; do
        echo "shown: $line"
        grep -qxF -- "$line" have
      done < want
      ran="$ran $page"
    done
  done
  [ "$ran" = " doc/fuzz.md doc/synth.md" ]
}

@test "doc/proofs.md and doc/coverage.md name every proof and every group" {
  awk '!/^#/ && NF { print $1, $2 }' "$WW_SRCDIR/tests/formal/proofs.list" > proofs
  [ "$(wc -l < proofs)" -gt 80 ]
  while read -r proof harness; do
    echo "$proof $harness"
    grep -q "^| $proof | [0-9]" "$WW_SRCDIR/doc/proofs.md"
    grep -q "^| $harness | [a-z]" "$WW_SRCDIR/doc/proofs.md"
  done < proofs
  for group in $("$WW" coverage --list | cut -d ' ' -f 1); do
    echo "$group"
    sed -n '/^| about | groups/,/^$/p' "$WW_SRCDIR/doc/coverage.md" | grep -q "[ ,]$group[ ,]"
  done
}

# The first cells of the rows between the lines <!-- NAME --> of a page, without quotes.
rows() { # NAME PAGE
  sed -n "/^<!-- $1 -->\$/,/^<!-- end of $1 -->\$/s/^| *\([^|]*[^| ]\) *|.*/\1/p" "$WW_SRCDIR/doc/$2" | tr -d '`'
}

# The rows that a script's list asks for.
listed() { # SCRIPT
  sed -n "/^list() {\$/,/^END\$/p" "$WW_SRCDIR/scripts/$1" | sed '1,2d;$d'
}

@test "tables that scripts write have the rows of the scripts' lists" {
  "$WW_SRCDIR/scripts/cycles" --table | grep '^|' > want
  sed -n '/^<!-- cycles -->$/,/^<!-- end of cycles -->$/p' "$WW_SRCDIR/doc/performance.md" | grep '^|' | diff - want
  rows cores performance.md | sed 1,2d | diff - <(listed bench-cores | cut -d '|' -f 1)
  rows launches blocks.md | sed 1,2d | diff - <(listed bench-blocks | cut -d '|' -f 1)
  rows grids blocks.md | sed 1,2d | diff - <(listed bench-grid | cut -d '|' -f 1)
  rows opencl opencl.md | sed '1,2d;$d' | diff - <(listed bench-opencl | cut -d '|' -f 1)
  [ "$(rows litmus memory-model.md | sed 1,2d | wc -l)" -eq "$(listed litmus | wc -l)" ]
  rows tables performance.md | grep '^[a-z]' | sort -u |
    diff - <(ls "$WW_SRCDIR/sw/plain" | sed -n 's/\.c$//p'; echo kernel) | grep '^[<>]' | grep -v kernel && return 1
  for kernel in $(awk '/^[a-z]/ && $2 == "-" { print $1 }' "$WW_SRCDIR/tests/sw/suite.list"); do
    echo "$kernel"
    rows tables suite.md | grep -qx "$kernel"
  done
  sed -n 's/.*report("\([^"]*\)".*/\1/p; s/.*"\(to the kernel[^"]*\)".*/\1/p' "$WW_SRCDIR/tests/sw/vx/spawn_bench.c" |
    sort > want
  rows spawn runtime.md | sed 's/, [0-9]* instructions//' | grep -v '^[-|]' | sort | diff - want
}

@test "a table is put between its two lines, and nothing else of the page is changed" {
  . "$WW_SRCDIR/scripts/page.bash"
  die() { echo "$1"; exit "$2"; }
  printf 'a\n<!-- t -->\n\nold\n\n<!-- end of t -->\n\nb\n' > page.md
  printf '| x |\n|---|\n' > text
  for _ in 1 2; do
    fill_page t page.md < text
    printf 'a\n<!-- t -->\n\n| x |\n|---|\n\n<!-- end of t -->\n\nb\n' | diff page.md -
  done
  check_page t page.md
  fill_page t '' < text
  run check_page u page.md
  [ "$status" -eq 3 ]
  [ "$output" = "'page.md' has no lines <!-- u --> and <!-- end of u -->" ]
  run check_page t none.md
  [ "$status" -eq 3 ]
}
