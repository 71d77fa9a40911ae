// fpu_lane - the pipeline of one lane: multiply and add, and all that goes along with it
// SPDX-License-Identifier: Apache-2.0
//
// A new operation each cycle; its result is there STAGES cycles later. Never stalled.
//
//   unpack, special   1   align   2   add   3   lead   4   norm   5   round   6
//
// Between these it can be cut, at the numbers; the last is always a register.
//
//   STAGES   2  3 6     3  1 4 6     4  1 3 5 6     5  1 3 4 5 6     6  all
`default_nettype none
module ${prefix}_fpu_lane #(
  parameter STAGES = ${fpu_stages}
) (
  input  wire        clk,
  // operation
  input  wire [4:0]  x_fop,
  input  wire [1:0]  x_funct3,
  input  wire        x_unsigned,
  input  wire [2:0]  x_rm,
  input  wire [31:0] x_a,
  input  wire [31:0] x_b,
  input  wire [31:0] x_c,
  // result
  output wire [31:0] r_data,
  output wire [4:0]  r_flags
);
  localparam CUT_1 = STAGES > 2;
  localparam CUT_2 = STAGES > 5;
  localparam CUT_3 = STAGES != 3;
  localparam CUT_4 = STAGES == 3 || STAGES > 4;
  localparam CUT_5 = STAGES > 3;

  // What goes along with the sum: operation and special cases. From bit 45 on it is known to all.
  localparam ALONG_BITS = 48;
  localparam SUB_AT = 45;
  localparam TO_INT_AT = 46;
  localparam FROM_INT_AT = 47;

  // Operands.
  wire [23:0] p_a;
  wire [23:0] p_b;
  wire        p_to_int;
  wire        p_from_int;
  wire        p_sub;
  wire [26:0] p_part;
  wire [6:2]  p_shift;
  wire        p_far;
  wire        p_clamp;
  wire [8:0]  p_sum;
  wire [7:0]  p_ec;
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
    .x_fop(x_fop), .x_unsigned(x_unsigned), .x_a(x_a), .x_b(x_b), .x_c(x_c), .p_a(p_a), .p_b(p_b),
    .p_to_int(p_to_int), .p_from_int(p_from_int), .p_sub(p_sub), .p_part(p_part),
    .p_shift(p_shift), .p_far(p_far), .p_clamp(p_clamp), .p_sum(p_sum), .p_ec(p_ec),
    .p_sign(p_sign), .p_arith(p_arith), .p_times(p_times), .p_a_none(p_a_none),
    .p_a_all(p_a_all), .p_a_whole(p_a_whole), .p_b_none(p_b_none), .p_b_all(p_b_all),
    .p_b_whole(p_b_whole), .p_c_all(p_c_all), .p_c_whole(p_c_whole), .p_c_quiet(p_c_quiet)
  );

  wire        p_moves;
  wire        p_low;
  wire        p_forces;
  wire [3:0]  p_forced;
  wire        p_invalid;
  wire [31:0] p_side;

  ${prefix}_fpu_special u_special (
    .x_fop(x_fop), .x_funct3(x_funct3), .x_unsigned(x_unsigned), .x_a(x_a), .x_b(x_b),
    .p_to_int(p_to_int), .p_from_int(p_from_int), .p_sub(p_sub), .p_sign(p_sign),
    .p_arith(p_arith), .p_times(p_times), .p_a_none(p_a_none), .p_a_all(p_a_all),
    .p_a_whole(p_a_whole), .p_b_none(p_b_none), .p_b_all(p_b_all), .p_b_whole(p_b_whole),
    .p_c_all(p_c_all), .p_c_whole(p_c_whole), .p_c_quiet(p_c_quiet), .p_moves(p_moves),
    .p_low(p_low), .p_forces(p_forces), .p_forced(p_forced), .p_invalid(p_invalid),
    .p_side(p_side)
  );

  // Two products, each for multipliers of 24 x 17 bits or more, which may take the register in.
  wire [40:0] p_low_product = p_a * p_b[16:0];
  wire [30:0] p_high_product = p_a * p_b[23:17];
  wire [40:0] p_low_product_q;
  wire [30:0] p_high_product_q;

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(41)) u_low_product (
    .clk(clk), .in(p_low_product), .out(p_low_product_q)
  );

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(31)) u_high_product (
    .clk(clk), .in(p_high_product), .out(p_high_product_q)
  );

  wire [ALONG_BITS-1:0] p_along = {p_from_int, p_to_int, p_sub, x_rm, x_unsigned, p_sign, p_moves,
                                   p_low, p_forces, p_forced, p_invalid, p_side};
  wire [ALONG_BITS-1:0] p_along_q;
  wire [26:0]           p_part_q;
  wire [6:2]            p_shift_q;
  wire                  p_far_q;
  wire                  p_clamp_q;
  wire [8:0]            p_sum_q;
  wire [7:0]            p_ec_q;

  ${prefix}_fpu_cut #(.REGISTER(CUT_1), .WIDTH(ALONG_BITS + 51)) u_cut_1 (
    .clk(clk), .in({p_along, p_part, p_shift, p_far, p_clamp, p_sum, p_ec}),
    .out({p_along_q, p_part_q, p_shift_q, p_far_q, p_clamp_q, p_sum_q, p_ec_q})
  );

  // Sum. One bit more than the window, for what is lost of the addend: if it is subtracted, the
  // sum is taken to be less by 1.
  wire [47:0]           n_product;
  wire [75:0]           n_addend;
  wire                  n_lost;
  wire [8:0]            n_limit;
  wire [ALONG_BITS-1:0] n_along_q;
  wire [47:0]           n_product_q;
  wire [75:0]           n_addend_q;
  wire                  n_lost_q;
  wire [8:0]            n_limit_q;
  wire                  n_sub_q = n_along_q[SUB_AT];

  ${prefix}_fpu_align u_align (
    .p_low_product(p_low_product_q), .p_high_product(p_high_product_q),
    .p_from_int(p_along_q[FROM_INT_AT]), .p_sub(p_along_q[SUB_AT]), .p_part(p_part_q),
    .p_shift(p_shift_q), .p_far(p_far_q), .p_side(p_along_q[31:0]), .p_clamp(p_clamp_q),
    .p_sum(p_sum_q), .p_ec(p_ec_q), .n_product(n_product), .n_addend(n_addend), .n_lost(n_lost),
    .n_limit(n_limit)
  );

  ${prefix}_fpu_cut #(.REGISTER(CUT_2), .WIDTH(ALONG_BITS + 134)) u_cut_2 (
    .clk(clk), .in({p_along_q, n_product, n_addend, n_lost, n_limit}),
    .out({n_along_q, n_product_q, n_addend_q, n_lost_q, n_limit_q})
  );

  wire [77:0] s_sum = {n_sub_q, n_addend_q, n_lost_q ^ n_sub_q}
                      + {27'd0, n_product_q, 2'b00, n_sub_q};

  // First group.
  wire [ALONG_BITS-1:0] s_along_q;
  wire [77:0]           s_sum_q;
  wire [8:0]            s_limit_q;
  wire                  s_to_int_q = s_along_q[TO_INT_AT];
  wire                  l_negative;
  wire                  l_zero;
  wire [4:0]            l_group;
  wire [1:0]            l_cap;

  ${prefix}_fpu_cut #(.REGISTER(CUT_3), .WIDTH(ALONG_BITS + 87)) u_cut_3 (
    .clk(clk), .in({n_along_q, s_sum, n_limit_q}), .out({s_along_q, s_sum_q, s_limit_q})
  );

  ${prefix}_fpu_lead u_lead (
    .s_sum(s_sum_q[77:1]), .s_limit(s_limit_q), .s_to_int(s_to_int_q),
    .s_from_int(s_along_q[FROM_INT_AT]), .l_negative(l_negative), .l_zero(l_zero),
    .l_group(l_group), .l_cap(l_cap)
  );

  // Normaliser.
  wire [ALONG_BITS-1:0] l_along_q;
  wire [76:0]           l_sum_q;
  wire [8:0]            l_limit_q;
  wire                  l_negative_q;
  wire                  l_zero_q;
  wire [4:0]            l_group_q;
  wire [1:0]            l_cap_q;
  wire [8:0]            z_high;
  wire [23:0]           z_digits;
  wire [1:0]            z_next;
  wire                  z_sticky;

  ${prefix}_fpu_cut #(.REGISTER(CUT_4), .WIDTH(ALONG_BITS + 95)) u_cut_4 (
    .clk(clk),
    .in({s_along_q, s_sum_q[76:0], s_limit_q, l_negative, l_zero, l_group, l_cap}),
    .out({l_along_q, l_sum_q, l_limit_q, l_negative_q, l_zero_q, l_group_q, l_cap_q})
  );

  ${prefix}_fpu_norm u_norm (
    .s_sum(l_sum_q[76:1]), .s_lost(l_sum_q[0]), .s_limit(l_limit_q),
    .s_to_int(l_along_q[TO_INT_AT]), .l_negative(l_negative_q), .l_zero(l_zero_q),
    .l_group(l_group_q), .l_cap(l_cap_q), .z_high(z_high), .z_digits(z_digits), .z_next(z_next),
    .z_sticky(z_sticky)
  );

  // Rounding.
  wire [ALONG_BITS-1:0] z_along_q;
  wire [8:0]            z_high_q;
  wire [23:0]           z_digits_q;
  wire [1:0]            z_next_q;
  wire                  z_sticky_q;
  wire                  z_negative_q;
  wire                  z_zero_q;

  ${prefix}_fpu_cut #(.REGISTER(CUT_5), .WIDTH(ALONG_BITS + 38)) u_cut_5 (
    .clk(clk),
    .in({l_along_q, z_high, z_digits, z_next, z_sticky, l_negative_q, l_zero_q}),
    .out({z_along_q, z_high_q, z_digits_q, z_next_q, z_sticky_q, z_negative_q, z_zero_q})
  );

  wire        z_to_int_q;
  wire        z_sub_q;
  wire [2:0]  z_rm_q;
  wire        z_unsigned_q;
  wire        z_sign_q;
  wire        z_moves_q;
  wire        z_low_q;
  wire        z_forces_q;
  wire [3:0]  z_forced_q;
  wire        z_invalid_q;
  wire [31:0] z_side_q;
  wire        unused = z_along_q[FROM_INT_AT];

  assign {z_to_int_q, z_sub_q, z_rm_q, z_unsigned_q, z_sign_q, z_moves_q, z_low_q, z_forces_q,
          z_forced_q, z_invalid_q, z_side_q} = z_along_q[FROM_INT_AT-1:0];

  wire [31:0] y_data;
  wire [4:0]  y_flags;

  ${prefix}_fpu_round u_round (
    .z_high(z_high_q), .z_digits(z_digits_q), .z_next(z_next_q), .z_sticky(z_sticky_q),
    .z_negative(z_negative_q), .z_zero(z_zero_q), .z_rm(z_rm_q), .z_sub(z_sub_q),
    .z_sign(z_sign_q), .z_to_int(z_to_int_q), .z_unsigned(z_unsigned_q), .z_moves(z_moves_q),
    .z_low(z_low_q), .z_forces(z_forces_q), .z_forced(z_forced_q), .z_invalid(z_invalid_q),
    .z_side(z_side_q), .y_data(y_data), .y_flags(y_flags)
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
