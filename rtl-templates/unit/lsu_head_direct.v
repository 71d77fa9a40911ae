// lsu_head - the load or store at the head stays in the queue until all of it has left
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_lsu_head #(
  parameter LANES = ${lanes},
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // queue
  input  wire                 q_last,
  input  wire                 q_store,
  input  wire [2:0]           q_funct3,
  input  wire [META_BITS-1:0] q_meta,
  input  wire [LANES*32-1:0]  q_addr,
  input  wire [LANES*32-1:0]  q_data,
  input  wire [6:0]           q_atomic,  //% if has_a
  input  wire [LANES*32-1:0]  q_third,   //% if has_a
  output wire                 h_pop,
  // coalescing
  input  wire                 takes,    // the next beat
  input  wire                 done,     // with this one
  output wire                 valid,
  output wire                 room,
  output wire                 last,
  output wire                 h_store,
  output wire [2:0]           h_funct3,
  output wire [META_BITS-1:0] h_meta,
  output wire [6:0]           atomic,  //% if has_a
  output wire [LANES*32-1:0]  third,   //% if has_a
  output wire [LANES*32-1:0]  addr,
  output wire [LANES*32-1:0]  h_data
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
