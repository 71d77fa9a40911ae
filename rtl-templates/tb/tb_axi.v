// tb_axi - the memory of the test bench behind one AXI4 master of the core
// SPDX-License-Identifier: Apache-2.0
//
// A read takes effect when its address is accepted, a beat of a write when it is accepted. The data
// of a write are accepted behind their address. With several masters each has a memory of its own:
// a line is read and written by the same master always.
`default_nettype none
module ${prefix}_tb_axi #(
  parameter ID_BITS = 1,
  parameter BEATS = 1,           // of the longest read
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter SIZE = ${bus_offset_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [31:0]          latency,
  input  wire                 mixed,
  input  wire [31:0]          random,
  // write
  input  wire [ID_BITS-1:0]   axi_awid,
  input  wire [31:0]          axi_awaddr,
  input  wire [7:0]           axi_awlen,
  input  wire [2:0]           axi_awsize,
  input  wire [1:0]           axi_awburst,
  input  wire                 axi_awlock,
  input  wire                 axi_awvalid,
  output wire                 axi_awready,
  input  wire [BUS_BITS-1:0]  axi_wdata,
  input  wire [BUS_BYTES-1:0] axi_wstrb,
  input  wire                 axi_wlast,
  input  wire                 axi_wvalid,
  output wire                 axi_wready,
  output wire [ID_BITS-1:0]   axi_bid,
  output wire [1:0]           axi_bresp,
  output wire                 axi_bvalid,
  input  wire                 axi_bready,
  // read
  input  wire [ID_BITS-1:0]   axi_arid,
  input  wire [31:0]          axi_araddr,
  input  wire [7:0]           axi_arlen,
  input  wire [2:0]           axi_arsize,
  input  wire [1:0]           axi_arburst,
  input  wire                 axi_arlock,
  input  wire                 axi_arvalid,
  output wire                 axi_arready,
  output wire [ID_BITS-1:0]   axi_rid,
  output wire [BUS_BITS-1:0]  axi_rdata,
  output wire [1:0]           axi_rresp,
  output wire                 axi_rlast,
  output wire                 axi_rvalid,
  input  wire                 axi_rready
);
  localparam [2:0] BEAT_SIZE = SIZE;

  wire                      b_room, r_room;
  reg                       writes_q;   // a write whose last beat is missing
  reg  [ID_BITS-1:0]        id_q;
  reg  [31:0]               addr_q;     // of its next beat
  reg  [7:0]                len_q;      // beats behind the next
  wire                      aw_goes = axi_awvalid & axi_awready;
  wire                      w_goes = axi_wvalid & axi_wready;
  wire                      ar_goes = axi_arvalid & axi_arready;
  wire [BEATS*BUS_BITS-1:0] line;
  wire [BUS_BITS-1:0]       unused_b_data;
  wire [0:0]                unused_b;
  wire                      unused_last;

  assign axi_awready = ~writes_q & ~(mixed & random[10]);
  assign axi_wready = writes_q & b_room & ~(mixed & random[9]);
  assign axi_arready = r_room & ~(mixed & random[8]);
  assign axi_bresp = 2'b00;
  assign axi_rresp = 2'b00;

  always @(posedge clk)
    if (rst)
      writes_q <= 1'b0;
    else
      writes_q <= aw_goes | (writes_q & ~(w_goes & axi_wlast));

  always @(posedge clk)
    if (aw_goes) begin
      id_q <= axi_awid;
      addr_q <= axi_awaddr;
      len_q <= axi_awlen;
    end else if (w_goes) begin
      addr_q <= addr_q + BUS_BYTES;
      len_q <= len_q - 8'd1;
    end

  always @(posedge clk)
    if (!rst && ((aw_goes && {axi_awsize, axi_awburst, axi_awlock} != {BEAT_SIZE, 3'b010}) ||
                 (ar_goes && {axi_arsize, axi_arburst, axi_arlock} != {BEAT_SIZE, 3'b010}))) begin
      $display("\nFAIL: AXI4: a burst that is not INCR, of full beats, without lock");
      $finish;
    end else if (!rst && w_goes && axi_wlast != (len_q == 8'd0)) begin
      $display("\nFAIL: AXI4: wlast is not at the last beat");
      $finish;
    end

  ${prefix}_tb_ram #(.A_BEATS(BEATS)) u_ram (
    .clk(clk), .write(w_goes), .write_addr(addr_q), .write_strb(axi_wstrb), .write_data(axi_wdata),
    .a_read(ar_goes), .a_addr(axi_araddr), .a_data(line),
    .b_read(1'b0), .b_addr(32'd0), .b_data(unused_b_data)
  );

  ${prefix}_tb_replies #(.ID_BITS(ID_BITS), .BUS_BITS(BUS_BITS), .BEATS(BEATS)) u_r (
    .put(ar_goes), .put_id(axi_arid), .put_len(axi_arlen), .put_data(line), .room(r_room),
    .rsp_valid(axi_rvalid), .rsp_id(axi_rid), .rsp_data(axi_rdata), .rsp_last(axi_rlast),
    .rsp_ready(axi_rready),
//% connect tb_replies
  );

  ${prefix}_tb_replies #(.ID_BITS(ID_BITS), .BUS_BITS(1)) u_b (
    .random({random[15:0], random[31:16]}),
    .put(w_goes & axi_wlast), .put_id(id_q), .put_len(8'd0), .put_data(1'b0), .room(b_room),
    .rsp_valid(axi_bvalid), .rsp_id(axi_bid), .rsp_data(unused_b), .rsp_last(unused_last),
    .rsp_ready(axi_bready),
//% connect tb_replies
  );

  ${prefix}_tb_hold #(.BITS(ID_BITS + 40), .NAME("AW")) u_aw_hold (
    .clk(clk), .rst(rst), .valid(axi_awvalid), .ready(axi_awready),
    .request({axi_awid, axi_awaddr, axi_awlen})
  );

  ${prefix}_tb_hold #(.BITS(BUS_BITS + BUS_BYTES + 1), .NAME("W")) u_w_hold (
    .clk(clk), .rst(rst), .valid(axi_wvalid), .ready(axi_wready),
    .request({axi_wdata, axi_wstrb, axi_wlast})
  );

  ${prefix}_tb_hold #(.BITS(ID_BITS + 40), .NAME("AR")) u_ar_hold (
    .clk(clk), .rst(rst), .valid(axi_arvalid), .ready(axi_arready),
    .request({axi_arid, axi_araddr, axi_arlen})
  );
endmodule
`default_nettype wire
