// fpu_divide - iterative divider and square root of one lane
// SPDX-License-Identifier: Apache-2.0
//
// Two digits per cycle. A digit is 1 if the remainder less the divisor is not negative; the
// difference then is the new remainder. The remainder is doubled behind each digit. For a root with
// the digits q so far, the divisor is 2q plus half the value of the next digit. The point is right
// of bit 24.
//
//   START     1 cycle     the unpacked operands enter the registers
//   CHECK     1           special cases; the bias of the exponent
//   PREPARE   1 or more   divisor and remainder shift left by one per cycle, until the divisor has
//                         no leading zeros and the first digit is 1. One more cycle if the fraction
//                         of the dividend is less than that of the divisor; many for subnormal
//                         operands; of a root until the exponent is even. The last cycle makes the
//                         first digit.
//   ITERATE   12          24 digits, the last one to round by. A subnormal quotient has fewer
//                         digits, so it needs no shift back.
//   DONE                  the result is held until the next start
//
// A special case is DONE behind CHECK.
//
// Rounding makes no quotient below the least normal number normal, except one that is inexact even
// so. So a quotient that is below before rounding is tiny.
`default_nettype none
module ${prefix}_fpu_divide (
  input  wire        clk,
  input  wire        rst,
  input  wire        start,  // start an operation; the one in progress is lost
  input  wire        root,   // 1 square root of a, 0 a divided by b
  input  wire [2:0]  rm,     // rounding mode
  input  wire [31:0] a,      // dividend, or operand of the root
  input  wire [31:0] b,      // divisor
  output wire        done,   // the result is valid
  output wire [31:0] data,   // result
  output wire [4:0]  flags   // {NV, DZ, OF, UF, NX}
);
  localparam [2:0] IDLE = 3'd0, CHECK = 3'd1, PREPARE = 3'd2, ITERATE = 3'd3, DONE = 3'd4;
  localparam [2:0] RNE = 3'd0, RDN = 3'd2, RUP = 3'd3, RMM = 3'd4;

  reg  [2:0]  state_q;
  reg         root_q;
  reg  [2:0]  rm_q;
  reg         sign_q;
  reg  [9:0]  exponent_q;   // signed
  reg  [26:0] remain_q;     // remainder
  reg  [25:0] by_q;         // divisor
  reg  [11:0] place_q;      // one-hot place of the next digit of a root: bit k is 2k+1 of by_q
  reg  [3:0]  count_q;      // cycles of ITERATE that are left
  reg  [24:0] digits_q;     // quotient or root so far
  reg         a_zero_q;
  reg         a_inf_q;
  reg         b_zero_q;
  reg         b_inf_q;
  reg         nan_q;
  reg         signals_q;
  reg         special_q;
  reg         forced_nan_q;
  reg         forced_inf_q;
  reg         invalid_q;
  reg         by_zero_q;

  // START. For the first digit of a root the divisor is 1.
  wire        a_none = ~|a[30:23];
  wire        b_none = ~|b[30:23] & ~root;
  wire        a_all = &a[30:23];
  wire        b_all = &b[30:23] & ~root;
  wire        a_whole = ~|a[22:0];
  wire        b_whole = ~|b[22:0];
  wire [22:0] b_fraction = b[22:0] & {23{~root}};
  wire [7:0]  a_exponent = {a[30:24], a[23] | a_none};
  wire [7:0]  b_exponent = {b[30:24], b[23] | b_none} & {8{~root}};
  wire [9:0]  apart = {2'b00, a_exponent} - {2'b00, b_exponent};

  // CHECK.
  wire        minus = root_q & sign_q & ~a_zero_q;
  wire        wrong = (a_zero_q & b_zero_q) | (a_inf_q & b_inf_q) | minus;
  wire        special = nan_q | a_zero_q | a_inf_q | b_zero_q | b_inf_q | minus;

  // PREPARE. The remainder is less than twice the divisor; so the first bit is a sign.
  wire [26:0] less = remain_q - {1'b0, by_q};
  wire        fits = ~less[26];
  wire        by_left = ~by_q[24];
  wire        remain_left = root_q ? ~remain_q[25] & (~remain_q[24] | exponent_q[0]) : ~fits;
  wire        ready = ~by_left & ~remain_left;
  wire        tiny = ~root_q & (exponent_q[9] | ~|exponent_q);  // less than the least normal number
  wire        nothing = ~root_q & exponent_q[9] & exponent_q < 10'd1000;  // below -24: no digits
  wire        first = ~tiny | (exponent_q[0] & ~nothing);       // an odd number of digits
  wire [3:0]  count = nothing ? 4'd0 : tiny ? 4'd12 + exponent_q[4:1] : 4'd12;
  wire [9:0]  step = state_q == CHECK ? 10'd127
                     : {{9{remain_left & ~by_left}}, remain_left ^ by_left};

  // ITERATE: two digits.
  wire [26:0] remain_1 = fits ? {less[25:0], 1'b0} : {remain_q[25:0], 1'b0};
  wire [25:0] by_1;
  wire [26:0] less_1 = remain_1 - {1'b0, by_1};
  wire        fits_1 = ~less_1[26];
  wire [26:0] remain_2 = fits_1 ? {less_1[25:0], 1'b0} : {remain_1[25:0], 1'b0};
  wire [25:0] by_2;

  // Of a root: the divisor loses the bit of the place, and gains the bit right of it; if the digit
  // is 1, also the bit left of it.
  wire [25:0] place = {2'b00, place_q[11], 1'b0, place_q[10], 1'b0, place_q[9], 1'b0, place_q[8],
                       1'b0, place_q[7], 1'b0, place_q[6], 1'b0, place_q[5], 1'b0, place_q[4],
                       1'b0, place_q[3], 1'b0, place_q[2], 1'b0, place_q[1], 1'b0, place_q[0],
                       1'b0};

  assign by_1 = (by_q & ~place) | {1'b0, place[25:1]} | ({place[24:0], 1'b0} & {26{fits}});
  assign by_2 = (by_q & ~place) | {2'b00, place[25:2]} | ({place[24:0], 1'b0} & {26{fits}})
                | (place & {26{fits_1}});

  always @(posedge clk)
    if (rst)
      state_q <= IDLE;
    else if (start)
      state_q <= CHECK;
    else
      case (state_q)
        CHECK: state_q <= special ? DONE : PREPARE;
        PREPARE: state_q <= ~ready ? PREPARE : |count ? ITERATE : DONE;
        ITERATE: state_q <= count_q == 4'd1 ? DONE : ITERATE;
        default: state_q <= state_q;
      endcase

  always @(posedge clk)
    if (start) begin
      root_q <= root;
      rm_q <= rm;
      sign_q <= a[31] ^ (b[31] & ~root);
      a_zero_q <= a_none & a_whole;
      a_inf_q <= a_all & a_whole;
      b_zero_q <= b_none & b_whole;
      b_inf_q <= b_all & b_whole;
      nan_q <= (a_all & ~a_whole) | (b_all & ~b_whole);
      signals_q <= (a_all & ~a_whole & ~a[22]) | (b_all & ~b_whole & ~b[22]);
    end

  always @(posedge clk)
    if (state_q == CHECK) begin
      special_q <= special;
      forced_nan_q <= nan_q | wrong;
      forced_inf_q <= a_inf_q | b_zero_q;
      invalid_q <= signals_q | (wrong & ~nan_q);
      by_zero_q <= b_zero_q & ~a_zero_q & ~a_inf_q & ~nan_q;
    end

  always @(posedge clk)
    if (start) begin
      exponent_q <= apart;
      remain_q <= {2'b00, ~a_none, a[22:0], 1'b0};
      by_q <= {1'b0, ~b_none, b_fraction, 1'b0};
      digits_q <= 25'd0;
      place_q <= {root, 11'd0};
    end else
      case (state_q)
        CHECK: exponent_q <= exponent_q + step;
        PREPARE: begin
          exponent_q <= exponent_q + step;
          if (~ready) begin
            remain_q <= remain_left ? {remain_q[25:0], 1'b0} : remain_q;
            by_q <= by_left ? {by_q[24:0], 1'b0} : by_q;
          end else if (first) begin
            remain_q <= remain_1;
            by_q <= {root_q, by_q[24] & ~root_q, by_q[23] | root_q, by_q[22:0]};
            digits_q <= 25'd1;
          end
        end
        ITERATE: begin
          remain_q <= remain_2;
          by_q <= by_2;
          digits_q <= {digits_q[22:0], fits, fits_1};
          place_q <= {1'b0, place_q[11:1]};
        end
        default: digits_q <= digits_q;
      endcase

  always @(posedge clk)
    count_q <= state_q == PREPARE ? count : count_q - 4'd1;

  // Rounding. high_q is the exponent less 1; from 253 rounding can raise it to 254.
  reg         tiny_q;
  reg  [8:0]  high_q;

  always @(posedge clk)
    if (state_q == PREPARE) begin
      tiny_q <= tiny;
      high_q <= ((root_q ? exponent_q[9:1] : exponent_q[8:0]) - 9'd1) & {9{~tiny}};
    end

  wire        half = digits_q[0];
  wire        rest = |remain_q;
  wire        inexact = half | rest;
  wire        away = (rm_q == RUP & ~sign_q) | (rm_q == RDN & sign_q);
  wire        up_half = half & (rm_q == RMM | (rm_q == RNE & digits_q[1]));
  wire        up_rest = rest & ((rm_q == RNE & half) | away);
  wire        up = up_half | up_rest | (away & half);
  wire [30:0] rounded = {high_q[7:0], 23'd0} + {7'd0, digits_q[24:1]} + {30'd0, up};
  wire        over = high_q[8] | &high_q[7:1] | (high_q[7:0] == 8'd253 & rounded[23]);
  wire        to_inf = rm_q == RNE | rm_q == RMM | away;
  wire [30:0] forced = {{8{forced_nan_q | forced_inf_q}}, forced_nan_q, 22'd0};
  wire [30:0] huge = {7'h7f, to_inf, {23{~to_inf}}};
  wire [30:0] instead = special_q ? forced : huge;

  assign done = state_q == DONE;
  assign data = {sign_q & ~(special_q & forced_nan_q),
                 special_q | over ? instead : rounded};
  assign flags = special_q ? {invalid_q, by_zero_q, 3'd0}
                           : {2'b00, over, tiny_q & inexact, inexact | over};
endmodule
`default_nettype wire
