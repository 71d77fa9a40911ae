#!/bin/bash
# prove.sh - the proofs of proofs.list, and the mutants that must break them
# SPDX-License-Identifier: Apache-2.0
#
# prove.sh [--quick] [--fast] [--proofs|--mutants] [--list FILE] [--table FILE] [--traces DIR] [NAME...]
# A TAP line per proof and per mutant. A proof is a harness of this folder around emitted modules;
# yosys turns both into an AIGER file with one output per assertion, and ABC proves it: `comb` is
# equivalence of circuits without state, `pdr` holds for ever, `bmc N` for the first N cycles.
# A mutant must give a counterexample to the assertion that the list names; the counterexample is
# replayed by yosys, which has to agree. --list: other mutants than those of
# tests/mutants/mutants.list. --traces keeps counterexamples as NAME.vcd and NAME.txt. A NAME is a
# proof or the beginning of one; --fast takes the rows marked so, --quick of these a mutant of each.
# PROVE_SECONDS limits each ABC run.
set -u

here=$(cd "$(dirname "$0")" && pwd)
src=${WW_SRCDIR:-$(cd "$here/../.." && pwd)}
ww=${WW:-${WW_BUILDDIR:-$src}/warpwright}
yosys=${YOSYS:-yosys}
abc=${YOSYS_ABC:-yosys-abc}
fast=no quick=no part=all table= traces= names=() list=$here/../mutants/mutants.list
while [ $# -gt 0 ]; do
  case $1 in
    --fast) fast=yes ;;
    --quick) fast=yes quick=yes ;;
    --proofs | --mutants) part=${1#--} ;;
    --list) list=$2; shift ;;
    --table) table=$2; shift ;;
    --traces) traces=$2; shift ;;
    -*) sed -n '5,15s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) names+=("$1") ;;
  esac
  shift
done
skip() { echo "1..0 # SKIP $1"; exit 0; }
[ "$yosys" != no ] && command -v "$yosys" > /dev/null || skip "yosys is not installed"
command -v "$abc" > /dev/null || skip "yosys-abc is not installed"
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
number=0 failed=0

point() { # ok|not ok, TEXT
  number=$((number + 1))
  [ "$1" = ok ] || failed=$((failed + 1))
  echo "$1 $number - $2"
}

