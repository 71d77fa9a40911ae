// issue_ready - whatever can be known of the first entry is found in the cycle before
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
  reg  waits_q;
  wire unused = irq;

  always @(posedge clk)
    waits_q <= rst | waits | empties | grant | ~first | (held & ~c_release) | ~c_active
               | full | c_flush;

  // A flush says what could not be known.
  assign hazard = waits_q;  //% if counters
  assign calm = ~waits_q & ~c_flush;
endmodule
`default_nettype wire
