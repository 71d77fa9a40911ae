// onehot - the multiplexer and the encoder of one-hot vectors
// SPDX-License-Identifier: Apache-2.0
`ifndef N
`define N 5
`endif
module onehot (
  input wire            clk,
  input wire [`N-1:0]   sel,
  input wire [`N*6-1:0] in,
  input wire [7:0]      which
);
  wire [5:0] out;
  wire [7:0] index;
  wire       onehot = sel == ({{`N-1{1'b0}}, 1'b1} << which) & which < `N;

  ww_onehot_mux #(.N(`N), .WIDTH(6)) u_mux (.sel(sel), .in(in), .out(out));
  ww_onehot_index #(.N(`N), .BITS(8)) u_index (.onehot(sel), .index(index));

  wire [`N*6-1:0] moved = in >> (which * 6);

  always @* begin
    if (sel == 0) none: assert (out == 0 & index == 0);
    if (onehot) input_: assert (out == moved[5:0]);
    if (onehot) number: assert (index == which);
  end
endmodule
