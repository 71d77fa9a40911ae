// victim_fifo - chooses the way for a new line: the way of the oldest line
// SPDX-License-Identifier: Apache-2.0
//
// An allowed way without a line is taken first. Otherwise the victim is the first allowed way from
// number next_m[set] on, going round: the number behind the way that got a line last. A way is not
// allowed while its own line is in flight.
//
// The choice is combinational. Both caches use this module. victim_lru and victim_random have the
// same ports.
`default_nettype none
module ${prefix}_victim_fifo #(
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
  localparam [WAY_BITS-1:0] ONE = 1;

  reg  [WAY_BITS-1:0] next_m [0:(1<<SET_BITS)-1];
  wire [WAY_BITS-1:0] turn = next_m[set];
  wire [WAY_BITS-1:0] alloc_way;
  wire [WAYS-1:0]     free = allowed & ~used;
  wire [WAYS-1:0]     from = allowed & ({WAYS{1'b1}} << turn);
  wire                unused_in = ^{rst, touch};

  ${prefix}_onehot_index #(.N(WAYS), .BITS(WAY_BITS)) u_alloc_way (
    .onehot(alloc), .index(alloc_way)
  );

  always @(posedge clk)
    if (sweep | |alloc)
      next_m[sweep ? sweep_set : set] <= (alloc_way + ONE) & {WAY_BITS{~sweep}};

  assign victim = |free ? free & -free : |from ? from & -from : allowed & -allowed;
endmodule
`default_nettype wire
