// lsu_flight - no request and no answer is lost or doubled, and each goes to its instruction
// SPDX-License-Identifier: Apache-2.0
//
// Between a head that opens instructions and makes their requests at random, and a memory that
// answers open tags in any order. One request is tracked, picked at random when it is made, and one
// place for an instruction: how many of its requests are open, and whether it has made all of them.
// With a data cache two answers may be held: one waits behind the one at a_.
`define LANES `lsu_flight_LANES
`define META_BITS `lsu_flight_META_BITS
`define ACCESS_BITS `lsu_flight_ACCESS_BITS
`define OFFSET_BITS `lsu_flight_OFFSET_BITS
`define OWNERS `lsu_flight_OWNERS
`define OWNER_BITS `lsu_flight_OWNER_BITS
`define REQUESTS `lsu_flight_REQUESTS
`define REQUEST_BITS `lsu_flight_REQUEST_BITS
`define WHAT_BITS (4 + `LANES + `LANES * `OFFSET_BITS)
module lsu_flight (
  input wire                      clk,
  input wire                      open_any,
  input wire                      fire_any,
  input wire                      h_close,
  input wire [`META_BITS-1:0]     meta_any,
  input wire [2:0]                h_funct3,
  input wire                      h_store,
  input wire [`LANES-1:0]         h_served,
  input wire [`LANES*`OFFSET_BITS-1:0] h_offsets,
  input wire [31:`OFFSET_BITS]    h_word,
  input wire                      rsp_any,
  input wire [`REQUEST_BITS-1:0]  rsp_tag,
  input wire [`ACCESS_BITS-1:0]   rsp_data,
  input wire                      rsp_error,
  input wire                      a_ready,
  input wire                      pick_any,
  input wire [`OWNER_BITS-1:0]    owner_any
);
  reg init = 1'b1;

  // The head: an instruction is open from the cycle after h_open until its last request.
  reg                      busy_q;
  reg  [`OWNER_BITS-1:0]   h_owner;
  reg  [`META_BITS-1:0]    h_meta;
  wire                     owner_free;
  wire [`OWNER_BITS-1:0]   owner_next;
  wire                     tag_free;
  wire [`REQUEST_BITS-1:0] tag_next;
  wire                     h_fire = fire_any & busy_q & tag_free & ~init;
  wire                     h_open = open_any & (~busy_q | (h_fire & h_close)) & owner_free & ~init;

  always @(posedge clk) begin
    init <= 1'b0;
    busy_q <= ~init & (h_open | (busy_q & ~(h_fire & h_close)));
    if (h_open) begin
      h_owner <= owner_next;
      h_meta <= meta_any;
    end
  end

  reg  [`REQUESTS-1:0]     flying_q;
  wire                     rsp_valid = rsp_any & flying_q[rsp_tag] & ~init;
  wire                     rsp_ready;
  wire                     taken = rsp_valid & rsp_ready;
  wire                     error_valid;
  wire [31:0]              error_addr;
  wire                     a_valid;
  wire                     a_last;
  wire [`META_BITS-1:0]    a_meta;
  wire [2:0]               a_funct3;
  wire                     a_writes;
  wire [`LANES-1:0]        a_lanes;
  wire [`LANES*`OFFSET_BITS-1:0] a_offsets;
  wire [`ACCESS_BITS-1:0]  a_data;

  ww_lsu_flight u (
    .clk(clk), .rst(init), .owner_free(owner_free), .owner_next(owner_next),
    .tag_free(tag_free), .tag_next(tag_next), .h_open(h_open), .h_close(h_close),
    .h_owner(h_owner), .h_fire(h_fire), .h_meta(h_meta), .h_funct3(h_funct3),
    .h_store(h_store), .h_served(h_served), .h_offsets(h_offsets),
    .mem_rsp_valid(rsp_valid), .mem_rsp_ready(rsp_ready), .mem_rsp_tag(rsp_tag),
    .mem_rsp_data(rsp_data), .mem_rsp_error(rsp_error), .a_valid(a_valid),
`ifdef lsu_flight_has_mem_error_valid
    .h_word(h_word), .mem_error_valid(error_valid), .mem_error_addr(error_addr),
`endif
    .a_ready(a_ready), .a_last(a_last), .a_meta(a_meta), .a_funct3(a_funct3),
    .a_writes(a_writes), .a_lanes(a_lanes), .a_offsets(a_offsets), .a_data(a_data)
  );

  // Tags in flight.
  wire [`REQUESTS-1:0] one_tag = 1;

  always @(posedge clk)
    flying_q <= init ? 0 : (flying_q | (h_fire ? one_tag << tag_next : 0))
                           & ~(taken ? one_tag << rsp_tag : 0);

  // The tracked place: of the instruction that it holds, open requests, and whether all are made.
  reg  [`OWNER_BITS-1:0] owner_q;
  reg                    held_q;
  reg                    closed_q;
  reg  [`REQUESTS-1:0]   mine_q;      // its open requests
  wire                   fires = h_fire & h_owner == owner_q;
  wire                   answers = taken & mine_q[rsp_tag];
  wire [`REQUESTS-1:0]   others = mine_q & ~(one_tag << rsp_tag);
  wire                   completes = answers & closed_q & others == 0;
  wire                   opens = h_open & owner_next == owner_q;

  always @(posedge clk) begin
    if (init)
      owner_q <= owner_any;
    held_q <= ~init & (opens | (held_q & ~completes));
    closed_q <= ~init & ~opens & (closed_q | (fires & h_close)) & ~completes;
    mine_q <= init ? 0 : (mine_q | (fires ? one_tag << tag_next : 0))
                         & ~(answers ? one_tag << rsp_tag : 0);
  end

  // The tracked request, and what its answer has to be.
  reg                      open_q;
  reg  [`REQUEST_BITS-1:0] tag_q;
  reg  [`META_BITS-1:0]    meta_q;
  reg  [`WHAT_BITS-1:0]    what_q;
  reg  [31:`OFFSET_BITS]   word_q;
  wire                     picks = h_fire & pick_any & ~open_q & ~behind_q;
  wire                     mine = taken & open_q & rsp_tag == tag_q;
  wire                     stores = what_q[`WHAT_BITS-1];
  wire                     moves = ~a_valid | a_ready;
  reg                      gave_q;        // its answer came to a_ in the last cycle
  reg                      behind_q;      // or waits behind a_, unless it ends without a word
  wire                     behind = behind_q & ~rsp_ready;
  reg                      with_data_q;
  reg  [`ACCESS_BITS-1:0]  data_q;
  reg                      answered_q;    // the tracked place's
  reg                      completed_q;
  reg                      late_q;        // the same of an answer behind a_
  reg                      late_ends_q;
  wire                     late = late_q & ~rsp_ready;
  reg                      quiet_q;       // no answer came

  always @(posedge clk) begin
    open_q <= ~init & (picks | (open_q & ~mine));
    if (picks) begin
      tag_q <= tag_next;
      meta_q <= h_meta;
      what_q <= {h_store, h_funct3, h_served, h_offsets};
      word_q <= h_word;
    end
    gave_q <= ~init & (mine | behind) & moves;
    behind_q <= ~init & (mine | behind) & ~moves;
    if (mine) begin
      with_data_q <= ~stores & ~rsp_error;
      data_q <= rsp_data;
    end
    answered_q <= ~init & (answers | late) & moves;
    completed_q <= late ? late_ends_q : completes;
    late_q <= ~init & (answers | late) & ~moves;
    if (~late)
      late_ends_q <= completes;
    quiet_q <= ~init & ~taken & rsp_ready;
    moved_q <= ~init & moves;
  end

  // What is held stays.
  wire [`META_BITS+`WHAT_BITS+`ACCESS_BITS+1:0] a
    = {a_valid, a_last, a_writes, a_meta, a_funct3, a_lanes, a_offsets, a_data};
  reg  [`META_BITS+`WHAT_BITS+`ACCESS_BITS+1:0] a_q;
  reg                                           stays_q;
  reg                                           moved_q;

  always @(posedge clk) begin
    a_q <= a;
    stays_q <= ~init & a_valid & ~a_ready;
  end

  always @*
    if (~init) begin
      in_range: assume (owner_q < `OWNERS);
      tags: assert (tag_free == ~&flying_q & (~tag_free | ~flying_q[tag_next]));
      if (owner_free & owner_next == owner_q) places: assert (~held_q);
      if (~held_q) place_free: assert (owner_free);
`ifdef lsu_hold_has_room
      goes_on: assert (rsp_ready | (a_valid & ~moved_q));
`else
      goes_on: assert (rsp_ready == moves);
`endif
      if (stays_q) held: assert (a == a_q);
      if (quiet_q & ~stays_q) only_answers: assert (~a_valid);
      if ((behind_q & with_data_q) | (late_q & late_ends_q)) kept: assert (~rsp_ready);
      if (gave_q & with_data_q) not_lost: assert (a_valid & a_writes);
      if (gave_q & a_valid) with_data: assert (a_writes == with_data_q);
      if (gave_q & a_valid & a_writes)
        its_lanes: assert ({a_funct3, a_lanes, a_offsets} == what_q[`WHAT_BITS-2:0]
                           & a_data == data_q);
      if (gave_q & a_valid) its_instruction: assert (a_meta == meta_q);
      if (answered_q & completed_q) last: assert (a_valid & a_last);
      if (answered_q & ~completed_q) not_last: assert (~a_valid | ~a_last);
`ifdef lsu_flight_has_mem_error_valid
      if (mine)
        error: assert (error_valid == rsp_error & error_addr == {word_q, {`OFFSET_BITS{1'b0}}});
`endif
    end
endmodule
