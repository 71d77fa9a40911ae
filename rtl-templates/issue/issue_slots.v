// issue_slots - reserves result slots: the cycles in which the register files are written
// SPDX-License-Identifier: Apache-2.0
//
// A slot is one cycle of the write port. An ALU or control result has the slot 3 cycles after the
// issue register, a product the slot 5 cycles after it. If both need the same slot, the later
// instruction waits, except when the product is the only one in flight: then the product loses its
// slot (it is displaced) and takes a free one later.
//
// Results of memory and of dividers use slots that nothing has reserved. If none is free in the
// next cycles while such a result waits, issue leaves one free.
`default_nettype none
module ${prefix}_issue_slots (
  input  wire clk,
  input  wire rst,
  // the issue register
  input  wire fixed,    // an instruction with a slot 3 cycles later
//% if fast_multiply
  input  wire product,  // a product
  // execute
  input  wire m_done,       // a product leaves the multiplier
  output wire i_displaced,  // the only product in flight has lost its slot
  output wire i_displaces,  // the product loses its slot now  //% if forward
  // issue
  output wire multiply_ok,  // a product may issue
//% end
  // writeback
  output wire i_next_reserved,  // the slot of the next cycle is reserved  //% if loads_ahead
  input  wire waiting,  // a result without a slot waits
  output wire fixed_ok  // an ALU or control instruction may issue
);
  reg  [4:0] slots_q;       // bit k: the slot k cycles from now is reserved
  wire [4:0] slots = slots_q | {1'b0, fixed, 3'b000};
  wire       must_leave = waiting & &slots[3:0];

  always @(posedge clk)
    if (rst)
      slots_q <= 5'b0;
    else
      slots_q <= {product, slots[4:1]};  //% if fast_multiply
      slots_q <= {1'b0, slots[4:1]};     //% else
//% if not fast_multiply

  assign i_next_reserved = slots_q[1];  //% if loads_ahead
  assign fixed_ok = ~must_leave;
//% else

  // Products in flight. A product is displaced when it is in execute while an instruction with the
  // same slot is in the issue register. All others have left then, and none issues until it has.
  reg  [2:0] product_q;     // in operand selection, in execute, behind it
  reg        displaced_q;
  wire       displaces = fixed & product_q[1];
  // The product whose slot is 4 cycles away can be displaced.
  wire       lone = ~|product_q[2:1] & ~displaced_q & ~product;

  always @(posedge clk)
    if (rst) begin
      product_q <= 3'b000;
      displaced_q <= 1'b0;
    end else begin
      product_q <= {product_q[1:0], product};
      displaced_q <= displaces | (displaced_q & ~m_done);
    end

  // A product that has lost its slot may take any.                        //% if loads_ahead
  assign i_next_reserved = slots_q[1] | displaced_q;                       //% if loads_ahead
  assign i_displaced = displaced_q;
  assign i_displaces = displaces;  //% if forward
  assign multiply_ok = ~must_leave & ~displaces & ~displaced_q;
  // The second beat would need the slot of the product that is in the issue register now.
  assign fixed_ok = ~must_leave & ~product & (~slots_q[4] | lone);  //% if folded
  assign fixed_ok = ~must_leave & (~slots_q[4] | lone);             //% else
//% end
endmodule
`default_nettype wire
