#!/usr/bin/env bats
# pages.bats - what the pages say to type is typed, and prints what they show
# SPDX-License-Identifier: Apache-2.0
#
# pages.awk has the marks. Of a shown output every digit counts, but for rates and times.
# PAGES="doc/fuzz.md ..." runs these alone.

load figures.bash

setup() {
  cd "$BATS_TEST_TMPDIR"
  awk=$WW_SRCDIR/tests/sw/pages.awk
  pages=$(cd "$WW_SRCDIR" && echo README.md doc/*.md systemc/README.md fpga/boards/*/README.md tests/*/README.md)
  pages=${PAGES:-$pages}
}

@test "commands that nobody runs are found" {
  cat > page.md <<'END'
<!-- run -->
```sh
true
```

```text
not said
```

```sh
warpwright gen
```

    make check

<!-- run maybe -->
```sh
true
```

<!-- no run: no reason -->
## Next

<!-- run: 1 -->
END
  awk -f "$awk" page.md > found
  cat found
  cut -d ' ' -f 1 found | tr '\n' ' ' > lines
  [ "$(cat lines)" = "page.md:10: page.md:14: page.md:16: page.md:22: page.md:24: " ]
  [ "$(cat 01.sh 01.status 01.out)" = "$(printf 'true\n0\nnot said')" ]
}

@test "every command of every page is run, or says why not" {
  for page in $pages; do awk -f "$awk" "$WW_SRCDIR/$page"; done > found
  ! grep -v '^in ' found
}

@test "tests that run the commands of a page name it" {
  number=0
  for page in $pages; do
    for test in $(awk -f "$awk" "$WW_SRCDIR/$page" | sed -n 's/^in //p'); do
      echo "$page $test"
      grep -qF "${page##*doc/}" "$WW_SRCDIR/$test"
      number=$((number + 1))
    done
  done
  [ "$number" -gt 5 ]
}

# Runs the blocks of a page, behind one that fails the others too.
run_page() { # PAGE
  local page=$1 block n status wrong=0
  mkdir work
  cd work
  awk -f "$awk" "$WW_SRCDIR/$page" > /dev/null
  ln -sfn "$WW_BUILDDIR" build
  for link in sw regress fpga systemc; do ln -sfn "$WW_SRCDIR/$link" "$link"; done
  for block in [0-9][0-9].sh; do
    [ -e "$block" ] || continue
    n=${block%.sh}
    echo "--- $page $n"
    cat "$block"
    status=0
    sh -eu "$block" > printed 2>&1 || status=$?
    tail -n 30 printed
    [ "$status" -eq "$(cat "$n.status")" ] || { echo "status $status"; wrong=1; }
    [ ! -f "$n.out" ] || shown "$n.out" || wrong=1
  done
  cd ..
  rm -rf work
  return $wrong
}

shown() { # OUT: each of its lines is in what was printed
  local line wrong=0
  steady < printed > have
  grep -v '^\.\.\.$' "$1" | steady > want
  while IFS= read -r line; do
    grep -qxF -- "$line" have || { echo "not printed: $line"; wrong=1; }
  done < want
  return $wrong
}

# bats test_tags=full
@test "the commands of the pages run and print what is shown" {
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
  [ "${VERILATOR:-no}" != no ] || skip "no verilator"
  [ "${IVERILOG:-no}" != no ] || skip "no iverilog"
  export PATH="$(dirname "$WW"):$WW_BUILDDIR/sw:$WW_BUILDDIR/cuda:$PATH" kernels="$WW_SRCDIR/sw/kernels"
  local wrong=0
  for page in $pages; do
    run_page "$page" || wrong=1
  done
  return $wrong
}
