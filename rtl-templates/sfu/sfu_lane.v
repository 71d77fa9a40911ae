// sfu_lane - the pipeline of one lane for special functions, ${sfu_stages} stages
// SPDX-License-Identifier: Apache-2.0
//
// A new operation may enter in each cycle. The pipeline never holds. A prefix is the letter of its
// cycle: a_ is cycle 1, b_ cycle 2, and so on to o_, cycle 15.
//
//   cycle 0         x_         the operand is unpacked                       sfu_unpack
//         1 to 6    a_ to f_   the argument is reduced                       sfu_reduce
//         6 to 10   f_ to j_   the table and the polynomial are evaluated    sfu_polynomial
//         6 to 8    f_ to h_   the factor is normalised                      sfu_normal
//         10        j_         table times factor
//         11        k_         the product is added or subtracted
//         12 to 15  l_ to o_   the sum is rounded                            sfu_finish
//
// doc/sfu.md has the functions and the names.
`default_nettype none
module ${prefix}_sfu_lane (
  input  wire        clk,
  input  wire [2:0]  x_funct,  // which function
  input  wire [31:0] x_a,      // operand
  // later
  output wire [31:0] o_data  // result, ${sfu_stages} cycles later
);
  // Cycles 0 and 1: the operand.
  wire         x_sign;
  wire [23:0]  x_digits;
  wire [8:0]   x_exponent;
  wire         x_itself;
  wire [1:0]   x_special;
  wire         x_minus;
  reg  [2:0]   funct_q;
  reg          sign_q;
  reg  [23:0]  digits_q;
  reg  [8:0]   exponent_q;
  reg          itself_q;
  reg  [1:0]   special_q;
  reg          minus_q;

  ${prefix}_sfu_unpack u_unpack (
    .funct(x_funct), .a(x_a),
//% connect sfu_unpack
  );

  always @(posedge clk) begin
    funct_q <= x_funct;
    sign_q <= x_sign;
    digits_q <= x_digits;
    exponent_q <= x_exponent;
    itself_q <= x_itself;
    special_q <= x_special;
    minus_q <= x_minus;
  end

  // Cycle 6: argument, factor and exponent.
  wire [2:0]   f_table;
  wire [24:0]  f_v;
  wire [59:0]  f_u;
  wire         f_keeps;
  wire [9:0]   f_x;
  wire         f_sign;
  wire         f_zero;
  wire [7:0]   f_whole;
  wire         f_less;
  wire [1:0]   f_special;
  wire         f_minus;
  wire         special = |f_special;

  ${prefix}_sfu_reduce u_reduce (
    .a_funct(funct_q), .a_sign(sign_q), .a_digits(digits_q),
    .a_exponent(exponent_q), .a_itself(itself_q),
//% connect sfu_reduce
  );

  ${prefix}_sfu_delay #(.WIDTH(3), .STAGES(5)) u_special (
    .clk(clk), .in({special_q, minus_q}), .out({f_special, f_minus})
  );

  // Cycle 10: value of the table and factor.
  wire [28:0]  j_value;
  wire [25:0]  h_factor;
  wire [9:0]   h_x;
  wire [25:0]  j_factor;
  wire [9:0]   k_x;

  ${prefix}_sfu_polynomial u_polynomial (
//% connect sfu_polynomial
  );

  ${prefix}_sfu_normal u_normal (
//% connect sfu_normal
  );

  ${prefix}_sfu_delay #(.WIDTH(26), .STAGES(2)) u_factor (
    .clk(clk), .in(h_factor), .out(j_factor)
  );

  ${prefix}_sfu_delay #(.WIDTH(10), .STAGES(3)) u_place (.clk(clk), .in(h_x), .out(k_x));

  // Cycles 11 and 12: their product is added to a whole number, or subtracted from it.
  wire [7:0]   k_whole;
  wire         k_less;
  wire         k_sign;
  wire [1:0]   k_special;
  reg  [41:0]  k_low_q;
  reg  [41:0]  k_high_q;
  wire [54:0]  product = {k_high_q, 13'd0} + {13'd0, k_low_q};
  wire         unused_product = |product[26:0];
  wire [34:0]  part = {7'd0, product[54:27]};
  reg  [34:0]  l_sum_q;
  reg  [9:0]   l_x_q;
  reg          l_sign_q;
  reg  [1:0]   l_special_q;

  ${prefix}_sfu_delay #(.WIDTH(12), .STAGES(5)) u_whole (
    .clk(clk),
    .in({f_whole, f_less, special ? f_minus : f_sign & ~f_zero,
         f_special | {1'b0, f_zero & ~special}}),
    .out({k_whole, k_less, k_sign, k_special})
  );

  always @(posedge clk) begin
    k_low_q <= {13'd0, j_value} * {29'd0, j_factor[12:0]};
    k_high_q <= {13'd0, j_value} * {29'd0, j_factor[25:13]};
    l_sum_q <= {k_whole, 27'd0} + (part ^ {35{k_less}}) + {34'd0, k_less};
    l_x_q <= k_x;
    l_sign_q <= k_sign;
    l_special_q <= k_special;
  end

  ${prefix}_sfu_finish u_finish (
    .clk(clk), .l_sum(l_sum_q), .l_x(l_x_q), .l_sign(l_sign_q), .l_special(l_special_q),
    .o_data(o_data)
  );
endmodule
`default_nettype wire
