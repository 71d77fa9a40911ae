// axi - one AXI4 master for the line ports of both caches
// SPDX-License-Identifier: Apache-2.0
//
// The caches read lines and write lines or beats through ports of their own: i_ the instruction
// cache, d_ the data cache. Here both become one AXI4 master.
//
//   AR         reads of both ports, in turns. An id is {port, id of the request}; port 1 is i_
//   R          beats go to the port that the id names, so lines may arrive interleaved
//   AW, W      the first beat of a write fills both, the other beats W alone; from there on the two
//              channels advance independently
//   B          the response to a write, for d_
//
// AR, AW and W leave registers: a request is on its channel in the cycle behind its accept. R and B
// pass through in the same cycle. If both have a response for d_, they take turns. A response that
// was offered and not accepted stays.
//
// The master orders nothing. The data cache reads no line while a write to that line is in flight.
// Lines are aligned and at most 256 bytes long, so no burst crosses a border of 4 KB.
`default_nettype none
module ${prefix}_axi #(
  parameter ID_BITS = ${axi_id_bits},
  parameter I_BITS = ${axi_i_bits},      // of an id of the instruction cache
  parameter D_BITS = ${axi_d_bits},      // of an id of the data cache
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter SIZE = ${bus_offset_bits}    // log2 of the bytes of the bus
) (
//% emit ports_axi
);
  localparam [2:0] BEAT_SIZE = SIZE;
  localparam [1:0] INCR = 2'b01;
  localparam [3:0] BUFFERABLE = 4'b0011; // and modifiable, not allocated by caches outside

  wire [ID_BITS-1:0]  i_id = {1'b1, {ID_BITS-1-I_BITS{1'b0}}, i_req_id};
  wire [ID_BITS-1:0]  d_id = {1'b0, {ID_BITS-1-D_BITS{1'b0}}, d_req_id};

  // Read addresses.
  reg                 ar_valid_q;
  reg                 ar_insn_q;    // the last read was that of the instruction cache
  reg  [ID_BITS-1:0]  ar_id_q;
  reg  [31:0]         ar_addr_q;
  reg  [7:0]          ar_len_q;
  wire                ar_room = ~ar_valid_q | m_axi_arready;
  wire                d_reads = d_req_valid & ~d_req_write;
//% stall ar ar_room & (i_req_valid | d_reads)
  wire                i_goes = i_req_valid & (~d_reads | ~ar_insn_q)${unless stall ar};
  wire                d_goes = d_reads & ~i_goes${unless stall ar};

  always @(posedge clk)
    if (rst) begin
      ar_valid_q <= 1'b0;
      ar_insn_q <= 1'b0;
    end else if (ar_room) begin
      ar_valid_q <= i_goes | d_goes;
      if (i_goes | d_goes)
        ar_insn_q <= i_goes;
    end

  always @(posedge clk)
    if (ar_room) begin
      ar_id_q <= i_goes ? i_id : d_id;
      ar_addr_q <= i_goes ? i_req_addr : d_req_addr;
      ar_len_q <= i_goes ? i_req_len : d_req_len;
    end

  assign m_axi_arvalid = ar_valid_q;
  assign m_axi_arid = ar_id_q;
  assign m_axi_araddr = ar_addr_q;
  assign m_axi_arlen = ar_len_q;
  assign m_axi_arsize = BEAT_SIZE;
  assign m_axi_arburst = INCR;
  assign m_axi_arlock = 1'b0;
  assign m_axi_arcache = BUFFERABLE;
  assign m_axi_arprot = {ar_insn_q, 2'b00};
  assign m_axi_arqos = 4'd0;

  // Writes.
  reg                 aw_valid_q;
  reg  [ID_BITS-1:0]  aw_id_q;
  reg  [31:0]         aw_addr_q;
  reg  [7:0]          aw_len_q;
  reg                 w_valid_q;
  reg                 w_inside_q;   // the next beat is not the first of its burst
  reg                 w_last_q;
  reg  [BUS_BYTES-1:0] w_strb_q;
  reg  [BUS_BITS-1:0] w_data_q;
  wire                aw_free = ~aw_valid_q | m_axi_awready;
  wire                w_free = ~w_valid_q | m_axi_wready;
//% stall aw d_req_valid & d_req_write & ~w_inside_q & aw_free
//% stall w d_req_valid & d_req_write & w_free
  wire                aw_room = aw_free${unless stall aw};
  wire                w_room = w_free${unless stall w};
  wire                w_goes = d_req_valid & d_req_write & w_room & (w_inside_q | aw_room);
  wire                aw_goes = w_goes & ~w_inside_q;

  always @(posedge clk)
    if (rst) begin
      aw_valid_q <= 1'b0;
      w_valid_q <= 1'b0;
      w_inside_q <= 1'b0;
    end else begin
      aw_valid_q <= aw_goes | (aw_valid_q & ~m_axi_awready);
      w_valid_q <= w_goes | (w_valid_q & ~m_axi_wready);
      if (w_goes)
        w_inside_q <= ~d_req_last;
    end

  always @(posedge clk) begin
    if (aw_goes) begin
      aw_id_q <= d_id;
      aw_addr_q <= d_req_addr;
      aw_len_q <= d_req_len;
    end
    if (w_goes) begin
      w_last_q <= d_req_last;
      w_strb_q <= d_req_strb;
      w_data_q <= d_req_data;
    end
  end

  assign m_axi_awvalid = aw_valid_q;
  assign m_axi_awid = aw_id_q;
  assign m_axi_awaddr = aw_addr_q;
  assign m_axi_awlen = aw_len_q;
  assign m_axi_awsize = BEAT_SIZE;
  assign m_axi_awburst = INCR;
  assign m_axi_awlock = 1'b0;
  assign m_axi_awcache = BUFFERABLE;
  assign m_axi_awprot = 3'b000;
  assign m_axi_awqos = 4'd0;
  assign m_axi_wvalid = w_valid_q;
  assign m_axi_wlast = w_last_q;
  assign m_axi_wstrb = w_strb_q;
  assign m_axi_wdata = w_data_q;

  assign i_req_ready = ar_room & i_goes;
  assign d_req_ready = (ar_room & d_goes) | w_goes;

  // Responses. If R and B both have one for the data cache, the channel goes first that was not
  // offered last.
  reg                 stalled_q;    // a response was offered and not accepted
  reg                 b_last_q;     // the last response that was offered was that of a write
  wire                r_insn = m_axi_rid[ID_BITS-1];
  wire                r_data = m_axi_rvalid & ~r_insn;
  wire                b_here = m_axi_bvalid & ~|m_axi_bid[ID_BITS-1:D_BITS];  // of d_: always
  wire                offer_b = stalled_q ? b_last_q : b_here & (~r_data | ~b_last_q);

  always @(posedge clk)
    if (rst) begin
      stalled_q <= 1'b0;
      b_last_q <= 1'b0;
    end else begin
      stalled_q <= d_rsp_valid & ~d_rsp_ready;
      if (d_rsp_valid)
        b_last_q <= offer_b;
    end

  assign i_rsp_valid = m_axi_rvalid & r_insn;
  assign i_rsp_id = m_axi_rid[I_BITS-1:0];
  assign i_rsp_data = m_axi_rdata;
  assign i_rsp_last = m_axi_rlast;
  assign i_rsp_error = |m_axi_rresp;

  assign d_rsp_valid = b_here | r_data;
  assign d_rsp_id = offer_b ? m_axi_bid[D_BITS-1:0] : m_axi_rid[D_BITS-1:0];
  assign d_rsp_data = m_axi_rdata;
  assign d_rsp_last = offer_b | m_axi_rlast;
  assign d_rsp_error = offer_b ? |m_axi_bresp : |m_axi_rresp;

  assign m_axi_bready = offer_b & d_rsp_ready;
  assign m_axi_rready = r_insn ? i_rsp_ready : ~offer_b & d_rsp_ready;
endmodule
`default_nettype wire
