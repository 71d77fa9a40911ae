#!/bin/bash
# memories.sh - count what memories and multipliers become on each target
# SPDX-License-Identifier: Apache-2.0
#
# memories.sh [--print] [--only 'MODULE...'] [TARGET]...: TAP lines for the rows of memories.list, of
# these modules and targets or of all. A module is synthesized with the parameters that it has
# in the core. --print shows the counts instead, in the list's form.
set -u

src=${WW_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
yosys=${YOSYS:-yosys}
list=$src/tests/fpga/memories.list
[ "$yosys" != no ] && command -v "$yosys" > /dev/null || { echo "1..0 # SKIP no yosys"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

give_up() { echo "Bail out! $*"; exit 99; }

# FAMILY COMMAND of a target.
target() {
  awk -v name="\"$1\"," '$2 == name && /^TARGET/ { row = $0; split(row, q, "\"")
    sub(/^TARGET\(/, "", $1); sub(/,/, "", $1); print $1, q[6]; found = 1 }
    END { exit !found }' "$src/fpga/targets.def"
}

# Counts of the classes of fpga/cells.def in the cells of FILE ("TYPE COUNT" lines), for FAMILY.
classes() {
  local family=$1 type count pattern class n
  declare -A sum=([LUT]=0 [LUTRAM]=0 [FF]=0 [BRAM]=0 [SPRAM]=0 [DSP]=0)
  while read -r type count; do
    while read -r pattern class n; do
      # shellcheck disable=SC2053
      [[ $type == $pattern ]] && sum[$class]=$((${sum[$class]:-0} + count * n))
    done < <(sed -n "s/^CELL($family, *\"\([^\"]*\)\", *\([A-Z]*\), *\([0-9]*\)).*/\1 \2 \3/p" \
      "$src/fpga/cells.def")
  done < "$2"
  echo "FF=${sum[FF]} LUTRAM=${sum[LUTRAM]} BRAM=${sum[BRAM]} SPRAM=${sum[SPRAM]} DSP=${sum[DSP]} LUT=${sum[LUT]}"
}

read_all() {
  local file
  while read -r file; do echo "read_verilog \"$tmp/tree/$file\""; done < "$tmp/tree/ww.f"
  echo "hierarchy -check -top ww_top"
}

# The rows of a target.
rows() {
  awk -v name="$1" -v only=" $only " '
    $1 == name && (only == "  " || index(only, " " $2 " "))' "$list"
}

# The core of the list's OPTIONS line, and the names that yosys gives its modules.
emit() {
  local options
  options=$(sed -n 's/^options //p' "$list")
  # shellcheck disable=SC2086
  "$ww" gen $options -o "$tmp/tree" > "$tmp/gen" 2>&1 || give_up "$(cat "$tmp/gen")"
  { read_all; echo "tee -q -o $tmp/names ls"; } > "$tmp/names.ys"
  "$yosys" -q -s "$tmp/names.ys" > "$tmp/log" 2>&1 < /dev/null || give_up "$(tail -n 5 "$tmp/log")"
}

# The first that is an instance of MODULE.
name_of() {
  grep -e "\\\\ww_$1\\\\" -e "\\\\ww_$1\$" -e "^ *ww_$1\$" "$tmp/names" | head -n 1 | tr -d ' '
}

# Synthesizes each MODULE for TARGET; the cells are in $tmp/MODULE.cells.
synthesize() {
  local name=$1 command=$2 module
  shift 2
  {
    read_all
    echo "design -save all"
    for module; do
      echo "design -load all"
      echo "$command -top $(name_of "$module")"
      echo "flatten"
      echo "tee -q -o $tmp/$module.stat stat"
    done
  } > "$tmp/$name.ys"
  "$yosys" -q -s "$tmp/$name.ys" > "$tmp/log" 2>&1 < /dev/null || return 1
  for module; do
    awk '/Number of cells/ { on = 1; next } on && NF == 2 { print }' "$tmp/$module.stat" \
      > "$tmp/$module.cells"
  done
}

# LIMITS that COUNTS (NAME=N words) do not keep.
exceeded() {
  local limit have
  for limit in $1; do
    have=$(tr ' ' '\n' <<< "$2" | sed -n "s/^${limit%%[<=]*}=//p")
    case $limit in
      *'<'*) [ -n "$have" ] && [ "$have" -lt "${limit#*<}" ] || echo "$limit: there are $have" ;;
      *=*) [ "$have" = "${limit#*=}" ] || echo "$limit: there are $have" ;;
      *) echo "'$limit' is no limit" ;;
    esac
  done
}

judge() { # TARGET MODULE LIMITS
  local counts why
  number=$((number + 1))
  counts=$(classes "$family" "$tmp/$2.cells")
  why=$(exceeded "$3" "$counts")
  if [ -s "$tmp/$2.cells" ] && [ -z "$why" ]; then
    echo "ok $number - $1: $2: $counts"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $number - $1: $2: $counts"
  # shellcheck disable=SC2001
  sed 's/^/# /' <<< "$why"
}

one_target() {
  local name=$1 family command modules module limits
  read -r family command <<< "$(target "$name")"
  [ -n "$family" ] || give_up "there is no target '$name'"
  modules=$(rows "$name" | awk '{ print $2 }')
  [ -n "$modules" ] || give_up "$list has no rows for '$name'"
  # shellcheck disable=SC2086
  if ! synthesize "$name" "$command" $modules; then
    number=$((number + 1)) failed=$((failed + 1))
    echo "not ok $number - $name: yosys"
    tail -n 5 "$tmp/log" | sed 's/^/# /'
    return
  fi
  while read -r _ module limits; do
    if [ "$print" = yes ]; then
      echo "$name $module $(classes "$family" "$tmp/$module.cells")"
    else
      judge "$name" "$module" "$limits"
    fi
  done < <(rows "$name")
}

print=no only='' number=0 failed=0
while :; do
  case ${1:-} in
    --print) print=yes ;;
    --only) only=$2; shift ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || set -- $(awk '!/^(#|options|$)/ { print $1 }' "$list" | uniq)
emit
for name; do one_target "$name"; done
[ "$print" = yes ] || echo "1..$number"
[ "$failed" -eq 0 ]
