// ice40 - a model of the Lattice iCE40 look-up table that simulates faster than yosys's
// SPDX-License-Identifier: Apache-2.0
//
// In four states it is yosys's again: an unknown input that does not matter makes no unknown
// output.
`timescale 1ps / 1ps

module ww_SB_LUT4 #(
  parameter [15:0] LUT_INIT = 16'd0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  input  wire I3,
  output wire O
);
`ifdef VERILATOR
  assign O = LUT_INIT[{I3, I2, I1, I0}];
`else
  SB_LUT4 #(.LUT_INIT(LUT_INIT)) u_lut (.I0(I0), .I1(I1), .I2(I2), .I3(I3), .O(O));
`endif
endmodule
