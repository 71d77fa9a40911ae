#!/bin/bash
# mutants.t - every mutant of mutants.list whose killer is the lockstep is killed by it
# SPDX-License-Identifier: Apache-2.0
#
# One model holds all mutants; the environment variable WW_MUTANT chooses one. The programs run, what has
# killed first, until one ends in a mismatch or does not end, and then up to 100 random ones; 0 chooses none,
# and then a program that kills must pass. A mutant that no program kills is a failure. Where the list makes
# accesses fail, programs whose warps then wait for each other for ever are left out. The lines name program,
# cycle and check of each kill. MUTANTS="name ..." runs only these, KILLER=random those
# that random programs must find. FUZZ=N runs up to N random programs on each instead of all others, and counts:
# none has to be killed so, but with MUST=1; CONGEST=1 with random stalls. Each part of the list needs a model of
# its own. With WW_FULL or MUTANTS all are judged, and all programs run without a mutant. In the quick tier a
# sample of the first part is, by short directed programs and 40 random ones in one process
# (tests/mutation/judge.c). That each still
# fits is always looked at.
set -u

skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "${VERILATOR:-no}" != no ] || skip "verilator is not installed"
[ "${RISCV_CC:-no}" != no ] || skip "no RISC-V compiler"

here=$(cd "$(dirname "$0")" && pwd)
src=${WW_SRCDIR:-$(cd "$here/../.." && pwd)}
build=${WW_BUILDDIR:-$src}
ww=${WW:-$build/warpwright}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
list=$here/mutants.list killer=${KILLER:-lockstep}
number=0 killed=0
declare -A alone # programs: do they end without a mutant?

# Directed programs first, the long mixtures last; those of several cores where there are some.
programs() {
  local p
  for p in $(awk -v cores="$cores" '!/^#/ && NF && $3 !~ /\// && cores == ($2 ~ /gpu.cores/) { print $1 }' \
    "$src/tests/rtl/programs.list"); do
    [ -f "$build/tests/rtl/asm/$p.elf" ] && echo "$build/tests/rtl/asm/$p.elf"
  done
}

field() { sed -n "s/^ *\"$1\": *\"\{0,1\}\([^\",]*\).*/\1/p" "$tmp/json" | head -n 1; }

# State that reset does not reach begins with other values for each program.
power_up() { # ELF
  local sum
  read -r sum _ < <(basename "$1" | cksum)
  echo $((sum % 65536 + 1))
}

run() { # MUTANT ELF: the status of the run
  rm -f "$tmp/json"
  WW_MUTANT=$1 WW_POWER_UP=$(power_up "$2") "$ww" cosim --rtl "$tmp/rtl" "${also[@]}" --max-cycles 600000 \
    --mem-random 5 --json "$tmp/json" "$2" > "$tmp/out" 2> "$tmp/err"
  field status
}

# The Nth mutant under random programs.
fuzz() { # NUMBER NAME
  local status
  rm -f "$tmp/json"
  WW_MUTANT=$1 "$ww" fuzz --rtl "$tmp/rtl" --count "$FUZZ" --max-seconds 120 -o "$tmp/fuzz.S" \
    --json "$tmp/json" > "$tmp/out" 2> "$tmp/err"
  status=$(field status)
  case $status in
    pass) point "${MUST:+not }ok" "$2 survives $(field programs) random programs" ;;
    mismatch | hang | timeout | error)
      killed=$((killed + 1))
      point ok "$2 killed by random program $(field programs), $(verdict)" ;;
    *) point "not ok" "$2: ${status:-no result}"; head -n 5 "$tmp/err" | sed 's/^/# /' ;;
  esac
}

# Does one of a few random programs kill the Nth mutant?
by_chance() {
  rm -f "$tmp/json"
  WW_MUTANT=$1 "$ww" fuzz --rtl "$tmp/rtl" --count 100 -o "$tmp/fuzz.S" --json "$tmp/json" \
    > "$tmp/out" 2> "$tmp/err"
  case $(field status) in
    mismatch | hang | timeout) return 0 ;;
  esac
  return 1
}

verdict() { # cycle and check of the mismatch, or cycle and hang
  grep -o 'cycle [0-9]*: .*' "$tmp/err" | head -n 1 | grep . ||
    echo "cycle $(field cycles): does not end"
}

point() { # ok|not ok, text
  number=$((number + 1))
  echo "$1 $number - $2"
}

# The quick tier: every 12th mutant of the part meets short programs in one process of the judge.
judged() {
  local n name by verdict run how rest
  {
    awk '!/^#/ && NF && $1 $3 !~ /\// && $2 !~ /gpu.cores|long/ { print $1 }' "$src/tests/rtl/programs.list" |
      while read -r name; do echo "elf $build/tests/rtl/asm/$name.elf 5"; done
    echo "fuzz 1 40"
  } > "$tmp/programs"
  awk '$1 % 12 == 1 { print $1 }' "$tmp/names" |
    "$build/tests/mutation/judge" -l "$tmp/rtl" "$tmp/programs" "$tmp/results" 2> "$tmp/err" || {
    point "not ok" "the judge runs"
    sed 's/^/# /' "$tmp/err"
    return
  }
  while IFS=$'\t' read -r n by verdict run how rest; do
    name=$(awk -v n="$n" '$1 == n { print $2 }' "$tmp/names")
    if [ "$by $verdict" = "lockstep killed" ]; then
      point ok "$name killed by $run: $how"
    else
      point "not ok" "$name killed"
      echo "# $verdict; repeat: MUTANTS=$name $0"
    fi
  done < "$tmp/results"
}

