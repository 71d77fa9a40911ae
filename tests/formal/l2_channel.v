// l2_channel - a channel takes each read and beat once, unchanged, and each bank soon
// SPDX-License-Identifier: Apache-2.0
//
// Each of N banks holds a read, and a beat of a write, until it is accepted. Inside a write its
// line and id stay. One bank is tracked: while its read waits, at most N - 1 reads of others are
// accepted; while the first beat of its write waits, at most N - 1 writes of others are.
`ifndef N
`define N 3
`endif
`define TOP 2
`define BITS 2
`define READ (`BITS+`TOP)
`define WRITE (`BITS+`TOP+1+1+1+8)
module l2_channel (
  input wire                clk,
  input wire [`N-1:0]       rd_any,
  input wire [`N*`TOP-1:0]  rd_line_any,
  input wire [`N-1:0]       wr_any,
  input wire [`N*`TOP-1:0]  wr_line_any,
  input wire [`N-1:0]       pass_any,
  input wire [`N-1:0]       last_any,
  input wire [`N-1:0]       strb_any,
  input wire [`N*8-1:0]     data_any,
  input wire                m_axi_arready,
  input wire                m_axi_awready,
  input wire                m_axi_wready,
  input wire [`BITS-1:0]    tracked_any
);
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  // The banks.
  reg  [`N-1:0]       rd_held_q, wr_held_q, inside_q;
  reg  [`N*`TOP-1:0]  rd_line_q, wr_line_q;
  reg  [`N-1:0]       pass_q, last_q, strb_q;
  reg  [`N*8-1:0]     data_q;
  wire [`N-1:0]       rd_valid = init ? {`N{1'b0}} : rd_held_q | rd_any;
  wire [`N-1:0]       wr_valid = init ? {`N{1'b0}} : wr_held_q | wr_any;
  wire [`N-1:0]       rd_ready, wr_ready;
  wire [`N*`BITS-1:0] ids;
  wire [`N*`TOP-1:0]  rd_line, wr_line;
  wire [`N-1:0]       stays = wr_held_q | inside_q;
  wire [`N-1:0]       wr_pass = (stays & pass_q) | (~stays & pass_any);
  wire [`N-1:0]       wr_last = wr_pass | (wr_held_q & last_q) | (~wr_held_q & last_any);
  wire [`N-1:0]       wr_strb = (wr_held_q & strb_q) | (~wr_held_q & strb_any);
  wire [`N*8-1:0]     wr_data;
  wire [`N-1:0]       reads = rd_valid & rd_ready;
  wire [`N-1:0]       beats = wr_valid & wr_ready;
  wire [`N-1:0]       begins = beats & ~inside_q;
  genvar i;

  generate
    for (i = 0; i < `N; i = i + 1) begin : g_bank
      localparam [`BITS-1:0] ME = i;
      assign ids[i*`BITS +: `BITS] = ME;
      assign rd_line[i*`TOP +: `TOP]
        = rd_held_q[i] ? rd_line_q[i*`TOP +: `TOP] : rd_line_any[i*`TOP +: `TOP];
      assign wr_line[i*`TOP +: `TOP]
        = stays[i] ? wr_line_q[i*`TOP +: `TOP] : wr_line_any[i*`TOP +: `TOP];
      assign wr_data[i*8 +: 8] = wr_held_q[i] ? data_q[i*8 +: 8] : data_any[i*8 +: 8];
    end
  endgenerate

  always @(posedge clk) begin
    rd_held_q <= init ? {`N{1'b0}} : rd_valid & ~rd_ready;
    wr_held_q <= init ? {`N{1'b0}} : wr_valid & ~wr_ready;
    inside_q <= init ? {`N{1'b0}} : (beats & ~wr_last) | (~beats & inside_q);
    rd_line_q <= rd_line;
    wr_line_q <= wr_line;
    pass_q <= wr_pass;
    last_q <= wr_last;
    strb_q <= wr_strb;
    data_q <= wr_data;
  end

  wire [`BITS-1:0] awid, arid;
  wire [31:0]      awaddr, araddr;
  wire [7:0]       awlen;
  wire             awvalid, wvalid, wstrb, wlast, arvalid;
  wire [7:0]       wdata;

  ww_l2_channel #(
    .BANKS(`N), .ID_BITS(`BITS), .BUS_BITS(8), .BUS_BYTES(1), .SIZE(0), .BEATS(2), .LINE_BITS(1),
    .RAM_BASE(32'h80000000), .RAM_BITS(1 + `TOP)
  ) u (
    .clk(clk), .rst(init),
    .rd_valid(rd_valid), .rd_ready(rd_ready), .rd_id(ids), .rd_line(rd_line),
    .wr_valid(wr_valid), .wr_ready(wr_ready), .wr_id(ids), .wr_line(wr_line), .wr_pass(wr_pass),
    .wr_last(wr_last), .wr_strb(wr_strb), .wr_data(wr_data),
    .wr_answered({`N{1'b0}}), .wr_old_line({`N*`TOP{1'b0}}), .wr_old_pass({`N{1'b0}}),
    .m_axi_awid(awid), .m_axi_awaddr(awaddr), .m_axi_awlen(awlen), .m_axi_awvalid(awvalid),
    .m_axi_awready(m_axi_awready), .m_axi_wdata(wdata), .m_axi_wstrb(wstrb), .m_axi_wlast(wlast),
    .m_axi_wvalid(wvalid), .m_axi_wready(m_axi_wready), .m_axi_bresp(2'b00), .m_axi_bvalid(1'b0),
    .m_axi_arid(arid), .m_axi_araddr(araddr), .m_axi_arvalid(arvalid),
    .m_axi_arready(m_axi_arready)
  );

  // What each of AR, AW and W must show.
  reg              ar_q, aw_q, w_q;      // there is something
  reg  [`BITS-1:0] ar_id_q, aw_id_q;
  reg  [`TOP-1:0]  ar_line_q, aw_line_q;
  reg              aw_pass_q, w_strb_q, w_last_q;
  reg  [7:0]       w_data_q;
  reg  [`BITS-1:0] tracked_q;
  reg  [3:0]       reads_q, writes_q;    // of others, that the tracked bank waits for
  integer          n;

  always @(posedge clk) begin
    ar_q <= ~init & (|reads | (ar_q & ~m_axi_arready));
    aw_q <= ~init & (|begins | (aw_q & ~m_axi_awready));
    w_q <= ~init & (|beats | (w_q & ~m_axi_wready));
    for (n = 0; n < `N; n = n + 1) begin
      if (reads[n]) begin
        ar_id_q <= n;
        ar_line_q <= rd_line[n*`TOP +: `TOP];
      end
      if (begins[n]) begin
        aw_id_q <= n;
        aw_line_q <= wr_line[n*`TOP +: `TOP];
        aw_pass_q <= wr_pass[n];
      end
      if (beats[n]) begin
        w_strb_q <= wr_strb[n];
        w_last_q <= wr_last[n];
        w_data_q <= wr_data[n*8 +: 8];
      end
    end
    if (init)
      tracked_q <= tracked_any;
    reads_q <= init | ~rd_valid[tracked_q] | reads[tracked_q] ? 4'd0 : reads_q + (|reads);
    writes_q <= init | ~wr_valid[tracked_q] | inside_q[tracked_q] | beats[tracked_q] ? 4'd0
                : writes_q + (|begins);
  end

  always @* begin
    tracked_is: assume (init | tracked_q < `N);
    if (~init) begin
      one: assert ((reads & (reads - 1'b1)) == 0 & (beats & (beats - 1'b1)) == 0);
      room: assert ((~|reads | ~ar_q | m_axi_arready) & (~|begins | ~aw_q | m_axi_awready)
                    & (~|beats | ~w_q | m_axi_wready));
      once: assert (arvalid == ar_q & awvalid == aw_q & wvalid == w_q);
      ar_same: assert (~ar_q | (arid == ar_id_q & araddr == {29'h10000000, ar_line_q, 1'b0}));
      aw_same: assert (~aw_q | (awid == aw_id_q & awlen == {7'd0, ~aw_pass_q}
                                & awaddr == (aw_pass_q ? 32'hFFFFF000
                                             : {29'h10000000, aw_line_q, 1'b0})));
      w_same: assert (~w_q | (wdata == w_data_q & wstrb == w_strb_q & wlast == w_last_q));
      whole: assert (~|inside_q | ~|begins);
      works: assert ((ar_q | ~|rd_valid | |reads)
                     & (aw_q | w_q | |inside_q | ~|wr_valid | |beats));
      reads_wait: assert (reads_q < `N);
      writes_wait: assert (writes_q < `N);
    end
  end
endmodule
