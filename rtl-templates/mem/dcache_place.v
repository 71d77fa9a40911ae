// dcache_place - the place {tag, set} of a line in a cache with hashed sets, and the way back
// SPDX-License-Identifier: Apache-2.0
//
// A line's number is {tag, index}. Its set is the index plus the digits of the tag, as wide as the
// index, without carry. So neighbouring lines are in different sets, and lines that are a power of
// two apart, as the rows of a matrix are, do not all share one set.
//
// Each pair of bits {b, a} of the tag's lowest digit is first multiplied by a generator of GF(4),
// which gives {a, a ^ b}. Without that, rows of a power of two and one line more, as padded rows
// have, would share few sets.
//
// The tag stays as it is. So the map is its own inverse: `line` may be a number and `placed` its
// place, or the other way round. No cycles.
`default_nettype none
module ${prefix}_dcache_place #(
  parameter LINE_BITS = ${dcache_line_bits},
  parameter SET_BITS = ${dcache_set_bits},
  parameter TAG_BITS = ${dcache_tag_bits},
  parameter LINE_TOP = ${dcache_top_bits},
  parameter DIGITS = ${dcache_digits}  // of the tag
) (
  input  wire [LINE_TOP-1:LINE_BITS] line,   // number of a line, or its place
  output wire [LINE_TOP-1:LINE_BITS] placed  // place of the line, or its number
);
  wire [(DIGITS+1)*SET_BITS-1:0] tag
    = {{(DIGITS+1)*SET_BITS-TAG_BITS{1'b0}}, line[LINE_TOP-1 -: TAG_BITS]};
  wire [SET_BITS-1:0]            low = tag[SET_BITS-1:0];
  wire [SET_BITS-1:0]            set = line[LINE_BITS +: SET_BITS];

  genvar i;
  genvar d;
  generate
    for (i = 0; i < SET_BITS; i = i + 1) begin : g_bit
      wire [DIGITS-1:0] digits;  // bit i of all digits but the lowest
      wire              first;   // bit i of the lowest digit, multiplied

      if (i % 2 == 1) begin : g_odd
        assign first = low[i-1];
      end else if (i + 1 < SET_BITS) begin : g_even
        assign first = low[i] ^ low[i+1];
      end else begin : g_last
        assign first = low[i];
      end
      for (d = 0; d < DIGITS; d = d + 1) begin : g_digit
        assign digits[d] = tag[(d+1)*SET_BITS+i];
      end
      assign placed[LINE_BITS+i] = set[i] ^ first ^ ^digits;
    end
  endgenerate

  assign placed[LINE_TOP-1 -: TAG_BITS] = line[LINE_TOP-1 -: TAG_BITS];
endmodule
`default_nettype wire
