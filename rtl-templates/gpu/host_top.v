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
    .clk(clk), .rst(rst), .device_rst(device_rst), .irq(irq),
    .s_axi_awvalid(s_axi_awvalid), .s_axi_awready(s_axi_awready), .s_axi_awaddr(s_axi_awaddr),
    .s_axi_wvalid(s_axi_wvalid), .s_axi_wready(s_axi_wready), .s_axi_wdata(s_axi_wdata),
    .s_axi_wstrb(s_axi_wstrb), .s_axi_bvalid(s_axi_bvalid), .s_axi_bready(s_axi_bready),
    .s_axi_bresp(s_axi_bresp), .s_axi_arvalid(s_axi_arvalid), .s_axi_arready(s_axi_arready),
    .s_axi_araddr(s_axi_araddr), .s_axi_rvalid(s_axi_rvalid), .s_axi_rready(s_axi_rready),
    .s_axi_rdata(s_axi_rdata), .s_axi_rresp(s_axi_rresp),
    .launch_more(launch_more), .launch_ring(launch_ring), .launch_slot(launch_slot),
    .launch_abort(launch_abort), .launch_ack(launch_ack), .launch_write(launch_write),
    .launch_where(launch_where), .launch_strb(launch_strb), .launch_data(launch_data),
    .launch_read(launch_read), .launch_word(launch_word), .launch_busy(launch_busy),
    .launch_done(launch_done), .launch_idle(launch_idle), .launch_given(launch_given),
    .launch_ended(launch_ended),
    .counter_select(counter_select), .perf_value(perf_value),  //% if counters
    .done(done), .fault_valid(fault_valid), .fault_tval(fault_tval)
  );
endmodule
`default_nettype wire
