#!/bin/bash
# run-list.sh - run the programs of tests/rtl/programs.list and print TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: run-list.sh [--strict] [--only PATTERN] [--skip PATTERN] [--max-cycles N]
                   [--sample K/N] [--part K/N] [--short] [--failing] [--random FIRST-LAST]
                   [--once] [--also OPTION]... iss|cosim [CONFIG OPTION]...

Runs every program of tests/rtl/programs.list whose needs hold on `warpwright iss` or
`warpwright cosim` with the given configuration options (-c NAME, -s KEY=VALUE) and
prints a TAP line for each. A program passes if it ends as the list says: exit code,
or trap cause, and where they are known the trap's pc and tval and the console text.
  --strict        diverging branches are errors (not for programs that mean to)
  --only PATTERN  only programs whose name matches the shell pattern
  --skip PATTERN  none whose name, with its folder, matches
  --sample K/N    of N programs the Kth; all in the full tier
  --part K/N      of N programs the Kth, in any tier
  --short         none that needs 'long' (the list says why); all in the full tier
  --failing       besides: memory fails under a kernel, at a fetch, a load and a store
  --random F-L    besides: random programs of these seeds on the same configuration, as one point
  --once          a model that is soon compiled, and slow: where it runs little
  --also OPTION   an option for the runner alone, as --also=--sim=icarus
WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two trees.
END
}

strict=no only='*' skip='' max_cycles=20000000 sample=1/1 short= failing= random= also=()
while [ $# -gt 0 ]; do
  case $1 in
    --strict) strict=yes ;;
    --only) only=$2; shift ;;
    --skip) skip=$2; shift ;;
    --max-cycles) max_cycles=$2; shift ;;
    --sample) [ -n "${WW_FULL:-}" ] || sample=$2; shift ;;
    --part) sample=$2; shift ;;
    --short) [ -n "${WW_FULL:-}" ] || short=yes ;;
    --failing) failing=yes ;;
    --once) export WARPWRIGHT_MODELS=once ;;
    --random) random=$2; shift ;;
    --also=*) also+=("${1#--also=}") ;;
    --also) also+=("$2"); shift ;;
    --help) usage; exit 0 ;;
    iss|cosim) break ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
[ $# -ge 1 ] || { usage >&2; exit 2; }
runner=$1
shift
options=("$@")

. "$(dirname "$0")/runner.sh"
need_runner "$runner"
nm=${RISCV_NM:-riscv64-unknown-elf-nm}
tmp=$(mktemp -d) || exit 4
trap 'rm -rf "$tmp"' EXIT

if ! "$ww" print config "${options[@]}" > "$tmp/config"; then
  echo "Bail out! no such configuration: ${options[*]}"
  exit 2
fi

# In $got the value of key $1 of the JSON result in $result, wherever it stands; empty if it is not there. No process:
# there are thousands of runs.
json() {
  got=
  [[ $result =~ \"$1\"[[:space:]]*:[[:space:]]*(\"[^\"]*\"|[-0-9a-z]*) ]] && got=${BASH_REMATCH[1]//\"/}
}

# The addresses of trap_pc and trap_tval in ELF files, in the array symbols, by FILE:NAME.
declare -A symbols
read_symbols() { # FILE...
  local value name
  while IFS=' ' read -r value _ name; do
    case $name in
      trap_pc | trap_tval) symbols[${value%:*}:$name]=0x${value##*:} ;;
    esac
  done < <("$nm" -A "$@" 2>/dev/null)
}

wrong() { # TEXT: one more line in $why
  why+=${why:+$'\n'}$1
}

# expect WHAT GOT WANT: wrong if they differ, as numbers.
expect() {
  if [ -z "$2" ]; then
    wrong "no $1 in the result"
  elif [ $(($2)) -ne $(($3)) ]; then
    case $3 in
      0x*) wrong "$(printf '%s is 0x%08x, expected %s' "$1" "$(($2))" "$3")" ;;
      *) wrong "$1 is $2, expected $3" ;;
    esac
  fi
}

judge() { # ELF EXPECTED FILES: in $why what is wrong, nothing if all is right
  local elf=$1 item value got result='' status kind cause pc
  why=
  [ ! -f "$3.json" ] || IFS= read -r -d '' result < "$3.json"
  json status; status=$got
  json kind; kind=$got
  json cause; cause=$got
  json pc; pc=$got
  local IFS=,
  for item in $2; do
    value=${item#*=}
    case $item in
      exit=*)
        [ "$status" != fault ] || wrong "trapped: cause $cause, pc $pc"
        case $status:$kind in
          pass: | error:exit-code) ;;
          *) [ "$status" = fault ] || wrong "status ${status:-unknown}" ;;
        esac
        json exit_code
        expect "exit code" "$got" "$value" ;;
      trap=*)
        [ "$status" = fault ] || wrong "status ${status:-unknown}, expected fault"
        expect cause "$cause" "$value"
        for item in pc tval; do
          value=${symbols[$elf:trap_$item]-}
          json "$item"
          [ -z "$value" ] || expect "$item" "$got" "$value"
        done ;;
      console=*)
        cmp -s "$src/tests/gold/$value" "$3.out" ||
          wrong "console differs from tests/gold/$value:
$(diff "$src/tests/gold/$value" "$3.out" | head -n 5)" ;;
      *) wrong "unknown expectation '$item' in programs.list" ;;
    esac
  done
}

