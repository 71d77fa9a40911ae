#!/usr/bin/env bats
# projects.bats - every board's project: its files, lint, what fpga/boards/board refuses
# (doc/boards.md, README.md)
# SPDX-License-Identifier: Apache-2.0

load ../cosim/command.bash

boards=$WW_SRCDIR/fpga/boards
make_board() { env WW="$WW" "$boards/board" "$@"; }
each_board() { for conf in "$boards"/*/board.conf; do basename "$(dirname "$conf")"; done; }

@test "the projects are made, and are silent in verilator, iverilog and yosys" {
  for b in $(each_board); do
    echo "--- $b"
    host=()
    [ "$b" != arty ] || host=(-s gpu.dispatch=true -s gpu.host=axil)
    expect 0 make_board -n -o "$b" "${host[@]}" "$b"
    said "project in $b"
    (
      cd "$b"
      if [ "${VERILATOR:-no}" != no ]; then
        "$VERILATOR" --lint-only -Wall --top-module "$b" -I. -y "$boards/cells" common/*.v "$b.v" \
          core/rtl/*.v > log 2>&1
        cat log
        [ ! -s log ]
      fi
      if [ "${IVERILOG:-no}" != no ]; then
        "$IVERILOG" -g2005 -Wall -I. -y "$boards/cells" -s "$b" -o lint.vvp common/*.v "$b.v" \
          core/rtl/*.v > log 2>&1
        cat log
        [ ! -s log ]
      fi
      if [ "${YOSYS:-no}" != no ] && { [ -n "${WW_FULL:-}" ] || [ "$b" = icebreaker ]; }; then
        "$YOSYS" -q -p "read_verilog -I. $(echo common/*.v "$b.v" core/rtl/*.v) $(echo "$boards"/cells/*.v)
          hierarchy -check -top $b; proc; check -assert" > log 2>&1
        cat log
        [ ! -s log ]
      fi
    )
  done
}

@test "a project knows the extensions of its core, as the loader says them" {
  expect 0 make_board -n -o none ulx3s
  grep -qx "\`define BOARD_ISA 16'd1" none/board_config.vh
  expect 0 make_board -n -o some -s isa.m=false -s isa.a=true -s isa.zicond=true -s isa.f=f \
    -s isa.sfu=true ulx3s
  grep -qx "\`define BOARD_ISA 16'd594" some/board_config.vh
}

@test "a project is complete: it names no file that it does not have" {
  expect 0 make_board -n -o de10nano de10nano
  sed -n 's/^set_global_assignment -name [A-Z]*_FILE //p' de10nano/de10nano.qsf > named
  [ "$(wc -l < named)" -gt 10 ]
  while read -r f; do [ -s "de10nano/$f" ]; done < named
  for f in de10nano/common/*.v; do grep -qx "common/$(basename "$f")" named; done
  expect 0 make_board -n -o arty arty
  [ -s arty/arty.xdc ]
  expect 0 make_board -n -o ulx3s ulx3s
  run make -C ulx3s -n
  echo "$output"
  [ "$status" -eq 0 ]
  said "nextpnr-ecp5 --85k"
}

@test "every pin has a place, and every place a pin" {
  for b in $(each_board); do
    sed -n 's/^ *\(input\|output\) *wire *\(\[\([0-9]*\):0\]\)\? *\([a-z0-9_]*\),\{0,1\}.*/\4 \3/p' \
      "$boards/$b/$b.v" | while read -r name top; do
      if [ -z "$top" ]; then echo "$name"; else
        for i in $(seq 0 "$top"); do echo "$name[$i]"; done
      fi
    done | sort > ports
    cat "$boards/$b/$b".{pcf,lpf,xdc,qsf} 2> /dev/null | sed -n -e 's/^set_io \([^ ]*\) .*/\1/p' \
      -e 's/^LOCATE COMP "\([^"]*\)".*/\1/p' \
      -e 's/^set_property .*PACKAGE_PIN.*get_ports {\{0,1\}\([^] }]*\]\{0,1\}\)}\{0,1\}\]$/\1/p' \
      -e 's/^set_location_assignment .* -to \(.*\)/\1/p' | sort > places
    echo "--- $b"
    diff ports places
    [ -s ports ]
  done
}

