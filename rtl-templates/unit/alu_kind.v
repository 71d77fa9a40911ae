// alu_kind - what an operation of the ALU asks of its parts
// SPDX-License-Identifier: Apache-2.0
//
// Found a cycle before the operands are there, so that no level of logic stands between them and
// the adder or the shifter.
`default_nettype none
module ${prefix}_alu_kind (
  input  wire [${alu_top}:0] op,
  output wire [7:0] kind
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
