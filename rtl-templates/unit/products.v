// products - what goes along with the multipliers: whose products are on their way
// SPDX-License-Identifier: Apache-2.0
//
// A product is written three cycles behind execute, in a slot of its own. One that is displaced
// waits for a free one; it is alone on its way then.
`default_nettype none
module ${prefix}_products #(
  parameter WARP_BITS = ${warp_bits},
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter META_BITS = ${meta_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                                  //% if congest
  output wire [${stall_product}:${stall_product}] congested,   //% if congest
  // execute
  input  wire                 x_product,
  input  wire                 x_last,
  input  wire [BEAT_BITS-1:0] x_beat,        //% if folded
  input  wire [LANES-1:0]     x_mask,
  input  wire [META_BITS-1:0] x_meta,
  // one cycle behind
  input  wire                 c_poison,
  output wire                 m_begun,       // there is one
  // issue
  input  wire                 i_displaced,
  output wire                 m_done,
  // writeback
  input  wire                 w_valid,
  input  wire                 e_drop,
  output wire                 m_live,        // a product waits for a slot, or has it now
  output wire                 m_late,        // it has had none reserved
  output wire                 m_valid,
  output wire                 m_last,
  output wire [BEAT_BITS-1:0] m_beat,        //% if folded
  output wire [LANES-1:0]     m_mask,
  output wire [META_BITS-1:0] m_meta,
  // the register that is written in the next cycle
  output wire                 next_product,  // by a product
  output wire                 next_last,     //% if not forward
  output wire [BEAT_BITS-1:0] next_beat,     //% if forward_beats
  output wire                 next_writes,
  output wire [WARP_BITS-1:0] next_warp,
  output wire [${reg_top}:0]           next_rd,
  // multipliers
  output wire                 m_wait         // a displaced product waits for a slot
);
  localparam PRODUCT_BITS = 1 + LANES + META_BITS + BEAT_BITS;  //% if folded
  localparam PRODUCT_BITS = 1 + LANES + META_BITS;              //% else

  reg  [2:0]              product_q;   // products on their way, by stage
  reg                     poison1_q;
  reg                     live_q;      // the last stage holds a product, not poisoned
  reg  [PRODUCT_BITS-1:0] product0_q;
  reg  [PRODUCT_BITS-1:0] product1_q;
  reg  [PRODUCT_BITS-1:0] product2_q;

  always @(posedge clk)
    if (rst) begin
      product_q <= 3'b000;
      live_q <= 1'b0;
    end else begin
      product_q <= {product_q[1] | m_wait, product_q[0], x_product};
      live_q <= (product_q[1] & ~poison1_q) | m_wait;
    end

  always @(posedge clk) begin
    product0_q <= {x_last, x_mask,
                   x_beat,  //% if folded
                   x_meta};
    product1_q <= product0_q;
    poison1_q <= c_poison;
    if (~m_wait)
      product2_q <= product1_q;
  end

  // Only a displaced one can meet another result, or the port to the scoreboard in use.
  assign m_live = live_q;
  assign m_late = i_displaced & live_q;
//% stall product m_late & ~w_valid & ~e_drop
  assign m_wait = m_late & (w_valid | e_drop${or stall product});
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