@test "wrong calls and configurations are refused" {
  expect 2 make_board -n hx9k
  said "there is no board 'hx9k'; there are: arty de10nano hx8k icebreaker ulx3s"
  expect 2 make_board
  expect 2 make_board -n -b 0 hx8k
  said "'0' is no baud rate"
  expect 2 make_board -n -b 10000000 hx8k
  said "10000000 baud is too much for a clock of 30000000 Hz"
  expect 3 make_board -n -s core.warps=3 hx8k
  expect 3 make_board -n -o x -c cached ulx3s
  said "mem.bus must be \"simple\""
  expect 3 make_board -n -o x -s icache.size=1024 ulx3s
  said "set icache.size and dcache.size to 0"
  [ ! -e x/board_config.vh ]
}

@test "the tools are missing: the project is there, exit 4" {
  for b in ulx3s arty de10nano; do
    case $b in
      ulx3s) tool=nextpnr-ecp5 ;;
      arty) tool=vivado ;;
      de10nano) tool=quartus_sh ;;
    esac
    ! command -v $tool > /dev/null || continue
    [ $b != ulx3s ] || [ "${YOSYS:-no}" != no ] || continue
    expect 4 make_board -o "$b" "$b"
    said "the project is in $b; for the bitstream $tool is missing"
    [ -s "$b/core/rtl/ww_top.v" ]
  done
  expect 4 env YOSYS="$work/none" WW="$WW" "$boards/board" -o h hx8k
  said "is missing (Debian: apt install yosys)"
}

@test "a tool that fails: exit 4, and no bitstream" {
  command -v nextpnr-ice40 icepack > /dev/null || skip "no nextpnr-ice40 or icepack"
  printf '#!/bin/sh\necho no, not today\nexit 7\n' > bad
  chmod +x bad
  expect 4 env YOSYS="$work/bad" WW="$WW" "$boards/board" -o h hx8k
  said "no, not today"
  said "yosys failed with status 7; h/yosys.log has all it said"
  [ ! -e h/hx8k.bin ]
}

@test "a design that is too large, or too slow: exit 1, what is missing, no bitstream" {
  mkdir bin
  printf '#!/bin/sh\nexit 0\n' | tee bin/yosys > bin/icepack
  cat > bin/nextpnr-ice40 <<'END'
#!/bin/sh
echo "Info: 	         ICESTORM_LC:  6095/ 5280   115%"
echo "Info: 	        ICESTORM_RAM:    11/   30    36%"
echo "ERROR: Failed to expand region"
exit 255
END
  chmod +x bin/*
  PATH=$work/bin:$PATH
  expect 1 env YOSYS="$work/bin/yosys" WW="$WW" "$boards/board" -o i icebreaker
  said "board: error: the design does not fit (ICESTORM_LC: 6095 of 5280): choose a smaller core"
  cat > bin/nextpnr-ice40 <<'END'
#!/bin/sh
echo "Info: 	         ICESTORM_LC:  6095/ 7680   79%"
echo "Info: Max frequency for clock 'clk': 20.25 MHz (FAIL at 30.00 MHz)"
: > hx8k.asc
END
  expect 1 env YOSYS="$work/bin/yosys" WW="$WW" "$boards/board" -o h hx8k
  said "20.25 MHz, and the clock is 30 MHz"
  [ ! -e h/hx8k.asc ]
  [ ! -e h/hx8k.bin ]
}

# bats test_tags=full
@test "the bitstreams for iCE40: they fit, and are fast enough for their clocks" {
  command -v nextpnr-ice40 icepack "${YOSYS:-yosys}" > /dev/null || skip "no yosys, nextpnr-ice40 or icepack"
  for b in icebreaker hx8k; do
    expect 0 make_board -o "$b" "$b"
    said "$b/$b.bin: "
    said " logic cells, "
    # A bitstream for iCE40 begins with a comment between two ends, then a preamble.
    od -An -v -t x1 "$b/$b.bin" | tr -d ' \n' | head -c 400 | grep -q 7eaa997e
  done
}
