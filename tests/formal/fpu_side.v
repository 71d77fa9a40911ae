// fpu_side - what a lane does without arithmetic: signs, minimum and maximum, comparisons, classes
// SPDX-License-Identifier: Apache-2.0
//
// One operation enters behind the reset, its result is there STAGES cycles later, against the
// manual, for all operands.
`define STAGES `fpu_lane_STAGES
module fpu_side (
  input wire        clk,
  input wire [4:0]  fop_any,
  input wire [2:0]  funct3_any,
  input wire [2:0]  rm_any,
  input wire        unsigned_any,
  input wire [31:0] a_any,
  input wire [31:0] b_any,
  input wire [31:0] c_any
);
  reg init = 1'b1;
  reg [3:0]  age_q;
  reg [4:0]  fop;
  reg [1:0]  funct3;
  reg [2:0]  rm;
  reg        unsigned_q;
  reg [31:0] a;
  reg [31:0] b;
  reg [31:0] c;
  wire [31:0] data;
  wire [4:0]  flags;

  ww_fpu_lane u (
    .clk(clk), .x_fop(fop), .x_funct3(funct3), .x_unsigned(unsigned_q), .x_rm(rm), .x_a(a),
    .x_b(b), .x_c(c), .r_data(data), .r_flags(flags)
  );

  // Operands stay as they are.
  always @(posedge clk) begin
    init <= 1'b0;
    age_q <= init ? 4'd0 : age_q + 4'd1;
    if (init) begin
      fop <= fop_any;
      funct3 <= funct3_any[1:0];
      rm <= rm_any;
      unsigned_q <= unsigned_any;
      a <= a_any;
      b <= b_any;
      c <= c_any;
    end
  end

  wire a_nan = a[30:0] > 31'h7f800000;
  wire b_nan = b[30:0] > 31'h7f800000;
  wire a_signals = a_nan & ~a[22];
  wire b_signals = b_nan & ~b[22];
  wire nan = a_nan | b_nan;
  wire signals = a_signals | b_signals;

  // The order of numbers is that of these, but for the zeros.
  wire signed [32:0] a_order = a[31] ? -{2'b00, a[30:0]} : {2'b00, a[30:0]};
  wire signed [32:0] b_order = b[31] ? -{2'b00, b[30:0]} : {2'b00, b[30:0]};
  wire less = a_order < b_order;
  wire equal = a_order == b_order;
  wire below = less | (equal & a[31] & ~b[31]);  // -0 is less than +0 here
  wire [31:0] least = a_nan & b_nan ? 32'h7fc00000 : a_nan ? b : b_nan ? a : below ? a : b;
  wire [31:0] most = a_nan & b_nan ? 32'h7fc00000 : a_nan ? b : b_nan ? a : below ? b : a;
  reg  [9:0] class;

  always @* begin
    class = 10'd0;
    if (a_nan)
      class[a[22] ? 9 : 8] = 1'b1;
    else if (a[30:23] == 8'd255)
      class[a[31] ? 0 : 7] = 1'b1;
    else if (a[30:23] != 8'd0)
      class[a[31] ? 1 : 6] = 1'b1;
    else if (a[22:0] != 23'd0)
      class[a[31] ? 2 : 5] = 1'b1;
    else
      class[a[31] ? 3 : 4] = 1'b1;
  end

  wire there = ~init & age_q >= `STAGES;
  wire sign = fop == 5'b00100;
  wire pick = fop == 5'b00101;
  wire compare = fop == 5'b10100;
  wire other = fop == 5'b11100;

  always @*
    if (there) begin
      if (sign & funct3 == 2'd0) sgnj: assert (data == {b[31], a[30:0]});
      if (sign & funct3 == 2'd1) sgnjn: assert (data == {~b[31], a[30:0]});
      if (sign & funct3 == 2'd2) sgnjx: assert (data == {a[31] ^ b[31], a[30:0]});
      if (pick & funct3 == 2'd0) min: assert (data == least);
      if (pick & funct3 == 2'd1) max: assert (data == most);
      if (compare & funct3 == 2'd0) le: assert (data == (~nan & (less | equal)));
      if (compare & funct3 == 2'd1) lt: assert (data == (~nan & less));
      if (compare & funct3 == 2'd2) eq: assert (data == (~nan & equal));
      if (other & funct3 == 2'd0) move_out: assert (data == a);
      if (other & funct3 == 2'd1) fclass: assert (data == class);
      if (fop == 5'b11110) move_in: assert (data == a);
      if (sign | other | fop == 5'b11110) silent: assert (flags == 5'd0);
      if (pick) picked: assert (flags == {signals, 4'd0});
      if (compare & funct3 == 2'd2) quietly: assert (flags == {signals, 4'd0});
      if (compare & ~funct3[1]) ordered: assert (flags == {nan, 4'd0});
    end
endmodule
