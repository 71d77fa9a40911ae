// SB_SPRAM256KA - stand-in for the single-port RAM of the iCE40 UP5K, for simulation and lint
// SPDX-License-Identifier: Apache-2.0
//
// 16384 words of 16 bits; a write enable for each four.
`default_nettype none
module SB_SPRAM256KA (
  input  wire        CLOCK,
  input  wire [13:0] ADDRESS,
  input  wire [15:0] DATAIN,
  input  wire [3:0]  MASKWREN,
  input  wire        WREN,
  input  wire        CHIPSELECT,
  input  wire        STANDBY,
  input  wire        SLEEP,
  input  wire        POWEROFF,        // low: off
  output reg  [15:0] DATAOUT
);
  reg  [15:0] words [0:16383];
  wire        on = CHIPSELECT && !STANDBY && !SLEEP && POWEROFF;
  wire [15:0] mask = {{4{MASKWREN[3]}}, {4{MASKWREN[2]}}, {4{MASKWREN[1]}}, {4{MASKWREN[0]}}};

  always @(posedge CLOCK) if (on) begin
    if (WREN) begin
      words[ADDRESS] <= words[ADDRESS] & ~mask | DATAIN & mask;
      DATAOUT <= 16'hdead;            // undefined
    end
    else DATAOUT <= words[ADDRESS];
  end
endmodule
`default_nettype wire
