// bit_ops - computes the operations of Zbb for one lane, without rotations
// SPDX-License-Identifier: Apache-2.0
//
// The ALU around this module rotates, and compares for min and max. The result is 0 for any other
// operation. An instruction with one operand has its immediate in b, which selects the operation.
//
//   op     result     op     result     op     b    result     op     b    result
//   10100  xnor       10010  min        10000  600  clz        10000  605  sext.h
//   10110  orn        10011  minu              601  ctz               287  orc.b
//   10111  andn       11010  max               602  cpop              698  rev8
//                     11011  maxu              604  sext.b            080  zext.h
`default_nettype none
module ${prefix}_bit_ops (
  input  wire [4:0]  op,    // operation, see above
  input  wire [31:0] a,     // first operand
  input  wire [31:0] b,     // second operand
  input  wire        less,  // a < b, unsigned if op[0]
  output wire [31:0] y      // result, or 0
);
  wire        is_unary = op == 5'b10000;
  wire        is_logic = op[4] & op[2] & (op[1] | ~op[0]) & ~op[3];
  wire        is_choice = op[4] & ~op[2] & op[1];

  wire [31:0] among = op[0] ? a & ~b : op[1] ? a | ~b : ~(a ^ b);
  wire [31:0] choice = less ^ op[3] ? a : b;

  // Zeros before the first 1, from either end. Binary search: the upper half, unless it is 0.
  wire [31:0] mirrored;
  wire [31:0] scan = b[0] ? mirrored : a;
  wire        high_16 = ~|scan[31:16];
  wire [15:1] half = high_16 ? scan[15:1] : scan[31:17];
  wire        high_8 = ~|half[15:8];
  wire [7:1]  quarter = high_8 ? half[7:1] : half[15:9];
  wire        high_4 = ~|quarter[7:4];
  wire [3:1]  four = high_4 ? quarter[3:1] : quarter[7:5];
  wire        high_2 = ~|four[3:2];
  wire        high_1 = high_2 ? ~four[1] : ~four[3];
  wire        none = ~|scan;
  wire [5:0]  zeros = {none, {high_16, high_8, high_4, high_2, high_1} & {5{~none}}};

  // Number of ones.
  reg     [5:0] ones;
  integer       i;

  always @* begin
    ones = 6'd0;
    for (i = 0; i < 32; i = i + 1)
      ones = ones + {5'd0, a[i]};
  end

  genvar g;
  generate
    for (g = 0; g < 32; g = g + 1) begin : g_mirror
      assign mirrored[g] = a[31-g];
    end
  endgenerate

  wire [5:0]  count = b[1] ? ones : zeros;
  wire [31:0] sext = b[0] ? {{16{a[15]}}, a[15:0]} : {{24{a[7]}}, a[7:0]};
  wire [31:0] some = {{8{|a[31:24]}}, {8{|a[23:16]}}, {8{|a[15:8]}}, {8{|a[7:0]}}};
  wire [31:0] reversed = {a[7:0], a[15:8], a[23:16], a[31:24]};
  wire [31:0] bytes = ~b[9] ? {16'd0, a[15:0]} : b[10] ? reversed : some;
  wire [31:0] unary = b[7] ? bytes : b[2] ? sext : {26'd0, count};

  wire        unused_b = ^{b[31:11], b[8], b[6:3]};

  assign y = (among & {32{is_logic}}) | (choice & {32{is_choice}}) | (unary & {32{is_unary}});
endmodule
`default_nettype wire
