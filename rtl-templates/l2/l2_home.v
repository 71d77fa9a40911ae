// l2_home - second-level cache: the bank of a line, and back
// SPDX-License-Identifier: Apache-2.0
//
// The number of a line is {number in its bank, low digit}. A digit is as wide as the number of a
// bank. The bank is the exclusive or of all digits. So lines that are a power of two apart are in
// all banks, and lines that differ in the low digit alone are in different banks.
//
// With the low digit as input the output is the bank, and with the bank it is the low digit.
`default_nettype none
module ${prefix}_l2_home #(
  parameter NUM_BITS = ${l2_num_bits},
  parameter BANK_BITS = ${l2_bank_bits}
) (
  input  wire [NUM_BITS-1:0]  num,  // number of the line in its bank
  input  wire [BANK_BITS-1:0] in,   // low digit of the line, or its bank
  output wire [BANK_BITS-1:0] out   // bank of the line, or its low digit
);
  localparam DIGITS = NUM_BITS / BANK_BITS + 1;
  wire [DIGITS*BANK_BITS-1:0] padded = {{DIGITS*BANK_BITS-NUM_BITS{1'b0}}, num};

  genvar b, d;
  generate
    for (b = 0; b < BANK_BITS; b = b + 1) begin : g_bit
      wire [DIGITS-1:0] digits;

      for (d = 0; d < DIGITS; d = d + 1) begin : g_digit
        assign digits[d] = padded[d*BANK_BITS + b];
      end
      assign out[b] = in[b] ^ ^digits;
    end
  endgenerate
endmodule
`default_nettype wire
