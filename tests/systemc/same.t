#!/bin/bash
# same.t - cosim --sim systemc is the same run as --sim verilator, cycle by cycle
# SPDX-License-Identifier: Apache-2.0
#
# On a bus of words and, in the full tier, on AXI4; with plain and with random memory, with congestors, and
# where memory fails: the result, the trace, every record, the console and what is said to the user do
# not differ.
set -u

. "$WW_SRCDIR/tests/systemc/common.sh"
why=$(without)
[ -z "$why" ] || { echo "1..0 # SKIP $why"; exit 0; }
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
number=0 failed=0

# All that may differ: names of simulators and files, and how long it took.
result() {
  sed '/"simulator"\|wall_seconds\|cpu_seconds/d; s/"repeat": ".*"/"repeat"/' "$1"
}

said() {
  sed -e '/: building the model /d' \
    -e 's/, [0-9.]* [kM]cycles.s//; s/--sim [a-z]*//; s/[a-z]*\.\(trace\|json\|records\)/FILE/g' "$1"
}

# Verilator's models are those that other tests have; the others run little.
run() { # SIM OPTION...
  local sim=$1 models=${WARPWRIGHT_MODELS:-quick}
  [ "$sim" = verilator ] || models=once
  shift
  rm -f "$tmp/$sim".*
  WARPWRIGHT_MODELS=$models "$WW" cosim --sim "$sim" --trace "$tmp/$sim.trace" --json "$tmp/$sim.json" \
    --records "$tmp/$sim.records" "$@" > "$tmp/$sim.out" 2> "$tmp/$sim.err" < /dev/null
  echo "status $?" >> "$tmp/$sim.err"
  result "$tmp/$sim.json" > "$tmp/$sim.result"
  said "$tmp/$sim.err" > "$tmp/$sim.said"
}

# The same, and ended as STATUS says.
same() { # STATUS OPTION...
  local want=$1 part good=ok
  shift
  number=$((number + 1))
  run verilator "$@"
  run systemc "$@"
  for part in trace records result out said; do
    cmp "$tmp/verilator.$part" "$tmp/systemc.$part" > "$tmp/cmp" 2>&1 && continue
    good="not ok"
    sed 's/^/# /' "$tmp/cmp"
    diff "$tmp/verilator.$part" "$tmp/systemc.$part" | head -n 6 | sed 's/^/# /'
  done
  grep -q "^  \"status\": \"$want\"" "$tmp/systemc.json" && [ -s "$tmp/systemc.trace" ] &&
    [ -s "$tmp/systemc.records" ] || {
    good="not ok"
    head -n 5 "$tmp/systemc.err" | sed 's/^/# /'
  }
  [ "$good" = ok ] || failed=$((failed + 1))
  echo "$good $number - ${*##*/}: $want"
}

kernels=$WW_BUILDDIR/sw/kernels
if [ -z "${WW_FULL:-}" ]; then
  same pass -c default "$kernels/hello.elf"
  same pass -c default --mem-random 1 "$kernels/vecadd.elf"
  same fault -c default --mem-error 0x80000004:4:reads "$kernels/hello.elf"
  echo "1..$number"
  exit "$failed"
fi
for config in default cached; do
  for kernel in hello vecadd; do
    same pass -c $config "$kernels/$kernel.elf"
    for seed in 1 2; do
      same pass -c $config --mem-random $seed "$kernels/$kernel.elf"
    done
  done
  same pass -c $config --mem-latency 40 --mem-bandwidth 3 "$kernels/divergence.elf"
  same fault -c $config --mem-error 0x80000004:4:reads "$kernels/hello.elf"
  same fault -c $config --mem-error 0x80ffff00:256:writes --mem-random 3 "$kernels/hello.elf"
  same timeout -c $config --max-cycles 5000 "$kernels/vecadd.elf"
done
same fault -c default --mem-error 0xfffff000 "$kernels/hello.elf"
for audit in 1 9; do
  same pass -s core.warps=2 -s core.threads=2 --congest 7:40 --audit $audit "$kernels/hello.elf"
done

# A failing run too: both report the same mismatch.
"$WW" gen -c default -s trace.retire=true -o "$tmp/broken" > /dev/null
sed -i "s/? right : left;/? right : left | {29'd0, is_shift, 2'd0};/" "$tmp/broken/rtl/ww_alu.v"
same mismatch --rtl "$tmp/broken" "$kernels/vecadd.elf"
echo "1..$number"
[ "$failed" -eq 0 ]
