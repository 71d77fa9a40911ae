// fpu_sum - sums, products and fused operations of a lane, rounded once
// SPDX-License-Identifier: Apache-2.0
//
// One operation enters behind the reset, its result is there STAGES cycles later, against the
// manual: the exact product and the addend are brought to their first digit, added with 50 bits
// to spare and a sticky one, and rounded. So that the solver gets to the end, the factors have the
// fractions' first A_BITS and B_BITS bits, the addend C_BITS, the rest zero; exponents are any.
//
//   KIND   0 fadd, fsub   1 fmul   2 fmadd, fmsub, fnmsub, fnmadd
`define STAGES `fpu_lane_STAGES
`ifndef KIND
`define KIND 0
`define A_BITS 23
`define B_BITS 23
`define C_BITS 23
`endif
module fpu_sum (
  input wire        clk,
  input wire [1:0]  op_any,
  input wire [2:0]  rm_any,
  input wire [31:0] a_any,
  input wire [31:0] b_any,
  input wire [31:0] c_any
);
  reg init = 1'b1;
  reg [3:0]  age_q;
  reg [1:0]  op;
  reg [2:0]  rm;
  reg [31:0] a;
  reg [31:0] b;
  reg [31:0] c;
  wire [31:0] data;
  wire [4:0]  flags;
  wire [4:0]  fop = `KIND == 0 ? {4'b0000, op[0]} : `KIND == 1 ? 5'b00010 : {3'b011, op};

  ww_fpu_lane u (
    .clk(clk), .x_fop(fop), .x_funct3(2'd0), .x_unsigned(1'b0), .x_rm(rm), .x_a(a), .x_b(b),
    .x_c(c), .r_data(data), .r_flags(flags)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    age_q <= init ? 4'd0 : age_q + 4'd1;
    if (init) begin
      op <= op_any;
      rm <= rm_any;
      a <= {a_any[31:23-`A_BITS], {23-`A_BITS{1'b0}}};
      b <= {b_any[31:23-`B_BITS], {23-`B_BITS{1'b0}}};
      c <= {c_any[31:23-`C_BITS], {23-`C_BITS{1'b0}}};
    end
  end

  // f * g + t
  wire [31:0] f = `KIND == 0 ? 32'h3f800000 : a;
  wire [31:0] g = `KIND == 0 ? a : b;
  wire [31:0] t = `KIND == 0 ? b ^ {op[0], 31'd0} : `KIND == 1 ? 32'd0
                  : c ^ {op[0], 31'd0};
  wire        p_sign = f[31] ^ g[31] ^ (`KIND == 2 & op[1]);
  wire        t_sign = `KIND == 1 ? p_sign : t[31];
  wire        nan = (&f[30:23] & |f[22:0]) | (&g[30:23] & |g[22:0]) | (&t[30:23] & |t[22:0]);
  wire        signals = (&f[30:23] & |f[22:0] & ~f[22]) | (&g[30:23] & |g[22:0] & ~g[22])
                        | (&t[30:23] & |t[22:0] & ~t[22]);
  wire        f_inf = f[30:0] == 31'h7f800000;
  wire        g_inf = g[30:0] == 31'h7f800000;
  wire        t_inf = t[30:0] == 31'h7f800000;
  wire        p_inf = f_inf | g_inf;
  wire        wrong = (f_inf & g[30:0] == 31'd0) | (g_inf & f[30:0] == 31'd0);
  wire        invalid = signals | wrong | (p_inf & t_inf & ~nan & p_sign != t_sign);
  wire        to_nan = nan | invalid;
  wire        special = to_nan | p_inf | t_inf;

  // Digits and exponents: a number with its first digit at 47 and exponent e has the field e.
  reg  [47:0] p;
  reg  [47:0] plus;
  reg  signed [10:0] p_e;
  reg  signed [10:0] plus_e;
  integer     i;

  always @* begin
    p = {24'd0, |f[30:23], f[22:0]} * {24'd0, |g[30:23], g[22:0]};
    p_e = {3'd0, f[30:23]} + {10'd0, ~|f[30:23]} + {3'd0, g[30:23]} + {10'd0, ~|g[30:23]} - 11'd126;
    plus = {|t[30:23], t[22:0], 24'd0};
    plus_e = {3'd0, t[30:23]} + {10'd0, ~|t[30:23]};
    for (i = 32; i > 0; i = i / 2) begin
      if (~|(p >> (48 - i))) begin
        p = p << i;
        p_e = p_e - i;
      end
      if (~|(plus >> (48 - i))) begin
        plus = plus << i;
        plus_e = plus_e - i;
      end
    end
  end

  wire        p_more = plus == 48'd0 | (p != 48'd0 & p_e >= plus_e);
  wire        minus = p_sign ^ t_sign;
  wire [47:0] more = p_more ? p : plus;
  wire [47:0] less = p_more ? plus : p;
  wire signed [10:0] e = p_more ? p_e : plus_e;
  wire signed [10:0] apart = p_more ? p_e - plus_e : plus_e - p_e;
  wire [97:0] moved = {less, 50'd0} >> apart[6:0];
  wire [97:0] back = moved << apart[6:0];
  wire        far = apart > 11'sd97;
  wire [99:0] term = less == 48'd0 ? 100'd0 : far ? 100'd1
                     : {1'b0, moved, back != {less, 50'd0}};
  wire [99:0] total = minus ? {1'b0, more, 51'd0} - term : {1'b0, more, 51'd0} + term;
  wire        turned = total[99] & minus;
  wire        sign_more = p_more ? p_sign : t_sign;

  // Its first digit at 99, or as far as subnormal numbers let it come.
  reg  [99:0] sum;
  reg  signed [10:0] s_e;
  integer     j;

  always @* begin
    sum = turned ? -total : total;
    s_e = e + 11'sd1;
    for (j = 64; j > 0; j = j / 2)
      if (~|(sum >> (100 - j))) begin
        sum = sum << j;
        s_e = s_e - j;
      end
  end

  wire        zero = sum == 100'd0;
  wire        sign = zero ? (minus ? rm == 3'd2 : p_sign) : sign_more ^ turned;
  wire        low = s_e < 11'sd1 | zero;
  wire signed [10:0] down = 11'sd1 - s_e;
  wire [99:0] lower = down > 11'sd99 ? 100'd0 : sum >> down[6:0];
  wire        lost = down > 11'sd99 ? ~zero : (lower << down[6:0]) != sum;
  wire [99:0] at = low ? lower : sum;
  wire        half = at[75];
  wire        rest = |at[74:0] | (low & lost);
  wire        inexact = half | rest;
  wire        away = (rm == 3'd2 & sign) | (rm == 3'd3 & ~sign);
  wire        up = rm == 3'd0 ? half & (rest | at[76]) : rm == 3'd4 ? half : away & inexact;
  wire [8:0]  field = low ? 9'd0 : s_e[8:0] - 9'd1;
  wire [31:0] rounded = {field, 23'd0} + {8'd0, at[99:76]} + {31'd0, up};
  wire        over = rounded[31:23] >= 9'd255;
  wire        to_inf = rm == 3'd0 | rm == 3'd4 | away;
  wire [30:0] size = over ? (to_inf ? 31'h7f800000 : 31'h7f7fffff) : rounded[30:0];

  // Tiny: less than 2^-126 if it were rounded to 24 digits with any exponent.
  wire        other_up = rm == 3'd0 ? sum[75] & (|sum[74:0] | sum[76]) : rm == 3'd4 ? sum[75]
                         : away & |sum[75:0];
  wire        tiny = low & ~(s_e == 11'sd0 & &sum[99:76] & other_up);
  wire [31:0] result = to_nan ? 32'h7fc00000
                       : special ? {p_inf ? p_sign : t_sign, 31'h7f800000} : {sign, size};
  wire [4:0]  raised = special ? {invalid, 4'd0}
                       : {2'b00, over, tiny & inexact, inexact | over};
  wire        there = ~init & age_q >= `STAGES;

  always @*
    if (~init) begin
      mode: assume (rm <= 3'd4);
      if (there & ~special) number: assert (data == result);
      if (there & ~special) number_flags: assert (flags == raised);
      if (there & special) no_number: assert (data == result);
      if (there & special) no_number_flags: assert (flags == raised);
    end
endmodule
