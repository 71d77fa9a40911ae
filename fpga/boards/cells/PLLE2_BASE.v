// PLLE2_BASE - stand-in for the PLL of Xilinx's 7 series, for simulation and lint
// SPDX-License-Identifier: Apache-2.0
//
// It gives the clock that it gets: simulation counts cycles of its output.
`default_nettype none
module PLLE2_BASE #(
  parameter [31:0] CLKFBOUT_MULT = 32'd5,
  parameter [31:0] CLKIN1_PERIOD = 32'd0,
  parameter [31:0] CLKOUT0_DIVIDE = 32'd1,
  parameter [31:0] DIVCLK_DIVIDE = 32'd1
) (
  input  wire CLKIN1,
  input  wire CLKFBIN,
  input  wire RST,
  input  wire PWRDWN,
  output wire CLKFBOUT,
  output wire CLKOUT0,
  output wire LOCKED
);
  wire unused = ^{CLKFBOUT_MULT, CLKOUT0_DIVIDE, DIVCLK_DIVIDE, CLKIN1_PERIOD, CLKFBIN, PWRDWN};

  assign CLKFBOUT = CLKIN1;
  assign CLKOUT0 = CLKIN1;
  assign LOCKED = !RST;
endmodule
`default_nettype wire
