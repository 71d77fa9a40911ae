// lsu_head - the beat whose lanes make requests: here it stays in the queue until all have left
// SPDX-License-Identifier: Apache-2.0
//
// This variant needs no registers for the beat, but a cycle between two beats.
`default_nettype none
module ${prefix}_lsu_head #(
  parameter LANES = ${lanes},
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // queue: its oldest beat
  input  wire                 q_last,    // last beat of the instruction
  input  wire                 q_store,   // 1 store, 0 load
  input  wire [2:0]           q_funct3,  // size and sign of the access
  input  wire [META_BITS-1:0] q_meta,    // {sequence number if traced, warp, rd, writes}
  input  wire [LANES*32-1:0]  q_addr,    // address of each lane
  input  wire [LANES*32-1:0]  q_data,    // data to store, of each lane
  input  wire [6:0]           q_atomic,  // {operation, acquire, is atomic}  //% if has_a
  input  wire [LANES*32-1:0]  q_third,   // value that amocas.w expects      //% if has_a
  output wire                 h_pop,     // remove the beat
  // coalescing
  input  wire                 takes,     // the next beat enters
  input  wire                 done,      // the beat at the head leaves
  output wire                 valid,     // the head holds a beat
  output wire                 room,      // a beat may enter
  output wire                 last,      // last beat of the instruction
  output wire                 h_store,   // as q_store, of the head
  output wire [2:0]           h_funct3,  // as q_funct3
  output wire [META_BITS-1:0] h_meta,    // as q_meta
  output wire [6:0]           atomic,    // as q_atomic  //% if has_a
  output wire [LANES*32-1:0]  third,     // as q_third   //% if has_a
  output wire [LANES*32-1:0]  addr,      // as q_addr
  output wire [LANES*32-1:0]  h_data     // as q_data
);
  reg                  valid_q;

  assign room = ~valid_q;
  assign h_pop = done;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else
      valid_q <= takes | (valid_q & ~done);

  assign valid = valid_q;
  assign last = q_last;
  assign h_store = q_store;
  assign h_funct3 = q_funct3;
  assign h_meta = q_meta;
  assign addr = q_addr;
  assign h_data = q_data;
  assign atomic = q_atomic;  //% if has_a
  assign third = q_third;    //% if has_a
endmodule
`default_nettype wire
