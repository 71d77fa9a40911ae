// ulx3s - top level for the ULX3S with an ECP5-85F
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ulx3s #(
  parameter [31:0] BAUD = 32'd115200
) (
  input  wire       clk_25mhz,
  input  wire       btn_fire1,        // high while pressed
  input  wire       ftdi_txd,         // to the FPGA
  output wire       ftdi_rxd,         // from the FPGA
  output wire       wifi_gpio0,       // high: the ESP32 leaves the board alone
  output wire [7:0] led
);
  wire clk;
  wire locked;
  wire running;
  wire done;
  wire fault;

  assign wifi_gpio0 = 1'b1;
  assign led = {locked, 3'b000, !ftdi_txd || !ftdi_rxd, fault, done, running};

  // 25 MHz * 8 / 5 = 40 MHz; the VCO runs at 40 * 15 = 600.
  EHXPLLL #(
    .CLKI_DIV(5), .CLKFB_DIV(8), .CLKOP_DIV(15), .CLKOP_ENABLE("ENABLED"), .CLKOP_CPHASE(7),
    .CLKOP_FPHASE(0), .FEEDBK_PATH("CLKOP")
  ) u_pll (
    .CLKI(clk_25mhz), .CLKFB(clk), .RST(1'b0), .STDBY(1'b0), .ENCLKOP(1'b0), .PHASESEL0(1'b0),
    .PHASESEL1(1'b0), .PHASEDIR(1'b1), .PHASESTEP(1'b1), .PHASELOADREG(1'b1),
    .PLLWAKESYNC(1'b0), .CLKOP(clk), .LOCK(locked)
  );

  board_system #(.NAME("ulx3s"), .CLOCK_HZ(32'd40000000), .BAUD(BAUD)) u_system (
    .clk(clk), .ready(locked && !btn_fire1), .rx(ftdi_txd), .tx(ftdi_rxd), .running(running),
    .done(done), .fault(fault)
  );
endmodule
`default_nettype wire
