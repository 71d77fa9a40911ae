// multiply - pipelined multiplier of one lane
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    operands in execute (x_); a new pair may follow in each cycle
//         n+1  operands registered, and extended by a sign bit
//         n+2  product registered
//         n+3  result; held while m_wait is set
//
// With the sign bit one signed 33 x 33 multiplier serves mul (000), mulh (001), mulhsu (010) and
// mulhu (011). Synthesis puts it and its registers into DSP blocks.
//% if ventus
//
// The sum of an addend and the lower half (x_funct 0), or of an addend less that half (2), is made
// in front of the result register.
//% end
`default_nettype none
module ${prefix}_multiply (
  input  wire        clk,
  input  wire [1:0]  x_funct,  // lower bits of funct3
  input  wire [31:0] x_a,      // first operand
  input  wire [31:0] x_b,      // second operand
  input  wire        x_adds,   // the third operand is added  //% if ventus
  input  wire [31:0] x_c,      // third operand               //% if ventus
  input  wire        m_wait,   // hold the result
  output wire [31:0] m_result  // result
);
  reg signed [32:0] a_q;
  reg signed [32:0] b_q;
  reg               high_q;   // the upper half is wanted
  reg        [63:0] product_q;
  reg               high2_q;  // of the product in product_q
  reg        [31:0] result_q;

  // Bits 64 and 65 of the product are not used. 64 bits are one word of a simulator.
  wire signed [63:0] product = a_q * b_q;

//% if ventus
  reg  [31:0] addend_q;
  reg  [31:0] addend2_q;  // of the product in product_q
  reg         negate_q;
  reg         negate2_q;
  wire [31:0] sum = addend2_q + (product_q[31:0] ^ {32{negate2_q}}) + {31'd0, negate2_q};

//% end
  always @(posedge clk) begin
    a_q <= {x_a[31] & x_funct != 2'b11, x_a};
    b_q <= {x_b[31] & ~x_funct[1], x_b};
    high_q <= x_funct != 2'b00 & ~x_adds;  //% if ventus
    high_q <= x_funct != 2'b00;            //% else
    product_q <= product;
    high2_q <= high_q;
//% if ventus
    addend_q <= x_c & {32{x_adds}};
    addend2_q <= addend_q;
    negate_q <= x_adds & x_funct[1];
    negate2_q <= negate_q;
    if (~m_wait)
      result_q <= high2_q ? product_q[63:32] : sum;
//% else
    if (~m_wait)
      result_q <= high2_q ? product_q[63:32] : product_q[31:0];
//% end
  end

  assign m_result = result_q;
endmodule
`default_nettype wire
