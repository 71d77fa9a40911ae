// issue_ready - decides if the head of a warp's queue may issue: here with hazards a cycle old
// SPDX-License-Identifier: Apache-2.0
//
// The hazards of a cycle are registered and stop the head in the next one. A head that has just
// become the head waits for a cycle.
`default_nettype none
//% ports issue_ready_now
  reg  waits_q;  // the head waited, or was another entry
  wire unused = ^{rst, c_release, c_flush};

  always @(posedge clk)
    waits_q <= waits | empties | grant | ~first | irq;

  wire waiting = irq ? empties : waits_q;

  assign hazard = waiting;  //% if counters
  assign eligible = first & ~held & c_active & ~waiting & ~full;
endmodule
`default_nettype wire