# A program that is to be run: its number is its place in the arrays, and a line in $tmp/jobs.
names=() elfs=() wants=() words=() trapping=()
choose() { # NAME NEEDS EXPECTED
  local elf flags=() why
  case $short,$2, in yes*,long,*) return ;; esac
  case $1 in */*) elf=$build/$1.elf ;; *) elf=$build/tests/rtl/asm/$1.elf ;; esac
  judge_needs "$2"
  case $cores:$1:$2 in
    1:* | *:*/*:* | *gpu.cores*) ;;
    *) why="it is for one core" ;;
  esac
  if [ -n "$why" ]; then
    echo "# $1 is not for this configuration: $why"
    return
  fi
  number=$((number + 1))
  if [ ! -f "$elf" ] && [ "$riscv_cc" = no ]; then
    echo "ok $number - $1 # SKIP no RISC-V compiler"
    return
  fi
  case ,$2, in *,divergent,*) ;; *) [ "$strict" = no ] || flags+=(--strict) ;; esac
  case $3 in trap=*) trapping+=("$elf") ;; esac
  job "$1" "$elf" "$3" "${flags[@]}"
}

job() { # NAME ELF EXPECTED OPTION...: the run of this number
  names[number]=$1 elfs[number]=$2 wants[number]=$3 words[number]=${*:4}
  printf '%s\t' "$number" "${@:4}" >&3
  printf '%s\n' "$2" >&3
}

# The kernel matmul, with memory that refuses accesses to what SYMBOL names.
fails() { # EXPECTED SYMBOL [BYTES[:reads|writes]]
  local elf=$build/sw/kernels/matmul.elf at
  at=$("$nm" "$elf" | awk -v s="$2" '$3 == s { print "0x" $1; exit }')
  number=$((number + 1))
  job "matmul, memory fails at $2${3:+:$3}" "$elf" "$1" --mem-error "$at${3:+:$3}"
}

# Random programs of the seeds in $random.
by_chance() {
  number=$((number + 1))
  if "$ww" fuzz "${options[@]}" --seed "${random%-*}" --count $((${random#*-} - ${random%-*} + 1)) \
    -o "$tmp/fuzz.S" > "$tmp/fuzz" 2>&1 < /dev/null; then
    echo "ok $number - random programs $random"
  else
    failed=$((failed + 1))
    echo "not ok $number - random programs $random"
    head -n 30 "$tmp/fuzz" | sed 's/^/# /'
  fi
}

# Runs the programs of $tmp/jobs: a line NUMBER STATUS for each that has ended. In one process, if it is that of WW.
run_jobs() {
  local job args
  if [ -x "$build/tests/sw/many" ] && [ "$ww" -ef "$build/warpwright" ]; then
    "$build/tests/sw/many" "$tmp" "$tmp/jobs" "${common[@]}" < /dev/null
    return
  fi
  while IFS=$'\t' read -r job args; do
    IFS=$'\t' read -ra args <<< "$args"
    "$ww" "${common[@]}" --json "$tmp/$job.json" "${args[@]}" > "$tmp/$job.out" 2> "$tmp/$job.err" < /dev/null
    echo "$job $?"
  done < "$tmp/jobs"
}

verdict() { # NUMBER STATUS
  local files=$tmp/$1
  judge "${elfs[$1]}" "${wants[$1]}" "$files"
  case $2 in 0|1) ;; *) why="exit status $2${why:+
$why}" ;; esac
  if [ -z "$why" ]; then
    echo "ok $1 - ${names[$1]}"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $1 - ${names[$1]}"
  echo "$why" | sed 's/^/# /'
  [ ! -f "$files.err" ] || head -n 20 "$files.err" | sed 's/^/# /'
  echo "# repeat: $ww ${common[*]} ${words[$1]} ${elfs[$1]}"
}

number=0 failed=0 seen=0
common=("$runner" "${options[@]}" --max-cycles "$max_cycles" "${also[@]}")
read_config
cores=${setting[gpu.cores]}
if [ "${setting[mem.ram_base]}" != 0x80000000 ] || [ $((${setting[mem.ram_size]})) -lt 16384 ]; then
  echo "1..0 # SKIP the programs are linked for 16 KiB of RAM or more at 0x80000000"
  exit 0
fi
exec 3> "$tmp/jobs"
while read -r name needs expected rest; do
  case $name in '' | '#'*) continue ;; esac
  # shellcheck disable=SC2254
  case $name in $skip) continue ;; esac
  # shellcheck disable=SC2254
  case ${name##*/} in $only) ;; *) continue ;; esac
  [ $((seen++ % ${sample#*/} + 1)) -ne "${sample%/*}" ] || choose "$name" "$needs" "$expected"
done < "$src/tests/rtl/programs.list"
if [ -n "$failing" ]; then
  fails trap=1 main 64
  fails trap=19 ww_task 4:reads
  fails trap=19 ww_task 4:writes
fi
exec 3>&-
[ ${#trapping[@]} -eq 0 ] || read_symbols "${trapping[@]}"
while read -r job status; do
  verdict "$job" "$status"
  unset "names[job]"
done < <(run_jobs)
for job in "${!names[@]}"; do verdict "$job" "that is unknown: the process of the runs has ended"; done
[ -z "$random" ] || by_chance
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
