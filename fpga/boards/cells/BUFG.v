// BUFG - stand-in for the global clock buffer of Xilinx's 7 series, for simulation and lint
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module BUFG (
  input  wire I,
  output wire O
);
  assign O = I;
endmodule
`default_nettype wire
