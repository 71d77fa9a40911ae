// alu - the integer operations of one lane
// SPDX-License-Identifier: Apache-2.0
//
// op is {alternate, funct3} of the instruction. Each is a sum, a shift, or something else that
// takes no more than a gate; the others of the three are zero.
//
//   op     result       sum           op     result            op     result
//   0000   add          a + b         0001   sll               0100   xor
//   1000   sub          a + ~b + 1    0101   srl               1111   b alone
//   0110   or           a + (b & ~a)  1101   sra               0010   slt    a + ~b + 1 tells
//   0111   and          a + (b | ~a) + 1                       0011   sltu   a + ~b + 1 tells
`default_nettype none
module ${prefix}_alu (
  input  wire [3:0]  op,
//% if deep
  input  wire [6:0]  kind,      // alu_kind's, of op
//% end
  input  wire [31:0] a,
  input  wire [31:0] b,
  output wire [31:0] y,
  output wire        less       // with op 0010 and 0011
);
  // One adder for add, sub, or, and, and the comparisons, which look at the borrow.
//% if deep
  wire        compare;
  wire        is_sum;
  wire        with_a;
  wire        inverts;
  wire        is_shift;
  wire        is_xor;
  wire        is_b;

  assign {compare, is_sum, with_a, inverts, is_shift, is_xor, is_b} = kind;
  wire        unused_op = op[1];
//% else
  wire        compare = op[2:1] == 2'b01;
  wire        is_sum = op[2:0] == 3'b000 | op[2:0] == 3'b110 | op == 4'b0111;
  wire        with_a = op[2] & op[1];
  wire        inverts = compare | (with_a ? op[0] : op[3]);
//% end
  wire [31:0] term = with_a ? (inverts ? ~a | b : ~a & b) : b ^ {32{inverts}};
  wire [32:0] sum = {1'b0, a} + {1'b0, term} + {32'b0, inverts};
  assign      less = a[31] == b[31] ? ~sum[32] : op[0] ? b[31] : a[31];

  // One right shifter; left shifts go through it mirrored.
//% if not deep
  wire        is_shift = op[1:0] == 2'b01;
//% end
  wire [31:0] a_mirrored;
  wire [31:0] left;
  wire [31:0] shift_in = (op[2] ? a : a_mirrored) & {32{is_shift}};
  wire        fill = op[3] & a[31] & is_shift;
  wire [31:0] shift_16 = b[4] ? {{16{fill}}, shift_in[31:16]} : shift_in;
  wire [31:0] shift_8 = b[3] ? {{8{fill}}, shift_16[31:8]} : shift_16;
  wire [31:0] shift_4 = b[2] ? {{4{fill}}, shift_8[31:4]} : shift_8;
  wire [31:0] shift_2 = b[1] ? {{2{fill}}, shift_4[31:2]} : shift_4;
  wire [31:0] right = b[0] ? {fill, shift_2[31:1]} : shift_2;
  wire [31:0] shifted = op[2] ? right : left;

  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : g_mirror
      assign a_mirrored[i] = a[31-i];
      assign left[i] = right[31-i];
    end
  endgenerate

//% if not deep
  wire        is_xor = op[2:0] == 3'b100;
  wire        is_b = op == 4'b1111;
//% end
  wire [31:0] other = ((a ^ b) & {32{is_xor}}) | (b & {32{is_b}});

  assign y = (sum[31:0] & {32{is_sum}}) | shifted | other | {31'b0, less & compare};
endmodule
`default_nettype wire
