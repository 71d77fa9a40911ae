// lsu_gather - collects the lanes of a beat before they are written
// SPDX-License-Identifier: Apache-2.0
//
// Where a request serves one lane, each answer would take the write port for a cycle, as many as
// all lanes together do. Lanes that come one after the other are collected here (g_); the last
// answer of their instruction, or one of another beat, sends them on, at once or through a register
// (o_) that waits for the write port while collecting goes on. A last answer does not wait for the
// lanes of another instruction, it passes them. What is collected here is never last, so an answer
// that sends it on will come.
`default_nettype none
module ${prefix}_lsu_gather #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter OWNER_BITS = ${owner_bits}
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [39:0] congest,                               //% if congest
  output wire [${stall_gather}:${stall_gather}] congested,  //% if congest
  // alignment
  input  wire                  a_valid,
  output wire                  a_ready,
  input  wire                  a_last,
  input  wire [OWNER_BITS-1:0] a_owner,
  input  wire [BEAT_BITS-1:0]  a_beat,  //% if folded
  input  wire [LANES-1:0]      a_mask,
  input  wire [META_BITS-1:0]  a_meta,
  input  wire [LANES*32-1:0]   a_words,
  // writeback
  output wire                  l_valid,
  input  wire                  l_ready,
  output wire                  l_last,
  output wire [BEAT_BITS-1:0]  l_beat,  //% if folded
  output wire [LANES-1:0]      l_mask,
  output wire [META_BITS-1:0]  l_meta,
  output wire [LANES*32-1:0]   l_data
);
  // Collected.
  reg                   valid_q;
  reg  [OWNER_BITS-1:0] owner_q;
  reg  [BEAT_BITS-1:0]  beat_q;  //% if folded
  reg  [LANES-1:0]      mask_q;
  reg  [META_BITS-1:0]  meta_q;
  reg  [LANES*32-1:0]   data_q;
//% if folded
  wire                  same = valid_q & a_owner == owner_q & a_beat == beat_q;
  // Lanes of an earlier beat leave before the instruction's last answer.
  wire                  earlier = valid_q & a_owner == owner_q & a_beat != beat_q;
  wire                  ends = a_last & ~earlier;
//% else
  wire                  same = valid_q & a_owner == owner_q;
  wire                  ends = a_last;
//% end
//% stall gather a_valid
  wire                  sends = a_valid & (a_last | (valid_q & ~same))${unless stall gather};
  wire                  keep = a_valid & a_ready & ~a_last;

  // Sent, and the write port is taken.
  reg                   o_valid_q;
  reg                   o_last_q;
  reg  [BEAT_BITS-1:0]  o_beat_q;  //% if folded
  reg  [LANES-1:0]      o_mask_q;
  reg  [META_BITS-1:0]  o_meta_q;
  reg  [LANES*32-1:0]   o_data_q;
  wire [LANES-1:0]      mask = ends ? a_mask | (mask_q & {LANES{same}}) : mask_q;
  wire [META_BITS-1:0]  meta = ends ? a_meta : meta_q;
  wire [BEAT_BITS-1:0]  beat = ends ? a_beat : beat_q;  //% if folded
  wire [LANES*32-1:0]   data;
  wire                  o_room = ~o_valid_q | l_ready;

  assign a_ready = (~sends | (o_room & ~(a_last & earlier)))${unless stall gather};  //% if folded
  assign a_ready = (~sends | o_room)${unless stall gather};                          //% else

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (a_valid & a_ready)
      valid_q <= ~a_last | (valid_q & ~same);
//% if folded
    else if (a_valid & a_last & earlier & o_room${unless stall gather})
      valid_q <= 1'b0;
//% end

  always @(posedge clk)
    if (rst)
      o_valid_q <= 1'b0;
    else
      o_valid_q <= o_valid_q ? ~l_ready | sends : sends & ~l_ready;

  always @(posedge clk) begin
    if (keep) begin
      owner_q <= a_owner;
      beat_q <= a_beat;  //% if folded
      mask_q <= a_mask | (mask_q & {LANES{same}});
      meta_q <= a_meta;
    end
    if (o_room) begin
      o_last_q <= ends;
      o_beat_q <= beat;  //% if folded
      o_mask_q <= mask;
      o_meta_q <= meta;
      o_data_q <= data;
    end
  end

  genvar l;
  generate
    for (l = 0; l < LANES; l = l + 1) begin : g_lane
      always @(posedge clk)
        if (keep & a_mask[l])
          data_q[l*32 +: 32] <= a_words[l*32 +: 32];

      assign data[l*32 +: 32] = ends & a_mask[l] ? a_words[l*32 +: 32] : data_q[l*32 +: 32];
    end
  endgenerate

  assign l_valid = o_valid_q | sends;
  assign l_last = o_valid_q ? o_last_q : ends;
  assign l_beat = o_valid_q ? o_beat_q : beat;  //% if folded
  assign l_mask = o_valid_q ? o_mask_q : mask;
  assign l_meta = o_valid_q ? o_meta_q : meta;
  assign l_data = o_valid_q ? o_data_q : data;
endmodule
`default_nettype wire
