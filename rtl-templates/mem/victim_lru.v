// victim_lru - which way of a set a new line takes: the least recently used
// SPDX-License-Identifier: Apache-2.0
//
// A way that holds nothing, if there is one, else the one whose last use is longest ago; never one
// that is not allowed, since its own line is still on its way. Per set one bit for each pair of
// ways says that the lower-numbered one was used later. All zero is the order 0, 1, 2, ...
// Both caches have one; its ports are those of victim_fifo and victim_random.
`default_nettype none
module ${prefix}_victim_lru #(
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
