// soc - a system on a chip: a small core as host, a device that it launches blocks on, one memory
// SPDX-License-Identifier: Apache-2.0
//
// For simulation, and to begin from. The host (cpu_top) fetches and loads by words, and reaches the
// registers of the device (ww_top) in the last 4 KiB of RAM. Whatever either of them writes to the
// console is printed. The simulation ends with the host's program.
`timescale 1ns / 1ps
`default_nettype none
module soc;
  localparam RAM_BITS = 24;
  localparam CHANNELS = 2;
  localparam BUS_BITS = 128;
  localparam BUS_BYTES = BUS_BITS / 8;
  localparam ID_BITS = `SOC_ID_BITS;

  reg         clk = 1'b0;
  reg         rst = 1'b1;
  integer     cycle = 0;

  // The host.
  wire        ibus_req_valid;
  wire [0:0]  ibus_req_tag;
  wire [31:0] ibus_req_addr;
  wire        ibus_rsp_valid;
  wire [0:0]  ibus_rsp_tag;
  wire [31:0] ibus_rsp_data;
  wire        dbus_req_valid;
  wire        dbus_req_ready;
  wire [0:0]  dbus_req_tag;
  wire        dbus_req_write;
  wire [31:0] dbus_req_addr;
  wire [3:0]  dbus_req_strb;
  wire [31:0] dbus_req_data;
  wire        dbus_rsp_ready;
  wire        dbus_rsp_valid;
  wire [0:0]  dbus_rsp_tag;
  wire [31:0] dbus_rsp_data;
  wire        cpu_done;
  wire [31:0] exit_code;
  wire        fault_valid;
  wire [31:0] fault_pc;

  // The registers of the device.
  wire        reg_valid;
  wire        reg_write;
  wire [11:0] reg_addr;
  wire [31:0] reg_wdata;
  wire        reg_done;
  wire [31:0] reg_rdata;
  wire        reg_bad;
  wire        axi_awvalid, axi_awready, axi_wvalid, axi_wready, axi_bvalid, axi_bready;
  wire        axi_arvalid, axi_arready, axi_rvalid, axi_rready;
  wire [11:0] axi_awaddr, axi_araddr;
  wire [31:0] axi_wdata, axi_rdata;
  wire [3:0]  axi_wstrb;
  wire [1:0]  axi_bresp, axi_rresp;
  wire        irq;

  // The device's masters, channel 0 in the low bits.
  wire [CHANNELS-1:0]           awvalid, awready, wvalid, wready, wlast, bvalid, bready;
  wire [CHANNELS-1:0]           arvalid, arready, rvalid, rready, rlast;
  wire [CHANNELS*ID_BITS-1:0]   awid, bid, arid, rid;
  wire [CHANNELS*32-1:0]        awaddr, araddr;
  wire [CHANNELS*8-1:0]         awlen, arlen;
  wire [CHANNELS*BUS_BITS-1:0]  wdata, rdata;
  wire [CHANNELS*BUS_BYTES-1:0] wstrb;
  wire                          device_done, device_fault;

  always #5 clk = ~clk;

  always @(posedge clk) begin
    cycle <= cycle + 1;
    if (cycle == 8) rst <= 1'b0;
    if (!rst && cpu_done) begin
      if (fault_valid) $display("soc: the host trapped at %h", fault_pc);
      $display("soc: exit code %0d, %0d cycles", exit_code, cycle);
      $finish;
    end
    if (cycle == 20000000) begin
      $display("soc: stopped after %0d cycles", cycle);
      $finish;
    end
  end

  soc_memory #(
    .RAM_BITS(RAM_BITS), .CHANNELS(CHANNELS), .BUS_BITS(BUS_BITS), .BUS_BYTES(BUS_BYTES),
    .ID_BITS(ID_BITS)
  ) u_memory (
    .clk(clk), .rst(rst),
    .ibus_req_valid(ibus_req_valid), .ibus_req_tag(ibus_req_tag), .ibus_req_addr(ibus_req_addr),
    .ibus_rsp_valid(ibus_rsp_valid), .ibus_rsp_tag(ibus_rsp_tag), .ibus_rsp_data(ibus_rsp_data),
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready),
    .dbus_req_tag(dbus_req_tag), .dbus_req_write(dbus_req_write), .dbus_req_addr(dbus_req_addr),
    .dbus_req_strb(dbus_req_strb), .dbus_req_data(dbus_req_data),
    .dbus_rsp_valid(dbus_rsp_valid), .dbus_rsp_ready(dbus_rsp_ready),
    .dbus_rsp_tag(dbus_rsp_tag), .dbus_rsp_data(dbus_rsp_data),
    .reg_valid(reg_valid), .reg_write(reg_write), .reg_addr(reg_addr), .reg_wdata(reg_wdata),
    .reg_done(reg_done), .reg_rdata(reg_rdata),
    .awvalid(awvalid), .awready(awready), .awid(awid), .awaddr(awaddr), .awlen(awlen),
    .wvalid(wvalid), .wready(wready), .wdata(wdata), .wstrb(wstrb), .wlast(wlast),
    .bvalid(bvalid), .bready(bready), .bid(bid), .arvalid(arvalid), .arready(arready),
    .arid(arid), .araddr(araddr), .arlen(arlen), .rvalid(rvalid), .rready(rready), .rid(rid),
    .rdata(rdata), .rlast(rlast)
  );

  cpu_top u_cpu (
    .clk(clk), .rst(rst), .ibus_req_valid(ibus_req_valid), .ibus_req_ready(1'b1),
    .ibus_req_tag(ibus_req_tag), .ibus_req_addr(ibus_req_addr),
    .ibus_rsp_valid(ibus_rsp_valid), .ibus_rsp_tag(ibus_rsp_tag),
    .ibus_rsp_data(ibus_rsp_data), .ibus_rsp_error(1'b0),
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready),
    .dbus_req_tag(dbus_req_tag), .dbus_req_write(dbus_req_write),
    .dbus_req_addr(dbus_req_addr), .dbus_req_strb(dbus_req_strb),
    .dbus_req_data(dbus_req_data), .dbus_rsp_valid(dbus_rsp_valid),
    .dbus_rsp_ready(dbus_rsp_ready), .dbus_rsp_tag(dbus_rsp_tag),
    .dbus_rsp_data(dbus_rsp_data), .dbus_rsp_error(1'b0), .exit_code(exit_code),
    .fault_valid(fault_valid), .fault_pc(fault_pc), .done(cpu_done),
    .fault_warp(), .fault_cause(), .fault_tval()
  );

  board_registers u_registers (
    .clk(clk), .rst(rst), .valid(reg_valid), .write(reg_write), .addr(reg_addr),
    .wdata(reg_wdata), .done(reg_done), .rdata(reg_rdata), .bad(reg_bad),
    .axi_awvalid(axi_awvalid), .axi_awready(axi_awready), .axi_awaddr(axi_awaddr),
    .axi_wvalid(axi_wvalid), .axi_wready(axi_wready), .axi_wdata(axi_wdata),
    .axi_wstrb(axi_wstrb), .axi_bvalid(axi_bvalid), .axi_bready(axi_bready),
    .axi_bresp(axi_bresp), .axi_arvalid(axi_arvalid), .axi_arready(axi_arready),
    .axi_araddr(axi_araddr), .axi_rvalid(axi_rvalid), .axi_rready(axi_rready),
    .axi_rdata(axi_rdata), .axi_rresp(axi_rresp)
  );

  ww_top u_device (
    .clk(clk), .rst(rst),
    .m_axi_awid(awid[0 +: ID_BITS]), .m1_axi_awid(awid[ID_BITS +: ID_BITS]),
    .m_axi_awaddr(awaddr[0 +: 32]), .m1_axi_awaddr(awaddr[32 +: 32]),
    .m_axi_awlen(awlen[0 +: 8]), .m1_axi_awlen(awlen[8 +: 8]),
    .m_axi_awvalid(awvalid[0]), .m1_axi_awvalid(awvalid[1]),
    .m_axi_awready(awready[0]), .m1_axi_awready(awready[1]),
    .m_axi_wdata(wdata[0 +: BUS_BITS]), .m1_axi_wdata(wdata[BUS_BITS +: BUS_BITS]),
    .m_axi_wstrb(wstrb[0 +: BUS_BYTES]), .m1_axi_wstrb(wstrb[BUS_BYTES +: BUS_BYTES]),
    .m_axi_wlast(wlast[0]), .m1_axi_wlast(wlast[1]),
    .m_axi_wvalid(wvalid[0]), .m1_axi_wvalid(wvalid[1]),
    .m_axi_wready(wready[0]), .m1_axi_wready(wready[1]),
    .m_axi_bid(bid[0 +: ID_BITS]), .m1_axi_bid(bid[ID_BITS +: ID_BITS]),
    .m_axi_bresp(2'b00), .m1_axi_bresp(2'b00), .m_axi_bvalid(bvalid[0]),
    .m1_axi_bvalid(bvalid[1]), .m_axi_bready(bready[0]), .m1_axi_bready(bready[1]),
    .m_axi_arid(arid[0 +: ID_BITS]), .m1_axi_arid(arid[ID_BITS +: ID_BITS]),
    .m_axi_araddr(araddr[0 +: 32]), .m1_axi_araddr(araddr[32 +: 32]),
    .m_axi_arlen(arlen[0 +: 8]), .m1_axi_arlen(arlen[8 +: 8]),
    .m_axi_arvalid(arvalid[0]), .m1_axi_arvalid(arvalid[1]),
    .m_axi_arready(arready[0]), .m1_axi_arready(arready[1]),
    .m_axi_rid(rid[0 +: ID_BITS]), .m1_axi_rid(rid[ID_BITS +: ID_BITS]),
    .m_axi_rdata(rdata[0 +: BUS_BITS]), .m1_axi_rdata(rdata[BUS_BITS +: BUS_BITS]),
    .m_axi_rresp(2'b00), .m1_axi_rresp(2'b00), .m_axi_rlast(rlast[0]), .m1_axi_rlast(rlast[1]),
    .m_axi_rvalid(rvalid[0]), .m1_axi_rvalid(rvalid[1]), .m_axi_rready(rready[0]),
    .m1_axi_rready(rready[1]),
    .m_axi_awsize(), .m_axi_awburst(), .m_axi_awlock(), .m_axi_awcache(), .m_axi_awprot(),
    .m_axi_awqos(), .m_axi_arsize(), .m_axi_arburst(), .m_axi_arlock(), .m_axi_arcache(),
    .m_axi_arprot(), .m_axi_arqos(), .m1_axi_awsize(), .m1_axi_awburst(), .m1_axi_awlock(),
    .m1_axi_awcache(), .m1_axi_awprot(), .m1_axi_awqos(), .m1_axi_arsize(), .m1_axi_arburst(),
    .m1_axi_arlock(), .m1_axi_arcache(), .m1_axi_arprot(), .m1_axi_arqos(),
    .perf_select(5'd0), .perf_value(), .done(device_done), .fault_valid(device_fault),
    .exit_code(), .fault_core(), .fault_warp(), .fault_pc(), .fault_cause(), .fault_tval(),
    .s_axi_awvalid(axi_awvalid), .s_axi_awready(axi_awready), .s_axi_awaddr(axi_awaddr),
    .s_axi_wvalid(axi_wvalid), .s_axi_wready(axi_wready), .s_axi_wdata(axi_wdata),
    .s_axi_wstrb(axi_wstrb), .s_axi_bvalid(axi_bvalid), .s_axi_bready(axi_bready),
    .s_axi_bresp(axi_bresp), .s_axi_arvalid(axi_arvalid), .s_axi_arready(axi_arready),
    .s_axi_araddr(axi_araddr), .s_axi_rvalid(axi_rvalid), .s_axi_rready(axi_rready),
    .s_axi_rdata(axi_rdata), .s_axi_rresp(axi_rresp), .irq(irq)
  );
endmodule
`default_nettype wire
