// fpu_align - shifts the addend to its place in the window of the sum
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. The shift is to the right. One sticky bit stands for all bits that leave the
// window (n_lost). An integer that is converted takes the place of the addend, in bits 75 to 44. An
// addend that is subtracted is inverted here; the sum adds the 1.
`default_nettype none
module ${prefix}_fpu_align (
  // addend
  input  wire        p_from_int,  // convert an integer
  input  wire        p_sub,       // the addend is subtracted from the product
  input  wire [31:0] p_top,       // addend or integer, not shifted
  input  wire        p_clamp,     // add p_top as it is
  input  wire [26:0] p_part,      // addend, shifted by the last two bits of p_shift
  input  wire [6:0]  p_shift,     // shift of the addend, in bits
  input  wire        p_far,       // the shift is 128 or more
  input  wire        p_some,      // the addend is not zero
  input  wire [6:0]  p_tail,      // greatest shift that loses no 1 of the addend
  // exponent
  input  wire [8:0]  p_sum,     // exponent of the product, biased twice
  input  wire [8:0]  p_from_c,  // -100 less the exponent of the addend
  // sum
  output wire [75:0] n_addend,  // addend in the window; inverted if it is subtracted
  output wire        n_lost,    // a 1 of the addend is below the window
  output wire [8:0]  n_limit,   // exponent of bit 75 of the window, less 1
  output wire [18:0] n_stop     // one-hot group of four bits where subnormal numbers begin
);
  // Bits 75 to 37 of the window, shifted by 15 at most.
  wire [30:0] by_4 = p_shift[2] ? {{4{p_sub}}, p_part} : {p_part, {4{p_sub}}};
  wire [38:0] by_8 = p_shift[3] ? {{8{p_sub}}, by_4} : {by_4, {8{p_sub}}};

  // Then by multiples of 16. Each of five blocks of 16 bits is one of the three parts high, middle
  // and low, or empty. The first two blocks can also be p_top.
  wire [15:0] fill = {16{p_sub}};
  wire [15:0] high = by_8[38:23];
  wire [15:0] middle = by_8[22:7];
  wire [15:0] low = {by_8[6:0], fill[8:0]};
  wire        near = ~p_far & ~p_clamp;
  wire        by_0 = near & p_shift[6:4] == 3'd0;
  wire        by_16 = near & p_shift[6:4] == 3'd1;
  wire        by_32 = near & p_shift[6:4] == 3'd2;
  wire        by_48 = near & p_shift[6:4] == 3'd3;
  wire        by_64 = near & p_shift[6:4] == 3'd4;
  wire [9:0]  which = {by_0, by_0 | p_clamp, by_0 | by_16, by_16 | p_clamp,
                       by_16 | by_32, by_0 | by_32, by_32 | by_48, by_16 | by_48,
                       by_48 | by_64, by_32 | by_64};  // 3 high, 2 middle, 1 low, 0 empty
  wire [79:0] thirds = {p_top, {3{low}}};
  wire [79:0] blocks;
  wire [3:0]  unused = blocks[3:0];

  genvar b;
  generate
    for (b = 0; b < 5; b = b + 1) begin : g_block
      assign blocks[b*16 +: 16] = which[b*2+1] ? (which[b*2] ? high : middle)
                                               : (which[b*2] ? thirds[b*16 +: 16] : fill);
    end
  endgenerate

  assign n_addend = blocks[79:4];
  assign n_lost = p_some & ~p_clamp & (p_far | p_shift > p_tail);

  // The exponent of the product's window, or of the addend.
  wire        of_addend = p_clamp & ~p_from_int;
  wire [8:0]  limit = (of_addend ? ~p_from_c : p_sum) + (of_addend ? -9'd100 : -9'd101);

  genvar g;
  generate
    for (g = 0; g < 19; g = g + 1) begin : g_stop
      assign n_stop[g] = limit[8:2] == g;
    end
  endgenerate

  assign n_limit = limit;
endmodule
`default_nettype wire
