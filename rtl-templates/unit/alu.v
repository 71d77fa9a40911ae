// alu - the integer operations of one lane
// SPDX-License-Identifier: Apache-2.0
//
// op is {alternate, funct3} of the instruction. A result is the OR of three parts: a sum, a shift,
// and what a gate a bit computes (xor, b alone). An operation uses one part; the others are zero.
//
//   op     result       sum           op     result            op     result
//   0000   add          a + b         0001   sll               0100   xor
//   1000   sub          a + ~b + 1    0101   srl               1111   b alone
//   0110   or           a + (b & ~a)  1101   sra               0010   slt    by a + ~b + 1
//   0111   and          a + (b | ~a) + 1                       0011   sltu   by a + ~b + 1
`default_nettype none
module ${prefix}_alu (
  input  wire [${alu_top}:0]  op,  // operation: {alternate, funct3}
  input  wire [7:0]  kind,         // of alu_kind, for op  //% if deep
  input  wire [31:0] a,            // first operand
  input  wire [31:0] b,            // second operand
  input  wire [31:0] also,         // ORed into the result  //% if deep
  output wire [31:0] y,            // result
  output wire        less          // a < b, of op 0010 signed, of 0011 unsigned
);
//% if kind_within
  wire [7:0]  kind;  // of alu_kind, for op

  ${prefix}_alu_kind u_kind (
    .op(op), .kind(kind)
  );

//% end
//% if has_zba
  // sh1add, sh2add, sh3add shift the first operand before the sum.
  wire [1:0]  by = op[2:1] & {2{op[3] & ~op[0] & ~op[4]}};  //% if wide_ops
  wire [1:0]  by = op[2:1] & {2{op[3] & ~op[0]}};           //% else
  wire [31:0] augend = a << by;

//% end
  // One adder for add, sub, or, and, and the comparisons, which look at the borrow.
//% if kinds
  wire        compare;
  wire        is_sum;
  wire        with_a;
  wire        inverts;
  wire        is_left;
  wire        is_right;
  wire        is_xor;
  wire        is_b;

  assign {compare, is_sum, with_a, inverts, is_left, is_right, is_xor, is_b} = kind;
  wire        unused_op = ^op[2:1];                        //% if deep
  wire        unused_op = ^{op[2:1], is_left, is_right};  //% else
//% else
  wire        compare = op[2:1] == 2'b01;
  wire        is_sum = op[2:0] == 3'b000 | op[2:0] == 3'b110 | op == 4'b0111;
  wire        with_a = op[2] & op[1];
  wire        inverts = compare | (with_a ? op[0] : op[3]);
//% end
  wire [31:0] term = with_a ? (inverts ? ~a | b : ~a & b) : b ^ {32{inverts}};
  wire [32:0] sum = {1'b0, augend} + {1'b0, term} + {32'b0, inverts};  //% if has_zba
  wire [32:0] sum = {1'b0, a} + {1'b0, term} + {32'b0, inverts};       //% else
  assign      less = a[31] == b[31] ? ~sum[32] : op[0] ? b[31] : a[31];

//% if has_zbb
  // One rotator to the right. A shift masks the bits that the rotation moves in at the other end.
  wire        is_shift = is_left | is_right;
  wire [4:0]  right_by = is_left ? -b[4:0] : b[4:0];
  wire        fill = op[3] & a[31] & is_right;
  wire [31:0] turn_1 = right_by[0] ? {a[0], a[31:1]} : a;
  wire [31:0] turn_2 = right_by[1] ? {turn_1[1:0], turn_1[31:2]} : turn_1;
  wire [31:0] turn_4 = right_by[2] ? {turn_2[3:0], turn_2[31:4]} : turn_2;
  wire [31:0] turn_8 = right_by[3] ? {turn_4[7:0], turn_4[31:8]} : turn_4;
  wire [31:0] turned = right_by[4] ? {turn_8[15:0], turn_8[31:16]} : turn_8;
  wire [31:0] stays = (32'hFFFFFFFF >> right_by) ^ {32{is_left & |b[4:0]}};
  wire [31:0] shifted = (turned & (stays | {32{op[4]}}) & {32{is_shift}}) | (~stays & {32{fill}});
//% elif deep
  // A shifter for each direction, so that no operand is mirrored before or after.
  wire        fill = op[3] & a[31] & is_right;
  wire [31:0] right_16 = (b[4] ? {16'd0, a[31:16]} : a) & {32{is_right}} |
                         {{16{fill & b[4]}}, 16'd0};
  wire [31:0] right_8 = b[3] ? {{8{fill}}, right_16[31:8]} : right_16;
  wire [31:0] right_4 = b[2] ? {{4{fill}}, right_8[31:4]} : right_8;
  wire [31:0] right_2 = b[1] ? {{2{fill}}, right_4[31:2]} : right_4;
  wire [31:0] right = b[0] ? {fill, right_2[31:1]} : right_2;
  wire [31:0] left_16 = (b[4] ? {a[15:0], 16'd0} : a) & {32{is_left}};
  wire [31:0] left_8 = b[3] ? {left_16[23:0], 8'd0} : left_16;
  wire [31:0] left_4 = b[2] ? {left_8[27:0], 4'd0} : left_8;
  wire [31:0] left_2 = b[1] ? {left_4[29:0], 2'd0} : left_4;
  wire [31:0] left = b[0] ? {left_2[30:0], 1'd0} : left_2;
  wire [31:0] shifted = left | right;
//% else
  // One right shifter; left shifts go through it mirrored.
  wire        is_shift = op[1:0] == 2'b01;
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
//% end

//% if not kinds
  wire        is_xor = op[2:0] == 3'b100;
  wire        is_b = op == 4'b1111;
//% end
  wire [31:0] other = ((a ^ b) & {32{is_xor}}) | (b & {32{is_b}}) | also;  //% if deep
  wire [31:0] other = ((a ^ b) & {32{is_xor}}) | (b & {32{is_b}});         //% else

//% if wide_ops
  wire [31:0] kept = a & {32{op[4] & op[3] & ~op[1] & (|b ^ op[2])}};  // czero  //% if has_zicond
  wire [31:0] kept = 32'd0;                                            //% else
  wire [31:0] bits;

//% if has_zbb
  ${prefix}_bit_ops u_bits (
    .y(bits),
//% connect bit_ops
  );
//% else
  assign bits = 32'd0;
//% end
  assign y = (sum[31:0] & {32{is_sum}}) | shifted | other | bits | kept | {31'b0, less & compare};
//% else
  assign y = (sum[31:0] & {32{is_sum}}) | shifted | other | {31'b0, less & compare};
//% end
endmodule
`default_nettype wire
