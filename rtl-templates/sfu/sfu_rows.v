// sfu_rows - memory of the coefficients of doc/sfu.md: a row, one cycle behind its address
// SPDX-License-Identifier: Apache-2.0
//
// The tables RCP, RSQRT_EVEN, RSQRT_ODD, EXP2, LOG2 and SIN follow each other. All rows behind them
// have the value 1.
`default_nettype none
module ${prefix}_sfu_rows (
  input  wire        clk,
  input  wire [9:0]  place,  // {table, row}
  output wire [28:0] c0,     // value of the polynomial in the middle of the row
  output wire [23:0] c1,     // slope there
  output wire [13:0] c2      // half of the second derivative there
);
  reg  [66:0] row;
  reg  [66:0] row_q;

  always @*
    case (place)
//% emit sfu_rows
      default: row = {29'h10000000, 24'h0, 14'h0};
    endcase

  always @(posedge clk)
    row_q <= row;

  assign {c0, c1, c2} = row_q;
endmodule
`default_nettype wire
