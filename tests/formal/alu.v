// alu - equal to Verilog's own operators
// SPDX-License-Identifier: Apache-2.0
module alu (
  input wire        clk,
  input wire [3:0]  op,
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
    if (op == 4'b1111) second: assert (y == b);
  end
endmodule
