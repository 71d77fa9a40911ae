// fpu_lead - where a sum begins: the first group of four bits that are not all like its sign
// SPDX-License-Identifier: Apache-2.0
//
// A sum below zero (the addend was greater) is not negated, only inverted, at the end: fpu_round.
// Of 19 groups l_group is the first one that is not empty, from the left, but none that would make
// the exponent less than 1, as subnormal results begin with zeros. l_cap is by how much less than
// 4 the sum may be shifted in it. Integers are at the place of the third group.
`default_nettype none
module ${prefix}_fpu_lead (
  // sum
  input  wire [76:0] s_sum,
  input  wire [8:0]  s_limit,
  input  wire        s_to_int,
  input  wire        s_from_int,
  // normaliser
  output wire        l_negative,
  output wire        l_zero,
  output wire [4:0]  l_group,
  output wire [1:0]  l_cap
);
  wire        negative = s_sum[76] & ~s_to_int & ~s_from_int;
  wire [75:0] bits = s_sum[75:0] ^ {76{negative}};
  wire [19:0] some;

  genvar g;
  generate
    for (g = 0; g < 19; g = g + 1) begin : g_group
      assign some[g] = |bits[72-4*g +: 4];
    end
  endgenerate

  assign some[19] = 1'b0;

  // The first of four groups, of five times four.
  wire [4:0] fours;
  wire [9:0] firsts;

  generate
    for (g = 0; g < 5; g = g + 1) begin : g_four
      wire [3:0] four = some[g*4 +: 4];

      assign fours[g] = |four;
      assign firsts[g*2 +: 2] = {~|four[1:0], ~four[0] & (four[1] | ~four[2])};
    end
  endgenerate

  reg [4:0] first;

  always @* begin
    first = {3'd4, firsts[9:8]};
    if (fours[0])
      first = {3'd0, firsts[1:0]};
    else if (fours[1])
      first = {3'd1, firsts[3:2]};
    else if (fours[2])
      first = {3'd2, firsts[5:4]};
    else if (fours[3])
      first = {3'd3, firsts[7:6]};
  end

  wire limited = s_limit[8:2] <= {2'b00, first};

  assign l_negative = negative;
  assign l_zero = ~|fours;
  assign l_group = s_to_int ? 5'd2 : limited ? s_limit[6:2] : first;
  assign l_cap = s_to_int ? 2'd0 : limited ? s_limit[1:0] : 2'd3;
endmodule
`default_nettype wire
