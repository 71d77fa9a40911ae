// top - the processor behind registers of a host: AXI4-Lite
// SPDX-License-Identifier: Apache-2.0
//
//   host (AXI4-Lite) -> host -> device (cores, caches, dispatcher) -> memory
//
// README.md of the emitted tree has the registers, the rules of the buses, and the memory map.
`default_nettype none
module ${prefix}_top (
//% emit ports_host_top
);
//% emit wires_host_top
  wire        device_rst;  // reset of the device by its host
  wire [4:0]  counter_select;  //% if counters

  ${prefix}_device u_device (
    .clk(clk), .rst(rst | device_rst),
//% emit nets_host_top
  );

  ${prefix}_host u_host (
//% connect ../blocks/host
  );
endmodule
`default_nettype wire
