// divide - quotient, remainder and product of one operation after another
// SPDX-License-Identifier: Apache-2.0
//
// Operands are cut to BITS bits with their sign, or without, so that the solver gets to the end;
// what the manual says of a divisor of zero and of overflow is asserted for all 32 bits.
`ifndef BITS
`define BITS 5
`endif
`ifdef SLOW_MULTIPLY
`define AGE 6'd40
`define UNIT_LANES `muldiv_LANES
`define UNIT_META_BITS `muldiv_META_BITS
`else
`define AGE 6'd20
`define UNIT_LANES `divide_LANES
`define UNIT_META_BITS `divide_META_BITS
`endif
module divide (
  input wire        clk,
  input wire [2:0]  funct3_any,
  input wire [31:0] a_any,
  input wire [31:0] b_any,
  input wire        ready
);
  localparam LANES = `UNIT_LANES;
  localparam META_BITS = `UNIT_META_BITS;
  reg init = 1'b1;

  always @(posedge clk)
    init <= 1'b0;

  // One instruction of one beat, behind the reset: what a later one finds is what it leaves.
  reg         first_q = 1'b0;
  reg         busy_q = 1'b0;
  reg  [2:0]  funct3_q;
  reg  [31:0] a_q;
  reg  [31:0] b_q;
  reg  [5:0]  age_q;
  wire        start = first_q;
  wire        v_valid;
  wire        v_last;
  wire        div_free;
  wire [LANES-1:0] v_mask;
  wire [META_BITS-1:0] v_meta;
  wire [LANES*32-1:0] v_data;

  always @(posedge clk) begin
    first_q <= init;
    busy_q <= ~init & (start | (busy_q & ~div_free));
    age_q <= start ? 6'd0 : age_q + (~&age_q & ~v_valid);
    if (start) begin
      funct3_q <= funct3_any;
      a_q <= a_any;
      b_q <= b_any;
    end
  end

`ifdef SLOW_MULTIPLY
  ww_muldiv u (
`else
  ww_divide u (
`endif

    .clk(clk), .rst(init), .x_valid(start), .x_last(1'b1),
`ifdef divide_has_x_beat
    .x_beat({`divide_BEAT_BITS{1'b0}}),
`endif
    .x_mask({LANES{1'b1}}), .x_meta({META_BITS{1'b1}}), .x_funct3(funct3_any),
    .x_a({LANES{a_any}}), .x_b({LANES{b_any}}), .c_squashed(1'b0), .div_free(div_free),
    .v_valid(v_valid), .v_ready(ready), .v_last(v_last), .v_mask(v_mask), .v_meta(v_meta),
    .v_data(v_data)
  );

  wire signed [31:0] signed_a = a_q;
  wire signed [31:0] signed_b = b_q;
  wire small_signed = a_q == {{32-`BITS{a_q[`BITS-1]}}, a_q[`BITS-1:0]}
                      & b_q == {{32-`BITS{b_q[`BITS-1]}}, b_q[`BITS-1:0]};
  wire small = a_q[31:`BITS] == 0 & b_q[31:`BITS] == 0;
  wire signed [`BITS:0] short_a = signed_a;
  wire signed [`BITS:0] short_b = signed_b;
  wire signed [`BITS:0] quotient = short_a / short_b;
  wire signed [`BITS:0] remainder = short_a % short_b;
  wire signed [31:0] long_quotient = quotient;
  wire signed [31:0] long_remainder = remainder;
  wire [31:0] product = signed_a * signed_b;
  wire [31:0] result = v_data[31:0];
  wire zero = b_q == 32'd0;
  wire overflow = a_q == 32'h80000000 & b_q == 32'hFFFFFFFF;
  wire div = funct3_q == 3'b100;
  wire divu = funct3_q == 3'b101;
  wire rem = funct3_q == 3'b110;
  wire remu = funct3_q == 3'b111;

`ifdef SLOW_MULTIPLY
  wire multiplies = ~funct3_q[2];
`else
  wire multiplies = 1'b0;
  always @*
    only_divisions: assume (~start | funct3_any[2]);
`endif

  always @* begin
    if (~init & busy_q)
      in_time: assert (age_q < `AGE);
    if (~init & v_valid) begin
      asked_for: assert (busy_q & v_last & &v_mask & &v_meta);
      if (zero & (div | divu)) quotient_by_zero: assert (result == 32'hFFFFFFFF);
      if (zero & (rem | remu)) remainder_by_zero: assert (result == a_q);
      if (overflow & div) quotient_overflow: assert (result == 32'h80000000);
      if (overflow & rem) remainder_overflow: assert (result == 32'd0);
      if (div & small_signed & ~zero) quotient_signed: assert (result == long_quotient);
      if (rem & small_signed & ~zero) remainder_signed: assert (result == long_remainder);
      if (divu & small & ~zero) quotient_unsigned: assert (result == long_quotient);
      if (remu & small & ~zero) remainder_unsigned: assert (result == long_remainder);
`ifdef SLOW_MULTIPLY
      if (multiplies & funct3_q[1:0] == 2'b00 & small_signed) mul: assert (result == product);
      if (multiplies & ^funct3_q[1:0] & small_signed & ~a_q[31] & ~b_q[31])
        mulh: assert (result == 32'd0);
      if (multiplies & funct3_q[1:0] == 2'b01 & small_signed)
        mulh_sign: assert (result == {32{(a_q[31] ^ b_q[31]) & |a_q & |b_q}});
`endif
    end
  end
endmodule
