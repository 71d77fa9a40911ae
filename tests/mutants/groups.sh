#!/bin/bash
# groups.sh - which mutants of mutants.list the groups of the quick tier kill
# SPDX-License-Identifier: Apache-2.0
#
# groups.sh [GROUP...]: for each group of tests/shapes/shapes.list (all of them that run programs, or else those that
# are named, with what earlier runs have killed left out) a model that holds
# every mutant which fits there meets what the group runs: short directed programs and random ones with random memory
# timing, and runs with failing memory, in one process. A mutant that one group has killed is not tried in the next.
# What was judged stays in kills/ of the build tree: GROUP.tsv as tests/mutation/judge.c writes it, and GROUP.names.
# Prints a line per group and the totals; the names of those that live, and of those that fit nowhere, stand below.
# Takes some 20 minutes. `make quick-kills` runs it.
set -u

here=$(cd "$(dirname "$0")" && pwd)
src=${WW_SRCDIR:-$(cd "$here/../.." && pwd)}
build=${WW_BUILDDIR:-$src/build}
ww=${WW:-$build/warpwright}
out=$build/kills
nm=${RISCV_NM:-riscv64-unknown-elf-nm}
mkdir -p "$out" || exit 4

die() { echo "groups.sh: error: $1" >&2; exit 4; }

# All mutants but those of proofs alone, under the configuration of a group.
awk '/^@ / && $2 != "-" { print $2 }' "$here/mutants.list" | sort -u > "$out/all"

elf() { echo "$build/tests/rtl/asm/$1.elf"; }

programs() { # ONLY FIRST LAST: what the judge runs
  local name kernel=$build/sw/kernels/matmul.elf symbol
  # shellcheck disable=SC2254
  awk '!/^#/ && NF && $3 !~ /\// && $2 !~ /long/ && $1 !~ /\// { print $1 }' "$src/tests/rtl/programs.list" |
    while read -r name; do
      case $name in $1) echo "elf $(elf "$name") 5" ;; esac
    done
  echo "fuzz $2 $3"
  [ "$1" = '*' ] || return
  for symbol in "error main 64" "error ww_task 4" "refuse ww_task 4"; do
    # shellcheck disable=SC2086
    set -- $symbol
    echo "$1 $("$nm" "$kernel" | awk -v s="$2" '$3 == s { print "0x" $1; exit }') $3 $kernel"
  done
}

group() { # NAME ROW: the words of its row
  local name=$1 row=" $2 " only='*' random options
  options=${row#* cosim }
  case $row in *' --only '*) only=${row#* --only } only=${only%% *} ;; esac
  random=${row#* --random } random=${random%% *}
  rm -rf "$out/tree"
  # shellcheck disable=SC2086
  "$ww" gen $options -s trace.retire=true -o "$out/tree" > /dev/null || die "gen failed for $name"
  awk -v lenient=1 -v rtl="$out/tree/rtl" -v prefix=ww -f "$here/apply.awk" "$here/mutants.list" \
    > "$out/$name.names" 2> "$out/$name.unfit" || die "apply.awk failed for $name"
  programs "$only" "${random%-*}" "${random#*-}" > "$out/programs"
  rm -f "$out/$name.tsv"
  awk 'FILENAME == ARGV[1] { killed[$1] = 1; next }
    !($2 in killed) { print $1 }' "$out/killed" "$out/$name.names" |
    "$build/tests/mutation/judge" -l "$out/tree" "$out/programs" "$out/$name.tsv" 2> "$out/$name.log" ||
    { cat "$out/$name.log" >&2; die "the judge failed for $name"; }
  awk -F '\t' 'FILENAME == ARGV[1] { split($0, w, " "); name[w[1]] = w[2]; next }
    $3 == "killed" { print name[$1] }' "$out/$name.names" "$out/$name.tsv" > "$out/new"
  sort -u "$out/killed" "$out/new" > "$out/sum" && mv "$out/sum" "$out/killed"
  awk '{ print $2 }' "$out/$name.names" >> "$out/placed"
  printf '%-14s %4d fit, %4d tried, %4d killed, %4d killed so far\n' "$name" "$(wc -l < "$out/$name.names")" \
    "$(wc -l < "$out/$name.tsv")" "$(wc -l < "$out/new")" "$(wc -l < "$out/killed")"
}

if [ $# -eq 0 ]; then
  : > "$out/killed"
  : > "$out/placed"
fi
touch "$out/killed" "$out/placed"
while IFS=: read -r name row; do
  case $name:$row in group-*run-list.sh*) ;; *) continue ;; esac
  [ $# -eq 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
  group "$name" "$row"
done < "$src/tests/shapes/shapes.list"
sort -u -o "$out/placed" "$out/placed"
echo "mutants: $(wc -l < "$out/all"), placed in a group: $(wc -l < "$out/placed"), killed: $(wc -l < "$out/killed")"
echo "live: $(comm -23 "$out/placed" "$out/killed" | tr '\n' ' ')"
echo "fit in no group: $(comm -23 "$out/all" "$out/placed" | tr '\n' ' ')"
