// tb_hold - checks that a request of the core stays as it is until it is accepted
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_tb_hold #(
  parameter BITS = 1,
  parameter NAME = "bus"  // of the request, in the message
) (
  input wire            clk,
  input wire            rst,
  input wire            valid,
  input wire            ready,
  input wire [BITS-1:0] request
);
  reg            waits_q;    // a request was valid and not accepted
  reg [BITS-1:0] request_q;

  always @(posedge clk) begin
    waits_q <= ~rst & valid & ~ready;
    request_q <= request;
    if (!rst && valid !== 1'b0 && valid !== 1'b1) begin
      $display("\nFAIL: %0s: valid is neither 0 nor 1", NAME);
      $finish;
    end else if (!rst && waits_q && (!valid || request_q !== request)) begin
      $display("\nFAIL: %0s: a request changed before it was accepted", NAME);
      $finish;
    end
  end
endmodule
`default_nettype wire
