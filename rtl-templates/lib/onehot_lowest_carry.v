// onehot_lowest - the lowest set bit alone
// SPDX-License-Identifier: Apache-2.0
//
// By an adder, whose carry chain is small in an FPGA. Where it would be the longest path, the other
// variant has a level of logic instead.
`default_nettype none
module ${prefix}_onehot_lowest #(
  parameter N = 4
) (
  input  wire [N-1:0] in,
  output wire [N-1:0] lowest
);
  assign lowest = in & -in;
endmodule
`default_nettype wire
