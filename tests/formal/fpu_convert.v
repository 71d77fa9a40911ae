// fpu_convert - conversions of a lane between binary32 and integers, in every rounding mode
// SPDX-License-Identifier: Apache-2.0
//
// One operation enters behind the reset, its result is there STAGES cycles later, against the
// manual, for all operands: the number is written out with 34 bits behind the point.
`define STAGES `fpu_lane_STAGES
module fpu_convert (
  input wire        clk,
  input wire        from_any,
  input wire        unsigned_any,
  input wire [2:0]  rm_any,
  input wire [31:0] a_any
);
  reg init = 1'b1;
  reg [3:0]  age_q;
  reg        from_int;
  reg        is_unsigned;
  reg [2:0]  rm;
  reg [31:0] a;
  wire [31:0] data;
  wire [4:0]  flags;

  ww_fpu_lane u (
    .clk(clk), .x_fop({3'b110, from_int, 1'b0}), .x_funct3(2'd0), .x_unsigned(is_unsigned),
    .x_rm(rm), .x_a(a), .x_b(32'd0), .x_c(32'd0), .r_data(data), .r_flags(flags)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    age_q <= init ? 4'd0 : age_q + 4'd1;
    if (init) begin
      from_int <= from_any;
      is_unsigned <= unsigned_any;
      rm <= rm_any;
      a <= a_any;
    end
  end

  // To an integer: 32 bits of it, one behind the point, whether more follow.
  wire        sign = a[31];
  wire [7:0]  field = a[30:23];
  wire        nan = field == 8'd255 & |a[22:0];
  wire [23:0] digits = {|field, a[22:0]};
  wire [65:0] point = {digits, 42'd0} >> (8'd158 - field);
  wire        small = field < 8'd125;
  wire        great = field > 8'd158;
  wire [31:0] whole = small ? 32'd0 : point[65:34];
  wire        half = ~small & point[33];
  wire        rest = small ? |digits : |point[32:0];
  wire        up = rm == 3'd0 ? half & (rest | whole[0]) : rm == 3'd2 ? sign & (half | rest)
                   : rm == 3'd3 ? ~sign & (half | rest) : rm == 3'd4 ? half : 1'b0;
  wire [32:0] size = {1'b0, whole} + {32'd0, up};
  wire [32:0] most = is_unsigned ? (sign ? 33'd0 : 33'hffffffff)
                     : sign ? 33'h80000000 : 33'h7fffffff;
  wire        out = nan | great | size > most;
  wire [31:0] limit = nan | ~sign ? (is_unsigned ? 32'hffffffff : 32'h7fffffff)
                      : (is_unsigned ? 32'd0 : 32'h80000000);
  wire [31:0] integer_ = out ? limit : sign ? -size[31:0] : size[31:0];
  wire [4:0]  integer_flags = out ? 5'h10 : {4'd0, half | rest};

  // From an integer.
  wire        negative = ~is_unsigned & a[31];
  wire [31:0] magnitude = negative ? -a : a;
  reg  [7:0]  exponent;   // of the first digit
  reg  [31:0] first;      // digits, moved to the left
  integer     i;

  always @* begin
    exponent = 8'd158;
    first = magnitude;
    for (i = 0; i < 31; i = i + 1)
      if (~first[31]) begin
        first = first << 1;
        exponent = exponent - 8'd1;
      end
  end

  wire        from_half = first[7];
  wire        from_rest = |first[6:0];
  wire        inexact = from_half | from_rest;
  wire        from_up = rm == 3'd0 ? from_half & (from_rest | first[8])
                        : rm == 3'd2 ? negative & inexact : rm == 3'd3 ? ~negative & inexact
                        : rm == 3'd4 ? from_half : 1'b0;
  wire [30:0] rounded = {exponent, first[30:8]} + {30'd0, from_up};
  wire [31:0] number = a == 32'd0 ? 32'd0 : {negative, rounded};

  wire there = ~init & age_q >= `STAGES;

  always @*
    if (~init) begin
      mode: assume (rm <= 3'd4);
      if (there & ~from_int) to_int: assert (data == integer_);
      if (there & ~from_int) to_flags: assert (flags == integer_flags);
      if (there & from_int) to_float: assert (data == number);
      if (there & from_int) from_flags: assert (flags == {4'd0, inexact});
    end
endmodule
