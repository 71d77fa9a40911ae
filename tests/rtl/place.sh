#!/bin/bash
# place.sh - the directed programs, linked for the RAM of a configuration, in lockstep
# SPDX-License-Identifier: Apache-2.0
#
# place.sh [--part K/N] [--also OPTION]... CONFIG-OPTION...: a TAP line per program of programs.list that
# fits into this RAM; of N programs the Kth. The golden model alone has to end in the same way: status, exit
# code, and where and why it trapped. Programs start at core.reset_pc.
set -u

. "$(dirname "$0")/../sw/runner.sh"
need_runner cosim
need_compiler
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT

also=() part=1/1
while :; do
  case ${1:-} in
    --also) also+=("$2") ;;
    --part) part=$2 ;;
    *) break ;;
  esac
  shift 2
done
"$ww" print config "$@" > "$tmp/config" || { echo "Bail out! no such configuration: $*"; exit 99; }

base=$(config mem.ram_base) size=$(config mem.ram_size) reset=$(config core.reset_pc)

# Where the assembly of a program is: some is written by the build.
source_of() { # NAME
  local made=$build/tests/rtl/asm/$1.S
  if [ -f "$made" ]; then echo "$made"; else echo "$src/tests/rtl/asm/$1.S"; fi
}

# A program whose first instruction is at the reset pc, with nothing but traps before it.
link() { # SOURCE ELF
  "$build/sw/ww-cc" --bare "--ram-base=$base" "--ram-size=$size" \
    "-I$src/tests/rtl/asm" "-I$build/tests/rtl/asm" "-Wl,--section-start=.text=$reset" \
    -o "$2" "$1" > "$tmp/link" 2>&1 && return 0
  grep -q 'reaches into the stacks\|will not fit\|overlaps' "$tmp/link" || {
    echo "Bail out! cannot link $1:"
    sed 's/^/# /' "$tmp/link"
    exit 99
  }
  return 1
}

ending() { # FILE: what both runs have to agree on
  grep -o '"\(status\|exit_code\|pc\|cause\|tval\|kind\)": *[^,} ]*' "$1"
}

run() { # NAME ELF OPTIONS...
  local name=$1 elf=$2
  shift 2
  "$ww" iss "$@" --max-cycles 1000000 --json "$tmp/iss.json" "$elf" \
    > "$tmp/iss.out" 2> /dev/null < /dev/null
  if grep -q '"status": "timeout"' "$tmp/iss.json"; then
    echo "# $name does not end in this RAM"
    return
  fi
  "$ww" cosim "$@" "${also[@]}" --max-cycles 10000000 --json "$tmp/cosim.json" "$elf" \
    > "$tmp/cosim.out" 2> "$tmp/err" < /dev/null
  number=$((number + 1))
  if [ -s "$tmp/cosim.json" ] && cmp -s "$tmp/iss.out" "$tmp/cosim.out" &&
    diff <(ending "$tmp/iss.json") <(ending "$tmp/cosim.json") > "$tmp/diff"; then
    echo "ok $number - $name at $base"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $number - $name at $base"
  cat "$tmp/diff" "$tmp/err" | head -n 20 | sed 's/^/# /'
  echo "# repeat: $build/sw/ww-cc --bare --ram-base=$base --ram-size=$size" \
    "-Wl,--section-start=.text=$reset -I$src/tests/rtl/asm -I$build/tests/rtl/asm" \
    "-o $name.elf $(source_of "$name")" \
    "&& $ww cosim $* ${also[*]} $name.elf"
}

# What the list says of the default RAM is not for this one.
suits() { # NEEDS
  [ -z "$(missing "$(echo "$1" | sed 's/mem\.ram_[a-z]*[>=]*[0-9a-fx]*/-/g')")" ]
}

number=0 failed=0 big=0 others=0 seen=0
while read -r name needs rest; do
  case $name in '' | '#'* | */*) continue ;; esac
  [ $((seen++ % ${part#*/} + 1)) -eq "${part%/*}" ] || continue
  if ! suits "$needs"; then
    others=$((others + 1))
  elif ! link "$(source_of "$name")" "$tmp/$name.elf"; then
    big=$((big + 1))
  else
    run "$name" "$tmp/$name.elf" "$@"
  fi
done < "$src/tests/rtl/programs.list"
echo "# $others programs are not for this configuration," \
  "$big do not fit between $reset and the end of RAM"
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
