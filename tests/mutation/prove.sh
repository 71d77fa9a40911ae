# prove.sh - is a mutant that survives the same circuit? for scripts/mutate
# SPDX-License-Identifier: Apache-2.0
#
# A fault in the source: its module without and with it make a miter, first the module alone,
# with what it instantiates cut out (their inputs become outputs and the other way round), then the module
# above it, flat but for the big memories, then the one above that. ABC proves that the outputs agree from
# a state of zeros on, whatever the inputs are. That more may happen at the inputs than the
# rest of the core lets happen makes no proof wrong. A fault in the netlist: the whole core between
# its registers, without anything about the states that they can be in.
# proved.tsv has mutant, equivalent or unknown, and where.
# shellcheck shell=bash disable=SC2154

prove_seconds=${PROVE_SECONDS:-30}

# A miter of gold.il and gate.il in DIR as AIGER, then ABC: 0 if they agree.
prove_miter() { # DIR COMMANDS
  cat > "$1/miter.ys" << END
read_rtlil $1/gold.il
read_rtlil $1/gate.il
miter -equiv -flatten gold gate miter
hierarchy -top miter
opt -full
async2sync
setundef -undriven -zero
setundef -init -zero
opt -full
techmap
opt -fast
dfflegalize -cell \$_DFF_P_ 01 -mince 99999
dffunmap
abc -g AND -fast
opt_clean
write_aiger -zinit -symbols $1/miter.aig
END
  timeout 60 "$YOSYS" -q -l "$1/miter.log" "$1/miter.ys" < /dev/null > "$1/miter.out" 2>&1 || return 1
  (cd "$1" && timeout "$prove_seconds" "${YOSYS}-abc" -c "read_aiger miter.aig; strash; $2" \
    < /dev/null > abc.out 2>&1)
  grep -qE -e 'Property proved|Networks are equivalent|is const 0' \
    -e 'The network has no latches.*UNSAT|UNSATISFIABLE' "$1/abc.out"
}

# MODULE of a tree as a module NAME in an .il, its memories and, at level `module`, its instances cut
# out.
prove_read() { # TREE MODULE NAME LEVEL OUT
  local cut
  case $4 in
    module) cut= ;;
    *) cut=flatten ;;
  esac
  {
    echo "read_verilog $1/rtl/*.v"
    echo "hierarchy -top $2"
    echo proc
    echo "$cut"
    echo 'opt -fast'
    echo memory_collect
    echo "expose -evert $2"
    echo "select $2"
    echo "rename $2 $3"
    echo "write_rtlil -selected $5"
  } > "$5.ys"
  "$YOSYS" -q -l "$5.log" "$5.ys" < /dev/null > /dev/null 2>&1
}

parent_of() { # RTL MODULE: one that instantiates it
  grep -lE "^ *$2 " "$1"/*.v | head -n 1 | sed 's/.*\///; s/\.v$//'
}

prove_comparator() { # DIR NUMBER MODULE
  local bits=-c count=${count:-100000}
  prove_source "$@"
}

prove_source() { # DIR NUMBER MODULE: where it is proved
  local dir=$1 work=$1/prove module=ww_$3 level
  mkdir -p "$work"
  rm -rf "$work/gate"
  [ -d "$work/gold" ] || emit "$config" "$work/gold" true
  cp -r "$work/gold" "$work/gate"
  "$bin/mutate-source" ${bits:+"$bits"} "${modules[@]}" "$work/gate" ww "${count:-150}" "$seed" \
    "$dir/untraced" "$2" > /dev/null 2>&1 || die "cannot make mutant $2"
  for level in module parent; do
    prove_read "$work/gold" "$module" gold $level "$work/gold.il" &&
      prove_read "$work/gate" "$module" gate $level "$work/gate.il" &&
      prove_miter "$work" 'scorr; fold; pdr' && { echo "$level"; return 0; }
    [ $level = module ] || module=$(parent_of "$work/gold/rtl" "$module")
    [ -n "$module" ] || return 1
  done
  return 1
}

prove_netlist() { # DIR NUMBER
  local work=$1/prove
  mkdir -p "$work"
  for name in gold gate; do
    {
      echo "read_rtlil $1/flat.il"
      [ $name = gold ] || grep -E "^mutate -ctrl mutsel [0-9]+ $2 " "$1/apply.part" |
        sed 's/-ctrl mutsel [0-9]* [0-9]* //'
      printf 'opt_clean\nexpose -evert ww_top\nrename ww_top %s\n' $name
      echo "write_rtlil $work/$name.il"
    } > "$work/$name.ys"
    "$YOSYS" -q -l "$work/$name.log" "$work/$name.ys" < /dev/null > /dev/null 2>&1 || return 1
  done
  prove_miter "$work" 'scorr; fold; pdr' && echo core
}

prove_part() { # DIR KIND
  local n module where
  [ "${YOSYS:-no}" != no ] || return 0
  touch "$1/proved.tsv"
  awk -F '\t' 'FILENAME ~ /mutants/ { module[$1] = $3; class[$1] = $2; next }
    FILENAME ~ /proved/ { done[$1] = 1; next }
    $2 == "lockstep" && $3 == "survived" && class[$1] == "core" && !($1 in done) { print $1, module[$1] }' \
    "$1/mutants.tsv" "$1/proved.tsv" "$1/results.tsv" > "$1/unproved"
  while read -r n module; do
    if where=$("prove_$2" "$1" "$n" "$module"); then
      printf '%s\tequivalent\t%s\n' "$n" "$where" >> "$1/proved.tsv"
    else
      printf '%s\tunknown\t-\n' "$n" >> "$1/proved.tsv"
    fi
  done < "$1/unproved"
}
