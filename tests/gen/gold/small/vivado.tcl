# vivado.tcl - synthesize ww_top out of context
# vivado -mode batch -source vivado.tcl [-tclargs PART PERIOD_NS]
set part xc7a100tcsg324-1
set period 10.0
if {$argc > 0} {set part [lindex $argv 0]}
if {$argc > 1} {set period [lindex $argv 1]}
set here [file dirname [file normalize [info script]]]
read_verilog [file join $here rtl/ww_top.v]
read_verilog [file join $here rtl/ww_leaf.v]
synth_design -top ww_top -part $part -mode out_of_context
create_clock -name clk -period $period [get_ports clk]
opt_design
place_design
route_design
report_utilization
report_timing_summary
