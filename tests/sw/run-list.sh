#!/bin/bash
# run-list.sh - run the programs of tests/rtl/programs.list and print TAP
# SPDX-License-Identifier: Apache-2.0
set -u

usage() {
  cat <<'END'
Usage: run-list.sh [--strict] [--only PATTERN] [--skip PATTERN] [--max-cycles N]
                   [--sample K/N] [--also OPTION]... iss|cosim [CONFIG OPTION]...

Runs every program of tests/rtl/programs.list whose needs hold on `warpwright iss` or
`warpwright cosim` with the given configuration options (-c NAME, -s KEY=VALUE) and
prints a TAP line for each. A program passes if it ends as the list says: exit code,
or trap cause, and where they are known the trap's pc and tval and the console text.
  --strict        diverging branches are errors (not for programs that mean to)
  --only PATTERN  only programs whose name matches the shell pattern
  --skip PATTERN  none whose name, with its folder, matches
  --sample K/N    of N programs the Kth; all with WW_FULL=1, as in check-full
  --also OPTION   an option for the runner alone, as --also=--sim=icarus
WW names the warpwright command, WW_SRCDIR and WW_BUILDDIR the two trees.
END
}

strict=no only='*' skip='' max_cycles=20000000 sample=1/1 also=()
while [ $# -gt 0 ]; do
  case $1 in
    --strict) strict=yes ;;
    --only) only=$2; shift ;;
    --skip) skip=$2; shift ;;
    --max-cycles) max_cycles=$2; shift ;;
    --sample) [ -n "${WW_FULL:-}" ] || sample=$2; shift ;;
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

# In $trap_pc and $trap_tval the addresses of these symbols in ELF file $1, empty where there is none.
symbols() {
  local value name
  trap_pc= trap_tval=
  while IFS=' ' read -r value _ name; do
    case $name in
      trap_pc) trap_pc=0x$value ;;
      trap_tval) trap_tval=0x$value ;;
    esac
  done < <("$nm" "$1" 2>/dev/null)
}

# expect WHAT GOT WANT: a line in $tmp/why if they differ, as numbers.
expect() {
  if [ -z "$2" ]; then
    echo "no $1 in the result"
  elif [ $(($2)) -ne $(($3)) ]; then
    case $3 in
      0x*) printf '%s is 0x%08x, expected %s\n' "$1" "$(($2))" "$3" ;;
      *) echo "$1 is $2, expected $3" ;;
    esac
  fi
}

judge() { # ELF EXPECTED: what is wrong, nothing if all is right
  local elf=$1 item value trap_pc trap_tval got result status kind cause pc
  IFS= read -r -d '' result < "$tmp/json"
  json status; status=$got
  json kind; kind=$got
  json cause; cause=$got
  json pc; pc=$got
  local IFS=,
  for item in $2; do
    value=${item#*=}
    case $item in
      exit=*)
        [ "$status" != fault ] || echo "trapped: cause $cause, pc $pc"
        case $status:$kind in
          pass: | error:exit-code) ;;
          *) [ "$status" = fault ] || echo "status ${status:-unknown}" ;;
        esac
        json exit_code
        expect "exit code" "$got" "$value" ;;
      trap=*)
        [ "$status" = fault ] || echo "status ${status:-unknown}, expected fault"
        expect cause "$cause" "$value"
        symbols "$elf"
        for item in pc tval; do
          value=trap_$item
          json "$item"
          [ -z "${!value}" ] || expect "$item" "$got" "${!value}"
        done ;;
      console=*)
        cmp -s "$src/tests/gold/$value" "$tmp/out" ||
          { echo "console differs from tests/gold/$value:"; diff "$src/tests/gold/$value" "$tmp/out" | head -n 5; } ;;
      *) echo "unknown expectation '$item' in programs.list" ;;
    esac
  done
}

run_one() { # NAME NEEDS EXPECTED
  local elf flags=() why
  case $1 in */*) elf=$build/$1.elf ;; *) elf=$build/tests/rtl/asm/$1.elf ;; esac
  case $2 in
    - | divergent) why= ;;
    *) why=$(missing "$2"); why=${why%%$'\n'*} ;;
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
  : > "$tmp/json"
  "$ww" "$runner" "${options[@]}" --max-cycles "$max_cycles" "${also[@]}" "${flags[@]}" \
    --json "$tmp/json" "$elf" > "$tmp/out" 2> "$tmp/err" < /dev/null
  local code=$?
  why=$(judge "$elf" "$3")
  case $code in 0|1) ;; *) why="exit status $code${why:+
$why}" ;; esac
  if [ -z "$why" ]; then
    echo "ok $number - $1"
    return
  fi
  failed=$((failed + 1))
  echo "not ok $number - $1"
  echo "$why" | sed 's/^/# /'
  head -n 20 "$tmp/err" | sed 's/^/# /'
  echo "# repeat: $ww $runner ${options[*]} --max-cycles $max_cycles ${also[*]} ${flags[*]} $elf"
}

number=0 failed=0 seen=0
if [ "$(config mem.ram_base)" != 0x80000000 ] || [ $(($(config mem.ram_size))) -lt 16384 ]; then
  echo "1..0 # SKIP the programs are linked for 16 KiB of RAM or more at 0x80000000"
  exit 0
fi
while read -r name needs expected rest; do
  case $name in '' | '#'*) continue ;; esac
  # shellcheck disable=SC2254
  case $name in $skip) continue ;; esac
  # shellcheck disable=SC2254
  case ${name##*/} in $only) ;; *) continue ;; esac
  [ $((seen++ % ${sample#*/} + 1)) -ne "${sample%/*}" ] || run_one "$name" "$needs" "$expected"
done < "$src/tests/rtl/programs.list"
echo "1..$number"
[ "$failed" -eq 0 ] && [ "$number" -gt 0 ]
