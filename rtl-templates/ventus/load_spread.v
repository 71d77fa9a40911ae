// load_spread - writes the word of a scalar load to all lanes
// SPDX-License-Identifier: Apache-2.0
//
// Thread 0 has made the load. Every lane keeps the registers x, so all lanes of all beats are
// written; loads to registers v pass unchanged.
//% if folded
// Beats are written one after the other. Meanwhile the result waits in front of this module. Such
// a load is not announced.
//% end
`default_nettype none
module ${prefix}_load_spread #(
  parameter LANES = ${lanes},
  parameter BEAT_BITS = ${beat_bits},  //% if folded
  parameter VECTOR_AT = ${meta_rd_at} + ${reg_top},  // of a register's number: it is v
  parameter META_BITS = ${meta_bits}
) (
//% emit ports_load_spread
);
  wire scalar = l_meta[${meta_writes_at}] & ~l_meta[VECTOR_AT];
  wire unused_meta = ^l_meta;

  assign l_mask = scalar ? {LANES{b_mask[0]}} : b_mask;
  assign l_data = scalar ? {LANES{b_data[31:0]}} : b_data;
//% if folded

  reg  [BEAT_BITS-1:0] beat_q;  // of a scalar load: beat to write
  wire                 ends = ~scalar | &beat_q;
  wire                 unused_rd = ^l_next_rd;                            //% if loads_ahead

  always @(posedge clk)
    if (rst)
      beat_q <= {BEAT_BITS{1'b0}};
    else if (l_valid & l_ready & scalar)
      beat_q <= ends ? {BEAT_BITS{1'b0}} : beat_q + 1'b1;

  assign b_ready = l_ready & ends;
  assign l_last = b_last & ends;
  assign l_beat = scalar ? beat_q : b_beat;
  assign l_next_valid = b_next_valid & l_next_rd[${reg_top}];  //% if loads_ahead
//% else
  wire unused_clock = ^{clk, rst};

  assign b_ready = l_ready;
  assign l_last = b_last;
  assign l_next_valid = b_next_valid;  //% if loads_ahead
//% end
endmodule
`default_nettype wire
