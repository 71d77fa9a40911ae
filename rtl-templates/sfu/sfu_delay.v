// sfu_delay - delays a value by STAGES cycles, beside the pipeline of a special function
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_sfu_delay #(
  parameter WIDTH = 1,
  parameter STAGES = 2   // two at least
) (
  input  wire             clk,
  input  wire [WIDTH-1:0] in,  // value
  output wire [WIDTH-1:0] out  // in, STAGES cycles later
);
  reg  [WIDTH*STAGES-1:0] held_q;

  always @(posedge clk)
    held_q <= {held_q[WIDTH*(STAGES-1)-1:0], in};

  assign out = held_q[WIDTH*(STAGES-1) +: WIDTH];
endmodule
`default_nettype wire
