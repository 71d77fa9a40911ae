// ecp5 - models of Lattice ECP5 cells of which yosys has only the ports, and of the look-up table
// SPDX-License-Identifier: Apache-2.0
//
// As far as a mapped core uses them (Lattice's memory and sysDSP usage guides): block RAM without
// output registers, resets and chip selects, multipliers without registers. Anything else
// names a module that does not exist. The look-up table is one that Verilator takes quickly; in
// four states it is yosys's: an unknown input that does not matter makes no unknown output.
`timescale 1ps / 1ps

module ww_LUT4 #(
  parameter [15:0] INIT = 16'd0
) (
  input  wire A,
  input  wire B,
  input  wire C,
  input  wire D,
  output wire Z
);
`ifdef VERILATOR
  assign Z = INIT[{D, C, B, A}];
`else
  LUT4 #(.INIT(INIT)) u_lut (.A(A), .B(B), .C(C), .D(D), .Z(Z));
`endif
endmodule

// 1024 rows of 18 bits, two bytes of 9; narrower words are parts of a byte without its ninth
// bit. A port of 18 bits takes its byte enables from address bits 0 and 1. A port of 36
// bits is both data ports: it writes with the address of A and byte enables in bits 3..0,
// and reads with that of B. What it holds at first is not modelled.
module ww_DP16KD #(
  parameter DATA_WIDTH_A = 18,
  parameter DATA_WIDTH_B = 18,
  parameter REGMODE_A = "NOREG",
  parameter REGMODE_B = "NOREG",
  parameter RESETMODE = "SYNC",
  parameter ASYNC_RESET_RELEASE = "SYNC",
  parameter CSDECODE_A = "0b000",
  parameter CSDECODE_B = "0b000",
  parameter CLKAMUX = "CLKA",
  parameter CLKBMUX = "CLKB",
  parameter WRITEMODE_A = "NORMAL",
  parameter WRITEMODE_B = "NORMAL",
  parameter GSR = "AUTO"
) (
  input  wire DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6,
    DIA5, DIA4, DIA3, DIA2, DIA1, DIA0,
  input  wire ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1,
    ADA0,
  input  wire CEA, OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
  output wire DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6,
    DOA5, DOA4, DOA3, DOA2, DOA1, DOA0,
  input  wire DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6,
    DIB5, DIB4, DIB3, DIB2, DIB1, DIB0,
  input  wire ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1,
    ADB0,
  input  wire CEB, OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
  output wire DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6,
    DOB5, DOB4, DOB3, DOB2, DOB1, DOB0
);
  wire [17:0] di_a = {DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10,
                        DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2, DIA1, DIA0};
  wire [13:0] ad_a = {ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5,
                        ADA4, ADA3, ADA2, ADA1, ADA0};
  wire [17:0] di_b = {DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10,
                        DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2, DIB1, DIB0};
  wire [13:0] ad_b = {ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5,
                        ADB4, ADB3, ADB2, ADB1, ADB0};
  reg  [17:0] do_a, do_b;
  reg  [17:0] rows_m [0:1023];

  assign {DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10,
           DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2, DOA1, DOA0} = do_a;
  assign {DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10,
           DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2, DOB1, DOB0} = do_b;

  // Of a word of WIDTH at address AD in a row: the bits that are written, and where.
  function [17:0] mask;
    input integer width;
    input [13:0] ad;
    case (width)
      18, 36: mask = {{9{ad[1]}}, {9{ad[0]}}};
      9: mask = ad[3] ? 18'h3fe00 : 18'h001ff;
      4: mask = 18'hf << (9 * ad[3] + 4 * ad[2]);
      2: mask = 18'h3 << (9 * ad[3] + 2 * ad[2:1]);
      default: mask = 18'h1 << (9 * ad[3] + ad[2:0]);
    endcase
  endfunction

  function [17:0] place;
    input integer width;
    input [13:0] ad;
    input [17:0] word;
    case (width)
      18, 36: place = word;
      9: place = {word[8:0], word[8:0]};
      4: place = word[3:0] << (9 * ad[3] + 4 * ad[2]);
      2: place = word[1:0] << (9 * ad[3] + 2 * ad[2:1]);
      default: place = word[0] << (9 * ad[3] + ad[2:0]);
    endcase
  endfunction

  function [17:0] pick;
    input integer width;
    input [13:0] ad;
    input [17:0] row;
    case (width)
      18, 36: pick = row;
      9: pick = ad[3] ? row[17:9] : row[8:0];
      4: pick = row >> (9 * ad[3] + 4 * ad[2]) & 18'hf;
      2: pick = row >> (9 * ad[3] + 2 * ad[2:1]) & 18'h3;
      default: pick = row >> (9 * ad[3] + ad[2:0]) & 18'h1;
    endcase
  endfunction

  generate
    if (REGMODE_A != "NOREG" || REGMODE_B != "NOREG" || CLKAMUX != "CLKA" || CLKBMUX != "CLKB" ||
        CSDECODE_A != "0b000" || CSDECODE_B != "0b000") begin : g_none
      ww_DP16KD_mode_without_a_model u_none ();
    end
  endgenerate

  wire [17:0] mask_a = mask(DATA_WIDTH_A, ad_a);
  wire [17:0] mask_b = mask(DATA_WIDTH_B, ad_b);
  wire [17:0] old_a = rows_m[ad_a[13:4]];
  wire [17:0] old_b = rows_m[ad_b[13:4]];
  wire [17:0] new_a = old_a & ~mask_a | place(DATA_WIDTH_A, ad_a, di_a) & mask_a;
  wire [17:0] new_b = old_b & ~mask_b | place(DATA_WIDTH_B, ad_b, di_b) & mask_b;
  wire [17:0] low = rows_m[{ad_a[13:5], 1'b0}];
  wire [17:0] high = rows_m[{ad_a[13:5], 1'b1}];
  wire [17:0] high_mask = {{9{ad_a[3]}}, {9{ad_a[2]}}};
  wire        cs_a = CEA && {CSA2, CSA1, CSA0} == 3'd0;
  wire        cs_b = CEB && {CSB2, CSB1, CSB0} == 3'd0;

  always @(posedge CLKA)
    if (cs_a && WEA) begin
      if (DATA_WIDTH_A == 36) begin
        rows_m[{ad_a[13:5], 1'b0}] <= low & ~mask_a | di_a & mask_a;
        rows_m[{ad_a[13:5], 1'b1}] <= high & ~high_mask | di_b & high_mask;
      end else begin
        rows_m[ad_a[13:4]] <= new_a;
      end
    end

  always @(posedge CLKB)
    if (cs_b && WEB && DATA_WIDTH_A != 36)
      rows_m[ad_b[13:4]] <= new_b;

  // Before a write by the same port ("NORMAL": not at all, "WRITETHROUGH": after it).
  always @(posedge CLKA)
    if (RSTA) begin
      if (DATA_WIDTH_B != 36)
        do_a <= 18'd0;
    end else if (DATA_WIDTH_B != 36 && cs_a && !(WEA && WRITEMODE_A == "NORMAL")) begin
      do_a <= pick(DATA_WIDTH_A, ad_a, WEA && WRITEMODE_A == "WRITETHROUGH" ? new_a : old_a);
    end else if (DATA_WIDTH_B == 36 && cs_b) begin
      do_a <= rows_m[{ad_b[13:5], 1'b0}];
    end

  always @(posedge CLKB)
    if (RSTB)
      do_b <= 18'd0;
    else if (DATA_WIDTH_B == 36 && cs_b)
      do_b <= rows_m[{ad_b[13:5], 1'b1}];
    else if (cs_b && !(WEB && WRITEMODE_B == "NORMAL"))
      do_b <= pick(DATA_WIDTH_B, ad_b, WEB && WRITEMODE_B == "WRITETHROUGH" ? new_b : old_b);
endmodule

// The product of two numbers of 18 bits, each with or without a sign.
module ww_MULT18X18D #(
  parameter REG_INPUTA_CLK = "NONE",
  parameter REG_INPUTB_CLK = "NONE",
  parameter REG_PIPELINE_CLK = "NONE",
  parameter REG_OUTPUT_CLK = "NONE"
) (
  input  wire A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0,
  input  wire B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0,
  input  wire C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7, C6, C5, C4, C3, C2, C1, C0,
  input  wire SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
  output wire P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19,
    P18, P17, P16, P15, P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
  wire [17:0] a = {A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6,
                        A5, A4, A3, A2, A1, A0};
  wire [17:0] b = {B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6,
                        B5, B4, B3, B2, B1, B0};
  wire signed [35:0] wide_a = {{18{SIGNEDA & a[17]}}, a};
  wire signed [35:0] wide_b = {{18{SIGNEDB & b[17]}}, b};

  assign {P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25,
           P24, P23, P22, P21, P20, P19, P18, P17, P16, P15, P14,
           P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0} = wide_a * wide_b;

  generate
    if (REG_INPUTA_CLK != "NONE" || REG_INPUTB_CLK != "NONE" || REG_PIPELINE_CLK != "NONE" ||
        REG_OUTPUT_CLK != "NONE") begin : g_none
      ww_MULT18X18D_mode_without_a_model u_none ();
    end
  endgenerate
endmodule
