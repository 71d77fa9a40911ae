#!/bin/bash
# format.t - files, and what is emitted, keep to .editorconfig: lines, blanks, tabs, the last newline
# SPDX-License-Identifier: Apache-2.0
set -u

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/.." && pwd)}
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0 count=0

point() { # STATUS TEXT
  number=$((number + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $number - $2"
  else
    failed=$((failed + 1))
    echo "not ok $number - $2"
  fi
}

# What git has of the tree; in a distribution all that is there, but for what autotools made.
files() { # DIR
  if [ -e "$1/.git" ]; then
    git -C "$1" ls-files
  else
    (cd "$1" && find . \( -path ./_build -o -path './build*' -o -path ./build-aux \
       -o -path ./autom4te.cache -o -path ./_inst \) -prune -o -type f -print) |
      sed 's,^\./,,' | grep -vE '(^|/)(Makefile\.in|aclocal\.m4|configure|config\.h\.in|.*~|.*\.png)$'
  fi
}

# The rules: a line per section, EXPRESSION PATH KEY=VALUE...; it is for names, with their folders if PATH is 1.
rules() { # FILE
  awk '/^\[/ {
      gsub(/^\[|\]$/, "")
      path = index($0, "/") > 0
      gsub(/\./, "\\.")
      gsub(/\*/, ".*")
      if (gsub(/\{/, "(")) gsub(/,/, "|")
      gsub(/\}/, ")")
      printf "%s^%s$ %d", NR == 1 ? "" : "\n", $0, path
    }
    /^[a-z_]+ *= / && $1 != "root" { printf " %s=%s", $1, $3 }
    END { print "" }' "$1" | sed '/^$/d'
}

# FILE LIMIT INDENT TRIM NEWLINE of each file named on standard input.
apply() { # RULES
  awk -v OFS='\t' '
    FILENAME != "-" {
      sections++
      pattern[sections] = $1
      path[sections] = $2
      for (i = 3; i <= NF; i++) {
        split($i, pair, "=")
        value[sections, pair[1]] = pair[2]
      }
      next
    }
    function set(section, key, now) {
      return ((section, key) in value) ? value[section, key] : now
    }
    {
      limit = "off"; indent = "any"; trim = newline = "false"
      name = $0
      sub(/.*\//, "", name)
      for (s = 1; s <= sections; s++)
        if ((path[s] ? $0 : name) ~ pattern[s]) {
          limit = set(s, "max_line_length", limit)
          indent = set(s, "indent_style", indent)
          trim = set(s, "trim_trailing_whitespace", trim)
          newline = set(s, "insert_final_newline", newline)
        }
      print $0, limit, indent, trim, newline
    }' "$1" -
}

# What is wrong with the files of standard input, as apply prints them.
judge() { # DIR
  (cd "$1" && LC_ALL=C awk -F '\t' '
    function wrong(text) { printf "%s:%d: %s\n", file, n, text }
    function columns(line,    at, width) {
      width = 0
      while (at = index(line, "\t")) {
        width += at - 1
        width += 8 - width % 8
        line = substr(line, at + 1)
      }
      return width + length(line)
    }
    {
      file = $1; limit = $2; indent = $3; trim = $4; newline = $5; n = 0
      while ((getline line < file) > 0) {
        n++
        if (limit != "off" && length(line) * 8 > limit && columns(line) > limit)
          wrong(columns(line) " columns, more than " limit)
        if (trim == "true" && line ~ /[ \t\r]$/)
          wrong("blanks at the end")
        if (indent == "tab" && line ~ /^        /)
          wrong("begins with blanks, not tabs")
        if (indent == "space" && line ~ /^ *\t/)
          wrong("begins with a tab")
      }
      close(file)
      if (newline == "true" && n)
        print n, file > ends
    }' ends="$tmp/ends" -) > "$tmp/found"
  cat "$tmp/found"
  # The last of its lines has no newline where wc counts one less.
  [ ! -s "$tmp/ends" ] || (cd "$1" && sed 's/^[0-9]* //' "$tmp/ends" | tr '\n' '\0' | LC_ALL=C xargs -0 wc -l) |
    awk '{ n = $1; sub(/^ *[0-9]* /, "") }
      FILENAME != "-" { lines[$0] = n; next }
      n < lines[$0] { print $0 ": no newline at the end" }' "$tmp/ends" -
  rm -f "$tmp/ends"
}

check() { # DIR: of all its files
  files "$1" > "$tmp/files"
  apply "$tmp/rules" < "$tmp/files" | judge "$1"
}

rules "$src/.editorconfig" > "$tmp/rules"
check "$src" > "$tmp/wrong"
[ -s "$tmp/files" ] && [ ! -s "$tmp/wrong" ]
point $? "$(wc -l < "$tmp/files") files are written as .editorconfig says"
sed 's/^/# /' "$tmp/wrong" | head -n 50

# Every configuration as it is, with its trace and with random stalls; and every pair of values.
out=$tmp/out
mkdir "$out"
emit() { # NAME ARGUMENT...
  "$WW" gen -o "$out/$1" "${@:2}" > "$tmp/log" 2>&1 || {
    cat "$tmp/log" >&2
    echo "$1" >> "$tmp/refused"
  }
}
for config in "$src"/configs/*.toml; do
  name=$(basename "$config" .toml)
  emit "$name" "$config"
  emit "$name-traced" "$config" -s trace.retire=true
  emit "$name-congested" "$config" -s trace.retire=true -s test.congest=true
done
while read -r -a words; do
  emit "pair-$((count += 1))" "${words[@]}"
done < <("$WW_BUILDDIR/tests/rtl/pairwise")
(cd "$out" && find . -name '*.v' | sed 's,^\./,,' | LC_ALL=C sort) > "$tmp/emitted"
apply "$tmp/rules" < "$tmp/emitted" | judge "$out" > "$tmp/wrong"
[ ! -e "$tmp/refused" ] && [ "$count" -gt 20 ] && [ ! -s "$tmp/wrong" ]
point $? "$(wc -l < "$tmp/emitted") emitted files are written as .editorconfig says"
sed 's/^/# /' "$tmp/wrong" | head -n 50

# Each rule is broken once, and that is what is found.
bad=$tmp/bad
mkdir "$bad" "$bad/sub"
fire() { # WHAT FILE TEXT [FOUND]: printf's text makes the file; without FOUND nothing is wrong
  rm -f "$bad"/*.* "$bad"/sub/*
  # shellcheck disable=SC2059
  printf "$3" > "$bad/$2"
  check "$bad" > "$tmp/wrong"
  if [ "$(cat "$tmp/wrong")" = "${4:+$2:$4}" ]; then
    point 0 "$1"
  else
    point 1 "$1"
    sed 's/^/# /' "$tmp/wrong"
  fi
}
x80=$(printf '%080d' 0) x100=$(printf '%0100d' 0) x120=$(printf '%0120d' 0)
fire "80 columns of C" a.c "$x80\n"
fire "81 are too many" a.c "\n${x80}0\n" "2: 81 columns, more than 80"
fire "a tab goes to the next column of eight" sub/a.h "\t${x80#00000000}\n1234567\t${x80}\n" \
  "2: 88 columns, more than 80"
fire "100 columns of Verilog" sub/a.v "$x100\n"
fire "101 are too many" sub/a.v "${x100}0\n" "1: 101 columns, more than 100"
fire "121 of a script" a.sh "${x120}0\n" "1: 121 columns, more than 120"
fire "any number of a page" a.md "$x120$x120\n"
fire "blanks at the end" a.awk "x\ny \n" "2: blanks at the end"
fire "a carriage return" a.awk "x\r\n" "1: blanks at the end"
fire "a script begins with blanks" a.sh "\tx\n" "1: begins with a tab"
fire "C begins with tabs" a.c "        x\n" "1: begins with blanks, not tabs"
fire "no newline at the end" a.toml "x\ny" " no newline at the end"
fire "an empty file" a.toml ""

echo "1..$number"
[ "$failed" -eq 0 ]
