// axi - the rules of AXI4 for a master, and answers that go where they belong
// SPDX-License-Identifier: Apache-2.0
//
// The caches keep the rules of the line form (doc/bus.md), the slave those of AXI4; then so does
// the master: valid and payload held, wlast on the beat that awlen says, no burst across 4 KiB, ids
// of reads in flight unique, nothing lost, doubled or misrouted, and nobody waits for ever.
`define ID_BITS `axi_ID_BITS
`define I_BITS `axi_I_BITS
`define D_BITS `axi_D_BITS
`define BUS_BITS `axi_BUS_BITS
`define BUS_BYTES `axi_BUS_BYTES
module axi (
  input wire                   clk,
  input wire                   i_req_valid,
  input wire [`I_BITS-1:0]     i_req_id,
  input wire [31:0]            i_req_addr,
  input wire                   i_rsp_ready,
  input wire                   d_req_valid,
  input wire [`D_BITS-1:0]     d_req_id,
  input wire                   d_req_write,
  input wire [31:0]            d_req_addr,
  input wire [7:0]             d_req_len,
  input wire                   d_req_last,
  input wire [`BUS_BYTES-1:0]  d_req_strb,
  input wire [`BUS_BITS-1:0]   d_req_data,
  input wire                   d_rsp_ready,
  input wire                   m_axi_awready,
  input wire                   m_axi_wready,
  input wire [`ID_BITS-1:0]    m_axi_bid,
  input wire [1:0]             m_axi_bresp,
  input wire                   m_axi_bvalid,
  input wire                   m_axi_arready,
  input wire [`ID_BITS-1:0]    m_axi_rid,
  input wire [`BUS_BITS-1:0]   m_axi_rdata,
  input wire [1:0]             m_axi_rresp,
  input wire                   m_axi_rlast,
  input wire                   m_axi_rvalid,
  input wire [`ID_BITS-1:0]    id_any
);
  // What the lines of the two caches are: their bytes, and beats less one.
  localparam I_BYTES = 1 << `icache_LINE_BITS;
  localparam D_BYTES = 1 << `dcache_LINE_BITS;
  localparam [7:0] I_LEN = I_BYTES / `BUS_BYTES - 1;
  localparam [7:0] D_LEN = D_BYTES / `BUS_BYTES - 1;
  localparam [`D_BITS-1:0] WRITE_ID = `dcache_MSHRS;
  reg init = 1'b1;
  reg begun = 1'b0;          // two cycles have passed

  always @(posedge clk) begin
    init <= 1'b0;
    begun <= ~init;
  end

  wire                  i_req_ready;
  wire                  i_rsp_valid;
  wire [`I_BITS-1:0]    i_rsp_id;
  wire [`BUS_BITS-1:0]  i_rsp_data;
  wire                  i_rsp_last;
  wire                  i_rsp_error;
  wire                  d_req_ready;
  wire                  d_rsp_valid;
  wire [`D_BITS-1:0]    d_rsp_id;
  wire [`BUS_BITS-1:0]  d_rsp_data;
  wire                  d_rsp_last;
  wire                  d_rsp_error;
  wire [`ID_BITS-1:0]   m_axi_awid;
  wire [31:0]           m_axi_awaddr;
  wire [7:0]            m_axi_awlen;
  wire                  m_axi_awvalid;
  wire [`BUS_BITS-1:0]  m_axi_wdata;
  wire [`BUS_BYTES-1:0] m_axi_wstrb;
  wire                  m_axi_wlast;
  wire                  m_axi_wvalid;
  wire                  m_axi_bready;
  wire [`ID_BITS-1:0]   m_axi_arid;
  wire [31:0]           m_axi_araddr;
  wire [7:0]            m_axi_arlen;
  wire                  m_axi_arvalid;
  wire                  m_axi_rready;

  ww_axi u (
    .clk(clk), .rst(init),
    .i_req_valid(i_req_valid), .i_req_ready(i_req_ready), .i_req_id(i_req_id),
    .i_req_addr(i_req_addr), .i_req_len(I_LEN), .i_rsp_valid(i_rsp_valid),
    .i_rsp_ready(i_rsp_ready), .i_rsp_id(i_rsp_id), .i_rsp_data(i_rsp_data),
    .i_rsp_last(i_rsp_last), .i_rsp_error(i_rsp_error),
    .d_req_valid(d_req_valid), .d_req_ready(d_req_ready), .d_req_id(d_req_id),
    .d_req_write(d_req_write), .d_req_addr(d_req_addr), .d_req_len(d_req_len),
    .d_req_last(d_req_last), .d_req_strb(d_req_strb), .d_req_data(d_req_data),
    .d_rsp_valid(d_rsp_valid), .d_rsp_ready(d_rsp_ready), .d_rsp_id(d_rsp_id),
    .d_rsp_data(d_rsp_data), .d_rsp_last(d_rsp_last), .d_rsp_error(d_rsp_error),
    .m_axi_awid(m_axi_awid), .m_axi_awaddr(m_axi_awaddr), .m_axi_awlen(m_axi_awlen),
    .m_axi_awvalid(m_axi_awvalid), .m_axi_awready(m_axi_awready),
    .m_axi_wdata(m_axi_wdata), .m_axi_wstrb(m_axi_wstrb), .m_axi_wlast(m_axi_wlast),
    .m_axi_wvalid(m_axi_wvalid), .m_axi_wready(m_axi_wready),
    .m_axi_bid(m_axi_bid), .m_axi_bresp(m_axi_bresp), .m_axi_bvalid(m_axi_bvalid),
    .m_axi_bready(m_axi_bready),
    .m_axi_arid(m_axi_arid), .m_axi_araddr(m_axi_araddr), .m_axi_arlen(m_axi_arlen),
    .m_axi_arvalid(m_axi_arvalid), .m_axi_arready(m_axi_arready),
    .m_axi_rid(m_axi_rid), .m_axi_rdata(m_axi_rdata), .m_axi_rresp(m_axi_rresp),
    .m_axi_rlast(m_axi_rlast), .m_axi_rvalid(m_axi_rvalid), .m_axi_rready(m_axi_rready)
  );

  // A channel and its last cycle: valid that was not ready has to stay, with all it said.
  wire [1+`I_BITS+31:0]                   i_req = {i_req_valid, i_req_id, i_req_addr};
  wire [1+`D_BITS+1+32+8+1+`BUS_BYTES+`BUS_BITS-1:0] d_req
    = {d_req_valid, d_req_id, d_req_write, d_req_addr, d_req_len, d_req_last, d_req_strb,
       d_req_data};
  wire [1+`ID_BITS+39:0]                  ar
    = {m_axi_arvalid, m_axi_arid, m_axi_araddr, m_axi_arlen};
  wire [1+`ID_BITS+39:0]                  aw
    = {m_axi_awvalid, m_axi_awid, m_axi_awaddr, m_axi_awlen};
  wire [1+`BUS_BITS+`BUS_BYTES:0]         w = {m_axi_wvalid, m_axi_wdata, m_axi_wstrb, m_axi_wlast};
  wire [1+`ID_BITS+1:0]                   b = {m_axi_bvalid, m_axi_bid, m_axi_bresp};
  wire [1+`ID_BITS+`BUS_BITS+2:0]         r = {m_axi_rvalid, m_axi_rid, m_axi_rdata, m_axi_rresp,
                                               m_axi_rlast};
  wire [1+`I_BITS+`BUS_BITS+1:0]          i_rsp = {i_rsp_valid, i_rsp_id, i_rsp_data, i_rsp_last,
                                                   i_rsp_error};
  wire [1+`D_BITS+1:0]                    d_rsp = {d_rsp_valid, d_rsp_id, d_rsp_last, d_rsp_error};
  reg  [1+`I_BITS+31:0]                   i_req_q;
  reg  [1+`D_BITS+1+32+8+1+`BUS_BYTES+`BUS_BITS-1:0] d_req_q;
  reg  [1+`ID_BITS+39:0]                  ar_q;
  reg  [1+`ID_BITS+39:0]                  aw_q;
  reg  [1+`BUS_BITS+`BUS_BYTES:0]         w_q;
  reg  [1+`ID_BITS+1:0]                   b_q;
  reg  [1+`ID_BITS+`BUS_BITS+2:0]         r_q;
  reg  [1+`I_BITS+`BUS_BITS+1:0]          i_rsp_q;
  reg  [1+`D_BITS+1:0]                    d_rsp_q;
  reg                                     i_req_stays, d_req_stays, ar_stays, aw_stays, w_stays;
  reg                                     b_stays, r_stays, i_rsp_stays, d_rsp_stays;

  always @(posedge clk) begin
    i_req_q <= i_req;
    d_req_q <= d_req;
    ar_q <= ar;
    aw_q <= aw;
    w_q <= w;
    b_q <= b;
    r_q <= r;
    i_rsp_q <= i_rsp;
    d_rsp_q <= d_rsp;
    i_req_stays <= ~init & i_req_valid & ~i_req_ready;
    d_req_stays <= ~init & d_req_valid & ~d_req_ready;
    ar_stays <= ~init & m_axi_arvalid & ~m_axi_arready;
    aw_stays <= ~init & m_axi_awvalid & ~m_axi_awready;
    w_stays <= ~init & m_axi_wvalid & ~m_axi_wready;
    b_stays <= ~init & m_axi_bvalid & ~m_axi_bready;
    r_stays <= ~init & m_axi_rvalid & ~m_axi_rready;
    i_rsp_stays <= ~init & i_rsp_valid & ~i_rsp_ready;
    d_rsp_stays <= ~init & d_rsp_valid & ~d_rsp_ready;
  end

  // What the caches do: whole aligned lines; a write beat by beat.
  wire i_taken = ~init & i_req_valid & i_req_ready;
  wire d_taken = ~init & d_req_valid & d_req_ready;
  wire d_writes = d_taken & d_req_write;
  reg       inside_q;        // a write of the data cache
  reg [7:0] left_q;          // beats still to come
  reg [31:0] next_q;

  always @(posedge clk) begin
    inside_q <= ~init & (d_writes ? ~d_req_last : inside_q);
    if (d_writes) begin
      left_q <= (inside_q ? left_q : d_req_len) - 8'd1;
      next_q <= d_req_addr + `BUS_BYTES;
    end
  end

  always @*
    if (~init) begin
      if (i_req_stays) i_held: assume (i_req == i_req_q);
      if (d_req_stays) d_held: assume (d_req == d_req_q);
      if (b_stays) b_held: assume (b == b_q);
      if (r_stays) r_held: assume (r == r_q);
      if (i_req_valid) i_line: assume (i_req_addr % I_BYTES == 0);
      if (d_req_valid & ~d_req_write)
        d_line: assume (d_req_addr % D_BYTES == 0 & d_req_len == D_LEN & d_req_id != WRITE_ID);
      if (d_req_valid & d_req_write) begin
        d_write: assume (d_req_addr % `BUS_BYTES == 0 & d_req_len <= D_LEN & d_req_id == WRITE_ID);
        d_in_line: assume (inside_q |
                           d_req_addr % D_BYTES + (d_req_len + 1) * `BUS_BYTES <= D_BYTES);
        d_last: assume (d_req_last == (inside_q ? left_q == 0 : d_req_len == 0));
      end
      if (inside_q & d_req_valid) d_burst: assume (d_req_write & d_req_addr == next_q);
      b_is: assume (~m_axi_bvalid | m_axi_bid == WRITE_ID);
    end

  // A tracked id: the caches use it once at a time, the slave answers what is in flight.
  reg [`ID_BITS-1:0] id_q;
  reg                asked_q;   // accepted from its cache
  reg                sent_q;    // accepted by the slave
  wire ports_id = (i_taken & {1'b1, {`ID_BITS-1-`I_BITS{1'b0}}, i_req_id} == id_q)
                  | (d_taken & ~d_req_write & {1'b0, {`ID_BITS-1-`D_BITS{1'b0}}, d_req_id} == id_q);
  wire ar_taken = m_axi_arvalid & m_axi_arready;
  wire ar_id = ar_taken & m_axi_arid == id_q;
  wire r_taken = m_axi_rvalid & m_axi_rready;
  wire r_ends = r_taken & m_axi_rid == id_q & m_axi_rlast;

  always @(posedge clk) begin
    if (init)
      id_q <= id_any;
    asked_q <= ~init & (ports_id | (asked_q & ~r_ends));
    sent_q <= ~init & (ar_id | (sent_q & ~r_ends));
  end

  always @*
    if (~init) begin
      id_free: assume (~(ports_id & asked_q));
      r_expected: assume (~(m_axi_rvalid & m_axi_rid == id_q) | sent_q);
    end

  // Bursts, numbered modulo 8, and their beats: all of the last one that began is in the registers
  // or gone.
  reg [7:0] len_q;            // of the last one
  reg [2:0] begun_q;
  reg [2:0] aw_number_q;
  reg [2:0] w_number_q;
  reg [7:0] w_beats_q;
  wire aw_taken = ~init & m_axi_awvalid & m_axi_awready;
  wire w_taken = ~init & m_axi_wvalid & m_axi_wready;

  always @(posedge clk)
    if (init) begin
      begun_q <= 3'd0;
      aw_number_q <= 3'd0;
      w_number_q <= 3'd0;
      w_beats_q <= 8'd0;
    end else begin
      if (d_writes & ~inside_q) begin
        len_q <= d_req_len;
        begun_q <= begun_q + 3'd1;
      end
      if (aw_taken)
        aw_number_q <= aw_number_q + 3'd1;
      if (w_taken) begin
        w_beats_q <= m_axi_wlast ? 8'd0 : w_beats_q + 8'd1;
        if (m_axi_wlast)
          w_number_q <= w_number_q + 3'd1;
      end
    end

  // Waiting: requests of the other side that went first.
  reg [1:0] i_passed_q;
  reg [1:0] d_passed_q;

  always @(posedge clk) begin
    i_passed_q <= init | ~i_req_valid | i_req_ready ? 2'd0 : i_passed_q + (d_taken & ~d_req_write);
    d_passed_q <= init | ~d_req_valid | d_req_write | d_req_ready ? 2'd0 : d_passed_q + i_taken;
  end

  always @* begin
    if (~init & ~begun)
      quiet_at_first: assert (~m_axi_awvalid & ~m_axi_wvalid & ~m_axi_arvalid);
    if (~init) begin
      if (ar_stays) ar_held: assert (ar == ar_q);
      if (aw_stays) aw_held: assert (aw == aw_q);
      if (w_stays) w_held: assert (w == w_q);
      if (i_rsp_stays) i_rsp_held: assert (i_rsp == i_rsp_q);
      if (d_rsp_stays) d_rsp_held: assert (d_rsp == d_rsp_q);
      if (m_axi_arvalid)
        ar_4k: assert (m_axi_araddr[11:0] + (m_axi_arlen + 1) * `BUS_BYTES <= 4096);
      if (m_axi_awvalid)
        aw_4k: assert (m_axi_awaddr[11:0] + (m_axi_awlen + 1) * `BUS_BYTES <= 4096);
      if (m_axi_wvalid) wlast: assert (m_axi_wlast == (w_beats_q == len_q));
      if (m_axi_awvalid) awlen: assert (m_axi_awlen == len_q);
      aw_each: assert (aw_number_q + m_axi_awvalid == begun_q);
      w_each: assert (w_number_q + (m_axi_wvalid | inside_q) == begun_q);
      if (inside_q) w_so_far: assert (w_beats_q + m_axi_wvalid == len_q - left_q & left_q < len_q);
      if (m_axi_arvalid & m_axi_arid == id_q) ar_id_unique: assert (asked_q & ~sent_q);
      if (asked_q & ~sent_q) ar_not_lost: assert (m_axi_arvalid & m_axi_arid == id_q);
      i_answer: assert ((i_rsp_valid & i_rsp_ready) == (r_taken & m_axi_rid[`ID_BITS-1]));
      if (i_rsp_valid)
        i_payload: assert (i_rsp_data == m_axi_rdata & i_rsp_id == m_axi_rid[`I_BITS-1:0]
                           & i_rsp_last == m_axi_rlast & i_rsp_error == (m_axi_rresp != 0));
      d_answer: assert ((d_rsp_valid & d_rsp_ready)
                        == ((r_taken & ~m_axi_rid[`ID_BITS-1]) ^ (m_axi_bvalid & m_axi_bready)));
      one_answer: assert (~(r_taken & ~m_axi_rid[`ID_BITS-1] & m_axi_bvalid & m_axi_bready));
      if (r_taken & ~m_axi_rid[`ID_BITS-1])
        d_payload: assert (d_rsp_data == m_axi_rdata & d_rsp_id == m_axi_rid[`D_BITS-1:0]
                           & d_rsp_last == m_axi_rlast & d_rsp_error == (m_axi_rresp != 0));
      if (m_axi_bvalid & m_axi_bready)
        b_payload: assert (d_rsp_id == WRITE_ID & d_rsp_last & d_rsp_error == (m_axi_bresp != 0));
      turns: assert (i_passed_q <= 2'd1 & d_passed_q <= 2'd1);
    end
  end
endmodule
