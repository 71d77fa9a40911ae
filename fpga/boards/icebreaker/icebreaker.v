// icebreaker - top level for the iCEBreaker (iCE40 UP5K)
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module icebreaker #(
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire clk_12mhz,
  input  wire button_n,
  input  wire rx,
  output wire tx,
  output wire led_red_n,              // a trap
  output wire led_green_n             // running
);
  wire running;
  wire done;
  wire fault;
  wire unused = done;

  assign led_red_n = !fault;
  assign led_green_n = !running;

  // No PLL: the core is about as fast as the oscillator.
  board_system #(.NAME("icebreaker"), .CLOCK_HZ(32'd12000000), .BAUD(BAUD)) u_system (
    .clk(clk_12mhz), .ready(button_n), .rx(rx), .tx(tx), .running(running), .done(done),
    .fault(fault)
  );
endmodule
`default_nettype wire
