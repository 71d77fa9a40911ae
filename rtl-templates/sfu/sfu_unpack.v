// sfu_unpack - unpacks the operand of a special function, and finds special results
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. The magnitude is x_digits * 2^(x_exponent - 23). Special results, by operand:
//
//   function      NaN                    infinity           zero
//   rcp           NaN                    0                  infinite
//   rsqrt         NaN, below 0           0                  infinite
//   exp2, exp     NaN                    256 and above      -256 and below
//   log2          NaN, below 0           0, infinite
//   sin           NaN, infinite                             0
//   cos           NaN, infinite
`default_nettype none
module ${prefix}_sfu_unpack (
  input  wire [2:0]  funct,       // which function
  input  wire [31:0] a,           // operand
  output wire        x_sign,      // sign of the operand; 0 for cos
  output wire [23:0] x_digits,    // digits of the operand, the leading 1 in bit 23
  output wire [8:0]  x_exponent,  // exponent of the operand
  output wire        x_itself,    // the operand is the result
  output wire [1:0]  x_special,   // 0 none, 1 zero, 2 infinity, 3 NaN
  output wire        x_minus      // sign of the special result
);
  wire        is_rcp = funct == 3'd0;
  wire        is_log2 = funct == 3'd3;
  wire        is_sin = funct == 3'd4;
  wire        is_power = funct == 3'd2 | funct == 3'd6;
  wire        is_turn = funct[2:1] == 2'b10;
  wire        is_root = funct == 3'd1;

  wire        sign = a[31];
  wire [7:0]  field = a[30:23];
  wire        lowest = field == 8'd0;
  wire        highest = field == 8'd255;
  wire        some = |a[22:0];
  wire        zero = lowest & ~some;
  wire        infinite = highest & ~some;
  wire        great = field >= 8'd135;  // 2^8
  wire        below = sign & ~zero;

  // Subnormal numbers are normalised.
  wire [23:0] by_0 = {~lowest, a[22:0]};
  wire        up_16 = ~|by_0[23:8];
  wire [23:0] by_16 = up_16 ? {by_0[7:0], 16'd0} : by_0;
  wire        up_8 = ~|by_16[23:16];
  wire [23:0] by_8 = up_8 ? {by_16[15:0], 8'd0} : by_16;
  wire        up_4 = ~|by_8[23:20];
  wire [23:0] by_4 = up_4 ? {by_8[19:0], 4'd0} : by_8;
  wire        up_2 = ~|by_4[23:22];
  wire [23:0] by_2 = up_2 ? {by_4[21:0], 2'd0} : by_4;
  wire        up_1 = ~by_2[23];
  wire [4:0]  up = {up_16, up_8, up_4, up_2, up_1};

  wire        to_nan = (highest & some) | (is_turn & infinite) | ((is_root | is_log2) & below);
  wire        to_infinity = ((is_rcp | is_root | is_log2) & zero) | (is_log2 & infinite)
                            | (is_power & great & ~sign);
  wire        to_zero = ((is_rcp | is_root) & infinite) | (is_power & great & sign)
                        | (is_sin & zero);

  assign x_sign = sign & ~(funct == 3'd5);
  assign x_digits = up_1 ? {by_2[22:0], 1'b0} : by_2;
  assign x_exponent = {1'b0, field} - 9'd127 + {8'd0, lowest} - {4'd0, up};
  assign x_itself = is_sin & field < 8'd115;  // 2^-12
  assign x_special = {to_nan | to_infinity, to_nan | (to_zero & ~to_infinity)};
  assign x_minus = is_log2 ? zero : sign & ~is_power;
endmodule
`default_nettype wire
