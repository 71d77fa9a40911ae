// axi - the second-level cache, between the line ports of all caches and one AXI4 master
// SPDX-License-Identifier: Apache-2.0
//
//   i_, d_ --> l2_port --> l2_bank --> AR, AW, W
//          <--         <--         <-- R, B
//
// The first-level caches read lines and write beats through ports of their own: i_ the instruction
// caches, d_ the data caches. A write has its response when the bank has performed the write.
//
//   AR         reads of lines. An id is the number of the MSHR
//   R          beats of lines, which may arrive interleaved; always accepted
//   AW, W      lines that are written back, with strobes, and single beats for the console. The
//              first beat of a write fills both, the other beats W alone. The id is 0
//   B          always accepted
//
// AR, AW and W leave registers. The bank reads no line while a write to that line is in flight.
// Lines are aligned and at most 256 bytes long, so no burst crosses a border of 4 KB.
//
// When the first-level caches have drained at the end of a run, the bank writes back its dirty
// lines. Then the run is done.
//
// Errors of memory: reads that wait for a line of which a beat failed have an error response. A
// write that failed is no core's any more: its address goes to all cores (any_error), and done
// waits until they hold it.
`default_nettype none
module ${prefix}_axi #(
  parameter ID_BITS = ${axi_id_bits},    // of an MSHR
  parameter I_BITS = ${axi_i_bits},      // of an id of the instruction cache
  parameter D_BITS = ${axi_d_bits},      // of an id of the data cache
  parameter L2_RECORD_BITS = ${trace_l2_bits},  //% if trace_l2
  parameter WAY_BITS = ${l2_way_bits},          //% if trace_l2
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter SIZE = ${bus_offset_bits},   // log2 of the bytes of the bus
  parameter BEATS = ${dcache_beats},
  parameter BEAT_BITS = ${dcache_beat_bits},
  parameter LINE = ${dcache_line},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter NUM_BITS = ${l2_num_bits},
  parameter X_BITS = ${l2_id_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RAM_BITS = ${ram_bits}
) (
//% emit ports_axi
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFF_F000;
  localparam [31:0] LEN = BEATS - 1;
  localparam [2:0] BEAT_SIZE = SIZE;
  localparam [1:0] INCR = 2'b01;
  localparam [3:0] BUFFERABLE = 4'b0011; // and modifiable, not allocated by caches outside

  wire                 req_valid;
  wire                 req_ready;
  wire [1:0]           req_op;
  wire [X_BITS-1:0]    req_id;
  wire [NUM_BITS-1:0]  req_num;
  wire [BEAT_BITS-1:0] req_part;
  wire [BUS_BYTES-1:0] req_mask;
  wire [BUS_BITS-1:0]  req_data;
  wire                 rsp_valid;
  wire                 rsp_ready;
  wire [X_BITS-1:0]    rsp_id;
  wire [LINE*8-1:0]    rsp_data;
  wire                 rsp_fail;
  wire [BUS_BITS-1:0]  x_rsp_data;
  wire                 x_rsp_last;
  wire                 unused = ^{i_req_len, d_req_len, d_req_last, m_axi_bid};

  ${prefix}_l2_port u_port (
    .clk(clk), .rst(rst),
    .i_req_valid(i_req_valid), .i_req_ready(i_req_ready), .i_req_id(i_req_id),
    .i_req_addr(i_req_addr), .i_rsp_valid(i_rsp_valid), .i_rsp_ready(i_rsp_ready),
    .i_rsp_id(i_rsp_id),
    .d_req_valid(d_req_valid), .d_req_ready(d_req_ready), .d_req_id(d_req_id),
    .d_req_write(d_req_write), .d_req_addr(d_req_addr), .d_req_strb(d_req_strb),
    .d_req_data(d_req_data), .d_rsp_valid(d_rsp_valid), .d_rsp_ready(d_rsp_ready),
    .d_rsp_id(d_rsp_id), .x_rsp_data(x_rsp_data), .x_rsp_last(x_rsp_last),
    .req_valid(req_valid), .req_ready(req_ready), .req_op(req_op), .req_id(req_id),
    .req_num(req_num), .req_part(req_part), .req_mask(req_mask), .req_data(req_data),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_id(rsp_id), .rsp_data(rsp_data)
  );

  assign i_rsp_data = x_rsp_data;
  assign i_rsp_last = x_rsp_last;
  assign i_rsp_error = rsp_fail;
  assign d_rsp_data = x_rsp_data;
  assign d_rsp_last = x_rsp_last;
  assign d_rsp_error = rsp_fail;

  // The bank.
  reg                  ends_q;      // the last flush has begun
  reg  [3:0]           done_q;      // the last flush has ended, 1 to 4 cycles ago
  wire                 flush_done;
  wire                 rd_valid;
  wire                 rd_ready;
  wire [ID_BITS-1:0]   rd_id;
  wire [NUM_BITS-1:0]  rd_num;
  wire                 wr_valid;
  wire                 wr_ready;
  wire [NUM_BITS-1:0]  wr_num;
  wire                 wr_pass;
  wire                 wr_last;
  wire [BUS_BYTES-1:0] wr_strb;
  wire [BUS_BITS-1:0]  wr_data;
  wire [NUM_BITS-1:0]  wr_old_num;
  wire                 wr_old_pass;
//% if trace_l2
  wire [WAY_BITS-1:0]  t_way;
  wire [X_BITS-1:0]    t_id;
  wire [NUM_BITS-1:0]  t_num;
  wire [LINE-1:0]      t_mask;
  wire [LINE*8-1:0]    t_data;
  wire [NUM_BITS-1:0]  audit_num;
  wire [2:0]           audit_state;
  wire [BUS_BYTES-1:0] audit_dirty;
  wire [BUS_BITS-1:0]  audit_data;
//% emit record_l2
//% end

  ${prefix}_l2_bank u_bank (
    .clk(clk), .rst(rst),
    .req_valid(req_valid), .req_ready(req_ready), .req_op(req_op), .req_id(req_id),
    .req_num(req_num), .req_part(req_part), .req_mask(req_mask), .req_data(req_data),
    .rsp_valid(rsp_valid), .rsp_ready(rsp_ready), .rsp_id(rsp_id), .rsp_data(rsp_data),
    .rsp_fail(rsp_fail), .flush_start(drained & ~ends_q), .flush_done(flush_done),
    .rd_valid(rd_valid), .rd_ready(rd_ready), .rd_id(rd_id), .rd_num(rd_num),
    .r_valid(m_axi_rvalid), .r_id(m_axi_rid), .r_data(m_axi_rdata), .r_last(m_axi_rlast),
    .r_error(|m_axi_rresp),
    .wr_valid(wr_valid), .wr_ready(wr_ready), .wr_num(wr_num), .wr_pass(wr_pass),
    .wr_last(wr_last), .wr_strb(wr_strb), .wr_data(wr_data),
//% if trace_l2
    .t_valid(trace_l2_valid), .t_kind(rec_l2_op), .t_id(t_id), .t_fresh(rec_l2_fresh),
    .t_fail(rec_l2_failed),
    .t_stay(rec_l2_stays), .t_num(t_num), .t_way(t_way), .t_mask(t_mask), .t_data(t_data),
    .audit_select(l2_select[27:0]), .audit_num(audit_num), .audit_state(audit_state),
    .audit_dirty(audit_dirty), .audit_data(audit_data),
//% end
    .wr_old_num(wr_old_num), .wr_old_pass(wr_old_pass), .wr_answered(m_axi_bvalid)
  );

  always @(posedge clk)
    if (rst) begin
      ends_q <= 1'b0;
      done_q <= 4'd0;
    end else begin
      ends_q <= ends_q | drained;
      done_q <= {done_q[2:0], done_q[0] | flush_done};
    end

  assign done = done_q[3];

  // Writes that failed.
  reg                  error_q;
  reg  [31:0]          error_addr_q;

  always @(posedge clk)
    if (rst)
      error_q <= 1'b0;
    else
      error_q <= m_axi_bvalid & |m_axi_bresp;

  always @(posedge clk)
    error_addr_q <= wr_old_pass ? CONSOLE : {BASE[31:RAM_BITS], wr_old_num, {LINE_BITS{1'b0}}};

  assign any_error = error_q;
  assign any_error_addr = error_addr_q;
  assign m_axi_rready = 1'b1;
  assign m_axi_bready = 1'b1;

  // Read addresses.
  reg                  ar_valid_q;
  reg  [ID_BITS-1:0]   ar_id_q;
  reg  [NUM_BITS-1:0]  ar_num_q;
  wire                 ar_room = ~ar_valid_q | m_axi_arready;
//% stall ar ar_room & rd_valid

  assign rd_ready = ar_room${unless stall ar};

  always @(posedge clk)
    if (rst)
      ar_valid_q <= 1'b0;
    else if (ar_room)
      ar_valid_q <= rd_valid & rd_ready;

  always @(posedge clk)
    if (ar_room) begin
      ar_id_q <= rd_id;
      ar_num_q <= rd_num;
    end

  assign m_axi_arvalid = ar_valid_q;
  assign m_axi_arid = ar_id_q;
  assign m_axi_araddr = {BASE[31:RAM_BITS], ar_num_q, {LINE_BITS{1'b0}}};
  assign m_axi_arlen = LEN[7:0];
  assign m_axi_arsize = BEAT_SIZE;
  assign m_axi_arburst = INCR;
  assign m_axi_arlock = 1'b0;
  assign m_axi_arcache = BUFFERABLE;
  assign m_axi_arprot = 3'b000;
  assign m_axi_arqos = 4'd0;

  // Writes.
  reg                  aw_valid_q;
  reg  [NUM_BITS-1:0]  aw_num_q;
  reg                  aw_pass_q;
  reg                  w_valid_q;
  reg                  w_inside_q;   // the next beat is not the first of its burst
  reg                  w_last_q;
  reg  [BUS_BYTES-1:0] w_strb_q;
  reg  [BUS_BITS-1:0]  w_data_q;
  wire                 aw_free = ~aw_valid_q | m_axi_awready;
  wire                 w_free = ~w_valid_q | m_axi_wready;
//% stall aw wr_valid & ~w_inside_q & aw_free
//% stall w wr_valid & w_free
  wire                 aw_room = aw_free${unless stall aw};
  wire                 w_room = w_free${unless stall w};
  wire                 w_goes = wr_valid & w_room & (w_inside_q | aw_room);
  wire                 aw_goes = w_goes & ~w_inside_q;

  assign wr_ready = w_goes;

  always @(posedge clk)
    if (rst) begin
      aw_valid_q <= 1'b0;
      w_valid_q <= 1'b0;
      w_inside_q <= 1'b0;
    end else begin
      aw_valid_q <= aw_goes | (aw_valid_q & ~m_axi_awready);
      w_valid_q <= w_goes | (w_valid_q & ~m_axi_wready);
      if (w_goes)
        w_inside_q <= ~wr_last;
    end

  always @(posedge clk) begin
    if (aw_goes) begin
      aw_num_q <= wr_num;
      aw_pass_q <= wr_pass;
    end
    if (w_goes) begin
      w_last_q <= wr_last;
      w_strb_q <= wr_strb;
      w_data_q <= wr_data;
    end
  end

  assign m_axi_awvalid = aw_valid_q;
  assign m_axi_awid = {ID_BITS{1'b0}};
  assign m_axi_awaddr = aw_pass_q ? CONSOLE : {BASE[31:RAM_BITS], aw_num_q, {LINE_BITS{1'b0}}};
  assign m_axi_awlen = aw_pass_q ? 8'd0 : LEN[7:0];
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
//% if trace_l2

  // Records.
  localparam MASK_BITS = 32 * ${trace_l2_mask_words};
  wire [MASK_BITS-1:0] mask;
  wire                 asked = rec_l2_op < 3'd3;  // a request of a core
  wire                 unused_id = ^t_id;

  assign mask = {{MASK_BITS-LINE{1'b0}}, t_mask};  //% if l2_short_line
  assign mask = t_mask;                            //% else
  assign rec_l2_warp = 6'd0;
  assign rec_l2_seq = {${seq_bits}{1'b0}};
  assign rec_l2_insn = asked & t_id[X_BITS-1];
//% if many_cores
  localparam CORE_BITS = ${core_bits};
  wire [CORE_BITS-1:0] core = t_id[X_BITS-1] ? t_id[I_BITS-1 -: CORE_BITS]
                              : t_id[D_BITS-1 -: CORE_BITS];

  assign rec_l2_core = {{8-CORE_BITS{1'b0}}, core & {CORE_BITS{asked}}};
//% else
  assign rec_l2_core = 8'd0;
//% end
  assign rec_l2_addr = rec_l2_op == 3'd2 ? CONSOLE
                       : {BASE[31:RAM_BITS], t_num, {LINE_BITS{1'b0}}};
  assign rec_l2_way = {{32-WAY_BITS{1'b0}}, t_way};
  assign rec_l2_rest = {t_data, mask};

  // The state audit: a tag, or a beat and its dirty bits.
  localparam AUDIT_BITS = ${l2_audit_bits};
  reg  [AUDIT_BITS-1:0] audited;

  always @* begin
    audited = {AUDIT_BITS{1'b0}};
    case (l2_select[31:28])
      4'd7: audited[63:0] = {29'd0, audit_state, BASE[31:RAM_BITS], audit_num, {LINE_BITS{1'b0}}};
      4'd8: audited[BUS_BITS+BUS_BYTES-1:0] = {audit_dirty, audit_data};
      default: ;
    endcase
  end

  assign audit_l2 = audited;
//% end
endmodule
`default_nettype wire
