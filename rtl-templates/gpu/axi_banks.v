// axi - the second-level cache in several banks, between all line ports and AXI4
// SPDX-License-Identifier: Apache-2.0
//
//   i_, d_ --> l2_crossbar --> l2_slice of each bank --> l2_channel of some banks --> AR, AW, W
//          <--             <--                       <------------------------------- R, B
//
// The first-level caches read lines and write beats through ports of their own: i_ the instruction
// caches, d_ the data caches; core 0 in the low bits. A write has its response when its bank has
// performed the write.
//
//   AR         reads of lines. An id is {bank, MSHR}
//   R          beats of lines, which may arrive interleaved; always accepted
//   AW, W      lines that are written back, and beats for the console. An id is {bank, 0}
//   B          always accepted
//
// Of CHANNELS channels, channel c serves the banks c, c + CHANNELS and so on. The ports of all are
// side by side here, channel 0 in the low bits. A bank reads no line while a write to that line is
// in flight, and a line belongs to one bank.
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
  parameter CHANNELS = ${channels},
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
  parameter LINE_BITS = ${dcache_line_bits},
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
  input  wire [CORES*6-1:0]         d_req_atomic,   // {operation, 1} of a word //% if bank_atomics
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
  output wire [CHANNELS*ID_BITS-1:0]    m_axi_awid,    // id of the write
  output wire [CHANNELS*32-1:0]         m_axi_awaddr,  // address of the first beat
  output wire [CHANNELS*8-1:0]          m_axi_awlen,   // beats - 1
  output wire [CHANNELS*3-1:0]          m_axi_awsize,  // log2 of the bytes of a beat
  output wire [CHANNELS*2-1:0]          m_axi_awburst, // INCR
  output wire [CHANNELS-1:0]            m_axi_awlock,  // 0: no exclusive access
  output wire [CHANNELS*4-1:0]          m_axi_awcache, // bufferable, modifiable, not allocated
  output wire [CHANNELS*3-1:0]          m_axi_awprot,  // 0: data access
  output wire [CHANNELS*4-1:0]          m_axi_awqos,   // 0
  output wire [CHANNELS-1:0]            m_axi_awvalid, // address valid, held until ready
  input  wire [CHANNELS-1:0]            m_axi_awready, // address accepted
  // AXI4: write data
  output wire [CHANNELS*BUS_BITS-1:0]   m_axi_wdata,   // data of a beat
  output wire [CHANNELS*BUS_BYTES-1:0]  m_axi_wstrb,   // bytes to write
  output wire [CHANNELS-1:0]            m_axi_wlast,   // last beat of the burst
  output wire [CHANNELS-1:0]            m_axi_wvalid,  // beat valid, held until ready
  input  wire [CHANNELS-1:0]            m_axi_wready,  // beat accepted
  // AXI4: write response
  input  wire [CHANNELS*ID_BITS-1:0]    m_axi_bid,     // id of the write with this response
  input  wire [CHANNELS*2-1:0]          m_axi_bresp,   // OKAY, or an error
  input  wire [CHANNELS-1:0]            m_axi_bvalid,  // response valid
  output wire [CHANNELS-1:0]            m_axi_bready,  // response accepted
  // AXI4: read address
  output wire [CHANNELS*ID_BITS-1:0]    m_axi_arid,    // id of the read: {bank, MSHR}
  output wire [CHANNELS*32-1:0]         m_axi_araddr,  // address of the line
  output wire [CHANNELS*8-1:0]          m_axi_arlen,   // beats - 1
  output wire [CHANNELS*3-1:0]          m_axi_arsize,  // log2 of the bytes of a beat
  output wire [CHANNELS*2-1:0]          m_axi_arburst, // INCR
  output wire [CHANNELS-1:0]            m_axi_arlock,  // 0: no exclusive access
  output wire [CHANNELS*4-1:0]          m_axi_arcache, // bufferable, modifiable, not allocated
  output wire [CHANNELS*3-1:0]          m_axi_arprot,  // 0
  output wire [CHANNELS*4-1:0]          m_axi_arqos,   // 0
  output wire [CHANNELS-1:0]            m_axi_arvalid, // address valid, held until ready
  input  wire [CHANNELS-1:0]            m_axi_arready, // address accepted
  // AXI4: read data
  input  wire [CHANNELS*ID_BITS-1:0]    m_axi_rid,     // id of the read
  input  wire [CHANNELS*BUS_BITS-1:0]   m_axi_rdata,   // data of a beat
  input  wire [CHANNELS*2-1:0]          m_axi_rresp,   // OKAY, or an error
  input  wire [CHANNELS-1:0]            m_axi_rlast,   // last beat of the burst
  input  wire [CHANNELS-1:0]            m_axi_rvalid,  // beat valid
  output wire [CHANNELS-1:0]            m_axi_rready,  // beat accepted
  // end of the run
  input  wire                       l2_flush,       // write back the dirty lines  //% if dispatch
  output wire                       l2_flushed,     // dirty lines are in memory  //% if dispatch
  input  wire                       drained,        // all first-level caches have drained
  output wire                       done            // the run has ended and memory is complete
);
  localparam TOP = RAM_BITS - LINE_BITS;  // bits of the number of a line in RAM
  localparam SHARE = BANKS / CHANNELS;    // banks of a channel

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
  wire [BANKS*6-1:0]         bd_req_atomic;  //% if bank_atomics
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
//% connect ../l2/l2_crossbar
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
  reg  [3:0]                 done_q;      // the last flush ended in all banks, 1 to 4 cycles ago
  wire [BANKS-1:0]           flush_done;
  wire                       all_flushed = &(flushed_q | flush_done);  //% if dispatch
  // Towards memory, the banks of a channel stand together.
  wire [BANKS-1:0]           rd_valid;
  wire [BANKS-1:0]           rd_ready;
  wire [BANKS*ID_BITS-1:0]   rd_id;
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
  wire [BANKS*ID_BITS-1:0]   wr_id;
  wire [BANKS-1:0]           answered;
