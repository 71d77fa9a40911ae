// cyclonev - models of Intel Cyclone V memories, for those of yosys that do not compile
// SPDX-License-Identifier: Apache-2.0
//
// In yosys's terms: the memory of a logic array block is cut into single bits of 32 words, a
// block RAM has one write port, with an enable that is active low, and one read port.
`timescale 1ps / 1ps

module ww_MISTRAL_MLAB (
  input  wire       CLK1,
  input  wire       A1EN,
  input  wire       A1DATA,
  input  wire [4:0] A1ADDR,
  input  wire [4:0] B1ADDR,
  output wire       B1DATA
);
  reg [31:0] bits_q;

  always @(posedge CLK1)
    if (A1EN)
      bits_q[A1ADDR] <= A1DATA;

  assign B1DATA = bits_q[B1ADDR];
endmodule

module ww_MISTRAL_M10K #(
  parameter CFG_ABITS = 10,
  parameter CFG_DBITS = 10
) (
  input  wire                 CLK1,
  input  wire                 A1EN,
  input  wire [CFG_ABITS-1:0] A1ADDR,
  input  wire [CFG_DBITS-1:0] A1DATA,
  input  wire                 B1EN,
  input  wire [CFG_ABITS-1:0] B1ADDR,
  output reg  [CFG_DBITS-1:0] B1DATA
);
  reg [CFG_DBITS-1:0] words_m [0:(1<<CFG_ABITS)-1];

  always @(posedge CLK1) begin
    if (!A1EN)
      words_m[A1ADDR] <= A1DATA;
    if (B1EN)
      B1DATA <= words_m[B1ADDR];
  end
endmodule
