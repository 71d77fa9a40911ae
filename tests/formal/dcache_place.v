// dcache_place - places and numbers of lines: a map that is its own inverse, and what it spreads
// SPDX-License-Identifier: Apache-2.0
//
// What the set is, digit by digit, is written here in another way than in the module.
`define LINE_BITS `dcache_place_LINE_BITS
`define SET_BITS `dcache_place_SET_BITS
`define TAG_BITS `dcache_place_TAG_BITS
`define TOP `dcache_place_LINE_TOP
module dcache_place (
  input wire                    clk,
  input wire [`TOP-1:`LINE_BITS] number,
  input wire [`SET_BITS-1:0]    other_index,
  input wire [`SET_BITS-1:0]    other_digit
);
  wire [`TOP-1:`LINE_BITS] place;
  wire [`TOP-1:`LINE_BITS] back;
  wire [`TOP-1:`LINE_BITS] index_place;
  wire [`TOP-1:`LINE_BITS] digit_place;
  wire [`SET_BITS-1:0]     set = place[`LINE_BITS +: `SET_BITS];
  wire [`TAG_BITS-1:0]     tag = number[`TOP-1 -: `TAG_BITS];
  reg  [`TAG_BITS-1:0]     other_tag;

  ww_dcache_place u (.line(number), .placed(place));
  ww_dcache_place u_back (.line(place), .placed(back));
  ww_dcache_place u_index (
    .line({number[`TOP-1 -: `TAG_BITS], other_index}), .placed(index_place)
  );
  ww_dcache_place u_digit (
    .line({other_tag, number[`LINE_BITS +: `SET_BITS]}), .placed(digit_place)
  );

  integer i;
  reg [`SET_BITS-1:0] want;
  reg                 b;

  always @* begin
    other_tag = tag;
    want = number[`LINE_BITS +: `SET_BITS];
    for (i = 0; i < `TAG_BITS; i = i + 1) begin
      if (i < `SET_BITS) begin
        other_tag[i] = other_digit[i];
        b = i % 2 == 0 & i + 1 < `SET_BITS;
        want[i] = want[i] ^ (i % 2 == 0 & tag[i]);
        if (i % 2 == 1) want[i-1] = want[i-1] ^ tag[i];
        if (b) want[i+1] = want[i+1] ^ tag[i];
      end else begin
        want[i % `SET_BITS] = want[i % `SET_BITS] ^ tag[i];
      end
    end
  end

  always @* begin
    inverse: assert (back == number);
    tag_kept: assert (place[`TOP-1 -: `TAG_BITS] == tag);
    defined: assert (set == want);
    neighbours: assert (other_index == number[`LINE_BITS +: `SET_BITS]
                        | index_place[`LINE_BITS +: `SET_BITS] != set);
    strides: assert (other_tag == tag | digit_place[`LINE_BITS +: `SET_BITS] != set);
  end
endmodule
