#!/bin/sh
# arrows.t - who may include whom: gen and golden stay independent
# SPDX-License-Identifier: Apache-2.0
#
# The cross-check of gen against golden is worth what their independence
# is worth. Each line below is a folder and the folders it may include.

cd "${WW_SRCDIR:-.}" || exit 1
tests=0
failed=0

report() {
  tests=$((tests + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tests - $2"
  else
    echo "not ok $tests - $2"
    failed=$((failed + 1))
  fi
}

# Every folder of the tree.
folders=$(find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' | sed 's,^\./,,' | sort | paste -s -d '|' -)

# Lines of the files of folder $1 that include something outside "$@".
strangers() {
  skip=none
  [ "$1" != cl ] || skip=cl/icd
  files=$(find "$1" -path "$skip" -prune -o \( -name '*.[ch]' -o -name '*.cc' -o -name '*.cpp' \
          -o -name '*.hpp' -o -name '*.def' \) -print)
  [ -n "$files" ] || { echo "no files in $1"; return; }
  allowed=$(printf '%s\n' "$@" | paste -s -d '|' -)
  grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"](\.\./|(\./)?('"$folders"')/)' \
    $files /dev/null | grep -vE "include[[:space:]]*\"($allowed)/[a-z0-9_/]+\.(h|def)\"" |
    grep -v '^oracle/special\.c:[0-9]*:#include "isa/sfu\.def"$'
}

arrow() {
  found=$(strangers "$@")
  [ -z "$found" ]
  report $? "$1 includes nothing but $*"
  [ -z "$found" ] || printf '%s\n' "$found" | sed 's/^/# /'
}

arrow base
arrow isa
# A folder for each further instruction set: of the tables, and of the golden model. Nothing but the
# model, golden/NAME_core.c, which makes cores of it, session and the commands knows them; the model
# takes numbers and files of the other one.
dialect() { # NAME
  arrow "isa/$1"
  arrow "golden/$1" golden "isa/$1"
  found=$(grep -nE "include[[:space:]]*\"(isa|golden)/$1/" $(find base isa machine gen golden sanitize gdb cosim fuzz \
      oracle fpga systemc cl clc cuda lib sw -name '*.[ch]' -o -name '*.def') /dev/null |
    grep -vE "^[a-z/]*/$1/|^golden/$1_core\.c:")
  [ -z "$found" ]
  report $? "$1 is included by its own folders, session and cli alone: $found"
  found=$(grep -nE 'include[[:space:]]*"golden/[a-z_]*\.' golden/$1/*.[ch] |
    grep -vE '"golden/(bytes|elf|float|lines|sfu)\.h"')
  [ -z "$found" ]
  report $? "golden/$1 takes arithmetic and files of golden, no state: $found"
}
dialect ventus
# The shape of a machine: facts, as in isa/.
arrow machine isa
arrow gen base isa machine
arrow golden base isa machine
arrow cosim base golden isa machine
# The sanitizer knows the layout of OpenCL programs, sw/cl/cl.h.
arrow sanitize golden isa machine sw
arrow gdb golden isa machine
arrow fuzz base isa machine
# The oracle shares nothing but that; compare.c alone looks at the golden model. The coefficients
# are numbers of doc/sfu.md, not how they are used.
arrow oracle golden machine
arrow fpga base cosim
# What runs a simulation, for the commands and for the device library: it knows neither.
arrow session base cosim fpga fuzz gdb gen golden isa machine oracle sanitize
# The compiler and the library of OpenCL launches share the layout of programs, sw/cl/cl.h, and no more.
arrow clc base isa sw
arrow cl golden machine sw
# The driver has the device library inside, which runs cores as the command cosim does, by session;
# lib/vortex shares the layout of its programs, sw/vortex.h.
arrow cl/icd base cl golden isa lib machine sw
# CUDA's runtime, too; programs include its header.
arrow cuda base cl cosim golden lib machine sw
arrow lib base cosim gen golden isa machine sanitize session sw
# The folders of session: cosim and iss run a job with the others; no other one includes another, and
# neither do the files above them.
found=$(grep -H '^#include "session/[a-z]*/' session/*.[ch] session/*/*.[ch] |
  grep -v '^session/\([a-z]*\)/[^:]*:#include "session/\1/' |
  grep -vE '^session/(cosim|iss)/[^:]*:#include "session/(coverage|profile|synth|view)/')
[ -z "$found" ]
report $? "session's cosim and iss alone include other folders of it: $found"

# The folders of cosim: none includes a folder that includes it, over any number
# of steps. cosim.h itself is for all of them and includes none.
room() {
  floor=$1
  shift
  allowed=$(printf '%s\n' "${floor##*/}" "$@" | paste -s -d '|' -)
  found=$(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^">]*cosim/' \
            $(find "$floor" -name '*.[ch]' -o -name '*.cc' -o -name '*.def') /dev/null |
    grep -vE 'include[[:space:]]*"cosim/[a-z]+\.(h|def)"' |
    grep -vE "include[[:space:]]*\"cosim/($allowed)/(ventus/)?[a-z0-9_]+\.(h|def)\"")
  [ -d "$floor" ] && [ -z "$found" ]
  report $? "$floor includes nothing of cosim but cosim.h and: $*"
  [ -z "$found" ] || printf '%s\n' "$found" | sed 's/^/# /'
}

rooms='state level cover check explain memory device build run'
room cosim/state
room cosim/level state
room cosim/cover state level
room cosim/build
room cosim/device build
room cosim/memory device
room cosim/check state level cover device memory
room cosim/explain state level check
room cosim/run check device memory
found=$(cd cosim && for dir in */; do
  case " $rooms " in *" ${dir%/} "*) ;; *) echo "${dir%/}" ;; esac
done; grep -n 'include.*cosim/[a-z]*/' cosim.h checks.def)
[ -z "$found" ]
report $? "cosim has the folders $rooms, and cosim.h includes none: $found"

# The units of gen, a header and its files each: none includes a unit that
# includes it, over any number of steps. tpl_walk.h is the inside of tpl.c.
units=$(grep -HoE '^#include "gen/[a-z_]+\.h"' gen/*.[ch] |
  sed -E 's,^gen/([a-z_]+)\.[ch]:#include "gen/([a-z_]+)\.h"$,\1 \2,; s/tpl_walk/tpl/g')
found=$(printf '%s\n' "$units" | tsort 2>&1 > /dev/null)
[ -n "$units" ] && [ -z "$found" ]
report $? "no units of gen include each other: $found"
found=$(printf '%s\n' "$units" 'params word' 'word params' | tsort 2>&1 > /dev/null)
[ -n "$found" ]
report $? "two that do are found"

# A SystemC platform takes the pins of the model, and the arch string of programs.
arrow systemc isa cosim

# The include line of every kind that would break the rule is found.
probe() {
  dir=$(mktemp -d) || exit 1
  mkdir "$dir/gen"
  printf '%s\n' "$1" > "$dir/gen/a.c"
  found=$(cd "$dir" && strangers gen isa)
  rm -r "$dir"
  if [ "$2" = found ]; then [ -n "$found" ]; else [ -z "$found" ]; fi
  report $? "$2: $1"
}

probe '#include "golden/golden.h"' found
probe '#  include "golden/golden.h"' found
probe '#include <golden/golden.h>' found
probe '#include "../golden/golden.h"' found
probe '#include "isa/../golden/golden.h"' found
probe '#include "machine/machine.h"' found
probe '#include "cuda/inside.h"' found
probe '#include "session/machine.h"' found
probe '#include "isa/isa.h"' allowed
probe '#include "gen/diag.h"' allowed
probe '#include <stdio.h>' allowed

# The objects agree: nothing in one library calls the other's functions.
symbols() {
  lib=${WW_BUILDDIR:-.}/lib$1.a
  if command -v nm > /dev/null && [ -f "$lib" ]; then
    found=$(nm -u "$lib" 2> /dev/null | grep -E " U ($2)")
    [ -z "$found" ]
    report $? "lib$1.a calls no $2"
  else
    report 0 "lib$1.a calls no $2 # SKIP no nm or no library"
  fi
}

symbols gen 'golden_|cosim_|elf_'
symbols golden 'gen_|config_|param_|tpl_|derive|cosim_'
symbols base 'isa_|gen_|config_|tpl_|golden_|elf_|cosim_'
symbols isa 'gen_|config_|tpl_|golden_|elf_|cosim_'
# Each file of the oracle, but the one that compares it with golden.
files=$(find oracle -name '*.[ch]' ! -name 'compare.*' | sort)
for file in ${files:-oracle}; do
  found=$(grep -nE '#[[:space:]]*include[[:space:]]*[<"](isa|golden)/' "$file" |
    grep -v '^[0-9]*:#include "isa/sfu\.def"$')
  [ -z "$found" ] && [ -f "$file" ]
  report $? "$file shares nothing with the golden model"
done
symbols cosim 'gen_|config_|param_|tpl_|derive'
symbols session 'cmd_|options?_|wwd_|cl_'
symbols wwd 'cmd_|options?_'

echo "1..$tests"
exit $((failed > 0))
