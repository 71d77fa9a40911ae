// lsu_combine - what an atomic instruction stores, operation by operation
// SPDX-License-Identifier: Apache-2.0
module lsu_combine (
  input wire        clk,
  input wire [4:0]  op,
  input wire [31:0] old,
  input wire [31:0] source
);
  wire [31:0] made;
  wire signed [31:0] signed_old = old;
  wire signed [31:0] signed_source = source;

  ww_lsu_combine u (.op(op), .old(old), .source(source), .made(made));

  always @* begin
    if (op == 5'b00000) add: assert (made == old + source);
    if (op == 5'b00001) swap: assert (made == source);
    if (op == 5'b00011) conditional: assert (made == source);
    if (op == 5'b00101) compared: assert (made == source);
    if (op == 5'b00100) xor_: assert (made == (old ^ source));
    if (op == 5'b01000) or_: assert (made == (old | source));
    if (op == 5'b01100) and_: assert (made == (old & source));
    if (op == 5'b10000) min: assert (made == (signed_old < signed_source ? old : source));
    if (op == 5'b10100) max: assert (made == (signed_old > signed_source ? old : source));
    if (op == 5'b11000) minu: assert (made == (old < source ? old : source));
    if (op == 5'b11100) maxu: assert (made == (old > source ? old : source));
  end
endmodule
