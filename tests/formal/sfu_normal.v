// sfu_normal - N(U) of doc/sfu.md: the zeros in front are shifted out, and counted
// SPDX-License-Identifier: Apache-2.0
//
// A factor that never changes, two cycles later.
module sfu_normal (
  input wire        clk,
  input wire [59:0] u_any,
  input wire        keeps_any,
  input wire [9:0]  x_any
);
  reg init = 1'b1;
  reg  [1:0]  age_q;
  reg  [59:0] u_q;
  reg         keeps_q;
  reg  [9:0]  x_q;
  wire [25:0] h_factor;
  wire [9:0]  h_x;

  ww_sfu_normal u (
    .clk(clk), .f_u(u_q), .f_keeps(keeps_q), .f_x(x_q), .h_factor(h_factor), .h_x(h_x)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    age_q <= init ? 2'd0 : age_q + {1'b0, ~age_q[1]};
    if (init) begin
      u_q <= u_any;
      keeps_q <= keeps_any;
      x_q <= x_any;
    end
  end

  reg  [59:0] shifted;
  reg  [9:0]  zeros;
  integer     i;

  always @* begin
    shifted = u_q;
    zeros = 10'd0;
    for (i = 0; i < 59; i = i + 1)
      if (~shifted[59]) begin
        shifted = shifted << 1;
        zeros = zeros + 10'd1;
      end
  end

  wire there = ~init & age_q[1] & u_q != 60'd0;

  always @* begin
    if (there & ~keeps_q) factor: assert (h_factor == shifted[59:34]);
    if (there & ~keeps_q) place: assert (h_x == x_q - zeros);
    if (there & keeps_q) kept: assert (h_factor == u_q[59:34]);
    if (there & keeps_q) place_kept: assert (h_x == x_q);
  end
endmodule
