// onehot_lowest - the lowest bit that is set, alone
// SPDX-License-Identifier: Apache-2.0
//
// An adder: its carry chain is small in an FPGA. Where the chain would be the longest path, the
// other variant is a level of logic instead.
`default_nettype none
module ${prefix}_onehot_lowest #(
  parameter N = 4
) (
  input  wire [N-1:0] in,     // bits
  output wire [N-1:0] lowest  // one-hot lowest bit of in; 0 for 0
);
  assign lowest = in & -in;
endmodule
`default_nettype wire
