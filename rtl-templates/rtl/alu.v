// alu - the integer operations of one lane
// SPDX-License-Identifier: Apache-2.0
//
// op is {alternate, funct3} of the instruction:
//   0000 add   1000 sub   0001 sll   0010 slt   0011 sltu
//   0100 xor   0101 srl   1101 sra   0110 or    0111 and   1111 b alone
`default_nettype none
module ${prefix}_alu (
  input  wire [3:0]  op,
  input  wire [31:0] a,
  input  wire [31:0] b,
  output reg  [31:0] y
);
  // One adder for add, sub and the comparisons, which look at the borrow.
  wire        compare = op[2:0] == 3'b010 | op[2:0] == 3'b011;
  wire        subtract = op[3] | compare;
  wire [32:0] sum = {1'b0, a} + {1'b0, b ^ {32{subtract}}} + {32'b0, subtract};
  wire        less = a[31] == b[31] ? ~sum[32] : op[0] ? b[31] : a[31];

  // One right shifter; left shifts go through it mirrored.
  wire [31:0] a_mirrored;
  wire [31:0] left;
  wire [31:0] shift_in = op[2] ? a : a_mirrored;
  wire        fill = op[3] & a[31];
  wire [31:0] shift_16 = b[4] ? {{16{fill}}, shift_in[31:16]} : shift_in;
  wire [31:0] shift_8 = b[3] ? {{8{fill}}, shift_16[31:8]} : shift_16;
  wire [31:0] shift_4 = b[2] ? {{4{fill}}, shift_8[31:4]} : shift_8;
  wire [31:0] shift_2 = b[1] ? {{2{fill}}, shift_4[31:2]} : shift_4;
  wire [31:0] right = b[0] ? {fill, shift_2[31:1]} : shift_2;

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_mirror
      assign a_mirrored[i] = a[31-i];
      assign left[i] = right[31-i];
    end
  endgenerate

  always @*
    case (op[2:0])
      3'b000: y = sum[31:0];
      3'b001: y = left;
      3'b010,
      3'b011: y = {31'b0, less};
      3'b100: y = a ^ b;
      3'b101: y = right;
      3'b110: y = a | b;
      default: y = op[3] ? b : a & b;
    endcase
endmodule
`default_nettype wire
