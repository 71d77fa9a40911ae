// issue_ready - decides if the head of a warp's queue may issue: here with hazards a cycle old
// SPDX-License-Identifier: Apache-2.0
//
// The hazards of a cycle are registered and stop the head in the next one. A head that has just
// become the head waits for a cycle.
`default_nettype none
module ${prefix}_issue_ready (
  input  wire clk,
  input  wire rst,
  // the head: oldest entry of the queue
  input  wire first,    // the queue has an entry
  input  wire waits,    // the head waits for a register
  input  wire empties,  // the head waits until nothing is in flight
  input  wire irq,      // the head is an interrupt
  input  wire grant,    // the head issues
  // the warp
  input  wire held,       // held until a control instruction acts
  input  wire full,       // too many instructions are in flight
  input  wire c_release,  // no longer held
  input  wire c_active,   // the warp is active
  input  wire c_flush,    // empty the queue
  output wire hazard,     // the head waits  //% if counters
  output wire eligible    // the head may issue when its unit is free
);
  reg  waits_q;  // the head waited, or was another entry
  wire unused = ^{rst, c_release, c_flush};

  always @(posedge clk)
    waits_q <= waits | empties | grant | ~first | irq;

  wire waiting = irq ? empties : waits_q;

  assign hazard = waiting;  //% if counters
  assign eligible = first & ~held & c_active & ~waiting & ~full;
endmodule
`default_nettype wire
