// lsu_combine - computes the word that an atomic instruction stores
// SPDX-License-Identifier: Apache-2.0
//
//   op   00000 add    00100 xor    01000 or     01100 and
//        10000 min    10100 max    11000 minu   11100 maxu
//   lowest bit set (amoswap.w, sc.w, amocas.w): the operand as it is
`default_nettype none
module ${prefix}_lsu_combine (
  input  wire [4:0]  op,      // operation: bits 31 to 27 of the instruction
  input  wire [31:0] old,     // the word in memory
  input  wire [31:0] source,  // the operand
  output reg  [31:0] made     // the word to store
);
  wire flip = ~op[3];  // compare signed numbers
  wire less = {source[31] ^ flip, source[30:0]} < {old[31] ^ flip, old[30:0]};
  wire unused = op[1];

  always @*
    if (op[0] | (op[4] & less != op[2]))
      made = source;
    else if (op[4])
      made = old;
    else
      case (op[3:2])
        2'b00: made = old + source;
        2'b01: made = old ^ source;
        2'b10: made = old | source;
        default: made = old & source;
      endcase
endmodule
`default_nettype wire