chosen() { # NAME...: is one of them to run?
  local name
  [ -n "${MUTANTS:-}" ] || return 0
  for name; do
    case " $MUTANTS " in *" $name "*) return 0 ;; esac
  done
  return 1
}

# Does a program end well without a mutant? Run once for each part.
ends() { # ELF
  local status
  if [ -z "${alone[$1]:-}" ]; then
    status=$(run 0 "$1")
    alone[$1]=no
    case $status in
      pass | fault | error) alone[$1]=yes ;;
      timeout) [ ${#also[@]} -gt 0 ] || point "not ok" "without a mutant $1 ends" ;;
      '') # A program for an extension that the core lacks is refused.
         grep -q 'which this core lacks' "$tmp/err" ||
           point "not ok" "without a mutant $(basename "$1" .elf) runs" ;;
      *) point "not ok" "without a mutant $(basename "$1" .elf) passes"
         sed 's/^/# /' "$tmp/err" | head -n 20 ;;
    esac
  fi
  [ "${alone[$1]}" = yes ]
}

# What has killed one is likely to kill the next.
first() { # ELF
  local p rest=()
  for p in "${elfs[@]}"; do [ "$p" = "$1" ] || rest+=("$p"); done
  elfs=("$1" "${rest[@]}")
}

suite() { # PART CONFIG-OPTION... [-- RUN-OPTION...]: the mutants of a part of the list
  local part=$1 n name names elf status said lines config=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    config+=("$1")
    shift
  done
  also=("${@:2}")
  names=$(awk -v killer="$killer" '/^@ / && ("," $4) ~ ("," killer "[,:]") { print $2 }' "$part")
  # shellcheck disable=SC2086
  [ -n "$names" ] && chosen $names || return 0
  rm -rf "$tmp/rtl"
  "$ww" gen "${config[@]}" ${CONGEST:+-s test.congest=true} -s trace.retire=true -o "$tmp/rtl" ||
    { echo "Bail out! gen failed"; exit 99; }
  awk -v rtl="$tmp/rtl/rtl" -v prefix=ww -v killer="$killer" -f "$here/apply.awk" "$part" \
    > "$tmp/names" || { echo "Bail out! mutants.list does not fit the templates"; exit 99; }

  if [ -n "${FUZZ:-}" ]; then
    while read -r n name; do
      ! chosen "$name" || fuzz "$n" "$name"
    done < "$tmp/names"
    return
  fi
  if [ -z "${MUTANTS:-}${WW_FULL:-}" ]; then
    [ "$place" -gt 0 ] || judged
    return
  fi
  cores=0
  case "${config[*]}" in *gpu.cores=*) cores=1 ;; esac
  mapfile -t elfs < <(programs)
  alone=()
  [ -z "${WW_FULL:-}" ] || for elf in "${elfs[@]}"; do ends "$elf"; done
  while read -r n name; do
    chosen "$name" || continue
    status=
    for elf in "${elfs[@]}"; do
      [ "${alone[$elf]:-yes}" = yes ] || continue
      status=$(run "$n" "$elf")
      case $status in
        pass | fault | error) status= ;;
        '') grep -q 'which this core lacks' "$tmp/err" ||
              { status='no result' lines=$(head -n 5 "$tmp/err"); break; } ;;
        *) said=$(verdict); lines=$(head -n 5 "$tmp/err")
           ends "$elf" && break
           status= ;;
      esac
    done
    if [ -z "$status" ] && [ ${#also[@]} -eq 0 ] && by_chance "$n"; then
      point ok "$name killed by random program $(field programs), $(verdict)"
    elif [ "$status" = mismatch ] || [ "$status" = timeout ]; then
      point ok "$name killed by $(basename "$elf" .elf), $said"
      first "$elf"
    else
      point "not ok" "$name killed"
      echo "# status '${status:-survived}'; repeat: MUTANTS=$name $0"
      [ -z "$status" ] || sed 's/^/# /' <<< "$lines"
    fi
  done < "$tmp/names"
}

parts() { # each part of the list with its configuration
  local file
  place=0 # of the part in the list
  awk -v dir="$tmp" 'BEGIN { file = dir "/part.100" }
    /^=/ { file = dir "/part." 100 + ++n; print substr($0, 3) > (file ".options"); next }
    { print > file }' "$list"
  for file in "$tmp"/part.???; do
    # shellcheck disable=SC2046
    suite "$file" $(cat "$file.options" 2> /dev/null)
    place=$((place + 1))
  done
}

parts
[ -z "${FUZZ:-}" ] || echo "# $killed of $number killed by at most $FUZZ random programs each"
echo "1..$number"
