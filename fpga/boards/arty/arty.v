// arty - top level for the Arty A7 (Artix-7 35T or 100T)
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module arty #(
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire       clk_100mhz,
  input  wire       reset_n,
  input  wire       uart_txd_in,      // to the FPGA
  output wire       uart_rxd_out,     // from the FPGA
  output wire [3:0] led
);
  wire feedback;
  wire pll_clk;
  wire clk;
  wire locked;
  wire running;
  wire done;
  wire fault;

  assign led = {!uart_txd_in || !uart_rxd_out, fault, done, running};

  // 100 MHz * 10 / 20 = 50 MHz.
  PLLE2_BASE #(
    .CLKFBOUT_MULT(10), .CLKIN1_PERIOD(10), .CLKOUT0_DIVIDE(20), .DIVCLK_DIVIDE(1)
  ) u_pll (
    .CLKIN1(clk_100mhz), .CLKFBIN(feedback), .RST(1'b0), .PWRDWN(1'b0), .CLKFBOUT(feedback),
    .CLKOUT0(pll_clk), .LOCKED(locked)
  );

  BUFG u_global (.I(pll_clk), .O(clk));

  board_system #(.NAME("arty"), .CLOCK_HZ(32'd50000000), .BAUD(BAUD)) u_system (
    .clk(clk), .ready(locked && reset_n), .rx(uart_txd_in), .tx(uart_rxd_out),
    .running(running), .done(done), .fault(fault)
  );
endmodule
`default_nettype wire
