// sfu_finish - turns a sum into a rounded binary32 number
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 12   l_  where the sum begins
//         13   m_  shift
//         14   n_  rounding
//         15   o_  the result
//
// Cycles are those of sfu_lane. The sum is not zero, unless l_special replaces it.
`default_nettype none
module ${prefix}_sfu_finish (
  input  wire        clk,
  input  wire [34:0] l_sum,      // sum; the result is l_sum * 2^(l_x - 26)
  input  wire [9:0]  l_x,        // exponent of the result
  input  wire        l_sign,     // sign of the result
  input  wire [1:0]  l_special,  // 0 the sum, 1 zero, 2 infinity, 3 NaN
  // three cycles later
  output wire [31:0] o_data  // result, three cycles later
);
  // The leading 1 of the sum is in bit 25 or above.
  wire [3:0]  up = l_sum[34] ? 4'd10 : l_sum[33] ? 4'd9 : l_sum[32] ? 4'd8 : l_sum[31] ? 4'd7
                   : l_sum[30] ? 4'd6 : l_sum[29] ? 4'd5 : l_sum[28] ? 4'd4 : l_sum[27] ? 4'd3
                   : l_sum[26] ? 4'd2 : 4'd1;
  wire [10:0] above = {l_x[9], l_x} + {7'd0, up} + 11'd124;  // field - 1
  wire        lower = above[10];
  wire        beyond = ~lower & (|above[9:8] | above[7:1] == 7'd127);
  wire [10:0] down = 11'd0 - {l_x[9], l_x} - 11'd124;
  reg  [34:0] m_sum_q;
  reg  [5:0]  m_shift_q;
  reg  [7:0]  m_above_q;
  reg         m_sign_q;
  reg  [1:0]  m_special_q;

  always @(posedge clk) begin
    m_sum_q <= l_sum;
    m_shift_q <= lower ? down[5:0] | {6{|down[10:6]}} : {2'd0, up};
    m_above_q <= above[7:0] & {8{~lower}};
    m_sign_q <= l_sign;
    m_special_q <= |l_special ? l_special : {beyond, 1'b0};
  end

  wire [34:0] shifted = m_sum_q >> m_shift_q;
  wire        unused_shifted = |shifted[34:25];
  reg  [24:0] n_digits_q;
  reg  [7:0]  n_above_q;
  reg         n_sign_q;
  reg  [1:0]  n_special_q;

  always @(posedge clk) begin
    n_digits_q <= shifted[24:0];
    n_above_q <= m_above_q;
    n_sign_q <= m_sign_q;
    n_special_q <= m_special_q;
  end

  wire [30:0] rounded = {n_above_q, 23'd0} + {7'd0, n_digits_q[24:1]} + {30'd0, n_digits_q[0]};
  reg  [31:0] data_q;

  always @(posedge clk)
    case (n_special_q)
      2'd0: data_q <= {n_sign_q, rounded};
      2'd1: data_q <= {n_sign_q, 31'd0};
      2'd2: data_q <= {n_sign_q, 31'h7f800000};
      default: data_q <= 32'h7fc00000;
    endcase

  assign o_data = data_q;
endmodule
`default_nettype wire
