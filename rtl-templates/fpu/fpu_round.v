// fpu_round - a number with all its bits becomes binary32
// SPDX-License-Identifier: Apache-2.0
//
// The number is 0.bits times 2 to the power of (exponent - 126), the exponent being at least 1; its
// first bit is zero only if the exponent is 1, which is a subnormal number or zero. Tininess is
// judged after rounding: a number that rounds to the smallest normal one, had it all exponents, is
// none. Fed by fpu_lane and fpu_divide_lane.
`default_nettype none
module ${prefix}_fpu_round (
  input  wire [2:0]  rm,        // RNE, RTZ, RDN, RUP, RMM
  input  wire        sign,
  input  wire [9:0]  exponent,
  input  wire [25:0] bits,      // 24 of the significand, two behind it
  input  wire        rest,      // something beyond
  output wire [31:0] y,
  output wire [2:0]  flags      // OF, UF, NX
);
  localparam [2:0] RNE = 3'd0, RTZ = 3'd1, RDN = 3'd2, RUP = 3'd3;

  // A half, and less.
  wire half = bits[1];
  wire some = bits[0] | rest;
  wire inexact = half | some;
  wire away = sign ? rm == RDN : rm == RUP;      // what is inexact grows
  wire nearest = rm[2] | rm == RNE;
  wire up = nearest ? half & (some | bits[2] | rm[2]) : away & inexact;

  // The same with a bit more, as a number of its size would have.
  wire up_more = nearest ? bits[0] : away & some;
  wire tiny = ~bits[25] & ~(&bits[24:1] & up_more);

  wire [32:0] packed_bits = {exponent & {10{bits[25]}}, bits[24:2]};
  wire [32:0] rounded = packed_bits + {32'd0, up};
  wire        over = |rounded[32:31] | &rounded[30:23];
  wire        to_infinity = nearest | away;
  wire        unused_mode = rm == RTZ;

  assign y = over ? {sign, 8'hff, 23'd0} - {31'd0, ~to_infinity} : {sign, rounded[30:0]};
  assign flags = {over, inexact & tiny, inexact | over};
endmodule
`default_nettype wire
