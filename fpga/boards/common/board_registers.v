// board_registers - the loader as a master of the core's AXI4-Lite slave
// SPDX-License-Identifier: Apache-2.0
//
// One access at a time: valid is held until done is 1, for one cycle. Address and data of a write
// go together; each is held until it is accepted.
`default_nettype none
module board_registers (
  input  wire        clk,
  input  wire        rst,
  input  wire        valid,
  input  wire        write,
  input  wire [11:0] addr,
  input  wire [31:0] wdata,
  output wire        done,
  output wire [31:0] rdata,
  output wire        bad,           // the slave refuses it
  output wire        axi_awvalid,
  input  wire        axi_awready,
  output wire [11:0] axi_awaddr,
  output wire        axi_wvalid,
  input  wire        axi_wready,
  output wire [31:0] axi_wdata,
  output wire [3:0]  axi_wstrb,
  input  wire        axi_bvalid,
  output wire        axi_bready,
  input  wire [1:0]  axi_bresp,
  output wire        axi_arvalid,
  input  wire        axi_arready,
  output wire [11:0] axi_araddr,
  input  wire        axi_rvalid,
  output wire        axi_rready,
  input  wire [31:0] axi_rdata,
  input  wire [1:0]  axi_rresp
);
  reg  addressed_q;                 // the address is accepted
  reg  given_q;                     // the data are
  wire unused_resp = axi_bresp[0] ^ axi_rresp[0];

  always @(posedge clk) begin
    addressed_q <= !rst && !done && (addressed_q || (axi_awvalid && axi_awready)
                                     || (axi_arvalid && axi_arready));
    given_q <= !rst && !done && (given_q || (axi_wvalid && axi_wready));
  end

  assign axi_awvalid = valid && write && !addressed_q;
  assign axi_awaddr = addr;
  assign axi_wvalid = valid && write && !given_q;
  assign axi_wdata = wdata;
  assign axi_wstrb = 4'hf;
  assign axi_bready = 1'b1;
  assign axi_arvalid = valid && !write && !addressed_q;
  assign axi_araddr = addr;
  assign axi_rready = 1'b1;
  assign done = axi_bvalid || axi_rvalid;
  assign rdata = axi_rdata;
  assign bad = axi_bvalid ? axi_bresp[1] : axi_rresp[1];
endmodule
`default_nettype wire
