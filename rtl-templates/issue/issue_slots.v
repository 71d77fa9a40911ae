// issue_slots - who writes the register files, and when
// SPDX-License-Identifier: Apache-2.0
//
// ALU and control results reach the register files 3 cycles after the issue register, products
// after 5. A product that is alone on its way gives its slot to an instruction that would meet it
// there and takes a free one later (it is displaced); otherwise that instruction waits. Memory and
// division results use free slots and make issue leave one if there is none.
`default_nettype none
module ${prefix}_issue_slots (
  input  wire clk,
  input  wire rst,
  // the issue register
  input  wire fixed,        // an instruction with a slot 3 cycles later
//% if fast_multiply
  input  wire product,      // a product
  // execute
  input  wire m_done,       // a product leaves
  output wire i_displaced,  // the only product on its way has no slot
  output wire i_displaces,  // it loses it now  //% if forward
  // issue
  output wire multiply_ok,
//% end
  // writeback
  input  wire waiting,      // a result that has no slot waits for one
  output wire fixed_ok
);
  reg  [4:0] slots_q;       // bit k: the slot k cycles from now is taken
  wire [4:0] slots = slots_q | {1'b0, fixed, 3'b000};
  wire       must_leave = waiting & &slots[3:0];

  always @(posedge clk)
    if (rst)
      slots_q <= 5'b0;
    else
      slots_q <= {product, slots[4:1]};  //% if fast_multiply
      slots_q <= {1'b0, slots[4:1]};     //% else
//% if not fast_multiply

  assign fixed_ok = ~must_leave;
//% else

  // Products on their way. One is displaced when it is in execute and an instruction with the same
  // slot in the issue register; the others have left by then, and none issues until it has.
  reg  [2:0] product_q;     // in operand selection, in execute, behind it
  reg        displaced_q;
  wire       displaces = fixed & product_q[1];
  // The product whose slot comes in 4 cycles can be displaced.
  wire       lone = ~|product_q[2:1] & ~displaced_q & ~product;

  always @(posedge clk)
    if (rst) begin
      product_q <= 3'b000;
      displaced_q <= 1'b0;
    end else begin
      product_q <= {product_q[1:0], product};
      displaced_q <= displaces | (displaced_q & ~m_done);
    end

  assign i_displaced = displaced_q;
  assign i_displaces = displaces;  //% if forward
  assign multiply_ok = ~must_leave & ~displaces & ~displaced_q;
  // The second beat would meet the product of a beat that is in the issue register now.
  assign fixed_ok = ~must_leave & ~product & (~slots_q[4] | lone);  //% if folded
  assign fixed_ok = ~must_leave & (~slots_q[4] | lone);             //% else
//% end
endmodule
`default_nettype wire
