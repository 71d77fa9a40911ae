// icache_victim - which way of a full set a new line replaces
// SPDX-License-Identifier: Apache-2.0
//
//% if icache_replacement == lru
// Least recently used: per set, one bit for each pair of ways says that the lower-numbered one was
// used later. A hit and the choice itself are uses. All zero is the order 0, 1, 2, ...
//% elif icache_replacement == fifo
// First in, first out: per set the number of the way whose turn it is.
//% else
// Pseudo-random, after ways that hold nothing: a shift register with a maximal period.
//% end
`default_nettype none
module ${prefix}_icache_victim #(
  parameter SET_BITS = ${icache_set_bits},  //% if not icache_random
  parameter WAY_BITS = ${icache_way_bits},  //% if icache_random
  parameter WAY_BITS = ${icache_way_bits},  //% elif icache_replacement == fifo
  parameter WAYS = ${icache_ways}
) (
  input  wire                clk,
//% if icache_replacement == random
  input  wire                rst,
  input  wire [WAYS-1:0]     r_unused,  // ways of the set that are free
//% else
  // all sets are cleared before use
  input  wire                sweep,
  input  wire [SET_BITS-1:0] sweep_set,
  // lookup
  input  wire [SET_BITS-1:0] r_set,
  input  wire                alloc,     // the victim is taken
//% end
  input  wire [WAYS-1:0]     r_hit,  //% if icache_replacement == lru
  output wire [WAYS-1:0]     victim
);
//% if icache_replacement == lru
  localparam PAIRS = WAYS * (WAYS - 1) / 2;

  reg  [PAIRS-1:0] order_m [0:(1<<SET_BITS)-1];
  wire [PAIRS-1:0] order = order_m[r_set];
  wire [PAIRS-1:0] order_d;
  wire [WAYS-1:0]  used = r_hit | (victim & {WAYS{alloc}});

  always @(posedge clk)
    if (sweep | |used)
      order_m[sweep ? sweep_set : r_set] <= order_d & {PAIRS{~sweep}};

  genvar i, j;
  generate
    for (i = 0; i < WAYS; i = i + 1) begin : g_way
      wire [WAYS-1:0] newer; // ways used later than this one
      assign newer[i] = 1'b0;
      for (j = 0; j < i; j = j + 1) begin : g_lower
        assign newer[j] = order[j * (2 * WAYS - j - 1) / 2 + i - j - 1];
      end
      for (j = i + 1; j < WAYS; j = j + 1) begin : g_upper
        localparam PAIR = i * (2 * WAYS - i - 1) / 2 + j - i - 1;
        assign newer[j] = ~order[PAIR];
        assign order_d[PAIR] = used[i] | (order[PAIR] & ~used[j]);
      end
      assign victim[i] = &(newer | ({{WAYS-1{1'b0}}, 1'b1} << i));
    end
  endgenerate
//% elif icache_replacement == fifo
  localparam [WAY_BITS-1:0] ONE = 1;

  reg  [WAY_BITS-1:0] next_m [0:(1<<SET_BITS)-1];
  wire [WAY_BITS-1:0] next = next_m[r_set];
  wire [WAY_BITS-1:0] next_d = next + ONE;

  always @(posedge clk)
    if (sweep | alloc)
      next_m[sweep ? sweep_set : r_set] <= next_d & {WAY_BITS{~sweep}};

  assign victim = {{WAYS-1{1'b0}}, 1'b1} << next;
//% else
  reg  [15:0]     random_q;
  wire [WAYS-1:0] drawn = {{WAYS-1{1'b0}}, 1'b1} << random_q[WAY_BITS-1:0];

  // x^16 + x^15 + x^13 + x^4 + 1
  always @(posedge clk)
    if (rst)
      random_q <= 16'd1;
    else
      random_q <= {random_q[14:0], random_q[15] ^ random_q[14] ^ random_q[12] ^ random_q[3]};

  assign victim = |r_unused ? r_unused & -r_unused : drawn;
//% end
endmodule
`default_nettype wire
