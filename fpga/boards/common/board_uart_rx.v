// board_uart_rx - bytes from a serial line: 8 bits, no parity
// SPDX-License-Identifier: Apache-2.0
//
// A byte whose stop bit is missing is dropped.
`default_nettype none
module board_uart_rx #(
  parameter [15:0] DIVIDER = 16'd104,  // cycles of a bit, at least 4
  parameter BITS = 7                  // that hold DIVIDER
) (
  input  wire       clk,
  input  wire       rst,
  input  wire       rx,               // not synchronous to clk
  output wire       rx_valid,         // for one cycle
  output wire [7:0] rx_data
);
  localparam [BITS-1:0] ONE = {{(BITS-1){1'b0}}, 1'b1};
  localparam [BITS-1:0] LAST = DIVIDER[BITS-1:0] - ONE;
  localparam [BITS-1:0] HALF = {1'b0, DIVIDER[BITS-1:1]} - ONE;

  reg  [2:0]      line_q;             // the oldest is the last: bit 2
  reg             busy_q;
  reg  [BITS-1:0] time_q;
  reg  [3:0]      left_q;             // bits to come, the stop bit too; 10: half the start bit
  reg  [7:0]      data_q;
  reg             valid_q;
  wire            sample = busy_q && time_q == {BITS{1'b0}};

  assign rx_valid = valid_q;
  assign rx_data = data_q;

  always @(posedge clk) begin
    line_q <= {line_q[1:0], rx};
    valid_q <= 1'b0;
    if (sample) begin
      time_q <= LAST;
      left_q <= left_q - 4'd1;
      if (left_q == 4'd10) busy_q <= !line_q[2];
      else if (left_q == 4'd1) begin
        busy_q <= 1'b0;
        valid_q <= line_q[2];
      end
      else data_q <= {line_q[2], data_q[7:1]};
    end
    else if (busy_q) time_q <= time_q - ONE;
    else begin
      busy_q <= line_q[2] && !line_q[1];
      time_q <= HALF;
      left_q <= 4'd10;
    end
    if (rst) begin
      line_q <= 3'b111;
      busy_q <= 1'b0;
      valid_q <= 1'b0;
    end
  end
endmodule
`default_nettype wire
