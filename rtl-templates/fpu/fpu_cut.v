// fpu_cut - a place where the pipeline of a lane can be cut: a register, or a wire
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_fpu_cut #(
  parameter REGISTER = 1,
  parameter WIDTH = 1
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] in,  // value
  output wire [WIDTH-1:0] out  // in, a cycle later if REGISTER is not 0
);
  generate
    if (REGISTER != 0) begin : g_register
      reg [WIDTH-1:0] cut_q;

      always @(posedge clk)
        cut_q <= in;

      assign out = cut_q;
    end else begin : g_wire
      wire unused = clk;

      assign out = in;
    end
  endgenerate
endmodule
`default_nettype wire
