#!/bin/bash
# emit.t - the structure of the emitted tree of the pairwise configurations, and of small ones
# SPDX-License-Identifier: Apache-2.0
#
# A TAP line per demand; where it does not hold, the configurations for which it does not. The quick
# tier takes every 15th, the full one all of them and the yosys script of a core with caches.
set -u

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
tree=$tmp/tree
failed=0 prefix=ww
"$WW_BUILDDIR/tests/rtl/pairwise" | awk -v all="${WW_FULL:-}" 'all != "" || NR % 15 == 1' > "$tmp/lines"
[ -s "$tmp/lines" ] || { echo "Bail out! no configurations"; exit 99; }
# Those that yosys' plain script, which makes flip-flops of all memories, has soon done.
small="-s design.prefix=small"
echo "-c tiny $small" >> "$tmp/lines"
[ -z "${WW_FULL:-}" ] || echo "-c tiny -s icache.size=128 -s icache.ways=1 -s dcache.size=128 -s dcache.ways=1 \
  -s mem.bus=axi4 $small" >> "$tmp/lines"

# check TEXT PATTERN COMMAND: a demand on the trees of the configurations that fit PATTERN.
texts=() patterns=() commands=() tried=() verdicts=()
check() {
  texts+=("$1") patterns+=("$2") commands+=("$3") tried+=(0) verdicts+=(ok)
}

# The tree of LINE is made once for all demands.
judge() { # LINE
  local line=$1 i out
  prefix=${line##*design.prefix=}
  prefix=${prefix%% *}
  rm -rf "$tree"
  # shellcheck disable=SC2086
  "$WW" gen $line -o "$tree" > "$tmp/gen" 2>&1 || rm -rf "$tree"
  for i in "${!texts[@]}"; do
    # shellcheck disable=SC2254
    case $line in ${patterns[i]}) ;; *) continue ;; esac
    tried[i]=$((tried[i] + 1))
    out=$tmp/gen
    if [ -d "$tree" ]; then
      out=$tmp/out
      "${commands[i]}" > "$out" 2>&1 < /dev/null && continue
    fi
    verdicts[i]="not ok"
    { sed 's/^/# /' "$out" | head -n 10; echo "# with: $WW gen $line"; } >> "$tmp/why$i"
  done
}

# Each file has the one module that it is called after.
a_module_per_file() {
  awk '/^module / { sub(/[^A-Za-z0-9_].*/, "", $2); found[FILENAME] = found[FILENAME] " " $2 }
    END {
      for (i = 1; i < ARGC; i++) {
        name = ARGV[i]
        gsub(/.*\/|\.v$/, "", name)
        if (found[ARGV[i]] != " " name) { print ARGV[i] ":" found[ARGV[i]]; wrong = 1 }
      }
      exit wrong
    }' "$tree"/rtl/*.v
}

# What is instantiated is what is there, and no more.
all_modules_used() {
  awk -v prefix="$prefix" '
    BEGIN {
      used[prefix "_top"]
      instance = "^ *" prefix "_[a-z_]* *((#\\(.*)?u_[a-z_0-9]* *\\($|#\\()"
    }
    /^module / { sub(/[^A-Za-z0-9_].*/, "", $2); have[$2]; next }
    $0 ~ instance {
      sub(/^ */, "")
      name = substr($0, length(prefix) + 1)
      sub(/[^a-z_].*/, "", name)
      used[prefix name]
    }
    END {
      for (name in used) if (!(name in have)) { print name " is missing"; wrong = 1 }
      for (name in have) if (!(name in used)) { print name " is not used"; wrong = 1 }
      exit wrong
    }' "$tree"/rtl/*.v
}

