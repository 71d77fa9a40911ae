// dcache_hash - four bits that stand for a line: equal lines have equal hashes
// SPDX-License-Identifier: Apache-2.0
//
// Other lines may have the same hash. So it serves where a wrong match only costs time. The hash is
// the exclusive or of the hexadecimal digits of the line's number. A line and the line that it
// evicts differ in their tags, and so seldom have the same hash.
`default_nettype none
module ${prefix}_dcache_hash #(
  parameter LINE_BITS = ${dcache_line_bits},
  parameter LINE_TOP = ${dcache_top_bits}
) (
  input  wire [LINE_TOP-1:LINE_BITS] line,  // number of the line: its address without the offset
  output wire [3:0]                  hash   // hash of the line
);
  wire [31:0] number = {{32-LINE_TOP+LINE_BITS{1'b0}}, line};

  assign hash = number[3:0] ^ number[7:4] ^ number[11:8] ^ number[15:12]
                ^ number[19:16] ^ number[23:20] ^ number[27:24] ^ number[31:28];
endmodule
`default_nettype wire
