// hx8k - top level for the Lattice iCE40 HX8K breakout board
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module hx8k #(
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire       clk_12mhz,
  input  wire       rx,
  output wire       tx,
  output wire [7:0] led
);
  wire clk;
  wire locked;
  wire running;
  wire done;
  wire fault;

  assign led = {locked, 3'b000, !tx || !rx, fault, done, running};

  // 12 MHz * 80 / 32 = 30 MHz.
  SB_PLL40_CORE #(
    .FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(7'd79), .DIVQ(3'd5), .FILTER_RANGE(3'd1)
  ) u_pll (
    .REFERENCECLK(clk_12mhz), .RESETB(1'b1), .BYPASS(1'b0), .PLLOUTGLOBAL(clk), .LOCK(locked)
  );

  board_system #(.NAME("hx8k"), .CLOCK_HZ(32'd30000000), .BAUD(BAUD)) u_system (
    .clk(clk), .ready(locked), .rx(rx), .tx(tx), .running(running), .done(done), .fault(fault)
  );
endmodule
`default_nettype wire
