// issue_ready - whether the first entry of a warp waits is found in the cycle before
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_ready (
  input  wire clk,
  input  wire rst,
  // the first entry
  input  wire first,      // there is one
  input  wire waits,      // for a register
  input  wire empties,    // waits for what is on its way
  input  wire irq,        // is an interrupt
  input  wire grant,      // issues
  // its warp
  input  wire held,       // by an instruction that has not acted
  input  wire full,       // too many are on their way
  input  wire c_release,
  input  wire c_active,
  input  wire c_flush,
  output wire hazard,     // it waits  //% if counters
  output wire calm        // nothing but its unit can hold it up
);
  reg  waits_q;  // or the first entry was another one
  wire unused = ^{rst, c_release, c_flush};

  always @(posedge clk)
    waits_q <= waits | empties | grant | ~first | irq;

  wire waiting = irq ? empties : waits_q;

  assign hazard = waiting;  //% if counters
  assign calm = first & ~held & c_active & ~waiting & ~full;
endmodule
`default_nettype wire
