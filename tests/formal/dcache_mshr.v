// dcache_mshr - requests are replayed behind their line, with an error if it failed and only then
// SPDX-License-Identifier: Apache-2.0
//
// One line and one request of it are tracked. Lookups come at random, each tag once at a time;
// memory answers reads beat by beat, some with an error.
`define REQUESTS `dcache_mshr_REQUESTS
`define REQUEST_BITS `dcache_mshr_REQUEST_BITS
`define ROW_BITS `dcache_mshr_ROW_BITS
`define ROW_LAST `dcache_mshr_ROW_LAST
`define LINE_BITS `dcache_mshr_LINE_BITS
`define SET_BITS `dcache_mshr_SET_BITS
`define TOP `dcache_mshr_LINE_TOP
`define WAYS `dcache_mshr_WAYS
`define WAY_BITS `dcache_mshr_WAY_BITS
`define MSHRS `dcache_mshr_MSHRS
`define MSHR_BITS `dcache_mshr_MSHR_BITS
`define BEAT_BITS `dcache_mshr_BEAT_BITS
`define BEAT_LAST `dcache_mshr_BEAT_LAST
module dcache_mshr (
  input wire                     clk,
  input wire [`TOP-1:`LINE_BITS] b_line,
  input wire [`ROW_BITS-1:0]     b_row,
  input wire [`REQUEST_BITS-1:0] b_tag,
  input wire                     b_write,
  input wire                     b_any,
  input wire [`WAY_BITS-1:0]     b_way,
  input wire                     r_ready,
  input wire [15:0]              w_open,
  input wire                     read_ready,
  input wire                     rsp_any,
  input wire [`MSHR_BITS-1:0]    rsp_id,
  input wire                     rsp_error,
  input wire [`TOP-1:`LINE_BITS] line_any,
  input wire [`REQUEST_BITS-1:0] tag_any
);
  reg init = 1'b1;
  reg [`TOP-1:`LINE_BITS] line_q;
  reg [`REQUEST_BITS-1:0] tag_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      line_q <= line_any;
      tag_q <= tag_any;
    end
  end

  wire                     m_free, m_match, m_invalidate;
  wire [`WAYS-1:0]         m_way, m_pending, m_invalidate_way;
  wire [`SET_BITS-1:0]     m_invalidate_set;
  wire                     b_merge = b_any & m_match & ~init;
  wire                     b_alloc = b_any & ~m_match & m_free & ~m_pending[b_way] & ~init;
  wire                     r_valid, r_failed, r_error, r_write;
  wire [`REQUEST_BITS-1:0] r_tag;
  wire [`TOP-1:`LINE_BITS] r_line;
  wire [`ROW_BITS-1:0]     r_row;
  wire [`WAY_BITS-1:0]     r_way;
  wire                     read_valid;
  wire [`MSHR_BITS-1:0]    read_id;
  wire [`TOP-1:`LINE_BITS] read_line;
  wire [`BEAT_BITS-1:0]    rsp_beat;
  wire                     fill;
  wire [`MSHR_BITS-1:0]    fill_id;
  wire [`TOP-1:`LINE_BITS] fill_line;
  wire [`ROW_BITS-1:0]     fill_row;
  wire [`WAY_BITS-1:0]     fill_way;
  wire                     error_valid;
  wire [31:0]              error_addr;

  // Memory: the reads that it has, and the beats that they have had.
  reg  [`MSHRS-1:0]        reading_q;
  reg  [`BEAT_BITS-1:0]    beats_m [0:`MSHRS-1];
  wire [`MSHRS-1:0]        mshr = 1;
  wire                     asks = read_valid & read_ready;
  wire                     rsp_valid = rsp_any & reading_q[rsp_id] & ~init;
  wire                     last = rsp_valid & beats_m[rsp_id] == `BEAT_LAST;

  always @(posedge clk) begin
    reading_q <= init ? 0 : (reading_q | (mshr << read_id & {`MSHRS{asks}}))
                            & ~(mshr << rsp_id & {`MSHRS{last}});
    if (asks)
      beats_m[read_id] <= 0;
    if (rsp_valid)
      beats_m[rsp_id] <= beats_m[rsp_id] + 1'b1;
  end

  ww_dcache_mshr u (
    .clk(clk), .rst(init), .b_line(b_line), .b_row(b_row), .b_tag(b_tag), .b_write(b_write),
    .b_merge(b_merge), .b_alloc(b_alloc), .b_way(b_way), .m_free(m_free), .m_match(m_match),
    .m_way(m_way), .m_pending(m_pending), .m_invalidate(m_invalidate),
    .m_invalidate_set(m_invalidate_set),
    .m_invalidate_way(m_invalidate_way), .r_valid(r_valid), .r_ready(r_ready), .r_failed(r_failed),
    .r_error(r_error), .r_tag(r_tag), .r_write(r_write), .r_line(r_line), .r_row(r_row),
    .r_way(r_way), .w_open(w_open), .read_valid(read_valid), .read_ready(read_ready),
    .read_id(read_id), .read_line(read_line), .rsp_valid(rsp_valid), .rsp_id(rsp_id),
    .rsp_error(rsp_error), .rsp_beat(rsp_beat), .fill(fill), .fill_id(fill_id),
    .fill_line(fill_line), .fill_row(fill_row), .fill_way(fill_way), .error_valid(error_valid),
    .error_addr(error_addr)
  );

  // Tags in use, and what the tracked one stands for.
  wire [`REQUESTS-1:0]     request = 1;
  wire                     takes = b_merge | b_alloc;
  wire                     takes_tag = takes & b_tag == tag_q;
  wire                     replays = r_valid & r_ready & ~r_failed;
  reg  [`REQUESTS-1:0]     tags_q;
  reg  [`TOP-1:`LINE_BITS] tag_line_q;
  reg  [`ROW_BITS-1:0]     tag_row_q;
  reg                      tag_write_q;

  always @(posedge clk) begin
    tags_q <= init ? 0 : (tags_q | (request << b_tag & {`REQUESTS{takes}}))
                         & ~(request << r_tag & {`REQUESTS{replays}});
    if (takes_tag)
      {tag_line_q, tag_row_q, tag_write_q} <= {b_line, b_row, b_write};
  end

  // The tracked line: its way, its read, its beats, and the rows that were forgotten. The last
  // replay may wait when its MSHR has ended; its way takes no other line then.
  wire                     here = b_line == line_q;
  wire                     returns = r_valid & r_line == line_q;
  wire                     drops = returns & r_ready & r_failed;
  reg  [7:0]               waiting_q;     // requests of it
  reg  [`WAY_BITS-1:0]     way_q;
  reg                      asked_q;
  reg  [`MSHR_BITS-1:0]    id_q;
  wire                     mine = rsp_valid & asked_q & rsp_id == id_q;
  reg                      here_q;        // all its beats have come
  reg                      failed_q;      // one of them with an error
  reg  [7:0]               dropped_q;     // rows
  reg                      loads_q;       // r_ was free for a replay in the cycle before
  wire                     gone = dropped_q == `ROW_LAST + 1;

  always @(posedge clk)
    if (init) begin
      waiting_q <= 0;
      asked_q <= 1'b0;
      loads_q <= 1'b1;
      here_q <= 1'b0;
    end else begin
      waiting_q <= waiting_q + (takes & here) - (replays & returns);
      loads_q <= ~r_valid | r_ready;
      if (here & b_alloc) begin
        way_q <= b_way;
        asked_q <= 1'b0;
        here_q <= 1'b0;
        failed_q <= 1'b0;
        dropped_q <= 0;
      end
      if (asks & read_line == line_q)
        {asked_q, id_q} <= {1'b1, read_id};
      if (mine & last)
        {here_q, asked_q} <= 2'b10;
      if (mine & rsp_error)
        failed_q <= 1'b1;
      if (drops)
        dropped_q <= dropped_q + 1'b1;
    end

  // The write that is open is known by the digits of its line's number.
  wire [31:0] number = {{32-`TOP+`LINE_BITS{1'b0}}, read_line};
  wire [3:0]  hash = number[31:28] ^ number[27:24] ^ number[23:20] ^ number[19:16]
                     ^ number[15:12] ^ number[11:8] ^ number[7:4] ^ number[3:0];
  reg  [15:0] w_open_q;   // in the cycle before
  reg         stays_q;    // a replay waits for r_ready
  wire [`REQUEST_BITS+`TOP-`LINE_BITS+`ROW_BITS+`WAY_BITS+2:0] r
    = {r_failed, r_error, r_tag, r_write, r_line, r_row, r_way};
  reg  [`REQUEST_BITS+`TOP-`LINE_BITS+`ROW_BITS+`WAY_BITS+2:0] r_q;

  always @(posedge clk) begin
    w_open_q <= w_open;
    r_q <= r;
    stays_q <= ~init & r_valid & ~r_ready;
  end

  wire        held = r_valid & ~r_failed & r_tag == tag_q;

  always @*
    if (~init) begin
      in_range: assume (b_tag < `REQUESTS & b_way < `WAYS & rsp_id < `MSHRS);
      if (takes) new_tag: assume (~tags_q[b_tag]);
      if (stays_q) stays: assert (r_valid & r == r_q);
      if (here & waiting_q != (returns & ~r_failed))
        found: assert (m_match & m_way == {{`WAYS-1{1'b0}}, 1'b1} << way_q);
      if (read_valid) closed: assert (~w_open_q[hash]);
      if (read_valid & read_line == line_q)
        asked: assert (~reading_q[read_id] & ~asked_q & ~here_q & waiting_q != 0);
      if (r_valid & ~r_failed) in_use: assert (tags_q[r_tag]);
      if (held) as_asked: assert (r_line == tag_line_q & r_row == tag_row_q
                                  & r_write == tag_write_q);
      if (loads_q & returns) behind: assert (here_q & r_way == way_q);
      if (loads_q & returns & ~r_failed) error: assert (r_error == failed_q & (~failed_q | gone));
      if (loads_q & returns & r_failed)
        forgotten: assert (failed_q & ~gone & r_row == dropped_q & ~r_write);
      if (r_valid & r_line[`LINE_BITS +: `SET_BITS] == b_line[`LINE_BITS +: `SET_BITS])
        pending: assert (m_pending[r_way]);
      if (loads_q & returns & r_failed & r_row == `ROW_LAST)
        drop: assert (m_invalidate & m_invalidate_set == line_q[`LINE_BITS +: `SET_BITS]
                                & m_invalidate_way == {{`WAYS-1{1'b0}}, 1'b1} << way_q);
      if (mine) reported: assert (error_valid == rsp_error & (~error_valid
        | error_addr == (`dcache_mshr_RAM_BASE | {line_q, {`LINE_BITS{1'b0}}})));
    end
endmodule
