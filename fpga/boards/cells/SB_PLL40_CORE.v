// SB_PLL40_CORE - stand-in for the PLL of the iCE40, for simulation and lint
// SPDX-License-Identifier: Apache-2.0
//
// It gives the clock that it gets: simulation counts cycles of its output.
`default_nettype none
module SB_PLL40_CORE #(
  parameter [6*8-1:0] FEEDBACK_PATH = "SIMPLE",
  parameter [3:0] DIVR = 0,
  parameter [6:0] DIVF = 0,
  parameter [2:0] DIVQ = 0,
  parameter [2:0] FILTER_RANGE = 0
) (
  input  wire REFERENCECLK,
  input  wire RESETB,
  input  wire BYPASS,
  output wire PLLOUTGLOBAL,
  output wire LOCK
);
  wire unused = ^{FEEDBACK_PATH, DIVR, DIVF, DIVQ, FILTER_RANGE, BYPASS};

  assign PLLOUTGLOBAL = REFERENCECLK;
  assign LOCK = RESETB;
endmodule
`default_nettype wire
