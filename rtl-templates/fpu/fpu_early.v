// fpu_early - results of floating point that need no arithmetic, known at once
// SPDX-License-Identifier: Apache-2.0
//
// Signs, comparisons, minima and maxima, classes, moves; and of the others those with a NaN, an
// infinity or an integer out of range. Fed by fpu_lane with the operands as it has chosen them: a
// times m plus p, of which the sum's terms are x (p's sign counts in x_c_sign).
//
//   fop     funct3
//   00100   0 fsgnj   1 fsgnjn   2 fsgnjx
//   00101   0 fmin    1 fmax
//   10100   0 fle     1 flt      2 feq
//   11000   fcvt.w.s, fcvt.wu.s
//   11100   0 fmv.x.w 1 fclass
//   11110   fmv.w.x
`default_nettype none
module ${prefix}_fpu_early (
  input  wire [4:0]  fop,
  input  wire [2:0]  funct3,
  input  wire        to_unsigned,
  input  wire [31:0] a,
  input  wire [31:0] b,
  // the operands of a * m + p
  input  wire        product_sign,
  input  wire        addend_sign,
  input  wire [30:0] m,
  input  wire [30:0] p,
  output reg         known,     // the result is this
  output reg  [31:0] value,
  output reg         invalid
);
  localparam [31:0] CANONICAL = 32'h7fc00000;

  wire a_zero, a_subnormal, a_infinite, a_nan, a_signaling;
  wire b_zero, b_subnormal, b_infinite, b_nan, b_signaling;
  wire m_zero, m_subnormal, m_infinite, m_nan, m_signaling;
  wire p_zero, p_subnormal, p_infinite, p_nan, p_signaling;

  ${prefix}_fpu_class u_a (
    .x(a[30:0]), .zero(a_zero), .subnormal(a_subnormal), .infinite(a_infinite), .nan(a_nan),
    .signaling(a_signaling)
  );
  ${prefix}_fpu_class u_b (
    .x(b[30:0]), .zero(b_zero), .subnormal(b_subnormal), .infinite(b_infinite), .nan(b_nan),
    .signaling(b_signaling)
  );
  ${prefix}_fpu_class u_m (
    .x(m), .zero(m_zero), .subnormal(m_subnormal), .infinite(m_infinite), .nan(m_nan),
    .signaling(m_signaling)
  );
  ${prefix}_fpu_class u_p (
    .x(p), .zero(p_zero), .subnormal(p_subnormal), .infinite(p_infinite), .nan(p_nan),
    .signaling(p_signaling)
  );
  wire unused = ^{b_zero, b_subnormal, b_infinite, m_subnormal, p_zero, p_subnormal, funct3[2]};

  // Comparisons.
  wire below = a[30:0] < b[30:0];
  wire same = a == b;
  wire zeros = ~|{a[30:0], b[30:0]};
  wire precedes = a[31] != b[31] ? a[31] : a[31] ? ~below & ~same : below;  // -0 before +0
  wire less = precedes & ~zeros;
  wire equal = same | zeros;
  wire either_nan = a_nan | b_nan;
  wire either_signaling = a_signaling | b_signaling;
  wire holds = ~either_nan & (funct3[1] ? equal : funct3[0] ? less : less | equal);
  wire takes_a = ~a_nan & (b_nan | (precedes ^ funct3[0]));
  wire [9:0] kinds = {a_nan & ~a_signaling, a_signaling, a_infinite & ~a[31],
                      ~(a_zero | a_subnormal | a_infinite | a_nan | a[31]),
                      a_subnormal & ~a[31], a_zero & ~a[31], a_zero & a[31],
                      a_subnormal & a[31], ~(a_zero | a_subnormal | a_infinite | a_nan) & a[31],
                      a_infinite & a[31]};

  // Integers: 2^32 and more, or no number.
  wire        beyond = a[30:23] > 8'd158;
  wire        lowest = a[31] & ~a_nan;
  wire [31:0] limit = to_unsigned ? {32{~lowest}} : {lowest, {31{~lowest}}};

  // Sums of products.
  wire no_product = (a_infinite & m_zero) | (a_zero & m_infinite);
  wire product_infinite = a_infinite | m_infinite;
  wire any_nan = a_nan | m_nan | p_nan;
  wire no_sum = product_infinite & p_infinite & (product_sign ^ addend_sign) & ~any_nan;
  wire no_number = any_nan | no_product | no_sum;

  always @* begin
    known = 1'b1;
    value = a;
    invalid = 1'b0;
    case (fop)
      5'b00100:
        value[31] = (b[31] ^ funct3[0]) ^ (a[31] & funct3[1]);
      5'b00101: begin
        value = a_nan & b_nan ? CANONICAL : takes_a ? a : b;
        invalid = either_signaling;
      end
      5'b10100: begin
        value = {31'd0, holds};
        invalid = funct3[1] ? either_signaling : either_nan;
      end
      5'b11000: begin
        known = beyond;
        value = limit;
        invalid = beyond;
      end
      5'b11010: known = 1'b0;
      5'b11100:
        if (funct3[0])
          value = {22'd0, kinds};
      5'b11110: value = a;
      default: begin
        known = any_nan | product_infinite | p_infinite;
        value = no_number ? CANONICAL
                          : {product_infinite ? product_sign : addend_sign, 8'hff, 23'd0};
        invalid = a_signaling | m_signaling | p_signaling | no_product | no_sum;
      end
    endcase
  end
endmodule
`default_nettype wire
