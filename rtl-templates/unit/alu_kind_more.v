// alu_kind - what an operation of the ALU, one of RV32I or beyond it, asks of its parts
// SPDX-License-Identifier: Apache-2.0
//
// With core.deep it is found a cycle before the operands are there, else within the ALU. 1010, 1100
// and 1110 are sh1add, sh2add and sh3add: a << 1, 2, 3, + b. 10001 and 10101 are rol and ror; what
// else has bit 4 neither the adder nor the shifter gives, though it may look at a comparison.
`default_nettype none
module ${prefix}_alu_kind (
  input  wire [${alu_top}:0] op,
  output wire [7:0] kind
);
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
