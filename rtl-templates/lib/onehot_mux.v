// onehot_mux - AND-OR multiplexer with one select bit per input
// SPDX-License-Identifier: Apache-2.0
//
// Input i is slice i of `in`. Zero when nothing is selected.
`default_nettype none
module ${prefix}_onehot_mux #(
  parameter N = 4,
  parameter WIDTH = 32
) (
  input  wire [N-1:0]       sel,
  input  wire [N*WIDTH-1:0] in,
  output reg  [WIDTH-1:0]   out
);
  integer i;

  always @* begin
    out = {WIDTH{1'b0}};
    for (i = 0; i < N; i = i + 1)
      out = out | ({WIDTH{sel[i]}} & in[i*WIDTH +: WIDTH]);
  end
endmodule
`default_nettype wire
