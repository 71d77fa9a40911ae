# golden.sh - faults in the golden model, for scripts/mutate
# SPDX-License-Identifier: Apache-2.0
#
# Each is compiled by itself and linked into the unit tests, into the judge and into warpwright:
# tests/golden/*.t, lockstep against a core without faults, and tests/golden/qemu.t judge it.
# The loader of ELF files and what only prints are left out. The results have the lines
#
#     MUTANT unit|lockstep|qemu VERDICT RUN CHECK RUNS CYCLES SECONDS
# shellcheck shell=bash disable=SC2154

golden_files="bytes.h code.c core.c csr.c decode.c engine.h machine.c memory.c ops.def run.c run_lanes.h
  run_ops.h stacks.c step.c warp.c"

# All faults: file, number in it, line, kind, old, new.
golden_all() {
  local f
  for f in $golden_files; do
    "$bin/mutate-c" list "$src/golden/$f" | sed "s/^/$f\t/"
  done
}

golden_draw() { # COUNT: a table like that of the other parts, and where to find each in its file
  golden_all | awk -F '\t' -v count="$1" -v seed="$seed" -v OFS='\t' '
    { line[NR] = $0 }
    END {
      state = seed * 7919 + 17
      if (count > NR) count = NR
      while (n < count) {
        state = (state * 16807) % 2147483647
        pick = 1 + state % NR
        if (pick in taken) continue
        taken[pick] = 1
        $0 = line[pick]
        print ++n, "golden", $1, $3, $4, $5, $6, $2
      }
    }'
}

golden_compile() { # SOURCES-DIR OBJECTS-DIR: the sources of the build's library, WW_GOLDEN; or 1
  local c
  mkdir -p "$2"
  for c in $WW_GOLDEN; do
    case $c in
      *.c)
        ${CC:-gcc} -std=c11 -O0 -w -DGOLDEN_ANY_WIDTH -I"$1" -I"$src" -I"$build" -c "$1/$c" \
          -o "$2/$(basename "$c" .c).o" 2> "$2/cc.log" || return 1 ;;
    esac
  done
}

golden_link() { # OUT OBJECT|LIBRARY...: they come behind the objects of the mutant
  local out=$1
  shift
  (cd "$build" && ${CC:-gcc} -o "$out" "$work"/o/*.o "$@") 2> "$work/ld.log" ||
    { tail -n 5 "$work/ld.log" >&2; die "cannot link $out"; }
}

golden_line() { # MUTANT BY VERDICT RUN HOW RUNS SECONDS
  printf '%s\t%s\t%s\t%s\t%s\t%s\t0\t%s\n' "$@"
}

# The unit tests in order, until one fails.
golden_units() { # MUTANT
  local t runs=0 start=$SECONDS
  for t in $golden_units; do
    runs=$((runs + 1))
    golden_link "$work/unit" "tests/golden/$t.o" libisa.a libbase.a -lm
    timeout 60 "$work/unit" > "$work/unit.log" 2>&1 ||
      { golden_line "$1" unit killed "$t" test "$runs" $((SECONDS - start)); return; }
  done
  golden_line "$1" unit survived - - "$runs" $((SECONDS - start))
}

golden_lockstep() { # MUTANT
  local start=$SECONDS
  # shellcheck disable=SC2086
  golden_link "$work/judge" tests/mutation/judge.o $WW_LIBS
  rm -f "$work/line"
  timeout 300 "$work/judge" "$dir/tree" "$dir/programs" "$work/line" golden > "$work/judge.log" 2>&1
  case $? in
    0) sed "s/^golden/$1/" "$work/line" ;;
    99) tail -n 5 "$work/judge.log" >&2; die "the judge failed" ;;
    124) golden_line "$1" lockstep killed - endless 1 $((SECONDS - start)) ;;
    *) golden_line "$1" lockstep killed - crash 1 $((SECONDS - start)) ;;
  esac
}

golden_qemu() { # MUTANT
  local start=$SECONDS verdict=survived
  # shellcheck disable=SC2086
  golden_link "$work/warpwright" $WW_OBJECTS $WW_LIBS
  WW=$work/warpwright timeout 300 "$src/tests/golden/qemu.t" > "$work/qemu.log" 2>&1 ||
    verdict=killed
  # One that never ends has a process group of its own in qemu.t.
  pkill -KILL -f "^$work/warpwright " 2> /dev/null
  ! grep -q '^not ok' "$work/qemu.log" || verdict=killed
  golden_line "$1" qemu "$verdict" qemu.t - 1 $((SECONDS - start))
}

golden_one() { # NUMBER FILE INDEX: its lines, or one that it does not compile
  rm -rf "$work/golden"
  cp -r "$src/golden" "$work/golden"
  "$bin/mutate-c" apply "$src/golden/$2" "$3" > "$work/golden/$2" ||
    die "cannot put fault '$3' into $2"
  rm -rf "$work/o"
  if ! golden_compile "$work" "$work/o"; then
    golden_line "$1" end refused - compiler 0 0
    return
  fi
  golden_units "$1"
  golden_lockstep "$1"
  [ "${QEMU_RISCV32:-no}" = no ] || golden_qemu "$1"
  golden_line "$1" end done - - 0 0
}

golden_part() { # DIR
  local dir=$1 work=$1/work n file index
  [ -n "${WW_LIBS:-}" ] && [ -n "${WW_OBJECTS:-}" ] && [ -n "${WW_GOLDEN:-}" ] ||
    die "WW_LIBS, WW_OBJECTS or WW_GOLDEN is not set; run this part by make check-mutation"
  golden_units=$(cd "$build/tests/golden" && ls alu.o branch.o cores.o csr.o decode.o equiv.o memory.o run.o \
    simt.o stacks.o timer.o | sed 's/\.o$//')
  mkdir -p "$work"
  emit cached "$dir/tree" true
  programs golden > "$dir/programs" || exit 3
  [ -s "$dir/programs" ] || die "the regression is empty"
  golden_draw "${count:-90}" > "$dir/mutants.tsv"
  # shellcheck disable=SC2086
  keep_if_same "$dir" "$dir"/tree/rtl/*.v "$dir/mutants.tsv" \
    $(printf "$src/golden/%s " $golden_files)
  touch "$dir/results.tsv"
  # Without a fault the model agrees with the core.
  head -n 1 "$dir/programs" > "$work/first"
  rm -f "$work/line"
  "$bin/judge" "$dir/tree" "$work/first" "$work/line" golden > "$work/judge.log" 2>&1 &&
    grep -q survived "$work/line" || { cat "$work/judge.log" >&2; die "the judge fails without a fault"; }
  cut -f 1,3,8 "$dir/mutants.tsv" | while read -r n file index; do
    ! awk -F '\t' -v n="$n" '$1 == n && $2 == "end" { found = 1 } END { exit !found }' \
      "$dir/results.tsv" || continue
    golden_one "$n" "$file" "$index" > "$work/lines" < /dev/null || exit 4
    cat "$work/lines" >> "$dir/results.tsv"
  done || exit 4
}
