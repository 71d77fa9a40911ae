// issue_ready - decides if the head of a warp's queue may issue: here all is found a cycle before
// SPDX-License-Identifier: Apache-2.0
//
// A head that has just become the head waits for a cycle.
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
