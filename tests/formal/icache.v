// icache - a refill goes to the line that asked: what is fetched is what memory holds there
// SPDX-License-Identifier: Apache-2.0
//
// The whole instruction cache between warps that ask, wait and flush at random and a memory that
// answers the rules of doc/bus.md at random. One block is tracked: what memory holds there, which
// may change once, at any time. An answer without error must be what memory held, and after an
// invalidation that began after the change what it holds since. Where beats and tags are written is
// compared with what was asked for on the line port. Bits of data have two values each, as all are
// carried alike.
`define TOP `icache_FETCH_TOP
`define WARP_BITS `icache_WARP_BITS
`define WARPS `icache_WARPS
`define BLOCK_BITS `icache_BLOCK_BITS
`define LINE_BITS `icache_LINE_BITS
`define SET_BITS `icache_SET_BITS
`define TAG_BITS `icache_TAG_BITS
`define WAYS `icache_WAYS
`define MSHRS `icache_MSHRS
`define ID_BITS `icache_ID_BITS
`define AT_BITS `icache_AT_BITS
`define BEATS `icache_BEATS
`define BEAT_BITS `icache_mshr_BEAT_BITS
module icache (
  input wire                   clk,
  input wire                   req_any,
  input wire [`WARP_BITS-1:0]  req_tag,
  input wire [`TOP-1:`BLOCK_BITS] req_addr,
  input wire [`WARPS-1:0]      waits,
  input wire [`WARPS-1:0]      retries,
  input wire                   flush_any,
  input wire                   line_req_ready,
  input wire                   line_rsp_any,
  input wire [`ID_BITS-1:0]    line_rsp_id,
  input wire [1:0]             line_rsp_bits,
  input wire                   line_rsp_error,
  input wire                   change_any,
  input wire [`TOP-1:`BLOCK_BITS] addr_any,
  input wire [1:0]             old_any,
  input wire [1:0]             new_any
);
  reg init = 1'b1;
  reg [`TOP-1:`BLOCK_BITS] addr_q;
  reg [1:0]                old_q;
  reg [1:0]                new_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      addr_q <= addr_any;
      old_q <= old_any;
      new_q <= new_any;
    end
  end

  wire                     req_valid = req_any & ~init;
  wire                     req_ready;
  wire                     rsp_valid;
  wire [`WARP_BITS-1:0]    rsp_tag;
  wire [`icache_WORDS*32-1:0] rsp_data;
  wire                     rsp_error;
  wire                     rsp_miss;
  wire [`TOP-1:`BLOCK_BITS] rsp_addr;
  wire                     flush_done;
  wire                     line_req_valid;
  wire [`ID_BITS-1:0]      line_req_id;
  wire [31:0]              line_req_addr;
  wire [7:0]               line_req_len;
  reg  [`MSHRS-1:0]        reading_q;
  wire                     line_rsp_valid = line_rsp_any & ~init & reading_q[line_rsp_id];
  wire                     line_rsp_ready;
  wire [`BEAT_BITS-1:0]    beat;
  wire                     line_rsp_last = &beat;
  reg                      flushing_q;
  wire                     flush = flush_any & ~flushing_q & ~init;

  ww_icache u (
    .clk(clk), .rst(init), .fetch_req_valid(req_valid), .fetch_req_ready(req_ready),
    .fetch_req_tag(req_tag), .fetch_addr(req_addr), .fetch_rsp_valid(rsp_valid),
    .fetch_rsp_tag(rsp_tag), .fetch_rsp_data(rsp_data), .fetch_rsp_error(rsp_error),
    .fetch_rsp_miss(rsp_miss), .fetch_rsp_addr(rsp_addr), .fetch_waits(waits),
    .fetch_retries(retries), .flush_start(flush), .flush_done(flush_done),
    .line_req_valid(line_req_valid), .line_req_ready(line_req_ready), .line_req_id(line_req_id),
    .line_req_addr(line_req_addr), .line_req_len(line_req_len), .line_rsp_valid(line_rsp_valid),
    .line_rsp_ready(line_rsp_ready), .line_rsp_id(line_rsp_id),
    .line_rsp_data({`icache_BUS_BITS/2{line_rsp_bits}}), .line_rsp_last(line_rsp_last),
    .line_rsp_error(line_rsp_error)
  );

  // What memory holds, and whether an invalidation has begun and ended since it changed.
  reg  changed_q;
  reg  pure_q;       // the flush under way began after the change
  reg  fresh_q;
  wire changes = change_any & ~init & ~changed_q;

  always @(posedge clk) begin
    flushing_q <= ~init & (flush | (flushing_q & ~flush_done));
    changed_q <= ~init & (changed_q | changes);
    pure_q <= ~init & (flush ? changed_q : pure_q);
    fresh_q <= ~init & (fresh_q | (flush_done & pure_q));
  end

  // Line port: which lines have been asked for, and which beat comes next.
  wire                     here = line_req_addr[`TOP-1:`LINE_BITS] == addr_q[`TOP-1:`LINE_BITS];
  wire [`MSHRS-1:0]        asks = {{`MSHRS-1{1'b0}}, line_req_valid & line_req_ready & ~init}
                                  << line_req_id;
  wire                     taken = line_rsp_valid & line_rsp_ready;
  wire [`MSHRS-1:0]        ends = {{`MSHRS-1{1'b0}}, taken & line_rsp_last} << line_rsp_id;
  reg  [`MSHRS-1:0]        tracked_q;     // the read is of the tracked line
  reg  [`MSHRS-1:0]        late_q;        // and was asked for after the change
  reg  [`TOP-1:`LINE_BITS] lines_m [0:`MSHRS-1];
  reg  [`BEAT_BITS-1:0]    beats_m [0:`MSHRS-1];
  wire [`BEAT_BITS-1:0]    at = addr_q[`LINE_BITS-1 -: `BEAT_BITS];
  wire                     mine = taken & tracked_q[line_rsp_id];
  reg                      failed_q;      // a beat of the tracked line had an error

  assign beat = beats_m[line_rsp_id];

  always @(posedge clk) begin
    reading_q <= init ? 0 : (reading_q | asks) & ~ends;
    tracked_q <= (tracked_q & ~asks) | (asks & {`MSHRS{here}});
    late_q <= (late_q & ~asks) | (asks & {`MSHRS{changed_q}});
    failed_q <= ~init & (failed_q | (mine & line_rsp_error));
    if (line_req_valid & line_req_ready)
      lines_m[line_req_id] <= line_req_addr[`TOP-1:`LINE_BITS];
    if (line_req_valid & line_req_ready)
      beats_m[line_req_id] <= 0;
    if (taken)
      beats_m[line_rsp_id] <= beat + 1'b1;
  end

  always @*
    if (~init) begin
      in_range: assume (req_tag < `WARPS);
      if (mine & beat == at & ~line_rsp_error)
        contents: assume ((line_rsp_bits == old_q & ~late_q[line_rsp_id])
                          | (line_rsp_bits == new_q & changed_q));
    end

  // Where a beat has to go: one cycle later.
  reg                      fill_q;
  reg                      fill_mine_q;
  reg  [`TOP-1:`LINE_BITS] fill_line_q;
  reg  [`BEAT_BITS-1:0]    fill_beat_q;
  reg  [1:0]               fill_bits_q;
  reg  [`WAYS-1:0]         way_q;         // of the tracked line's last refill
  reg  [`BEATS-1:0]        came_q;        // its beats that have been written

  //@ fill_way = u.fill_way
  //@ fill_words = u.fill_words
  //@ fill_row = u.fill_row
  //@ fill_data = u.fill_data
  //@ t_hit = u.t_hit
  //@ t_valid = u.t_valid_q
  //@ write_line = u.write_line_q
  //@ write_way = u.write_way_q
  //@ write_set = u.write_set_q
  //@ write_data = u.write_data_q
  wire [`WAYS-1:0]         fill_way;
  wire [`icache_WORDS-1:0] fill_words;
  wire [`LINE_BITS+`SET_BITS-1:`BLOCK_BITS] fill_row;
  wire [`icache_WORDS*32-1:0] fill_data;
  wire [`WAYS-1:0]         t_hit;
  wire                     t_valid;
  wire                     write_line;
  wire [`WAYS-1:0]         write_way;
  wire [`SET_BITS-1:0]     write_set;
  wire [`TAG_BITS+1:0]     write_data;
  wire                     enters = ~init & write_line
                                    & {write_data[`TAG_BITS-1:0], write_set}
                                      == addr_q[`TOP-1:`LINE_BITS];

  always @(posedge clk) begin
    fill_q <= ~init & taken;
    fill_mine_q <= mine;
    fill_line_q <= lines_m[line_rsp_id];
    fill_beat_q <= beat;
    fill_bits_q <= line_rsp_bits;
    if (fill_q & fill_mine_q)
      way_q <= fill_way;
    came_q <= init | enters ? 0
              : came_q | ({{`BEATS-1{1'b0}}, fill_q & fill_mine_q} << fill_beat_q);
  end

  // Answers: two cycles after each request that is taken.
  reg                      a_valid, t_asked;
  reg  [`WARP_BITS-1:0]    a_tag, t_tag;
  reg  [`TOP-1:`BLOCK_BITS] a_addr, t_addr;
  reg                      a_fresh, t_fresh;

  always @(posedge clk) begin
    {t_asked, t_tag, t_addr, t_fresh} <= {req_valid & req_ready, req_tag, req_addr, fresh_q};
    {a_valid, a_tag, a_addr, a_fresh} <= {t_asked & ~init, t_tag, t_addr, t_fresh};
  end

  reg                      line_stays;
  reg  [`ID_BITS+31:0]     line_q;
  wire                     hits = rsp_valid & ~rsp_miss & ~rsp_error & rsp_addr == addr_q;
  wire                     is_old = rsp_data == {`icache_WORDS*16{old_q}};
  wire                     is_new = rsp_data == {`icache_WORDS*16{new_q}};

  always @(posedge clk) begin
    line_stays <= ~init & line_req_valid & ~line_req_ready;
    line_q <= {line_req_id, line_req_addr};
  end

  always @*
    if (~init) begin
      one_answer: assert (rsp_valid == a_valid);
      if (rsp_valid) for_whom: assert (rsp_tag == a_tag & rsp_addr == a_addr);
      if (hits) fetched: assert (is_old | (is_new & changed_q));
      if (hits & a_fresh) fetched_new: assert (is_new);
      if (rsp_valid & ~rsp_miss & rsp_error & rsp_addr == addr_q) error: assert (failed_q);
      if (t_valid) one_way: assert ((t_hit & (t_hit - 1'b1)) == 0);
      if (fill_q)
        to_its_row: assert (&fill_words & |fill_way & (fill_way & (fill_way - 1'b1)) == 0
                            & fill_row == {fill_line_q[`LINE_BITS +: `SET_BITS], fill_beat_q}
                            & fill_data == {`icache_WORDS*16{fill_bits_q}});
      if (~fill_q) nothing_else: assert (~|fill_words);
      if (fill_q & fill_mine_q & |came_q) to_its_way: assert (fill_way == way_q);
      if (enters) whole_line: assert (&came_q & write_way == way_q);
      if (line_req_valid)
        asked: assert (line_req_addr[`LINE_BITS-1:0] == 0 & line_req_len == `BEATS - 1
                       & line_req_addr[31:`TOP] == `icache_RAM_BASE >> `TOP
                       & ~reading_q[line_req_id]);
      if (line_stays) asked_held: assert (line_req_valid & {line_req_id, line_req_addr} == line_q);
      if (line_req_valid & here) asked_once: assert ((tracked_q & reading_q) == 0);
    end
endmodule
