// axi - the second-level cache in several banks, between all line ports and one AXI4 master
// SPDX-License-Identifier: Apache-2.0
//
//   i_, d_ --> l2_crossbar --> l2_slice of each bank --> AR, AW, W
//          <--             <--                       <-- R, B
//
// The first-level caches read lines and write beats through ports of their own: i_ the instruction
// caches, d_ the data caches; core 0 in the low bits. A write has its response when its bank has
// performed the write.
//
//   AR         reads of lines, of the banks in turn. An id is {bank, MSHR}
//   R          beats of lines, which may arrive interleaved; always accepted
//   AW, W      lines that are written back, with strobes, and single beats for the console, of the
//              banks in turn. The first beat of a write fills both, the other beats W alone. Beats
//              of two writes do not mix. An id is {bank, 0}: writes of a bank keep their order
//   B          always accepted
//
// AR, AW and W leave registers. A bank reads no line while a write to that line is in flight, and a
// line belongs to one bank. Lines are aligned and at most 256 bytes long, so no burst crosses a
// border of 4 KB.
//
// When the first-level caches have drained at the end of a run, the banks write back their dirty
// lines. When all have done so, the run is done.
//
// Errors of memory: reads that wait for a line of which a beat failed have an error response. A
// write that failed is no core's any more: its address goes to all cores (any_error), and done
// waits until they hold it.
`default_nettype none
module ${prefix}_axi #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter BANKS = ${l2_banks},
  parameter BANK_BITS = ${l2_bank_bits},
  parameter MSHR_BITS = ${l2_mshr_bits},
  parameter ID_BITS = ${axi_id_bits},      // of an MSHR of any bank
  parameter IBUS_BITS = ${ibus_tag_bits},  // of an id of one core
  parameter DBUS_BITS = ${dbus_tag_bits},
  parameter I_BITS = ${axi_i_bits},        // of an id of all cores
  parameter D_BITS = ${axi_d_bits},
  parameter RECORD_BITS = ${trace_l2_bits},  //% if trace_l2
  parameter AUDIT_BITS = ${l2_audit_bits},    //% if trace_l2
  parameter SET_BITS = ${l2_set_bits},        //% if trace_l2
  parameter BUS_BITS = ${bus_width},
  parameter BUS_BYTES = ${bus_bytes},
  parameter SIZE = ${bus_offset_bits},     // log2 of the bytes of the bus
  parameter BEATS = ${dcache_beats},
  parameter LINE_BITS = ${dcache_line_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RAM_BITS = ${ram_bits}
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [39:0]                congest,        // {rate, seed}              //% if congest
  output wire [${stall_w}:${stall_ar}] congested,  // per point: it delays something  //% if congest
//% if trace_l2
  // records and the state audit
  output wire [BANKS-1:0]           trace_l2_valid, // per bank: a record
  output wire [BANKS*RECORD_BITS-1:0] trace_l2,     // the records
  input  wire [31:0]                l2_select,      // kind and row to show
  output wire [AUDIT_BITS-1:0]      audit_l2,       // a tag, or a beat and its dirty bits
//% end
  // warp control
  output wire                       any_error,      // a write to memory failed
  output wire [31:0]                any_error_addr, // address of the write
  // instruction caches
  input  wire [CORES-1:0]           i_req_valid,    // per core: a read of a line
  output wire [CORES-1:0]           i_req_ready,    // per core: the read is accepted
  input  wire [CORES*IBUS_BITS-1:0] i_req_id,       // ids of the reads
  input  wire [CORES*32-1:0]        i_req_addr,     // addresses of the lines
  input  wire [CORES*8-1:0]         i_req_len,      // beats of the lines - 1
  output wire [CORES-1:0]           i_rsp_valid,    // per core: a beat of a line
  input  wire [CORES-1:0]           i_rsp_ready,    // per core: the beat is accepted
  output wire [CORES*IBUS_BITS-1:0] i_rsp_id,       // ids of the reads
  output wire [CORES*BUS_BITS-1:0]  i_rsp_data,     // the beats
  output wire [CORES-1:0]           i_rsp_last,     // per core: last beat of the line
  output wire [CORES-1:0]           i_rsp_error,    // per core: the read failed
  // data caches
  input  wire [CORES-1:0]           d_req_valid,    // per core: a request waits
  output wire [CORES-1:0]           d_req_ready,    // per core: the request is accepted
  input  wire [CORES*DBUS_BITS-1:0] d_req_id,       // ids of the requests
  input  wire [CORES-1:0]           d_req_write,    // per core: 1 write of a beat, 0 read of a line
  input  wire [CORES*32-1:0]        d_req_addr,     // addresses of the beats or lines
  input  wire [CORES*8-1:0]         d_req_len,      // beats of the lines - 1
  input  wire [CORES-1:0]           d_req_last,     // per core: last beat of a write
  input  wire [CORES*BUS_BYTES-1:0] d_req_strb,     // bytes to write
  input  wire [CORES*BUS_BITS-1:0]  d_req_data,     // data to write
  output wire [CORES-1:0]           d_rsp_valid,    // per core: a beat, or the response to a write
  input  wire [CORES-1:0]           d_rsp_ready,    // per core: the response is accepted
  output wire [CORES*DBUS_BITS-1:0] d_rsp_id,       // ids of the requests
  output wire [CORES*BUS_BITS-1:0]  d_rsp_data,     // the beats
  output wire [CORES-1:0]           d_rsp_last,     // per core: last beat, or of a write
  output wire [CORES-1:0]           d_rsp_error,    // per core: the request failed
//% if locks
  // atomic accesses
  input  wire [CORES-1:0]           d_req_lock,     // per core: load of an atomic access
  input  wire [CORES-1:0]           unlock,         // per core: no store follows
  output wire [BANKS-1:0]           store_valid,    // per bank: a store is in front of it
  output wire [BANKS*CORE_BITS-1:0] store_core,     // cores of these stores
  output wire [BANKS*32-1:0]        store_where,    // addresses of these stores
  output wire [BANKS*BUS_BYTES-1:0] store_strb,     // bytes of these stores
//% end
  // AXI4: write address
  output wire [ID_BITS-1:0]         m_axi_awid,
  output wire [31:0]                m_axi_awaddr,
  output wire [7:0]                 m_axi_awlen,
  output wire [2:0]                 m_axi_awsize,
  output wire [1:0]                 m_axi_awburst,
  output wire                       m_axi_awlock,
  output wire [3:0]                 m_axi_awcache,
  output wire [2:0]                 m_axi_awprot,
  output wire [3:0]                 m_axi_awqos,
  output wire                       m_axi_awvalid,
  input  wire                       m_axi_awready,
  // AXI4: write data
  output wire [BUS_BITS-1:0]        m_axi_wdata,
  output wire [BUS_BYTES-1:0]       m_axi_wstrb,
  output wire                       m_axi_wlast,
  output wire                       m_axi_wvalid,
  input  wire                       m_axi_wready,
  // AXI4: write response
  input  wire [ID_BITS-1:0]         m_axi_bid,
  input  wire [1:0]                 m_axi_bresp,
  input  wire                       m_axi_bvalid,
  output wire                       m_axi_bready,
  // AXI4: read address
  output wire [ID_BITS-1:0]         m_axi_arid,
  output wire [31:0]                m_axi_araddr,
  output wire [7:0]                 m_axi_arlen,
  output wire [2:0]                 m_axi_arsize,
  output wire [1:0]                 m_axi_arburst,
  output wire                       m_axi_arlock,
  output wire [3:0]                 m_axi_arcache,
  output wire [2:0]                 m_axi_arprot,
  output wire [3:0]                 m_axi_arqos,
  output wire                       m_axi_arvalid,
  input  wire                       m_axi_arready,
  // AXI4: read data
  input  wire [ID_BITS-1:0]         m_axi_rid,
  input  wire [BUS_BITS-1:0]        m_axi_rdata,
  input  wire [1:0]                 m_axi_rresp,
  input  wire                       m_axi_rlast,
  input  wire                       m_axi_rvalid,
  output wire                       m_axi_rready,
  // end of the run
  input  wire                       drained,        // all first-level caches have drained
  output wire                       done            // the run has ended and memory is complete
);
  localparam TOP = RAM_BITS - LINE_BITS;  // bits of the number of a line in RAM
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] CONSOLE = 32'hFFFF_F000;
  localparam [31:0] LEN = BEATS - 1;
  localparam [2:0] BEAT_SIZE = SIZE;
  localparam [1:0] INCR = 2'b01;
  localparam [3:0] BUFFERABLE = 4'b0011; // and modifiable, not allocated by caches outside

  // The crossbar.
  wire [BANKS-1:0]           bi_req_valid;
  wire [BANKS-1:0]           bi_req_ready;
  wire [BANKS*I_BITS-1:0]    bi_req_id;
  wire [BANKS*32-1:0]        bi_req_addr;
  wire [BANKS-1:0]           bd_req_valid;
  wire [BANKS-1:0]           bd_req_ready;
  wire [BANKS*CORE_BITS-1:0] bd_req_core;
  wire [BANKS*D_BITS-1:0]    bd_req_id;
  wire [BANKS-1:0]           bd_req_write;
  wire [BANKS*32-1:0]        bd_req_addr;
  wire [BANKS*BUS_BYTES-1:0] bd_req_strb;
  wire [BANKS*BUS_BITS-1:0]  bd_req_data;
  wire [BANKS-1:0]           bi_rsp_valid;
  wire [BANKS-1:0]           bi_rsp_ready;
  wire [BANKS*I_BITS-1:0]    bi_rsp_id;
  wire [BANKS-1:0]           bd_rsp_valid;
  wire [BANKS-1:0]           bd_rsp_ready;
  wire [BANKS*D_BITS-1:0]    bd_rsp_id;
  wire [BANKS*BUS_BITS-1:0]  b_rsp_data;
  wire [BANKS-1:0]           b_rsp_last;
  wire [BANKS-1:0]           b_rsp_error;
  wire                       unused = ^{i_req_len, d_req_len, d_req_last, m_axi_bid};
  wire                       unused_core = ^bd_req_core;  //% if not locks

  ${prefix}_l2_crossbar u_crossbar (
    .clk(clk), .rst(rst),
    .i_req_valid(i_req_valid), .i_req_ready(i_req_ready), .i_req_id(i_req_id),
    .i_req_addr(i_req_addr), .i_rsp_valid(i_rsp_valid), .i_rsp_ready(i_rsp_ready),
    .i_rsp_id(i_rsp_id), .i_rsp_data(i_rsp_data), .i_rsp_last(i_rsp_last),
    .i_rsp_error(i_rsp_error),
    .d_req_valid(d_req_valid), .d_req_ready(d_req_ready), .d_req_id(d_req_id),
    .d_req_write(d_req_write), .d_req_addr(d_req_addr), .d_req_strb(d_req_strb),
    .d_req_data(d_req_data),
    .d_req_lock(d_req_lock), .unlock(unlock),  //% if locks
    .d_rsp_valid(d_rsp_valid), .d_rsp_ready(d_rsp_ready), .d_rsp_id(d_rsp_id),
    .d_rsp_data(d_rsp_data), .d_rsp_last(d_rsp_last), .d_rsp_error(d_rsp_error),
    .bi_req_valid(bi_req_valid), .bi_req_ready(bi_req_ready), .bi_req_id(bi_req_id),
    .bi_req_addr(bi_req_addr),
    .bd_req_valid(bd_req_valid), .bd_req_ready(bd_req_ready), .bd_req_core(bd_req_core),
    .bd_req_id(bd_req_id), .bd_req_write(bd_req_write), .bd_req_addr(bd_req_addr),
    .bd_req_strb(bd_req_strb), .bd_req_data(bd_req_data),
    .bi_rsp_valid(bi_rsp_valid), .bi_rsp_ready(bi_rsp_ready), .bi_rsp_id(bi_rsp_id),
    .bd_rsp_valid(bd_rsp_valid), .bd_rsp_ready(bd_rsp_ready), .bd_rsp_id(bd_rsp_id),
    .b_rsp_data(b_rsp_data), .b_rsp_last(b_rsp_last), .b_rsp_error(b_rsp_error)
  );
//% if locks

  // Stores that reservations are compared with, as each bank receives them.
  assign store_valid = bd_req_valid & bd_req_write;
  assign store_core = bd_req_core;
  assign store_where = bd_req_addr;
  assign store_strb = bd_req_strb;
//% end

  // The banks.
  reg                        ends_q;      // the last flush has begun
  reg  [BANKS-1:0]           flushed_q;   // per bank: the last flush has ended
  reg  [3:0]                 done_q;      // it has ended in all banks, 1 to 4 cycles ago
  wire [BANKS-1:0]           flush_done;
  wire [BANKS-1:0]           rd_valid;
  wire [BANKS-1:0]           rd_grant;
  wire [BANKS*MSHR_BITS-1:0] rd_id;
  wire [BANKS*TOP-1:0]       rd_line;
  wire [BANKS-1:0]           wr_valid;
  wire [BANKS-1:0]           wr_ready;
  wire [BANKS*TOP-1:0]       wr_line;
  wire [BANKS-1:0]           wr_pass;
  wire [BANKS-1:0]           wr_last;
  wire [BANKS*BUS_BYTES-1:0] wr_strb;
  wire [BANKS*BUS_BITS-1:0]  wr_data;
  wire [BANKS*TOP-1:0]       wr_old_line;
  wire [BANKS-1:0]           wr_old_pass;
  wire [BANKS-1:0]           answered;
  wire                       ar_goes;
//% if trace_l2
  wire [BANKS*AUDIT_BITS-1:0] audits;
  wire [BANKS-1:0]           shown;       // per bank: the state audit shows its row
//% end

  genvar i;
  generate
    for (i = 0; i < BANKS; i = i + 1) begin : g_bank
      localparam [BANK_BITS-1:0] ME = i;
      wire comes = m_axi_rid[MSHR_BITS +: BANK_BITS] == ME;

      assign answered[i] = m_axi_bvalid & m_axi_bid[MSHR_BITS +: BANK_BITS] == ME;
      assign shown[i] = l2_select[10+SET_BITS +: BANK_BITS] == ME;  //% if trace_l2

      ${prefix}_l2_slice #(.BANK(i)) u_slice (
        .clk(clk), .rst(rst),
        .i_req_valid(bi_req_valid[i]), .i_req_ready(bi_req_ready[i]),
        .i_req_id(bi_req_id[i*I_BITS +: I_BITS]), .i_req_addr(bi_req_addr[i*32 +: 32]),
        .i_rsp_valid(bi_rsp_valid[i]), .i_rsp_ready(bi_rsp_ready[i]),
        .i_rsp_id(bi_rsp_id[i*I_BITS +: I_BITS]),
        .d_req_valid(bd_req_valid[i]), .d_req_ready(bd_req_ready[i]),
        .d_req_id(bd_req_id[i*D_BITS +: D_BITS]), .d_req_write(bd_req_write[i]),
        .d_req_addr(bd_req_addr[i*32 +: 32]),
        .d_req_strb(bd_req_strb[i*BUS_BYTES +: BUS_BYTES]),
        .d_req_data(bd_req_data[i*BUS_BITS +: BUS_BITS]),
        .d_rsp_valid(bd_rsp_valid[i]), .d_rsp_ready(bd_rsp_ready[i]),
        .d_rsp_id(bd_rsp_id[i*D_BITS +: D_BITS]),
        .x_rsp_data(b_rsp_data[i*BUS_BITS +: BUS_BITS]), .x_rsp_last(b_rsp_last[i]),
        .x_rsp_error(b_rsp_error[i]),
        .flush_start(drained & ~ends_q), .flush_done(flush_done[i]),
        .rd_valid(rd_valid[i]), .rd_ready(rd_grant[i] & ar_goes),
        .rd_id(rd_id[i*MSHR_BITS +: MSHR_BITS]), .rd_line(rd_line[i*TOP +: TOP]),
        .r_valid(m_axi_rvalid & comes), .r_id(m_axi_rid[MSHR_BITS-1:0]),
        .r_data(m_axi_rdata), .r_last(m_axi_rlast), .r_error(|m_axi_rresp),
        .wr_valid(wr_valid[i]), .wr_ready(wr_ready[i]), .wr_line(wr_line[i*TOP +: TOP]),
        .wr_pass(wr_pass[i]), .wr_last(wr_last[i]),
        .wr_strb(wr_strb[i*BUS_BYTES +: BUS_BYTES]),
        .wr_data(wr_data[i*BUS_BITS +: BUS_BITS]),
        .wr_old_line(wr_old_line[i*TOP +: TOP]), .wr_old_pass(wr_old_pass[i]),
//% if trace_l2
        .trace_l2_valid(trace_l2_valid[i]),
        .trace_l2(trace_l2[i*RECORD_BITS +: RECORD_BITS]),
        .l2_select(l2_select), .audit_l2(audits[i*AUDIT_BITS +: AUDIT_BITS]),
//% end
        .wr_answered(answered[i])
      );
    end
  endgenerate

  always @(posedge clk)
    if (rst) begin
      ends_q <= 1'b0;
      flushed_q <= {BANKS{1'b0}};
      done_q <= 4'd0;
    end else begin
      ends_q <= ends_q | drained;
      flushed_q <= flushed_q | flush_done;
      done_q <= {done_q[2:0], &(flushed_q | flush_done)};
    end

  assign done = done_q[3];
//% if trace_l2
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(AUDIT_BITS)) u_audit (
    .sel(shown), .in(audits), .out(audit_l2)
  );
//% end

  // Writes that failed.
  reg                  error_q;
  reg  [31:0]          error_addr_q;
  wire [TOP-1:0]       old_line;

  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_old (
    .sel(answered), .in(wr_old_line), .out(old_line)
  );

  always @(posedge clk)
    if (rst)
      error_q <= 1'b0;
    else
      error_q <= m_axi_bvalid & |m_axi_bresp;

  always @(posedge clk)
    error_addr_q <= |(wr_old_pass & answered) ? CONSOLE
                    : {BASE[31:RAM_BITS], old_line, {LINE_BITS{1'b0}}};

  assign any_error = error_q;
  assign any_error_addr = error_addr_q;
  assign m_axi_rready = 1'b1;
  assign m_axi_bready = 1'b1;

  // Read addresses.
  reg                  ar_valid_q;
  reg  [BANK_BITS-1:0] ar_bank_q;
  reg  [MSHR_BITS-1:0] ar_id_q;
  reg  [TOP-1:0]       ar_line_q;
  wire                 ar_room = ~ar_valid_q | m_axi_arready;
  wire [BANK_BITS-1:0] ar_bank;
  wire [MSHR_BITS-1:0] ar_id;
  wire [TOP-1:0]       ar_line;
//% stall ar ar_room & |rd_valid

  assign ar_goes = ar_room${unless stall ar};

  ${prefix}_rr_arbiter #(.N(BANKS)) u_ar (
    .clk(clk), .rst(rst), .advance(ar_goes & |rd_valid), .request(rd_valid), .grant(rd_grant)
  );
  ${prefix}_onehot_index #(.N(BANKS), .BITS(BANK_BITS)) u_ar_bank (
    .onehot(rd_grant), .index(ar_bank)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(MSHR_BITS)) u_ar_id (
    .sel(rd_grant), .in(rd_id), .out(ar_id)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_ar_line (
    .sel(rd_grant), .in(rd_line), .out(ar_line)
  );

  always @(posedge clk)
    if (rst)
      ar_valid_q <= 1'b0;
    else if (ar_room)
      ar_valid_q <= |rd_valid & ar_goes;

  always @(posedge clk)
    if (ar_room) begin
      ar_bank_q <= ar_bank;
      ar_id_q <= ar_id;
      ar_line_q <= ar_line;
    end

  assign m_axi_arvalid = ar_valid_q;
  assign m_axi_arid = {ar_bank_q, ar_id_q};
  assign m_axi_araddr = {BASE[31:RAM_BITS], ar_line_q, {LINE_BITS{1'b0}}};
  assign m_axi_arlen = LEN[7:0];
  assign m_axi_arsize = BEAT_SIZE;
  assign m_axi_arburst = INCR;
  assign m_axi_arlock = 1'b0;
  assign m_axi_arcache = BUFFERABLE;
  assign m_axi_arprot = 3'b000;
  assign m_axi_arqos = 4'd0;

  // Writes. A bank has W from the first beat of its write to the last.
  reg                  aw_valid_q;
  reg  [BANK_BITS-1:0] aw_bank_q;
  reg  [TOP-1:0]       aw_line_q;
  reg                  aw_pass_q;
  reg                  w_valid_q;
  reg                  w_inside_q;   // the next beat is not the first of its burst
  reg  [BANKS-1:0]     w_bank_q;     // one-hot bank of the last beat
  reg                  w_last_q;
  reg  [BUS_BYTES-1:0] w_strb_q;
  reg  [BUS_BITS-1:0]  w_data_q;
  wire [BANKS-1:0]     w_grant;
  wire [BANKS-1:0]     w_bank = w_inside_q ? w_bank_q : w_grant;
  wire                 w_here = |(w_bank & wr_valid);
  wire                 w_last = |(w_bank & wr_last);
  wire [BANK_BITS-1:0] aw_bank;
  wire [TOP-1:0]       aw_line;
  wire [BUS_BYTES-1:0] w_strb;
  wire [BUS_BITS-1:0]  w_data;
  wire                 aw_free = ~aw_valid_q | m_axi_awready;
  wire                 w_free = ~w_valid_q | m_axi_wready;
//% stall aw w_here & ~w_inside_q & aw_free
//% stall w w_here & w_free
  wire                 aw_room = aw_free${unless stall aw};
  wire                 w_room = w_free${unless stall w};
  wire                 w_goes = w_here & w_room & (w_inside_q | aw_room);
  wire                 aw_goes = w_goes & ~w_inside_q;

  ${prefix}_rr_arbiter #(.N(BANKS)) u_w (
    .clk(clk), .rst(rst), .advance(aw_goes), .request(wr_valid), .grant(w_grant)
  );
  ${prefix}_onehot_index #(.N(BANKS), .BITS(BANK_BITS)) u_aw_bank (
    .onehot(w_bank), .index(aw_bank)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(TOP)) u_aw_line (
    .sel(w_bank), .in(wr_line), .out(aw_line)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(BUS_BYTES)) u_w_strb (
    .sel(w_bank), .in(wr_strb), .out(w_strb)
  );
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(BUS_BITS)) u_w_data (
    .sel(w_bank), .in(wr_data), .out(w_data)
  );

  assign wr_ready = w_bank & {BANKS{w_goes}};

  always @(posedge clk)
    if (rst) begin
      aw_valid_q <= 1'b0;
      w_valid_q <= 1'b0;
      w_inside_q <= 1'b0;
    end else begin
      aw_valid_q <= aw_goes | (aw_valid_q & ~m_axi_awready);
      w_valid_q <= w_goes | (w_valid_q & ~m_axi_wready);
      if (w_goes)
        w_inside_q <= ~w_last;
    end

  always @(posedge clk) begin
    if (aw_goes) begin
      aw_bank_q <= aw_bank;
      aw_line_q <= aw_line;
      aw_pass_q <= |(w_bank & wr_pass);
      w_bank_q <= w_bank;
    end
    if (w_goes) begin
      w_last_q <= w_last;
      w_strb_q <= w_strb;
      w_data_q <= w_data;
    end
  end

  assign m_axi_awvalid = aw_valid_q;
  assign m_axi_awid = {aw_bank_q, {MSHR_BITS{1'b0}}};
  assign m_axi_awaddr = aw_pass_q ? CONSOLE : {BASE[31:RAM_BITS], aw_line_q, {LINE_BITS{1'b0}}};
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
endmodule
`default_nettype wire
