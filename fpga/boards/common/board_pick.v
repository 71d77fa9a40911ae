// board_pick - one of many bytes
// SPDX-License-Identifier: Apache-2.0
//
// Half of them is left after each step, so that there are no more multiplexers than bytes.
`default_nettype none
module board_pick #(
  parameter BYTES = 20                // at most 64
) (
  input  wire [8*BYTES-1:0] from,     // number 0 at the bottom
  input  wire [5:0]         number,
  output wire [7:0]         picked
);
  wire [511:0] all = {{(512-8*BYTES){1'b0}}, from};
  wire [255:0] half = number[5] ? all[511:256] : all[255:0];
  wire [127:0] quarter = number[4] ? half[255:128] : half[127:0];
  wire [63:0]  eight = number[3] ? quarter[127:64] : quarter[63:0];
  wire [31:0]  four = number[2] ? eight[63:32] : eight[31:0];
  wire [15:0]  two = number[1] ? four[31:16] : four[15:0];

  assign picked = number[0] ? two[15:8] : two[7:0];
endmodule
`default_nettype wire
