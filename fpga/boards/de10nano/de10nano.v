// de10nano - top level for the DE10-Nano (Cyclone V SoC)
// SPDX-License-Identifier: Apache-2.0
//
// The USB serial port of the board belongs to the ARM processors; ours is on the Arduino header,
// for an adapter of 3.3 V.
`default_nettype none
module de10nano #(
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire       clk_50mhz,
  input  wire       key_n,
  input  wire       uart_rx,          // Arduino D0
  output wire       uart_tx,          // Arduino D1
  output wire [7:0] led
);
  wire running;
  wire done;
  wire fault;

  assign led = {4'b0000, !uart_rx || !uart_tx, fault, done, running};

  // No PLL: the oscillator suits the core.
  board_system #(.NAME("de10nano"), .CLOCK_HZ(32'd50000000), .BAUD(BAUD)) u_system (
    .clk(clk_50mhz), .ready(key_n), .rx(uart_rx), .tx(uart_tx), .running(running), .done(done),
    .fault(fault)
  );
endmodule
`default_nettype wire
