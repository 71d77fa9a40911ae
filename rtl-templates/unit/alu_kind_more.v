// alu_kind - decodes an operation of RV32I, Zba, Zbb or Zicond for the parts of the ALU
// SPDX-License-Identifier: Apache-2.0
//
// With core.deep it is decoded in the cycle before execute, else within the ALU.
//
//   1010 sh1add   1100 sh2add   1110 sh3add   (a << 1, 2, 3) + b
//   10001 rol     10101 ror
//
// No other operation with bit 4 has a result of the adder or the shifter; min and max use the
// comparison of the adder. The bits of kind are those that the assignment below names.
`default_nettype none
//% ports alu_kind
  wire apart = op[4];                                //% if wide_ops
  wire apart = 1'b0;                                 //% else
  wire shifts = op[3] & ~op[0] & |op[2:1] & ~apart;  //% if has_zba
  wire shifts = 1'b0;                                //% else
  wire compares = op[2:1] == 2'b01 & ~shifts;
  wire compare = compares & ~apart;
  wire is_sum = (op[2:0] == 3'b000 | op[2:0] == 3'b110 | op[3:0] == 4'b0111) & ~apart | shifts;
  wire with_a = op[2] & op[1] & ~shifts;
  wire inverts = compares | (with_a ? op[0] : op[3] & ~shifts);
  wire is_left = op[2:0] == 3'b001;
  wire is_right = op[2:0] == 3'b101;
  wire is_xor = op[2:0] == 3'b100 & ~shifts & ~apart;
  wire is_b = op[3:0] == 4'b1111 & ~apart;

  assign kind = {compare, is_sum, with_a, inverts, is_left, is_right, is_xor, is_b};
endmodule
`default_nettype wire
