// lsu_head - the beat whose lanes make requests: here it leaves the queue for registers of its own
// SPDX-License-Identifier: Apache-2.0
//
// A beat may enter in the cycle in which the beat before leaves.
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

  // Without `takes` these registers load, too, but valid_q stays clear.
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
