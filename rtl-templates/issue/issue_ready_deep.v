// issue_ready - decides if the head of a warp's queue may issue: here all is found a cycle before
// SPDX-License-Identifier: Apache-2.0
//
// A head that has just become the head waits for a cycle.
`default_nettype none
//% ports issue_ready_now
  reg  waits_q;
  wire unused = irq;

  always @(posedge clk)
    waits_q <= rst | waits | empties | grant | ~first | (held & ~c_release) | ~c_active
               | full | c_flush;

  // Only a flush of this cycle is not in waits_q.
  assign hazard = waits_q;  //% if counters
  assign eligible = ~waits_q & ~c_flush;
endmodule
`default_nettype wire
