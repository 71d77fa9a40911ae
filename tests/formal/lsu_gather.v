// lsu_gather - every lane that comes leaves once, before the last of its instruction
// SPDX-License-Identifier: Apache-2.0
//
// One lane of one instruction (one beat of it, where lanes are folded) is tracked: its answer has
// come and has not left. The lower bits of meta say here whose it is.
`define LANES `lsu_gather_LANES
`define META_BITS `lsu_gather_META_BITS
`define OWNER_BITS `lsu_gather_OWNER_BITS
`ifdef lsu_gather_has_a_beat
`define BEAT_BITS `lsu_gather_BEAT_BITS
`else
`define BEAT_BITS 1
`endif
module lsu_gather (
  input wire                   clk,
  input wire                   a_valid,
  input wire                   a_last,
  input wire [`OWNER_BITS-1:0] a_owner,
  input wire [`BEAT_BITS-1:0]  a_beat,
  input wire [`LANES-1:0]      a_mask,
  input wire [`META_BITS-1:`OWNER_BITS] meta_any,
  input wire [`LANES*32-1:0]   a_words,
  input wire                   l_ready,
  input wire [`OWNER_BITS-1:0] owner_any,
  input wire [`BEAT_BITS-1:0]  beat_any,
  input wire [7:0]             lane_any
);
  reg init = 1'b1;
  reg [`OWNER_BITS-1:0] owner_q;
  reg [`BEAT_BITS-1:0]  beat_q;
  reg [7:0]             lane_q;

  always @(posedge clk) begin
    init <= 1'b0;
    if (init) begin
      owner_q <= owner_any;
      beat_q <= beat_any;
      lane_q <= lane_any;
    end
  end

  wire [`META_BITS-1:0] a_meta = {meta_any, a_owner};
  wire                  a_ready;
  wire                  l_valid;
  wire                  l_last;
  wire [`LANES-1:0]     l_mask;
  wire [`META_BITS-1:0] l_meta;
  wire [`LANES*32-1:0]  l_data;
`ifdef lsu_gather_has_a_beat
  wire [`BEAT_BITS-1:0] l_beat;
  wire                  beat_mine = a_beat == beat_q;
`else
  wire [`BEAT_BITS-1:0] l_beat = beat_q;
  wire                  beat_mine = 1'b1;
`endif

  ww_lsu_gather u (
    .clk(clk), .rst(init), .a_valid(a_valid & ~init), .a_ready(a_ready), .a_last(a_last),
    .a_owner(a_owner), .a_mask(a_mask), .a_meta(a_meta), .a_words(a_words), .l_valid(l_valid),
`ifdef lsu_gather_has_a_beat
    .a_beat(a_beat), .l_beat(l_beat),
`endif
    .l_ready(l_ready), .l_last(l_last), .l_mask(l_mask), .l_meta(l_meta), .l_data(l_data)
  );

  // What comes, and what leaves.
  wire [`LANES*32-1:0] a_moved = a_words >> (lane_q * 32);
  wire [`LANES*32-1:0] l_moved = l_data >> (lane_q * 32);
  wire [`LANES-1:0]    a_lane = a_mask >> lane_q;
  wire [`LANES-1:0]    l_lane = l_mask >> lane_q;
  wire                 taken = a_valid & a_ready & ~init;
  wire                 owns = taken & a_owner == owner_q;
  wire                 comes = owns & beat_mine & a_lane[0];
  wire                 left = l_valid & l_ready & ~init & l_meta[`OWNER_BITS-1:0] == owner_q;
  wire                 leaves = left & l_beat == beat_q & l_lane[0];
  reg                  here_q;
  reg                  sent_q;      // in this instruction
  reg                  last_q;      // its last answer has come and has not left
  reg                  begun_q;
  reg  [`META_BITS-1:0] meta_q;
  reg  [31:0]          word_q;
  wire                 ends = left & l_last;

  always @(posedge clk) begin
    here_q <= ~init & (here_q | comes) & ~leaves;
    sent_q <= ~init & (sent_q | comes) & ~ends;
    last_q <= ~init & (last_q | (owns & a_last)) & ~ends;
    begun_q <= ~init & (begun_q | owns) & ~ends;
    if (owns)
      meta_q <= a_meta;
    if (comes)
      word_q <= a_moved[31:0];
  end

  // An answer stays until it is taken. An instruction has each lane once, one meta, and nothing
  // behind its last answer; its place is free again when that has left.
  reg stays_q;
  reg [1+`OWNER_BITS+`BEAT_BITS+`LANES+`META_BITS+`LANES*32-1:0] a_q;
  wire [1+`OWNER_BITS+`BEAT_BITS+`LANES+`META_BITS+`LANES*32-1:0] a
    = {a_last, a_owner, a_beat, a_mask, a_meta, a_words};
  reg l_stays_q;
  reg [1+`BEAT_BITS+`META_BITS+`LANES+31:0] l_q;
  wire [1+`BEAT_BITS+`META_BITS+`LANES+31:0] l
    = {l_last, l_beat, l_meta, l_mask, l_moved[31:0] & {32{l_lane[0]}}};
  reg [1:0] wait_q;

  always @(posedge clk) begin
    stays_q <= ~init & a_valid & ~a_ready;
    a_q <= a;
    l_stays_q <= ~init & l_valid & ~l_ready;
    l_q <= l;
    wait_q <= init | ~a_valid | a_ready | ~l_ready ? 2'd0 : wait_q + 2'd1;
  end

  always @*
    if (~init) begin
      lane: assume (lane_q < `LANES);
      if (stays_q) a_held: assume (a_valid & a == a_q);
      if (a_valid & a_owner == owner_q) begin
        once_each: assume (~(sent_q & beat_mine & a_lane[0]));
        one_meta: assume (~begun_q | a_meta == meta_q);
        none_behind: assume (~last_q);
      end
      if (leaves) once: assert (here_q | comes);
      if (leaves) its_word: assert (l_moved[31:0] == (comes ? a_moved[31:0] : word_q));
      if (left) its_meta: assert (l_meta == (owns ? a_meta : meta_q));
      if (ends) last_once: assert (last_q | (owns & a_last));
      if (ends) not_lost: assert (~here_q & ~comes | leaves);
      if (last_q) next_out: assert (l_valid & l_last & l_meta == meta_q);
      if (l_stays_q) l_held: assert (l_valid & l == l_q);
      goes_on: assert (wait_q < 2'd2);
    end
endmodule
