// xc7 - models of Xilinx 7 series cells of which yosys has only the ports, and of look-up tables
// SPDX-License-Identifier: Apache-2.0
//
// As far as a mapped core uses them (Xilinx, 7 Series FPGAs Memory Resources): block RAM without
// output registers, cascades and inverted clocks. Anything else names a module that
// does not exist. Look-up tables are such as Verilator takes quickly; in four states they are
// yosys's: an unknown input that does not matter makes no unknown output.
`timescale 1ps / 1ps

module ww_LUT1 #(
  parameter [1:0] INIT = 2'd0
) (
  input  wire I0,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[I0];
`else
  LUT1 #(.INIT(INIT)) u_lut (.I0(I0), .O(O));
`endif
endmodule

module ww_LUT2 #(
  parameter [3:0] INIT = 4'd0
) (
  input  wire I0,
  input  wire I1,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[{I1, I0}];
`else
  LUT2 #(.INIT(INIT)) u_lut (.I0(I0), .I1(I1), .O(O));
`endif
endmodule

module ww_LUT3 #(
  parameter [7:0] INIT = 8'd0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[{I2, I1, I0}];
`else
  LUT3 #(.INIT(INIT)) u_lut (.I0(I0), .I1(I1), .I2(I2), .O(O));
`endif
endmodule

module ww_LUT4 #(
  parameter [15:0] INIT = 16'd0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  input  wire I3,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[{I3, I2, I1, I0}];
`else
  LUT4 #(.INIT(INIT)) u_lut (.I0(I0), .I1(I1), .I2(I2), .I3(I3), .O(O));
`endif
endmodule

module ww_LUT5 #(
  parameter [31:0] INIT = 32'd0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  input  wire I3,
  input  wire I4,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[{I4, I3, I2, I1, I0}];
`else
  LUT5 #(.INIT(INIT)) u_lut (.I0(I0), .I1(I1), .I2(I2), .I3(I3), .I4(I4), .O(O));
`endif
endmodule

module ww_LUT6 #(
  parameter [63:0] INIT = 64'd0
) (
  input  wire I0,
  input  wire I1,
  input  wire I2,
  input  wire I3,
  input  wire I4,
  input  wire I5,
  output wire O
);
`ifdef VERILATOR
  assign O = INIT[{I5, I4, I3, I2, I1, I0}];
