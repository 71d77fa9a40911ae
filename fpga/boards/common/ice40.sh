# ice40.sh - a bitstream for iCE40 boards, with yosys, nextpnr-ice40 and icepack
# SPDX-License-Identifier: Apache-2.0

# Says what there is too little of.
ice40_full() {
  sed -n 's/^Info:[ \t]*\([A-Z_]*\): *\([0-9]*\)\/ *\([0-9]*\) .*/\1 \2 \3/p' nextpnr.log |
    awk '$2 > $3 { printf "%s%s: %d of %d", n++ ? ", " : "", $1, $2, $3 }'
}

# ice40 TOP NEXTPNR-OPTION...: placements until one is fast enough, at most five. What board.conf calls
# registers are memories that become flip-flops, blocks such that become block RAM however small.
ice40() {
  top=$1
  shift
  need "$yosys" "Debian: apt install yosys"
  need nextpnr-ice40 "Debian: apt install nextpnr-ice40"
  need icepack "Debian: apt install fpga-icestorm"
  cd "$dir" || exit 4
  rm -f "$top.json" "$top.asc" "$top.bin"
  # What is faster is larger, and the UP5K is small.
  case $* in *--up5k*) map=-dsp ;; *) map=-abc9 ;; esac
  step yosys "$yosys" -p "read_verilog -I. $(echo common/*.v core/rtl/*.v) $top.v
    chparam -set BAUD $baud $top
    hierarchy -top $top
    $(for m in ${registers-}; do echo "setattr -set ram_style \"logic\" */m:$m"; done)
    $(for m in ${blocks-}; do echo "setattr -set ram_style \"block\" */m:$m"; done)
    synth_ice40 $map -top $top -json $top.json"
  for seed in 1 2 3 4 5; do
    step_hint=ice40_full
    step nextpnr nextpnr-ice40 "$@" --seed "$seed" --pcf "$top.pcf" --json "$top.json" \
      --asc "$top.asc" --freq $((clock / 1000000)) --timing-allow-fail
    mhz=$(sed -n "s/^Info: Max frequency for clock .*: \([0-9.]*\) MHz.*/\1/p" nextpnr.log | tail -n 1)
    cells=$(sed -n 's/^Info:.*ICESTORM_LC: *\([0-9]*\)\/.*/\1/p' nextpnr.log | tail -n 1)
    awk "BEGIN { exit !($mhz >= $clock / 1e6) }" && break
    [ "$seed" -lt 5 ] || { rm -f "$top.asc"; die "$mhz MHz, and the clock is $((clock / 1000000)) MHz" 1; }
  done
  step icepack icepack "$top.asc" "$top.bin.part"
  mv "$top.bin.part" "$top.bin" || exit 4
  echo "$dir/$top.bin: $cells logic cells, $mhz MHz (clock: $((clock / 1000000)) MHz, seed $seed)," \
    "$(wc -c < "$top.bin") bytes"
}