# All lists name the files on disk in one order.
lists_agree() {
  local files=("$tree"/rtl/*.v)
  (cd "$tree" && awk -v files="${files[*]#"$tree/"}" '
    FNR == NR { want = want " " $0; n++; listed[$0]; next }
    { rest = $0
      while (match(rest, /rtl\/[A-Za-z0-9_]*\.v/)) {
        got[FILENAME] = got[FILENAME] " " substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
      } }
    END {
      disk = split(files, there, " ")
      for (i = 1; i <= disk; i++) if (!(there[i] in listed)) { print "not listed: " there[i]; wrong = 1 }
      if (disk != n) { print disk " files, " n " listed"; wrong = 1 }
      for (i = 2; i < ARGC; i++) if (got[ARGV[i]] != want) { print ARGV[i] ":" got[ARGV[i]]; wrong = 1 }
      exit wrong
    }' "$prefix.f" "$prefix.core" "$prefix.ys" vivado.tcl "$prefix.qip" MANIFEST)
}

repeatable() { # TREE AGAIN, and from its own config.toml
  rm -rf "$tmp/again"
  # shellcheck disable=SC2086
  "$WW" gen $line -o "$tmp/again" && diff -r "$tree" "$tmp/again" &&
    "$WW" gen "$tree/config.toml" -o "$tmp/again" && diff -r "$tree" "$tmp/again"
}

no_implicit_nets() {
  awk 'FNR == 1 { first = 0 }
    !first && !/^\/\// { first = 1; begin[FILENAME] = $0 }
    { last[FILENAME] = $0 }
    END {
      for (i = 1; i < ARGC; i++)
        if (begin[ARGV[i]] != "`default_nettype none" || last[ARGV[i]] != "`default_nettype wire") {
          print ARGV[i]
          wrong = 1
        }
      exit wrong
    }' "$tree"/rtl/*.v
}

fully_expanded() { # no template text is left, no tabs, nothing but ASCII
  # shellcheck disable=SC2016
  ! LC_ALL=C grep -rn -e '//%' -e '${' -e '[^ -~]' "$tree/rtl" "$tree/sw"
}

trace_is_optional() { # without trace.retire nothing of it is emitted
  ! grep -rn 'trace_\|_seq\b' "$tree/rtl"
}

no_multiplier() { # without isa.m
  [ ! -e "$tree/rtl/${prefix}_multiply.v" ] && [ ! -e "$tree/rtl/${prefix}_divide.v" ]
}

header_compiles() {
  printf '#include "warpwright_config.h"\n%s\n%s\n' \
    'unsigned s[] = { WW_CORE_WARPS, WW_CORE_THREADS, WW_LANES, WW_MEM_RAM_BASE };' \
    'const char *prefix = WW_DESIGN_PREFIX;' > "$tmp/t.c"
  printf '#include "warpwright_config.h"\n\tli\ta0, WW_MEM_RAM_SIZE\n' > "$tmp/t.S"
  "$compiler" -Wall -Wextra -Werror -I "$tree/sw" -c "$tmp/t.c" -o "$tmp/t.o" &&
    { [ "$compiler" = cc ] || "$compiler" -I "$tree/sw" -c "$tmp/t.S" -o "$tmp/t.o"; }
}

yosys_script() {
  (cd "$tree" && "$YOSYS" -q -s "$prefix.ys" > "$tmp/ys" 2>&1) || { cat "$tmp/ys"; return 1; }
  ! grep -i 'warning\|error' "$tmp/ys"
}

# tclsh reads vivado.tcl and the .qip: the commands that matter are called with files that exist.
tcl_scripts() {
  cat > "$tmp/mock.tcl" <<'END'
proc file_there {path} { if {![file isfile $path]} { error "no $path" }; puts $path }
proc read_verilog {path} { file_there $path }
proc set_global_assignment {flag kind path} { file_there $path }
foreach name {synth_design create_clock opt_design place_design route_design
  report_utilization report_timing_summary get_ports} { proc $name args {} }
set argc 0
set argv {}
source [lindex $::env(TREE) 0]/vivado.tcl
set ::quartus(qip_path) $::env(TREE)
source [glob $::env(TREE)/*.qip]
END
  TREE=$tree tclsh "$tmp/mock.tcl" > "$tmp/read" || return 1
  [ "$(sort "$tmp/read" | uniq -c | awk '$1 == 2' | wc -l)" -eq "$(wc -l < "$tree/$prefix.f")" ]
}

check "each file has the module of its name" '*' a_module_per_file
check "every module is used" '*' all_modules_used
check "all lists name the files on disk, in one order" '*' lists_agree
check "the tree is the same each time, and from its own configuration" '*' repeatable
check "there are no implicit nets" '*' no_implicit_nets
check "templates are fully expanded" '*' fully_expanded
check "without trace.retire there is no trace" '*trace.retire=false*' trace_is_optional
check "without isa.m there is neither multiplier nor divider" '*isa.m=false*' no_multiplier
compiler=cc
[ "${RISCV_CC:-no}" = no ] || compiler=$RISCV_CC
check "the header compiles" '*' header_compiles
skip=
command -v tclsh > /dev/null || skip=" # SKIP no tclsh"
check "the Vivado and Quartus files read every file$skip" "*${skip:+none}" tcl_scripts
skip=
[ "${YOSYS:-no}" != no ] || skip=" # SKIP no yosys"
check "the yosys script has no complaints$skip" \
  "*design.prefix=small*${skip:+none}" yosys_script

while read -r line; do
  judge "$line"
done < "$tmp/lines"
for i in "${!texts[@]}"; do
  case ${texts[i]} in
    *SKIP*) ;;
    *) [ "${tried[i]}" -gt 0 ] || verdicts[i]="not ok"
       texts[i]+=" (${tried[i]} configurations)" ;;
  esac
  [ "${verdicts[i]}" = ok ] || failed=$((failed + 1))
  echo "${verdicts[i]} $((i + 1)) - ${texts[i]}"
  [ ! -e "$tmp/why$i" ] || head -n 30 "$tmp/why$i"
done
echo "1..${#texts[@]}"
[ "$failed" -eq 0 ]
