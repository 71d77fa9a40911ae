// dcache_victim - which way of a set a new line takes
// SPDX-License-Identifier: Apache-2.0
//
// A way that holds nothing, if there is one, else by policy; never one that is not allowed, since
// its own line is still on its way.
//% if dcache_replacement == lru
// Least recently used: per set one bit for each pair of ways says that the lower-numbered one was
// used later. All zero is the order 0, 1, 2, ...
//% elif dcache_replacement == fifo
// First in, first out: per set the number of the way whose turn it is; the first allowed one
// from there on.
//% else
// Pseudo-random: the first allowed way from a number on that a shift register gives.
//% end
`default_nettype none
module ${prefix}_dcache_victim #(
  parameter SET_BITS = ${dcache_set_bits},  //% if dcache_ordered
  parameter WAY_BITS = ${dcache_way_bits},  //% if not dcache_lru
  parameter WAYS = ${dcache_ways}
) (
  input  wire                clk,
//% if dcache_ordered
  // all sets are cleared before use
  input  wire                sweep,
  input  wire [SET_BITS-1:0] sweep_set,
  // lookup
  input  wire [SET_BITS-1:0] set,
//% else
  input  wire                rst,
//% end
  input  wire [WAYS-1:0]     touch,    // this way is used          //% if dcache_replacement == lru
  input  wire [WAYS-1:0]     alloc,    // this way gets a new line  //% elif dcache_ordered
  input  wire [WAYS-1:0]     used,     // these hold a line
  input  wire [WAYS-1:0]     allowed,
  output wire [WAYS-1:0]     victim    // none if none is allowed
);
  wire [WAYS-1:0] free = allowed & ~used;
  wire [WAYS-1:0] chosen;

  assign victim = |free ? free & -free : chosen;
//% if dcache_replacement == lru

  localparam PAIRS = WAYS * (WAYS - 1) / 2;

  reg  [PAIRS-1:0] order_m [0:(1<<SET_BITS)-1];
  wire [PAIRS-1:0] order = order_m[set];
  wire [PAIRS-1:0] order_d;

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
      assign chosen[i] = allowed[i] & &(newer | ~allowed);
    end
  endgenerate
//% else
//% if dcache_replacement == fifo

  localparam [WAY_BITS-1:0] ONE = 1;

  reg  [WAY_BITS-1:0] next_m [0:(1<<SET_BITS)-1];
  wire [WAY_BITS-1:0] turn = next_m[set];
  wire [WAY_BITS-1:0] alloc_way;

  ${prefix}_onehot_index #(.N(WAYS), .BITS(WAY_BITS)) u_alloc_way (
    .onehot(alloc), .index(alloc_way)
  );

  always @(posedge clk)
    if (sweep | |alloc)
      next_m[sweep ? sweep_set : set] <= (alloc_way + ONE) & {WAY_BITS{~sweep}};
//% else

  reg  [14:0]         random_q;
  wire [WAY_BITS-1:0] turn = random_q[WAY_BITS-1:0];

  always @(posedge clk)
    if (rst)
      random_q <= 15'd1;
    else
      random_q <= {random_q[13:0], random_q[14] ^ random_q[13]};
//% end

  wire [WAYS-1:0] from = allowed & ({WAYS{1'b1}} << turn);

  assign chosen = |from ? from & -from : allowed & -allowed;
//% end
endmodule
`default_nettype wire
