// onehot_lowest - the lowest bit that is set, alone
// SPDX-License-Identifier: Apache-2.0
//
// An adder: its carry chain is small in an FPGA. Where the chain would be the longest path, the
// other variant is a level of logic instead.
`default_nettype none
//% ports onehot_lowest
  assign lowest = in & -in;
endmodule
`default_nettype wire
