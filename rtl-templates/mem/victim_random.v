// victim_random - chooses the way for a new line: a pseudo-random way
// SPDX-License-Identifier: Apache-2.0
//
// An allowed way without a line is taken first. Otherwise the victim is the first allowed way from
// a pseudo-random number on, going round. The number is that of a linear shift register of maximal
// period, which steps in each cycle. A way is not allowed while its own line is in flight.
//
// The choice is combinational. Both caches use this module. victim_lru and victim_fifo have the
// same ports.
`default_nettype none
module ${prefix}_victim_random #(
  parameter SET_BITS = 4,
  parameter WAY_BITS = 1,
  parameter WAYS = 2
) (
  input  wire                clk,
  input  wire                rst,
  // sweep, before the first access
  input  wire                sweep,      // clear the state of set sweep_set
  input  wire [SET_BITS-1:0] sweep_set,  // set to clear
  // lookup
  input  wire [SET_BITS-1:0] set,      // set of the access
  input  wire [WAYS-1:0]     touch,    // one-hot way that is accessed; 0 if none
  input  wire [WAYS-1:0]     alloc,    // one-hot way that gets a new line; 0 if none
  input  wire [WAYS-1:0]     used,     // ways that hold a line
  input  wire [WAYS-1:0]     allowed,  // ways that may be replaced
  output wire [WAYS-1:0]     victim    // one-hot way to replace; 0 if no way is allowed
);
  reg  [15:0]     random_q;
  wire [WAYS-1:0] free = allowed & ~used;
  wire [WAYS-1:0] from = allowed & ({WAYS{1'b1}} << random_q[WAY_BITS-1:0]);
  wire            unused_in = ^{sweep, sweep_set, set, touch, alloc};

  // x^16 + x^15 + x^13 + x^4 + 1
  always @(posedge clk)
    if (rst)
      random_q <= 16'd1;
    else
      random_q <= {random_q[14:0], random_q[15] ^ random_q[14] ^ random_q[12] ^ random_q[3]};

  assign victim = |free ? free & -free : |from ? from & -from : allowed & -allowed;
endmodule
`default_nettype wire