//% if trace_l2
  wire [BANKS*AUDIT_BITS-1:0] audits;
  wire [BANKS-1:0]           shown;       // per bank: the state audit shows its row
//% end

  wire [CHANNELS-1:0]        error;       // per channel: a write failed
  wire [CHANNELS*32-1:0]     error_addr;  // addresses of these writes
  wire [CHANNELS*3-1:0]      stalls;      // points, per channel     //% if congest

  genvar i;
  generate
    for (i = 0; i < BANKS; i = i + 1) begin : g_bank
      localparam C = i % CHANNELS;                 // channel of the bank
      localparam M = C * SHARE + i / CHANNELS;     // place of the bank towards memory
      localparam [BANK_BITS-1:0] ME = i;
      wire [ID_BITS-1:0]   rid = m_axi_rid[C*ID_BITS +: ID_BITS];
      wire [BANK_BITS-1:0] bid = m_axi_bid[C*ID_BITS+MSHR_BITS +: BANK_BITS];
      wire [MSHR_BITS-1:0] id;

      assign rd_id[M*ID_BITS +: ID_BITS] = {ME, id};
      assign wr_id[M*ID_BITS +: ID_BITS] = {ME, {MSHR_BITS{1'b0}}};
      assign answered[M] = m_axi_bvalid[C] & bid == ME;
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
        .d_req_atomic(bd_req_atomic[i*6 +: 6]),  //% if bank_atomics
        .d_rsp_valid(bd_rsp_valid[i]), .d_rsp_ready(bd_rsp_ready[i]),
        .d_rsp_id(bd_rsp_id[i*D_BITS +: D_BITS]),
        .x_rsp_data(b_rsp_data[i*BUS_BITS +: BUS_BITS]), .x_rsp_last(b_rsp_last[i]),
        .x_rsp_error(b_rsp_error[i]),
        .flush_start((drained & ~ends_q) | l2_flush), .flush_done(flush_done[i]),  //% if dispatch
        .flush_start(drained & ~ends_q), .flush_done(flush_done[i]),               //% else
        .rd_valid(rd_valid[M]), .rd_ready(rd_ready[M]), .rd_id(id),
        .rd_line(rd_line[M*TOP +: TOP]),
        .r_valid(m_axi_rvalid[C] & rid[MSHR_BITS +: BANK_BITS] == ME),
        .r_id(rid[MSHR_BITS-1:0]), .r_data(m_axi_rdata[C*BUS_BITS +: BUS_BITS]),
        .r_last(m_axi_rlast[C]), .r_error(|m_axi_rresp[C*2 +: 2]),
        .wr_valid(wr_valid[M]), .wr_ready(wr_ready[M]), .wr_line(wr_line[M*TOP +: TOP]),
        .wr_pass(wr_pass[M]), .wr_last(wr_last[M]),
        .wr_strb(wr_strb[M*BUS_BYTES +: BUS_BYTES]),
        .wr_data(wr_data[M*BUS_BITS +: BUS_BITS]),
        .wr_old_line(wr_old_line[M*TOP +: TOP]), .wr_old_pass(wr_old_pass[M]),
//% if trace_l2
        .trace_l2_valid(trace_l2_valid[i]),
        .trace_l2(trace_l2[i*RECORD_BITS +: RECORD_BITS]),
        .l2_select(l2_select), .audit_l2(audits[i*AUDIT_BITS +: AUDIT_BITS]),
//% end
        .wr_answered(answered[M])
      );
    end

    for (i = 0; i < CHANNELS; i = i + 1) begin : g_channel
      ${prefix}_l2_channel #(.BANKS(SHARE)) u_channel (
        .clk(clk), .rst(rst),
        .congest(congest ^ i), .congested(stalls[i*3 +: 3]),  //% if congest
        .rd_valid(rd_valid[i*SHARE +: SHARE]), .rd_ready(rd_ready[i*SHARE +: SHARE]),
        .rd_id(rd_id[i*SHARE*ID_BITS +: SHARE*ID_BITS]),
        .rd_line(rd_line[i*SHARE*TOP +: SHARE*TOP]),
        .wr_valid(wr_valid[i*SHARE +: SHARE]), .wr_ready(wr_ready[i*SHARE +: SHARE]),
        .wr_id(wr_id[i*SHARE*ID_BITS +: SHARE*ID_BITS]),
        .wr_line(wr_line[i*SHARE*TOP +: SHARE*TOP]),
        .wr_pass(wr_pass[i*SHARE +: SHARE]), .wr_last(wr_last[i*SHARE +: SHARE]),
        .wr_strb(wr_strb[i*SHARE*BUS_BYTES +: SHARE*BUS_BYTES]),
        .wr_data(wr_data[i*SHARE*BUS_BITS +: SHARE*BUS_BITS]),
        .wr_answered(answered[i*SHARE +: SHARE]),
        .wr_old_line(wr_old_line[i*SHARE*TOP +: SHARE*TOP]),
        .wr_old_pass(wr_old_pass[i*SHARE +: SHARE]),
        .error(error[i]), .error_addr(error_addr[i*32 +: 32]),
        .m_axi_awid(m_axi_awid[i*ID_BITS +: ID_BITS]), .m_axi_awaddr(m_axi_awaddr[i*32 +: 32]),
        .m_axi_awlen(m_axi_awlen[i*8 +: 8]), .m_axi_awsize(m_axi_awsize[i*3 +: 3]),
        .m_axi_awburst(m_axi_awburst[i*2 +: 2]), .m_axi_awlock(m_axi_awlock[i]),
        .m_axi_awcache(m_axi_awcache[i*4 +: 4]), .m_axi_awprot(m_axi_awprot[i*3 +: 3]),
        .m_axi_awqos(m_axi_awqos[i*4 +: 4]), .m_axi_awvalid(m_axi_awvalid[i]),
        .m_axi_awready(m_axi_awready[i]), .m_axi_wdata(m_axi_wdata[i*BUS_BITS +: BUS_BITS]),
        .m_axi_wstrb(m_axi_wstrb[i*BUS_BYTES +: BUS_BYTES]), .m_axi_wlast(m_axi_wlast[i]),
        .m_axi_wvalid(m_axi_wvalid[i]), .m_axi_wready(m_axi_wready[i]),
        .m_axi_bresp(m_axi_bresp[i*2 +: 2]), .m_axi_bvalid(m_axi_bvalid[i]),
        .m_axi_bready(m_axi_bready[i]), .m_axi_arid(m_axi_arid[i*ID_BITS +: ID_BITS]),
        .m_axi_araddr(m_axi_araddr[i*32 +: 32]), .m_axi_arlen(m_axi_arlen[i*8 +: 8]),
        .m_axi_arsize(m_axi_arsize[i*3 +: 3]), .m_axi_arburst(m_axi_arburst[i*2 +: 2]),
        .m_axi_arlock(m_axi_arlock[i]), .m_axi_arcache(m_axi_arcache[i*4 +: 4]),
        .m_axi_arprot(m_axi_arprot[i*3 +: 3]), .m_axi_arqos(m_axi_arqos[i*4 +: 4]),
        .m_axi_arvalid(m_axi_arvalid[i]), .m_axi_arready(m_axi_arready[i]),
        .m_axi_rready(m_axi_rready[i])
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
      flushed_q <= (flushed_q | flush_done) & {BANKS{~l2_flushed}};  //% if dispatch
      done_q <= {done_q[2:0], all_flushed & ends_q};                 //% if dispatch
      flushed_q <= flushed_q | flush_done;                           //% else
      done_q <= {done_q[2:0], &(flushed_q | flush_done)};            //% if not dispatch
    end

  assign l2_flushed = all_flushed & ~ends_q;  //% if dispatch
  assign done = done_q[3];
//% if trace_l2
  ${prefix}_onehot_mux #(.N(BANKS), .WIDTH(AUDIT_BITS)) u_audit (
    .sel(shown), .in(audits), .out(audit_l2)
  );
//% end

  // Writes that failed; of several in one cycle that of the lowest channel.
  reg  [31:0] failed_addr;
  integer     n;

  always @* begin
    failed_addr = error_addr[CHANNELS*32-32 +: 32];
    for (n = CHANNELS - 2; n >= 0; n = n - 1)
      if (error[n])
        failed_addr = error_addr[n*32 +: 32];
  end

  assign any_error = |error;
  assign any_error_addr = failed_addr;
//% if congest

  reg  [2:0] any_stall;

  always @* begin
    any_stall = 3'd0;
    for (n = 0; n < CHANNELS; n = n + 1)
      any_stall = any_stall | stalls[n*3 +: 3];
  end

  assign congested = any_stall;
//% end
endmodule
`default_nettype wire
