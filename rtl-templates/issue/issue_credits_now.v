// issue_credits - what the units can take; a claim counts in the next cycle
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_credits (
  input  wire clk,
  input  wire rst,
  // queue entries of the load/store unit
  input  wire lsu_claim,
  input  wire lsu_free,
  input  wire lsu_cancel,
  input  wire div_claim,  //% if has_m
  input  wire div_free,   //% if has_m
  output wire div_some,   //% if has_m
  output wire lsu_some    // there is one
);
  // In instructions.
  localparam [3:0] LSU_ENTRIES = ${lsu_entries};

  reg  [3:0] lsu_free_q;
  wire [3:0] lsu_same = lsu_free_q + {3'b0, lsu_cancel};
  wire [3:0] lsu_more = lsu_same + 4'd1;
  wire [3:0] lsu_less = lsu_same - 4'd1;

  always @(posedge clk)
    if (rst)
      lsu_free_q <= LSU_ENTRIES;
    else
      lsu_free_q <= lsu_claim == lsu_free ? lsu_same : lsu_claim ? lsu_less : lsu_more;

  assign lsu_some = lsu_free_q != 4'd0;
//% if has_m

  reg  div_free_q;

  always @(posedge clk)
    if (rst)
      div_free_q <= 1'b1;
    else
      div_free_q <= div_free | (div_free_q & ~div_claim);

  assign div_some = div_free_q;
//% end
endmodule
`default_nettype wire
