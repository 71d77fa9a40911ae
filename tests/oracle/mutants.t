#!/bin/sh
# mutants.t - errors put into the golden model are found by the oracle
# SPDX-License-Identifier: Apache-2.0
#
# Each line of mutants.list changes one file of golden/; the program agree, linked with that, must
# find a difference within PROGRAMS (60) programs on each shape. The model as it is must have none. Every sixth one is
# built and run, all in the full tier; that each still changes the file is always looked at.
set -u
here=$WW_SRCDIR/tests/oracle
cc=${CC:-cc}
command -v "$cc" > /dev/null || { echo "1..0 # SKIP no C compiler"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/golden"
number=0 failed=0 line=0

result() { # WORD NAME
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

compile() { # OUT SOURCE
  "$cc" -std=c11 -O0 -w -DGOLDEN_ANY_WIDTH -c -I"$tmp" -I"$WW_SRCDIR" -I"$WW_BUILDDIR" -o "$1" "$2" 2>> "$tmp/log"
}

link() { # OUT OBJECT...
  out=$1
  shift
  "$cc" -o "$out" "$tmp/agree.o" "$@" "$WW_BUILDDIR/liboracle.a" "$WW_BUILDDIR/libfuzz.a" \
    "$WW_BUILDDIR/libgolden.a" "$WW_BUILDDIR/libisa.a" "$WW_BUILDDIR/libbase.a" -lm 2>> "$tmp/log"
}

# Where a file of golden/ is compiled: itself, or what includes it.
unit() {
  case $1 in
    *.c) echo "$1" ;;
    *) echo engine.c ;;
  esac
}

mutant() { # FILE EXPRESSION
  rm -f "$tmp"/golden/*
  sed "$2" "$WW_SRCDIR/golden/$1" > "$tmp/golden/$1"
  if cmp -s "$tmp/golden/$1" "$WW_SRCDIR/golden/$1"; then
    result "not ok" "$1: $2 changes something"
    return
  fi
  [ -n "${WW_FULL:-}" ] || [ $((line % 6)) -eq 1 ] || return
  source=$(unit "$1")
  [ "$source" = "$1" ] || cp "$WW_SRCDIR/golden/$source" "$tmp/golden"
  : > "$tmp/log"
  if ! compile "$tmp/mutant.o" "$tmp/golden/$source" || ! link "$tmp/mutant" "$tmp/mutant.o"; then
    result "not ok" "$1: $2 can be built"
    sed 's/^/# /' "$tmp/log"
    return
  fi
  timeout 120 "$tmp/mutant" "${PROGRAMS:-60}" > "$tmp/out" 2>&1
  if [ $? -eq 1 ] && grep -q '^not ok' "$tmp/out"; then
    result ok "found: $1: $2"
    grep '^# seed' "$tmp/out" | head -n 1
  else
    result "not ok" "found: $1: $2"
  fi
}

if compile "$tmp/agree.o" "$here/agree.c" && link "$tmp/same" &&
  "$tmp/same" "${PROGRAMS:-60}" > "$tmp/out"; then
  result ok "without an error none is found"
else
  result "not ok" "without an error none is found"
  sed 's/^/# /' "$tmp/log"
fi
while IFS='|' read -r file expression; do
  case $file in '#'* | '') continue ;; esac
  line=$((line + 1))
  mutant "$file" "$expression"
done < "$here/mutants.list"
echo "1..$number"
[ $failed -eq 0 ]
