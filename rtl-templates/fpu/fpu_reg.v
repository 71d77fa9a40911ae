// fpu_reg - a register between two parts of the floating-point pipeline, or a wire
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_fpu_reg #(
  parameter WIDTH = 1,
  parameter ON = 1
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] d,
  output wire [WIDTH-1:0] q
);
  generate
    if (ON != 0) begin : g_register
      reg  [WIDTH-1:0] value_q;

      always @(posedge clk)
        value_q <= d;

      assign q = value_q;
    end else begin : g_wire
      wire unused = clk;

      assign q = d;
    end
  endgenerate
endmodule
`default_nettype wire