chosen() { # PROOF SPEED
  local name
  [ "$fast" = no ] || [ "$2" != slow ] || return 1
  [ "$quick" = no ] || [ "$2" = fast ] || return 1
  [ ${#names[@]} -gt 0 ] || return 0
  for name in "${names[@]}"; do
    case $1 in "$name" | "$name"-*) return 0 ;; esac
  done
  return 1
}

modules() { # DIR HARNESS: the files of the modules that it uses, and those that they use
  (cd "$1" && awk -v harness="$here/$2.v" '
    function scan(path,    line, name) {
      while ((getline line < path) > 0)
        if (match(line, /^ *ww_[a-z0-9_]* /)) {
          name = substr(line, RSTART, RLENGTH)
          gsub(/ /, "", name)
          if (!(name in seen)) {
            seen[name] = 1
            found[++n] = "rtl/" name ".v"
          }
        }
      close(path)
    }
    BEGIN {
      scan(harness)
      for (i = 1; i <= n; i++)
        scan(found[i])
      for (i = 1; i <= n; i++)
        if ((getline line < found[i]) > 0)
          print found[i]
    }')
}

# The design: the emitted tree in DIR, the harness, its macros, and its probes (`//@ NAME = PATH`,
# or `//@ MACRO: NAME = PATH`: a wire of the harness shows a signal inside). What is undriven or
# undefined has to be left to the solver before anything is optimized, or yosys would choose.
build() { # DIR HARNESS MACRO...: DIR/word.il, DIR/list
  local dir=$1 harness=$2 macro macros=() probes
  shift 2
  for macro; do macros+=("-D$macro"); done
  {
    awk -f "$here/shape.awk" "$dir"/rtl/*.v
    awk -f "$here/isa.awk" "$src/isa/insns.def" "$src/isa/events.def" "$src/isa/csrs.def"
  } > "$dir/shape.vh"
  probes=$(awk -v all="$(cat "$dir/shape.vh") $*" '/^ *\/\/@ / {
    if ($2 !~ /:$/ || index(all, substr($2, 1, length($2) - 1)))
      print "connect -set", $(NF - 2), $NF ";" }' "$here/$harness.v")
  # shellcheck disable=SC2086
  (cd "$dir" && "$yosys" -q -p "read_verilog -formal ${macros[*]-} shape.vh $here/$harness.v;
    read_verilog $(modules "$dir" "$harness" | tr '\n' ' '); hierarchy -check -top $harness;
    proc; flatten; opt_clean; memory -nomap;
    memory_map; $probes setundef -undriven -expose; setundef -anyseq; async2sync; chformal -early; opt -full;
    opt_clean -purge; write_ilang word.il; tee -q -o list select -list t:\$assert") \
    > "$dir/log" 2>&1 < /dev/null
}

aiger() { # DIR [ASSERTION]: DIR/it.aig with all assertions or one of them
  (cd "$1" && "$yosys" -q -p "read_ilang word.il; ${2:+select -set others t:\$assert c:$2 %d;
    delete @others;} opt_clean; opt -full; techmap; opt -fast;
    dfflegalize -cell \$_DFF_P_ 01 -mince 99999; dffunmap; abc -g AND -fast; opt_clean;
    setundef -anyseq; write_aiger -zinit -I -B -L -map it.aim it.aig") > "$1/log" 2>&1 < /dev/null
}

solve() { # DIR METHOD N SECONDS: prints the verdict, leaves a counterexample
  local prepare="read_aiger it.aig; fold; strash" run
  case $2 in
    comb) run="orpos; comb; fraig; iprove; print_status" ;;
    pdr) run="orpos; scorr -F 2; dc2; pdr -T $4" ;;
    bmc) run="bmc3 -F $3 -T $4" ;;
  esac
  rm -f "$1/cex.aiw"
  (cd "$1" && "$abc" -c "$prepare; $run; write_cex -a cex.aiw") > "$1/said" 2>&1 < /dev/null
  if grep -q 'was asserted in frame\|^SATISFIABLE' "$1/said"; then
    echo false
  elif grep -q "Property proved\|^UNSATISFIABLE" "$1/said"; then
    echo proved
  elif [ "$2" = bmc ] && grep -q "No output asserted in $3 frames" "$1/said"; then
    echo bounded
  else
    echo undecided
  fi
}

# A counterexample goes through the word-level design again: waves, a table, and what failed.
replay() { # DIR NAME: the assertions that fail
  (cd "$1" && "$yosys" -q -p "read_ilang word.il; sim -q -a -clock clk -r cex.aiw -map it.aim -vcd cex.vcd") \
    > "$1/replay" 2>&1 < /dev/null
  awk -f "$here/trace.awk" "$1/cex.vcd" > "$1/cex.txt"
  if [ -n "$traces" ]; then
    mkdir -p "$traces" && cp "$1/cex.vcd" "$traces/$2.vcd" && cp "$1/cex.txt" "$traces/$2.txt"
  fi
  sed -n 's/.*Assert [a-z0-9_]*\.\([a-z0-9_]*\) .*/\1/p' "$1/replay" | sort -u
}

trouble() { # DIR: what the tools said
  tail -n 5 "$1/log" | sed 's/^/# /'
  [ ! -f "$1/said" ] || tail -n 5 "$1/said" | sed 's/^/# /'
}

elapsed() { awk -v a="$1" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }'; }

prove() { # NAME HARNESS METHOD BOUND MACROS: of the tree in $tmp/tree
  local dir=$tmp/tree start verdict how properties failing
  start=$(date +%s.%N)
  # shellcheck disable=SC2086
  build "$dir" "$2" $5 && aiger "$dir" || {
    point "not ok" "$1: yosys"
    trouble "$dir"
    return
  }
  properties=$(wc -l < "$dir/list")
  start=$(date +%s.%N)
  verdict=$(solve "$dir" "$3" "$4" "${PROVE_SECONDS:-600}")
  case $verdict in
    proved) how=$([ "$3" = comb ] && echo "always (no state)" || echo unbounded) ;;
    bounded) how="$4 cycles" ;;
    # pdr solves a circuit that was made smaller, and its counterexample need not be one of the design.
    false) failing=$(replay "$dir" "$1")
           [ "$3" != pdr ] || [ -n "$failing" ] || [ "$(solve "$dir" bmc "$4" "${PROVE_SECONDS:-600}")" != false ] ||
             failing=$(replay "$dir" "$1")
           how="counterexample to ${failing//$'\n'/ }" ;;
    *) how=undecided ;;
  esac
  case $verdict in
    proved | bounded) point ok "$1: $properties properties, $how, $(elapsed "$start") s" ;;
    *) point "not ok" "$1: $how, $(elapsed "$start") s"
       [ "$verdict" != false ] || sed 's/^/# /' "$dir/cex.txt" | cut -c1-200 | tail -n 40
       trouble "$dir" ;;
  esac
  [ -z "$table" ] || echo "| $1 | $properties | $how | $(elapsed "$start") |" >> "$table"
}

