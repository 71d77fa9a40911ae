#!/bin/bash
# templates.t - the templates stay Verilog: few directives, and variants of a module with one port list
# SPDX-License-Identifier: Apache-2.0
#
# The share of a template is that of its lines that are nothing but a condition: //% if, elif, else,
# for, end in column one. None may have more than 15 %, and what has more than 10 % is in
# directives.list, with the reason. Lines of text with a condition behind them, and those that stand
# for text (emit, stall, ports, connect), are counted for the table only.
#
# What a declaration or a row of a list says is read alone: it names what it is about.
set -u

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
templates=$src/rtl-templates
number=0 failed=0

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

# NAME LINES DIRECTIVES GUARDS HOLES of the templates in the files.
count() { # FILE...
  awk 'FNR == 1 { name = FILENAME; sub(/.*\//, "", name); sub(/\.v$/, "", name); order[++n] = name }
    { lines[name]++ }
    /^\/\/% *(emit|stall|ports|connect)/ { holes[name]++; next }
    /^\/\/%/ { directives[name]++; next }
    /\/\/%/ { guards[name]++ }
    END { for (i = 1; i <= n; i++)
      print order[i], lines[order[i]], directives[order[i]] + 0, guards[order[i]] + 0,
        holes[order[i]] + 0 }' "$@"
}

# What is wrong with the counts on standard input, by the list FILE.
judge() { # FILE
  awk -v list="$1" 'BEGIN {
      while ((getline line < list) > 0)
        if (line !~ /^#/ && split(line, words, " ") > 1)
          explained[words[1]] = 1
    }
    { share = 100 * $3 / $2; seen[$1] = 1 }
    share > 15 { printf "%s: %.1f %% of its lines are directives, more than 15\n", $1, share }
    share > 10 && share <= 15 && !($1 in explained) {
      printf "%s: %.1f %% of its lines are directives; say why in directives.list\n", $1, share }
    share <= 10 && $1 in explained {
      printf "%s: %.1f %% of its lines are directives; it needs no explanation\n", $1, share }
    END { for (name in explained) if (!(name in seen)) print name ": there is no such template" }
  ' - | LC_ALL=C sort
}

# The rows of manifest.def that are variants: MODULE FILE.
variants() {
  awk -F '"' '/^VARIANT\(/ { print $4, $2 "/" $6 ".v" }' "$src/gen/manifest.def"
}

# The templates that MANIFEST names and those of the folder: what is in one list alone.
unlisted() { # MANIFEST
  diff <(awk -F '"' '/^(MODULE|VARIANT|RENAMED)\(/ { print $2 "/" (/^M/ ? $4 : $6) ".v" }' "$1" | LC_ALL=C sort -u) \
    <(cd "$templates" && find . -name '*.v' | sed 's,^\./,,' | LC_ALL=C sort) | grep '^[<>]'
}

ports() { # FILE: the module up to the end of its port list, which `//% ports` takes from another template
  local other
  other=$(sed -n 's,^//% ports \(.*\),\1,p' "$1")
  [ -z "$other" ] || set -- "${1%/*}/$other.v"
  sed -n '/^module /,/^);/p' "$1"
}

# Declarations of templates, and rows of lists, whose words begin with what only the line before explains.
pronouns() { # FILE...
  local start='(its|it|they|their|those|that|this|these|the same)\b'
  grep -nE -e "^ *(input|output|wire|reg|localparam|parameter)\b.*// *$start" \
    -e "^([A-Z_]+\(|[[:space:]]).*\"$start[^\"]*\"\)\$" "$@" /dev/null
}

mapfile -t files < <(find "$templates" -name '*.v' | LC_ALL=C sort)
count "${files[@]}" > counts.$$
trap 'rm -f counts.$$ list.$$' EXIT
sort -k3nr counts.$$ | awk '{ printf "# %-20s %4d lines, %3d directives, %3d guards, %2d holes\n",
    $1, $2, $3, $4, $5
  l += $2; d += $3; g += $4; h += $5 }
  END { printf "# all: %d lines, %d directives (%.1f %%), %d guards, %d holes\n", l, d, 100 * d / l, g, h }'
why=$(judge "$src/tests/gen/directives.list" < counts.$$)
if [ -z "$why" ]; then point ok "directives are few in every template"; else
  point "not ok" "directives are few in every template"
  while read -r line; do echo "# $line"; done <<< "$why"
fi

# The judge judges.
printf 'some explained because\nlow explained because\ngone explained because\n' > list.$$
said=$(printf 'much 100 16 0\nsome 100 11 0\nmore 100 11 0\nlow 100 9 50\n' | judge list.$$ | cut -d: -f1 |
  tr '\n' ' ')
if [ "$said" = "gone low more much " ]; then point ok "too many are told, and stale reasons"; else
  point "not ok" "too many are told, and stale reasons: $said"
fi

why=$(unlisted "$src/gen/manifest.def")
if [ -z "$why" ]; then point ok "every template is a row of the manifest"; else
  point "not ok" "every template is a row of the manifest"
  while read -r line; do echo "# $line"; done <<< "$why"
fi
sed 's/"congestor"/"congested"/' "$src/gen/manifest.def" > list.$$
if [ "$(unlisted list.$$ | LC_ALL=C sort | tr '\n' ' ')" = "< lib/congested.v > lib/congestor.v " ]; then
  point ok "what is in one of them alone is told"
else
  point "not ok" "what is in one of them alone is told: $(unlisted list.$$)"
fi

why=$(pronouns "${files[@]}"; pronouns "$src"/{gen,isa,machine,cosim}/*.def)
if [ -z "$why" ]; then point ok "declarations and rows name what they are about"; else
  point "not ok" "declarations and rows name what they are about"
  sed 's/^/# /' <<< "$why"
fi
printf '  wire a; // its a\n  wire b; // a\nROW(a, "their a")\nROW(b, "a")\n\t"the same of b")\n' > list.$$
if [ "$(pronouns list.$$ | cut -d: -f2 | tr '\n' ' ')" = "1 3 5 " ]; then
  point ok "words that need the line before are told"
else
  point "not ok" "words that need the line before are told: $(pronouns list.$$)"
fi

first= module=
while read -r name file; do
  if [ "$name" != "$module" ]; then module=$name first=$file; continue; fi
  if [ "$(ports "$templates/$first")" = "$(ports "$templates/$file")" ]; then
    point ok "$file has the ports of $first"
  else
    point "not ok" "$file has the ports of $first"
    diff <(ports "$templates/$first") <(ports "$templates/$file") | sed 's/^/# /'
  fi
done < <(variants)
[ -n "$module" ] || point "not ok" "there are variants"
echo "1..$number"
[ "$failed" -eq 0 ]
