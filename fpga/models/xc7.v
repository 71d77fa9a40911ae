// xc7 - models of Xilinx 7 series cells of which yosys has only the ports, and of look-up tables
// SPDX-License-Identifier: Apache-2.0
//
// As far as a mapped core uses them (Xilinx, 7 Series FPGAs Memory Resources): block RAM without
// output registers, cascades and inverted clocks. Anything else names a module that
// does not exist. Look-up tables are such as Verilator takes quickly; in four states they are
// yosys's: an unknown input that does not matter makes no unknown output. Cells that differ in
// their sizes alone are one model.
`timescale 1ps / 1ps

// LUT1 to LUT6: the upper inputs of a smaller one are not connected.
module ww_LUT #(
  parameter INPUTS = 6,
  parameter [(1<<INPUTS)-1:0] INIT = 0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  input  wire I3,
  input  wire I4,
  input  wire I5,
  output wire O
);
  wire [5:0] in = {I5, I4, I3, I2, I1, I0} & (1 << INPUTS) - 1;

`ifdef VERILATOR
  assign O = INIT[in[INPUTS-1:0]];
`else
  LUT6 #(.INIT(INIT)) u_lut (
    .I0(in[0]), .I1(in[1]), .I2(in[2]), .I3(in[3]), .I4(in[4]), .I5(in[5]), .O(O)
  );
`endif
endmodule

// Rows of BYTES bytes and as many parity bits; an address counts bits, and a port of N bits begins
// at a multiple of that. Widths of 9 and more have a parity bit and a write enable for each byte.
module ww_xc7_ram #(
  parameter BYTES = 4,
  parameter ADDR_BITS = 14,
  parameter READ_A = 0,
  parameter READ_B = 0,
  parameter WRITE_A = 0,
  parameter WRITE_B = 0,
  parameter MODE_A = "WRITE_FIRST",
  parameter MODE_B = "WRITE_FIRST"
) (
  input  wire                 a_clk,
  input  wire                 a_en,
  input  wire                 a_rst,
  input  wire [ADDR_BITS-1:0] a_addr,
  input  wire [BYTES-1:0]     a_we,
  input  wire [9*BYTES-1:0]   a_in,
  input  wire [9*BYTES-1:0]   a_rst_value,
  output reg  [9*BYTES-1:0]   a_out,
  input  wire                 b_clk,
  input  wire                 b_en,
  input  wire                 b_rst,
  input  wire [ADDR_BITS-1:0] b_addr,
  input  wire [BYTES-1:0]     b_we,
  input  wire [9*BYTES-1:0]   b_in,
  input  wire [9*BYTES-1:0]   b_rst_value,
  output reg  [9*BYTES-1:0]   b_out
);
  localparam LOW = BYTES == 8 ? 6 : 5;

  // {parity, data}
  reg [9*BYTES-1:0] rows_m [0:(1<<(ADDR_BITS-LOW))-1];

  // Where a word of WIDTH begins in its row.
  function [5:0] first;
    input integer width;
    input [LOW-1:0] addr;
    case (width)
      2: first = addr & 6'h3e;
      4: first = addr & 6'h3c;
      9: first = addr & 6'h38;
      18: first = addr & 6'h30;
      36: first = addr & 6'h20;
      72: first = 6'd0;
      default: first = addr;
    endcase
  endfunction

  // The data bits of a word of WIDTH that WE lets through, at bit 0.
  function [8*BYTES-1:0] enabled;
    input integer width;
    input [BYTES-1:0] we;
    integer i;
    begin
      enabled = 0;
      for (i = 0; i < BYTES; i = i + 1)
        if (9 * i < width && we[i])
          enabled[8*i +: 8] = width < 9 ? (1 << width) - 1 : 255;
    end
  endfunction

  function [9*BYTES-1:0] merged;
    input integer width;
    input [5:0] at;
    input [BYTES-1:0] we;
    input [9*BYTES-1:0] in;
    input [9*BYTES-1:0] row;
    reg [8*BYTES-1:0] data, mask;
    reg [BYTES-1:0] parity, bytes;
    begin
      mask = enabled(width, we) << at;
      bytes = width < 9 ? 0 : (we & ((1 << (width / 9)) - 1)) << (at / 8);
      data = in[8*BYTES-1:0] << at;
      parity = in[9*BYTES-1:8*BYTES] << (at / 8);
      merged = {row[9*BYTES-1:8*BYTES] & ~bytes | parity & bytes,
                row[8*BYTES-1:0] & ~mask | data & mask};
    end
  endfunction

  function [9*BYTES-1:0] aligned;
    input [5:0] at;
    input [9*BYTES-1:0] row;
    reg [8*BYTES-1:0] data;
    reg [BYTES-1:0] parity;
    begin
      data = row[8*BYTES-1:0] >> at;
      parity = row[9*BYTES-1:8*BYTES] >> (at / 8);
      aligned = {parity, data};
    end
  endfunction

  wire [9*BYTES-1:0] a_row = rows_m[a_addr[ADDR_BITS-1:LOW]];
  wire [9*BYTES-1:0] b_row = rows_m[b_addr[ADDR_BITS-1:LOW]];
  wire [9*BYTES-1:0] a_new = merged(WRITE_A, first(WRITE_A, a_addr[LOW-1:0]), a_we, a_in, a_row);
  wire [9*BYTES-1:0] b_new = merged(WRITE_B, first(WRITE_B, b_addr[LOW-1:0]), b_we, b_in, b_row);
  wire               a_write = WRITE_A != 0 && a_we != 0;
  wire               b_write = WRITE_B != 0 && b_we != 0;

  always @(posedge a_clk)
    if (a_en && a_write)
      rows_m[a_addr[ADDR_BITS-1:LOW]] <= a_new;

  always @(posedge b_clk)
    if (b_en && b_write)
      rows_m[b_addr[ADDR_BITS-1:LOW]] <= b_new;

  always @(posedge a_clk)
    if (a_en && a_rst)
      a_out <= a_rst_value;
    else if (a_en && !(a_write && MODE_A == "NO_CHANGE"))
      a_out <= aligned(first(READ_A, a_addr[LOW-1:0]),
                       a_write && MODE_A == "WRITE_FIRST" ? a_new : a_row);

  always @(posedge b_clk)
    if (b_en && b_rst)
      b_out <= b_rst_value;
    else if (b_en && !(b_write && MODE_B == "NO_CHANGE"))
      b_out <= aligned(first(READ_B, b_addr[LOW-1:0]),
                       b_write && MODE_B == "WRITE_FIRST" ? b_new : b_row);
