// board_reset - a reset that is long enough: after power-up, and after the button
// SPDX-License-Identifier: Apache-2.0
//
// Relies on registers that are zero when the FPGA has been configured.
`default_nettype none
module board_reset #(
  parameter BITS = 8                  // it lasts 2^BITS cycles longer than what asks for it
) (
  input  wire clk,
  input  wire ready,                  // of the PLL; not synchronous
  output wire rst
);
  reg  [1:0]    ready_q = 2'b00;
  reg  [BITS:0] time_q = 0;

  assign rst = !time_q[BITS];

  always @(posedge clk) begin
    ready_q <= {ready_q[0], ready};
    if (!ready_q[1]) time_q <= 0;
    else if (rst) time_q <= time_q + 1;
  end
endmodule
`default_nettype wire
