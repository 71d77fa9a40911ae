// alu_kind - decodes an operation of the ALU for the parts of the ALU
// SPDX-License-Identifier: Apache-2.0
//
// Decoded in the cycle before execute, so that no logic lies between the operands and the adder or
// the shifter.
//
//   kind   7 compare   result is less than          3 is_left    shift to the left
//          6 is_sum    result is the sum            2 is_right   shift to the right
//          5 with_a    second term of or, and       1 is_xor     result is a ^ b
//          4 inverts   second term inverted, + 1    0 is_b       result is b
`default_nettype none
module ${prefix}_alu_kind (
  input  wire [${alu_top}:0] op,  // operation of the ALU
  output wire [7:0] kind          // a bit for each part
);
  wire compare = op[2:1] == 2'b01;
  wire is_sum = op[2:0] == 3'b000 | op[2:0] == 3'b110 | op == 4'b0111;
  wire with_a = op[2] & op[1];
  wire inverts = compare | (with_a ? op[0] : op[3]);
  wire is_left = op[2:0] == 3'b001;
  wire is_right = op[2:0] == 3'b101;
  wire is_xor = op[2:0] == 3'b100;
  wire is_b = op == 4'b1111;

  assign kind = {compare, is_sum, with_a, inverts, is_left, is_right, is_xor, is_b};
endmodule
`default_nettype wire
