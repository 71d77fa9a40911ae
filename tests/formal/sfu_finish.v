// sfu_finish - Finish(sign, R, x) of doc/sfu.md: shifted, rounded, too great, too small
// SPDX-License-Identifier: Apache-2.0
//
// A sum that never changes, three cycles later.
module sfu_finish (
  input wire        clk,
  input wire [34:0] r_any,
  input wire [9:0]  x_any,
  input wire        sign_any,
  input wire [1:0]  special_any
);
  reg init = 1'b1;
  reg  [1:0]  age_q;
  reg  [34:0] r_q;
  reg  [9:0]  x_q;
  reg         sign_q;
  reg  [1:0]  special_q;
  wire [31:0] o_data;

  ww_sfu_finish u (
    .clk(clk), .l_sum(r_q), .l_x(x_q), .l_sign(sign_q), .l_special(special_q), .o_data(o_data)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    age_q <= init ? 2'd0 : age_q + {1'b0, ~&age_q};
    if (init) begin
      r_q <= r_any;
      x_q <= x_any;
      sign_q <= sign_any;
      special_q <= special_any;
    end
  end

  reg  signed [11:0] p;
  integer     i;

  always @* begin
    p = 12'sd25;
    for (i = 25; i < 35; i = i + 1)
      if (r_q[i])
        p = i;
  end

  wire signed [11:0] x = {{2{x_q[9]}}, x_q};
  wire signed [11:0] field = p + x + 12'sd101;
  wire        normal = field >= 12'sd1;
  wire signed [11:0] shift = normal ? p - 12'sd24 : p - 12'sd23 - field;
  wire signed [11:0] above = normal ? field - 12'sd1 : 12'sd0;
  wire [34:0] d = shift > 12'sd35 ? 35'd0 : r_q >> shift[5:0];
  wire [31:0] size = {above[8:0], 23'd0} + {8'd0, d[24:1]} + {31'd0, d[0]};
  wire        over = field > 12'sd254;
  wire        there = ~init & &age_q;

  always @* begin
    begins: assume (init | |r_q[34:25] | |special_q);
    if (there & special_q == 2'd0 & ~over & normal)
      number: assert (o_data == {sign_q, size[30:0]});
    if (there & special_q == 2'd0 & ~normal) subnormal: assert (o_data == {sign_q, size[30:0]});
    if (there & special_q == 2'd0 & over) great: assert (o_data == {sign_q, 31'h7f800000});
    if (there & special_q == 2'd1) zero: assert (o_data == {sign_q, 31'd0});
    if (there & special_q == 2'd2) infinity: assert (o_data == {sign_q, 31'h7f800000});
    if (there & special_q == 2'd3) nan: assert (o_data == 32'h7fc00000);
  end
endmodule
