// lsu_head - the beat of a load or store at the head, with a place of its own
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
  reg                  last_q;
  reg                  store_q;
  reg  [2:0]           funct3_q;
  reg  [META_BITS-1:0] meta_q;
  reg  [LANES*32-1:0]  addr_q;
  reg  [LANES*32-1:0]  data_q;
  reg  [6:0]           atomic_q;  //% if has_a
  reg  [LANES*32-1:0]  third_q;   //% if has_a

  assign room = ~valid_q | done;
  assign h_pop = takes;

  always @(posedge clk)
    if (rst)
      valid_q <= 1'b0;
    else if (room)
      valid_q <= takes;

  // What does not become valid does not matter.
  always @(posedge clk)
    if (room) begin
      last_q <= q_last;
      store_q <= q_store;
      funct3_q <= q_funct3;
      meta_q <= q_meta;
      addr_q <= q_addr;
      data_q <= q_data;
      atomic_q <= q_atomic;  //% if has_a
      third_q <= q_third;    //% if has_a
    end

  assign valid = valid_q;
  assign last = last_q;
  assign h_store = store_q;
  assign h_funct3 = funct3_q;
  assign h_meta = meta_q;
  assign addr = addr_q;
  assign h_data = data_q;
  assign atomic = atomic_q;  //% if has_a
  assign third = third_q;    //% if has_a
endmodule
`default_nettype wire
