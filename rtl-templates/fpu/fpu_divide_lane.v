// fpu_divide_lane - division and square root of binary32: a bit of the result a cycle
// SPDX-License-Identifier: Apache-2.0
//
// Subnormal operands are shifted until their first bit is one, a bit a cycle. Then 26 bits of the
// result are found by restoring steps: the divisor is taken from the remainder, or 4 q + 1, q being
// the root so far, from a remainder to which two more bits of the operand have come. What is
// subnormal is shifted back, and rounded. Fed by fpu_divide.
`default_nettype none
module ${prefix}_fpu_divide_lane (
  input  wire        clk,
  input  wire        rst,
  input  wire        start,
  input  wire        root,      // of a; stays while it works, as rm does
  input  wire [2:0]  rm,
  input  wire [31:0] a,
  input  wire [31:0] b,
  output wire        busy,
  output wire [31:0] y,         // stays until the next start
  output wire [4:0]  flags      // NV, DZ, OF, UF, NX
);
  localparam [2:0] IDLE = 3'd0, NORMAL = 3'd1, STEP = 3'd2, FIX = 3'd3, BACK = 3'd4;
  localparam [4:0] LAST = 5'd25;

  // What needs no steps.
  wire a_zero, a_subnormal, a_infinite, a_nan, a_signaling;
  wire b_zero, b_subnormal, b_infinite, b_nan, b_signaling;

  ${prefix}_fpu_class u_a (
    .x(a[30:0]), .zero(a_zero), .subnormal(a_subnormal), .infinite(a_infinite), .nan(a_nan),
    .signaling(a_signaling)
  );
  ${prefix}_fpu_class u_b (
    .x(b[30:0]), .zero(b_zero), .subnormal(b_subnormal), .infinite(b_infinite), .nan(b_nan),
    .signaling(b_signaling)
  );
  wire unused = a_subnormal | b_subnormal;
  wire negative = a[31] & ~a_zero & ~a_nan;
  wire no_root = a_nan | negative;
  wire no_quotient = a_nan | b_nan | (a_zero & b_zero) | (a_infinite & b_infinite);
  wire no_number = root ? no_root : no_quotient;
  wire wrong = root ? a_signaling | negative
               : a_signaling | b_signaling | (no_quotient & ~a_nan & ~b_nan);
  wire by_zero = ~root & b_zero & ~a_zero & ~a_infinite & ~a_nan;
  wire infinite = a_infinite | (~root & b_zero);
  wire zero = a_zero | (~root & b_infinite);
  wire sign = a[31] ^ (b[31] & ~root);

  reg         [2:0]  state_q;
  reg         [4:0]  count_q;
  reg                known_q;
  reg         [31:0] early_q;
  reg         [1:0]  early_flags_q;
  reg                sign_q;
  reg  signed [9:0]  exponent_q;   // of a, then of the result
  reg  signed [9:0]  by_exponent_q;
  reg         [23:0] by_q;         // divisor, or what is left of the operand of a root
  reg         [29:0] left_q;       // dividend, then remainder
  reg         [25:0] result_q;
  reg                rest_q;       // what was shifted out

  wire               normal = left_q[23] & (root | by_q[23]);
  wire        [28:0] less = {1'b0, left_q[27:0]}
                            - (root ? {1'b0, result_q, 2'b01} : {5'd0, by_q});
  wire               fits = ~less[28];
  wire        [27:0] kept = fits ? less[27:0] : left_q[27:0];
  wire               odd = ~exponent_q[0];
  wire        [24:0] square = odd ? {left_q[23:0], 1'b0} : {1'b0, left_q[23:0]};
  wire signed [9:0]  root_exponent = (exponent_q + 10'sd127 - {9'd0, odd}) >>> 1;
  wire               late = ~result_q[25];
  wire               below = exponent_q < 10'sd1;

  always @(posedge clk)
    if (rst)
      state_q <= IDLE;
    else
      case (state_q)
        IDLE: state_q <= start ? NORMAL : IDLE;
        NORMAL: state_q <= known_q ? IDLE : normal ? STEP : NORMAL;
        STEP: state_q <= count_q == LAST ? FIX : STEP;
        FIX: state_q <= BACK;
        default: state_q <= below ? BACK : IDLE;
      endcase

  always @(posedge clk)
    case (state_q)
      IDLE:
        if (start) begin
          known_q <= no_number | infinite | zero;
          early_q <= no_number ? 32'h7fc00000 : {sign, {8{infinite}}, 23'd0};
          early_flags_q <= {wrong, by_zero};
          sign_q <= sign;
          exponent_q <= {2'b00, a[30:23]} + {9'd0, ~|a[30:23]};
          by_exponent_q <= {2'b00, b[30:23]} + {9'd0, ~|b[30:23]};
          left_q <= {6'd0, |a[30:23], a[22:0]};
          by_q <= {|b[30:23], b[22:0]};
          count_q <= 5'd0;
          rest_q <= 1'b0;
          result_q <= 26'd0;
        end
      NORMAL: begin
        if (~left_q[23]) begin
          left_q <= left_q << 1;
          exponent_q <= exponent_q - 10'sd1;
        end
        if (~root & ~by_q[23]) begin
          by_q <= by_q << 1;
          by_exponent_q <= by_exponent_q - 10'sd1;
        end
        if (normal) begin
          exponent_q <= root ? root_exponent : exponent_q - by_exponent_q + 10'sd127;
          if (root) begin
            left_q <= {28'd0, square[24:23]};
            by_q <= {square[22:0], 1'b0};
          end
        end
      end
      STEP: begin
        count_q <= count_q + 5'd1;
        result_q <= {result_q[24:0], fits};
        left_q <= root ? {kept, by_q[23:22]} : {1'b0, kept, 1'b0};
        if (root)
          by_q <= by_q << 2;
      end
      FIX: begin
        // The first bit of a quotient below one is the second.
        rest_q <= |left_q;
        if (late) begin
          result_q <= result_q << 1;
          exponent_q <= exponent_q - 10'sd1;
        end
      end
      default:
        if (below) begin
          result_q <= result_q >> 1;
          rest_q <= rest_q | result_q[0];
          exponent_q <= |result_q ? exponent_q + 10'sd1 : 10'sd1;
        end
    endcase

  wire [31:0] rounded;
  wire [2:0]  round_flags;

  ${prefix}_fpu_round u_round (
    .rm(rm), .sign(sign_q), .exponent(exponent_q), .bits(result_q), .rest(rest_q), .y(rounded),
    .flags(round_flags)
  );

  assign busy = state_q != IDLE;
  assign y = known_q ? early_q : rounded;
  assign flags = known_q ? {early_flags_q, 3'd0} : {2'b00, round_flags};
endmodule
`default_nettype wire
