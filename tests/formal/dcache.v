// dcache - what is loaded is what was stored last; every request has one answer; the bus rules
// SPDX-License-Identifier: Apache-2.0
//
// The whole data cache between a core that asks at random and a memory that keeps the rules of
// doc/bus.md at random. Of all words one is tracked: its contents in memory and what accepted
// stores have made of it. A load of it must give that when it was accepted, whatever evictions,
// refills, merges and flushes there were. The other words are what the solver likes.
`define REQUEST_BITS `dcache_REQUEST_BITS
`define REQUESTS (1 << `REQUEST_BITS)
`define ACCESS_BITS `dcache_ACCESS_BITS
`define ACCESS_BYTES `dcache_ACCESS_BYTES
`define ACCESS_SHIFT `dcache_ACCESS_SHIFT
`define BUS_BITS `dcache_BUS_BITS
`define BUS_BYTES `dcache_BUS_BYTES
`define ID_BITS `dcache_ID_BITS
`define MSHRS `dcache_MSHRS
`define LINE_BITS `dcache_LINE_BITS
`define BEATS ((1 << `LINE_BITS) / `BUS_BYTES)
`define SLOW 4
module dcache (
  input wire                     clk,
  input wire                     req_valid,
  input wire [`REQUEST_BITS-1:0] req_tag,
  input wire                     req_write,
  input wire [31:`ACCESS_SHIFT]  req_addr,
  input wire [`ACCESS_BYTES-1:0] req_strb,
  input wire [`ACCESS_BITS-1:0]  req_data,
  input wire                     rsp_ready,
  input wire                     flush_any,
  input wire                     flush_drops,
  input wire                     line_req_ready,
  input wire                     line_rsp_valid,
  input wire [`ID_BITS-1:0]      line_rsp_id,
  input wire [`BUS_BITS-1:0]     line_rsp_data,
  input wire [31:`ACCESS_SHIFT]  addr_any
);
  localparam [`ID_BITS-1:0] WRITE_ID = `MSHRS;
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  // The tracked row; its first word is in beat AT of its line.
  reg [31:`ACCESS_SHIFT] addr_q;

  always @(posedge clk)
    if (init)
      addr_q <= addr_any;

  wire                     req_ready;
  wire                     rsp_valid;
  wire [`REQUEST_BITS-1:0] rsp_tag;
  wire [`ACCESS_BITS-1:0]  rsp_data;
  wire                     rsp_error;
  wire                     flush_done;
  wire                     mem_error_valid;
  wire                     line_req_valid;
  wire [`ID_BITS-1:0]      line_req_id;
  wire                     line_req_write;
  wire [31:0]              line_req_addr;
  wire [7:0]               line_req_len;
  wire                     line_req_last;
  wire [`BUS_BYTES-1:0]    line_req_strb;
  wire [`BUS_BITS-1:0]     line_req_data;
  reg                      flushing_q;
  wire                     flush = flush_any & ~flushing_q & ~init;

  ww_dcache u (
    .clk(clk), .rst(init), .mem_req_valid(req_valid), .mem_req_ready(req_ready),
    .mem_req_tag(req_tag), .mem_req_write(req_write), .mem_req_addr(req_addr),
    .mem_req_strb(req_strb), .mem_req_data(req_data), .mem_rsp_valid(rsp_valid),
    .mem_rsp_ready(rsp_ready), .mem_rsp_tag(rsp_tag), .mem_rsp_data(rsp_data),
    .mem_rsp_error(rsp_error), .flush_start(flush), .flush_op({flush_drops, 1'b1}),
    .flush_done(flush_done), .mem_error_valid(mem_error_valid),
    .line_req_valid(line_req_valid), .line_req_ready(line_req_ready), .line_req_id(line_req_id),
    .line_req_write(line_req_write), .line_req_addr(line_req_addr), .line_req_len(line_req_len),
    .line_req_last(line_req_last), .line_req_strb(line_req_strb), .line_req_data(line_req_data),
    .line_rsp_valid(line_rsp_valid), .line_rsp_id(line_rsp_id), .line_rsp_data(line_rsp_data),
    .line_rsp_error(1'b0)
  );

  // The core: requests are held, tags in flight unique, addresses in RAM.
  wire taken = ~init & req_valid & req_ready;
  wire answers = ~init & rsp_valid & rsp_ready;
  wire tracked = req_addr == addr_q;
  wire [1+`REQUEST_BITS+1+32-`ACCESS_SHIFT+`ACCESS_BYTES+`ACCESS_BITS-1:0] req
    = {req_valid, req_tag, req_write, req_addr, req_strb, req_data};
  reg  [1+`REQUEST_BITS+1+32-`ACCESS_SHIFT+`ACCESS_BYTES+`ACCESS_BITS-1:0] req_q;
  reg                  req_stays;
  reg  [`REQUESTS-1:0] flying_q;
  wire [`REQUESTS-1:0] takes = taken << req_tag;
  wire [`REQUESTS-1:0] gives = answers << rsp_tag;

  always @(posedge clk) begin
    req_q <= req;
    req_stays <= ~init & req_valid & ~req_ready;
    flying_q <= init ? 0 : (flying_q | takes) & ~gives;
    flushing_q <= ~init & (flush | (flushing_q & ~flush_done));
  end

  always @*
    if (~init) begin
      // Bytes have one bit: no byte's value decides anything.
      req_bits: assume ((req_data & ~{`ACCESS_BYTES{8'h01}}) == 0);
      memory_bits: assume ((line_rsp_data & ~{`BUS_BYTES{8'h01}}) == 0);
      if (req_stays) req_held: assume (req == req_q);
      if (req_valid)
        req_is: assume (~flying_q[req_tag] & |req_strb
                        & req_addr[31:`dcache_lookup_RAM_BITS]
                          == `dcache_lookup_RAM_BASE >> `dcache_lookup_RAM_BITS);
    end

  // The reference: the tracked row as stores have made it, and what a load of it has to give.
  reg  [`ACCESS_BITS-1:0] value_q;
  wire [`ACCESS_BITS-1:0] value_d;
  wire                    checks = answers & expects_q[rsp_tag];
  reg  [`REQUESTS-1:0]    expects_q;
  reg  [`ACCESS_BITS-1:0] expected_m [0:`REQUESTS-1];
  reg  [`ACCESS_BYTES-1:0] bytes_m [0:`REQUESTS-1];
  wire [`ACCESS_BITS-1:0] mask;
  wire [`ACCESS_BITS-1:0] rsp_mask;
  genvar i;

  generate
    for (i = 0; i < `ACCESS_BYTES; i = i + 1) begin : g_byte
      assign value_d[i*8 +: 8] = req_strb[i] ? req_data[i*8 +: 8] : value_q[i*8 +: 8];
    end
  endgenerate

  always @(posedge clk) begin
    expects_q <= init ? 0 : (expects_q & ~gives) | (takes & {`REQUESTS{tracked & ~req_write}});
    if (taken & tracked & req_write)
      value_q <= value_d;
    else if (init)
      value_q <= req_data;
    if (taken)
      expected_m[req_tag] <= value_q;
  end

  // Memory: one beat of it, that of the tracked row (a row has one beat here).
  reg  [`BUS_BITS-1:0]      memory_q;
  wire                      line_taken = ~init & line_req_valid & line_req_ready;
  wire [31:0]               here = {addr_q, {`ACCESS_SHIFT{1'b0}}};
  wire                      line_tracked = line_req_addr[31:`LINE_BITS] == here[31:`LINE_BITS];
  wire                      beat_tracked = line_req_addr[31:`ACCESS_SHIFT] == addr_q;
  wire [`MSHRS-1:0]         asks = (line_taken & ~line_req_write) << line_req_id;
  wire                      read_beat = ~init & line_rsp_valid & line_rsp_id != WRITE_ID;
  wire                      write_rsp = ~init & line_rsp_valid & line_rsp_id == WRITE_ID;
  reg  [`MSHRS-1:0]         reading_q;
  reg  [`MSHRS-1:0]         mine_q;            // this read is of the tracked line
  reg  [`BUS_BITS-1:0]      snapshot_m [0:`MSHRS-1];
  reg  [`MSHRS*8-1:0]       beats_q;
  wire [7:0]                beat = beats_q[line_rsp_id*8 +: 8];
  wire                      ends = read_beat & beat == `BEATS - 1;
  wire [`MSHRS-1:0]         read_ends = ends << line_rsp_id;
  wire [7:0]                at = here[`LINE_BITS-1:0] / `BUS_BYTES;
  reg  [4:0]                writes_q;          // not answered
  reg  [4:0]                mine_ahead_q;      // up to the last one of the tracked line
  wire                      write_ends = line_taken & line_req_write & line_req_last;
  reg                       burst_q;
  reg  [7:0]                burst_left_q;
  reg  [31:0]               burst_next_q;

  always @(posedge clk) begin
    if (init)
      memory_q <= req_data;
    else if (line_taken & line_req_write & beat_tracked)
      memory_q <= written;
    reading_q <= init ? 0 : (reading_q | asks) & ~read_ends;
    mine_q <= init ? 0 : line_taken & ~line_req_write
              ? (mine_q & ~asks) | (asks & {`MSHRS{line_tracked}}) : mine_q;
    if (line_taken & ~line_req_write)
      snapshot_m[line_req_id] <= memory_q;
    if (init)
      beats_q <= 0;
    else if (read_beat)
      beats_q[line_rsp_id*8 +: 8] <= ends ? 8'd0 : beat + 8'd1;
    writes_q <= init ? 5'd0 : writes_q + write_ends - write_rsp;
    mine_ahead_q <= init ? 5'd0 : write_ends & line_tracked ? writes_q + 5'd1 - write_rsp
                    : mine_ahead_q - (write_rsp & |mine_ahead_q);
    burst_q <= ~init & (line_taken ? line_req_write & ~line_req_last : burst_q);
    burst_left_q <= line_taken ? (burst_q ? burst_left_q : line_req_len) - 8'd1 : burst_left_q;
    if (line_taken)
      burst_next_q <= line_req_addr + `BUS_BYTES;
  end

  wire [`BUS_BITS-1:0] written;

  generate
    for (i = 0; i < `BUS_BYTES; i = i + 1) begin : g_written
      assign written[i*8 +: 8] = line_req_strb[i] ? line_req_data[i*8 +: 8] : memory_q[i*8 +: 8];
    end
  endgenerate

  always @*
    if (~init & line_rsp_valid) begin
      if (line_rsp_id == WRITE_ID) write_open: assume (writes_q != 0);
      if (line_rsp_id != WRITE_ID)
        read_open: assume (line_rsp_id < `MSHRS & reading_q[line_rsp_id]);
      if (read_beat & mine_q[line_rsp_id] & beat == at)
        contents: assume (line_rsp_data == snapshot_m[line_rsp_id]);
    end

  // A line port that stays.
  wire [1+`ID_BITS+1+32+8+1+`BUS_BYTES+`BUS_BITS-1:0] line_req
    = {line_req_valid, line_req_id, line_req_write, line_req_addr, line_req_len, line_req_last,
       line_req_strb & {`BUS_BYTES{line_req_write}}, line_req_data & {`BUS_BITS{line_req_write}}};
  reg  [1+`ID_BITS+1+32+8+1+`BUS_BYTES+`BUS_BITS-1:0] line_req_q;
  reg                                                 line_stays;
  wire [1+`REQUEST_BITS+1+`ACCESS_BITS-1:0] rsp
    = {rsp_valid, rsp_tag, rsp_error, rsp_data & {`ACCESS_BITS{expects_q[rsp_tag]}}};
  reg  [1+`REQUEST_BITS+1+`ACCESS_BITS-1:0] rsp_q;
  reg                                       rsp_stays;

  always @(posedge clk) begin
    line_req_q <= line_req;
    line_stays <= ~init & line_req_valid & ~line_req_ready;
    rsp_q <= rsp;
    rsp_stays <= ~init & rsp_valid & ~rsp_ready;
  end

  // A flush: the tracked row is in memory if no store of it came since.
  reg flush_pure_q;

  always @(posedge clk)
    flush_pure_q <= ~init & (flush ? ~(taken & tracked & req_write) & ~|storing_q
                             : flush_pure_q & ~(taken & tracked & req_write));

  // Stores of the tracked row that are accepted and not answered.
  reg [`REQUESTS-1:0] storing_q;

  always @(posedge clk)
    storing_q <= init ? 0 : (storing_q & ~gives) | (takes & {`REQUESTS{tracked & req_write}});

  // A beat that comes is a row of its line: one cycle later it goes to the way that the tags gave
  // that line, and to nowhere else.
  reg                   fill_q;
  reg                   fill_mine_q;
  reg  [31:`LINE_BITS]  lines_m [0:`MSHRS-1];
  reg  [31:`LINE_BITS]  fill_line_q;
  reg  [7:0]            fill_beat_q;
  reg  [`BUS_BITS-1:0]  fill_data_q;
  reg  [`dcache_WAYS-1:0] way_q;          // of the tracked line
  wire                  fill;
  wire [`dcache_LINE_TOP-1:`LINE_BITS] fill_line;
  wire [`dcache_ROW_BITS-1:0] fill_row;
  wire [`dcache_WAY_BITS-1:0] fill_way;
  wire [`BUS_BITS-1:0]  fill_data;
  wire                  alloc;
  wire [`dcache_LINE_TOP-1:`LINE_BITS] alloc_line;
  wire [`dcache_WAYS-1:0] alloc_ways;
  wire [`dcache_WAYS-1:0] fill_ways = {{`dcache_WAYS-1{1'b0}}, 1'b1} << fill_way;

  //@ fill = u.fill
  //@ fill_line = u.fill_line
  //@ fill_row = u.fill_row
  //@ fill_way = u.fill_way
  //@ fill_data = u.u_data.fill_data
  //@ alloc = u.b_alloc
  //@ alloc_line = u.b_line
  //@ alloc_ways = u.u_lookup.write_ways

  always @(posedge clk) begin
    fill_q <= read_beat;
    fill_mine_q <= mine_q[line_rsp_id];
    fill_line_q <= lines_m[line_rsp_id];
    fill_beat_q <= beat;
    fill_data_q <= line_rsp_data;
    if (line_taken & ~line_req_write)
      lines_m[line_req_id] <= line_req_addr[31:`LINE_BITS];
    if (~init & alloc & alloc_line == here[`dcache_LINE_TOP-1:`LINE_BITS])
      way_q <= alloc_ways;
  end

  //@ looks = u.u_lookup.looks
  //@ hit = u.u_lookup.hit
  //@ m_match = u.u_mshr.match
  wire                       looks;
  wire [`dcache_WAYS-1:0]    hit;
  wire [`MSHRS-1:0]          m_match;

  always @*
    if (~init) begin
      if (rsp_valid) asked_for: assert (flying_q[rsp_tag] & ~rsp_error);
      if (checks) last_stored: assert (rsp_data == expected_m[rsp_tag]);
      if (rsp_stays) rsp_held: assert (rsp == rsp_q);
      if (line_stays) line_held: assert (line_req == line_req_q);
      if (line_req_valid & ~line_req_write)
        line_read: assert (line_req_addr[`LINE_BITS-1:0] == 0 & line_req_len == `BEATS - 1
                           & line_req_last & line_req_id < `MSHRS & ~reading_q[line_req_id]);
      if (line_req_valid & ~line_req_write & line_tracked)
        none_open: assert (mine_ahead_q == 0 & ~|(mine_q & reading_q));
      if (line_req_valid & burst_q)
        burst: assert (line_req_write & line_req_addr == burst_next_q
                       & line_req_last == (burst_left_q == 0));
      if (line_req_valid & line_req_write)
        write: assert (line_req_id == WRITE_ID & |line_req_strb & writes_q < 5'd16);
      if (flush_done & flush_pure_q) written_back: assert (memory_q == value_q);
      only_refills: assert (fill == fill_q);
      if (fill_q)
        refill: assert (fill_line == fill_line_q[`dcache_LINE_TOP-1:`LINE_BITS]
                        & fill_row == fill_beat_q[`dcache_ROW_BITS-1:0] & fill_data == fill_data_q);
      if (fill_q & fill_mine_q) refill_way: assert (fill_ways == way_q);
      if (looks) one_way: assert ((hit & (hit - 1'b1)) == 0);
      one_mshr: assert ((m_match & (m_match - 1'b1)) == 0);
      no_error: assert (~mem_error_valid);
    end

`ifdef FAIR
  // A fair memory and core: nobody waits long for a ready or an answer; and then neither does the
  // core.
  reg [3:0] req_wait_q, rd_wait_q, wr_wait_q, rsp_wait_q;
  reg [7:0] age_q;
  reg [`REQUEST_BITS-1:0] tag_q;

  always @(posedge clk) begin
    if (init)
      tag_q <= req_tag;
    req_wait_q <= init | ~line_req_valid | line_req_ready ? 0 : req_wait_q + 1;
    rd_wait_q <= init | ~|reading_q | read_beat ? 0 : rd_wait_q + 1;
    wr_wait_q <= init | writes_q == 0 | write_rsp ? 0 : wr_wait_q + 1;
    rsp_wait_q <= init | ~rsp_valid | rsp_ready ? 0 : rsp_wait_q + 1;
    age_q <= init | ~flying_q[tag_q] | (answers & rsp_tag == tag_q) ? 8'd0 : age_q + 8'd1;
  end

  always @*
    if (~init) begin
      fair: assume (req_wait_q < 2 & rd_wait_q < 3 & wr_wait_q < 3 & rsp_wait_q < 2);
      no_flush: assume (~flush_any);
      in_time: assert (age_q < `FAIR);
    end
`endif
endmodule
