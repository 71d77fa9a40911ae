// icache - instruction cache: lookup, responses, writes of tags, invalidation
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 0   a_  a request is accepted; the memories of all ways are addressed
//         1   t_  the tags are compared; the block of one way is selected
//         2   r_  the response: a block, an error, or a miss
//
// A miss has its response after two cycles, too, and goes to the MSHRs (icache_mshr), which fetch
// the line. The cache holds no request: fetch repeats it after a wake (fetch_wake). Refills write
// the data memories beside the lookups. fetch_req_ready is 0 only in the cycles in which tags are
// written: two per line, and the sweep that clears all tags after reset or behind the last stamp.
//
// A line of which a beat failed is entered, too, with its error bit set. It responds with errors
// until it is replaced or invalidated, so every warp that executes such an instruction traps.
//
// A tag has the stamp of its line. A line is valid if its stamp is the cache's; 0 is no stamp.
//
// Invalidation (flush_start): no new line is fetched; the lines in flight arrive and are entered;
// then the cache takes the next stamp, or behind the last one clears the tags and takes the first;
// then flush_done is 1 for a cycle. So no line that was read before survives, and a warp that waits
// for a line gets it even if other warps invalidate without end.
//
// The bus of fetch is fetch_, the port to memory is line_.
`default_nettype none
module ${prefix}_icache #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},    // log2 of the bytes of a block
  parameter LINE_BITS = ${icache_line_bits},     // log2 of the bytes of a line
  parameter SET_BITS = ${icache_set_bits},
  parameter TAG_BITS = ${icache_tag_bits},
  parameter FETCH_TOP = ${fetch_top_bits},       // address bits from here on are those of RAM
  parameter WAYS = ${icache_ways},
  parameter MSHRS = ${icache_mshrs},
  parameter ID_BITS = ${icache_id_bits},
  parameter RAM_BITS = ${ram_bits},  //% if icache_prefetches
  parameter RAM_BASE = ${ram_base},
  parameter BUS_BITS = ${bus_width},
  parameter BEATS = ${icache_beats},             // of a line
  parameter AT_BITS = ${icache_at_bits}          // log2 of the beats in a way
) (
//% emit ports_icache
);
  localparam [31:0] BASE = RAM_BASE;
  localparam [7:0] LAST_BEAT = BEATS - 1;
  localparam [SET_BITS-1:0] NEXT_SET = 1;
  localparam TAG_LOW = LINE_BITS + SET_BITS;

  localparam STAMP_BITS = 3;
  localparam [STAMP_BITS-1:0] STAMP = 1;

  // The sweep clears all tags: after reset, and in an invalidation behind the last stamp, when no
  // MSHR is in use.
  reg                  drain_q;      // an invalidation waits for the MSHRs
  reg                  sweep_q;
  reg                  report_q;     // the sweep belongs to an invalidation
  reg                  done_q;
  reg  [SET_BITS-1:0]  sweep_set_q;  // set that the sweep clears next
  reg  [STAMP_BITS-1:0] stamp_q;     // of the lines that are valid

  wire                 busy;         // an MSHR is in use
//% stall clear ~busy & drain_q
  wire                 drained = drain_q & ~busy${unless stall clear};
  wire                 sweep_start = drained & &stamp_q;
  wire                 sweep_end = sweep_q & &sweep_set_q;

  always @(posedge clk)
    if (rst) begin
      drain_q <= 1'b0;
      sweep_q <= 1'b1;
      report_q <= 1'b0;
      done_q <= 1'b0;
      sweep_set_q <= {SET_BITS{1'b0}};
      stamp_q <= STAMP;
    end else begin
      drain_q <= flush_start | (drain_q & ~drained);
      sweep_q <= sweep_start | (sweep_q & ~sweep_end);
      report_q <= sweep_start | (report_q & ~sweep_end);
      done_q <= (sweep_end & report_q) | (drained & ~sweep_start);
      if (drained)
        stamp_q <= sweep_start ? STAMP : stamp_q + STAMP;
      if (sweep_q)
        sweep_set_q <= sweep_set_q + NEXT_SET;
    end

  assign flush_done = done_q;

  // Write of a tag: one set of one way, in a sweep of all ways. No lookup reads in such a cycle.
  reg                  write_q;
  reg                  write_line_q; // the write makes a line valid
  reg  [WAYS-1:0]      write_way_q;
  reg  [SET_BITS-1:0]  write_set_q;
  reg  [STAMP_BITS+TAG_BITS:0] write_data_q; // {error, stamp, tag}

//% if icache_prefetches
  // Cycle 0: a request is accepted, or in its absence the line to look up ahead.
  reg                  ahead_q;           // there is a line to look up ahead
  reg  [FETCH_TOP-1:LINE_BITS] ahead_line_q;
  wire                 a_ahead = ahead_q & ~fetch_req_valid;
//% if icache_many_blocks
  wire [FETCH_TOP-1:BLOCK_BITS] ahead_addr = {ahead_line_q, {LINE_BITS-BLOCK_BITS{1'b0}}};
//% else
  wire [FETCH_TOP-1:BLOCK_BITS] ahead_addr = ahead_line_q;
//% end
  wire [FETCH_TOP-1:BLOCK_BITS] a_addr = a_ahead ? ahead_addr : fetch_addr;
//% else
  // Cycle 0: a request is accepted.
  wire [FETCH_TOP-1:BLOCK_BITS] a_addr = fetch_addr;
//% end

//% stall insn fetch_req_valid & ~write_q & ~sweep_q
  assign fetch_req_ready = ~sweep_q & ~write_q${unless stall insn};

  // Cycle 1: the tags are compared.
  reg                  t_valid_q;
  reg  [WARP_BITS-1:0] t_warp_q;
  reg  [FETCH_TOP-1:BLOCK_BITS] t_addr_q;
  wire [WAYS-1:0]      t_hit;
  wire [WAYS-1:0]      t_error;
  wire [WAYS*WORDS*32-1:0] t_blocks;
  wire [WORDS*32-1:0]  t_block;

  // Cycle 2: the response.
  reg                  r_valid_q;
  reg  [WARP_BITS-1:0] r_warp_q;
  reg  [FETCH_TOP-1:BLOCK_BITS] r_addr_q;
  reg  [WAYS-1:0]      r_hit_q;
  reg                  r_error_q;
  reg  [WORDS*32-1:0]  r_block_q;
  reg                  t_ahead_q;    // lookup ahead, without a response  //% if icache_prefetches
  reg                  r_ahead_q;    // lookup ahead, without a response  //% if icache_prefetches
  wire [WAYS-1:0]      t_used;       // ways of the set that hold a line  //% if icache_random
  reg  [WAYS-1:0]      r_used_q;                                          //% if icache_random

  always @(posedge clk)
    if (rst) begin
      t_valid_q <= 1'b0;
      r_valid_q <= 1'b0;
//% if icache_prefetches
      t_ahead_q <= 1'b0;
      r_ahead_q <= 1'b0;
//% end
    end else begin
      t_valid_q <= fetch_req_valid & fetch_req_ready;
      r_valid_q <= t_valid_q;
//% if icache_prefetches
      t_ahead_q <= a_ahead & fetch_req_ready;
      r_ahead_q <= t_ahead_q;
//% end
    end

  always @(posedge clk) begin
    t_warp_q <= fetch_req_tag;
    t_addr_q <= a_addr;
    r_warp_q <= t_warp_q;
    r_addr_q <= t_addr_q;
    r_hit_q <= t_hit;
    r_error_q <= |(t_hit & t_error);
    r_block_q <= t_block;
    r_used_q <= t_used;  //% if icache_random
  end

  ${prefix}_onehot_mux #(.N(WAYS), .WIDTH(WORDS*32)) u_block (
    .sel(t_hit), .in(t_blocks), .out(t_block)
  );

  assign fetch_rsp_valid = r_valid_q;
  assign fetch_rsp_tag = r_warp_q;
  assign fetch_rsp_data = r_block_q;
  assign fetch_rsp_error = r_error_q;
  assign fetch_rsp_miss = ~|r_hit_q;
  assign fetch_rsp_addr = r_addr_q;

//% if icache_prefetches
  // Look ahead: after a miss, and after an access to the first block of a line, the line behind it
  // is looked up. With one block per line that is after each access.
  wire [FETCH_TOP-1:LINE_BITS] next_line
    = r_addr_q[FETCH_TOP-1:LINE_BITS] + {{FETCH_TOP-LINE_BITS-1{1'b0}}, 1'b1};
  wire last_line = &r_addr_q[RAM_BITS-1:LINE_BITS];
//% if icache_many_blocks
  wire first_block = ~|r_addr_q[LINE_BITS-1:BLOCK_BITS];
  wire look_ahead = r_valid_q & (first_block | fetch_rsp_miss) & ~last_line;
//% else
  wire look_ahead = r_valid_q & ~last_line;
//% end

  always @(posedge clk)
    if (rst)
      ahead_q <= 1'b0;
    else
      ahead_q <= look_ahead | (ahead_q & ~(a_ahead & fetch_req_ready));

  always @(posedge clk)
    if (look_ahead)
      ahead_line_q <= next_line;

//% end
//% if hosted
  // No lookup, and no line on its way.
//% if icache_prefetches
  assign icache_idle = ~(busy | t_valid_q | r_valid_q | ahead_q | t_ahead_q | r_ahead_q);
//% else
  assign icache_idle = ~(busy | t_valid_q | r_valid_q);
//% end

//% end
  // Misses: the MSHRs accept or refuse them.
  wire                 alloc;
  wire [WAYS-1:0]      victim;
//% if icache_random
  wire [WAYS-1:0]      locked;       // ways of the set that an MSHR holds
//% end
  wire                 install;      // the line of an MSHR is complete
  wire                 install_error;
  wire [WAYS-1:0]      install_way;
  wire [FETCH_TOP-1:LINE_BITS] install_line;
  wire [FETCH_TOP-1:LINE_BITS] line_req_line;
  wire [MSHRS-1:0]     beat_mshr;
  wire                 beat_taken;
  wire [WAYS-1:0]      beat_way;
  wire [AT_BITS-1:0]   beat_at;
  wire [MSHRS-1:0]     filled;

//% stall install install & ~alloc
  ${prefix}_icache_mshr u_mshr (
    .congested(congested[${stall_ask}:${stall_miss}]),  //% if congest
    .blocked(drain_q | sweep_q),
    .r_valid(r_valid_q & fetch_rsp_miss), .r_warp(r_warp_q),
    .r_ahead(r_ahead_q & fetch_rsp_miss),  //% if icache_prefetches
    .r_line(r_addr_q[FETCH_TOP-1:LINE_BITS]),
    .install_taken(~alloc${unless stall install}),
    .installed(write_line_q), .icache_waits(fetch_waits),
    .icache_retries(fetch_retries), .icache_wake(fetch_wake), .req_valid(line_req_valid),
    .req_ready(line_req_ready), .req_id(line_req_id), .req_line(line_req_line),
    .rsp_id(line_rsp_id), .rsp_error(line_rsp_error),
//% connect icache_mshr
  );

  assign line_req_addr = {BASE[31:FETCH_TOP], line_req_line, {LINE_BITS{1'b0}}};
  assign line_req_len = LAST_BEAT;

//% if icache_many_ways
  // If an MSHR holds the victim's way, the miss is refused.
  wire [WAYS-1:0] taken = victim & {WAYS{alloc}};

  ${prefix}_victim_${icache_replacement} #(
    .SET_BITS(SET_BITS), .WAY_BITS(${icache_way_bits}), .WAYS(WAYS)
  ) u_victim (
    .clk(clk), .rst(rst), .sweep(sweep_q), .sweep_set(sweep_set_q),
    .set(r_addr_q[LINE_BITS +: SET_BITS]), .touch((r_hit_q & {WAYS{r_valid_q}}) | taken),
    .alloc(taken), .allowed({WAYS{1'b1}}), .victim(victim),
    .used(r_used_q | locked)  //% if icache_random
    .used({WAYS{1'b1}})       //% else
  );
//% else
  assign victim = 1'b1;
//% end

  always @(posedge clk)
    if (rst) begin
      write_q <= 1'b0;
      write_line_q <= 1'b0;
    end else begin
      write_q <= sweep_q | alloc | install${unless stall install};
      write_line_q <= install & ~alloc${unless stall install};
    end

  // Two writes per line: when a miss is accepted, the victim becomes invalid. When the line is
  // complete, its tag becomes valid.
  always @(posedge clk) begin
    write_way_q <= {WAYS{sweep_q}} | (alloc ? victim : install_way);
    write_set_q <= sweep_q ? sweep_set_q
                   : alloc ? r_addr_q[LINE_BITS +: SET_BITS] : install_line[LINE_BITS +: SET_BITS];
    write_data_q <= {install_error, stamp_q & {STAMP_BITS{~sweep_q & ~alloc}},
                     install_line[TAG_LOW +: TAG_BITS]};
  end

  // Refill: the beats are written row by row.
  wire [WAYS-1:0]      fill_way;
  wire [WORDS-1:0]     fill_words;
  wire [TAG_LOW-1:BLOCK_BITS] fill_row;
  wire [WORDS*32-1:0]  fill_data;

  ${prefix}_icache_fill u_fill (
    .congested(congested[${stall_beat}:${stall_beat}]),  //% if congest
    .rsp_valid(line_rsp_valid), .rsp_ready(line_rsp_ready),
    .rsp_data(line_rsp_data), .rsp_last(line_rsp_last),
//% connect icache_fill
  );

  genvar w;
  generate
    for (w = 0; w < WAYS; w = w + 1) begin : g_way
      ${prefix}_icache_way u_way (
        .clk(clk), .a_row(a_addr[TAG_LOW-1:BLOCK_BITS]), .t_tag(t_addr_q[TAG_LOW +: TAG_BITS]),
        .stamp(stamp_q),
        .t_used(t_used[w]),  //% if icache_random
        .t_hit(t_hit[w]), .t_error(t_error[w]), .t_block(t_blocks[w*WORDS*32 +: WORDS*32]),
        .write(write_q & write_way_q[w]), .write_set(write_set_q), .write_data(write_data_q),
        .fill_words(fill_words & {WORDS{fill_way[w]}}), .fill_row(fill_row),
        .fill_data(fill_data)
      );
    end
  endgenerate
endmodule
`default_nettype wire
