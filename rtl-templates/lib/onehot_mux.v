// onehot_mux - AND-OR multiplexer with one select bit per input
// SPDX-License-Identifier: Apache-2.0
//
// Input i is slice i of `in`. The result is 0 if no input is selected. It is the OR of all inputs
// that are selected.
`default_nettype none
module ${prefix}_onehot_mux #(
  parameter N = 4,
  parameter WIDTH = 32
) (
  input  wire [N-1:0]       sel,  // per input: selected
  input  wire [N*WIDTH-1:0] in,   // inputs, input 0 in the low bits
  output reg  [WIDTH-1:0]   out   // OR of the selected inputs
);
  integer i;

  always @* begin
    out = {WIDTH{1'b0}};
    for (i = 0; i < N; i = i + 1)
      out = out | ({WIDTH{sel[i]}} & in[i*WIDTH +: WIDTH]);
  end
endmodule
`default_nettype wire
