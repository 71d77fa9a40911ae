// victim_random - which way of a set a new line takes: a random one
// SPDX-License-Identifier: Apache-2.0
//
// A way that holds nothing, if there is one, else the first allowed one from a number on that a
// shift register with a maximal period gives. One that is not allowed has its own line still on
// its way. Both caches have one; its ports are those of victim_lru and victim_fifo.
`default_nettype none
module ${prefix}_victim_random #(
  parameter SET_BITS = 4,
  parameter WAY_BITS = 1,
  parameter WAYS = 2
) (
  input  wire                clk,
  input  wire                rst,
  // all sets are cleared before use
  input  wire                sweep,
  input  wire [SET_BITS-1:0] sweep_set,
  // lookup
  input  wire [SET_BITS-1:0] set,
  input  wire [WAYS-1:0]     touch,    // this way is used
  input  wire [WAYS-1:0]     alloc,    // this way gets a new line
  input  wire [WAYS-1:0]     used,     // these hold a line
  input  wire [WAYS-1:0]     allowed,
  output wire [WAYS-1:0]     victim    // none if none is allowed
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
