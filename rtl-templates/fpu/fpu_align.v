// fpu_align - the addend in the window of the sum, and the product
// SPDX-License-Identifier: Apache-2.0
//
// What is shifted beyond the window is kept as one sticky bit below it. An integer to be converted
// takes the place of the addend in bits 75 to 44; it has been inverted as an addend is.
`default_nettype none
module ${prefix}_fpu_align (
  // product
  input  wire [40:0] p_low_product,
  input  wire [30:0] p_high_product,
  // addend
  input  wire        p_from_int,
  input  wire        p_sub,
  input  wire [26:0] p_part,
  input  wire [6:2]  p_shift,
  input  wire        p_far,
  input  wire [31:0] p_side,
  // exponent
  input  wire        p_clamp,
  input  wire [8:0]  p_sum,
  input  wire [7:0]  p_ec,
  // sum
  output wire [47:0] n_product,
  output wire [75:0] n_addend,
  output wire        n_lost,
  output wire [8:0]  n_limit   // exponent of the window's first bit, less 1
);
  assign n_product = {p_high_product, 17'd0} + {7'd0, p_low_product};

  // Bits 75 to 21 of the window, shifted by 31 at most.
  wire [30:0] by_4 = p_shift[2] ? {{4{p_sub}}, p_part} : {p_part, {4{p_sub}}};
  wire [38:0] by_8 = p_shift[3] ? {{8{p_sub}}, by_4} : {by_4, {8{p_sub}}};
  wire [54:0] by_16 = p_shift[4] ? {{16{p_sub}}, by_8} : {by_8, {16{p_sub}}};

  wire        by_0 = ~p_far & ~|p_shift[6:5];
  wire        by_32 = ~p_far & p_shift[6:5] == 2'd1;
  wire        by_64 = ~p_far & p_shift[6:5] == 2'd2;
  wire        stays = by_0 | by_32;
  wire [31:0] top = p_from_int ? p_side : by_0 ? by_16[54:23] : {32{p_sub}};
  wire [22:0] middle = by_0 ? by_16[22:0] : by_32 ? by_16[54:32] : {23{p_sub}};
  wire [8:0]  low = by_32 ? by_16[31:23] : {9{p_sub}};
  wire [11:0] last = by_32 ? by_16[22:11] : by_64 ? by_16[54:43] : {12{p_sub}};

  // Lost.
  wire        lost_32 = by_16[10:0] != {11{p_sub}};
  wire        lost_64 = by_16[42:11] != {32{p_sub}};
  wire        lost_all = by_16[54:43] != {12{p_sub}};

  assign n_addend = {top, middle, low, last};
  assign n_lost = (lost_32 & ~by_0) | (lost_64 & ~stays) | (lost_all & ~stays & ~by_64);

  // That of the product's window, or of the addend.
  assign n_limit = (p_clamp ? {1'b0, p_ec} : p_sum) + (p_clamp ? -9'd1 : -9'd101);
endmodule
`default_nettype wire