`else
  LUT6 #(.INIT(INIT)) u_lut (.I0(I0), .I1(I1), .I2(I2), .I3(I3), .I4(I4), .I5(I5), .O(O));
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

module ww_RAMB18E1 #(
  parameter DOA_REG = 0,
  parameter DOB_REG = 0,
  parameter RAM_MODE = "TDP",
  parameter READ_WIDTH_A = 0,
  parameter READ_WIDTH_B = 0,
  parameter WRITE_WIDTH_A = 0,
  parameter WRITE_WIDTH_B = 0,
  parameter WRITE_MODE_A = "WRITE_FIRST",
  parameter WRITE_MODE_B = "WRITE_FIRST",
  parameter [17:0] SRVAL_A = 18'd0,
  parameter [17:0] SRVAL_B = 18'd0,
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
  parameter IS_RSTREGB_INVERTED = 1'b0,
  parameter [255:0] INIT_00 = 256'd0,
  parameter [255:0] INIT_01 = 256'd0,
  parameter [255:0] INIT_02 = 256'd0,
  parameter [255:0] INIT_03 = 256'd0,
  parameter [255:0] INIT_04 = 256'd0,
  parameter [255:0] INIT_05 = 256'd0,
  parameter [255:0] INIT_06 = 256'd0,
  parameter [255:0] INIT_07 = 256'd0,
  parameter [255:0] INIT_08 = 256'd0,
  parameter [255:0] INIT_09 = 256'd0,
  parameter [255:0] INIT_0A = 256'd0,
  parameter [255:0] INIT_0B = 256'd0,
  parameter [255:0] INIT_0C = 256'd0,
  parameter [255:0] INIT_0D = 256'd0,
  parameter [255:0] INIT_0E = 256'd0,
  parameter [255:0] INIT_0F = 256'd0,
  parameter [255:0] INIT_10 = 256'd0,
  parameter [255:0] INIT_11 = 256'd0,
  parameter [255:0] INIT_12 = 256'd0,
  parameter [255:0] INIT_13 = 256'd0,
  parameter [255:0] INIT_14 = 256'd0,
  parameter [255:0] INIT_15 = 256'd0,
  parameter [255:0] INIT_16 = 256'd0,
  parameter [255:0] INIT_17 = 256'd0,
  parameter [255:0] INIT_18 = 256'd0,
  parameter [255:0] INIT_19 = 256'd0,
  parameter [255:0] INIT_1A = 256'd0,
  parameter [255:0] INIT_1B = 256'd0,
  parameter [255:0] INIT_1C = 256'd0,
  parameter [255:0] INIT_1D = 256'd0,
  parameter [255:0] INIT_1E = 256'd0,
  parameter [255:0] INIT_1F = 256'd0,
  parameter [255:0] INIT_20 = 256'd0,
  parameter [255:0] INIT_21 = 256'd0,
  parameter [255:0] INIT_22 = 256'd0,
  parameter [255:0] INIT_23 = 256'd0,
  parameter [255:0] INIT_24 = 256'd0,
  parameter [255:0] INIT_25 = 256'd0,
  parameter [255:0] INIT_26 = 256'd0,
  parameter [255:0] INIT_27 = 256'd0,
  parameter [255:0] INIT_28 = 256'd0,
  parameter [255:0] INIT_29 = 256'd0,
  parameter [255:0] INIT_2A = 256'd0,
  parameter [255:0] INIT_2B = 256'd0,
  parameter [255:0] INIT_2C = 256'd0,
  parameter [255:0] INIT_2D = 256'd0,
  parameter [255:0] INIT_2E = 256'd0,
  parameter [255:0] INIT_2F = 256'd0,
  parameter [255:0] INIT_30 = 256'd0,
  parameter [255:0] INIT_31 = 256'd0,
  parameter [255:0] INIT_32 = 256'd0,
  parameter [255:0] INIT_33 = 256'd0,
  parameter [255:0] INIT_34 = 256'd0,
  parameter [255:0] INIT_35 = 256'd0,
  parameter [255:0] INIT_36 = 256'd0,
  parameter [255:0] INIT_37 = 256'd0,
  parameter [255:0] INIT_38 = 256'd0,
  parameter [255:0] INIT_39 = 256'd0,
  parameter [255:0] INIT_3A = 256'd0,
  parameter [255:0] INIT_3B = 256'd0,
  parameter [255:0] INIT_3C = 256'd0,
  parameter [255:0] INIT_3D = 256'd0,
  parameter [255:0] INIT_3E = 256'd0,
  parameter [255:0] INIT_3F = 256'd0,
  parameter [255:0] INITP_00 = 256'd0,
  parameter [255:0] INITP_01 = 256'd0,
  parameter [255:0] INITP_02 = 256'd0,
  parameter [255:0] INITP_03 = 256'd0,
  parameter [255:0] INITP_04 = 256'd0,
  parameter [255:0] INITP_05 = 256'd0,
  parameter [255:0] INITP_06 = 256'd0,
  parameter [255:0] INITP_07 = 256'd0
) (
  input  wire CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
  input  wire RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
  input  wire [13:0] ADDRARDADDR, ADDRBWRADDR,
  input  wire [15:0] DIADI, DIBDI,
  input  wire [1:0] DIPADIP, DIPBDIP,
  input  wire [1:0] WEA,
  input  wire [3:0] WEBWE,
  output wire [15:0] DOADO, DOBDO,
  output wire [1:0] DOPADOP, DOPBDOP
);
  // A word of 36 bits is both data ports: read by A, written by B.
  wire [35:0] a_in = {{2'd0, DIPADIP}, {16'd0, DIADI}};
  wire [35:0] b_in = WRITE_WIDTH_B == 36 ? {DIPBDIP, DIPADIP, DIBDI, DIADI}
                               : {2'd0, DIPBDIP, 16'd0, DIBDI};
  wire [35:0] a_reset = {SRVAL_B[17:16], SRVAL_A[17:16],
                           SRVAL_B[15:0], SRVAL_A[15:0]};
  wire [35:0] b_reset = {2'd0, SRVAL_B[17:16], 16'd0, SRVAL_B[15:0]};
  wire [35:0] a_out, b_out;

  ww_xc7_ram #(
    .BYTES(4), .ADDR_BITS(14), .READ_A(READ_WIDTH_A), .READ_B(READ_WIDTH_B),
    .WRITE_A(WRITE_WIDTH_A), .WRITE_B(WRITE_WIDTH_B), .MODE_A(WRITE_MODE_A),
    .MODE_B(WRITE_MODE_B)
  ) u_ram (
    .a_clk(CLKARDCLK), .a_en(ENARDEN ^ IS_ENARDEN_INVERTED),
    .a_rst(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED), .a_addr(ADDRARDADDR[13:0]),
    .a_we({2'd0, WEA}), .a_in(a_in), .a_rst_value(a_reset), .a_out(a_out),
    .b_clk(CLKBWRCLK), .b_en(ENBWREN ^ IS_ENBWREN_INVERTED),
    .b_rst(RSTRAMB ^ IS_RSTRAMB_INVERTED), .b_addr(ADDRBWRADDR[13:0]),
    .b_we(WEBWE[3:0]), .b_in(b_in), .b_rst_value(b_reset), .b_out(b_out)
  );

  assign DOADO = a_out[15:0];
  assign DOPADOP = a_out[33:32];
  assign DOBDO = READ_WIDTH_A == 36 ? a_out[31:16] : b_out[15:0];
  assign DOPBDOP = READ_WIDTH_A == 36 ? a_out[35:34] : b_out[33:32];

  generate
    if (DOA_REG != 0 || DOB_REG != 0 || IS_CLKARDCLK_INVERTED || IS_CLKBWRCLK_INVERTED ||
        RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") begin : g_none
      ww_RAMB18E1_mode_without_a_model u_none ();
    end
  endgenerate
endmodule

module ww_RAMB36E1 #(
  parameter DOA_REG = 0,
  parameter DOB_REG = 0,
  parameter RAM_MODE = "TDP",
  parameter READ_WIDTH_A = 0,
  parameter READ_WIDTH_B = 0,
  parameter WRITE_WIDTH_A = 0,
  parameter WRITE_WIDTH_B = 0,
  parameter WRITE_MODE_A = "WRITE_FIRST",
  parameter WRITE_MODE_B = "WRITE_FIRST",
  parameter [35:0] SRVAL_A = 36'd0,
  parameter [35:0] SRVAL_B = 36'd0,
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
  parameter IS_RSTREGB_INVERTED = 1'b0,
  parameter [255:0] INIT_00 = 256'd0,
  parameter [255:0] INIT_01 = 256'd0,
  parameter [255:0] INIT_02 = 256'd0,
  parameter [255:0] INIT_03 = 256'd0,
  parameter [255:0] INIT_04 = 256'd0,
  parameter [255:0] INIT_05 = 256'd0,
  parameter [255:0] INIT_06 = 256'd0,
  parameter [255:0] INIT_07 = 256'd0,
  parameter [255:0] INIT_08 = 256'd0,
  parameter [255:0] INIT_09 = 256'd0,
  parameter [255:0] INIT_0A = 256'd0,
  parameter [255:0] INIT_0B = 256'd0,
  parameter [255:0] INIT_0C = 256'd0,
  parameter [255:0] INIT_0D = 256'd0,
  parameter [255:0] INIT_0E = 256'd0,
  parameter [255:0] INIT_0F = 256'd0,
  parameter [255:0] INIT_10 = 256'd0,
  parameter [255:0] INIT_11 = 256'd0,
  parameter [255:0] INIT_12 = 256'd0,
  parameter [255:0] INIT_13 = 256'd0,
  parameter [255:0] INIT_14 = 256'd0,
  parameter [255:0] INIT_15 = 256'd0,
  parameter [255:0] INIT_16 = 256'd0,
  parameter [255:0] INIT_17 = 256'd0,
  parameter [255:0] INIT_18 = 256'd0,
  parameter [255:0] INIT_19 = 256'd0,
  parameter [255:0] INIT_1A = 256'd0,
  parameter [255:0] INIT_1B = 256'd0,
  parameter [255:0] INIT_1C = 256'd0,
  parameter [255:0] INIT_1D = 256'd0,
  parameter [255:0] INIT_1E = 256'd0,
  parameter [255:0] INIT_1F = 256'd0,
  parameter [255:0] INIT_20 = 256'd0,
  parameter [255:0] INIT_21 = 256'd0,
  parameter [255:0] INIT_22 = 256'd0,
  parameter [255:0] INIT_23 = 256'd0,
  parameter [255:0] INIT_24 = 256'd0,
  parameter [255:0] INIT_25 = 256'd0,
  parameter [255:0] INIT_26 = 256'd0,
  parameter [255:0] INIT_27 = 256'd0,
  parameter [255:0] INIT_28 = 256'd0,
  parameter [255:0] INIT_29 = 256'd0,
  parameter [255:0] INIT_2A = 256'd0,
  parameter [255:0] INIT_2B = 256'd0,
  parameter [255:0] INIT_2C = 256'd0,
  parameter [255:0] INIT_2D = 256'd0,
  parameter [255:0] INIT_2E = 256'd0,
  parameter [255:0] INIT_2F = 256'd0,
  parameter [255:0] INIT_30 = 256'd0,
  parameter [255:0] INIT_31 = 256'd0,
  parameter [255:0] INIT_32 = 256'd0,
  parameter [255:0] INIT_33 = 256'd0,
  parameter [255:0] INIT_34 = 256'd0,
  parameter [255:0] INIT_35 = 256'd0,
  parameter [255:0] INIT_36 = 256'd0,
  parameter [255:0] INIT_37 = 256'd0,
  parameter [255:0] INIT_38 = 256'd0,
  parameter [255:0] INIT_39 = 256'd0,
  parameter [255:0] INIT_3A = 256'd0,
  parameter [255:0] INIT_3B = 256'd0,
  parameter [255:0] INIT_3C = 256'd0,
  parameter [255:0] INIT_3D = 256'd0,
  parameter [255:0] INIT_3E = 256'd0,
  parameter [255:0] INIT_3F = 256'd0,
  parameter [255:0] INIT_40 = 256'd0,
  parameter [255:0] INIT_41 = 256'd0,
  parameter [255:0] INIT_42 = 256'd0,
  parameter [255:0] INIT_43 = 256'd0,
  parameter [255:0] INIT_44 = 256'd0,
  parameter [255:0] INIT_45 = 256'd0,
  parameter [255:0] INIT_46 = 256'd0,
  parameter [255:0] INIT_47 = 256'd0,
  parameter [255:0] INIT_48 = 256'd0,
  parameter [255:0] INIT_49 = 256'd0,
  parameter [255:0] INIT_4A = 256'd0,
  parameter [255:0] INIT_4B = 256'd0,
  parameter [255:0] INIT_4C = 256'd0,
  parameter [255:0] INIT_4D = 256'd0,
  parameter [255:0] INIT_4E = 256'd0,
  parameter [255:0] INIT_4F = 256'd0,
  parameter [255:0] INIT_50 = 256'd0,
  parameter [255:0] INIT_51 = 256'd0,
  parameter [255:0] INIT_52 = 256'd0,
  parameter [255:0] INIT_53 = 256'd0,
  parameter [255:0] INIT_54 = 256'd0,
  parameter [255:0] INIT_55 = 256'd0,
  parameter [255:0] INIT_56 = 256'd0,
  parameter [255:0] INIT_57 = 256'd0,
  parameter [255:0] INIT_58 = 256'd0,
  parameter [255:0] INIT_59 = 256'd0,
  parameter [255:0] INIT_5A = 256'd0,
  parameter [255:0] INIT_5B = 256'd0,
  parameter [255:0] INIT_5C = 256'd0,
  parameter [255:0] INIT_5D = 256'd0,
  parameter [255:0] INIT_5E = 256'd0,
  parameter [255:0] INIT_5F = 256'd0,
  parameter [255:0] INIT_60 = 256'd0,
  parameter [255:0] INIT_61 = 256'd0,
  parameter [255:0] INIT_62 = 256'd0,
  parameter [255:0] INIT_63 = 256'd0,
  parameter [255:0] INIT_64 = 256'd0,
  parameter [255:0] INIT_65 = 256'd0,
  parameter [255:0] INIT_66 = 256'd0,
  parameter [255:0] INIT_67 = 256'd0,
  parameter [255:0] INIT_68 = 256'd0,
  parameter [255:0] INIT_69 = 256'd0,
  parameter [255:0] INIT_6A = 256'd0,
  parameter [255:0] INIT_6B = 256'd0,
  parameter [255:0] INIT_6C = 256'd0,
  parameter [255:0] INIT_6D = 256'd0,
  parameter [255:0] INIT_6E = 256'd0,
  parameter [255:0] INIT_6F = 256'd0,
  parameter [255:0] INIT_70 = 256'd0,
  parameter [255:0] INIT_71 = 256'd0,
  parameter [255:0] INIT_72 = 256'd0,
  parameter [255:0] INIT_73 = 256'd0,
  parameter [255:0] INIT_74 = 256'd0,
  parameter [255:0] INIT_75 = 256'd0,
  parameter [255:0] INIT_76 = 256'd0,
  parameter [255:0] INIT_77 = 256'd0,
  parameter [255:0] INIT_78 = 256'd0,
  parameter [255:0] INIT_79 = 256'd0,
  parameter [255:0] INIT_7A = 256'd0,
  parameter [255:0] INIT_7B = 256'd0,
  parameter [255:0] INIT_7C = 256'd0,
  parameter [255:0] INIT_7D = 256'd0,
  parameter [255:0] INIT_7E = 256'd0,
  parameter [255:0] INIT_7F = 256'd0,
  parameter [255:0] INITP_00 = 256'd0,
  parameter [255:0] INITP_01 = 256'd0,
  parameter [255:0] INITP_02 = 256'd0,
  parameter [255:0] INITP_03 = 256'd0,
  parameter [255:0] INITP_04 = 256'd0,
  parameter [255:0] INITP_05 = 256'd0,
  parameter [255:0] INITP_06 = 256'd0,
  parameter [255:0] INITP_07 = 256'd0,
  parameter [255:0] INITP_08 = 256'd0,
  parameter [255:0] INITP_09 = 256'd0,
  parameter [255:0] INITP_0A = 256'd0,
  parameter [255:0] INITP_0B = 256'd0,
  parameter [255:0] INITP_0C = 256'd0,
  parameter [255:0] INITP_0D = 256'd0,
  parameter [255:0] INITP_0E = 256'd0,
  parameter [255:0] INITP_0F = 256'd0
) (
  input  wire CLKARDCLK, CLKBWRCLK, ENARDEN, ENBWREN, REGCEAREGCE, REGCEB,
  input  wire RSTRAMARSTRAM, RSTRAMB, RSTREGARSTREG, RSTREGB,
  input  wire CASCADEINA, CASCADEINB, INJECTDBITERR, INJECTSBITERR,
  input  wire [15:0] ADDRARDADDR, ADDRBWRADDR,
  input  wire [31:0] DIADI, DIBDI,
  input  wire [3:0] DIPADIP, DIPBDIP,
  input  wire [3:0] WEA,
  input  wire [7:0] WEBWE,
  output wire [31:0] DOADO, DOBDO,
  output wire [3:0] DOPADOP, DOPBDOP
);
  // A word of 72 bits is both data ports: read by A, written by B.
  wire [71:0] a_in = {{4'd0, DIPADIP}, {32'd0, DIADI}};
  wire [71:0] b_in = WRITE_WIDTH_B == 72 ? {DIPBDIP, DIPADIP, DIBDI, DIADI}
                               : {4'd0, DIPBDIP, 32'd0, DIBDI};
  wire [71:0] a_reset = {SRVAL_B[35:32], SRVAL_A[35:32],
                           SRVAL_B[31:0], SRVAL_A[31:0]};
  wire [71:0] b_reset = {4'd0, SRVAL_B[35:32], 32'd0, SRVAL_B[31:0]};
  wire [71:0] a_out, b_out;

  ww_xc7_ram #(
    .BYTES(8), .ADDR_BITS(15), .READ_A(READ_WIDTH_A), .READ_B(READ_WIDTH_B),
    .WRITE_A(WRITE_WIDTH_A), .WRITE_B(WRITE_WIDTH_B), .MODE_A(WRITE_MODE_A),
    .MODE_B(WRITE_MODE_B)
  ) u_ram (
    .a_clk(CLKARDCLK), .a_en(ENARDEN ^ IS_ENARDEN_INVERTED),
    .a_rst(RSTRAMARSTRAM ^ IS_RSTRAMARSTRAM_INVERTED), .a_addr(ADDRARDADDR[14:0]),
    .a_we({4'd0, WEA}), .a_in(a_in), .a_rst_value(a_reset), .a_out(a_out),
    .b_clk(CLKBWRCLK), .b_en(ENBWREN ^ IS_ENBWREN_INVERTED),
    .b_rst(RSTRAMB ^ IS_RSTRAMB_INVERTED), .b_addr(ADDRBWRADDR[14:0]),
    .b_we(WEBWE[7:0]), .b_in(b_in), .b_rst_value(b_reset), .b_out(b_out)
  );

  assign DOADO = a_out[31:0];
  assign DOPADOP = a_out[67:64];
  assign DOBDO = READ_WIDTH_A == 72 ? a_out[63:32] : b_out[31:0];
  assign DOPBDOP = READ_WIDTH_A == 72 ? a_out[71:68] : b_out[67:64];

  generate
    if (DOA_REG != 0 || DOB_REG != 0 || IS_CLKARDCLK_INVERTED || IS_CLKBWRCLK_INVERTED ||
        RAM_EXTENSION_A != "NONE" || RAM_EXTENSION_B != "NONE") begin : g_none
      ww_RAMB36E1_mode_without_a_model u_none ();
    end
  endgenerate
endmodule
