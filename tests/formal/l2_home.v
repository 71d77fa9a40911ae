// l2_home - a line has one bank, and the bank names it; neighbours are in different banks
// SPDX-License-Identifier: Apache-2.0
//
// Lines that differ in the low digit alone, or in one other bit alone, are in different banks.
`define NUM `l2_home_NUM_BITS
`define BANK `l2_home_BANK_BITS
module l2_home (
  input wire             clk,
  input wire [`NUM-1:0]  num,
  input wire [`BANK-1:0] low,
  input wire [`BANK-1:0] other,
  input wire [4:0]       bit_any
);
  wire [`BANK-1:0] bank;
  wire [`BANK-1:0] back;
  wire [`BANK-1:0] other_bank;
  wire [`BANK-1:0] far_bank;
  wire [`NUM-1:0]  one = 1;
  wire [`NUM-1:0]  far = num ^ (one << bit_any);

  ww_l2_home u_bank (.num(num), .in(low), .out(bank));
  ww_l2_home u_back (.num(num), .in(bank), .out(back));
  ww_l2_home u_other (.num(num), .in(other), .out(other_bank));
  ww_l2_home u_far (.num(far), .in(low), .out(far_bank));

  always @* begin
    inverse: assert (back == low);
    neighbours: assert (low == other | bank != other_bank);
    strides: assert (bit_any >= `NUM | bank != far_bank);
  end
endmodule
