// board_ram - main memory in the four single-port RAMs of an iCE40 UP5K: 128 KiB
// SPDX-License-Identifier: Apache-2.0
//
// Two of them are the halves of a word, twice. What was read stays until the next access.
`default_nettype none
module board_ram #(
  parameter RAM_BITS = 17,            // at most 17
  parameter BYTES = 4,                // no other
  parameter SHIFT = 2
) (
  input  wire                      clk,
  input  wire                      valid,
  input  wire [BYTES-1:0]          write,     // these bytes; none: read
  input  wire [RAM_BITS-1:SHIFT]   addr,
  input  wire [8*BYTES-1:0]        write_data,
  output wire [8*BYTES-1:0]        read_data  // in the next cycle
);
  localparam BANKS = RAM_BITS > 16 ? 2 : 1;

  wire [32*BANKS-1:0] out;
  wire [16:0]         place = {{(17-RAM_BITS){1'b0}}, addr, {SHIFT{1'b0}}};
  wire                unused_place = ^place[1:0];
  reg                 bank_q;
  genvar              n;

  generate
    for (n = 0; n < BANKS; n = n + 1) begin : g_bank
      wire chosen = valid && place[16] == n[0];

      SB_SPRAM256KA u_low (
        .CLOCK(clk), .ADDRESS(place[15:2]), .DATAIN(write_data[15:0]),
        .MASKWREN({{2{write[1]}}, {2{write[0]}}}), .WREN(|write), .CHIPSELECT(chosen),
        .STANDBY(1'b0), .SLEEP(1'b0), .POWEROFF(1'b1), .DATAOUT(out[32*n +: 16])
      );
      SB_SPRAM256KA u_high (
        .CLOCK(clk), .ADDRESS(place[15:2]), .DATAIN(write_data[31:16]),
        .MASKWREN({{2{write[3]}}, {2{write[2]}}}), .WREN(|write), .CHIPSELECT(chosen),
        .STANDBY(1'b0), .SLEEP(1'b0), .POWEROFF(1'b1), .DATAOUT(out[32*n+16 +: 16])
      );
    end
    if (BANKS == 1) begin : g_one
      wire unused = bank_q;
      assign read_data = out;
    end
    else begin : g_choose
      assign read_data = bank_q ? out[63:32] : out[31:0];
    end
  endgenerate

  always @(posedge clk) if (valid) bank_q <= place[16];
endmodule
`default_nettype wire
