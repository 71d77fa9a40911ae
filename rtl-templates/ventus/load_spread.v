// load_spread - writes the word of a scalar load to all lanes
// SPDX-License-Identifier: Apache-2.0
//
// Thread 0 has made the load. Every lane keeps the registers x, so all lanes of all beats are
// written; loads to registers v pass unchanged.
//% if folded
// Beats are written one after the other. Meanwhile the result waits in front of this module.
//% end
`default_nettype none
module ${prefix}_load_spread #(
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter LANES = ${lanes}
) (
//% if folded
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 b_valid,  // a result
  output wire                 b_ready,  // it has been written
  input  wire                 b_last,   // last one of the instruction
  input  wire [BEAT_BITS-1:0] b_beat,   // number of the beat
//% end
  input  wire [LANES-1:0]     b_mask,   // lanes with data
  input  wire                 b_scalar,  // of a scalar load
  input  wire [LANES*32-1:0]  b_data,   // word of each lane
//% if folded
  input  wire                 l_ready,  // writeback accepts the lanes
  output wire                 l_last,   // the instruction is complete
  output wire [BEAT_BITS-1:0] l_beat,   // number of the beat
//% end
  output wire [LANES-1:0]     l_mask,   // lanes that are written
  output wire [LANES*32-1:0]  l_data    // word of each lane
);
//% if folded
  reg  [BEAT_BITS-1:0] beat_q;  // of a scalar load: beat to write
  wire                 ends = ~b_scalar | &beat_q;

  always @(posedge clk)
    if (rst)
      beat_q <= {BEAT_BITS{1'b0}};
    else if (b_valid & l_ready & b_scalar)
      beat_q <= ends ? {BEAT_BITS{1'b0}} : beat_q + 1'b1;

  assign b_ready = l_ready & ends;
  assign l_last = b_last & ends;
  assign l_beat = b_scalar ? beat_q : b_beat;
//% end
  assign l_mask = b_scalar ? {LANES{b_mask[0]}} : b_mask;
  assign l_data = b_scalar ? {LANES{b_data[31:0]}} : b_data;
endmodule
`default_nettype wire
