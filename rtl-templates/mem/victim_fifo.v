// victim_fifo - which way of a set a new line takes: the one that came first
// SPDX-License-Identifier: Apache-2.0
//
// A way that holds nothing, if there is one, else the first allowed one from that on whose turn it
// is: per set the number behind the last that got a line. One that is not allowed has its own line
// still on its way. Both caches have one; its ports are those of victim_lru and victim_random.
`default_nettype none
module ${prefix}_victim_fifo #(
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
