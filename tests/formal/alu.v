// alu - equal to Verilog's own operators
// SPDX-License-Identifier: Apache-2.0
`define OP_BITS 4
`ifdef ZBB
`undef OP_BITS
`define OP_BITS 5
`endif
`ifdef ZICOND
`undef OP_BITS
`define OP_BITS 5
`endif
module alu (
  input wire        clk,
  input wire [`OP_BITS-1:0] op,
  input wire [31:0] a,
  input wire [31:0] b
);
  wire [31:0] y;
  wire signed [31:0] signed_a = a;
  wire signed [31:0] signed_b = b;
  wire [31:0] sra = signed_a >>> b[4:0];

`ifdef alu_has_kind
  wire [7:0] kind;

  ww_alu_kind k (.op(op), .kind(kind));
  ww_alu u (.op(op), .kind(kind), .also(32'd0), .a(a), .b(b), .y(y));
`else
  ww_alu u (.op(op), .a(a), .b(b), .y(y));
`endif

`ifdef ZBB
  // What Zbb counts and collects, bit by bit.
  reg [5:0]  ones;
  reg [5:0]  leading;
  reg [5:0]  trailing;
  reg [31:0] some;
  reg [63:0] left;
  reg [63:0] right;
  integer    i;

  always @* begin
    ones = 6'd0;
    leading = 6'd32;
    trailing = 6'd32;
    some = 32'd0;
    for (i = 0; i < 32; i = i + 1) begin
      if (a[i]) begin
        ones = ones + 6'd1;
        leading = 6'd31 - i;
        some[i / 8 * 8 +: 8] = 8'hFF;
      end
      if (a[31-i])
        trailing = 6'd31 - i;
    end
    left = {a, a} << b[4:0];
    right = {a, a} >> b[4:0];
    if (op == 5'b10100) xnor_: assert (y == ~(a ^ b));
    if (op == 5'b10110) orn: assert (y == (a | ~b));
    if (op == 5'b10111) andn: assert (y == (a & ~b));
    if (op == 5'b10010) min: assert (y == (signed_a < signed_b ? a : b));
    if (op == 5'b10011) minu: assert (y == (a < b ? a : b));
    if (op == 5'b11010) max: assert (y == (signed_a > signed_b ? a : b));
    if (op == 5'b11011) maxu: assert (y == (a > b ? a : b));
    if (op == 5'b10001) rol: assert (y == left[63:32]);
    if (op == 5'b10101) ror: assert (y == right[31:0]);
    if (op == 5'b10000 & b == 32'h600) clz: assert (y == leading);
    if (op == 5'b10000 & b == 32'h601) ctz: assert (y == trailing);
    if (op == 5'b10000 & b == 32'h602) cpop: assert (y == ones);
    if (op == 5'b10000 & b == 32'h604) sext_b: assert (y == {{24{a[7]}}, a[7:0]});
    if (op == 5'b10000 & b == 32'h605) sext_h: assert (y == {{16{a[15]}}, a[15:0]});
    if (op == 5'b10000 & b == 32'h080) zext_h: assert (y == {16'd0, a[15:0]});
    if (op == 5'b10000 & b == 32'h287) orc_b: assert (y == some);
    if (op == 5'b10000 & b == 32'h698) rev8: assert (y == {a[7:0], a[15:8], a[23:16], a[31:24]});
  end

`endif
  always @* begin
    if (op == 4'b0000) add: assert (y == a + b);
    if (op == 4'b1000) sub: assert (y == a - b);
    if (op == 4'b0001) sll: assert (y == a << b[4:0]);
    if (op == 4'b0010) slt: assert (y == (signed_a < signed_b));
    if (op == 4'b0011) sltu: assert (y == (a < b));
    if (op == 4'b0100) xor_: assert (y == (a ^ b));
    if (op == 4'b0101) srl: assert (y == a >> b[4:0]);
    if (op == 4'b1101) sra_: assert (y == sra);
    if (op == 4'b0110) or_: assert (y == (a | b));
    if (op == 4'b0111) and_: assert (y == (a & b));
`ifdef ZBA
    if (op == 4'b1010) sh1add: assert (y == a * 2 + b);
    if (op == 4'b1100) sh2add: assert (y == a * 4 + b);
    if (op == 4'b1110) sh3add: assert (y == a * 8 + b);
`endif
`ifdef ZICOND
    if (op == 5'b11000) czero_eqz: assert (y == (b == 32'd0 ? 32'd0 : a));
    if (op == 5'b11100) czero_nez: assert (y == (b != 32'd0 ? 32'd0 : a));
`endif
    if (op == 4'b1111) second: assert (y == b);
  end
endmodule
