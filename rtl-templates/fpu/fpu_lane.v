// fpu_lane - the pipeline of one lane: fused multiply and add, and all other operations
// SPDX-License-Identifier: Apache-2.0
//
// A new operation may enter in each cycle. Its result is there STAGES cycles later. The pipeline
// never holds.
//
//   unpack, special   1   align   2   add   3   lead   4   norm, settle   5   round   6
//
// The numbers are places for registers. STAGES says which of them there are; 6 always is one:
//
//   STAGES   2  3 6     3  1 4 6     4  1 3 5 6     5  1 3 4 5 6     6  all
//
// A prefix names the part that a signal leaves: p_ unpack and special, n_ align, s_ add, l_ lead,
// z_ norm and settle, y_ round. With _q the signal is behind the place for a register.
`default_nettype none
module ${prefix}_fpu_lane #(
  parameter STAGES = ${fpu_stages}
) (
  input  wire        clk,
  // operation
  input  wire [4:0]  x_fop,       // operation, as in fpu
  input  wire [1:0]  x_funct3,    // which of some operations
  input  wire        x_unsigned,  // the integer of a conversion is unsigned
  input  wire [2:0]  x_rm,        // rounding mode
  input  wire [31:0] x_a,         // first operand
  input  wire [31:0] x_b,         // second operand
  input  wire [31:0] x_c,         // third operand
  // result
  output wire [31:0] r_data,  // result
  output wire [4:0]  r_flags  // {NV, DZ, OF, UF, NX}
);
  localparam CUT_1 = STAGES > 2;
  localparam CUT_2 = STAGES > 5;
  localparam CUT_3 = STAGES != 3;
  localparam CUT_4 = STAGES == 3 || STAGES > 4;
  localparam CUT_5 = STAGES > 3;

  // Beside the sum: operation and special cases.
  localparam ALONG_BITS = 47;
  localparam SUB_AT = 45;
  localparam TO_INT_AT = 46;

  // Operands.
  wire [22:0] p_a;
  wire [22:0] p_b;
  wire [24:0] p_cross;
  wire        p_to_int;
  wire        p_from_int;
  wire        p_sub;
  wire [31:0] p_top;
  wire        p_clamp;
  wire [26:0] p_part;
  wire [6:0]  p_shift;
  wire        p_far;
  wire        p_some;
  wire [6:0]  p_tail;
  wire [8:0]  p_sum;
  wire [8:0]  p_from_c;
  wire        p_sign;
  wire        p_arith;
  wire        p_times;
  wire        p_a_none;
  wire        p_a_all;
  wire        p_a_whole;
  wire        p_b_none;
  wire        p_b_all;
  wire        p_b_whole;
  wire        p_c_all;
  wire        p_c_whole;
  wire        p_c_quiet;

  ${prefix}_fpu_unpack u_unpack (
//% connect fpu_unpack
  );

  wire        p_moves;
  wire        p_low;
  wire        p_forces;
  wire [3:0]  p_forced;
  wire        p_invalid;
  wire [31:0] p_side;

  ${prefix}_fpu_special u_special (
//% connect fpu_special
  );

  // Two products, for multipliers of at least 23 x 17 bits, which can contain the register.
  wire [39:0] p_low_product = p_a * p_b[16:0];
  wire [28:0] p_high_product = p_a * p_b[22:17];
  wire [39:0] p_low_product_q;
  wire [28:0] p_high_product_q;

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(40)) u_low_product (
    .clk(clk), .in(p_low_product), .out(p_low_product_q)
  );

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(29)) u_high_product (
    .clk(clk), .in(p_high_product), .out(p_high_product_q)
  );

  wire [ALONG_BITS-1:0] p_along = {p_to_int, p_sub, x_rm, x_unsigned, p_sign, p_moves, p_low,
                                   p_forces, p_forced, p_invalid, p_side};
  wire [ALONG_BITS-1:0] p_along_q;
  wire [24:0]           p_cross_q;
  wire                  p_from_int_q;
  wire [31:0]           p_top_q;
  wire                  p_clamp_q;
  wire [26:0]           p_part_q;
  wire [6:0]            p_shift_q;
  wire                  p_far_q;
  wire                  p_some_q;
  wire [6:0]            p_tail_q;
  wire [8:0]            p_sum_q;
  wire [8:0]            p_from_c_q;

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(ALONG_BITS + 120)) u_cut_1 (
    .clk(clk),
    .in({p_along, p_cross, p_from_int, p_top, p_clamp, p_part, p_shift, p_far, p_some, p_tail,
         p_sum, p_from_c}),
    .out({p_along_q, p_cross_q, p_from_int_q, p_top_q, p_clamp_q, p_part_q, p_shift_q, p_far_q,
          p_some_q, p_tail_q, p_sum_q, p_from_c_q})
  );

  // Sum. One bit below the window stands for the lost part of the addend: if the addend is
  // subtracted and a part is lost, the sum is less by 1 there. An integer that is converted never
  // makes the sum negative.
  wire                  p_sub_q = p_along_q[SUB_AT];
  wire                  n_below = p_sub_q & ~p_from_int_q;
  wire [75:0]           n_addend;
  wire                  n_lost;
  wire [8:0]            n_limit;
  wire [18:0]           n_stop;
  wire [ALONG_BITS-1:0] n_along_q;
  wire                  n_below_q;
  wire [39:0]           n_low_product_q;
  wire [28:0]           n_high_product_q;
  wire [24:0]           n_cross_q;
  wire [75:0]           n_addend_q;
  wire                  n_lost_q;
  wire [8:0]            n_limit_q;
  wire [18:0]           n_stop_q;
  wire                  n_sub_q = n_along_q[SUB_AT];

  ${prefix}_fpu_align u_align (
    .p_from_int(p_from_int_q), .p_sub(p_sub_q), .p_top(p_top_q), .p_clamp(p_clamp_q),
    .p_part(p_part_q), .p_shift(p_shift_q), .p_far(p_far_q), .p_some(p_some_q),
    .p_tail(p_tail_q), .p_sum(p_sum_q), .p_from_c(p_from_c_q),
//% connect fpu_align
  );

  ${prefix}_fpu_cut #(.REGISTER(CUT_2), .WIDTH(ALONG_BITS + 200)) u_cut_2 (
    .clk(clk),
    .in({p_along_q, n_below, p_low_product_q, p_high_product_q, p_cross_q, n_addend, n_lost,
         n_limit, n_stop}),
    .out({n_along_q, n_below_q, n_low_product_q, n_high_product_q, n_cross_q, n_addend_q,
          n_lost_q, n_limit_q, n_stop_q})
  );

  wire [77:0] s_sum = {n_below_q, n_addend_q, n_lost_q ^ n_sub_q}
                      + {35'd0, n_low_product_q, 2'b00, n_sub_q}
                      + {29'd0, n_high_product_q, 20'd0} + {27'd0, n_cross_q, 26'd0};

  // The leading bit of the sum.
  wire [ALONG_BITS-1:0] s_along_q;
  wire [77:0]           s_sum_q;
  wire [8:0]            s_limit_q;
  wire [18:0]           s_stop_q;
  wire                  l_zero;
  wire [4:0]            l_group;
  wire [1:0]            l_fine;

  ${prefix}_fpu_cut #(.REGISTER(CUT_3), .WIDTH(ALONG_BITS + 106)) u_cut_3 (
    .clk(clk), .in({n_along_q, s_sum, n_limit_q, n_stop_q}),
    .out({s_along_q, s_sum_q, s_limit_q, s_stop_q})
  );

  ${prefix}_fpu_lead u_lead (
    .s_sum(s_sum_q[77:1]), .s_stop(s_stop_q), .s_to_int(s_along_q[TO_INT_AT]),
    .l_zero(l_zero), .l_group(l_group), .l_fine(l_fine)
  );

  // Digits of the result, and how they are rounded.
  wire [77:0] l_sum_q;
  wire [8:0]  l_limit_q;
  wire        l_zero_q;
  wire [4:0]  l_group_q;
  wire [1:0]  l_fine_q;
  wire        l_to_int_q;
  wire        l_sub_q;
  wire [2:0]  l_rm_q;
  wire        l_unsigned_q;
  wire        l_sign_q;
  wire        l_moves_q;
  wire        l_low_q;
  wire        l_forces_q;
  wire [3:0]  l_forced_q;
  wire        l_invalid_q;
  wire [31:0] l_side_q;
  wire [8:0]  z_high;
  wire [23:0] z_digits;
  wire        z_half;
  wire        z_below;
  wire        z_quarter;
  wire        z_carry;
  wire        z_up_half;
  wire        z_up_odd;
  wire        z_up_above;
  wire        z_up_any;
  wire        z_sums;
  wire        z_ints;
  wire        z_positive;
  wire [31:0] z_instead;

  ${prefix}_fpu_cut #(.REGISTER(CUT_4), .WIDTH(ALONG_BITS + 95)) u_cut_4 (
    .clk(clk), .in({s_sum_q, s_limit_q, l_zero, l_group, l_fine, s_along_q}),
    .out({l_sum_q, l_limit_q, l_zero_q, l_group_q, l_fine_q, l_to_int_q, l_sub_q, l_rm_q,
          l_unsigned_q, l_sign_q, l_moves_q, l_low_q, l_forces_q, l_forced_q, l_invalid_q,
          l_side_q})
  );

  ${prefix}_fpu_norm u_norm (
    .s_sum(l_sum_q[77:1]), .s_lost(l_sum_q[0]), .s_limit(l_limit_q), .s_to_int(l_to_int_q),
    .l_zero(l_zero_q), .l_group(l_group_q), .l_fine(l_fine_q),
//% connect fpu_norm
  );

  ${prefix}_fpu_settle u_settle (
    .l_rm(l_rm_q), .l_sub(l_sub_q), .l_sign(l_sign_q), .l_to_int(l_to_int_q),
    .l_unsigned(l_unsigned_q), .l_moves(l_moves_q), .l_low(l_low_q), .l_forces(l_forces_q),
    .l_forced(l_forced_q), .l_side(l_side_q), .l_negative(l_sum_q[77]), .l_zero(l_zero_q),
//% connect fpu_settle
  );

  // Rounding.
  wire [8:0]  z_high_q;
  wire [23:0] z_digits_q;
  wire        z_half_q;
  wire        z_below_q;
  wire        z_quarter_q;
  wire        z_carry_q;
  wire        z_up_half_q;
  wire        z_up_odd_q;
  wire        z_up_above_q;
  wire        z_up_any_q;
  wire        z_sums_q;
  wire        z_ints_q;
  wire        z_positive_q;
  wire [31:0] z_instead_q;
  wire        z_invalid_q;
  wire [31:0] y_data;
  wire [4:0]  y_flags;

  ${prefix}_fpu_cut #(.REGISTER(CUT_5), .WIDTH(77)) u_cut_5 (
    .clk(clk),
    .in({z_high, z_digits, z_half, z_below, z_quarter, z_carry, z_up_half, z_up_odd, z_up_above,
         z_up_any, z_sums, z_ints, z_positive, z_instead, l_invalid_q}),
    .out({z_high_q, z_digits_q, z_half_q, z_below_q, z_quarter_q, z_carry_q, z_up_half_q,
          z_up_odd_q, z_up_above_q, z_up_any_q, z_sums_q, z_ints_q, z_positive_q, z_instead_q,
          z_invalid_q})
  );

  ${prefix}_fpu_round u_round (
    .z_high(z_high_q), .z_digits(z_digits_q), .z_half(z_half_q), .z_below(z_below_q),
    .z_quarter(z_quarter_q), .z_carry(z_carry_q), .z_up_half(z_up_half_q),
    .z_up_odd(z_up_odd_q), .z_up_above(z_up_above_q), .z_up_any(z_up_any_q), .z_sums(z_sums_q),
    .z_ints(z_ints_q), .z_positive(z_positive_q), .z_instead(z_instead_q),
    .z_invalid(z_invalid_q), .y_data(y_data), .y_flags(y_flags)
  );

  reg  [31:0] data_q;
  reg  [4:0]  flags_q;

  always @(posedge clk) begin
    data_q <= y_data;
    flags_q <= y_flags;
  end

  assign r_data = data_q;
  assign r_flags = flags_q;
endmodule
`default_nettype wire
