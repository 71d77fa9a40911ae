// victim_lru - chooses the way for a new line: the least recently used way
// SPDX-License-Identifier: Apache-2.0
//
// An allowed way without a line is taken first. Otherwise the victim is the allowed way whose last
// use is longest ago. A way is not allowed while its own line is in flight.
//
// Per set there is a bit for each pair of ways: the lower-numbered way was used later than the
// other. All bits zero mean the order 0, 1, 2, ..., way 0 being the oldest.
//
// The choice is combinational. Both caches use this module. victim_fifo and victim_random have the
// same ports.
`default_nettype none
module ${prefix}_victim_lru #(
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
  localparam PAIRS = WAYS * (WAYS - 1) / 2;

  reg  [PAIRS-1:0]    order_m [0:(1<<SET_BITS)-1];
  wire [PAIRS-1:0]    order = order_m[set];
  wire [PAIRS-1:0]    order_d;
  wire [WAYS-1:0]     free = allowed & ~used;
  wire [WAYS-1:0]     oldest;
  wire [WAY_BITS-1:0] way_0 = {WAY_BITS{1'b0}};
  wire                unused_in = ^{rst, alloc, way_0};

  always @(posedge clk)
    if (sweep | |touch)
      order_m[sweep ? sweep_set : set] <= order_d & {PAIRS{~sweep}};

  genvar i, j;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : g_way
      wire [WAYS-1:0] newer; // ways used later than this one
      assign newer[i] = 1'b1;
      for (j = 0; j < i; j = j + 1) begin : g_lower
        assign newer[j] = order[j * (2 * WAYS - j - 1) / 2 + i - j - 1];
      end
      for (j = i + 1; j < WAYS; j = j + 1) begin : g_upper
        localparam PAIR = i * (2 * WAYS - i - 1) / 2 + j - i - 1;
        assign newer[j] = ~order[PAIR];
        assign order_d[PAIR] = touch[i] | (order[PAIR] & ~touch[j]);
      end
      assign oldest[i] = allowed[i] & &(newer | ~allowed);
    end
  endgenerate

  assign victim = |free ? free & -free : oldest;
endmodule
`default_nettype wire
