// board_uart_tx - bytes to a serial line: 8 bits, no parity, one stop bit
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module board_uart_tx #(
  parameter [15:0] DIVIDER = 16'd104,  // cycles of a bit
  parameter BITS = 7                  // that hold DIVIDER
) (
  input  wire       clk,
  input  wire       rst,
  input  wire       tx_valid,
  output wire       tx_ready,
  input  wire [7:0] tx_data,
  output wire       tx
);
  localparam [BITS-1:0] ONE = {{(BITS-1){1'b0}}, 1'b1};
  localparam [BITS-1:0] LAST = DIVIDER[BITS-1:0] - ONE;

  reg  [BITS-1:0] time_q;
  reg  [3:0]      left_q;             // bits to go, the one on the line too; 0: idle
  reg  [8:0]      bits_q;             // bit 0 is on the line

  assign tx_ready = left_q == 4'd0;
  assign tx = bits_q[0];

  always @(posedge clk) begin
    if (tx_ready) begin
      time_q <= LAST;
      if (tx_valid) begin
        bits_q <= {tx_data, 1'b0};
        left_q <= 4'd10;
      end
    end
    else if (time_q == {BITS{1'b0}}) begin
      time_q <= LAST;
      left_q <= left_q - 4'd1;
      bits_q <= {1'b1, bits_q[8:1]};
    end
    else time_q <= time_q - ONE;
    if (rst) begin
      left_q <= 4'd0;
      bits_q <= 9'h1ff;
    end
  end
endmodule
`default_nettype wire
