// dcache_hash - a small number that stands for a line, where a wrong match only costs time
// SPDX-License-Identifier: Apache-2.0
//
// The digits of its number in base 16, added without carry: a line and the one it replaces, which
// differ in their tags, seldom meet.
`default_nettype none
module ${prefix}_dcache_hash #(
  parameter LINE_BITS = ${dcache_line_bits},
  parameter TOP = ${dcache_top_bits}
) (
  input  wire [TOP-1:LINE_BITS] line,
  output wire [3:0]             hash
);
  wire [31:0] number = {{32-TOP+LINE_BITS{1'b0}}, line};

  assign hash = number[3:0] ^ number[7:4] ^ number[11:8] ^ number[15:12]
                ^ number[19:16] ^ number[23:20] ^ number[27:24] ^ number[31:28];
endmodule
`default_nettype wire
