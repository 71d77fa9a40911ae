// products - tracks the products in flight: warp, register and lanes, stage by stage
// SPDX-License-Identifier: Apache-2.0
//
// A product is written three cycles behind execute, in a result slot that issue has reserved. A
// product that has lost its slot (i_displaced, see issue_slots) waits for a free slot. Then no
// other product is in flight.
`default_nettype none
module ${prefix}_products #(
  parameter WARP_BITS = ${warp_bits},
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                 // {rate, seed}      //% if congest
  output wire [${stall_product}:${stall_product}] congested,  // a stall acts now  //% if congest
  // execute
  input  wire                 x_product,  // a beat of a product is in execute
  input  wire                 x_last,     // last beat of the instruction
  input  wire [BEAT_BITS-1:0] x_beat,     // number of the beat  //% if folded
  input  wire [LANES-1:0]     x_mask,     // active lanes
  input  wire [META_BITS-1:0] x_meta,     // {sequence number if traced, warp, rd, writes}
  // one cycle behind
  input  wire                 c_squashed,  // the instruction behind execute is squashed
  output wire                 m_begun,     // a product is in that stage
  // issue
  input  wire                 i_displaced,  // the only product in flight has lost its slot
  output wire                 m_done,       // a product leaves the multiplier
  // writeback
  input  wire                 w_valid,  // the slot is used
  input  wire                 e_clear,  // the port to the scoreboard is used
  output wire                 m_live,   // a product has its slot or waits for a free one
  output wire                 m_late,   // the product is displaced
  output wire                 m_valid,  // a product is written
  output wire                 m_last,   // last beat of the instruction
  output wire [BEAT_BITS-1:0] m_beat,   // number of the beat  //% if folded
  output wire [LANES-1:0]     m_mask,   // lanes that are written
  output wire [META_BITS-1:0] m_meta,   // as x_meta
  // the register that is written in the next cycle
  output wire                 next_product,      // by a product
  output wire                 next_last,         // last beat of the instruction  //% if not forward
  output wire [BEAT_BITS-1:0] next_beat,         // number of the beat  //% if forward_beats
  output wire                 next_writes,       // rd is written
  output wire [WARP_BITS-1:0] next_warp,         // warp of the register
  output wire [${reg_top}:0]           next_rd,  // number of the register
  // multipliers
  output wire                 m_wait  // a displaced product waits for a slot
);
  localparam PRODUCT_BITS = 1 + LANES + META_BITS + BEAT_BITS;  //% if folded
  localparam PRODUCT_BITS = 1 + LANES + META_BITS;              //% else

  reg  [2:0]              product_q;  // per stage: it holds a product
  reg                     squashed1_q;  // the product in stage 1 is squashed
  reg                     live_q;     // the last stage holds a product, not squashed
  reg  [PRODUCT_BITS-1:0] product0_q;
  reg  [PRODUCT_BITS-1:0] product1_q;
  reg  [PRODUCT_BITS-1:0] product2_q;

  always @(posedge clk)
    if (rst) begin
      product_q <= 3'b000;
      live_q <= 1'b0;
    end else begin
      product_q <= {product_q[1] | m_wait, product_q[0], x_product};
      live_q <= (product_q[1] & ~squashed1_q) | m_wait;
    end

  always @(posedge clk) begin
    product0_q <= {x_last, x_mask,
                   x_beat,  //% if folded
                   x_meta};
    product1_q <= product0_q;
    squashed1_q <= c_squashed;
    if (~m_wait)
      product2_q <= product1_q;
  end

  // Only a displaced product can collide with another result, or with a use of the port to the
  // scoreboard.
  assign m_live = live_q;
  assign m_late = i_displaced & live_q;
//% stall product m_late & ~w_valid & ~e_clear
  assign m_wait = m_late & (w_valid | e_clear${or stall product});
  assign m_begun = product_q[0];
  assign m_done = product_q[2] & ~m_wait;
  assign m_valid = live_q & ~m_wait;
  assign {m_last, m_mask,
          m_beat,  //% if folded
          m_meta} = product2_q;
  assign next_product = product_q[1] & ~i_displaced;
  assign next_last = product1_q[PRODUCT_BITS-1];             //% if not forward
  assign next_beat = product1_q[META_BITS +: BEAT_BITS];     //% if forward_beats
  assign next_writes = product1_q[${meta_writes_at}];
  assign next_warp = product1_q[${meta_warp_at} +: WARP_BITS];
  assign next_rd = product1_q[${meta_rd_at} +: ${reg_bits}];
endmodule
`default_nettype wire
