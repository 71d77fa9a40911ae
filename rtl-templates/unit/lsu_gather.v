// lsu_gather - collects the lanes of a beat, so that they are written together
// SPDX-License-Identifier: Apache-2.0
//
// If a request serves one lane, each response would take the write port for a cycle: as long as all
// lanes together take. So the lanes of a beat are collected here. A response sends the collected
// lanes on if it is the last one of their instruction, or if it belongs to another beat. They go to
// writeback in that cycle, or wait for the write port in a register (o_) while collecting goes on.
//
// A last response of another instruction does not wait for the collected lanes: it passes them.
// The collected lanes never include a last response, so a response that sends them on will follow.
`default_nettype none
module ${prefix}_lsu_gather #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits},
  parameter OWNER_BITS = ${owner_bits}
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [39:0] congest,                               // {rate, seed}      //% if congest
  output wire [${stall_gather}:${stall_gather}] congested,  // a stall acts now  //% if congest
  // alignment
  input  wire                  a_valid,  // a response
  output wire                  a_ready,  // the response is accepted
  input  wire                  a_last,   // last response of the instruction
  input  wire [OWNER_BITS-1:0] a_owner,  // entry of the instruction
  input  wire [BEAT_BITS-1:0]  a_beat,   // number of the beat  //% if folded
  input  wire [LANES-1:0]      a_mask,   // lanes with data
  input  wire [META_BITS-1:0]  a_meta,   // {sequence number if traced, warp, rd, writes}
  input  wire [LANES*32-1:0]   a_words,  // word of each lane
  // writeback
  output wire                  l_valid,  // lanes to write
  input  wire                  l_ready,  // writeback accepts the lanes
  output wire                  l_last,   // the instruction is complete
  output wire [BEAT_BITS-1:0]  l_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]      l_mask,   // lanes that are written
  output wire [META_BITS-1:0]  l_meta,   // as a_meta
  output wire [LANES*32-1:0]   l_data    // word of each lane
);
  // The collected lanes.
  reg                   valid_q;  // some lane is collected
  reg  [OWNER_BITS-1:0] owner_q;  // instruction of the lanes
  reg  [BEAT_BITS-1:0]  beat_q;   // beat of the lanes  //% if folded
  reg  [LANES-1:0]      mask_q;   // the collected lanes
  reg  [META_BITS-1:0]  meta_q;
  reg  [LANES*32-1:0]   data_q;   // word of each lane
//% if folded
  wire                  same = valid_q & a_owner == owner_q & a_beat == beat_q;
  // Collected lanes of an earlier beat leave before the last response of the instruction.
  wire                  earlier = valid_q & a_owner == owner_q & a_beat != beat_q;
  wire                  ends = a_last & ~earlier;
//% else
  wire                  same = valid_q & a_owner == owner_q;
  wire                  ends = a_last;
//% end
//% stall gather a_valid
  wire                  sends = a_valid & (a_last | (valid_q & ~same))${unless stall gather};
  wire                  keep = a_valid & a_ready & ~a_last;

  // Lanes that were sent on and wait for the write port.
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