mutant() { # NUMBER PROOF ASSERTION HARNESS BOUND MACROS TEXT
  local dir=$tmp/mutant said start
  start=$(date +%s.%N)
  rm -rf "$dir"
  mkdir "$dir"
  cp -r "$tmp/tree/rtl" "$dir/rtl"
  awk -v rtl="$dir/rtl" -v prefix=ww -v wanted="$1" -f "$here/../mutants/apply.awk" "$list" > "$dir/log" 2>&1 &&
    build "$dir" "$4" $6 && aiger "$dir" "$3" || {
    point "not ok" "$2 $3: the mutant does not build"
    trouble "$dir"
    return
  }
  if [ "$(solve "$dir" bmc "$5" "${PROVE_SECONDS:-300}")" = false ] &&
    said=$(replay "$dir" "$2-$3") && grep -qx "$3" <<< "$said"; then
    point ok "$2: $3 fails in cycle $(($(wc -l < "$dir/cex.aiw") - 2)) when $7, $(elapsed "$start") s"
  else
    point "not ok" "$2: $3 fails when $7"
    trouble "$dir"
  fi
}

row() { # NAME HARNESS METHOD SPEED OPTION...
  local name=$1 harness=$2 method=${3%%:*} speed=$4 bound=40 depth macros= options=()
  local n of assertion text
  case $3 in *:*) bound=${3#*:}; bound=${bound%%:*} ;; esac
  depth=$bound
  case $3 in *:*:*) depth=${3##*:} ;; esac
  shift 4
  while [ $# -gt 0 ]; do
    case $1 in
      +*) macros="$macros ${1#+}" ;;
      *) options+=("$1") ;;
    esac
    shift
  done
  rm -rf "$tmp/tree"
  "$ww" gen "${options[@]}" -o "$tmp/tree" > "$tmp/out" 2>&1 || {
    point "not ok" "$name: warpwright gen ${options[*]}"
    sed 's/^/# /' "$tmp/out"
    return
  }
  [ "$part" = mutants ] || prove "$name" "$harness" "$method" "$bound" "$macros"
  [ "$part" != proofs ] && [ "$fast$speed" != yesproof ] || return
  while read -r n of assertion text; do
    [ "$of" = "$name" ] || continue
    mutant "$n" "$of" "$assertion" "$harness" "$depth" "$macros" "$text"
    [ "$quick" = no ] || break
  done < <(awk '/^@ / {
    n++
    text = $0
    sub(/^[^:]*: */, "", text)
    sub(/:$/, "", $4)
    count = split($4, killers, ",")
    for (i = 1; i <= count; i++)
      if (split(killers[i], part, "/") == 2)
        print n, part[1], part[2], text }' "$list")
}

unknown=$(awk 'NR == FNR { proof[$1] = 1; next }
  /^@ / {
    sub(/:$/, "", $4)
    count = split($4, killers, ",")
    for (i = 1; i <= count; i++) {
      split(killers[i], part, "/")
      if (killers[i] != "lockstep" && killers[i] != "random" && !(part[1] in proof))
        print killers[i]
    }
  }' "$here/proofs.list" "$list")
[ -z "$unknown" ] || { echo "Bail out! killers in $(basename "$list") that do not exist: $unknown"; exit 99; }

while read -r name harness method speed options; do
  case $name in '' | '#'*) continue ;; esac
  # shellcheck disable=SC2086
  ! chosen "$name" "$speed" || row "$name" "$harness" "$method" "$speed" $options
done < "$here/proofs.list"
[ "$number" -gt 0 ] || { echo "Bail out! no such proof"; exit 99; }
echo "1..$number"
[ "$failed" -eq 0 ]
