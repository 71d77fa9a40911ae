// fpu_lead - finds the leading bit of a sum: counts the bits that are equal to its sign
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. The sum has 19 groups of four bits. l_group is the first group, from the left,
// with a bit that differs from the sign; at most the group of s_stop, where subnormal numbers
// begin. l_fine counts the bits equal to the sign at the left of that group, up to 3. A negative
// sum (the addend was greater) is not negated: its bits are inverted here, and again in fpu_norm.
//
// Exception: an integer (s_to_int) begins in bit 67 at any time.
`default_nettype none
module ${prefix}_fpu_lead (
  // sum
  input  wire [76:0] s_sum,     // {sign, window of 76 bits}
  input  wire [18:0] s_stop,    // one-hot group where subnormal numbers begin
  input  wire        s_to_int,  // the result is an integer
  // normaliser
  output wire        l_zero,   // all bits of the sum are equal to its sign
  output wire [4:0]  l_group,  // number of the group where the sum begins
  output wire [1:0]  l_fine    // number of bits to skip in that group
);
  wire [79:1] bits = {s_sum[75:0] ^ {76{s_sum[76]}}, 3'd0};
  wire [18:0] some;

  // The first of four groups, of five times four: its number, and its first bit.
  wire [3:0]  fours;
  wire [19:0] firsts;

  genvar g;
  generate
    for (g = 0; g < 19; g = g + 1) begin : g_group
      assign some[g] = |bits[76-4*g +: 4];
    end

    for (g = 0; g < 5; g = g + 1) begin : g_four
      wire [2:0]  four = some[g*4 +: 3] | s_stop[g*4 +: 3];
      wire [1:0]  place = {~|four[1:0], ~four[0] & (four[1] | ~four[2])};
      wire [2:0]  group_0 = bits[77-16*g +: 3];
      wire [2:0]  group_1 = bits[73-16*g +: 3];
      wire [2:0]  group_2 = bits[69-16*g +: 3];
      wire [2:0]  group_3 = bits[65-16*g +: 3];
      wire [2:0]  group = place[1] ? (place[0] ? group_3 : group_2)
                                   : (place[0] ? group_1 : group_0);

      assign firsts[g*4 +: 4] = {place, ~|group[2:1], ~group[2] & (group[1] | ~group[0])};
    end

    for (g = 0; g < 4; g = g + 1) begin : g_some
      assign fours[g] = |some[g*4 +: 4] | |s_stop[g*4 +: 4];
    end
  endgenerate

  reg [6:0] first;

  always @* begin
    first = {3'd4, firsts[19:16]};
    if (fours[0])
      first = {3'd0, firsts[3:0]};
    else if (fours[1])
      first = {3'd1, firsts[7:4]};
    else if (fours[2])
      first = {3'd2, firsts[11:8]};
    else if (fours[3])
      first = {3'd3, firsts[15:12]};
  end

  assign l_zero = ~|some;
  assign {l_group, l_fine} = s_to_int ? 7'd8 : first;
endmodule
`default_nettype wire