endmodule

// RAMB18E1 and RAMB36E1: data ports of 2 bytes and of 4. What they hold at first is not modelled.
module ww_RAMBE1 #(
  parameter BYTES = 4,
  parameter DOA_REG = 0,
  parameter DOB_REG = 0,
  parameter RAM_MODE = "TDP",
  parameter READ_WIDTH_A = 0,
  parameter READ_WIDTH_B = 0,
  parameter WRITE_WIDTH_A = 0,
  parameter WRITE_WIDTH_B = 0,
  parameter WRITE_MODE_A = "WRITE_FIRST",
  parameter WRITE_MODE_B = "WRITE_FIRST",
  parameter [9*BYTES-1:0] SRVAL_A = 0,
  parameter [9*BYTES-1:0] SRVAL_B = 0,
  parameter INIT_A = 0,
  parameter INIT_B = 0,
  parameter SIM_DEVICE = "7SERIES",
  parameter RAM_EXTENSION_A = "NONE",
  parameter RAM_EXTENSION_B = "NONE",
  parameter IS_CLKARDCLK_INVERTED = 1'b0,
  parameter IS_CLKBWRCLK_INVERTED = 1'b0,
  parameter IS_ENARDEN_INVERTED = 1'b0,
  parameter IS_ENBWREN_INVERTED = 1'b0,
  parameter IS_RSTRAMARSTRAM_INVERTED = 1'b0,
  parameter IS_RSTRAMB_INVERTED = 1'b0,
  parameter IS_RSTREGARSTREG_INVERTED = 1'b0,
  parameter IS_RSTREGB_INVERTED = 1'b0
) (
  input  wire CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
  input  wire RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
  input  wire CASCADEINA, CASCADEINB, INJECTDBITERR, INJECTSBITERR,
  input  wire [BYTES+11:0] ADDRARDADDR, ADDRBWRADDR,
  input  wire [8*BYTES-1:0] DIADI, DIBDI,
  input  wire [BYTES-1:0] DIPADIP, DIPBDIP,
  input  wire [BYTES-1:0] WEA,
  input  wire [2*BYTES-1:0] WEBWE,
  output wire [8*BYTES-1:0] DOADO, DOBDO,
  output wire [BYTES-1:0] DOPADOP, DOPBDOP
);
  localparam WIDE = 18 * BYTES;
  localparam ADDR_BITS = BYTES == 4 ? 15 : 14;
  localparam [BYTES-1:0] NO_PARITY = 0;
  localparam [8*BYTES-1:0] NO_DATA = 0;

  // A word of WIDE bits is both data ports: read by A, written by B.
  wire [WIDE-1:0] a_in = {NO_PARITY, DIPADIP, NO_DATA, DIADI};
  wire [WIDE-1:0] b_in = WRITE_WIDTH_B == WIDE ? {DIPBDIP, DIPADIP, DIBDI, DIADI}
                               : {NO_PARITY, DIPBDIP, NO_DATA, DIBDI};
  wire [WIDE-1:0] a_reset = {SRVAL_B[8*BYTES +: BYTES], SRVAL_A[8*BYTES +: BYTES],
                             SRVAL_B[8*BYTES-1:0], SRVAL_A[8*BYTES-1:0]};
  wire [WIDE-1:0] b_reset = {NO_PARITY, SRVAL_B[8*BYTES +: BYTES],
                             NO_DATA, SRVAL_B[8*BYTES-1:0]};
  wire [WIDE-1:0] a_out, b_out;

  ww_xc7_ram #(
    .BYTES(2*BYTES), .ADDR_BITS(ADDR_BITS), .READ_A(READ_WIDTH_A), .READ_B(READ_WIDTH_B),
    .WRITE_A(WRITE_WIDTH_A), .WRITE_B(WRITE_WIDTH_B), .MODE_A(WRITE_MODE_A),
    .MODE_B(WRITE_MODE_B)
  ) u_ram (
    .a_clk(CLKARDCLK), .a_en(ENARDEN ^ IS_ENARDEN_INVERTED),
    .a_rst(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED), .a_addr(ADDRARDADDR[ADDR_BITS-1:0]),
    .a_we({NO_PARITY, WEA}), .a_in(a_in), .a_rst_value(a_reset), .a_out(a_out),
    .b_clk(CLKBWRCLK), .b_en(ENBWREN ^ IS_ENBWREN_INVERTED),
    .b_rst(RSTRAMB ^ IS_RSTRAMB_INVERTED), .b_addr(ADDRBWRADDR[ADDR_BITS-1:0]),
    .b_we(WEBWE), .b_in(b_in), .b_rst_value(b_reset), .b_out(b_out)
  );

  assign DOADO = a_out[8*BYTES-1:0];
  assign DOPADOP = a_out[16*BYTES +: BYTES];
  assign DOBDO = READ_WIDTH_A == WIDE ? a_out[8*BYTES +: 8*BYTES] : b_out[8*BYTES-1:0];
  assign DOPBDOP = READ_WIDTH_A == WIDE ? a_out[17*BYTES +: BYTES] : b_out[16*BYTES +: BYTES];

  generate
    if (DOA_REG != 0 || DOB_REG != 0 || IS_CLKARDCLK_INVERTED || IS_CLKBWRCLK_INVERTED ||
        RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") begin : g_none
      ww_RAMBE1_mode_without_a_model u_none ();
    end
  endgenerate
endmodule
