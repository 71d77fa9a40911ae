# de10nano.sdc - the clock; the other pins are not synchronous to it
# SPDX-License-Identifier: Apache-2.0
create_clock -name clk_50mhz -period 20.000 [get_ports clk_50mhz]
derive_clock_uncertainty
set_false_path -from [get_ports {key_n uart_rx}]
set_false_path -to [get_ports {uart_tx led[*]}]
