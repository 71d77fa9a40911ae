# build.tcl - arty.bit with Vivado: vivado -mode batch -source build.tcl [-tclargs PART [BAUD]]
# SPDX-License-Identifier: Apache-2.0
set part xc7a35ticsg324-1L
set baud 115200
if {$argc > 0} {set part [lindex $argv 0]}
if {$argc > 1} {set baud [lindex $argv 1]}
cd [file dirname [file normalize [info script]]]
read_verilog [glob core/rtl/*.v common/*.v arty.v]
read_xdc arty.xdc
synth_design -top arty -part $part -include_dirs . -generic BAUD=$baud
opt_design
place_design
phys_opt_design
route_design
report_utilization -file utilization.rpt
report_timing_summary -file timing.rpt
if {[get_property SLACK [get_timing_paths]] < 0} {
  puts stderr "arty: error: the clock of 50 MHz is not reached: see timing.rpt"
  exit 1
}
write_bitstream -force arty.bit
