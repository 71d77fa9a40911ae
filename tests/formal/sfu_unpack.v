// sfu_unpack - the operand of a special function, digit by digit, and the results that are special
// SPDX-License-Identifier: Apache-2.0
//
// Against doc/sfu.md: "Numbers, operand", and its table of special operands.
module sfu_unpack (
  input wire        clk,
  input wire [2:0]  funct,
  input wire [31:0] a
);
  localparam [1:0] NONE = 2'd0, ZERO = 2'd1, INFINITY = 2'd2, NAN = 2'd3;

  wire        x_sign;
  wire [23:0] x_digits;
  wire [8:0]  x_exponent;
  wire        x_itself;
  wire [1:0]  x_special;
  wire        x_minus;

  ww_sfu_unpack u (
    .funct(funct), .a(a), .x_sign(x_sign), .x_digits(x_digits), .x_exponent(x_exponent),
    .x_itself(x_itself), .x_special(x_special), .x_minus(x_minus)
  );

  // m and e.
  reg  [23:0] m;
  reg  signed [9:0] e;
  integer     i;

  always @* begin
    m = {|a[30:23], a[22:0]};
    e = a[30:23] == 8'd0 ? -10'sd126 : $signed({2'b00, a[30:23]}) - 10'sd127;
    for (i = 0; i < 23; i = i + 1)
      if (~m[23]) begin
        m = m << 1;
        e = e - 10'sd1;
      end
  end

  // The table, column by column; what is empty there is no special result.
  wire        nan = a[30:0] > 31'h7f800000;
  wire        infinite = a[30:0] == 31'h7f800000;
  wire        zero = a[30:0] == 31'd0;
  wire        minus = a[31];
  wire        great = a[30:0] >= 31'h43800000;  // 256
  reg  [2:0]  want;                             // sign, kind

  always @* begin
    want = {1'b0, NONE};
    case (funct)
      3'd0:
        if (infinite) want = {minus, ZERO};
        else if (zero) want = {minus, INFINITY};
      3'd1:
        if (zero) want = {minus, INFINITY};
        else if (minus) want = {1'b0, NAN};
        else if (infinite) want = {1'b0, ZERO};
      3'd3:
        if (zero) want = {1'b1, INFINITY};
        else if (minus) want = {1'b0, NAN};
        else if (infinite) want = {1'b0, INFINITY};
      3'd4:
        if (infinite) want = {1'b0, NAN};
        else if (zero) want = {minus, ZERO};
      3'd5: if (infinite) want = {1'b0, NAN};
      default: if (great) want = {1'b0, minus ? ZERO : INFINITY};
    endcase
    if (nan)
      want = {1'b0, NAN};
  end

  wire [9:0]  wide = {x_exponent[8], x_exponent};
  wire        plain = want[1:0] == NONE & ~zero;

  always @*
    if (funct != 3'd7) begin
      kind: assert (x_special == want[1:0]);
      if (want[1:0] == ZERO | want[1:0] == INFINITY) minus_: assert (x_minus == want[2]);
      if (plain) digits: assert (x_digits == m);
      if (plain) exponent: assert (wide == e);
      if (zero & want[1:0] == NONE) nothing: assert (x_exponent[8] & x_exponent <= 9'd386);
      sign: assert (x_sign == (minus & funct != 3'd5));
      if (plain) itself: assert (x_itself == (funct == 3'd4 & a[30:0] < 31'h39800000));
    end
endmodule
