// grid - gives the blocks of a launch to cores, one a cycle
// SPDX-License-Identifier: Apache-2.0
//
// Blocks are given in the order of their number, x first. A block goes to the core with the most
// free warps among those with room; cores with equally many take turns. A block that has a whole
// core goes to the core of its number.
//
//   t    a launch comes (p_valid, p_ready)
//   t+1  the cores compute whether its blocks fit
//   t+2  the first block (n_take)
//
// A launch that is cut has no more blocks at once.
`default_nettype none
module ${prefix}_grid #(
  parameter CORES = ${cores},
  parameter CORE_BITS = ${core_bits},
  parameter COUNT_BITS = ${warp_count_bits},
  parameter THREADS = ${threads},
  parameter PAGE_BITS = ${page_bits},
  parameter BARRIER_BITS = ${bars_bits},
  parameter LAUNCHES = ${launches},
  parameter LAUNCH_BITS = ${launch_bits}
) (
  input  wire                    clk,
  input  wire                    rst,
  input  wire [39:0] congest,                                 // {rate, seed}      //% if congest
  output wire [${stall_give}:${stall_give}] congested,  // a stall acts now  //% if congest
  // the next launch
  input  wire                    p_valid,  // a launch is ready for the grid
  output wire                    p_ready,  // the grid accepts it
  input  wire [LAUNCH_BITS-1:0]  p_launch,  // the launch
  input  wire [31:0]             p_x,      // blocks of the grid
  input  wire [31:0]             p_y,  // blocks in y
  input  wire [31:0]             p_z,  // blocks in z
  input  wire [COUNT_BITS-1:0]   p_warps,  // warps of a block
  input  wire [PAGE_BITS-1:0]    p_pages,  // pages of a block
  input  wire [BARRIER_BITS-1:0] p_bars,  // barriers of a block
  input  wire [THREADS-1:0]      p_last,  // threads of the last warp
  input  wire                    p_whole,  // a block has a whole core
  input  wire [31:0]             p_private,  // private memory of the launch  //% if ventus
  input  wire [31:0]             p_step,     // private bytes of a block      //% if ventus
  // launches
  input  wire [LAUNCHES-1:0]     cut,      // per launch: no more blocks of it
  output wire                    given,    // a block of n_launch is given
  output wire                    out,      // n_launch has no more blocks from the next cycle on
  // cores
  output wire [LAUNCH_BITS-1:0]  n_launch,  // launch of the next block
  output wire [31:0]             n_x,  // x of the next block
  output wire [31:0]             n_y,  // y of the next block
  output wire [31:0]             n_z,  // z of the next block
  output wire [31:0]             n_index,  // number of the next block in the grid  //% if ventus
  output wire [31:0]             n_private,  // private memory of the next block  //% if ventus
  output wire [COUNT_BITS-1:0]   n_warps,  // warps of the next block
  output wire [PAGE_BITS-1:0]    n_pages,  // pages of the next block
  output wire [BARRIER_BITS-1:0] n_bars,  // barriers of the next block
  output wire [THREADS-1:0]      n_last,  // threads of its last warp
  output wire                    n_whole,  // the next block has a whole core
  input  wire [CORES-1:0]        n_room,   // per core: the block fits
  input  wire [CORES*COUNT_BITS-1:0] n_free,  // per core: free warps
  output wire [CORES-1:0]        n_take    // one-hot core that gets the block, or 0
);
  reg                    valid_q;
  reg                    fresh_q;  // n_room is about this launch
  reg [LAUNCH_BITS-1:0]  launch_q;
  reg [COUNT_BITS-1:0]   warps_q;
  reg [PAGE_BITS-1:0]    pages_q;
  reg [BARRIER_BITS-1:0] bars_q;
  reg [THREADS-1:0]      last_q;
  reg                    whole_q;
  reg [31:0]             end_x_q;  // the last ones
  reg [31:0]             end_y_q;
  reg [31:0]             end_z_q;
  reg [31:0]             x_q;      // the next block
  reg [31:0]             y_q;
  reg [31:0]             z_q;

  wire                   load = p_valid & p_ready;
  wire                   is_cut = cut[launch_q];
//% stall give valid_q & fresh_q & ~is_cut & |best
  wire                   go = valid_q & fresh_q & ~is_cut${unless stall give};
  wire                   at_x = x_q == end_x_q;
  wire                   at_y = y_q == end_y_q;
  wire                   at_z = z_q == end_z_q;
  reg  [CORES-1:0]       best;
  reg  [CORES-1:0]       more;
  wire [CORES-1:0]       turn;
  integer                b;
  integer                c;

  // Those with the most free warps, from the highest bit down.
  always @* begin
    best = n_room;
    for (c = 0; c < CORES; c = c + 1)
      if (whole_q & x_q[CORE_BITS-1:0] != c[CORE_BITS-1:0])
        best[c] = 1'b0;
    more = {CORES{1'b0}};
    for (b = COUNT_BITS - 1; b >= 0; b = b - 1) begin
      for (c = 0; c < CORES; c = c + 1)
        more[c] = best[c] & n_free[c*COUNT_BITS+b];
      if (|more)
        best = more;
    end
  end

  ${prefix}_rr_arbiter #(.N(CORES)) u_turn (
    .clk(clk), .rst(rst), .advance(given), .request(best), .grant(turn)
  );

  assign n_take = turn & {CORES{go}};
  assign given = go & |turn;
  assign out = valid_q & (is_cut | (given & at_x & at_y & at_z));
  assign p_ready = ~valid_q;

  always @(posedge clk)
    if (rst) begin
      valid_q <= 1'b0;
      fresh_q <= 1'b0;
    end else begin
      valid_q <= load | (valid_q & ~out);
      fresh_q <= valid_q & ~out;
    end

  always @(posedge clk)
    if (load) begin
      launch_q <= p_launch;
      warps_q <= p_warps;
      pages_q <= p_pages;
      bars_q <= p_bars;
      last_q <= p_last;
      whole_q <= p_whole;
      end_x_q <= p_x - 32'd1;
      end_y_q <= p_y - 32'd1;
      end_z_q <= p_z - 32'd1;
      x_q <= 32'd0;
      y_q <= 32'd0;
      z_q <= 32'd0;
    end else if (given) begin
      x_q <= at_x ? 32'd0 : x_q + 32'd1;
      if (at_x)
        y_q <= at_y ? 32'd0 : y_q + 32'd1;
      if (at_x & at_y)
        z_q <= z_q + 32'd1;
    end

//% if ventus
  reg [31:0] index_q;
  reg [31:0] private_q;
  reg [31:0] step_q;

  always @(posedge clk)
    if (load) begin
      index_q <= 32'd0;
      private_q <= p_private;
      step_q <= p_step;
    end else if (given) begin
      index_q <= index_q + 32'd1;
      private_q <= private_q + step_q;
    end

  assign n_index = index_q;
  assign n_private = private_q;
//% end
  assign n_launch = launch_q;
  assign n_x = x_q;
  assign n_y = y_q;
  assign n_z = z_q;
  assign n_warps = warps_q;
  assign n_pages = pages_q;
  assign n_bars = bars_q;
  assign n_last = last_q;
  assign n_whole = whole_q;
endmodule
`default_nettype wire
