// sfu_reduce - reduces the operand: argument of the table, factor, exponent, whole part
// SPDX-License-Identifier: Apache-2.0
//
// The names are those of doc/sfu.md. The digits are multiplied by a constant of 85 bits. For sine
// and cosine it is a part of 2 / pi, chosen by the exponent, such that whole turns leave at the
// top.
//
//   cycle 1   a_   the constant is chosen
//         2   b_   five products of 17 bits of the constant
//         3        sum of the products
//         4   d_   shift
//         5   e_   argument, factor, exponent, signs
//         6   f_   the results
//
// Cycles are those of sfu_lane.
`default_nettype none
module ${prefix}_sfu_reduce (
  input  wire        clk,
  // operand
  input  wire [2:0]  a_funct,     // which function
  input  wire        a_sign,      // sign of the operand
  input  wire [23:0] a_digits,    // digits of the operand
  input  wire [8:0]  a_exponent,  // exponent of the operand
  input  wire        a_itself,    // the operand is the result
  // five cycles later
  output wire [2:0]  f_table,  // number of the table
  output wire [24:0] f_v,      // argument of the table
  output wire [59:0] f_u,      // factor, not normalised
  output wire        f_keeps,  // keep leading zeros of f_u as digits
  output wire [9:0]  f_x,      // exponent of the product
  output wire        f_sign,   // sign of the result
  output wire        f_zero,   // the result is zero
  output wire [7:0]  f_whole,  // whole part of a logarithm
  output wire        f_less    // subtract the product from f_whole
);
  localparam [186:0] TURNS = 187'h517cc1b727220a94fe13abe8fa9a6ee06db14acc9e21c82;
  localparam [84:0]  LOG2_E = 85'h171547652b82fe17;
  localparam [84:0]  ONE = 85'h1000000000000000;

  // Cycle 1: the constant.
  wire         a_turns = a_funct[2:1] == 2'b10;
  wire         a_near = a_exponent[8];
  wire [7:0]   from = {a_near, ~a_exponent[6:0] & {7{~a_near}}};
  wire [186:0] turns = TURNS >> from;
  wire [8:0]   a_z = a_turns ? ~a_exponent & {9{a_near}} : 9'd7 - a_exponent;
  wire         unused_turns = |turns[186:85];
  reg  [84:0]  b_k_q;
  reg  [23:0]  b_digits_q;

  always @(posedge clk) begin
    b_k_q <= a_turns ? turns[84:0] : a_funct[2] ? LOG2_E : ONE;
    b_digits_q <= a_digits;
  end

  // Cycle 2: products of 17 bits of the constant.
  reg  [40:0]  product_0_q;
  reg  [40:0]  product_1_q;
  reg  [40:0]  product_2_q;
  reg  [33:0]  product_3_q;
  reg  [16:0]  product_4_q;

  always @(posedge clk) begin
    product_0_q <= {17'd0, b_digits_q} * {24'd0, b_k_q[16:0]};
    product_1_q <= {17'd0, b_digits_q} * {24'd0, b_k_q[33:17]};
    product_2_q <= {17'd0, b_digits_q} * {24'd0, b_k_q[50:34]};
    product_3_q <= {10'd0, b_digits_q} * {17'd0, b_k_q[67:51]};
    product_4_q <= b_digits_q[16:0] * b_k_q[84:68];
  end

  // Cycle 3: sum of the products.
  wire [84:0]  f = {44'd0, product_0_q} + {27'd0, product_1_q, 17'd0}
                   + {10'd0, product_2_q, 34'd0} + {product_3_q, 51'd0} + {product_4_q, 68'd0};
  wire         unused_f = |f[22:0];
  reg  [61:0]  d_f_q;  // F[84:23]

  always @(posedge clk)
    d_f_q <= f[84:23];

  // Cycle 4: shift.
  wire [8:0]   d_z;
  reg  [34:0]  e_h_q;
  reg  [59:0]  e_f_q;
  reg  [8:0]   e_z_q;

  ${prefix}_sfu_delay #(.WIDTH(9), .STAGES(3)) u_shift (.clk(clk), .in(a_z), .out(d_z));

  always @(posedge clk) begin
    e_h_q <= |d_z[8:6] ? 35'd0 : d_f_q[61:27] >> d_z[5:0];
    e_f_q <= d_f_q[59:0];
    e_z_q <= d_z;
  end

  // Cycle 5: the results.
  wire [2:0]   funct;
  wire         sign;
  wire [23:0]  digits;
  wire [8:0]   exponent;
  wire         itself;

  ${prefix}_sfu_delay #(.WIDTH(38), .STAGES(4)) u_operand (
    .clk(clk), .in({a_funct, a_sign, a_digits, a_exponent, a_itself}),
    .out({funct, sign, digits, exponent, itself})
  );

  wire         is_log2 = funct == 3'd3;
  wire         is_power = funct == 3'd2 | funct == 3'd6;
  wire         is_turn = funct[2:1] == 2'b10;
  wire         is_root = funct == 3'd1;
  wire         near = exponent[8];

  // Powers.
  wire [35:0]  r = {1'b0, e_h_q} ^ {36{sign}};
  wire [35:0]  t = r + 36'd1;
  wire         unused_t = t[0];

  // Turns.
  wire [1:0]   q = e_h_q[34:33] + {1'b0, funct[0]};
  wire         odd = q[0];
  wire [59:0]  g = near & odd ? {e_h_q[32:0], 27'd0} : e_f_q;

  // Logarithm.
  wire         half = digits[22];
  wire [8:0]   w = exponent + {8'd0, half};
  wire [8:0]   whole = (w ^ {9{w[8]}}) + {8'd0, w[8]};
  wire         unused_whole = whole[8];
  wire [22:0]  other = 23'd0 - digits[22:0];
  wire         flat = is_log2 & ~|w;

  wire [59:0]  u_one = {1'b1, 59'd0};
  wire [59:0]  u_log2 = half ? {1'b0, other, 36'd0} : {digits[22:0], 37'd0};
  wire [59:0]  u_turn = itself ? {digits, 36'd0} : g ^ {60{odd}};
  wire [9:0]   wide = {exponent[8], exponent};
  wire [9:0]   x_root = ~{wide[9], wide[9:1]} + 10'd1;
  wire [9:0]   x_turn = itself ? wide : ~({1'b0, e_z_q} & {10{near & ~odd}});
  reg  [2:0]   table_q;
  reg  [24:0]  v_q;
  reg  [59:0]  u_q;
  reg          keeps_q;
  reg  [9:0]   x_q;
  reg          sign_q;
  reg          zero_q;
  reg  [7:0]   whole_q;
  reg          less_q;

  always @(posedge clk) begin
    table_q <= is_turn ? {2'b10 | {1'b0, itself}, ~itself} : is_log2 ? 3'd4 : is_power ? 3'd3
               : {1'b0, is_root & exponent[0], is_root & ~exponent[0]};
    v_q <= is_turn ? e_h_q[32:8] ^ {25{odd}} : is_power ? t[25:1] : {digits[22:0], 2'd0};
    u_q <= is_turn ? u_turn : is_log2 ? u_log2 : u_one;
    keeps_q <= is_log2 & ~flat;
    x_q <= is_turn ? x_turn : is_log2 ? ~10'd0 : is_power ? t[35:26]
           : is_root ? x_root : 10'd0 - wide;
    sign_q <= is_turn ? sign ^ (q[1] & ~itself) : is_log2 ? (flat ? half : w[8])
              : sign & ~is_power;
    zero_q <= flat & ~|digits[22:0];
    whole_q <= whole[7:0] & {8{is_log2}};
    less_q <= is_log2 & ~flat & w[8] != half;
  end

  assign f_table = table_q;
  assign f_v = v_q;
  assign f_u = u_q;
  assign f_keeps = keeps_q;
  assign f_x = x_q;
  assign f_sign = sign_q;
  assign f_zero = zero_q;
  assign f_whole = whole_q;
  assign f_less = less_q;
endmodule
`default_nettype wire
