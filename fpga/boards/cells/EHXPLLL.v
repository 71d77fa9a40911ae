// EHXPLLL - stand-in for the PLL of the ECP5, for simulation and lint
// SPDX-License-Identifier: Apache-2.0
//
// It gives the clock that it gets: simulation counts cycles of its output.
`default_nettype none
module EHXPLLL #(
  parameter [31:0] CLKI_DIV = 32'd1,
  parameter [31:0] CLKFB_DIV = 32'd1,
  parameter [31:0] CLKOP_DIV = 32'd8,
  parameter [7*8-1:0] CLKOP_ENABLE = "ENABLED",
  parameter [31:0] CLKOP_CPHASE = 32'd0,
  parameter [31:0] CLKOP_FPHASE = 32'd0,
  parameter [5*8-1:0] FEEDBK_PATH = "CLKOP"
) (
  input  wire CLKI,
  input  wire CLKFB,
  input  wire RST,
  input  wire STDBY,
  input  wire ENCLKOP,
  input  wire PHASESEL0,
  input  wire PHASESEL1,
  input  wire PHASEDIR,
  input  wire PHASESTEP,
  input  wire PHASELOADREG,
  input  wire PLLWAKESYNC,
  output wire CLKOP,
  output wire LOCK
);
  wire unused = ^{CLKI_DIV, CLKFB_DIV, CLKOP_DIV, CLKOP_ENABLE, CLKOP_CPHASE, CLKOP_FPHASE,
                  FEEDBK_PATH, CLKFB, STDBY, ENCLKOP, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP,
                  PHASELOADREG, PLLWAKESYNC};

  assign CLKOP = CLKI;
  assign LOCK = !RST;
endmodule
`default_nettype wire
