// grid - each block of a launch is given once, in its order, to the core with the most free warps
// SPDX-License-Identifier: Apache-2.0
//
// Three cores; any grid with sides up to 3. The next block is tracked by its place. Cores with
// equally many free warps take turns.
`define BITS 2
`define COUNT_BITS `grid_COUNT_BITS
`define LAUNCHES `grid_LAUNCHES
`define LAUNCH_BITS `grid_LAUNCH_BITS
module grid (
  input wire                     clk,
  input wire                     valid_any,
  input wire [`LAUNCH_BITS-1:0]  p_launch,
  input wire [`BITS-1:0]         x_any,
  input wire [`BITS-1:0]         y_any,
  input wire [`BITS-1:0]         z_any,
  input wire [`COUNT_BITS-1:0]   p_warps,
  input wire [`grid_PAGE_BITS-1:0]    p_pages,
  input wire [`grid_BARRIER_BITS-1:0] p_bars,
  input wire [`grid_THREADS-1:0]      p_last,
  input wire                     p_whole,
  input wire [`LAUNCHES-1:0]     cut,
  input wire [2:0]               n_room,
  input wire [3*`COUNT_BITS-1:0] n_free
);
  localparam [32-`BITS-1:0] ABOVE = 0;
  localparam NEED_BITS = `LAUNCH_BITS + `COUNT_BITS + `grid_PAGE_BITS + `grid_BARRIER_BITS
                         + `grid_THREADS + 1;
  reg                     init = 1'b1;
  wire                    p_ready;
  wire                    given;
  wire                    out;
  wire [`LAUNCH_BITS-1:0] n_launch;
  wire [31:0]             n_x;
  wire [31:0]             n_y;
  wire [31:0]             n_z;
  wire [`COUNT_BITS-1:0]  n_warps;
  wire [`grid_PAGE_BITS-1:0]    n_pages;
  wire [`grid_BARRIER_BITS-1:0] n_bars;
  wire [`grid_THREADS-1:0]      n_last;
  wire                    n_whole;
  wire [2:0]              n_take;
  wire                    p_valid = valid_any & ~init;
  wire                    load = p_valid & p_ready;

  ww_grid #(.CORES(3), .CORE_BITS(2)) u (
    .clk(clk), .rst(init), .p_valid(p_valid), .p_ready(p_ready), .p_launch(p_launch),
    .p_x({ABOVE, x_any}), .p_y({ABOVE, y_any}), .p_z({ABOVE, z_any}),
    .p_warps(p_warps), .p_pages(p_pages), .p_bars(p_bars), .p_last(p_last), .p_whole(p_whole),
    .cut(cut), .given(given), .out(out), .n_launch(n_launch), .n_x(n_x), .n_y(n_y), .n_z(n_z),
    .n_warps(n_warps), .n_pages(n_pages), .n_bars(n_bars), .n_last(n_last), .n_whole(n_whole),
    .n_room(n_room), .n_free(n_free), .n_take(n_take)
  );

  // The launch in the grid, and its next block.
  reg                 on_q;
  reg                 old_q;     // it was there a cycle ago
  reg [`BITS-1:0]     side_x_q;
  reg [`BITS-1:0]     side_y_q;
  reg [`BITS-1:0]     side_z_q;
  reg [`BITS-1:0]     x_q;
  reg [`BITS-1:0]     y_q;
  reg [`BITS-1:0]     z_q;
  reg [NEED_BITS-1:0] needs_q;
  wire                at_x = x_q + 1'b1 == side_x_q;
  wire                at_y = y_q + 1'b1 == side_y_q;
  wire                at_z = z_q + 1'b1 == side_z_q;

  always @*
    if (~init) begin
      sides: assume (|x_any & |y_any & |z_any);
      whole_sides: assume (~p_whole | (y_any == 1 & z_any == 1));
    end

  always @(posedge clk) begin
    init <= 1'b0;
    on_q <= ~init & (load | (on_q & ~out));
    old_q <= ~init & on_q & ~out;
    if (load) begin
      {side_x_q, side_y_q, side_z_q} <= {x_any, y_any, z_any};
      {x_q, y_q, z_q} <= 0;
      needs_q <= {p_launch, p_warps, p_pages, p_bars, p_last, p_whole};
    end else if (given) begin
      x_q <= at_x ? 0 : x_q + 1'b1;
      y_q <= ~at_x ? y_q : at_y ? 0 : y_q + 1'b1;
      z_q <= at_x & at_y ? z_q + 1'b1 : z_q;
    end
  end

  // The core: of those with room the ones with the most free warps, of these the next in turn.
  wire [2:0]             can = n_whole ? n_room & (3'b001 << x_q) : n_room;
  wire [`COUNT_BITS-1:0] free_0 = n_free[0 +: `COUNT_BITS];
  wire [`COUNT_BITS-1:0] free_1 = n_free[`COUNT_BITS +: `COUNT_BITS];
  wire [`COUNT_BITS-1:0] free_2 = n_free[2*`COUNT_BITS +: `COUNT_BITS];
  wire [2:0]             best;
  reg  [2:0]             last_q;   // 0: none yet
  wire [2:0]             next;

  assign best[0] = can[0] & ~(can[1] & free_1 > free_0) & ~(can[2] & free_2 > free_0);
  assign best[1] = can[1] & ~(can[0] & free_0 > free_1) & ~(can[2] & free_2 > free_1);
  assign best[2] = can[2] & ~(can[0] & free_0 > free_2) & ~(can[1] & free_1 > free_2);
  assign next = last_q[0] ? (best[1] ? 3'b010 : best[2] ? 3'b100 : best)
                : last_q[1] ? (best[2] ? 3'b100 : best[0] ? 3'b001 : best)
                : best[0] ? 3'b001 : best[1] ? 3'b010 : best;

  always @(posedge clk)
    if (init)
      last_q <= 0;
    else if (|n_take)
      last_q <= n_take;

  wire gives = on_q & old_q & ~cut[n_launch] & |can;

  always @*
    if (~init) begin
      gives_is: assert (given == gives & |n_take == gives);
      if (given) core: assert (n_take == next);
      if (on_q) place: assert (n_x == x_q & n_y == y_q & n_z == z_q);
      if (on_q) needs: assert ({n_launch, n_warps, n_pages, n_bars, n_last, n_whole} == needs_q);
      out_is: assert (out == (on_q & (cut[n_launch] | (given & at_x & at_y & at_z))));
      accepts: assert (p_ready == ~on_q);
    end
endmodule
