// multiply - pipelined multiplier of one lane
// SPDX-License-Identifier: Apache-2.0
//
// Three registers (operands, product, result), a new pair each cycle: what enters with `x_` is at
// the output three cycles later, and stays there as long as it has to wait. The operands are
// extended by a sign bit, so that one signed 33 x 33 multiplier serves mul (000), mulh (001),
// mulhsu (010) and mulhu (011); synthesis puts it and its registers into DSP blocks.
`default_nettype none
module ${prefix}_multiply (
  input  wire        clk,
  input  wire [1:0]  x_funct,
  input  wire [31:0] x_a,
  input  wire [31:0] x_b,
  input  wire        m_wait,
  output wire [31:0] m_result
);
  reg signed [32:0] a_q;
  reg signed [32:0] b_q;
  reg               high_q;
  reg        [63:0] product_q;
  reg               high2_q;
  reg        [31:0] result_q;

  wire signed [65:0] product = a_q * b_q;
  wire               unused_product = ^product[65:64];

  always @(posedge clk) begin
    a_q <= {x_a[31] & x_funct != 2'b11, x_a};
    b_q <= {x_b[31] & ~x_funct[1], x_b};
    high_q <= x_funct != 2'b00;
    product_q <= product[63:0];
    high2_q <= high_q;
    if (~m_wait)
      result_q <= high2_q ? product_q[63:32] : product_q[31:0];
  end

  assign m_result = result_q;
endmodule
`default_nettype wire
